import { DAY_MS, type Instant, instantFromMs, msOf } from '../market/calendar.ts'
import type { Statement } from '../market/facts/statement.ts'
import { recordFacts } from '../store/append/record-facts.ts'
import { type Db, IN_MEMORY, openDb } from '../store/engines/db.ts'
import { migrate } from '../store/schema.ts'
import { marketVersion } from '../store/version/market-version.ts'
import { demoFacts } from './market.ts'
import type { DemoFact } from './trading-days.ts'
import { storeUnannounced } from './unannounced.ts'

export interface DemoMarket {
  served(): { db: Db; demo: true; version: number; committed: Instant }
  /** The moment up to which facts are recorded. */
  upTo(): Instant
  /** When the next fact becomes due, at most a day ahead. */
  nextAt(): Instant
  /** Records the facts that have become due since. */
  advance(now: Instant): Promise<void>
  /** Waits for an `advance` in progress, then closes the store. */
  close(): Promise<void>
}

/**
 * Opens the invented market in its own in-memory store, separate from the user's store. Processes that open it with the
 * same `since` have the same versions of it, whenever they open it.
 */
export async function openDemoMarket(now: Instant, since = now): Promise<DemoMarket> {
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
    served: () => ({ db, demo: true, version: current.version, committed: current.recorded }),
    upTo: () => upTo ?? now,
    nextAt: () => nextAfter(upTo ?? now),
    advance(clock) {
      const next = steps.then(() => step(clock))
      steps = next.catch(() => undefined)
      return next
    },
    async close() {
      await steps
      await db.destroy()
    },
  }
}

function nextAfter(moment: Instant): Instant {
  const upTo = instantFromMs(msOf(moment) + DAY_MS)
  return demoFacts({ after: moment, upTo })[0]?.recordedAt ?? upTo
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
