import type { Instant } from '../../market/calendar.ts'
import type { Fact } from '../../market/facts/fact.ts'
import type { RoundCopy } from '../append/round.ts'
import type { StoreRow } from '../tables.ts'
import type { Position } from './position.ts'

/** What identifies a round in every store that has it. */
export type RoundName = Pick<RoundCopy, 'source' | 'work' | 'started' | 'committed'> & {
  /** Its number among rounds that are equal in this, from 1: two may be committed in one millisecond. */
  readonly occurrence: number
}

/** A fact of the round before it. */
export interface PieceFact {
  readonly fact: Fact
  readonly recordedAt: Instant
  /** Its number in its round, from 1, by which the ids of both stores agree. */
  readonly number: number
  /** The number, in this piece, of the download that it was parsed from. */
  readonly fetch?: number
  /** Of a deal: its number among equal ones. */
  readonly occurrence?: number
}

export type PieceFetch = Omit<StoreRow<'fetches'>, 'round'>
export type PieceRefusal = Omit<StoreRow<'refusals'>, 'round' | 'fetch'>

/**
 * A piece of a store, in this order: `begin`; the refusals that were removed; each round with its downloads, new
 * issues (numbered in this order) and facts; the refusals and keys that changed; `end`.
 */
export type PieceEntry =
  | { readonly piece: 'begin'; readonly from: Position; readonly to: Position }
  | { readonly piece: 'removed'; readonly identity: string }
  | { readonly piece: 'round'; readonly round: RoundCopy & RoundName }
  | { readonly piece: 'issue'; readonly slug: string }
  | { readonly piece: 'fetch'; readonly fetch: PieceFetch }
  | { readonly piece: 'fact'; readonly fact: PieceFact }
  | { readonly piece: 'refusal'; readonly refusal: PieceRefusal; readonly firstIn: RoundName | null }
  | {
      readonly piece: 'key'
      readonly source: string
      readonly key: string
      readonly slug: string
      readonly learned: Instant
    }
  | { readonly piece: 'end'; readonly position: Position }

/** An entry of a piece that is read from a file, with its line. */
export type PieceLine = PieceEntry & { readonly line: number }

/** What follows a round. */
export const isOfRound = (line: PieceLine | undefined): line is LineOf<'issue' | 'fetch' | 'fact'> =>
  line?.piece === 'issue' || line?.piece === 'fetch' || line?.piece === 'fact'

export type LineOf<P extends PieceLine['piece']> = Extract<PieceLine, { readonly piece: P }>

/** The piece is refused whole, because of this line. */
export class PieceRefused extends Error {
  override readonly name = 'PieceRefused'
  readonly line: number

  constructor(line: number, reason: string) {
    super(reason)
    this.line = line
  }
}

/** The lines of a round's facts, by their numbers, of which most follow each other. */
export class LineNumbers {
  readonly #starts: { readonly number: number; readonly line: number }[] = []

  add(number: number, line: number): void {
    const last = this.#starts.at(-1)
    if (!last || line - last.line !== number - last.number) this.#starts.push({ number, line })
  }

  of(number: number): number {
    const start = this.#starts.findLast((one) => one.number <= number)
    return start ? start.line + number - start.number : 0
  }
}
