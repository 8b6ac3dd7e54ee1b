import { describe, expect, onTestFinished, test } from 'vitest'
import { emptyStoreUrl, openStore } from '../../../test/support/store.ts'
import type { Instant } from '../../market/calendar.ts'
import { type Fact, QUOTE_ALONE } from '../../market/facts/fact.ts'
import type { Statement } from '../../market/facts/statement.ts'
import { payloadOf, storePayload } from '../collection/payloads.ts'
import { type Db, openDb } from '../engines/db.ts'
import { allFacts } from '../facts/all-facts.ts'
import { marketVersion } from '../version/market-version.ts'
import { type RoundContents, type RoundWork, recordRound } from './record-round.ts'

const NOW = '2026-01-20T06:00:00.000Z'
const LATER = '2026-01-20T07:00:00.000Z'

const acorn: Fact = {
  fact: 'ipo',
  slug: 'acorn',
  said: { name: 'Acorn Mills Limited', board: 'SME' },
  source: 'nse',
}
const quote = (observedAt: string, slug = 'acorn'): Fact => ({
  fact: 'gmp',
  slug,
  observedAt,
  gmp: 1_200,
  reportedAt: null,
  ...QUOTE_ALONE,
  source: 'IPOWatch',
  printed: null,
  url: null,
})

const deal: Fact = {
  fact: 'deal',
  exchange: 'NSE',
  kind: 'BULK',
  tradeDate: '2026-01-19',
  symbol: 'ACORN',
  securityName: 'Acorn Mills Limited',
  clientName: 'SOME FUND',
  dealType: 'BUY',
  quantity: 500,
  price: 10_000,
  source: 'nse',
  printed: null,
  url: null,
}

const statements = (facts: readonly Fact[], recordedAt: Instant | null = null): Statement[] =>
  facts.map((fact, i) => ({ fact, recordedAt, line: i + 1, fetch: 40 + i, onlyNews: true }))

/** Prepares a round with these facts. */
const appending =
  (all: readonly Statement[], more: Partial<RoundContents> = {}): RoundWork['prepare'] =>
  async (_tx, _round, append) => {
    await append(all)
    return { rowsRead: 9, rowsRefused: 2, result: { outcome: 'done', fault: null, words: null }, ...more }
  }

const run = (db: Db, work: Partial<RoundWork> & Pick<RoundWork, 'prepare'>) =>
  recordRound(db, { source: 'nse-issues', work: 'collect', started: NOW, now: () => NOW, ...work })

const rounds = (db: Db) => db.selectFrom('rounds').selectAll().orderBy('id').execute()
async function facts(db: Db) {
  const all = []
  for await (const fact of allFacts(db)) all.push(fact)
  return all
}

describe('a round with facts', () => {
  test('raises the version, stamps all facts alike, and writes its record', async () => {
    const db = await openStore()
    const outcome = await run(db, {
      prepare: appending(statements([acorn, quote('2026-01-19')])),
    })
    expect(outcome).toMatchObject({ round: 1, taken: 2, known: 0, committed: expect.any(String) })
    expect((await facts(db)).map(({ recorded }) => recorded)).toEqual([outcome.committed, outcome.committed])
    expect(await marketVersion(db)).toEqual({ version: 1, recorded: outcome.committed })
    expect(await rounds(db)).toEqual([
      {
        id: 1,
        source: 'nse-issues',
        work: 'collect',
        started: NOW,
        recorded: outcome.committed,
        committed: outcome.committed,
        version: 1,
        last_fact: 2,
        outcome: 'done',
        fault: null,
        words: null,
        rows_read: 9,
        rows_kept: 2,
        rows_known: 0,
        rows_refused: 2,
      },
    ])
  })

  test('stores the download of each fact', async () => {
    const db = await openStore()
    await run(db, { prepare: appending(statements([acorn, quote('2026-01-19')])) })
    expect(await db.selectFrom('gmp_reports').select(['fetch', 'round']).execute()).toEqual([
      { fetch: 41, round: 1 },
    ])
  })

  test('appends facts after others of its own: equal deals are known, and ids ascend', async () => {
    const db = await openStore()
    const append = appending(statements([acorn, deal, deal]))
    const outcome = await run(db, {
      prepare: async (...round) => {
        await append(...round)
        return append(...round)
      },
    })
    expect(outcome).toMatchObject({ taken: 3, known: 3 })
    expect((await facts(db)).map(({ id, fact }) => [id, fact])).toEqual([
      [1, 'ipo'],
      [2, 'deal'],
      [3, 'deal'],
    ])
  })

  test('of a past moment uses that moment', async () => {
    const db = await openStore()
    const past = '2026-01-10T06:00:00.000Z'
    await run(db, { prepare: appending(statements([acorn], past)) })
    expect(await facts(db)).toMatchObject([{ recorded: past }])
  })

  test('of a past moment compares with its source’s statements up to then', async () => {
    const db = await openStore()
    const [before, past] = ['2026-01-09T06:00:00.000Z', '2026-01-10T06:00:00.000Z']
    await run(db, { prepare: appending(statements([acorn], before)) })
    const again = await run(db, { prepare: appending(statements([acorn], past)) })
    expect(again).toMatchObject({ taken: 0, known: 1, committed: null })
  })
})

