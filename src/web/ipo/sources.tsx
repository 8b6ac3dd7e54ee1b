import { type Day, dayNumber } from '../../market/calendar.ts'
import type { IpoView } from '../../reports/ipos/ipo-view.ts'
import type { Dispute } from '../../reports/schemas/dispute.ts'
import { en } from '../../texts/en.ts'
import { longDay } from '../../texts/format.ts'
import { Sourced } from '../evidence/sourced.tsx'
import { DayAndTime, LongDay, PlainDay, Premium, Rupees, RupeesChange, SourceName } from '../figures.tsx'
import { Listed, Section } from '../kit/parts.tsx'
import { type Column, Table } from '../kit/table.tsx'

/** In days. After that the date says enough, and the page of a past issue need not change every day. */
const LONGEST_AGE = 30

type Quote = Dispute['words'][number]

/** Each source's quote, its distance from the median, and its time. */
export function SourcesSection({ view }: { view: IpoView }) {
  const { quoted, dispute, today } = view
  if (!quoted || !dispute) return null
  const { reason, spread, limit } = dispute
  return (
    <Section
      id="sources"
      title={en.ipoPage.sourcesTitle}
      {...(quoted.day !== today && { note: longDay(quoted.day) })}
    >
      <Table label={en.ipoPage.sourcesTitle} columns={columnsFor(view)} rows={dispute.words} />
      <p class="quiet small">
        {en.ipoPage.verdict(<Rupees value={spread} />, <Rupees value={limit} />)[reason]}{' '}
        <a href="/method#dispute">{en.ipoPage.disputeMethod}</a>
      </p>
      <SourcesWithoutQuote view={view} />
    </Section>
  )
}

function columnsFor({ quoted, today, dispute }: IpoView): Column<Quote>[] {
  const countedSources = new Map(quoted?.quotes.map(({ source, countedSource }) => [source, countedSource]))
  const comparison: Column<Quote> = {
    key: 'distance',
    label: en.ipoPage.againstMedian,
    cell: ({ distance }) => (distance === 0 ? en.ipoPage.sameAsMedian : <RupeesChange value={distance} />),
    isFigure: true,
    narrow: 'fact',
    narrowLabel: en.ipoPage.againstMedian.toLowerCase(),
  }
  return [
    {
      key: 'source',
      label: en.ipoPage.source,
      cell: ({ source }) => {
        const counted = countedSources.get(source) ?? null
        return (
          <>
            <SourceName source={source} />{' '}
            {counted !== null && <small>{en.ipoPage.sameOwner(<SourceName source={counted} />)}</small>}
          </>
        )
      },
    },
    {
      key: 'gmp',
      label: en.ipo.gmp,
      cell: ({ gmp }, i) => (
        <Sourced of={`sources[${i}].gmp`}>
          <Premium value={gmp} />
        </Sourced>
      ),
      isFigure: true,
      narrow: 'aside',
    },
    // A single quote is its own median.
    ...(dispute && dispute.words.length > 1 ? [comparison] : []),
    {
      key: 'at',
      label: en.ipoPage.quotedAt,
      cell: ({ reportedAt, observedAt }) => (
        <>
          {reportedAt === null ? <LongDay day={observedAt} /> : <DayAndTime at={reportedAt} today={today} />}
          {observedAt !== today && (
            <small>
              {' '}
              {[
                ...(dayNumber(today) - dayNumber(observedAt) <= LONGEST_AGE
                  ? [ageText(observedAt, today)]
                  : []),
                ...(observedAt !== quoted?.day ? [en.ipoPage.notUpdated] : []),
              ].join(', ')}
            </small>
          )}
        </>
      ),
      isFigure: true,
      narrow: 'fact',
    },
  ]
}

export const ageText = (day: Day, today: Day): string => {
  const days = dayNumber(today) - dayNumber(day)
  if (days === 0) return en.ipoPage.today
  return days === 1 ? en.ipoPage.yesterday : en.ipoPage.daysAgo(days)
}

/** Sources whose last quotes no longer count. */
function SourcesWithoutQuote({ view: { gmpHistory, today } }: { view: IpoView }) {
  const { days } = gmpHistory
  const counting = new Set(days.at(-1)?.quotes.map(({ source }) => source))
  const last = new Map(days.flatMap(({ quotes }) => quotes.map((quote) => [quote.source, quote] as const)))
  const others = [...last.values()].filter(({ source }) => !counting.has(source))
  if (others.length === 0) return null
  return (
    <p class="quiet small">
      {en.ipoPage.noLongerCounted}{' '}
      <Listed
        items={others.map(({ source, gmp, observedAt }) =>
          en.ipoPage.lastOn(
            <SourceName source={source} />,
            <Rupees value={gmp} />,
            <PlainDay day={observedAt} today={today} />,
          ),
        )}
      />
      .
    </p>
  )
}
