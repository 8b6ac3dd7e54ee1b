import { expect, onTestFinished, test } from 'vitest'
import { openStore } from '../../test/support/store.ts'
import type { Instant } from '../market/calendar.ts'
import type { Schedule, Source } from '../sources/source.ts'
import { roundsOfSources } from '../store/collection/rounds.ts'
import type { Db } from '../store/engines/db.ts'
import type { ProcessLocks } from '../store/engines/process-locks.ts'
import { fresh, opening, plainSource, terms } from './collect-round.test-market.ts'
import { collectRound, type RoundReport } from './collect-round.ts'
import { type Collector, startSchedule } from './collector.ts'
import { type CollectorEvent, CollectorLease } from './collector-lease.ts'
import type { Get } from './download/polite-get.ts'
import { UpstreamFault } from './download/upstream-fault.ts'
import { Journal } from './schedule.test-journal.ts'

const EVERY_SECOND: Schedule = { words: 'every second', cron: ['* * * * * *'] }
/** Not due while these tests run: only the moments of the tests come near it. */
const ON_LEAP_DAYS: Schedule = { words: 'at 10:00 of 29 February', cron: ['0 10 29 2 *'] }
const BEFORE_DUE = '2028-02-29T04:00:00.000Z'
const AFTER_DUE = '2028-02-29T05:00:00.000Z'
const NOW = '2028-02-29T06:00:00.000Z'

const source = (id: string, more: Partial<Source> = {}) => plainSource(id, id, more)
const emptyAnswer: Get = async () => fresh('[]')

/** Of a process that shares its store with no other. */
const freeLocks: ProcessLocks = {
  lost: new AbortController().signal,
  take: async (_lock, sources) => [...sources],
  release: async () => undefined,
  close: async () => undefined,
}

/** A schedule with its own journal: `requested ID`, `read ID`, `broke ID`. */
function start(db: Db, sources: readonly Source[], get: Get): { journal: Journal; schedule: Collector } {
  const journal = new Journal()
  const schedule = startSchedule(async () => freeLocks, {
    ...{ db, sources, known: sources, now: () => NOW, rawAnswersDays: 0 },
    get: (request, known) => {
      journal.add(`requested ${new URL(request.url).hostname.split('.')[0]}`)
      return get(request, known)
    },
    onEvent: (event) => {
      if (event.of === 'round') journal.add(`read ${event.round.source}`)
      if (event.of === 'error') journal.add(`broke ${event.source}`)
    },
  })
  onTestFinished(() => schedule.stop())
  return { journal, schedule }
}

test('one source never has two rounds at a time, however often it is due, and has the next when the round is over', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const get: Get = async ({ url }) => {
    if (url.startsWith('https://slow.')) await held
    return fresh('[]')
  }
  const sources = [source('slow', { schedule: EVERY_SECOND }), source('quick', { schedule: EVERY_SECOND })]
  const { journal } = start(await openStore(), sources, get)
  // The first round of each is that of the start; three more seconds have passed by then.
  await journal.until('read quick', 4)
  expect([journal.times('requested slow'), journal.times('read slow')]).toEqual([1, 0])
  release()
  await journal.until('read slow', 2)
})

test('two patterns that coincide make one round', async () => {
  const twice = { words: 'every second, twice', cron: ['* * * * * *', '*/1 * * * * *'] }
  const db = await openStore()
  await collectedAt(db, source('twin'), NOW)
  await collectedAt(db, source('single'), NOW)
  const sources = [source('twin', { schedule: twice }), source('single', { schedule: EVERY_SECOND })]
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const { journal } = start(db, sources, async ({ url }) => {
    if (url.startsWith('https://twin.')) await held
    return fresh('[]')
  })
  await journal.until('read single', 2)
  expect(journal.times('requested twin')).toBe(1)
  release()
})

async function collectedAt(db: Db, one: Source, moment: Instant, get: Get = emptyAnswer): Promise<void> {
  await collectRound(db, one, { now: () => moment, get, sources: [] })
}
const unreachable: Get = async () => {
  throw new UpstreamFault('unreachable', 'connection refused')
}

test('at the start only sources that were due since their last success are collected', async () => {
  const schedule = ON_LEAP_DAYS
  const readSince = source('read-since', { schedule })
  const readBefore = source('read-before', { schedule })
  const failedSince = source('failed-since', { schedule })
  const neverRead = source('never-read', { schedule })
  const db = await openStore()
  await collectedAt(db, readSince, AFTER_DUE)
  await collectedAt(db, readBefore, BEFORE_DUE)
  await collectedAt(db, failedSince, BEFORE_DUE)
  await collectedAt(db, failedSince, AFTER_DUE, unreachable)

  // The source that is not due comes first, and so would be requested first.
  const { journal } = start(db, [readSince, readBefore, failedSince, neverRead], emptyAnswer)
  await Promise.all(['read-before', 'failed-since', 'never-read'].map((id) => journal.until(`read ${id}`)))
  expect(journal.times('requested read-since')).toBe(0)
})

