import { expect, test } from 'vitest'
import type { Answer, AnswerDraft } from './answer.ts'
import { AnswerCache, type CacheOutcome } from './answer-cache.ts'
import { STALE_IF_ERROR_SECONDS } from './lifetime.ts'

const bodyOf = async (answer: Answer) => String(await answer.bytes('identity'))

const NOON = Date.parse('2026-01-14T12:00:00.000Z')

/** Gets an answer and expects that it is not stale. */
async function getFresh(
  cache: AnswerCache,
  key: string,
  version: string,
  now: number,
  make: () => Promise<AnswerDraft>,
): Promise<Answer> {
  const { answer, isStale } = await cache.get({ key, version, now, make })
  expect(isStale).toBe(false)
  return answer
}

/** Makes answers and counts them; each body holds its number. */
function answerMaker(changesAt: number | null = null) {
  let count = 0
  return {
    get count() {
      return count
    },
    make: async (): Promise<AnswerDraft> => ({
      body: `made ${++count}`,
      contentType: 'text/plain',
      headers: {},
      modifiedAt: NOON,
      changesAt,
      maxAgeSeconds: 60,
    }),
  }
}

test('an answer is made once and then cached', async () => {
  const cache = new AnswerCache()
  const { make } = answerMaker()
  const first = await getFresh(cache, '/ipos', '7', NOON, make)
  expect(await getFresh(cache, '/ipos', '7', NOON + 86_400_000, make)).toBe(first)
  expect(await bodyOf(first)).toBe('made 1')
})

test('concurrent requests share one making', async () => {
  const cache = new AnswerCache()
  const maker = answerMaker()
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => getFresh(cache, '/ipos', '7', NOON, maker.make)),
  )
  expect(maker.count).toBe(1)
  expect(new Set(answers).size).toBe(1)
})

test('each key has its own answer', async () => {
  const cache = new AnswerCache()
  const { make } = answerMaker()
  const [ipos, deals] = await Promise.all([
    getFresh(cache, '/ipos', '7', NOON, make),
    getFresh(cache, '/deals', '7', NOON, make),
  ])
  expect([await bodyOf(ipos), await bodyOf(deals)]).toEqual(['made 1', 'made 2'])
  expect(await getFresh(cache, '/ipos', '7', NOON, make)).toBe(ipos)
})

test('another market version makes a new answer', async () => {
  const cache = new AnswerCache()
  const { make } = answerMaker()
  await getFresh(cache, '/ipos', '7', NOON, make)
  expect(await bodyOf(await getFresh(cache, '/ipos', '8', NOON, make))).toBe('made 2')
})

test('a request for the next version does not get an answer of the last version that is still being made', async () => {
  const cache = new AnswerCache()
  const { make } = answerMaker()
  const [last, next] = await Promise.all([
    getFresh(cache, '/ipos', '7', NOON, make),
    getFresh(cache, '/ipos', '8', NOON, make),
  ])
  expect([await bodyOf(last), await bodyOf(next)]).toEqual(['made 1', 'made 2'])
  expect(await bodyOf(await getFresh(cache, '/ipos', '8', NOON, make))).toBe('made 2')
})

test.each([
  ['a second before the clock changes it, the cached answer is used', -1000, 'made 1'],
  ['a millisecond before, the cached answer is used', -1, 'made 1'],
  ['at that moment a new answer is made', 0, 'made 2'],
  ['after that moment a new answer is made', 1000, 'made 2'],
])('%s', async (_name, milliseconds, body) => {
  const cache = new AnswerCache()
  const changesAt = NOON + 60_000
  const { make } = answerMaker(changesAt)
  await getFresh(cache, '/ipos', '7', NOON, make)
  expect(await bodyOf(await getFresh(cache, '/ipos', '7', changesAt + milliseconds, make))).toBe(body)
})

test('a request after the clock has changed it does not get an answer whose making began before', async () => {
  const cache = new AnswerCache()
  const boundary = NOON + 60_000
  const early = answerMaker(boundary)
  const late = answerMaker()
  const [before, after, alsoAfter] = await Promise.all([
    getFresh(cache, '/ipos', '7', boundary - 1, early.make),
    getFresh(cache, '/ipos', '7', boundary, late.make),
    getFresh(cache, '/ipos', '7', boundary + 1, late.make),
  ])
  expect(before.meta.changesAt).toBe(boundary)
  expect(after.meta.changesAt).toBe(null)
  expect(alsoAfter).toBe(after)
  expect([early.count, late.count]).toEqual([1, 1])
})

test('a failed making fails for all requests that wait for it, and is not cached', async () => {
  const cache = new AnswerCache()
  let failures = 0
  const fail = async (): Promise<AnswerDraft> => {
    failures++
    throw new Error('the store is unavailable')
  }
  const waiting = [getFresh(cache, '/ipos', '7', NOON, fail), getFresh(cache, '/ipos', '7', NOON, fail)]
  for (const outcome of await Promise.allSettled(waiting)) expect(outcome.status).toBe('rejected')
  expect(failures).toBe(1)

  expect(await bodyOf(await getFresh(cache, '/ipos', '7', NOON, answerMaker().make))).toBe('made 1')
})

test('a failed making does not affect answers of other keys', async () => {
  const cache = new AnswerCache()
  const { make } = answerMaker()
  const cached = await getFresh(cache, '/ipos', '7', NOON, make)
  const unavailable = () => Promise.reject(new Error('unavailable'))
  await expect(getFresh(cache, '/deals', '7', NOON, unavailable)).rejects.toThrow('unavailable')
  expect(await getFresh(cache, '/ipos', '7', NOON, make)).toBe(cached)
})

