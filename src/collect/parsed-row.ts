import type { Instant } from '../market/calendar.ts'
import type { Entry, Observation, Source } from '../sources/source.ts'
import type { Reporter } from './match/match.ts'

/** Where and when a row was read. */
export interface RowOrigin {
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
  download: Pick<RowOrigin, 'document' | 'fetch' | 'fetchedAt'>,
): RowOrigin => ({ reporter: { source: id, publisher }, home, ...download })

/** A row of an answer, with its origin. */
export type LocatedEntry = RowOrigin & { readonly entry: Entry }

/** A parsed row with its origin; for one that was refused before, with the refusal's id. */
export interface ParsedRow extends RowOrigin {
  readonly row: number
  readonly raw: string
  readonly said: Observation
  readonly refusal?: number
  /** When a refused row was last seen with this content. */
  readonly lastSeen?: Instant
}

/** A row that was not accepted. */
export interface RefusedParsedRow {
  readonly parsed: Omit<ParsedRow, 'said'> & { readonly said: Observation | null }
  readonly rule: string
  readonly reason: string
  readonly candidates: readonly string[]
}
