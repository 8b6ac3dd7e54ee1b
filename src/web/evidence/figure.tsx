import { type Day, isRealDay } from '../../market/calendar.ts'
import type { Board, Category } from '../../market/facts/fact.ts'
import type { OutvotedBy } from '../../market/facts/outvoted.ts'
import type { Evidence, FactEvidence, FigureEvidence } from '../../reports/schemas/evidence.ts'
import { en } from '../../texts/en.ts'
import { isolated } from '../../texts/format.ts'
import { DayAndTime, LongDay, Missing, Name, SourceName, sourceName } from '../figures.tsx'

/** A figure of an IPO with its facts instead of their numbers, on a page of a day. */
export interface FigureWithFacts extends Omit<FigureEvidence, 'facts' | 'outvoted'> {
  readonly facts: readonly FactEvidence[]
  readonly outvoted: readonly { readonly fact: FactEvidence; readonly rule: OutvotedBy }[]
  /** The figures that it is computed from. */
  readonly parts: readonly FigureWithFacts[]
  readonly slug: string
  /** On which names of categories depend. */
  readonly board: Board
  readonly today: Day
}

/** Looks up the evidence of a figure by its path in the JSON answer about one IPO. */
export type ReadFigure = (path: string) => FigureWithFacts | undefined

export function figureReader(
  { slug, figures, facts }: Pick<Evidence, 'slug' | 'figures' | 'facts'>,
  today: Day,
): ReadFigure {
  const byPath = new Map(figures.map((one) => [one.path, one]))
  const byNumber = new Map(facts.map((one) => [one.fact, one]))
  const board = byPath.get('board')?.value === 'SME' ? 'SME' : 'MAINBOARD'
  const read: ReadFigure = (path) => {
    const figure = byPath.get(path)
    return (
      figure && {
        ...{ ...figure, slug, board, today },
        facts: figure.facts.flatMap((id) => byNumber.get(id) ?? []),
        outvoted: figure.outvoted.flatMap(({ fact: id, rule }) => {
          const fact = byNumber.get(id)
          return fact ? [{ fact, rule }] : []
        }),
        get parts() {
          return figure.from.flatMap((one) => read(one) ?? [])
        },
      }
    )
  }
  return read
}

/** The id of a figure on a page, without characters that need escaping in an address. */
export const figureId = (path: string): string => path.replaceAll(/[^a-z0-9]+/gi, '-').replace(/-$/, '')

export function figureName({ path, board, facts: [first] }: FigureWithFacts): string {
  if (first?.kind === 'subscription' && path !== 'lastSubX')
    return en.evidence.subscriptionOf(en.ipo.category(first.said.category as Category, board))
  if (first?.kind === 'gmp' && path.endsWith('].gmp'))
    return en.evidence.quoteOf(isolated(sourceName(first.source)), String(first.observedAt))
  return en.evidence.name(path)
}

interface ValueProps {
  readonly of: FigureWithFacts
  readonly path?: string
  readonly value?: unknown
}

/** The value of a figure, or another one that it had or that a fact states. */
export function Value({ of, path = of.path, value = of.value }: ValueProps) {
  const text = en.evidence.value(path, value, of.board)
  if (value === null || value === undefined) return <Missing>{text}</Missing>
  if (typeof value === 'number')
    return (
      <data class="num" value={String(value)}>
        {text}
      </data>
    )
  if (typeof value === 'string' && isRealDay(value.slice(0, 10)))
    return <time dateTime={path === 'upiCutoffAt' ? value : value.slice(0, 10)}>{text}</time>
  return <Name>{text}</Name>
}

interface FactProps {
  readonly fact: FactEvidence
  /** The figure that it is behind. */
  readonly of: FigureWithFacts
}

/** The source, the value and the time of a fact. */
export const FactInBrief = ({ fact, of }: FactProps) => {
  const path = pathIn(fact, of)
  const value = fact.said[path.slice(path.lastIndexOf('.') + 1)]
  return (
    <>
      {en.evidence.fact({
        source: (
          <strong>
            <SourceName source={fact.source} />
          </strong>
        ),
        isQuote: fact.kind === 'gmp',
        value: value === undefined ? null : <Value of={of} path={path} value={value} />,
        printed: fact.printed === null ? null : <Name>{fact.printed}</Name>,
        time: factTime(fact, of.today),
      })}
    </>
  )
}

/** The figure that the fact itself states. */
function pathIn({ kind }: FactEvidence, { path }: FigureWithFacts): string {
  if (kind === 'gmp') return 'gmp'
  if (kind === 'subscription') return 'timesSub'
  return kind === 'holiday' ? 'name' : path
}

/** The source's own time stamp, or else the time of recording. */
function factTime({ reportedAt, observedAt, recordedAt }: FactEvidence, today: Day) {
  if (reportedAt !== null) return <DayAndTime at={reportedAt} today={today} />
  if (observedAt === null) return <>{en.evidence.recordedAt(<DayAndTime at={recordedAt} today={today} />)}</>
  return isRealDay(observedAt) ? <LongDay day={observedAt} /> : <DayAndTime at={observedAt} today={today} />
}
