import { expect, test } from 'vitest'
import type { Answer, Made } from './answer.ts'
import { AnswerCache } from './answer-cache.ts'

const bodyOf = async (answer: Answer) => String(await answer.bytes('identity'))

const NOON = Date.parse('2026-01-14T12:00:00.000Z')

/** Counts how often an answer was made; each making has its number in the body. */
function kitchen(changesAt: number | null = null) {
  let count = 0
  return {
    get count() {
      return count
    },
    make: async (): Promise<Made> => ({
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
  const first = await cache.get('/ipos', '7', NOON, make)
  expect(await cache.get('/ipos', '7', NOON + 86_400_000, make)).toBe(first)
  expect(await bodyOf(first)).toBe('made 1')
})

test('those who ask at the same time share one making', async () => {
  const cache = new AnswerCache()
  const cook = kitchen()
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => cache.get('/ipos', '7', NOON, cook.make)),
  )
  expect(cook.count).toBe(1)
  expect(new Set(answers).size).toBe(1)
})

test('each question has its own answer', async () => {
  const cache = new AnswerCache()
  const { make } = kitchen()
  const [ipos, deals] = await Promise.all([
    cache.get('/ipos', '7', NOON, make),
    cache.get('/deals', '7', NOON, make),
  ])
  expect([await bodyOf(ipos), await bodyOf(deals)]).toEqual(['made 1', 'made 2'])
  expect(await cache.get('/ipos', '7', NOON, make)).toBe(ipos)
})

test('another market version makes it again', async () => {
  const cache = new AnswerCache()
  const { make } = kitchen()
  await cache.get('/ipos', '7', NOON, make)
  expect(await bodyOf(await cache.get('/ipos', '8', NOON, make))).toBe('made 2')
})

test('one who asks in the next version does not get what is being made of the last', async () => {
  const cache = new AnswerCache()
  const { make } = kitchen()
  const [last, next] = await Promise.all([
    cache.get('/ipos', '7', NOON, make),
    cache.get('/ipos', '8', NOON, make),
  ])
  expect([await bodyOf(last), await bodyOf(next)]).toEqual(['made 1', 'made 2'])
  expect(await bodyOf(await cache.get('/ipos', '8', NOON, make))).toBe('made 2')
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
  await cache.get('/ipos', '7', NOON, make)
  expect(await bodyOf(await cache.get('/ipos', '7', changesAt + milliseconds, make))).toBe(body)
})

test('one who asks after the clock has changed it does not get what was being made before', async () => {
  const cache = new AnswerCache()
  const boundary = NOON + 60_000
  const early = kitchen(boundary)
  const late = kitchen()
  const [before, after, alsoAfter] = await Promise.all([
    cache.get('/ipos', '7', boundary - 1, early.make),
    cache.get('/ipos', '7', boundary, late.make),
    cache.get('/ipos', '7', boundary + 1, late.make),
  ])
  expect(before.made.changesAt).toBe(boundary)
  expect(after.made.changesAt).toBe(null)
  expect(alsoAfter).toBe(after)
  expect([early.count, late.count]).toEqual([1, 1])
})

test('a failed making fails for all who wait for it, and is not kept', async () => {
  const cache = new AnswerCache()
  let failures = 0
  const fail = async (): Promise<Made> => {
    failures++
    throw new Error('the store is away')
  }
  const waiting = [cache.get('/ipos', '7', NOON, fail), cache.get('/ipos', '7', NOON, fail)]
  for (const outcome of await Promise.allSettled(waiting)) expect(outcome.status).toBe('rejected')
  expect(failures).toBe(1)

  expect(await bodyOf(await cache.get('/ipos', '7', NOON, kitchen().make))).toBe('made 1')
})

test('a failed making leaves the answers of others alone', async () => {
  const cache = new AnswerCache()
  const { make } = kitchen()
  const kept = await cache.get('/ipos', '7', NOON, make)
  await expect(cache.get('/deals', '7', NOON, () => Promise.reject(new Error('away')))).rejects.toThrow(
    'away',
  )
  expect(await cache.get('/ipos', '7', NOON, make)).toBe(kept)
})

test('an answer too large to keep is still given', async () => {
  const cache = new AnswerCache()
  const body = 'x'.repeat(40 * 1024 * 1024)
  const make = async (): Promise<Made> => ({ ...(await kitchen().make()), body })
  expect(await bodyOf(await cache.get('/deals', '7', NOON, make))).toHaveLength(body.length)
})
