import { type Day, isRealDay } from '../../market/calendar.ts'
import type { Category } from '../../market/facts/fact.ts'
import type { FigureWithFacts } from '../../reports/evidence/evidence.ts'
import type { FactEvidence } from '../../reports/schemas/evidence.ts'
import { en } from '../../texts/en.ts'
import { isolated } from '../../texts/format.ts'
import { DayAndTime, LongDay, Missing, Name, SourceName, sourceName } from '../figures.tsx'

/** The id of a figure on a page, without characters that need escaping in an address. */
export const figureId = (path: string): string => path.replaceAll(/[^a-z0-9]+/gi, '-').replace(/-$/, '')

export function figureName({ figure: { path }, board, facts: [first] }: FigureWithFacts): string {
  if (first?.kind === 'subscription' && path !== 'lastSubX')
    return en.evidence.subscriptionOf(en.ipo.category(first.said.category as Category, board))
  if (first?.kind === 'gmp' && path.endsWith('].gmp'))
    return en.evidence.quoteOf(isolated(sourceName(first.source)), String(first.observedAt))
  return en.evidence.name(path)
}

/** The value of a figure. */
export const FigureValue = ({ of: { figure, board } }: { of: FigureWithFacts }) => (
  <Value field={lastKey(figure.path)} value={figure.value} board={board} />
)

const lastKey = (path: string): string => path.slice(path.lastIndexOf('.') + 1)

interface ValueProps extends Pick<FigureWithFacts, 'board'> {
  readonly field: string
  readonly value: unknown
}

/** A value in the format of the pages. */
export function Value({ field, value, board }: ValueProps) {
  const text = en.evidence.value(field, value, board)
  if (value === null || value === undefined) return <Missing>{text}</Missing>
  if (typeof value === 'number')
    return (
      <data class="num" value={String(value)}>
        {text}
      </data>
    )
  if (typeof value === 'string' && isRealDay(value.slice(0, 10)))
    return <time dateTime={field === 'upiCutoffAt' ? value : value.slice(0, 10)}>{text}</time>
  return <Name>{text}</Name>
}

interface FactProps {
  readonly fact: FactEvidence
  /** The figure that it is behind. */
  readonly of: FigureWithFacts
  readonly today: Day
}

/** The source, the value and the time of a fact. */
export const FactInBrief = ({ fact, of, today }: FactProps) => {
  const field = factKey(fact, of)
  const value = fact.said[field]
  return (
    <>
      {en.evidence.fact({
        source: (
          <strong>
            <SourceName source={fact.source} />
          </strong>
        ),
        isQuote: fact.kind === 'gmp',
        value: value === undefined ? null : <Value field={field} value={value} board={of.board} />,
        printed: fact.printed === null ? null : <Name>{fact.printed}</Name>,
        time: <FactTime fact={fact} today={today} />,
      })}
    </>
  )
}

/** The key of the fact that holds the figure. */
function factKey({ kind }: FactEvidence, { figure: { path } }: FigureWithFacts): string {
  if (kind === 'gmp') return 'gmp'
  if (kind === 'subscription') return 'timesSub'
  return kind === 'holiday' ? 'name' : lastKey(path)
}

/** The source's own time stamp, or else the time of recording. */
function FactTime({ fact, today }: Pick<FactProps, 'fact' | 'today'>) {
  const { reportedAt, observedAt, recordedAt } = fact
  if (reportedAt !== null) return <DayAndTime at={reportedAt} today={today} />
  if (observedAt === null) return <>{en.evidence.recordedAt(<DayAndTime at={recordedAt} today={today} />)}</>
  return isRealDay(observedAt) ? <LongDay day={observedAt} /> : <DayAndTime at={observedAt} today={today} />
}