describe('a round without facts', () => {
  test.each<[string, RoundContents['result']]>([
    ['had no news', { outcome: 'done', fault: null, words: null }],
    ['failed', { outcome: 'failed', fault: 'unreachable', words: 'HTTP 500, tried 3 times' }],
  ])('because it %s is recorded, and leaves the version unchanged', async (_name, result) => {
    const db = await openStore()
    await run(db, { prepare: appending(statements([acorn])) })
    const before = await marketVersion(db)
    const outcome = await run(db, {
      started: LATER,
      now: () => LATER,
      prepare: appending([], { result, rowsRead: 0, rowsRefused: 0 }),
    })
    expect(outcome).toMatchObject({ round: 2, taken: 0, committed: null })
    expect(await marketVersion(db)).toEqual(before)
    expect((await rounds(db))[1]).toMatchObject({
      id: 2,
      version: 1,
      started: LATER,
      rows_kept: 0,
      ...result,
    })
  })

  test('is followed by one with the next number', async () => {
    const db = await openStore()
    await run(db, { prepare: appending([]) })
    await run(db, { prepare: appending(statements([acorn])) })
    expect((await marketVersion(db)).version).toBe(2)
    expect((await rounds(db)).map(({ id, version }) => [id, version])).toEqual([
      [1, 0],
      [2, 2],
    ])
  })
})

describe('one transaction', () => {
  const storeSomething = async (tx: Db) => storePayload(tx, await payloadOf(Buffer.from('page')), NOW)
  const traces = async (db: Db) => [
    ...(await facts(db)),
    ...(await rounds(db)),
    ...(await db.selectFrom('payloads').select('hash').execute()),
    ...(await db.selectFrom('issues').select('slug').execute()),
  ]

  test('contains what is prepared, the facts, and the writes afterwards', async () => {
    const db = await openStore()
    let slugs: string[] = []
    await run(db, {
      prepare: async (tx, ...round) => {
        await storeSomething(tx)
        const contents = await appending(statements([acorn]))(tx, ...round)
        slugs = (await tx.selectFrom('issues').select('slug').execute()).map(({ slug }) => slug)
        return contents
      },
    })
    expect(slugs).toEqual(['acorn'])
    expect(await traces(db)).toHaveLength(4)
  })

  test.each<[string, RoundWork['prepare']]>([
    [
      'preparing fails',
      async (tx) => {
        await storeSomething(tx)
        throw new Error('no luck')
      },
    ],
    [
      'what comes afterwards fails',
      async (tx, ...round) => {
        await storeSomething(tx)
        await appending(statements([acorn]))(tx, ...round)
        throw new Error('no luck')
      },
    ],
  ])('leaves nothing when %s', async (_name, prepare) => {
    const db = await openStore()
    await expect(run(db, { prepare })).rejects.toThrow('no luck')
    expect(await traces(db)).toEqual([])
    expect(await marketVersion(db)).toMatchObject({ version: 0 })
  })

  test('leaves nothing when the store refuses a statement, and the error names it', async () => {
    const db = await openStore()
    const prepare = appending(statements([acorn, quote('2026-01-19', 'birch')]))
    await expect(run(db, { prepare })).rejects.toThrow(/the store refused what nse-issues brought: .*"birch"/)
    expect(await traces(db)).toEqual([])
  })

  test('leaves nothing on a dry run, but reports what would happen', async () => {
    const db = await openStore()
    const outcome = await run(db, {
      dryRun: true,
      prepare: async (tx, ...round) => {
        await storeSomething(tx)
        return appending(statements([acorn]))(tx, ...round)
      },
    })
    expect(outcome).toMatchObject({ taken: 1, round: 1 })
    expect(await traces(db)).toEqual([])
  })
})

describe('while another process writes', () => {
  test('a round waits without blocking the thread, and is recorded once the store is free', async () => {
    const url = await emptyStoreUrl()
    const [holder, reader] = [await openStore(url), await openStore(url)]
    const db = openDb(url, { busyTimeoutMs: 1 })
    onTestFinished(() => db.destroy())
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    let hold = () => {}
    const isHeld = new Promise<void>((resolve) => {
      hold = resolve
    })
    const holding = holder.transaction().execute(async (tx) => {
      await tx.updateTable('market_version').set({ last_round: 0 }).execute()
      hold()
      await released
    })
    await isHeld
    const waiting = run(db, { prepare: appending(statements([acorn])) })
    // The thread is free meanwhile: this would not run if the wait blocked it.
    await new Promise((resolve) => setImmediate(resolve))
    expect(await facts(reader)).toEqual([])
    release()
    await holding
    expect(await waiting).toMatchObject({ taken: 1 })
  })

  test('an error that a retry cannot fix ends it at once', async () => {
    const db = await openStore()
    const broken = async () => {
      throw new Error('no such thing')
    }
    await expect(run(db, { prepare: broken })).rejects.toThrow('no such thing')
  })
})
