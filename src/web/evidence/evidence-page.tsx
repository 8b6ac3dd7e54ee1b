import type { Day } from '../../market/calendar.ts'
import { shortName } from '../../market/issues/names.ts'
import { evidenceReport, type FigureWithFacts, figureReader } from '../../reports/evidence/evidence.ts'
import { ipoReport } from '../../reports/ipos/ipo.ts'
import type { Evidence } from '../../reports/schemas/evidence.ts'
import { BASE } from '../../request/paths.ts'
import { Problem } from '../../request/problems.ts'
import { count, counted, harmless } from '../../texts/format.ts'
import { ipoPageCard } from '../cards/page-card.tsx'
import { IpoLink, Name } from '../figures.tsx'
import type { IpoPageRequest, Page } from '../page.ts'
import { SectionHeading } from '../section-heading.tsx'
import { FigureEvidenceSheet } from './figure-evidence.tsx'
import { RefusedRows } from './refused-rows.tsx'
import type { ReadFigure } from './sourced.tsx'

/** Further quotes are only in the JSON. */
const MOST_QUOTES = 30

/** The evidence of every figure of an IPO. */
export async function evidencePage({ query, today, values }: IpoPageRequest): Promise<Page> {
  const { market, moment } = query
  const slug = String(values.slug)
  const found = await evidenceReport(market, moment, slug)
  const report = found && (await ipoReport(market, moment, slug))
  if (!report) throw new Problem('NOT_FOUND', 'no IPO has this address')
  const { evidence, span } = found
  const { name } = report.ipo
  return {
    title: `${harmless(name)} IPO: where each figure comes from`,
    description: `The source of each figure of the ${harmless(name)} IPO: who reported it and when, what was printed, which reports were not used, and earlier values.`,
    path: `/ipos/${evidence.slug}/evidence`,
    json: `${BASE}/ipos/${evidence.slug}/evidence`,
    card: ipoPageCard(report.ipo),
    span,
    content: <Content evidence={evidence} name={name} today={today} />,
  }
}

const isQuote = (path: string): boolean => /^gmp\[\d+\]\.gmp$/.test(path)
const isOfSource = (path: string): boolean => /^sources\[\d+\]\.gmp$/.test(path)
const isReading = (path: string): boolean => /^subs\[\d+\]\.timesSub$/.test(path)

const GREY_MARKET = [
  ...['lastGmp', 'lastGmpPct', 'gmpSources', 'gmpSpread', 'gmpDisputed'],
  ...['lastGmpDay', 'lastGmpOwners', 'range80'],
]

const Content = ({ evidence, name, today }: { evidence: Evidence; name: string; today: Day }) => {
  const read = figureReader(evidence)
  const figures = evidence.figures.flatMap(({ path }) => read(path) ?? [])
  const those = (matches: (path: string) => boolean) => figures.filter(({ figure }) => matches(figure.path))
  const quotes = those(isQuote).reverse()
  const shared = { read, slug: evidence.slug, today }
  const isTerm = (path: string) =>
    !GREY_MARKET.includes(path) && path !== 'slug' && path !== 'lastSubX' && /^(listing\.)?\w+$/.test(path)
  return (
    <div class="evidence">
      <nav class="crumbs" aria-label="Breadcrumbs">
        <a href="/ipos">All IPOs</a> / <IpoLink slug={evidence.slug} name={shortName(name)} />
      </nav>
      <h1>
        <Name>{shortName(name)}</Name>: where each figure comes from
      </h1>
      <p class="lead">
        For each figure: who reported it and when, what was printed, when it was recorded here, which reports
        were not used, and its earlier values. <a href="/method#evidence">The rules</a>
      </p>
      <Group
        title="Grey-market premium"
        of={those((path) => GREY_MARKET.includes(path) || isOfSource(path))}
        {...shared}
      />
      <Group title="Terms, dates and listing" of={those(isTerm)} {...shared} />
      <Group title="Subscription" of={those(isReading)} {...shared} />
      <Group
        title="Each quote"
        note={quotes.length > MOST_QUOTES ? `the last ${MOST_QUOTES} of ${count(quotes.length)}` : undefined}
        of={quotes.slice(0, MOST_QUOTES)}
        {...shared}
      />
      <RefusedRows evidence={evidence} today={today} />
      <p class="quiet small">
        {counted(evidence.facts.length, 'fact')} behind {counted(evidence.figures.length, 'figure')}.
      </p>
    </div>
  )
}

interface GroupProps {
  readonly title: string
  readonly note?: string | undefined
  readonly of: readonly FigureWithFacts[]
  readonly read: ReadFigure
  readonly slug: string
  readonly today: Day
}

const Group = ({ title, note, of, read, slug, today }: GroupProps) =>
  of.length === 0 ? null : (
    <>
      <SectionHeading note={note}>{title}</SectionHeading>
      <div class="sheet">
        {of.map((one) => (
          <FigureEvidenceSheet key={one.figure.path} of={one} read={read} slug={slug} today={today} />
        ))}
      </div>
    </>
  )
