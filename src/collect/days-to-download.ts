import { addDays, type Day, type Instant, istDay, istInstant } from '../market/calendar.ts'
import { EXCHANGE_TABLE } from '../market/exchanges.ts'
import type { Exchange } from '../market/facts/fact.ts'
import type { Source } from '../sources/source.ts'
import type { Db } from '../store/engines/db.ts'
import { type KnownMarket, readKnownMarket } from './known-market.ts'
import type { KnownIssue } from './match/issue-finder.ts'

/** Older listings are only collected with `--from` and `--to`. */
const DAYS_BACK = 120
/** The exchanges publish their day files in the evening. */
const PUBLISHED_FROM = '18:00'

/** The days whose files to download from a dated source, unless the operator names them. */
export async function daysToDownload(
  db: Db,
  source: Source,
  clock: Instant,
  asOf: Instant | null,
): Promise<Day[]> {
  const { listingsOn } = source
  if (!listingsOn) return []
  const knowledge = await readKnownMarket(db, asOf, clock)
  const today = istDay(clock)
  const days = [...knowledge.index.all()].flatMap((issue) => {
    const day = missingListing(knowledge, issue, listingsOn)
    return day !== null && day <= today && day >= addDays(today, -DAYS_BACK) ? [day] : []
  })
  // Downloaded whether or not an issue lists, so that a missing or changed file is noticed.
  if (clock >= istInstant(today, PUBLISHED_FROM)) days.push(today)
  return [...new Set(days)].sort()
}

/** The listing day of an issue whose price on this exchange is not known yet. */
function missingListing(knowledge: KnownMarket, issue: KnownIssue, exchange: Exchange): Day | null {
  const { terms, listedAt, symbols, bseCodes } = issue
  const { publisher, sharesNamedBy } = EXCHANGE_TABLE[exchange]
  const hasKey = sharesNamedBy === 'symbol' ? symbols.has(publisher) : bseCodes.size > 0
  return terms.offMarket || listedAt.has(exchange) || !hasKey ? null : knowledge.listingDay(issue)
}
