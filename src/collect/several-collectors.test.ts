import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { quickClock, runHere } from '../../test/support/command-line.ts'
import { needs, ON_POSTGRES } from '../../test/support/needs.ts'
import { weakLine } from '../../test/support/postgres/weak-line.ts'
import { emptyStoreUrl, openStore } from '../../test/support/store.ts'
import { EVENING, EXCHANGE_DOCUMENTS } from '../../test/support/upstream-documents.ts'
import { startUpstreams } from '../../test/support/upstreams.ts'
import type { Schedule, Source } from '../sources/source.ts'
import { roundsOfSources } from '../store/collection/rounds.ts'
import { abandonConnections, type Db, openDb } from '../store/engines/db.ts'
import { openProcessLocks } from '../store/engines/process-locks.ts'
import { fresh, plainSource, terms } from './collect-round.test-market.ts'
import { collectRound } from './collect-round.ts'
import { type Collector, type Pace, startSchedule } from './collector.ts'
import type { CollectorEvent } from './collector-lease.ts'
import type { Get } from './download/polite-get.ts'
import { Journal } from './schedule.test-journal.ts'

/** Not due while these tests run: sources are collected because they were due before. */
const ON_LEAP_DAYS: Schedule = { words: 'at 10:00 of 29 February', cron: ['0 10 29 2 *'] }
const NOW = '2028-02-29T06:00:00.000Z'
const NEVER_MS = 600_000
const QUICK: Pace = { checkEveryMs: 50, reopenAfterMs: 50 }

const a = plainSource('a', 'nse', { schedule: ON_LEAP_DAYS })
const b = plainSource('b', 'bse', { schedule: ON_LEAP_DAYS })
const d = plainSource('d', 'nse', { schedule: ON_LEAP_DAYS })
const goodAnswer: Get = async () => fresh(JSON.stringify([terms()]))

/** The maximum age of a raw answer in these tests, in days. */
const RETENTION_DAYS = 10

interface Collecting {
  readonly url: string
  readonly sources?: readonly Source[]
  readonly get?: Get
  readonly pace?: Partial<Pace>
}

/** A collecting process, as far as the store can tell, and its journal. */
function collecting({ url, sources = [a, b], get = goodAnswer, pace = QUICK }: Collecting) {
  const journal = new Journal()
  const db = openDb(url, { busyTimeoutMs: 20 })
  const options = {
    ...{ db, sources, known: sources, now: () => NOW, rawAnswersDays: RETENTION_DAYS },
    get: ((request, known, signal) => {
      journal.add(`requested ${new URL(request.url).hostname.split('.')[0]}`)
      return get(request, known, signal)
    }) satisfies Get,
    onEvent: (event: CollectorEvent) => {
      if (event.of === 'loss') abandonConnections(db)
      journal.add(entryOf(event))
    },
  }
  const schedule: Collector = startSchedule(() => openProcessLocks(url), options, { ...QUICK, ...pace })
  onTestFinished(async () => {
    await schedule.stop()
    await db.destroy()
  })
  return { journal, schedule }
}

function entryOf(event: CollectorEvent): string {
  switch (event.of) {
    case 'round':
      return `read ${event.round.source}`
    case 'error':
      return `broke ${event.source}`
    case 'charge':
      return `in charge of ${event.sources}`
    case 'stand-by':
      return `stands by for ${event.sources}`
    case 'pruned':
      return `pruned ${event.pruned.removed}`
    case 'prune-error':
      return 'could not prune'
    case 'loss':
      return 'lost'
  }
}

/** Collects pages of one source on these days of February, so that their raw answers are stored. */
async function collectedOn(url: string, days: readonly string[]): Promise<Db> {
  const db = await openStore(url)
  for (const day of days)
    await collectRound(db, plainSource('c', 'nse'), {
      ...{ now: () => `2028-02-${day}T06:00:00.000Z`, sources: [] },
      get: async () => fresh(`[${' '.repeat(Number(day))}]`),
    })
  return db
}

const storedAnswers = async (db: Db): Promise<number> =>
  (await db.selectFrom('payloads').select('hash').execute()).length

test('a collecting process removes raw answers that are too old when it starts, except the last of each document', async () => {
  const url = await emptyStoreUrl()
  const db = await collectedOn(url, ['01', '02', '18', '19', '20'])
  const { journal } = collecting({ url, sources: [] })
  await journal.until('pruned 3')
  expect(await storedAnswers(db)).toBe(2)
})

/** A download that waits until it is released. */
function heldBack() {
  const { promise, resolve: letGo } = Promise.withResolvers<void>()
  const get: Get = async (...args) => {
    await promise
    return goodAnswer(...args)
  }
  return { get, letGo }
}

