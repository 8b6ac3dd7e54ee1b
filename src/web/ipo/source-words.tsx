import type { Day } from '../../market/calendar.ts'
import type { CourseDay } from '../../reports/course.ts'
import type { IpoDetail, SourceWord } from '../../reports/ipo.ts'
import { DayAndTime, LongDay, PlainDay, Premium, Rupees, RupeesChange, SourceName } from '../figures.tsx'
import { longDay } from '../format.ts'
import { SectionHeading } from '../section-heading.tsx'

interface SourceWordsProps {
  readonly ipo: IpoDetail
  readonly days: readonly CourseDay[]
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
            {ipo.sources.map((word) => (
              <Word
                key={word.source}
                word={word}
                oneVoiceWith={quoted.words.find(({ source }) => source === word.source)?.oneVoiceWith ?? null}
                median={isCompared ? quoted.gmp : null}
                today={today}
              />
            ))}
          </tbody>
        </table>
      </div>
      <Unheard days={days} today={today} />
    </section>
  )
}

interface WordProps {
  readonly word: SourceWord
  /** The source that speaks for the same owner; `null` for a word that counts itself. */
  readonly oneVoiceWith: string | null
  /** `null` where it is the word itself. */
  readonly median: number | null
  readonly today: Day
}

const Word = ({ word, oneVoiceWith, median, today }: WordProps) => (
  <tr>
    <th scope="row">
      <SourceName source={word.source} /> {oneVoiceWith !== null && <OneVoice source={oneVoiceWith} />}
    </th>
    <td class="figure" data-label="GMP">
      <Premium value={word.gmp} />
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
    </td>
  </tr>
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
