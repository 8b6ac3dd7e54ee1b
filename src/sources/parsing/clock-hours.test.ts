import { expect, test } from 'vitest'
import { hourOf } from './clock-hours.ts'

test.each<[number, string | undefined, number]>([
  [17, undefined, 17],
  [5, 'PM', 17],
  [5, 'p.m.', 17],
  [5, 'am', 5],
  [12, 'AM', 0],
  [12, 'PM', 12],
  [0, 'PM', Number.POSITIVE_INFINITY],
  [13, 'PM', Number.POSITIVE_INFINITY],
])('%s %s is hour %s of the day', (hour, half, ofDay) => {
  expect(hourOf(hour, half)).toBe(ofDay)
})