const roundsOf = async (db: Db, id: string) =>
  (await roundsOfSources(db, [id], { asOf: null, limit: 9 })).get(id)?.last.length
const countFacts = async (db: Db) => (await db.selectFrom('issue_facts').select('id').execute()).length

/** Ends the connection of the owner, as an administrator would. */
async function disconnectOwner(url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(
    `select pg_terminate_backend(pid) from
       (select distinct pid from pg_locks join pg_database d on d.oid = database
        where locktype = 'advisory' and datname = current_database() and pid <> pg_backend_pid()) holders`,
  )
  await client.end()
}

test('a round that found the store held by another writer is repeated once it is free', async () => {
  const url = await emptyStoreUrl()
  const db = await openStore(url)
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const { promise: isHeld, resolve: holding } = Promise.withResolvers<void>()
  const writing = db.transaction().execute(async (tx) => {
    await tx.updateTable('market_version').set({ version: 0 }).execute()
    holding()
    await held
  })
  await isHeld
  // A minute per call, so that the retries of a round are soon over.
  let minute = 0
  const now = () => `2028-02-29T06:${String(minute++ % 60).padStart(2, '0')}:00.000Z`
  const journal = new Journal()
  const collectorDb = openDb(url, { busyTimeoutMs: 20 })
  const options = {
    ...{ db: collectorDb, sources: [a], known: [a], now, get: goodAnswer, rawAnswersDays: 0 },
    onEvent: (event: CollectorEvent) => journal.add(entryOf(event)),
  }
  const schedule = startSchedule(() => openProcessLocks(url), options, QUICK)
  onTestFinished(async () => {
    await schedule.stop()
    await collectorDb.destroy()
  })
  await journal.until('broke a')
  expect(await roundsOf(collectorDb, 'a')).toBe(0)
  release()
  await writing
  await journal.until('read a')
  expect([journal.times('broke a'), await roundsOf(db, 'a')]).toEqual([1, 1])
})

/** The command `collect`, over upstreams of this test. */
async function desk() {
  const url = await emptyStoreUrl()
  const upstreams = await startUpstreams()
  onTestFinished(() => upstreams.close())
  upstreams.serve(EXCHANGE_DOCUMENTS)
  const collect = (databaseUrl: string, ...args: string[]) =>
    runHere(['collect', ...args], {
      env: { DATABASE_URL: databaseUrl, UPSTREAM_BASE: upstreams.base },
      now: quickClock(EVENING),
    })
  return { url, upstreams, collect }
}

describe('several processes that collect from one store', () => {
  test('one of two collects, and the other stands by', async () => {
    const url = await emptyStoreUrl()
    const db = await openStore(url)
    const first = collecting({ url })
    await first.journal.until('in charge of a,b')
    const second = collecting({ url })
    await second.journal.until('stands by for a,b')
    await Promise.all([first.journal.until('read a'), first.journal.until('read b')])
    expect([await roundsOf(db, 'a'), await roundsOf(db, 'b')]).toEqual([1, 1])
    expect([second.journal.times('requested a'), second.journal.times('requested b')]).toEqual([0, 0])
  })

  test('one of two removes old raw answers, and the other only once it takes over', async () => {
    const url = await emptyStoreUrl()
    const db = await collectedOn(url, ['01', '02', '18', '19', '20'])
    const first = collecting({ url })
    await first.journal.until('pruned 3')
    const second = collecting({ url, sources: [a, b, d] })
    // By then it has also checked whether another process removes raw answers.
    await second.journal.until('read d')
    expect(second.journal.times('pruned 0')).toBe(0)
    await first.schedule.stop()
    await second.journal.until('pruned 0')
    expect(await storedAnswers(db)).toBeGreaterThanOrEqual(2)
  })

  test('processes with different sources share the work', async () => {
    const url = await emptyStoreUrl()
    const first = collecting({ url, sources: [a] })
    await first.journal.until('in charge of a')
    const second = collecting({ url, sources: [a, b] })
    await Promise.all([first.journal.until('read a'), second.journal.until('read b')])
    expect(second.journal.times('requested a')).toBe(0)
  })

  test('when the owner stops, another takes over, and collects only what is due', async () => {
    const url = await emptyStoreUrl()
    const first = collecting({ url })
    await first.journal.until('in charge of a,b')
    const second = collecting({ url })
    await Promise.all([first.journal.until('read a'), first.journal.until('read b')])
    await first.schedule.stop()
    await second.journal.until('in charge of a,b')
    await second.schedule.stop()
    expect([second.journal.times('requested a'), second.journal.times('broke a')]).toEqual([0, 0])
  })

  test('a round that is due while an operator collects the source waits until that is over', async () => {
    const url = await emptyStoreUrl()
    const byHand = await openProcessLocks(url)
    onTestFinished(() => byHand.close())
    await byHand.take('work', ['a'])
    const { journal } = collecting({ url })
    await journal.until('read b')
    expect(journal.times('requested a')).toBe(0)
    await byHand.release('work', 'a')
    await journal.until('read a')
  })

  describe('greymark collect', () => {
    test('leaves out a source that another process is collecting, reports it, and exits with 1', async () => {
      const { url, upstreams, collect } = await desk()
      const other = await openProcessLocks(url)
      await other.take('work', ['nse-deals'])
      const first = await collect(url, 'nse-deals', 'bse-deals')
      expect(first).toMatchObject({
        code: 1,
        stderr: 'nse-deals is being collected by another process: skipped\n',
        stdout: expect.stringMatching(/^SOURCE.*\nbse-deals +done .*\n$/),
      })
      expect(upstreams.log.filter((line) => line.includes('nseindia'))).toEqual([])
      await other.close()
      expect(await collect(url, 'nse-deals')).toMatchObject({ code: 0, stderr: '' })
    })

    test('collects a source that another process owns, but is not collecting', async () => {
      const { url, collect } = await desk()
      const other = await openProcessLocks(url)
      onTestFinished(() => other.close())
      await other.take('charge', ['nse-deals'])
      expect(await collect(url, 'nse-deals')).toMatchObject({ code: 0, stderr: '' })
    })
  })
})

