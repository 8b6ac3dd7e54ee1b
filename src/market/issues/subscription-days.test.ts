import { expect, test } from 'vitest'
import { type Category, MULTIPLE_ALONE } from '../facts/fact.ts'
import { type SubscriptionReport, subscriptionDays } from './subscription.ts'

const reading = (
  observedAt: string,
  timesSub: number | null,
  more: Partial<SubscriptionReport> = {},
): SubscriptionReport => ({
  fact: 'subscription',
  slug: 'lotus-kettles',
  observedAt,
  category: 'TOTAL',
  timesSub,
  ...MULTIPLE_ALONE,
  book: 'NSE',
  source: 'nse',
  printed: null,
  url: null,
  recorded: observedAt,
  id: 1,
  ...more,
})

/** Open from Thursday to Tuesday; Monday is a holiday. */
const BIDDING = { openDate: '2031-03-06', closeDate: '2031-03-11', closes: '2031-03-11T11:30:00.000Z' }
const HOLIDAYS = { trading: new Set(['2031-03-10']), clearing: new Set<string>() }
const days = (
  reports: readonly SubscriptionReport[],
  bidding: Parameters<typeof subscriptionDays>[1] = BIDDING,
) => subscriptionDays(reports, bidding, HOLIDAYS)

test('each day has its newest reading, with its number among the days of bidding', () => {
  const found = days([
    reading('2031-03-06T06:00:00.000Z', 0.2),
    reading('2031-03-06T11:00:00.000Z', 0.5),
    reading('2031-03-07T11:00:00.000Z', 1.5),
    reading('2031-03-11T11:00:00.000Z', 4),
  ])
  expect(
    found.map(({ day, dayNumber, days, isFinal, timesSub }) => [day, dayNumber, days, isFinal, timesSub]),
  ).toEqual([
    ['2031-03-06', 1, 3, false, 0.5],
    ['2031-03-07', 2, 3, false, 1.5],
    ['2031-03-11', 3, 3, false, 4],
  ])
})

test('a misprint at the end of a day is left out once two later readings contradict it', () => {
  const before = [reading('2031-03-06T10:00:00.000Z', 1.2), reading('2031-03-06T11:00:00.000Z', 120)]
  const first = reading('2031-03-06T11:10:00.000Z', 1.3)
  const second = reading('2031-03-07T06:00:00.000Z', 1.4)
  const multiples = (reports: readonly SubscriptionReport[]) => days(reports).map(({ timesSub }) => timesSub)
  expect(multiples(before)).toEqual([120])
  expect(multiples([...before, first, second])).toEqual([1.3, 1.4])
  expect(multiples([...before, { ...first, observedAt: '2031-03-07T05:00:00.000Z' }, second])).toEqual([
    1.2, 1.4,
  ])
})

test.each([
  ['the minute before bidding ends', '2031-03-11T11:29:00.000Z', false],
  ['the moment at which it ends', '2031-03-11T11:30:00.000Z', true],
  ['the next morning, as part of the closing day', '2031-03-12T03:00:00.000Z', true],
])('a reading of %s', (_when, observedAt, isFinal) => {
  expect(days([reading(observedAt, 4)])).toMatchObject([{ day: '2031-03-11', dayNumber: 3, isFinal }])
})

test.each([
  ['a Saturday', '2031-03-08T06:00:00.000Z', '2031-03-07', 2],
  ['a holiday', '2031-03-10T12:00:00.000Z', '2031-03-07', 2],
  ['the morning before bidding opens', '2031-03-07T03:00:00.000Z', '2031-03-06', 1],
  ['the night after the first day', '2031-03-06T19:00:00.000Z', '2031-03-06', 1],
  ['the morning of the opening day', '2031-03-06T03:00:00.000Z', '2031-03-06', 1],
])('a reading of %s belongs to the day of bidding before', (_when, observedAt, day, dayNumber) => {
  expect(days([reading(observedAt, 1)])).toMatchObject([{ day, dayNumber }])
})

test('days are not counted over a period that is a misprint', () => {
  const endless = { ...BIDDING, closeDate: '2999-12-31', closes: '2999-12-31T11:30:00.000Z' }
  expect(days([reading('2031-03-07T11:00:00.000Z', 1)], endless)).toMatchObject([
    { day: '2031-03-07', dayNumber: null, days: null },
  ])
})

