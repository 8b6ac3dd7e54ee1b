import { type Day, dayNumber } from '../../market/calendar.ts'
import type { DisputeReport } from '../../reports/ipos/dispute.ts'
import type { GmpHistoryDay } from '../../reports/ipos/gmp-history.ts'
import type { IpoDetail, SourceWord } from '../../reports/ipos/ipo.ts'
import { Sourced } from '../evidence/sourced.tsx'
import { DayAndTime, LongDay, PlainDay, Premium, Rupees, RupeesChange, SourceName } from '../figures.tsx'
import { count, longDay } from '../format.ts'
import { SectionHeading } from '../section-heading.tsx'

interface SourceWordsProps {
  readonly ipo: IpoDetail
  readonly days: readonly GmpHistoryDay[]
  readonly today: Day
}

/** Who says what, how far that is from the median, and when it was said. */
export function SourceWords({ ipo, days, today }: SourceWordsProps) {
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
            {ipo.sources.map((word, i) => (
              <Word
                key={word.source}
                path={`sources[${i}].gmp`}
                word={word}
                oneVoiceWith={quoted.words.find(({ source }) => source === word.source)?.oneVoiceWith ?? null}
                median={isCompared ? quoted.gmp : null}
                today={today}
              />
            ))}
          </tbody>
        </table>
      </div>
      {ipo.dispute && <Standing dispute={ipo.dispute} />}
      <Unheard days={days} today={today} />
    </section>
  )
}

interface WordProps {
  /** Where it stands in the answer. */
  readonly path: string
  readonly word: SourceWord
  /** The source that speaks for the same owner; `null` for a word that counts itself. */
  readonly oneVoiceWith: string | null
  /** `null` where it is the word itself. */
  readonly median: number | null
  readonly today: Day
}

const Word = ({ path, word, oneVoiceWith, median, today }: WordProps) => (
  <tr>
    <th scope="row">
      <SourceName source={word.source} /> {oneVoiceWith !== null && <OneVoice source={oneVoiceWith} />}
    </th>
    <td class="figure" data-label="GMP">
      <Sourced of={path}>
        <Premium value={word.gmp} />
      </Sourced>
    </td>
    {median !== null && (
      <td class="figure" data-label="Against median">
        {word.gmp === median ? 'the same' : <RupeesChange value={difference(word.gmp, median)} />}
      </td>
    )}
    <td class="figure" data-label="Said">
      {word.reportedAt === null ? (
        <LongDay day={word.observedAt} />
      ) : (
        <DayAndTime at={word.reportedAt} today={today} />
      )}
      {word.observedAt !== today && <small>{ageWords(word.observedAt, today)}</small>}
    </td>
  </tr>
)

const ageWords = (day: Day, today: Day): string => {
  const days = dayNumber(today) - dayNumber(day)
  return days === 1 ? 'yesterday' : `${count(days)} days ago`
}

/** Why this counts as a dispute, or why it does not. */
const Standing = ({ dispute: { reason, spread, limit } }: { dispute: DisputeReport }) => (
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

/** Rupees of two decimals, so that their difference is one too. */
const difference = (a: number, b: number): number => Math.round((a - b) * 100) / 100

const OneVoice = ({ source }: { source: string }) => (
  <small>
    one voice with <SourceName source={source} />: same owner, counts once
  </small>
)

/** Sources that spoke before and not on the last quoted day. */
function Unheard({ days, today }: Pick<SourceWordsProps, 'days' | 'today'>) {
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
