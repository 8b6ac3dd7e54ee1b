import { expect, test } from 'vitest'
import type { Answer, AnswerDraft } from './answer.ts'
import { AnswerCache, type CacheOutcome } from './answer-cache.ts'
import { STALE_IF_ERROR_SECONDS } from './lifetime.ts'

const bodyOf = async (answer: Answer) => String(await answer.bytes('identity'))

const NOON = Date.parse('2026-01-14T12:00:00.000Z')

/** What is given, where nothing stands in the way of making it. */
async function given(
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

/** Counts how often an answer was made; each making has its number in the body. */
function kitchen(changesAt: number | null = null) {
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

test('an answer is made once and then kept', async () => {
  const cache = new AnswerCache()
  const { make } = kitchen()
  const first = await given(cache, '/ipos', '7', NOON, make)
  expect(await given(cache, '/ipos', '7', NOON + 86_400_000, make)).toBe(first)
  expect(await bodyOf(first)).toBe('made 1')
})

test('those who ask at the same time share one making', async () => {
  const cache = new AnswerCache()
  const cook = kitchen()
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => given(cache, '/ipos', '7', NOON, cook.make)),
  )
  expect(cook.count).toBe(1)
  expect(new Set(answers).size).toBe(1)
})

test('each question has its own answer', async () => {
  const cache = new AnswerCache()
  const { make } = kitchen()
  const [ipos, deals] = await Promise.all([
    given(cache, '/ipos', '7', NOON, make),
    given(cache, '/deals', '7', NOON, make),
  ])
  expect([await bodyOf(ipos), await bodyOf(deals)]).toEqual(['made 1', 'made 2'])
  expect(await given(cache, '/ipos', '7', NOON, make)).toBe(ipos)
})

test('another market version makes it again', async () => {
  const cache = new AnswerCache()
  const { make } = kitchen()
  await given(cache, '/ipos', '7', NOON, make)
  expect(await bodyOf(await given(cache, '/ipos', '8', NOON, make))).toBe('made 2')
})

test('one who asks in the next version does not get what is being made of the last', async () => {
  const cache = new AnswerCache()
  const { make } = kitchen()
  const [last, next] = await Promise.all([
    given(cache, '/ipos', '7', NOON, make),
    given(cache, '/ipos', '8', NOON, make),
  ])
  expect([await bodyOf(last), await bodyOf(next)]).toEqual(['made 1', 'made 2'])
  expect(await bodyOf(await given(cache, '/ipos', '8', NOON, make))).toBe('made 2')
})

test.each([
  ['a second before the clock changes it, it is kept', -1000, 'made 1'],
  ['a millisecond before, it is kept', -1, 'made 1'],
  ['at that moment it is made again', 0, 'made 2'],
  ['and after it too', 1000, 'made 2'],
])('%s', async (_name, milliseconds, body) => {
  const cache = new AnswerCache()
  const changesAt = NOON + 60_000
  const { make } = kitchen(changesAt)
  await given(cache, '/ipos', '7', NOON, make)
  expect(await bodyOf(await given(cache, '/ipos', '7', changesAt + milliseconds, make))).toBe(body)
})

test('one who asks after the clock has changed it does not get what was being made before', async () => {
  const cache = new AnswerCache()
  const boundary = NOON + 60_000
  const early = kitchen(boundary)
  const late = kitchen()
  const [before, after, alsoAfter] = await Promise.all([
    given(cache, '/ipos', '7', boundary - 1, early.make),
    given(cache, '/ipos', '7', boundary, late.make),
    given(cache, '/ipos', '7', boundary + 1, late.make),
  ])
  expect(before.made.changesAt).toBe(boundary)
  expect(after.made.changesAt).toBe(null)
  expect(alsoAfter).toBe(after)
  expect([early.count, late.count]).toEqual([1, 1])
})

test('a failed making fails for all who wait for it, and is not kept', async () => {
  const cache = new AnswerCache()
  let failures = 0
  const fail = async (): Promise<AnswerDraft> => {
    failures++
    throw new Error('the store is away')
  }
  const waiting = [given(cache, '/ipos', '7', NOON, fail), given(cache, '/ipos', '7', NOON, fail)]
  for (const outcome of await Promise.allSettled(waiting)) expect(outcome.status).toBe('rejected')
  expect(failures).toBe(1)

  expect(await bodyOf(await given(cache, '/ipos', '7', NOON, kitchen().make))).toBe('made 1')
})

test('a failed making leaves the answers of others alone', async () => {
  const cache = new AnswerCache()
  const { make } = kitchen()
  const kept = await given(cache, '/ipos', '7', NOON, make)
  const away = () => Promise.reject(new Error('away'))
  await expect(given(cache, '/deals', '7', NOON, away)).rejects.toThrow('away')
  expect(await given(cache, '/ipos', '7', NOON, make)).toBe(kept)
})

test('an answer too large to keep is still given', async () => {
  const cache = new AnswerCache()
  const body = 'x'.repeat(40 * 1024 * 1024)
  const make = async (): Promise<AnswerDraft> => ({ ...(await kitchen().make()), body })
  expect(await bodyOf(await given(cache, '/deals', '7', NOON, make))).toHaveLength(body.length)
})

