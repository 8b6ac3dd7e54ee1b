import { sql } from 'kysely'
import type { Instant } from '../../market/calendar.ts'
import { compareRecorded, type Fact, type Recorded } from '../../market/facts/fact.ts'
import type { Db } from '../engines/db.ts'
import { marketVersion } from '../version/market-version.ts'
import { isKnownTo, type View } from '../view.ts'
import { FACT_TABLES, type FactTable } from './fact-rows.ts'
import { readFacts } from './read-facts.ts'

/** Number of facts that are read ahead from each table. */
const PAGE = 1000

/**
 * Every fact known to a view (by default the current market version) in the order of recording. Later commits are left
 * out.
 */
export async function* allFacts(db: Db, requestedView?: View): AsyncGenerator<Recorded<Fact>> {
  const view = requestedView ?? { version: (await marketVersion(db)).version, asOf: null }
  yield* merged(
    FACT_TABLES.map((table) => factsOf(db, table, view)),
    compareRecorded,
  )
}

/** The values of several streams in one order, which each of them has. */
export async function* merged<T>(
  streams: readonly AsyncGenerator<T>[],
  compare: (a: T, b: T) => number,
): AsyncGenerator<T> {
  const heads: IteratorResult<T>[] = []
  for (const stream of streams) heads.push(await stream.next())
  for (;;) {
    let first = -1
    heads.forEach((head, i) => {
      const best = heads[first]
      if (!head.done && (!best || best.done || compare(head.value, best.value) < 0)) first = i
    })
    const head = heads[first]
    const stream = streams[first]
    if (!head || head.done || !stream) return
    yield head.value
    heads[first] = await stream.next()
  }
}

async function* factsOf(db: Db, table: FactTable, view: View): AsyncGenerator<Recorded<Fact>> {
  let after: { recorded: Instant; id: number } = { recorded: '', id: 0 }
  for (;;) {
    // Two seeks instead of one comparison of pairs, for which SQLite would read all facts of that moment again.
    const sameMoment = sql`recorded = ${after.recorded} and id > ${after.id} and ${isKnownTo(view)}`
    const page: Recorded<Fact>[] = await readFacts(db, table, sameMoment, PAGE)
    if (page.length < PAGE) {
      const later = sql`recorded > ${after.recorded} and ${isKnownTo(view)}`
      page.push(...(await readFacts(db, table, later, PAGE)))
    }
    yield* page
    const last = page.at(-1)
    if (!last) return
    after = last
  }
}

const REPORT_TABLES = ['issue_facts', 'gmp_reports', 'subscription_reports', 'listings', 'deals'] as const

interface NewestFact {
  readonly recorded: Instant
  readonly source: string
}

/** Time and source of the newest fact; `undefined` for a market without facts. */
export async function newestFact(db: Db, view: View): Promise<NewestFact | undefined> {
  const newest = REPORT_TABLES.map(
    (table) => sql`select recorded, source from (
      select recorded, source from ${sql.table(table)} where ${isKnownTo(view)}
      order by recorded desc, id desc limit 1) as newest`,
  )
  const { rows } = await sql<NewestFact>`${sql.join(newest, sql` union all `)}`.execute(db)
  return rows.toSorted((a, b) => (a.recorded < b.recorded ? 1 : -1))[0]
}
