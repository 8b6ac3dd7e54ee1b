import { expect, test } from 'vitest'
import { plainLine, plainName } from './plain-line.ts'

test.each([
  ['Acme Foods Limited', 'Acme Foods'],
  ['  Bell\r\nMotors\u2028Pvt. Ltd. ', 'Bell Motors'],
  ['\u202eCedar\u2069 \u0007Mills\ud800', 'Cedar Mills'],
  ['Limited', 'Limited'],
  ['कमल फूड्स Limited', 'कमल फूड्स'],
  ['x'.repeat(5000), `${'x'.repeat(59)}…`],
  ['😀'.repeat(61), `${'😀'.repeat(59)}…`],
])('the name %j is written as %j', (name, written) => {
  expect(plainName(name)).toBe(written)
})

test('a line keeps its figures together with plain spaces, and is cut at 240 characters', () => {
  expect(plainLine('Tue\u00a017\u00a0Nov,  5:00\u00a0pm')).toBe('Tue 17 Nov, 5:00 pm')
  expect(plainLine('word '.repeat(100))).toHaveLength(240)
  expect(plainLine('word '.repeat(100))).toMatch(/ word…$/)
})