const DAY = 86_400_000

class Outage extends Error {}

const away = (): Promise<AnswerDraft> => Promise.reject(new Outage('the store is away'))

function cacheThatKnowsOutages() {
  const outcomes: CacheOutcome[] = []
  const cache = new AnswerCache({
    isOutage: (error) => error instanceof Outage,
    onOutcome: (outcome) => outcomes.push(outcome),
  })
  return { cache, outcomes }
}

test.each([
  ['the clock has overtaken it', '7', NOON + 60_000],
  ['it is of another version', '8', NOON],
  ['a day has passed', '7', NOON + DAY],
])('in an outage the last answer is given, marked, when %s', async (_name, version, now) => {
  const { cache, outcomes } = cacheThatKnowsOutages()
  const first = await given(cache, '/ipos', '7', NOON, kitchen(NOON + 60_000).make)
  const again = await cache.get({ key: '/ipos', version, now, make: away })
  expect(again).toEqual({ answer: first, isStale: true })
  expect(outcomes).toEqual(['made', 'stale'])
})

test('in an outage nothing older than a day is given', async () => {
  const { cache } = cacheThatKnowsOutages()
  await given(cache, '/ipos', '7', NOON, kitchen(NOON + 1).make)
  const late = cache.get({ key: '/ipos', version: '7', now: NOON + DAY + 1, make: away })
  await expect(late).rejects.toThrow(Outage)
})

test('the day counts from when the answer last held, not from its making', async () => {
  const { cache } = cacheThatKnowsOutages()
  const { make } = kitchen(NOON + DAY)
  await given(cache, '/ipos', '7', NOON, make)
  await given(cache, '/ipos', '7', NOON + DAY - 1, make)
  const late = await cache.get({ key: '/ipos', version: '8', now: NOON + DAY + 1000, make: away })
  expect(late.isStale).toBe(true)
})

test('in an outage what was never given fails', async () => {
  const { cache } = cacheThatKnowsOutages()
  await expect(cache.get({ key: '/ipos', version: '7', now: NOON, make: away })).rejects.toThrow(Outage)
})

test('an error that is no outage is not hidden by an old answer', async () => {
  const { cache } = cacheThatKnowsOutages()
  await given(cache, '/ipos', '7', NOON, kitchen().make)
  const make = () => Promise.reject(new Error('a mistake of ours'))
  await expect(cache.get({ key: '/ipos', version: '8', now: NOON, make })).rejects.toThrow('a mistake')
})

test('after an outage it is made anew', async () => {
  const { cache } = cacheThatKnowsOutages()
  const { make } = kitchen()
  await given(cache, '/ipos', '7', NOON, make)
  await cache.get({ key: '/ipos', version: '8', now: NOON, make: away })
  expect(await bodyOf(await given(cache, '/ipos', '8', NOON, make))).toBe('made 2')
})

test('an answer that took long does not take the place of a newer one', async () => {
  const { cache } = cacheThatKnowsOutages()
  const slow = Promise.withResolvers<AnswerDraft>()
  const old = given(cache, '/ipos', '7', NOON, () => slow.promise)
  const { make } = kitchen()
  const newer = await given(cache, '/ipos', '8', NOON, make)
  slow.resolve({ ...(await make()), body: 'of version 7' })
  await old
  expect(await cache.get({ key: '/ipos', version: '9', now: NOON, make: away })).toEqual({
    answer: newer,
    isStale: true,
  })
})

test('how answers came about is told', async () => {
  const { cache, outcomes } = cacheThatKnowsOutages()
  const { make } = kitchen()
  await given(cache, '/ipos', '7', NOON, make)
  await given(cache, '/ipos', '7', NOON, make)
  await given(cache, '/ipos', '8', NOON, make)
  expect(outcomes).toEqual(['made', 'hit', 'made'])
})

test('what was last given can be asked for without trying to make it, for a day', async () => {
  const { cache, outcomes } = cacheThatKnowsOutages()
  expect(cache.last('/ipos', NOON)).toBe(undefined)
  const answer = await given(cache, '/ipos', '7', NOON, kitchen().make)
  expect(cache.last('/ipos', NOON + DAY - 1)).toEqual({ answer, isStale: true })
  // Giving it again does not make it younger.
  expect(cache.last('/ipos', NOON + DAY)).toEqual({ answer, isStale: true })
  expect(cache.last('/ipos', NOON + DAY + 1)).toBe(undefined)
  expect(outcomes).toEqual(['made', 'stale', 'stale'])
})

test('answers are left for an outage until the last of them is a day old', async () => {
  const cache = new AnswerCache()
  expect(cache.hasAnswers(NOON)).toBe(false)
  await given(cache, '/ipos', '7', NOON, kitchen().make)
  const dayMs = STALE_IF_ERROR_SECONDS * 1000
  await given(cache, '/deals', '7', NOON + 1, kitchen().make)
  expect([0, dayMs, dayMs + 1, dayMs + 2].map((ms) => cache.hasAnswers(NOON + ms))).toEqual([
    true,
    true,
    true,
    false,
  ])
})
