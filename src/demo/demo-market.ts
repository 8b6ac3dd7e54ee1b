import {
  addDays,
  DAY_MS,
  type Day,
  dayNumber,
  type Instant,
  instantFromMs,
  istDay,
  msOf,
} from '../market/calendar.ts'
import type { Statement } from '../market/facts/statement.ts'
import { rupeesFromPaise } from '../market/money.ts'
import { recordFacts } from '../store/append/record-facts.ts'
import { type NewRefusal, openRefusals, settleRefusal, storeRefusals } from '../store/collection/refusals.ts'
import { type Db, IN_MEMORY, openDb } from '../store/engines/db.ts'
import { migrate } from '../store/schema.ts'
import { marketVersion } from '../store/version/market-version.ts'
import { demoFacts } from './market.ts'
import { coinedCompany, cycled } from './names.ts'
import { chance, magnitudeBetween, seeded, shuffled, wholeBetween } from './seeded.ts'
import { type DemoFact, demoMoment } from './trading-days.ts'

export type DemoMarket = Awaited<ReturnType<typeof openDemoMarket>>

/**
 * Opens the invented market in its own in-memory store, separate from the user's store. Processes that open it with the
 * same `since` have the same versions of it, whenever they open it.
 */
export async function openDemoMarket(now: Instant, since = now) {
  const db = openDb(IN_MEMORY)
  await migrate(db)
  let upTo: Instant | null = null
  let current = await marketVersion(db)

  const step = async (clock: Instant) => {
    const facts = demoFacts({ after: upTo, upTo: clock })
    const rounds =
      upTo === null ? roundsBefore(since, facts) : Map.groupBy(facts, ({ recordedAt }) => recordedAt)
    for (const [roundEnd, roundFacts] of rounds) await record(roundEnd, roundFacts)
    await storeUnannounced(db, clock)
    upTo = clock
    current = await marketVersion(db)
  }
  const record = async (clock: Instant, facts: readonly DemoFact[]) => {
    const statements = facts.map(({ fact, recordedAt }, i): Statement => ({ fact, recordedAt, line: i + 1 }))
    const outcome = await recordFacts(db, { source: 'demo', now: () => clock, batches: [statements] })
    if (outcome.refused > 0)
      throw new Error(`the demo market has a refused fact: ${outcome.refusals[0]?.reason}`)
  }
  await step(since)
  if (since < now) await step(now)

  let steps = Promise.resolve()
  return {
    served: () => ({ db, demo: true as const, version: current.version, committed: current.recorded }),
    /** The moment up to which facts are recorded. */
    upTo: () => upTo ?? now,
    /** When the next fact becomes due, at most a day ahead. */
    nextAt(): Instant {
      const after = upTo ?? now
      const tomorrow = instantFromMs(msOf(after) + DAY_MS)
      return demoFacts({ after, upTo: tomorrow })[0]?.recordedAt ?? tomorrow
    },
    /** Records the facts that have become due since. */
    advance(clock: Instant): Promise<void> {
      const next = steps.then(() => step(clock))
      steps = next.catch(() => undefined)
      return next
    },
    /** Waits for an `advance` in progress, then closes the store. */
    async close(): Promise<void> {
      await steps
      await db.destroy()
    },
  }
}

/** Facts of the day before the start are recorded in hourly rounds, so that recent changes can be shown; older facts in one. */
const HOURLY_ROUNDS = 24
const HOUR_MS = 3_600_000

/** Groups the facts before the start by the end of their hour, or the start if that is earlier. */
function roundsBefore(since: Instant, facts: readonly DemoFact[]): Map<Instant, DemoFact[]> {
  const first = instantFromMs(msOf(since) - HOURLY_ROUNDS * HOUR_MS)
  return Map.groupBy(facts, ({ recordedAt }) => {
    const recorded = recordedAt < first ? first : recordedAt
    const hourEnd = instantFromMs(Math.ceil(msOf(recorded) / HOUR_MS) * HOUR_MS)
    return hourEnd < since ? hourEnd : since
  })
}

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