test('an error of ours in one source is reported, delays no other, and the source is tried again', async () => {
  const broken = source('broken', {
    schedule: EVERY_SECOND,
    plan: () => {
      throw new TypeError('a mistake of ours')
    },
  })
  const { journal } = start(
    await openStore(),
    [broken, source('sound', { schedule: EVERY_SECOND })],
    emptyAnswer,
  )
  await Promise.all([journal.until('broke broken', 2), journal.until('read sound', 2)])
})

/** A lease whose checks are made by the test, instead of every 10 seconds. */
function leaseOn(db: Db, sources: readonly Source[], get: Get, onRound: (report: RoundReport) => void) {
  const onEvent = (event: CollectorEvent) => {
    if (event.of === 'round') onRound(event.round)
    if (event.of === 'error') throw event.error
  }
  const options = { db, sources, known: sources, get, now: () => NOW, onEvent, rawAnswersDays: 0 }
  const lease = new CollectorLease(options, freeLocks, new AbortController().signal)
  return async () => {
    await lease.check()
    await lease.settled()
  }
}

test('a source that is due once a day and fails is tried again within the hour, with growing pauses', async () => {
  const CHECKS_PER_MINUTE = 6
  const tries: number[] = []
  let checks = 0
  let get = unreachable
  const check = leaseOn(
    await openStore(),
    [source('daily', { schedule: ON_LEAP_DAYS })],
    (...request) => get(...request),
    () => tries.push(checks / CHECKS_PER_MINUTE),
  )
  const runFor = async (minutes: number) => {
    for (let i = 0; i < minutes * CHECKS_PER_MINUTE; i++, checks++) await check()
  }
  await runFor(900)
  expect(tries).toEqual([0, 35, 105, 245, 525, 805])
  get = emptyAnswer
  await runFor(600)
  expect(tries.slice(6)).toEqual([1085])
})

test('day files that the first facts of another source make necessary are downloaded at the next check, once', async () => {
  const issues = source('issues', { publisher: 'nse', schedule: ON_LEAP_DAYS })
  const prices = source('prices', {
    ...{ publisher: 'nse', schedule: ON_LEAP_DAYS, isDated: true, listingsOn: 'NSE' },
    plan: ({ days }) =>
      days.map((day) => ({ document: day, url: `https://prices.example/${day}`, expects: 'json', day })),
  })
  const pages: Record<string, unknown> = {
    'https://issues.example/list': [
      terms({ symbol: 'ACORN', issuePrice: 10_000, listingDate: '2028-02-24' }),
      terms({ name: 'Birch Yarns Limited', symbol: 'BIRCH', listingDate: '2028-02-25' }),
    ],
    'https://prices.example/2028-02-24': [opening(14_000, '2028-02-24')],
  }
  const { promise: isPlanned, resolve: onPlanned } = Promise.withResolvers<void>()
  const rounds: string[] = []
  const get: Get = async ({ url }) => {
    if (url.startsWith('https://issues.')) await isPlanned
    return url in pages ? fresh(JSON.stringify(pages[url])) : { kind: 'absent' }
  }
  const check = leaseOn(await openStore(), [issues, prices], get, ({ source: id, asked, taken }) => {
    rounds.push(`${id}: ${asked} requested, ${taken} taken`)
    if (id === 'prices') onPlanned()
  })
  await check()
  expect(rounds).toEqual(['prices: 0 requested, 0 taken', 'issues: 1 requested, 2 taken'])
  for (let i = 0; i < 3; i++) await check()
  // Birch has no price in any file, which is no reason to request its file again.
  expect(rounds.slice(2)).toEqual(['prices: 2 requested, 1 taken'])
})

test('a source that fails is a round, not an error', async () => {
  const { journal } = start(await openStore(), [source('down', { schedule: ON_LEAP_DAYS })], unreachable)
  await journal.until('read down')
  expect(journal.times('broke down')).toBe(0)
})

test('a schedule that is stopped at once reads nothing', async () => {
  const db = await openStore()
  const { journal, schedule } = start(db, [source('late', { schedule: EVERY_SECOND })], emptyAnswer)
  await schedule.stop()
  // A round that would still begin has sent its request by the time that a later round is over.
  await collectedAt(db, source('other'), NOW)
  expect(journal.times('requested late')).toBe(0)
  expect((await roundsOfSources(db, ['late'], { asOf: null, limit: 1 })).get('late')?.last).toEqual([])
})

test('stopping waits for running rounds', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const db = await openStore()
  const { journal, schedule } = start(db, [source('slow', { schedule: ON_LEAP_DAYS })], async () => {
    await held
    return fresh('[]')
  })
  await journal.until('requested slow')
  const stopped = schedule.stop()
  release()
  await stopped
  expect(journal.times('read slow')).toBe(1)
  expect((await roundsOfSources(db, ['slow'], { asOf: null, limit: 9 })).get('slow')?.last).toHaveLength(1)
})
