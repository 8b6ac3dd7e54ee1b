import { expect, test } from 'vitest'
import type { IpoFilter } from '../../reports/ipos/ipo-list.ts'
import { headingOf } from './ipos-heading.ts'

test.each<[IpoFilter, number, string]>([
  [{}, 423, 'All 423 IPOs'],
  [{}, 123456, 'All 1,23,456 IPOs'],
  [{}, 1, '1 IPO'],
  [{}, 0, 'No IPOs'],
  [{ status: ['OPEN'] }, 12, '12 open IPOs'],
  [{ status: ['OPEN', 'CLOSED'], board: ['SME'] }, 12, '12 open or closed SME IPOs'],
  [{ status: ['OPEN', 'CLOSED', 'LISTED'] }, 440, '440 open, closed or listed IPOs'],
  [{ board: ['MAINBOARD'] }, 1, '1 mainboard IPO'],
  [{ q: 'foods' }, 2, '2 IPOs'],
  [{ status: ['LISTED'] }, 0, 'No listed IPOs'],
])('gives %j of %i the heading "%s"', (filter, total, heading) => {
  expect(headingOf(filter, total)).toBe(heading)
})