test('an answer too large for the cache is still returned', async () => {
  const cache = new AnswerCache()
  const body = 'x'.repeat(40 * 1024 * 1024)
  const make = async (): Promise<AnswerDraft> => ({ ...(await answerMaker().make()), body })
  expect(await bodyOf(await getFresh(cache, '/deals', '7', NOON, make))).toHaveLength(body.length)
})

const DAY = 86_400_000

class Outage extends Error {}

const unavailable = (): Promise<AnswerDraft> => Promise.reject(new Outage('the store is unavailable'))

function cacheWithOutages() {
  const outcomes: CacheOutcome[] = []
  const cache = new AnswerCache({
    isOutage: (error) => error instanceof Outage,
    onOutcome: (outcome) => outcomes.push(outcome),
  })
  return { cache, outcomes }
}

test.each([
  ['the clock has changed it', '7', NOON + 60_000],
  ['it is of another version', '8', NOON],
  ['a day has passed', '7', NOON + DAY],
])('in an outage the last answer is returned and marked as stale when %s', async (_name, version, now) => {
  const { cache, outcomes } = cacheWithOutages()
  const first = await getFresh(cache, '/ipos', '7', NOON, answerMaker(NOON + 60_000).make)
  const again = await cache.get({ key: '/ipos', version, now, make: unavailable })
  expect(again).toEqual({ answer: first, isStale: true })
  expect(outcomes).toEqual(['made', 'stale'])
})

test('in an outage no answer older than a day is returned', async () => {
  const { cache } = cacheWithOutages()
  await getFresh(cache, '/ipos', '7', NOON, answerMaker(NOON + 1).make)
  const late = cache.get({ key: '/ipos', version: '7', now: NOON + DAY + 1, make: unavailable })
  await expect(late).rejects.toThrow(Outage)
})

test('the day counts from when the answer was last current, not from its making', async () => {
  const { cache } = cacheWithOutages()
  const { make } = answerMaker(NOON + DAY)
  await getFresh(cache, '/ipos', '7', NOON, make)
  await getFresh(cache, '/ipos', '7', NOON + DAY - 1, make)
  const late = await cache.get({ key: '/ipos', version: '8', now: NOON + DAY + 1000, make: unavailable })
  expect(late.isStale).toBe(true)
})

test('in an outage a key without an answer fails', async () => {
  const { cache } = cacheWithOutages()
  await expect(cache.get({ key: '/ipos', version: '7', now: NOON, make: unavailable })).rejects.toThrow(
    Outage,
  )
})

test('an error that is no outage is not hidden by an old answer', async () => {
  const { cache } = cacheWithOutages()
  await getFresh(cache, '/ipos', '7', NOON, answerMaker().make)
  const make = () => Promise.reject(new Error('a programming error'))
  await expect(cache.get({ key: '/ipos', version: '8', now: NOON, make })).rejects.toThrow(
    'a programming error',
  )
})

test('after an outage a new answer is made', async () => {
  const { cache } = cacheWithOutages()
  const { make } = answerMaker()
  await getFresh(cache, '/ipos', '7', NOON, make)
  await cache.get({ key: '/ipos', version: '8', now: NOON, make: unavailable })
  expect(await bodyOf(await getFresh(cache, '/ipos', '8', NOON, make))).toBe('made 2')
})

test('an answer that took long to make does not replace a newer one', async () => {
  const { cache } = cacheWithOutages()
  const slow = Promise.withResolvers<AnswerDraft>()
  const old = getFresh(cache, '/ipos', '7', NOON, () => slow.promise)
  const { make } = answerMaker()
  const newer = await getFresh(cache, '/ipos', '8', NOON, make)
  slow.resolve({ ...(await make()), body: 'of version 7' })
  await old
  expect(await cache.get({ key: '/ipos', version: '9', now: NOON, make: unavailable })).toEqual({
    answer: newer,
    isStale: true,
  })
})

test('the outcome of each request is reported', async () => {
  const { cache, outcomes } = cacheWithOutages()
  const { make } = answerMaker()
  await getFresh(cache, '/ipos', '7', NOON, make)
  await getFresh(cache, '/ipos', '7', NOON, make)
  await getFresh(cache, '/ipos', '8', NOON, make)
  expect(outcomes).toEqual(['made', 'hit', 'made'])
})

test('last returns the last answer for a day without trying to make a new one', async () => {
  const { cache, outcomes } = cacheWithOutages()
  expect(cache.last('/ipos', NOON)).toBe(undefined)
  const answer = await getFresh(cache, '/ipos', '7', NOON, answerMaker().make)
  expect(cache.last('/ipos', NOON + DAY - 1)).toEqual({ answer, isStale: true })
  // Returning it again does not extend the day.
  expect(cache.last('/ipos', NOON + DAY)).toEqual({ answer, isStale: true })
  expect(cache.last('/ipos', NOON + DAY + 1)).toBe(undefined)
  expect(outcomes).toEqual(['made', 'stale', 'stale'])
})

test('hasAnswers is true until the newest answer is a day old', async () => {
  const cache = new AnswerCache()
  expect(cache.hasAnswers(NOON)).toBe(false)
  await getFresh(cache, '/ipos', '7', NOON, answerMaker().make)
  const dayMs = STALE_IF_ERROR_SECONDS * 1000
  await getFresh(cache, '/deals', '7', NOON + 1, answerMaker().make)
  expect([0, dayMs, dayMs + 1, dayMs + 2].map((ms) => cache.hasAnswers(NOON + ms))).toEqual([
    true,
    true,
    true,
    false,
  ])
})
