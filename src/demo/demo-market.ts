import { type Instant, instantFromMs, msOf } from '../market/calendar.ts'
import type { Statement } from '../market/facts/statement.ts'
import { recordFacts } from '../store/append/record-facts.ts'
import { type Db, IN_MEMORY, openDb } from '../store/engines/db.ts'
import { migrate } from '../store/migrations/migrate.ts'
import { marketVersion } from '../store/version/market-version.ts'
import type { DemoFact } from './demo-fact.ts'
import { demoFacts } from './market.ts'

const FACTS_PER_BATCH = 1000

export interface DemoMarket {
  served(): { db: Db; demo: true; version: number; committed: Instant }
  /** Up to when the invented sources have spoken. */
  upTo(): Instant
  /** Records what they have said since. */
  advance(now: Instant): Promise<void>
  /** Waits for a step that is under way. */
  close(): Promise<void>
}

/** The invented market in a store of its own, in memory: the user's store never sees it. */
export async function openDemoMarket(now: Instant): Promise<DemoMarket> {
  const db = openDb(IN_MEMORY)
  await migrate(db)
  let upTo: Instant | null = null
  let current = await marketVersion(db)

  const step = async (clock: Instant) => {
    const facts = demoFacts({ after: upTo, upTo: clock })
    for (const [heardBy, heard] of roundsOf(facts, clock)) await record(heardBy, heard)
    upTo = clock
    current = await marketVersion(db)
  }
  const record = async (clock: Instant, facts: readonly DemoFact[]) => {
    const statements = facts.map(({ fact, recordedAt }, i): Statement => ({ fact, recordedAt, line: i + 1 }))
    const outcome = await recordFacts(db, {
      source: 'demo',
      now: () => clock,
      batches: batchesOf(statements),
    })
    if (outcome.refused > 0) throw new Error(`the demo contradicts itself: ${outcome.refusals[0]?.reason}`)
  }
  await step(now)

  let steps = Promise.resolve()
  return {
    served: () => ({ db, demo: true, version: current.version, committed: current.recorded }),
    upTo: () => upTo ?? now,
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

/** Its last day is heard hour by hour, so that what changed lately can be told; what came before, at once. */
const HOURS_HEARD = 24
const HOUR_MS = 3_600_000

/** What was said by the end of each hour, or by now. */
function roundsOf(facts: readonly DemoFact[], now: Instant): Map<Instant, DemoFact[]> {
  const first = instantFromMs(msOf(now) - HOURS_HEARD * HOUR_MS)
  return Map.groupBy(facts, ({ recordedAt }) => {
    const heard = recordedAt < first ? first : recordedAt
    const hourEnd = instantFromMs(Math.ceil(msOf(heard) / HOUR_MS) * HOUR_MS)
    return hourEnd < now ? hourEnd : now
  })
}

function* batchesOf(statements: readonly Statement[]): Generator<Statement[]> {
  for (let from = 0; from < statements.length; from += FACTS_PER_BATCH) {
    yield statements.slice(from, from + FACTS_PER_BATCH)
  }
}
