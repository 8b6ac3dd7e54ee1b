import { expect, test } from 'vitest'
import { gmp, ipo, listing } from '../../../test/support/lines.ts'
import { marketOf } from '../../../test/support/market-data.ts'
import { type Line, recordAll } from '../../../test/support/record.ts'
import { withStore } from '../../../test/support/store.ts'
import { addDays } from '../../market/calendar.ts'
import { type RangedIssue, rangeFor, rangeRecords } from './range.ts'

const NOW = '2026-05-01T06:00:00.000Z'
const at = (asOf: string | null = null) => ({ version: 1, asOf, clock: asOf ?? NOW })

/** An issue that closes on a day and lists three days later, with a gain above its GMP. */
function listed(i: number, gain: number, board = 'SME'): Line[] {
  const slug = `issue-${i}`
  const [closeDate, listedOn] = [addDays('2026-01-01', i), addDays('2026-01-04', i)]
  const recordedAt = `${closeDate}T04:00:00.000Z`
  return [
    ipo(slug, { board, issuePrice: 100, openDate: closeDate, closeDate, listingDate: listedOn, recordedAt }),
    gmp(slug, closeDate, 5, 'Harbour', { recordedAt }),
    listing(slug, listedOn, 105 + gain, { recordedAt: `${listedOn}T06:00:00.000Z` }),
  ]
}

/** Listed at 0 to 9 points above the GMP, one a day. */
const SIXTY = Array.from({ length: 60 }, (_, i) => listed(i, i % 10)).flat()

const OPEN: RangedIssue = {
  board: 'SME',
  exchanges: ['NSE'],
  impliedPct: 8,
  gmpDay: '2026-05-01',
  closes: '2026-05-01T10:30:00.000Z',
}

test('an issue has the range of its stage, with the record of its board', async () => {
  await withStore(async (db) => {
    await recordAll(db, NOW, SIXTY)
    const market = marketOf(db)
    const range = { lowPct: 8, highPct: 17, listings: 60, judged: 8, heldPct: 100 }
    expect(await rangeFor(market, at(), OPEN)).toEqual(range)
    // After the end of bidding, the outcomes up to the listing count: the last range was from 59 of them, and missed.
    const closed = { ...OPEN, closes: '2026-04-29T10:30:00.000Z' }
    expect(await rangeFor(market, at(), closed)).toEqual({ ...range, judged: 10, heldPct: 90 })
    expect(await rangeFor(market, at(), { ...OPEN, impliedPct: 88 })).toMatchObject({
      lowPct: 88,
      highPct: 90,
    })
    // No mainboard issue has listed.
    expect(await rangeFor(market, at(), { ...OPEN, board: 'MAINBOARD' })).toBeNull()
    expect(
      (await rangeRecords(market, at())).map(({ horizon, overall }) => [horizon, overall.judged]),
    ).toEqual([
      ['close-7', 0],
      ['close-3', 0],
      ['close-1', 0],
      ['close', 8],
      ['last', 10],
    ])
  })
})

test('as of a past moment, a range knows only the listings of then', async () => {
  await withStore(async (db) => {
    await recordAll(db, NOW, SIXTY)
    const market = marketOf(db)
    const on = (day: string) => ({ ...OPEN, gmpDay: day, closes: `${day}T10:30:00.000Z` })
    // Issue 49 listed on 22 February.
    expect(await rangeFor(market, at('2026-02-22T05:00:00.000Z'), on('2026-02-22'))).toBeNull()
    expect(await rangeFor(market, at('2026-02-22T07:00:00.000Z'), on('2026-02-22'))).toMatchObject({
      listings: 50,
      judged: 0,
      heldPct: null,
    })
    expect(await rangeFor(market, at('2026-02-26T07:00:00.000Z'), on('2026-02-26'))).toMatchObject({
      listings: 54,
      judged: 2,
    })
  })
})

test.each<[string, Partial<RangedIssue>]>([
  ['without a GMP', { impliedPct: null, gmpDay: null }],
  ['with a GMP of more than a week ago', { gmpDay: '2026-04-23' }],
  ['while the end of bidding is unknown', { closes: null }],
  ['while it is too early', { closes: '2026-05-11T10:30:00.000Z' }],
  ['at a horizon without past predictions', { closes: '2026-05-03T10:30:00.000Z' }],
])('there is no range %s', async (_name, more) => {
  await withStore(async (db) => {
    await recordAll(db, NOW, SIXTY)
    expect(await rangeFor(marketOf(db), at(), { ...OPEN, ...more })).toBeNull()
  })
})
