import type { Instant } from '../market/calendar.ts'
import type { Fact } from '../market/facts/fact.ts'
import type { Entry, Observation, ReadRow, ReportedTerms, Source } from '../sources/source.ts'
import type { Fetch } from '../store/collection/fetches.ts'
import type { IssueKey } from '../store/issues/issue-keys.ts'
import type { Reporter } from './match/match.ts'

/** Where and when a row was read. */
interface RowOrigin {
  readonly reporter: Reporter
  /** The page where people can look the source up. */
  readonly home: string
  readonly document: string
  /** The id of the download. */
  readonly fetch: number
  readonly fetchedAt: Instant
}

/** The origin of a row in a source's download. */
export const originIn = (
  { id, publisher, home }: Source,
  { id: fetch, document, fetched }: Pick<Fetch, 'id' | 'document' | 'fetched'>,
): RowOrigin => ({ reporter: { source: id, publisher }, home, document, fetch, fetchedAt: fetched })

/** A row of an answer, parsed or bad, with its origin. */
export type LocatedEntry = RowOrigin & Entry

/** A parsed row with its origin; for one that was refused before, with the refusal's id. */
export type ParsedRow<O extends Observation = Observation> = RowOrigin &
  ReadRow<O> & {
    readonly refusal?: number
    /** When a refused row was last seen with this content. */
    readonly lastSeen?: Instant
  }
export type TermsRow = ParsedRow<ReportedTerms>
export type FigureRow = ParsedRow<Exclude<Observation, ReportedTerms>>

export const isTerms = <R extends Entry>(row: R): row is R & ReadRow<ReportedTerms> =>
  'said' in row && row.said.kind === 'terms'
export const isFigure = (row: ParsedRow): row is FigureRow => !isTerms(row)

/** A row that was not accepted; `said` is `null` for one that could not be parsed. */
export type RefusedParsedRow = Omit<ParsedRow, 'said'> & {
  readonly said: Observation | null
  readonly rule: string
  readonly reason: string
  readonly candidates: readonly string[]
}

/** A fact made from a row, before the facts of a round are compared with each other. */
export interface DraftFact {
  readonly fact: Fact
  readonly parsed: ParsedRow
}

/** The facts that rows state, and the rows that cannot be accepted. */
export interface Interpretation {
  readonly facts: readonly DraftFact[]
  readonly refused: readonly RefusedParsedRow[]
  /** The number of rows without news, such as an unstamped figure that has not changed. */
  readonly known: number
  /** The keys that the sources use for the issues. */
  readonly keys: readonly IssueKey[]
}
