/** How far a source is trusted on the terms of an issue: the lower the number, the more. */
export const RANK = { operator: 1, exchange: 2, tracker: 3 } as const

/** A name under which facts are published. */
export interface Publisher {
  readonly name: string
  /** Names of one owner count as one voice. */
  readonly owner: string
  readonly rank: number
}

/** The publishers that Greymark knows by itself. */
export const PUBLISHERS: readonly Publisher[] = [
  { name: 'operator', owner: 'operator', rank: RANK.operator },
  { name: 'nse', owner: 'NSE', rank: RANK.exchange },
  { name: 'bse', owner: 'BSE', rank: RANK.exchange },
  { name: 'InvestorGain', owner: 'Chittorgarh group', rank: RANK.tracker },
  { name: 'Chittorgarh', owner: 'Chittorgarh group', rank: RANK.tracker },
  { name: 'IPOWatch', owner: 'IPOWatch', rank: RANK.tracker },
  { name: 'IPO Ji', owner: 'IPO Ji', rank: RANK.tracker },
  { name: 'IPO Premium', owner: 'IPO Premium', rank: RANK.tracker },
]

const byName: ReadonlyMap<string, Publisher> = new Map(
  PUBLISHERS.map((publisher) => [publisher.name, publisher]),
)

/** Every name that is not built in is a tracker, also a table of the operator's own. */
export const rankOf = (source: string): number => byName.get(source)?.rank ?? RANK.tracker

/** The owner of a built-in name; any other name owns itself. */
export const builtInOwner = (source: string): string => byName.get(source)?.owner ?? source

/** The owner that an operator's table file names for its source. */
export interface OwnedName {
  readonly name: string
  readonly owner: string
}

/** Who owns each source: the built-in owners, and those of the operator's own tables. It never changes. */
export class Owners {
  readonly #own: ReadonlyMap<string, string>

  constructor(own: readonly OwnedName[] = []) {
    this.#own = new Map(own.filter(({ name }) => !byName.has(name)).map(({ name, owner }) => [name, owner]))
  }

  of(source: string): string {
    return this.#own.get(source) ?? builtInOwner(source)
  }
}

export const publisherOf = (source: string, owners: Owners): Publisher => ({
  name: source,
  owner: owners.of(source),
  rank: rankOf(source),
})
