import { describe, expect, test } from 'vitest'
import type { Day } from '../calendar.ts'
import type { Board } from '../facts/fact.ts'
import { type CalledOff, milestonesAt, provenTradingDay, provingSymbol, stateOf } from './stages.ts'
import { confirmedStatus, expectedDays, milestonesOf, statusAt } from './status.ts'

interface Case {
  readonly board?: Board
  readonly open?: Day | null
  readonly close?: Day | null
  readonly allotment?: Day
  readonly listing?: Day
  readonly isPriced?: boolean
  readonly traded?: Day
  readonly calledOff?: CalledOff
}

/** Tue 13 Jan to Fri 16 Jan; due: allotment Mon 19, credit Tue 20, listing Wed 21. */
function issueAt(clock: string, of: Case) {
  const { board = 'MAINBOARD', open = '2026-01-13', close = '2026-01-16', calledOff = null } = of
  const offMarket = calledOff !== null
  const timetable = {
    board,
    openDate: open,
    closeDate: close,
    listingDate: of.listing ?? null,
    hasListingPrice: of.isPriced ?? false,
    withdrawn: offMarket,
  }
  const status = statusAt(clock, timetable)
  const holidays = { trading: new Set<Day>(), clearing: new Set<Day>() }
  return {
    status,
    moments: milestonesOf(timetable),
    allotmentDate: of.allotment ?? null,
    listingDay: timetable.listingDate,
    expected: expectedDays(
      { openDate: open, closeDate: close, offMarket },
      confirmedStatus(status, timetable.hasListingPrice),
      holidays,
    ),
    hasListingPrice: timetable.hasListingPrice,
    tradedOn: of.traded ?? null,
    calledOff,
  }
}

/** Each milestone as its state and day; in brackets a day by the timetable. */
const written = (clock: string, of: Case) =>
  milestonesAt(issueAt(clock, of), clock.slice(0, 10))
    .map(({ state, day, isAnnounced }) => {
      const dayOfMonth = day === null ? '-' : Number(day.slice(8))
      return `${state} ${isAnnounced || day === null ? dayOfMonth : `(${dayOfMonth})`}`
    })
    .join(', ')

/** 10:00 UTC is 15:30 in India. */
const on = (day: string, time = '10:00') => `2026-01-${day}T${time}:00.000Z`

