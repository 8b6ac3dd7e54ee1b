import type { Instant } from '../market/calendar.ts'
import type { Entry, Observation, Source } from '../sources/source.ts'
import type { Reporter } from './match/match.ts'

/** Where and when a row was seen. */
export interface RowOrigin {
  readonly speaker: Reporter
  /** Where people can look the source up. */
  readonly home: string
  readonly document: string
  /** The number of the download. */
  readonly fetch: number
  readonly fetchedAt: Instant
}

/** The place of a source's download. */
export const originIn = (
  { id, publisher, home }: Source,
  download: Pick<RowOrigin, 'document' | 'fetch' | 'fetchedAt'>,
): RowOrigin => ({ speaker: { source: id, publisher }, home, ...download })

/** A row of an answer, and where it was seen. */
export type LocatedEntry = RowOrigin & { readonly entry: Entry }

/** Something that a row says, and where it was seen; for one that was refused before, with its number. */
export interface ParsedRow extends RowOrigin {
  readonly row: number
  readonly raw: string
  readonly said: Observation
  readonly refusal?: number
  /** When a refused row was last seen to say this. */
  readonly lastSeen?: Instant
}

/** A sighting that was not taken. */
export interface RefusedParsedRow {
  readonly sighting: Omit<ParsedRow, 'said'> & { readonly said: Observation | null }
  readonly rule: string
  readonly reason: string
  readonly candidates: readonly string[]
}
