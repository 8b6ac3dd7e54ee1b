import { expect, test } from 'vitest'
import { cacheControl, constantUntil, MAX_AGE_SECONDS, PAST_MAX_AGE_SECONDS } from './lifetime.ts'

const NOW = Date.parse('2026-01-14T12:00:00.000Z')
const WHOLE = 'public, max-age=60, stale-while-revalidate=60, stale-if-error=86400'

test.each<[string, number | null, string]>([
  ['never: a minute, and a minute of grace', null, WHOLE],
  ['in a day: a minute, and a minute of grace', 86_400, WHOLE],
  ['in 121 s: after the grace has ended', 121, WHOLE],
  ['in 120 s: as the grace ends', 120, WHOLE],
  ['in 119.999 s: a fraction within the grace', 119.999, 'public, max-age=60, stale-if-error=86400'],
  ['in 119 s: within the grace, so without it', 119, 'public, max-age=60, stale-if-error=86400'],
  ['in 61 s: after the minute', 61, 'public, max-age=60, stale-if-error=86400'],
  ['in 60 s: as the minute ends', 60, 'public, max-age=60, stale-if-error=86400'],
  ['in 59.999 s: rounded down to whole seconds', 59.999, 'public, max-age=59, stale-if-error=86400'],
  ['in 30 s: half a minute', 30, 'public, max-age=30, stale-if-error=86400'],
  ['in 1 s: a second', 1, 'public, max-age=1, stale-if-error=86400'],
  ['in 0.4 s: no time, rounded down', 0.4, 'public, max-age=0, stale-if-error=86400'],
  ['now: no time at all', 0, 'public, max-age=0, stale-if-error=86400'],
  ['5 s ago: no time at all, and none below zero', -5, 'public, max-age=0, stale-if-error=86400'],
])('the clock changes the answer %s', (_name, secondsAway, header) => {
  const changesAt = secondsAway === null ? null : NOW + secondsAway * 1000
  expect(cacheControl(NOW, changesAt, MAX_AGE_SECONDS)).toBe(header)
})

test('an answer as of a past moment may be cached for an hour', () => {
  expect(cacheControl(NOW, null, PAST_MAX_AGE_SECONDS)).toMatch(/^public, max-age=3600\b/)
})

test.each([null, 0, 30, 60, 119, 120, 121, 3600])(
  'an answer that the clock changes in %s s has the full lifetime exactly until constantUntil',
  (secondsAway) => {
    const changesAt = secondsAway === null ? null : NOW + secondsAway * 1000
    const isConstant = NOW <= constantUntil(changesAt, MAX_AGE_SECONDS)
    expect(cacheControl(NOW, changesAt, MAX_AGE_SECONDS) === WHOLE).toBe(isConstant)
  },
)
