import { builtInOwner, Owners, RANK, rankOf } from '../market/facts/publisher.ts'
import { bseBhavcopy } from './bse-bhavcopy/bse-bhavcopy.ts'
import { bseDeals } from './bse-deals/bse-deals.ts'
import { bseIssues } from './bse-issues/bse-issues.ts'
import { investorgain } from './investorgain/investorgain.ts'
import { ipoji } from './ipoji/ipoji.ts'
import { ipopremium } from './ipopremium/ipopremium.ts'
import { ipowatch } from './ipowatch/ipowatch.ts'
import { nseBhavcopy } from './nse-bhavcopy/nse-bhavcopy.ts'
import { nseDeals } from './nse-deals/nse-deals.ts'
import { nseHolidays } from './nse-holidays/nse-holidays.ts'
import { nseIssues } from './nse-issues/nse-issues.ts'
import type { Source } from './source.ts'

/** Every upstream that Greymark can read. Those that create issues come first. */
export const SOURCES: readonly Source[] = [
  nseIssues,
  bseIssues,
  nseBhavcopy,
  bseBhavcopy,
  nseDeals,
  bseDeals,
  nseHolidays,
  investorgain,
  ipowatch,
  ipoji,
  ipopremium,
]

export const ownerOf = ({ publisher, owner }: Source): string => owner ?? builtInOwner(publisher)

export const ownersAmong = (known: readonly Source[]): Owners =>
  new Owners(known.map((source) => ({ name: source.publisher, owner: ownerOf(source) })))

/** Means all sources of the exchanges. */
export const EXCHANGES_NAME = 'exchanges'

const isExchange = ({ publisher }: Source): boolean => rankOf(publisher) <= RANK.exchange

/** A source was requested that does not exist. */
export class UnknownSource extends Error {
  override readonly name = 'UnknownSource'
}

/** The sources of these ids, in the order of `known`. */
export function chosenSources(ids: readonly string[], known: readonly Source[]): readonly Source[] {
  const unknown = ids.filter((id) => id !== EXCHANGES_NAME && !known.some((source) => source.id === id))
  if (unknown.length > 0) {
    const all = [EXCHANGES_NAME, ...known.map(({ id }) => id)].join(', ')
    throw new UnknownSource(`there is no source "${unknown.join('", "')}"; there are ${all}`)
  }
  return known.filter(
    (source) => ids.includes(source.id) || (ids.includes(EXCHANGES_NAME) && isExchange(source)),
  )
}
