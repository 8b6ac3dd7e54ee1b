import { expect, onTestFinished, test } from 'vitest'
import { gmp, ipo, listing } from '../../test/support/lines.ts'
import { startTestService } from '../../test/support/service.ts'
import { afterTheOthers, MAX_PAST_MOMENTS, TooManyPastMoments } from './after-the-others.ts'

/** Fills the queue until `end` is called. */
function fillQueue(): { readonly end: () => Promise<unknown> } {
  const { promise, resolve } = Promise.withResolvers<void>()
  const works = Array.from({ length: MAX_PAST_MOMENTS }, () => afterTheOthers(() => promise))
  const end = () => {
    resolve()
    return Promise.all(works)
  }
  onTestFinished(async () => void (await end()))
  return { end }
}

test('runs one at a time in their order, and goes on after a failure', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const begun: string[] = []
  const works = ['first', 'second', 'third'].map((name) =>
    afterTheOthers(async () => {
      begun.push(name)
      await promise
      if (name === 'second') throw new Error('failed')
      return name
    }),
  )
  await new Promise(setImmediate)
  expect(begun).toEqual(['first'])
  resolve()
  const results = await Promise.allSettled(works)
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(begun).toEqual(['first', 'second', 'third'])
})

test('refuses what comes beyond the limit until others are done', async () => {
  const { end } = fillQueue()
  await expect(afterTheOthers(async () => 'late')).rejects.toThrow(TooManyPastMoments)
  await end()
  expect(await afterTheOthers(async () => 'again')).toBe('again')
})

test('a request for a past moment beyond the limit gets 503 with Retry-After, other requests their answers', async () => {
  const service = await startTestService({
    now: '2026-01-25T06:00:00.000Z',
    lines: [
      ipo('acme', { issuePrice: 100, openDate: '2026-01-05', closeDate: '2026-01-07' }),
      gmp('acme', '2026-01-07', 20),
      listing('acme', '2026-01-12', 120),
    ].map((line) => ({ ...line, recordedAt: '2026-01-12T06:00:00.000Z' })),
  })
  const past = '/api/public/market/accuracy?asOf=2026-01-11T00:00:00.000Z'
  const { end } = fillQueue()
  const refused = await service.get(past)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '10'])
  expect((await refused.json()).error).toMatchObject({
    code: 'UNAVAILABLE',
    message: '20 other past moments are being computed, which is the limit; try again in 10 seconds',
  })
  expect((await service.get('/scoreboard?asOf=2026-01-11T00:00:00.000Z')).status).toBe(503)
  expect((await service.get('/api/public/market/accuracy')).status).toBe(200)
  await end()
  expect((await service.get(past)).status).toBe(200)
})
