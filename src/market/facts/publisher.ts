import { EXCHANGE_TABLE } from '../exchanges.ts'

/** How far a source is trusted on the terms of an issue; the lowest number is trusted most. */
export const RANK = { operator: 1, exchange: 2, tracker: 3 } as const

/** A source name under which facts are recorded. */
export interface Publisher {
  readonly name: string
  /** Sources of one owner count as one. */
  readonly owner: string
  readonly rank: number
}

export const PUBLISHERS: readonly Publisher[] = [
  { name: 'operator', owner: 'operator', rank: RANK.operator },
  ...Object.entries(EXCHANGE_TABLE).map(([owner, { publisher }]) => ({
    name: publisher,
    owner,
    rank: RANK.exchange,
  })),
  { name: 'InvestorGain', owner: 'Chittorgarh group', rank: RANK.tracker },
  { name: 'Chittorgarh', owner: 'Chittorgarh group', rank: RANK.tracker },
  { name: 'IPOWatch', owner: 'IPOWatch', rank: RANK.tracker },
  { name: 'IPO Ji', owner: 'IPO Ji', rank: RANK.tracker },
  { name: 'IPO Premium', owner: 'IPO Premium', rank: RANK.tracker },
]

const byName: ReadonlyMap<string, Publisher> = new Map(
  PUBLISHERS.map((publisher) => [publisher.name, publisher]),
)

/** The rank of a source. Names that are not built in, such as the operator's own tables, are trackers. */
export const rankOf = (source: string): number => byName.get(source)?.rank ?? RANK.tracker

/** The owner of a built-in source; any other source is its own owner. */
export const builtInOwner = (source: string): string => byName.get(source)?.owner ?? source

/** Maps each source to its owner: built-in owners, and those that the operator's tables name. Immutable. */
export class Owners {
  readonly #ownTables: ReadonlyMap<string, string>

  constructor(ownTables: readonly Pick<Publisher, 'name' | 'owner'>[] = []) {
    this.#ownTables = new Map(
      ownTables.filter(({ name }) => !byName.has(name)).map(({ name, owner }) => [name, owner]),
    )
  }

  of(source: string): string {
    return this.#ownTables.get(source) ?? builtInOwner(source)
  }
}

export const publisherOf = (source: string, owners: Owners): Publisher => ({
  name: source,
  owner: owners.of(source),
  rank: rankOf(source),
})
