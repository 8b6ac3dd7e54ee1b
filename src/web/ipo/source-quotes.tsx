import { type Day, dayNumber } from '../../market/calendar.ts'
import type { GmpHistoryDay } from '../../reports/ipos/gmp-history.ts'
import type { Dispute } from '../../reports/schemas/dispute.ts'
import type { IpoDetail, SourceWord } from '../../reports/schemas/ipos.ts'
import { Sourced } from '../evidence/sourced.tsx'
import { DayAndTime, LongDay, PlainDay, Premium, Rupees, RupeesChange, SourceName } from '../figures.tsx'
import { count, longDay } from '../format.ts'
import { SectionHeading } from '../section-heading.tsx'

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
      <SectionHeading>
        {quoted.day === today
          ? 'What each source says now'
          : `What each source said on ${longDay(quoted.day)}`}
      </SectionHeading>
      <div class="sheet flush">
        <table class="stack words">
          <thead>
            <tr>
              <th scope="col">Source</th>
              <th scope="col" class="figure">
                GMP
              </th>
              {isCompared && (
                <th scope="col" class="figure">
                  Against the median
                </th>
              )}
              <th scope="col" class="figure">
                Said
              </th>
            </tr>
          </thead>
          <tbody>
            {ipo.sources.map((quote, i) => (
              <QuoteRow
                key={quote.source}
                path={`sources[${i}].gmp`}
                quote={quote}
                oneVoiceWith={
                  quoted.words.find(({ source }) => source === quote.source)?.oneVoiceWith ?? null
                }
                median={isCompared ? quoted.gmp : null}
                today={today}
              />
            ))}
          </tbody>
        </table>
      </div>
      {ipo.dispute && <DisputeVerdict dispute={ipo.dispute} />}
      <SourcesWithoutQuote days={days} today={today} />
    </section>
  )
}

interface QuoteRowProps {
  /** The path of the quote in the JSON answer. */
  readonly path: string
  readonly quote: SourceWord
  /** The source that counts for the same owner; `null` if this quote counts itself. */
  readonly oneVoiceWith: string | null
  /** `null` if it is the quote itself. */
  readonly median: number | null
  readonly today: Day
}

const QuoteRow = ({ path, quote, oneVoiceWith, median, today }: QuoteRowProps) => (
  <tr>
    <th scope="row">
      <SourceName source={quote.source} /> {oneVoiceWith !== null && <SameOwner source={oneVoiceWith} />}
    </th>
    <td class="figure" data-label="GMP">
      <Sourced of={path}>
        <Premium value={quote.gmp} />
      </Sourced>
    </td>
    {median !== null && (
      <td class="figure" data-label="Against median">
        {quote.gmp === median ? 'the same' : <RupeesChange value={difference(quote.gmp, median)} />}
      </td>
    )}
    <td class="figure" data-label="Said">
      {quote.reportedAt === null ? (
        <LongDay day={quote.observedAt} />
      ) : (
        <DayAndTime at={quote.reportedAt} today={today} />
      )}
      {quote.observedAt !== today && <small>{ageText(quote.observedAt, today)}</small>}
    </td>
  </tr>
)

const ageText = (day: Day, today: Day): string => {
  const days = dayNumber(today) - dayNumber(day)
  return days === 1 ? 'yesterday' : `${count(days)} days ago`
}

/** Why this is a dispute, or why it is not. */
const DisputeVerdict = ({ dispute: { reason, spread, limit } }: { dispute: Dispute }) => (
  <p class="quiet small">
    {reason === 'one-owner' && 'One voice alone cannot be disputed.'}
    {reason === 'any-spread-at-zero' && 'Disputed: around a premium of ₹0 any difference is a dispute.'}
    {reason === 'spread-above-half' && (
      <>
        Disputed: the highest and the lowest voice are <Rupees value={spread} /> apart, and more than{' '}
        <Rupees value={limit} />, half of the median, is a dispute.
      </>
    )}
    {reason === 'agree' && (
      <>
        No dispute: the highest and the lowest voice are <Rupees value={spread} /> apart, and up to{' '}
        <Rupees value={limit} />, half of the median, is none.
      </>
    )}{' '}
    <a href="/method#dispute">What counts as a dispute</a>
  </p>
)

/** The difference of two amounts in rupees, rounded to two decimals. */
const difference = (a: number, b: number): number => Math.round((a - b) * 100) / 100

const SameOwner = ({ source }: { source: string }) => (
  <small>
    one voice with <SourceName source={source} />: same owner, counts once
  </small>
)

/** Sources that quoted earlier, but not on the last quoted day. */
function SourcesWithoutQuote({ days, today }: Pick<SourceQuotesProps, 'days' | 'today'>) {
  const last = new Map(
    days.flatMap(({ day, words }) => words.map(({ source, gmp }) => [source, { day, gmp }] as const)),
  )
  const quotedOn = days.at(-1)?.day
  const unheard = [...last].filter(([, { day }]) => day !== quotedOn)
  if (unheard.length === 0) return null
  return (
    <p class="quiet small">
      Not heard {quotedOn === today ? 'today' : 'that day'}:{' '}
      {unheard.map(([source, { day, gmp }], i) => (
        <span key={source}>
          {i > 0 && ', '}
          <SourceName source={source} /> (last <Rupees value={gmp} /> on <PlainDay day={day} today={today} />)
        </span>
      ))}
      .
    </p>
  )
}
