import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BOOKS, CATEGORIES, type Category, MULTIPLE_ALONE } from '../facts/fact.ts'
import { contradictedReadings, latestReadings, type SubscriptionReport } from './subscription.ts'

let lines = 0

const reading = (
  category: Category,
  timesSub: number,
  more: Partial<SubscriptionReport> = {},
): SubscriptionReport => ({
  fact: 'subscription',
  ...MULTIPLE_ALONE,
  slug: 'lotus-kettles',
  observedAt: '2026-01-14T11:30:00.000Z',
  category,
  timesSub,
  book: 'ALL',
  source: 'nse',
  printed: null,
  url: null,
  recorded: '2026-01-14T11:35:00.000Z',
  id: ++lines,
  ...more,
})

const shown = (reports: readonly SubscriptionReport[]) =>
  latestReadings(reports).map(({ category, timesSub }) => [category, timesSub])

test('has no entries without readings', () => {
  expect(latestReadings([])).toEqual([])
})

test('orders categories as published, and has only those with readings', () => {
  const order = ['QIB', 'NII', 'BNII', 'SNII', 'RII', 'EMP', 'SHA', 'POL', 'MM', 'OTHER', 'TOTAL']
  expect(CATEGORIES).toEqual(order)
  const all = CATEGORIES.map((category, index) => reading(category, index))
  expect(shown(all.toReversed())).toEqual(order.map((category, index) => [category, index]))
  expect(shown([reading('TOTAL', 2), reading('RII', 1), reading('QIB', 3)])).toEqual([
    ['QIB', 3],
    ['RII', 1],
    ['TOTAL', 2],
  ])
})

describe('uses the best book with readings', () => {
  const book = (name: 'ALL' | 'NSE' | 'BSE', timesSub: number, observedAt = '2026-01-14T11:30:00.000Z') =>
    reading('TOTAL', timesSub, { book: name, observedAt })

  test.each<[string, SubscriptionReport[], number]>([
    ['both exchanges combined before NSE', [book('NSE', 2), book('ALL', 3)], 3],
    ['both exchanges combined before BSE', [book('BSE', 1), book('ALL', 3)], 3],
    ['NSE before BSE', [book('BSE', 1), book('NSE', 2)], 2],
    ['BSE when there is no other', [book('BSE', 1)], 1],
    [
      'the combined book once it was read, although NSE was read later',
      [book('ALL', 3), book('NSE', 5, '2026-01-16T11:30:00.000Z')],
      3,
    ],
    [
      'NSE once it was read, although BSE was read later',
      [book('NSE', 2), book('BSE', 5, '2026-01-16T11:30:00.000Z')],
      2,
    ],
  ])('%s', (_name, reports, total) => {
    expect(shown(reports)).toEqual([['TOTAL', total]])
    expect(shown(reports.toReversed())).toEqual([['TOTAL', total]])
  })

  test('does not fill gaps from another book', () => {
    expect(shown([reading('TOTAL', 3), reading('QIB', 9, { book: 'NSE' })])).toEqual([['TOTAL', 3]])
  })

  test('orders the books from the best on', () => {
    expect(BOOKS).toEqual(['ALL', 'NSE', 'BSE'])
  })
})

describe('uses the newest reading of a category', () => {
  const observed = (time: string) => ({ observedAt: `2026-01-14T${time}:00.000Z` })
  const recorded = (time: string) => ({ recorded: `2026-01-14T${time}:00.000Z` })

  test.each<[string, SubscriptionReport[], number]>([
    [
      'by the moment of observation',
      [reading('QIB', 1, observed('10:00')), reading('QIB', 2, observed('11:00'))],
      2,
    ],
    [
      'by observation before recording: an old table read late is old',
      [
        reading('QIB', 1, { ...observed('10:00'), ...recorded('15:00') }),
        reading('QIB', 2, { ...observed('11:00'), ...recorded('11:05') }),
      ],
      2,
    ],
    [
      'by recording where the observation is the same',
      [reading('QIB', 2, recorded('12:00')), reading('QIB', 1, recorded('11:40'))],
      2,
    ],
    ['by the later line where both are the same', [reading('QIB', 1), reading('QIB', 2)], 2],
    [
      'by no rank: a tracker’s newer table counts',
      [
        reading('QIB', 1, observed('10:00')),
        reading('QIB', 2, { ...observed('11:00'), source: 'Chittorgarh' }),
      ],
      2,
    ],
    [
      'also when it is lower',
      [reading('QIB', 5, observed('10:00')), reading('QIB', 2, observed('11:00'))],
      2,
    ],
    ['also when it is zero', [reading('QIB', 5, observed('10:00')), reading('QIB', 0, observed('11:00'))], 0],
  ])('%s', (_name, reports, timesSub) => {
    expect(shown(reports)).toEqual([['QIB', timesSub]])
    expect(shown(reports.toReversed())).toEqual([['QIB', timesSub]])
  })

  test('decides each category separately', () => {
    expect(
      shown([
        reading('QIB', 1, observed('10:00')),
        reading('RII', 2, observed('10:00')),
        reading('QIB', 3, observed('11:00')),
      ]),
    ).toEqual([
      ['QIB', 3],
      ['RII', 2],
    ])
  })
})

test('does not depend on the order of the reports', () => {
  const reports = fc.array(
    fc
      .record({
        category: fc.constantFrom(...CATEGORIES),
        timesSub: fc.integer({ min: 0, max: 300 }),
        book: fc.constantFrom(...BOOKS),
        hour: fc.constantFrom('10', '11', '12'),
      })
      .map(({ category, timesSub, book, hour }) =>
        reading(category, timesSub, { book, observedAt: `2026-01-14T${hour}:00:00.000Z` }),
      ),
    { maxLength: 12 },
  )
  fc.assert(
    fc.property(reports, (all) => {
      expect(latestReadings(all.toReversed())).toEqual(latestReadings(all))
    }),
  )
})

describe('two readings in a row below half of an earlier one contradict it', () => {
  const at = (hour: number, timesSub: number, more: Partial<SubscriptionReport> = {}) =>
    reading('TOTAL', timesSub, { observedAt: `2026-01-14T${hour}:00:00.000Z`, ...more })

  test.each<[string, SubscriptionReport[], number[]]>([
    ['one reading is not enough', [at(10, 120), at(11, 1.3)], []],
    ['two are', [at(10, 120), at(11, 1.3), at(12, 1.4)], [120]],
    ['all misprints', [at(10, 1.2), at(11, 120), at(12, 121), at(13, 1.3), at(14, 1.4)], [120, 121]],
    ['not in a row', [at(10, 120), at(11, 1.3), at(12, 121), at(13, 1.4)], []],
    ['just half is no contradiction', [at(10, 2), at(11, 1), at(12, 1)], []],
    ['zeros contradict nothing', [at(10, 2), at(11, 0), at(12, 0)], []],
    ['another source', [at(10, 120), at(11, 1.3, { source: 'bse' }), at(12, 1.4)], []],
    ['another book', [at(10, 120), at(11, 1.3, { book: 'NSE' }), at(12, 1.4)], []],
    ['another category', [at(10, 120), at(11, 1.3, { category: 'QIB' }), at(12, 1.4)], []],
    ['by the time of observation', [at(11, 1.3), at(12, 1.4), at(10, 120)], [120]],
  ])('%s', (_name, reports, contradicted) => {
    for (const all of [reports, reports.toReversed()])
      expect([...contradictedReadings(all)].map(({ timesSub }) => timesSub).toSorted()).toEqual(contradicted)
  })
})
