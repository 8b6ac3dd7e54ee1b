import { expect, test } from 'vitest'
import { gmp, holiday, ipo, listing, subscription } from '../../../test/support/lines.ts'
import { marketOf } from '../../../test/support/market-data.ts'
import { type Line, recordAll } from '../../../test/support/record.ts'
import { withStore } from '../../../test/support/store.ts'
import { invariant } from '../../invariant.ts'
import { type IpoView, ipoView, ipoViews } from './ipo-view.ts'
import { type NumberedHead, visitIssues } from './issues-in-view.ts'

const TERMS = {
  openDate: '2026-01-13',
  closeDate: '2026-01-16',
  priceMin: 95,
  priceMax: 100,
  lotSize: 150,
}

const ACME: Line[] = [
  ipo('acme', TERMS),
  holiday('2026-01-20'),
  gmp('acme', '2026-01-13', 40, 'IPOWatch'),
  gmp('acme', '2026-01-14', 20, 'IPOWatch'),
  gmp('acme', '2026-01-14', 44, 'Harbour'),
  subscription('acme', '2026-01-14T11:00:00.000Z', 'RII', 1.234),
  subscription('acme', '2026-01-14T11:00:00.000Z', 'TOTAL', 2.5),
  subscription('acme', '2026-01-16T12:00:00.000Z', 'TOTAL', 9),
]

/** What a view has at a moment after all facts. */
async function viewed<T>(clock: string, more: readonly Line[], read: (view: IpoView) => T): Promise<T> {
  let found: T | undefined
  await withStore(async (db) => {
    await recordAll(db, '2026-03-01T00:00:00.000Z', [...ACME, ...more])
    const view = await ipoView(marketOf(db), { version: 1, asOf: null, clock }, 'acme')
    found = read(invariant(view, 'the view'))
  })
  return invariant(found, 'a value')
}

test('has the quotes of the last day in rupees, and what they mean for the smallest application', async () => {
  const view = await viewed(
    '2026-01-14T12:00:00.000Z',
    [],
    ({ quoted, smallest, impliedPrice, gmpHistory }) => ({
      quoted,
      smallest,
      impliedPrice,
      change: gmpHistory.change,
    }),
  )
  expect(view).toMatchObject({
    quoted: { day: '2026-01-14', gmp: 32, gmpPct: 32, lowest: 20, highest: 44, owners: 2, disputed: true },
    smallest: {
      ...{ lots: 1, shares: 150, cost: 15_000 },
      gains: { median: 4_800, lowest: 3_000, highest: 6_600 },
    },
    impliedPrice: 132,
    change: { since: '2026-01-13', before: 40, by: null },
  })
})

test('calls a GMP of four days ago old', async () => {
  expect(await viewed('2026-01-17T12:00:00.000Z', [], ({ isOldGmp }) => isOldGmp)).toBe(false)
  expect(await viewed('2026-01-18T12:00:00.000Z', [], ({ isOldGmp }) => isOldGmp)).toBe(true)
})

test('moves the days that are due over a holiday', async () => {
  const days = await viewed('2026-01-17T12:00:00.000Z', [], ({ milestones }) =>
    milestones.map(({ kind, day }) => `${kind} ${day}`),
  )
  expect(days.slice(2)).toEqual([
    'allotment 2026-01-19',
    'refund 2026-01-21',
    'credit 2026-01-21',
    'lists 2026-01-22',
  ])
})

test('has the last day with multiples, which is final once every category was read after the close', async () => {
  const last = ({ subscription: { last, days, read } }: IpoView) => ({
    last: last && [last.day, last.dayNumber, last.isFinal],
    days: days.length,
    read: read?.observedAt,
  })
  const after = '2026-01-16T13:00:00.000Z'
  expect(await viewed(after, [], last)).toEqual({
    last: ['2026-01-16', 4, false],
    days: 2,
    read: '2026-01-16T12:00:00.000Z',
  })
  const complete = [subscription('acme', '2026-01-16T12:00:00.000Z', 'RII', 3)]
  expect((await viewed(after, complete, last)).last).toEqual(['2026-01-16', 4, true])
  expect(await viewed(after, [], ({ biddingDay }) => biddingDay === null)).toBe(true)
})

test('has an outcome once a price confirms the listing, with the GMP of the close', async () => {
  const listed = [
    ipo('acme', { ...TERMS, issuePrice: 100 }),
    listing('acme', '2026-01-22', 110),
    gmp('acme', '2026-01-20', 5),
  ]
  const clock = '2026-01-22T06:00:00.000Z'
  expect(await viewed(clock, [], ({ listing, state }) => [listing, state])).toEqual([null, 'closed'])
  expect(
    await viewed(clock, listed, ({ listing, gainPct, atClose, score, state }) => ({
      ...listing,
      ...{ gainPct, atClose, state },
      isScored: score !== null,
    })),
  ).toMatchObject({
    ...{ state: 'listed', listingPrice: 110, exchange: 'NSE', gainPct: 10, isScored: true },
    atClose: { gmp: 32, gmpPct: 32, disputed: true },
  })
  const withoutPrice = [listing('acme', '2026-01-22', 110)]
  expect(await viewed(clock, withoutPrice, ({ missingForScore }) => missingForScore)).toBe('issue price')
})

test('is the same from the latest reports as far as these suffice', async () => {
  const bids = subscription('acme', '2026-01-14T11:30:00.000Z', 'RII', 2, {
    ...{ sharesOffered: 300_000, sharesBid: 600_000 },
  })
  await withStore(async (db) => {
    await recordAll(db, '2026-03-01T00:00:00.000Z', [...ACME, bids])
    const moment = { version: 1, asOf: null, clock: '2026-01-15T06:00:00.000Z' }
    const all = invariant(await ipoView(marketOf(db), moment, 'acme'), 'the view')
    const heads: NumberedHead[] = []
    await visitIssues(db, moment, (head) => heads.push(head))
    const [latest] = await ipoViews(marketOf(db), moment, heads, 'latest')
    const parts = ({ quoted, timesSubscribed, biddingDay, state }: IpoView) => ({
      ...{ quoted, timesSubscribed, biddingDay, state },
    })
    expect(parts(invariant(latest, 'the view'))).toEqual(parts(all))
    const [drawn] = await ipoViews(marketOf(db), moment, heads, 'shown')
    expect(all.chances).toMatchObject([{ category: 'RII', chance: 0.5 }])
    expect(drawn?.chances).toEqual(all.chances)
  })
})
