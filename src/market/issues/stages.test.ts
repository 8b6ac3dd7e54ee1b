import { expect, test } from 'vitest'
import { milestonesOf, stagesAt, statusAt, type Timetable } from './status.ts'

const TIMETABLE: Timetable = {
  board: 'MAINBOARD',
  openDate: '2026-01-13',
  closeDate: '2026-01-16',
  listingDate: '2026-01-21',
  hasListingPrice: false,
  withdrawn: false,
}
const at = (clock: string, more: Partial<Timetable> & { allotmentDate?: string | null } = {}) => {
  const { allotmentDate = '2026-01-19', ...changed } = more
  const timetable = { ...TIMETABLE, ...changed }
  return stagesAt(clock, {
    status: statusAt(clock, timetable),
    milestones: milestonesOf(timetable),
    allotmentDate,
  })
}
const states = (passed: ReturnType<typeof stagesAt>) => passed.stages.map(({ state }) => state)

test.each([
  ['2026-01-12T06:00:00.000Z', ['next', 'to come', 'to come', 'to come'], 0],
  ['2026-01-13T04:29:59.000Z', ['next', 'to come', 'to come', 'to come'], 0],
  ['2026-01-13T04:30:00.000Z', ['done', 'next', 'to come', 'to come'], 1 + 0.5 / 4],
  ['2026-01-15T06:00:00.000Z', ['done', 'next', 'to come', 'to come'], 1 + 2.5 / 4],
  ['2026-01-16T12:00:00.000Z', ['done', 'done', 'next', 'to come'], 2 + 0.5 / 4],
  ['2026-01-19T12:00:00.000Z', ['done', 'done', 'next', 'to come'], 2 + 3.5 / 4],
  ['2026-01-20T06:00:00.000Z', ['done', 'done', 'done', 'next'], 3 + 1.5 / 3],
  ['2026-01-21T04:30:00.000Z', ['done', 'done', 'done', 'done'], 4],
])('at %s', (clock, expected, progress) => {
  const passed = at(clock)
  expect(states(passed)).toEqual(expected)
  expect(passed.progress).toBe(progress)
})

test('counts every stage as done once listed, even on unknown days', () => {
  const passed = at('2026-01-22T06:00:00.000Z', { closeDate: null, allotmentDate: null })
  expect(states(passed)).toEqual(['done', 'done', 'done', 'done'])
  expect(passed.stages.map(({ day }) => day)).toEqual(['2026-01-13', null, null, '2026-01-21'])
})

test('has no elapsed part towards an unknown day', () => {
  expect(at('2026-01-14T06:00:00.000Z', { closeDate: null, listingDate: null }).progress).toBe(1)
})

test('waits for listing after the allotment, even on an unknown day', () => {
  const waiting = at('2026-01-19T06:00:00.000Z', { listingDate: null, allotmentDate: '2026-01-16' })
  expect(states(waiting)).toEqual(['done', 'done', 'done', 'next'])
  expect(waiting.progress).toBe(3)
})
