import { sql } from 'kysely'
import { Market, nse, quote, terms, tracker } from '../../src/collect/collect-round.test-market.ts'
import { UpstreamFault } from '../../src/collect/download/upstream-fault.ts'
import { replayAnswers } from '../../src/collect/replay.ts'
import { acceptRefusal, CannotSettle, discardRefusals, settleSameAs } from '../../src/collect/settle.ts'
import { chance, pick, type Random, seeded, wholeBetween } from '../../src/demo/seeded.ts'
import { addDays, type Instant, instantFromMs, msOf } from '../../src/market/calendar.ts'
import { type Observation, UNNAMED_SUBJECT } from '../../src/sources/source.ts'
import { openRefusals } from '../../src/store/collection/refusals.ts'
import type { Db } from '../../src/store/engines/db.ts'
import { FACT_TABLES } from '../../src/store/facts/fact-rows.ts'
import { deal, gmp, holiday, ipo, retraction, same } from './lines.ts'
import { type Line, record } from './record.ts'

const COMPANIES = ['Acorn Mills', 'Birch Foods', 'Cedar Lamps', 'Dune Motors', 'Elm Paper', 'Fern Steel']
const SOURCES = [nse, tracker]
const FIRST_DAY = '2025-03-03'

/** A store that collects and is corrected by its operator, at random, in the year 2025. */
export class HomeStore {
  readonly market: Market
  readonly #random: Random
  #now = msOf(`${FIRST_DAY}T04:00:00.000Z`)
  #announced = 0

  constructor(db: Db, seed: string) {
    this.market = new Market(db)
    this.#random = seeded(seed)
  }

  get now(): Instant {
    return instantFromMs(this.#now)
  }

  /** Some rounds of every kind, some minutes after each other. */
  async goOn(): Promise<void> {
    for (let rounds = wholeBetween(this.#random, 1, 4); rounds > 0; rounds--) {
      this.#now += wholeBetween(this.#random, 1, 200) * 60_000
      await pick(this.#random, [
        () => this.#announce(),
        () => this.#quote(),
        () => this.#quote(),
        () => this.#fail(),
        () => this.#import(),
        () => this.#settle(),
        () => replayAnswers(this.market.db, tracker, { now: () => this.now, sources: SOURCES }),
      ])()
    }
  }

  get #today(): string {
    return this.now.slice(0, 10)
  }

  /** An exchange announces one more of the companies that trackers quote already. */
  async #announce(): Promise<void> {
    if (this.#announced < COMPANIES.length && chance(this.#random, 0.6)) this.#announced++
    const page = COMPANIES.slice(0, this.#announced).map((name, i) =>
      terms({
        ...{
          name: `${name} Limited`,
          symbol: name.slice(0, 5).trim().toUpperCase(),
          priceMin: 9_000 + i * 100,
        },
        ...{
          priceMax: 10_000 + i * 100,
          openDate: addDays(FIRST_DAY, 3 * i + 4),
          closeDate: addDays(FIRST_DAY, 3 * i + 6),
        },
      }),
    )
    await this.market.collectPage(nse, this.now, page)
  }

  /** A tracker quotes companies, some of them unknown, at impossible prices, or in rows that cannot be read. */
  async #quote(): Promise<void> {
    const rows: (Observation | { rule: string; reason: string })[] = []
    for (const name of COMPANIES)
      if (chance(this.#random, 0.5)) {
        const amount = chance(this.#random, 0.1) ? 9_000_000 : 100 * wholeBetween(this.#random, 1, 60)
        const upstreamId = chance(this.#random, 0.3) ? `${name.length}` : null
        rows.push(quote(amount, this.#today, { subject: { ...UNNAMED_SUBJECT, name, upstreamId } }))
      }
    if (chance(this.#random, 0.2)) rows.push({ rule: 'no-number', reason: 'a price that is no number' })
    await this.market.collectPage(tracker, this.now, rows as Observation[])
  }

  async #fail(): Promise<void> {
    await this.market.collect(tracker, this.now, async () => {
      throw new UpstreamFault('refused', 'ipowatch.example: HTTP 403')
    })
  }

  /** A file with times of its own and without, with equal deals, and with a merge and retractions. */
  async #import(): Promise<void> {
    const recordedAt = instantFromMs(this.#now - wholeBetween(this.#random, 1, 900) * 60_000)
    const equal = wholeBetween(this.#random, 0, 3)
    const sent = msOf(this.now).toString(36)
    const lines: Line[] = [
      // Issues are numbered in the order in which a store records them, which is not that of the lines.
      ...(chance(this.#random, 0.3) ? [ipo(`zinc-${sent}`), ipo(`amber-${sent}`, { recordedAt })] : []),
      gmp('walnut-desk', this.#today, wholeBetween(this.#random, 1, 90)),
      ipo('walnut-desk', { priceMax: 100, recordedAt }),
      ipo('walnut-desk-two', { recordedAt }),
      ...Array.from({ length: equal }, () => deal(addDays(FIRST_DAY, -3))),
      deal(this.#today, { clientName: `CLIENT ${wholeBetween(this.#random, 1, 5)}`, recordedAt }),
      holiday('2025-03-14', pick(this.#random, ['Kite Festival', 'Festival of Kites', null])),
      ...(chance(this.#random, 0.3) ? [same('walnut-desk-two', 'walnut-desk')] : []),
      ...(chance(this.#random, 0.3) ? [retraction(deal(addDays(FIRST_DAY, -3)), { recordedAt })] : []),
    ]
    await record(this.market.db, this.now, lines)
  }

  /** The operator settles one of the refused rows. */
  async #settle(): Promise<void> {
    const { db } = this.market
    const open = await openRefusals(db)
    if (open.length === 0) return
    const { id } = pick(this.#random, open)
    const options = { now: () => this.now, sources: SOURCES }
    const settling = pick(this.#random, [
      () => discardRefusals(db, id, options),
      () => acceptRefusal(db, id, options),
      () => settleSameAs(db, id, 'acorn-mills-limited', options),
    ])
    await settling().catch((error: unknown) => {
      if (!(error instanceof CannotSettle)) throw error
    })
  }
}

/** All that a store serves, table by table. Which download a refused row is from, and raw answers, stay at home. */
export async function contentsOf(db: Db): Promise<Record<string, string[]>> {
  const contents: Record<string, string[]> = {}
  const tables = [...FACT_TABLES, ...OTHER_TABLES]
  for (const table of tables) {
    const { rows } = await sql<Line>`select * from ${sql.table(table)}`.execute(db)
    contents[table] = rows.map((row) => JSON.stringify({ ...row, ...LEFT_OUT[table] })).sort()
  }
  return contents
}

const OTHER_TABLES = [
  ...[
    'rounds',
    'fetches',
    'refusals',
    'issues',
    'issue_keys',
    'deal_clients',
    'deal_counts',
    'market_version',
  ],
]
const LEFT_OUT: Readonly<Record<string, Line>> = { issue_keys: { learned_in: 0 }, refusals: { fetch: null } }
