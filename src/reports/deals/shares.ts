import { matchesOf } from '../../market/issues/name-search.ts'
import { asciiUpper } from '../../market/text-order.ts'
import { dealsAfter } from '../../store/deals/deals.ts'
import type { Db } from '../../store/engines/db.ts'
import { visitIssues } from '../ipos/issues-in-view.ts'
import type { Moment } from '../moment.ts'
import { newestDeals } from './deal-days.ts'

/** A share that clients were disclosed to have traded. */
export interface ShareWithDeals {
  readonly symbol: string
  /** As the exchange prints it. */
  readonly name: string
}

/** Older ones are found by their symbol. */
const MOST_SHARES = 300

/** The shares with the newest deals, at most `MOST_SHARES` of them; each once, though two exchanges may have it. */
export async function sharesWithDeals(db: Db, moment: Moment): Promise<ShareWithDeals[]> {
  const { deals } = await newestDeals(db, moment, {})
  const bySymbol = new Map<string, ShareWithDeals>()
  for (const { symbol, securityName } of deals) {
    const key = asciiUpper(symbol)
    if (!bySymbol.has(key)) bySymbol.set(key, { symbol, name: securityName })
  }
  return [...bySymbol.values()].slice(0, MOST_SHARES)
}

/** How many are shown beside the IPOs that were found. */
const MOST_FOUND = 8

/** The shares with deals that match what was typed, the best first; misspelt names only where nothing else matches. */
export async function sharesFound(
  db: Db,
  moment: Moment,
  typed: string,
  { orMisspelt }: { readonly orMisspelt: boolean },
): Promise<ShareWithDeals[]> {
  const shares = await sharesWithDeals(db, moment)
  const found = matchesOf(shares, typed, ({ name, symbol }) => [name, symbol], orMisspelt)
  const symbol = asciiUpper(typed.trim())
  // A share with older deals, if it is not among those that were found.
  const isOlder = symbol !== '' && !found.some((share) => asciiUpper(share.symbol) === symbol)
  const older = isOlder ? await dealsAfter(db, moment, { symbol }, null, 1) : []
  return [...older.map(({ symbol, securityName: name }) => ({ symbol, name })), ...found].slice(0, MOST_FOUND)
}

/** The issues that trade under a symbol, newest first. */
export async function iposOfSymbol(db: Db, moment: Moment, symbol: string) {
  const ipos: { readonly slug: string; readonly name: string }[] = []
  await visitIssues(db, moment, ({ slug, name, symbol: own }) => {
    if (own?.length === symbol.length && asciiUpper(own) === symbol) ipos.unshift({ slug, name })
  })
  return ipos
}