test('nothing is final and no day is counted while the days of bidding are unknown', () => {
  const unknown = { openDate: null, closeDate: null, closes: null }
  expect(days([reading('2031-03-11T12:00:00.000Z', 4)], unknown)).toMatchObject([
    { day: '2031-03-11', dayNumber: null, days: null, isFinal: false },
  ])
})

test('a day has its categories in the published order, those with bids alone too', () => {
  const of = (category: Category, timesSub: number | null, more = {}) =>
    reading('2031-03-06T11:00:00.000Z', timesSub, { category, ...more })
  const found = days([of('TOTAL', 2), of('RII', null, { sharesBid: 300, applications: 7 }), of('QIB', 0)])
  expect(
    found.map(({ category, timesSub, sharesBid, applications }) => [
      category,
      timesSub,
      sharesBid,
      applications,
    ]),
  ).toEqual([
    ['QIB', 0, null, null],
    ['RII', null, 300, 7],
    ['TOTAL', 2, null, null],
  ])
})

test('a reading that prints other bids lends no number', () => {
  expect(
    days([
      reading('2031-03-06T10:00:00.000Z', null, { id: 1, sharesBid: 500, applications: 5 }),
      reading('2031-03-06T11:00:00.000Z', 1.5, { id: 2, sharesBid: 600 }),
    ]),
  ).toMatchObject([{ timesSub: 1.5, sharesBid: 600, applications: null }])
})

test('numbers that the reading of a multiple lacks are the newest printed ones of that day', () => {
  const found = days([
    reading('2031-03-06T09:00:00.000Z', null, { id: 1, sharesBid: 100, applications: 5 }),
    reading('2031-03-06T10:00:00.000Z', null, { id: 2, sharesBid: 600, applications: 6 }),
    reading('2031-03-06T11:00:00.000Z', 1.5, { id: 3, sharesOffered: 400, sharesBid: 600 }),
    reading('2031-03-07T11:00:00.000Z', 2, { id: 4 }),
  ])
  expect(found).toMatchObject([
    {
      timesSub: 1.5,
      sharesOffered: 400,
      sharesBid: 600,
      applications: 6,
      observedAt: '2031-03-06T11:00:00.000Z',
    },
    { timesSub: 2, sharesOffered: null, sharesBid: null, applications: null },
  ])
  expect(found[0]?.reports.map(({ id }) => id)).toEqual([3, 2])
})

test('only the book that counts for the issue is used', () => {
  expect(
    days([
      reading('2031-03-06T11:00:00.000Z', null, { book: 'ALL', sharesBid: 9 }),
      reading('2031-03-06T11:00:00.000Z', 1.5),
    ]),
  ).toMatchObject([{ timesSub: 1.5, sharesBid: null }])
})

test.each<
  [what: string, total: Partial<SubscriptionReport>, qib: Partial<SubscriptionReport>, isFinal: boolean]
>([
  ['with at least the bids of a category', { sharesBid: 500 }, { sharesBid: 500 }, true],
  ['with fewer bids than a category', { sharesBid: 499 }, { sharesBid: 500 }, false],
  [
    'with fewer bids than a category without a multiple',
    { sharesBid: 499 },
    { sharesBid: 500, timesSub: null },
    false,
  ],
  ['with a multiple below that of a category, which proves nothing', { timesSub: 1 }, { timesSub: 9 }, true],
  ['without a number of bids', { sharesBid: null }, { sharesBid: 500 }, true],
  [
    'with fewer bids than the category of another day',
    { sharesBid: 499 },
    { sharesBid: 500, observedAt: '2031-03-07T11:00:00.000Z' },
    true,
  ],
  [
    'with fewer bids than the category of another book',
    { sharesBid: 499 },
    { sharesBid: 500, book: 'BSE' },
    true,
  ],
])('the total of the last day %s', (_, total, qib, isFinal) => {
  const found = days([
    reading('2031-03-11T12:00:00.000Z', 4, total),
    reading('2031-03-11T12:00:00.000Z', 4, { category: 'QIB', id: 2, ...qib }),
  ])
  expect(found.find(({ category }) => category === 'TOTAL')?.isFinal).toBe(isFinal)
})
