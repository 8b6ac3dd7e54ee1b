import { describe, expect, test } from 'vitest'
import { istInstant } from '../calendar.ts'
import { confirmedStatus, type Status, statusAt, statusMoments, type Timetable } from './status.ts'

const issue = (timetable: Partial<Timetable> = {}): Timetable => ({
  board: 'MAINBOARD',
  openDate: '2026-01-13',
  closeDate: '2026-01-16',
  listingDate: '2026-01-21',
  hasListingPrice: false,
  withdrawn: false,
  ...timetable,
})

/** The instant one millisecond before a time of day in India. */
const justBefore = (day: string, time: string) =>
  new Date(Date.parse(istInstant(day, time)) - 1).toISOString()

describe('a mainboard issue', () => {
  test.each<[string, string, Status]>([
    ['is upcoming long before it opens', '2025-12-01T00:00:00.000Z', 'UPCOMING'],
    ['is upcoming at midnight in India of its opening day', '2026-01-12T18:30:00.000Z', 'UPCOMING'],
    ['is upcoming until just before 10:00', justBefore('2026-01-13', '10:00'), 'UPCOMING'],
    ['is open from exactly 10:00, which is 04:30 UTC', '2026-01-13T04:30:00.000Z', 'OPEN'],
    ['is open at night between its days', istInstant('2026-01-15', '02:00'), 'OPEN'],
    ['is open after 16:00 of its closing day', istInstant('2026-01-16', '16:00'), 'OPEN'],
    ['is open until just before 17:00 of its closing day', justBefore('2026-01-16', '17:00'), 'OPEN'],
    ['is closed from exactly 17:00, which is 11:30 UTC', '2026-01-16T11:30:00.000Z', 'CLOSED'],
    ['is closed until just before 10:00 of its listing day', justBefore('2026-01-21', '10:00'), 'CLOSED'],
    ['is listed from exactly 10:00 of its listing day', '2026-01-21T04:30:00.000Z', 'LISTED'],
    ['is listed ever after', '2030-01-01T00:00:00.000Z', 'LISTED'],
  ])('%s', (_name, clock, status) => {
    expect(statusAt(clock, issue())).toBe(status)
  })
})

describe('an SME issue', () => {
  test.each<[string, Partial<Timetable>, string, Status]>([
    [
      'that opened on 2025-06-30 is open until just before 17:00',
      { openDate: '2025-06-30', closeDate: '2025-07-02' },
      justBefore('2025-07-02', '17:00'),
      'OPEN',
    ],
    [
      'that opened on 2025-06-30 is closed from 17:00, although it closes in July',
      { openDate: '2025-06-30', closeDate: '2025-07-02' },
      istInstant('2025-07-02', '17:00'),
      'CLOSED',
    ],
    [
      'that opened on 2025-07-01 is open until just before 16:00',
      { openDate: '2025-07-01', closeDate: '2025-07-03' },
      justBefore('2025-07-03', '16:00'),
      'OPEN',
    ],
    [
      'that opened on 2025-07-01 is closed from exactly 16:00, which is 10:30 UTC',
      { openDate: '2025-07-01', closeDate: '2025-07-03' },
      '2025-07-03T10:30:00.000Z',
      'CLOSED',
    ],
  ])('%s', (_name, timetable, clock, status) => {
    expect(statusAt(clock, issue({ board: 'SME', listingDate: null, ...timetable }))).toBe(status)
  })

  test('alone closes at 16:00', () => {
    const dates = { openDate: '2025-07-01', closeDate: '2025-07-03', listingDate: null }
    expect(statusAt(istInstant('2025-07-03', '16:00'), issue({ board: 'MAINBOARD', ...dates }))).toBe('OPEN')
  })
})

describe('an issue with unknown dates', () => {
  const undated = { openDate: null, closeDate: null, listingDate: null }
  test.each<[string, Partial<Timetable>, Status]>([
    ['without any is upcoming', undated, 'UPCOMING'],
    [
      'without an opening day is upcoming, even past its closing day',
      { openDate: null, listingDate: null },
      'UPCOMING',
    ],
    ['without a closing day is open', { closeDate: null, listingDate: null }, 'OPEN'],
    ['without a closing day is open until it lists', { closeDate: null, listingDate: '2026-03-02' }, 'OPEN'],
    [
      'without a closing day is listed once it lists',
      { closeDate: null, listingDate: '2026-03-01' },
      'LISTED',
    ],
    ['without a listing day stays closed', { listingDate: null }, 'CLOSED'],
    [
      'without any is listed as soon as a listing price is known',
      { ...undated, hasListingPrice: true },
      'LISTED',
    ],
  ])('%s', (_name, timetable, status) => {
    expect(statusAt('2026-03-01T12:00:00.000Z', issue(timetable))).toBe(status)
  })
})

