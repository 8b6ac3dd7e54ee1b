import type { Day } from '../../market/calendar.ts'
import { shortName } from '../../market/issues/names.ts'
import { evidenceReport } from '../../reports/evidence/evidence.ts'
import type { Evidence, RefusedEvidence } from '../../reports/schemas/evidence.ts'
import { BASE } from '../../request/paths.ts'
import { Problem } from '../../request/problems.ts'
import { en } from '../../texts/en.ts'
import { harmless } from '../../texts/format.ts'
import { ipoPageCard } from '../cards/page-card.tsx'
import { DayAndTime, IpoLink, Name } from '../figures.tsx'
import { Section } from '../kit/parts.tsx'
import { type Column, Table } from '../kit/table.tsx'
import type { IpoPageRequest, Page } from '../page.ts'
import { type FigureWithFacts, figureId, figureName, figureReader, Value } from './figure.tsx'
import { FigureOrigin } from './figure-origin.tsx'

/** Further quotes are only in the JSON. */
const MOST_QUOTES = 30

/** The evidence of every figure of an IPO. */
export async function evidencePage({ query, today, values }: IpoPageRequest): Promise<Page> {
  const report = await evidenceReport(query.market, query.moment, String(values.slug))
  if (!report) throw new Problem('NOT_FOUND', 'no IPO has this address')
  const { evidence, name, span } = report
  const { slug } = evidence
  return {
    title: en.evidence.pageTitle(harmless(name)),
    description: en.evidence.pageDescription(harmless(name)),
    path: `/ipos/${slug}/evidence`,
    json: `${BASE}/ipos/${slug}/evidence`,
    card: ipoPageCard({ slug, name }),
    span,
    content: <Content evidence={evidence} name={shortName(name)} today={today} />,
  }
}

const GREY_MARKET = [
  ...['lastGmp', 'lastGmpPct', 'gmpSources', 'gmpSpread', 'gmpDisputed'],
  ...['lastGmpDay', 'lastGmpOwners', 'range80', 'gmpAtCloseDisputed'],
]

type Group = keyof typeof en.evidence.groups
const GROUPS = Object.keys(en.evidence.groups) as Group[]

/** The part of the page with a figure; none for parts of other figures. */
function groupOf(path: string): Group | null {
  if (GREY_MARKET.includes(path) || /^sources\[\d+\]\.gmp$/.test(path)) return 'gmp'
  if (path === 'chances' || /^subs\[\d+\]\.timesSub$/.test(path)) return 'subscription'
  if (/^gmp\[\d+\]\.gmp$/.test(path)) return 'quotes'
  const isTerm = path !== 'slug' && path !== 'lastSubX' && /^(listing\.)?\w+$/.test(path)
  return isTerm ? 'terms' : null
}

const Content = ({ evidence, name, today }: { evidence: Evidence; name: string; today: Day }) => {
  const { slug, refused, refusedTotal } = evidence
  const read = figureReader(evidence, today)
  const figures = evidence.figures.flatMap(({ path }) => read(path) ?? [])
  const groups = Map.groupBy(figures, ({ path }) => groupOf(path))
  // Only of quotes there are many; the newest come first.
  const newest = groups.get('quotes')?.toReversed().slice(0, MOST_QUOTES) ?? []
  const rowsOf = (group: Group) => (group === 'quotes' ? newest : (groups.get(group) ?? []))
  const shown = new Set(GROUPS.flatMap(rowsOf).map(({ path }) => path))
  const columns: readonly Column<FigureWithFacts>[] = [
    { key: 'figure', label: en.evidence.figure, cell: figureName },
    { key: 'value', label: en.evidence.valueLabel, cell: (of) => <Value of={of} />, narrow: 'aside' },
    {
      key: 'from',
      label: en.evidence.from,
      cell: (of) => <FigureOrigin of={of} isShown={(path) => shown.has(path)} />,
      narrow: 'line',
    },
  ]
  return (
    <div class="evidence">
      <nav class="crumbs quiet small" aria-label={en.evidence.breadcrumbs}>
        <a href="/ipos">{en.today.allIpos}</a> / <IpoLink slug={slug} name={name} />
      </nav>
      <h1>{en.evidence.heading(<Name>{name}</Name>)}</h1>
      <p class="lead">
        {en.evidence.lead} <a href="/method#evidence">{en.evidence.rules}</a>
      </p>
      {GROUPS.map((group) => {
        const all = groups.get(group) ?? []
        const rows = rowsOf(group)
        const title = en.evidence.groups[group]
        return (
          rows.length > 0 && (
            <Section key={group} title={title} note={noteOf(rows.length, all.length)}>
              <Table
                label={title}
                columns={columns}
                rows={rows}
                attributes={({ path }) => ({ id: figureId(path) })}
              />
            </Section>
          )
        )
      })}
      {refusedTotal > 0 && (
        <Section title={en.evidence.refusedTitle} note={noteOf(refused.length, refusedTotal)}>
          <p class="quiet small">
            {en.evidence.refusedLead} <a href="/method#what-is-refused">{en.evidence.whenRefused}</a>
          </p>
          <Table label={en.evidence.refusedTitle} columns={refusedColumns(today)} rows={refused} />
        </Section>
      )}
      <p class="quiet small">{en.evidence.factsBehind(evidence.facts.length, evidence.figures.length)}</p>
    </div>
  )
}

const noteOf = (shown: number, all: number): string | undefined =>
  all > shown ? en.evidence.lastOf(shown, all) : undefined

/** The rows about the issue, or possibly about it, that were not accepted. */
const refusedColumns = (today: Day): readonly Column<RefusedEvidence>[] => [
  { key: 'source', label: en.evidence.source, cell: ({ sourceId }) => <Name>{sourceId}</Name> },
  {
    key: 'reason',
    label: en.evidence.reason,
    cell: ({ printed, reason, rule }) => (
      <>
        {printed !== null && en.evidence.printed(<Name>{printed}</Name>)}
        <Name>{reason}</Name>{' '}
        <small>
          <code>{rule}</code>
        </small>
      </>
    ),
    narrow: 'line',
  },
  {
    key: 'seen',
    label: en.evidence.seen,
    cell: ({ firstSeen, lastSeen, settled }) => {
      const first = <DayAndTime at={firstSeen} today={today} />
      return (
        <>
          {lastSeen === null || lastSeen === firstSeen
            ? first
            : en.evidence.seenUntil(first, <DayAndTime at={lastSeen} today={today} />)}{' '}
          {settled && (
            <small>{en.evidence.settled(settled.how, <DayAndTime at={settled.at} today={today} />)}</small>
          )}
        </>
      )
    },
    narrow: 'fact',
    narrowLabel: 'seen',
  },
]