describe('several processes that collect over one PostgreSQL', () => {
  needs(ON_POSTGRES)

  test('when the owner is disconnected during a round, another repeats it, and it is recorded once', async () => {
    const url = await emptyStoreUrl()
    const db = await openStore(url)
    const { get, letGo } = heldBack()
    const first = collecting({ url, sources: [a], get, pace: { reopenAfterMs: NEVER_MS } })
    await first.journal.until('requested a')
    const second = collecting({ url, sources: [a] })
    await second.journal.until('stands by for a')
    await disconnectOwner(url)
    await Promise.all([first.journal.until('lost'), second.journal.until('read a')])
    letGo()
    await first.schedule.stop()
    expect([first.journal.times('read a'), first.journal.times('broke a')]).toEqual([0, 0])
    expect([await roundsOf(db, 'a'), await countFacts(db)]).toEqual([1, 1])
  })

  test('a process that was cut off from the database continues once it is back, and reports the loss once', async () => {
    const url = await emptyStoreUrl()
    const db = await openStore(url)
    const line = await weakLine(url)
    const { get, letGo } = heldBack()
    const { journal } = collecting({ url: line.url, sources: [a], get })
    await journal.until('requested a')
    line.cut()
    await journal.until('lost')
    letGo()
    // Time for several failed attempts.
    const other = collecting({ url, sources: [b] })
    await other.journal.until('read b')
    line.mend()
    await journal.until('read a')
    expect([journal.times('lost'), journal.times('in charge of a')]).toEqual([1, 2])
    expect([await roundsOf(db, 'a'), await countFacts(db)]).toEqual([1, 2])
  })

  test('every connection may break at any point of a round: the round is repeated, and each fact is stored once', async () => {
    const url = await emptyStoreUrl()
    const db = await openStore(url)
    const line = await weakLine(url)
    const { journal } = collecting({ url: line.url, sources: [a] })
    for (let delay = 0; delay < 12; delay++) {
      await journal.until('in charge of a', delay + 1)
      await new Promise((resolve) => setTimeout(resolve, delay * 3))
      line.cut()
      await journal.until('lost', delay + 1)
      line.mend()
    }
    await expect.poll(() => roundsOf(db, 'a')).toBe(1)
    expect(await countFacts(db)).toBe(1)
  })

  test('greymark collect records nothing of a source when its connection is lost, and reports it', async () => {
    const { url, upstreams, collect } = await desk()
    const line = await weakLine(url)
    upstreams.holdBack(({ host }) => host === 'nsearchives.nseindia.com', line.cut)
    const { code, stderr } = await collect(line.url, 'nse-deals')
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^greymark collect: .*the connection to the database was lost: /),
    })
    expect(await roundsOf(await openStore(url), 'nse-deals')).toBe(0)
  })

  test('stopping does not wait for a database that has stopped answering', async () => {
    const url = await emptyStoreUrl()
    const line = await weakLine(url)
    const { get, letGo } = heldBack()
    const { journal, schedule } = collecting({ url: line.url, sources: [a], get })
    await journal.until('requested a')
    line.freeze()
    letGo()
    await schedule.stop()
    line.cut()
  })
})
