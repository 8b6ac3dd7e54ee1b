import { type Day, dayNumber } from '../../market/calendar.ts'
import type { GmpHistoryDay } from '../../reports/ipos/gmp-history.ts'
import type { Dispute } from '../../reports/schemas/dispute.ts'
import type { IpoDetail, SourceQuote } from '../../reports/schemas/ipos.ts'
import { count, longDay } from '../../texts/format.ts'
import { Sourced } from '../evidence/sourced.tsx'
import { DayAndTime, LongDay, PlainDay, Premium, Rupees, RupeesChange, SourceName } from '../figures.tsx'
import { SectionHeading } from '../section-heading.tsx'
import { stackedColumn, Table, type TableColumn } from '../table.tsx'

interface SourceQuotesProps {
  readonly ipo: IpoDetail
  readonly days: readonly GmpHistoryDay[]
  readonly today: Day
}

/** Each source's quote, its distance from the median, and its time. */
export function SourceQuotes({ ipo, days, today }: SourceQuotesProps) {
  const quoted = days.at(-1)
  if (!quoted) return null
  const isCompared = ipo.sources.length > 1
  return (
    <section>
      <SectionHeading note={quoted.day === today ? 'quotes of today' : `quotes of ${longDay(quoted.day)}`}>
        Our sources
      </SectionHeading>
      <div class="sheet flush">
        <Table look="stack by-source" columns={columnsFor(quoted, isCompared, today)} rows={ipo.sources} />
      </div>
      {ipo.dispute && <DisputeVerdict dispute={ipo.dispute} />}
      <SourcesWithoutQuote days={days} today={today} />
    </section>
  )
}

/** A single quote is its own median, so it is not compared. */
function columnsFor(quoted: GmpHistoryDay, isCompared: boolean, today: Day): TableColumn<SourceQuote>[] {
  const countedSources = new Map(quoted.quotes.map(({ source, countedSource }) => [source, countedSource]))
  const comparison = stackedColumn<SourceQuote>(
    'Against the median',
    ({ gmp }) => (gmp === quoted.gmp ? 'the same' : <RupeesChange value={difference(gmp, quoted.gmp)} />),
    'Against median',
  )
  return [
    {
      heading: 'Source',
      cell: ({ source }) => <QuotedBy source={source} countedSource={countedSources.get(source) ?? null} />,
    },
    stackedColumn(
      'GMP',
      ({ gmp }, i) => (
        <Sourced of={`sources[${i}].gmp`}>
          <Premium value={gmp} />
        </Sourced>
      ),
      'GMP',
    ),
    ...(isCompared ? [comparison] : []),
    stackedColumn('Quoted', (quote) => <QuoteTime quote={quote} today={today} />, 'Quoted'),
  ]
}

/** A source, and the one that counts for the same owner instead of it. */
const QuotedBy = ({ source, countedSource }: { source: string; countedSource: string | null }) => (
  <>
    <SourceName source={source} />{' '}
    {countedSource !== null && (
      <small>
        same owner as <SourceName source={countedSource} />; they count once
      </small>
    )}
  </>
)

const QuoteTime = ({ quote: { reportedAt, observedAt }, today }: { quote: SourceQuote; today: Day }) => (
  <>
    {reportedAt === null ? <LongDay day={observedAt} /> : <DayAndTime at={reportedAt} today={today} />}
    {observedAt !== today && <small>{ageText(observedAt, today)}</small>}
  </>
)

const ageText = (day: Day, today: Day): string => {
  const days = dayNumber(today) - dayNumber(day)
  return days === 1 ? 'yesterday' : `${count(days)} days ago`
}

/** Why this is a dispute, or why it is not. */
const DisputeVerdict = ({ dispute: { reason, spread, limit } }: { dispute: Dispute }) => (
  <p class="quiet small">
    {reason === 'one-owner' && 'Only one source, so there is nothing to compare it with.'}
    {reason === 'any-spread-at-zero' && 'Disputed: around a median of ₹0 any difference is a dispute.'}
    {reason === 'spread-above-half' && (
      <>
        Disputed: the highest and the lowest quote are <Rupees value={spread} /> apart, and more than{' '}
        <Rupees value={limit} />, half of the median, is a dispute.
      </>
    )}
    {reason === 'agree' && (
      <>
        No dispute: the highest and the lowest quote are <Rupees value={spread} /> apart, and up to{' '}
        <Rupees value={limit} />, half of the median, is none.
      </>
    )}{' '}
    <a href="/method#dispute">What counts as a dispute</a>
  </p>
)

/** The difference of two amounts in rupees, rounded to two decimals. */
const difference = (a: number, b: number): number => Math.round((a - b) * 100) / 100

/** Sources that quoted earlier, but not on the last quoted day. */
function SourcesWithoutQuote({ days, today }: Pick<SourceQuotesProps, 'days' | 'today'>) {
  const last = new Map(
    days.flatMap(({ day, quotes }) => quotes.map(({ source, gmp }) => [source, { day, gmp }] as const)),
  )
  const quotedOn = days.at(-1)?.day
  const notQuoted = [...last].filter(([, { day }]) => day !== quotedOn)
  if (notQuoted.length === 0) return null
  return (
    <p class="quiet small">
      No quote {quotedOn === today ? 'today' : 'that day'}:{' '}
      {notQuoted.map(([source, { day, gmp }], i) => (
        <span key={source}>
          {i > 0 && ', '}
          <SourceName source={source} /> (last <Rupees value={gmp} /> on <PlainDay day={day} today={today} />)
        </span>
      ))}
      .
    </p>
  )
}
