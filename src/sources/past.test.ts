import { describe, expect, test } from 'vitest'
import { isFinalUnread, isPastList, pastList, rangeIn, withinRange } from './past.ts'
import { type Entry, UNNAMED_SUBJECT } from './source.ts'

const RANGE = { from: '2024-01-01', to: '2024-06-30' }

test('the name of a list repeats its range', () => {
  expect(pastList('listed/sme/', RANGE)).toBe('past/listed/sme/2024-01-01/2024-06-30')
  expect(rangeIn(pastList('listed/sme/', RANGE))).toEqual(RANGE)
  expect(rangeIn(pastList('', RANGE))).toEqual(RANGE)
})

test.each(['past', 'past/2024-05', 'past/board/2024-01-01/2024-02-30', 'history/2024-01-01/2024-06-30'])(
  '%s has no range',
  (document) => expect(rangeIn(document)).toBeNull(),
)

test.each([
  ['past/2024-05', true],
  ['past', false],
  ['ipo-detail/PAST', false],
])('whether %s is a list of the past', (document, isList) => expect(isPastList(document)).toBe(isList))

describe('a document that is final from the morning after a day', () => {
  test.each([
    ['was never read', '2024-05-11T04:30:00.000Z', null, true],
    ['is not final yet', '2024-05-11T04:29:00.000Z', null, false],
    ['was read before', '2024-08-01T00:00:00.000Z', '2024-05-11T04:29:00.000Z', true],
    ['was read since', '2024-08-01T00:00:00.000Z', '2024-05-11T04:30:00.000Z', false],
  ])('that %s', (_what, now, last, isUnread) => {
    expect(isFinalUnread('detail', '2024-05-10', { now, days: [], lastRead: () => last })).toBe(isUnread)
  })
})

describe('rows of a range', () => {
  const ofTerms = (row: number, terms: object): Entry => ({
    ...{ row, raw: '' },
    said: { kind: 'terms', subject: UNNAMED_SUBJECT, terms },
  })
  const fault = (row: number): Entry => ({ row, raw: '', rule: 'listing-day', reason: 'unreadable' })
  const kept = (...entries: Entry[]) =>
    withinRange({ entries, rows: entries.length, unknownColumns: [] }, RANGE).entries

  test.each([
    ['bid for within it', { openDate: '2024-02-05', closeDate: '2024-02-07' }, true],
    ['listed within it', { closeDate: '2023-12-29', listingDate: '2024-01-03' }, true],
    ['open on its last day', { openDate: '2024-06-30', closeDate: '2024-07-02' }, true],
    ['of before', { openDate: '2023-12-20', closeDate: '2023-12-22', listingDate: '2023-12-28' }, false],
    ['of after', { openDate: '2024-07-01' }, false],
    ['without a day', {}, false],
  ])('an issue %s', (_what, terms, isKept) => {
    expect(kept(ofTerms(1, terms))).toHaveLength(isKept ? 1 : 0)
  })

  test('keep their faults; those of rows out of it are dropped, those of rows without a day are not', () => {
    const rows = [
      ...[ofTerms(1, { openDate: '2024-02-05' }), fault(1)],
      ...[ofTerms(2, { openDate: '2021-02-05' }), fault(2)],
      ...[ofTerms(3, {}), fault(3), fault(4)],
    ]
    expect(kept(...rows).map(({ row }) => row)).toEqual([1, 1, 3, 4])
  })
})