describe('a listing price', () => {
  test.each<[string, string]>([
    ['makes a closed issue listed before 10:00 of its day', istInstant('2026-01-21', '09:56')],
    ['makes an issue listed before the day that was named', istInstant('2026-01-20', '10:00')],
    ['outweighs a bidding time that still runs', istInstant('2026-01-14', '12:00')],
  ])('%s', (_name, clock) => {
    expect(statusAt(clock, issue({ hasListingPrice: true }))).toBe('LISTED')
  })
})

describe('a revised date moves the status, also backwards', () => {
  const noon = istInstant('2026-01-19', '12:00')
  test.each<[string, Partial<Timetable>, Partial<Timetable>, Status, Status]>([
    [
      'an open issue is upcoming again',
      { closeDate: '2026-01-20' },
      { openDate: '2026-01-20' },
      'OPEN',
      'UPCOMING',
    ],
    [
      'a closed issue is upcoming again',
      {},
      { openDate: '2026-01-20', closeDate: '2026-01-22' },
      'CLOSED',
      'UPCOMING',
    ],
    ['a closed issue is open again', {}, { closeDate: '2026-01-20' }, 'CLOSED', 'OPEN'],
    ['an open issue is closed', { closeDate: '2026-01-20' }, {}, 'OPEN', 'CLOSED'],
    ['a listed issue is closed again', { listingDate: '2026-01-19' }, {}, 'LISTED', 'CLOSED'],
    [
      'a closing day before the old one closes',
      { closeDate: '2026-01-21' },
      { closeDate: '2026-01-15' },
      'OPEN',
      'CLOSED',
    ],
  ])('%s', (_name, before, after, was, is) => {
    expect([statusAt(noon, issue(before)), statusAt(noon, issue(after))]).toEqual([was, is])
  })
})

describe('a withdrawn issue', () => {
  const withdrawn = issue({ withdrawn: true, hasListingPrice: true })
  test.each<[string, string, Status]>([
    ['is upcoming before its opening', istInstant('2026-01-13', '09:59'), 'UPCOMING'],
    ['is open by its dates', istInstant('2026-01-14', '12:00'), 'OPEN'],
    ['is closed after them', istInstant('2026-01-16', '17:00'), 'CLOSED'],
    ['never lists, not on its listing day, not with a price', istInstant('2026-01-21', '10:00'), 'CLOSED'],
  ])('%s', (_name, clock, status) => {
    expect(statusAt(clock, withdrawn)).toBe(status)
  })
})

describe('the moments at which the clock changes the status', () => {
  test.each<[string, Partial<Timetable>, string[]]>([
    [
      'are opening, end of bidding and listing',
      {},
      ['2026-01-13T04:30:00.000Z', '2026-01-16T11:30:00.000Z', '2026-01-21T04:30:00.000Z'],
    ],
    [
      'have the earlier end of an SME issue',
      { board: 'SME' },
      ['2026-01-13T04:30:00.000Z', '2026-01-16T10:30:00.000Z', '2026-01-21T04:30:00.000Z'],
    ],
    ['leave out unknown days', { closeDate: null, listingDate: null }, ['2026-01-13T04:30:00.000Z']],
    [
      'leave out the listing of a withdrawn issue',
      { withdrawn: true },
      ['2026-01-13T04:30:00.000Z', '2026-01-16T11:30:00.000Z'],
    ],
    ['are none without dates', { openDate: null, closeDate: null, listingDate: null }, []],
  ])('%s', (_name, timetable, moments) => {
    expect(statusMoments(issue(timetable))).toEqual(moments)
  })

  test.each<[string, Partial<Timetable>]>([
    ['a mainboard issue', {}],
    ['an SME issue', { board: 'SME' }],
    ['an issue without a closing day', { closeDate: null }],
    ['a withdrawn issue', { withdrawn: true }],
  ])('include every change of %s', (_name, timetable) => {
    const halfHours = Array.from(
      { length: 12 * 48 },
      (_, index) => Date.parse('2026-01-11T18:30:00.000Z') + index * 1_800_000,
    )
    const changes = halfHours.flatMap((ms) => {
      const now = new Date(ms).toISOString()
      const before = new Date(ms - 1).toISOString()
      return statusAt(now, issue(timetable)) === statusAt(before, issue(timetable)) ? [] : [now]
    })
    expect(statusMoments(issue(timetable))).toEqual(changes)
  })
})

test.each<[Status, boolean, Status]>([
  ['LISTED', true, 'LISTED'],
  ['LISTED', false, 'CLOSED'],
  ['CLOSED', false, 'CLOSED'],
  ['OPEN', false, 'OPEN'],
])('%s with a listing price: %s; the pages show %s', (status, hasListingPrice, shown) => {
  expect(confirmedStatus(status, hasListingPrice)).toBe(shown)
})
