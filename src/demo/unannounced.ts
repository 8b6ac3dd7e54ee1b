import { addDays, type Day, dayNumber, type Instant, istDay } from '../market/calendar.ts'
import { rupeesFromPaise } from '../market/money.ts'
import { type NewRefusal, openRefusals, settleRefusal, storeRefusals } from '../store/collection/refusals.ts'
import type { Db } from '../store/engines/db.ts'
import { coinedCompany, cycled } from './names.ts'
import { chance, magnitudeBetween, seeded, shuffled, wholeBetween } from './seeded.ts'
import { demoMoment } from './trading-days.ts'

/** No announced company of the demo has such a name. */
const BUSINESSES = ['Aerospace', 'Cinemas', 'Shipyards', 'Waterworks', 'Orchards']
/** The ids of trackers as sources. */
const TRACKERS = ['investorgain', 'ipowatch', 'ipoji', 'ipopremium']
/** A new company every so many days, each quoted for so many: about four at any time. */
const DAYS_BETWEEN = 12
const DAYS_QUOTED = 48
/** When trackers are read, in minutes after midnight in India. */
const READ_AT = 11 * 60
/** The demo has no rounds of collecting. */
const NO_ROUND = 0

/** Stores the trackers' rows about companies that no exchange has announced, and settles those no longer printed. */
export async function storeUnannounced(db: Db, clock: Instant): Promise<void> {
  const readToday = demoMoment(istDay(clock), READ_AT) <= clock
  const lastDay = addDays(istDay(clock), readToday ? 0 : -1)
  const newest = Math.floor(dayNumber(lastDay) / DAYS_BETWEEN)
  const waiting = new Set<number>()
  for (let index = newest; (newest - index) * DAYS_BETWEEN < DAYS_QUOTED; index--) {
    const firstDay = addDays('1970-01-01', index * DAYS_BETWEEN)
    for (const day of [firstDay, lastDay]) {
      const read = { round: NO_ROUND, seen: demoMoment(day, READ_AT), isReplay: true }
      for (const id of await storeRefusals(db, rowsAbout(index, firstDay), read)) waiting.add(id)
    }
  }
  for (const { id } of await openRefusals(db))
    if (!waiting.has(id)) await settleRefusal(db, id, { settled: 'discarded', as: null, at: clock })
}

/** The rows of one or two trackers about a company. Some print a price, and some the days of bidding. */
function rowsAbout(index: number, observedAt: Day): NewRefusal[] {
  const random = seeded(`unannounced ${index}`)
  const name = coinedCompany(index * 29, cycled(BUSINESSES, index)).name.replace(/ Limited$/, '')
  const price = Math.round(magnitudeBetween(random, 80, 600)) * 100
  const openDate = chance(random, 0.5) ? addDays(observedAt, DAYS_QUOTED + 7) : null
  const subject = {
    ...{ name, symbol: null, isin: null, bseCode: null, upstreamId: null, board: null },
    ...{ openDate, closeDate: openDate && addDays(openDate, 2), priceMin: null },
    priceMax: chance(random, 0.6) ? price : null,
  }
  return shuffled(random, TRACKERS)
    .slice(0, wholeBetween(random, 1, 2))
    .map((source) => {
      const gmp = Math.round((price * random() * 0.5) / 100) * 100
      const printed = `₹${rupeesFromPaise(gmp)}`
      return {
        ...{ fetch: null, source, document: 'demo', line: 1, raw: `${name} | ${printed}` },
        ...{ subject: `name ${name.toLowerCase()}`, rule: 'unknown-issue', candidates: [] },
        reason: `no issue is known as ${name}`,
        said: JSON.stringify({ kind: 'gmp', subject, observedAt, gmp, reportedAt: null, printed }),
      }
    })
}
