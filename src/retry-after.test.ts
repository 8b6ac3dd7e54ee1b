import { expect, test } from 'vitest'
import { retryAfterMs } from './retry-after.ts'

const NOW = Date.parse('2026-01-14T12:00:00.000Z')
const DAY = 86_400_000

test.each<[string | null, number | null]>([
  ['0', 0],
  ['120', 120_000],
  [' 7 ', 7000],
  ['Wed, 14 Jan 2026 12:01:00 GMT', 60_000],
  ['Wednesday, 14-Jan-26 12:01:00 GMT', 60_000],
  ['Wed, 14 Jan 2026 11:00:00 GMT', 0],
  ['Thu, 14 Jan 2027 12:00:00 GMT', DAY],
  ['99999999999', DAY],
  ['9'.repeat(1000), DAY],
  ['', null],
  [null, null],
  ['-1', null],
  ['1.5', null],
  ['1e3', null],
  ['soon', null],
  ['2026-01-14T12:01:00Z', null],
])('Retry-After: %s asks for a pause of %s ms', (header, ms) => {
  expect(retryAfterMs(header, NOW)).toBe(ms)
})
