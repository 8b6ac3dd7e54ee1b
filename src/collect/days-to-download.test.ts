import { describe, expect, test } from 'vitest'
import { ipo, listing } from '../../test/support/lines.ts'
import { type Line, recordAll } from '../../test/support/record.ts'
import { openStore } from '../../test/support/store.ts'
import type { Source } from '../sources/source.ts'
import { plainSource } from './collect-round.test-market.ts'
import { daysToDownload, pastListings } from './days-to-download.ts'

const RECORDED = '2026-03-01T06:00:00.000Z'
const MORNING = '2026-03-20T04:00:00.000Z'
const ofNse = plainSource('nse-bhavcopy', 'nse', { isDated: true, listingsOn: 'NSE' })
const ofBse = plainSource('bse-bhavcopy', 'bse', { isDated: true, listingsOn: 'BSE' })

async function daysFor(lines: Line[], source: Source = ofNse, clock = MORNING, asOf: string | null = null) {
  const db = await openStore()
  await recordAll(
    db,
    '2026-03-21T00:00:00.000Z',
    lines.map((line) => ({ recordedAt: RECORDED, ...line })),
  )
  return daysToDownload(db, source, clock, asOf)
}

const acorn = (more: Line = {}) => ipo('acorn', { symbol: 'ACORN', listingDate: '2026-03-17', ...more })

describe('the listing day of an issue', () => {
  test.each<[string, Line[], Source, string[]]>([
    ['that has passed', [acorn()], ofNse, ['2026-03-17']],
    ['that is today', [acorn({ listingDate: '2026-03-20' })], ofNse, ['2026-03-20']],
    ['in the future: not yet', [acorn({ listingDate: '2026-03-21' })], ofNse, []],
    ['120 days ago', [acorn({ listingDate: '2025-11-20' })], ofNse, ['2025-11-20']],
    ['121 days ago: left to the operator', [acorn({ listingDate: '2025-11-19' })], ofNse, []],
    ['that is not known: none', [acorn({ listingDate: null })], ofNse, []],
    [
      'whose price is known: no more',
      [acorn(), listing('acorn', '2026-03-17', 140, { recordedAt: '2026-03-18T00:00:00.000Z' })],
      ofNse,
      [],
    ],
    [
      'whose price is known on the other exchange alone',
      [
        acorn(),
        listing('acorn', '2026-03-17', 140, {
          exchange: 'BSE',
          source: 'bse',
          recordedAt: '2026-03-18T00:00:00.000Z',
        }),
      ],
      ofNse,
      ['2026-03-17'],
    ],
    ['that is off the market: none', [acorn({ withdrawn: true })], ofNse, []],
    ['without a symbol of NSE: none', [ipo('acorn', { listingDate: '2026-03-17' })], ofNse, []],
    ['with a symbol of BSE alone: none of NSE', [acorn({ source: 'bse' })], ofNse, []],
    ['with a trading code of BSE', [acorn({ bseCode: '549002', source: 'bse' })], ofBse, ['2026-03-17']],
    ['without a trading code of BSE: none', [acorn()], ofBse, []],
    [
      'that several share: once, and in order',
      [
        acorn(),
        ipo('birch', { symbol: 'BIRCH', listingDate: '2026-03-16' }),
        ipo('cedar', { symbol: 'CEDAR', listingDate: '2026-03-17' }),
      ],
      ofNse,
      ['2026-03-16', '2026-03-17'],
    ],
  ])('%s', async (_name, lines, source, days) => {
    expect(await daysFor(lines, source)).toEqual(days)
  })
})

test('the file of today is requested from 18:00 in India on, whether or not an issue lists', async () => {
  expect(await daysFor([], ofNse, '2026-03-20T12:29:59.999Z')).toEqual([])
  expect(await daysFor([], ofNse, '2026-03-20T12:30:00.000Z')).toEqual(['2026-03-20'])
})

test('when a past moment is recorded, only what was known then counts', async () => {
  expect(await daysFor([acorn()], ofNse, MORNING, '2026-02-28T00:00:00.000Z')).toEqual([])
  expect(await daysFor([acorn()], ofNse, MORNING, MORNING)).toEqual(['2026-03-17'])
})

test('a source without listings requests no days', async () => {
  expect(await daysFor([acorn()], plainSource('nse-deals', 'nse', { isDated: true }))).toEqual([])
})

describe('the listing days of a range', () => {
  const RANGE = { from: '2024-01-01', to: '2026-03-19' }
  const listingsFor = async (source: Source, ...lines: Line[]) => {
    const db = await openStore()
    const recorded = lines.map((line) => ({ recordedAt: RECORDED, ...line }))
    await recordAll(db, '2026-03-21T00:00:00.000Z', recorded)
    return pastListings(db, source.listingsOn ?? 'NSE', RANGE, MORNING)
  }

  test.each<[string, Line, string[]]>([
    ['long ago', { listingDate: '2024-01-01' }, ['2024-01-01']],
    ['before it', { listingDate: '2023-12-29' }, []],
    ['after it', { listingDate: '2026-03-20' }, []],
    ['without a symbol', { listingDate: '2024-01-01', symbol: null }, []],
  ])('have that of an issue %s', async (_when, more, days) => {
    expect((await listingsFor(ofNse, acorn(more))).map(({ day }) => day)).toEqual(days)
  })

  test('are the newest first, each with the time since when its file can be used', async () => {
    const later = '2026-03-10T06:00:00.000Z'
    const listings = await listingsFor(
      ofNse,
      acorn({ listingDate: '2024-02-02' }),
      ipo('birch', { symbol: 'BIRCH', listingDate: null }),
      ipo('birch', { symbol: 'BIRCH', listingDate: '2024-02-02', recordedAt: later }),
      ipo('cedar', { symbol: 'CEDAR', listingDate: '2025-02-03' }),
    )
    expect(listings).toEqual([
      { day: '2025-02-03', since: RECORDED },
      { day: '2024-02-02', since: later },
    ])
  })
})
