import { instantFromMs, msOf } from '../../market/calendar.ts'
import { BOARDS } from '../../market/facts/fact.ts'
import type { IssueHead } from '../../market/issues/issue-head.ts'
import type { IssueState } from '../../market/issues/issue-history.ts'

/** An issue as a view sees it, with its number in the store. */
export interface NumberedHead extends IssueHead {
  readonly number: number
}

/** One of many that are looked at in turn: a moment later it is the next. */
export interface VisitedHead extends NumberedHead {
  /** The same, to be kept. */
  kept(): NumberedHead
}

/** How many issue numbers share a chunk: few, so that little is packed again when one of them changes. */
export const ISSUES_PER_CHUNK = 256

const FIGURES = ['opens', 'closes', 'lists', 'price', 'sizeCr', 'issuePrice', 'listingPrice'] as const
const FLAG = { exists: 1, sme: 2, offMarket: 4, listed: 8 } as const
const NO_TEXT = 0xffffffff

/** The states of issues with neighbouring numbers, packed: an object for each would take far more memory. */
export interface Chunk {
  /** The number of the issue at the first place. */
  readonly first: number
  /** By place in the chunk; empty where no issue has the number. */
  readonly slugs: readonly string[]
  /** By place: its first state. One more at the end. */
  readonly starts: Uint32Array
  readonly rounds: Uint32Array
  readonly recorded: Float64Array
  readonly flags: Uint8Array
  readonly figures: Float64Array
  /** By state: its name and its symbol among the texts. */
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
  const places = new Map<string, number>()
  const placeOf = (text: string | null | undefined): number => {
    if (text === null || text === undefined) return NO_TEXT
    const place = places.get(text) ?? places.size
    places.set(text, place)
    return place
  }
  const starts = new Uint32Array(issues.length + 1)
  issues.forEach(({ history }, i) => {
    starts[i + 1] = (starts[i] ?? 0) + history.length
  })
  const names = Uint32Array.from(states, ({ head }) => placeOf(head?.name))
  const symbols = Uint32Array.from(states, ({ head }) => placeOf(head?.symbol))
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
    texts: [...places.keys()],
  }
}

function flagsOf(head: IssueHead | undefined): number {
  if (!head) return 0
  const { board, offMarket, hasListing } = head
  const sme = board === 'SME' ? FLAG.sme : 0
  return FLAG.exists | sme | (offMarket ? FLAG.offMarket : 0) | (hasListing ? FLAG.listed : 0)
}

export const unpackChunk = (chunk: Chunk): NamedHistory[] =>
  chunk.slugs.map((slug, place) => {
    const [first = 0, end = 0] = chunk.starts.subarray(place, place + 2)
    const history = Array.from({ length: end - first }, (_, i) => ({
      round: chunk.rounds[first + i] ?? 0,
      recorded: instantFromMs(chunk.recorded[first + i] ?? 0),
      head: packedHead(chunk, place, first + i),
    }))
    return { slug, history }
  })

/** The state that a view sees of the issue at a place: the last within both bounds; -1 where there is no such issue. */
export function packedStateAt(chunk: Chunk, place: number, version: number, asOfMs: number): number {
  const first = chunk.starts[place] ?? 0
  for (let i = (chunk.starts[place + 1] ?? 0) - 1; i >= first; i--)
    if ((chunk.rounds[i] ?? 0) <= version && (chunk.recorded[i] ?? 0) <= asOfMs)
      return exists(chunk, i) ? i : -1
  return -1
}

const exists = (chunk: Chunk, state: number): boolean => ((chunk.flags[state] ?? 0) & FLAG.exists) !== 0

const packedHead = (chunk: Chunk, place: number, state: number): IssueHead | undefined =>
  exists(chunk, state) ? new PackedHead().at(chunk, place, state) : undefined

const NOWHERE = packChunk(0, [])

/** Reads from its chunk what is asked of it. One can be moved from issue to issue, so that looking at all makes no garbage. */
export class PackedHead implements VisitedHead {
  #chunk = NOWHERE
  #place = 0
  #state = 0

  at(chunk: Chunk, place: number, state: number): this {
    this.#chunk = chunk
    this.#place = place
    this.#state = state
    return this
  }

  kept(): NumberedHead {
    return new PackedHead().at(this.#chunk, this.#place, this.#state)
  }

  get number() {
    return this.#chunk.first + this.#place
  }
  get slug() {
    return this.#chunk.slugs[this.#place] ?? ''
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

  #text(places: Uint32Array): string | null {
    return this.#chunk.texts[places[this.#state] ?? NO_TEXT] ?? null
  }

  /** In the order of `FIGURES`. */
  #figure(column: number): number | null {
    const figure = this.#chunk.figures[this.#state * FIGURES.length + column]
    return figure === undefined || Number.isNaN(figure) ? null : figure
  }
}