describe('the state and the milestones', () => {
  test.each<[what: string, clock: string, of: Case, state: string, milestones: string]>([
    [
      'nothing known',
      on('12'),
      { open: null, close: null },
      'upcoming',
      'next -, ahead -, ahead -, ahead -, ahead -, ahead -',
    ],
    [
      'upcoming',
      on('12'),
      {},
      'upcoming',
      'next 13, ahead 16, ahead (19), ahead (20), ahead (20), ahead (21)',
    ],
    ['open', on('14'), {}, 'open', 'done 13, next 16, ahead (19), ahead (20), ahead (20), ahead (21)'],
    [
      'open on the last day until 17:00',
      on('16', '11:29'),
      {},
      'open',
      'done 13, next 16, ahead (19), ahead (20), ahead (20), ahead (21)',
    ],
    [
      'an SME issue closes at 16:00',
      on('16', '10:30'),
      { board: 'SME' },
      'closed',
      'done 13, done 16, next (19), ahead (20), ahead (20), ahead (21)',
    ],
    [
      'the allotment is due today',
      on('19'),
      {},
      'closed',
      'done 13, done 16, next (19), ahead (20), ahead (20), ahead (21)',
    ],
    [
      'the allotment was due',
      on('20'),
      {},
      'closed',
      'done 13, done 16, unconfirmed (19), next (20), ahead (20), ahead (21)',
    ],
    [
      'the allotment was announced',
      on('20'),
      { allotment: '2026-01-19' },
      'closed',
      'done 13, done 16, done 19, next (20), ahead (20), ahead (21)',
    ],
    [
      'due to list today',
      on('21'),
      {},
      'closed',
      'done 13, done 16, unconfirmed (19), unconfirmed (20), unconfirmed (20), next (21)',
    ],
    [
      'announced to list today, before trading',
      on('21', '04:00'),
      { listing: '2026-01-21' },
      'closed',
      'done 13, done 16, unconfirmed (19), unconfirmed (20), unconfirmed (20), next 21',
    ],
    [
      'announced to list today, without a price',
      on('21'),
      { listing: '2026-01-21' },
      'closed',
      'done 13, done 16, unconfirmed (19), unconfirmed (20), unconfirmed (20), next 21',
    ],
    [
      'should have listed by the timetable',
      on('22'),
      {},
      'unconfirmed',
      'done 13, done 16, unconfirmed (19), unconfirmed (20), unconfirmed (20), unconfirmed (21)',
    ],
    [
      'should have listed as announced',
      on('22'),
      { listing: '2026-01-21' },
      'unconfirmed',
      'done 13, done 16, unconfirmed (19), unconfirmed (20), unconfirmed (20), unconfirmed 21',
    ],
    [
      'allotted, but not listed',
      on('28'),
      { allotment: '2026-01-19' },
      'unconfirmed',
      'done 13, done 16, done 19, unconfirmed (20), unconfirmed (20), unconfirmed (21)',
    ],
    [
      'trading by a disclosed deal, without a price',
      on('22'),
      { listing: '2026-01-21', traded: '2026-01-21' },
      'trading',
      'done 13, done 16, done -, done -, done -, traded 21',
    ],
    [
      'trading, though it was never announced to list',
      on('23'),
      { traded: '2026-01-22' },
      'trading',
      'done 13, done 16, done -, done -, done -, traded (22)',
    ],
    [
      'listed',
      on('22'),
      { listing: '2026-01-21', isPriced: true },
      'listed',
      'done 13, done 16, done -, done -, done -, done 21',
    ],
    [
      'listed before its day, since there is a price',
      on('20'),
      { listing: '2026-01-21', isPriced: true },
      'listed',
      'done 13, done 16, done -, done -, done -, done 21',
    ],
    [
      'allotted later than by the timetable',
      on('21'),
      { allotment: '2026-01-22' },
      'closed',
      'done 13, done 16, next 22, ahead -, ahead -, ahead -',
    ],
    [
      'listing earlier than by the timetable',
      on('19'),
      { listing: '2026-01-20' },
      'closed',
      'done 13, done 16, next (19), ahead -, ahead -, ahead 20',
    ],
    [
      'no closing day',
      on('14'),
      { close: null },
      'open',
      'done 13, next -, ahead -, ahead -, ahead -, ahead -',
    ],
    [
      'withdrawn',
      on('14'),
      { calledOff: 'withdrawn', listing: '2026-01-21' },
      'withdrawn',
      'off 13, off 16, off -, off -, off -, off 21',
    ],
    [
      'postponed',
      on('22'),
      { calledOff: 'postponed' },
      'postponed',
      'off 13, off 16, off -, off -, off -, off -',
    ],
  ])('%s', (_, clock, of, state, milestones) => {
    expect(stateOf(issueAt(clock, of), clock.slice(0, 10))).toBe(state)
    expect(written(clock, of)).toBe(milestones)
  })

  test('are without due days for issues before the timetable T+3', () => {
    const of: Case = { open: '2023-11-28', close: '2023-11-30' }
    expect(written('2023-12-20T10:00:00.000Z', of)).toBe(
      'done 28, done 30, next -, ahead -, ahead -, ahead -',
    )
    expect(stateOf(issueAt('2023-12-20T10:00:00.000Z', of), '2023-12-20')).toBe('closed')
  })
})

describe('a disclosed deal proves trading', () => {
  test.each<
    [what: string, close: Day | null, deal: Day | undefined, listing: Day | undefined, proven: Day | null]
  >([
    ['by the first day with one', '2026-01-16', '2026-01-21', undefined, '2026-01-21'],
    ['only if there is one', '2026-01-16', undefined, undefined, null],
    [
      'not if a share with that symbol was dealt in before the close',
      '2026-01-16',
      '2025-03-03',
      undefined,
      null,
    ],
    ['not if one was dealt in on the closing day', '2026-01-16', '2026-01-16', undefined, null],
    [
      'not if an issue with that symbol listed before the close',
      '2026-01-16',
      '2026-01-21',
      '2024-05-06',
      null,
    ],
    ['whatever lists under that symbol later', '2026-01-16', '2026-01-21', '2026-02-02', '2026-01-21'],
    ['not while the closing day is unknown', null, '2026-01-21', undefined, null],
  ])('%s', (_, closeDate, deal, listing, proven) => {
    expect(provenTradingDay({ closeDate }, deal, listing)).toBe(proven)
  })

  test.each<[what: string, terms: Partial<Parameters<typeof provingSymbol>[0]>, symbol: string | null]>([
    ['of NSE', {}, 'LOOM'],
    ['not on the closing day', { closeDate: '2026-01-22' }, null],
    ['of BSE alone, whose short names prove nothing', { exchanges: ['BSE'] }, null],
    ['of an exchange that is not known', { exchanges: null }, null],
    ['of an issue that was called off', { offMarket: true }, null],
    ['that is not known', { symbol: null }, null],
  ])('under a symbol %s', (_, terms, symbol) => {
    const loom = { symbol: 'LOOM', exchanges: ['NSE'], closeDate: '2026-01-16', offMarket: false } as const
    expect(provingSymbol({ ...loom, ...terms }, '2026-01-22')).toBe(symbol)
  })
})
