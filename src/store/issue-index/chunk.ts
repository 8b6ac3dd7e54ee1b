import { instantFromMs, msOf } from '../../market/calendar.ts'
import { BOARDS } from '../../market/facts/fact.ts'
import type { IssueHead } from '../../market/issues/issue-head.ts'
import type { IssueState } from '../../market/issues/issue-history.ts'

/** An issue as known to a view, with its number in the store. */
export interface NumberedHead extends IssueHead {
  readonly number: number
}

/** A reusable cursor over many issues: it is valid only until the next one is visited. */
export interface VisitedHead extends NumberedHead {
  /** A copy that stays valid. */
  copy(): NumberedHead
}

/** Issue numbers per chunk. Small, so that little is packed again when one issue changes. */
export const ISSUES_PER_CHUNK = 256

const FIGURES = ['opens', 'closes', 'lists', 'price', 'sizeCr', 'issuePrice', 'listingPrice'] as const
const FLAG = { exists: 1, sme: 2, offMarket: 4, listed: 8 } as const
const NO_TEXT = 0xffffffff

/** The states of issues with consecutive numbers in typed arrays: an object for each would take far more memory. */
export interface Chunk {
  /** The number of the issue at index 0. */
  readonly first: number
  /** By index in the chunk; empty where no issue has the number. */
  readonly slugs: readonly string[]
  /** By index: the first state of the issue. One extra entry at the end. */
  readonly starts: Uint32Array
  readonly rounds: Uint32Array
  readonly recorded: Float64Array
  readonly flags: Uint8Array
  readonly figures: Float64Array
  /** By state: indexes of its name and its symbol in `texts`. */
  readonly names: Uint32Array
  readonly symbols: Uint32Array
  readonly texts: readonly string[]
}

export interface NamedHistory {
  readonly slug: string
  readonly history: readonly IssueState[]
}

export function packChunk(first: number, issues: readonly NamedHistory[]): Chunk {
  const states = issues.flatMap(({ history }) => history)
  const indexes = new Map<string, number>()
  const indexOf = (text: string | null | undefined): number => {
    if (text === null || text === undefined) return NO_TEXT
    const index = indexes.get(text) ?? indexes.size
    indexes.set(text, index)
    return index
  }
  const starts = new Uint32Array(issues.length + 1)
  issues.forEach(({ history }, i) => {
    starts[i + 1] = (starts[i] ?? 0) + history.length
  })
  const names = Uint32Array.from(states, ({ head }) => indexOf(head?.name))
  const symbols = Uint32Array.from(states, ({ head }) => indexOf(head?.symbol))
  return {
    first,
    slugs: issues.map(({ slug }) => slug),
    starts,
    rounds: Uint32Array.from(states, ({ round }) => round),
    recorded: Float64Array.from(states, ({ recorded }) => msOf(recorded)),
    flags: Uint8Array.from(states, ({ head }) => flagsOf(head)),
    figures: Float64Array.from(states.flatMap(({ head }) => FIGURES.map((key) => head?.[key] ?? Number.NaN))),
    names,
    symbols,
    texts: [...indexes.keys()],
  }
}

function flagsOf(head: IssueHead | undefined): number {
  if (!head) return 0
  const { board, offMarket, hasListing } = head
  const sme = board === 'SME' ? FLAG.sme : 0
  return FLAG.exists | sme | (offMarket ? FLAG.offMarket : 0) | (hasListing ? FLAG.listed : 0)
}

export const unpackChunk = (chunk: Chunk): NamedHistory[] =>
  chunk.slugs.map((slug, index) => {
    const [first = 0, end = 0] = chunk.starts.subarray(index, index + 2)
    const history = Array.from({ length: end - first }, (_, i) => ({
      round: chunk.rounds[first + i] ?? 0,
      recorded: instantFromMs(chunk.recorded[first + i] ?? 0),
      head: packedHead(chunk, index, first + i),
    }))
    return { slug, history }
  })

/** The state of the issue at an index as known to a view: the last one within both bounds; -1 when there is none. */
export function packedStateAt(chunk: Chunk, index: number, version: number, asOfMs: number): number {
  const first = chunk.starts[index] ?? 0
  for (let i = (chunk.starts[index + 1] ?? 0) - 1; i >= first; i--)
    if ((chunk.rounds[i] ?? 0) <= version && (chunk.recorded[i] ?? 0) <= asOfMs)
      return exists(chunk, i) ? i : -1
  return -1
}

const exists = (chunk: Chunk, state: number): boolean => ((chunk.flags[state] ?? 0) & FLAG.exists) !== 0

const packedHead = (chunk: Chunk, index: number, state: number): IssueHead | undefined =>
  exists(chunk, state) ? new PackedHead().at(chunk, index, state) : undefined

const EMPTY_CHUNK = packChunk(0, [])

/**
 * Reads the fields of an issue from its chunk. One object can be moved from issue to issue, so that visiting all
 * allocates nothing.
 */
export class PackedHead implements VisitedHead {
  #chunk = EMPTY_CHUNK
  #index = 0
  #state = 0

  at(chunk: Chunk, index: number, state: number): this {
    this.#chunk = chunk
    this.#index = index
    this.#state = state
    return this
  }

  copy(): NumberedHead {
    return new PackedHead().at(this.#chunk, this.#index, this.#state)
  }

  get number() {
    return this.#chunk.first + this.#index
  }
  get slug() {
    return this.#chunk.slugs[this.#index] ?? ''
  }
  get name() {
    return this.#text(this.#chunk.names) ?? ''
  }
  get symbol() {
    return this.#text(this.#chunk.symbols)
  }
  get board() {
    return BOARDS[this.#is(FLAG.sme) ? 1 : 0]
  }
  get offMarket() {
    return this.#is(FLAG.offMarket)
  }
  get hasListing() {
    return this.#is(FLAG.listed)
  }
  get opens() {
    return this.#figure(0)
  }
  get closes() {
    return this.#figure(1)
  }
  get lists() {
    return this.#figure(2)
  }
  get price() {
    return this.#figure(3)
  }
  get sizeCr() {
    return this.#figure(4)
  }
  get issuePrice() {
    return this.#figure(5)
  }
  get listingPrice() {
    return this.#figure(6)
  }

  #is(flag: number): boolean {
    return ((this.#chunk.flags[this.#state] ?? 0) & flag) !== 0
  }

  #text(indexes: Uint32Array): string | null {
    return this.#chunk.texts[indexes[this.#state] ?? NO_TEXT] ?? null
  }

  /** `column` is an index of `FIGURES`. */
  #figure(column: number): number | null {
    const figure = this.#chunk.figures[this.#state * FIGURES.length + column]
    return figure === undefined || Number.isNaN(figure) ? null : figure
  }
}
