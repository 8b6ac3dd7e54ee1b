import { addDays, type Day, type Instant, istDay, istInstant } from '../market/calendar.ts'
import { EXCHANGE_TABLE } from '../market/exchanges.ts'
import type { Exchange } from '../market/facts/fact.ts'
import { compareText } from '../market/text-order.ts'
import type { DayRange, Source } from '../sources/source.ts'
import type { Db } from '../store/engines/db.ts'
import { type KnownMarket, marketAt, presentMarket } from './known-market.ts'
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
  if (!source.listingsOn) return []
  const today = istDay(clock)
  const days = (await missingPrices(db, source.listingsOn, clock, asOf)).map(({ day }) => day)
  // Downloaded whether or not an issue lists, so that a missing or changed file is noticed.
  if (clock >= istInstant(today, PUBLISHED_FROM)) days.push(today)
  return [...new Set(days)].sort()
}

/** The issues whose price the files published so far may contain and that is not known yet, as slugs. */
export async function issuesWithoutPrice(db: Db, { listingsOn }: Source, clock: Instant): Promise<string[]> {
  if (!listingsOn) return []
  const missing = await missingPrices(db, listingsOn, clock, null)
  return missing.filter(({ day }) => clock >= istInstant(day, PUBLISHED_FROM)).map(({ slug }) => slug)
}

/**
 * The days of a range on which issues listed on an exchange whose price there is not known, the newest first, each with
 * the time since when its file can be used: an earlier reading of it may have skipped the issue.
 */
export async function pastListings(
  db: Db,
  exchange: Exchange,
  { from, to }: DayRange,
  clock: Instant,
): Promise<{ readonly day: Day; readonly since: Instant }[]> {
  const market = await presentMarket(db)
  const { sharesNamedBy } = EXCHANGE_TABLE[exchange]
  const since = new Map<Day, Instant>()
  for (const issue of market.index.all()) {
    const day = missingListing(market, issue, exchange)
    if (day === null || day < from || day > to || clock < istInstant(day, PUBLISHED_FROM)) continue
    const needed = { listingDate: day, [sharesNamedBy]: issue.terms[sharesNamedBy] }
    const stated = market.statedSince(issue, needed)
    if (stated >= (since.get(day) ?? '')) since.set(day, stated)
  }
  return [...since].map(([day, since]) => ({ day, since })).sort((a, b) => compareText(b.day, a.day))
}

/** The issues that have listed recently on an exchange and have no price there, with their listing days. */
async function missingPrices(
  db: Db,
  exchange: Exchange,
  clock: Instant,
  asOf: Instant | null,
): Promise<{ readonly slug: string; readonly day: Day }[]> {
  const market = await (asOf === null ? presentMarket(db) : marketAt(db, asOf))
  const today = istDay(clock)
  return [...market.index.all()].flatMap((issue) => {
    const day = missingListing(market, issue, exchange)
    const isRecent = day !== null && day <= today && day >= addDays(today, -DAYS_BACK)
    return isRecent ? [{ slug: issue.slug, day }] : []
  })
}

/** The listing day of an issue whose price on this exchange is not known yet. */
function missingListing(market: KnownMarket, issue: KnownIssue, exchange: Exchange): Day | null {
  const { terms, listedAt, symbols, bseCodes } = issue
  const { publisher, sharesNamedBy } = EXCHANGE_TABLE[exchange]
  const hasKey = sharesNamedBy === 'symbol' ? symbols.has(publisher) : bseCodes.size > 0
  return terms.offMarket || listedAt.has(exchange) || !hasKey ? null : market.listingDay(issue)
}
