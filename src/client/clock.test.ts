import { expect, test } from 'vitest'
import { pause } from './clock.ts'

test.each([2 ** 31, 1e14, Number.POSITIVE_INFINITY])('a wait of %d ms does not end at once', async (ms) => {
  const ending = new AbortController()
  const long = pause(ms, ending.signal).then(() => 'long')
  expect(await Promise.race([long, pause(50, undefined).then(() => 'short')])).toBe('short')
  ending.abort()
  await long
})
