/** Who speaks first about the terms of an issue: the lower the number, the stronger the word. */
export const RANK = { operator: 1, exchange: 2, tracker: 3 } as const

/** A name under which facts are published. */
export interface Publisher {
  readonly name: string
  /** Names of one owner count as one voice. */
  readonly owner: string
  readonly rank: number
}

/** Everyone whose name is known. */
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

const byName = new Map(PUBLISHERS.map((publisher) => [publisher.name, publisher]))

/** Makes the owner of a tracker of the operator's own known, once, at the start; a built-in name keeps its own. */
export function introduceTracker(name: string, owner: string): void {
  if (!byName.has(name)) byName.set(name, { name, owner, rank: RANK.tracker })
}

/** A name that nobody knows is a tracker that owns itself. */
export const publisherOf = (source: string): Publisher =>
  byName.get(source) ?? { name: source, owner: source, rank: RANK.tracker }

export const ownerOf = (source: string): string => publisherOf(source).owner
export const rankOf = (source: string): number => publisherOf(source).rank
