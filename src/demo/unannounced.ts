import { addDays, type Day, dayNumber, type Instant, istDay } from '../market/calendar.ts'
import { rupeesFromPaise } from '../market/money.ts'
import { type NewRefusal, openRefusals, settleRefusal, storeRefusals } from '../store/collection/refusals.ts'
import type { Db } from '../store/engines/db.ts'
import { demoMoment } from './business-days.ts'
import { coinedCompany } from './names.ts'
import { chance, magnitudeBetween, seeded, shuffled, wholeBetween } from './seeded.ts'

/** A tracker's row about a company that no exchange has announced, and when it was first and last read. */
interface WaitingRow {
  readonly refusal: NewRefusal
  readonly firstSeen: Instant
  readonly lastSeen: Instant
}

/** No announced company of the demo has such a name. */
const BUSINESSES = ['Aerospace', 'Cinemas', 'Shipyards', 'Waterworks', 'Orchards'] as const
/** The ids of trackers as sources. */
const TRACKERS = ['investorgain', 'ipowatch', 'ipoji', 'ipopremium'] as const
/** A new company every so many days, each quoted for so many: about four at any time. */
const DAYS_BETWEEN = 12
const DAYS_QUOTED = 48
/** When trackers are read, in minutes after midnight in India. */
const READ_AT = 11 * 60
/** The demo has no rounds of collecting. */
const NO_ROUND = 0

/** The rows that wait at a moment. */
function waitingRows(clock: Instant): WaitingRow[] {
  const readToday = demoMoment(istDay(clock), READ_AT) <= clock
  const lastDay = addDays(istDay(clock), readToday ? 0 : -1)
  const newest = Math.floor(dayNumber(lastDay) / DAYS_BETWEEN)
  const rows: WaitingRow[] = []
  for (let index = newest; (newest - index) * DAYS_BETWEEN < DAYS_QUOTED; index--) {
    const firstDay = addDays('1970-01-01', index * DAYS_BETWEEN)
    const [firstSeen, lastSeen] = [demoMoment(firstDay, READ_AT), demoMoment(lastDay, READ_AT)]
    for (const refusal of rowsAbout(index, firstDay)) rows.push({ refusal, firstSeen, lastSeen })
  }
  return rows
}

/** The rows of one or two trackers about the company. Some print a price, and some the days of bidding. */
function rowsAbout(index: number, observedAt: Day): NewRefusal[] {
  const random = seeded(`unannounced ${index}`)
  const business = BUSINESSES[index % BUSINESSES.length] ?? BUSINESSES[0]
  const name = coinedCompany(index * 29, business).name.replace(/ Limited$/, '')
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

/** Stores the rows that wait at a moment, and settles those that trackers no longer print. */
export async function storeUnannounced(db: Db, clock: Instant): Promise<void> {
  const waiting = new Set<number>()
  for (const { refusal, firstSeen, lastSeen } of waitingRows(clock))
    for (const seen of [firstSeen, lastSeen])
      for (const id of await storeRefusals(db, [refusal], { round: NO_ROUND, seen, isReplay: true }))
        waiting.add(id)
  for (const { id } of await openRefusals(db))
    if (!waiting.has(id)) await settleRefusal(db, id, { settled: 'discarded', as: null, at: clock })
}
