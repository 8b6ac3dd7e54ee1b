import { describe, expect, test } from 'vitest'
import { Market, nse, plainSource, quote, terms } from '../src/collect/collect-round.test-market.ts'
import { discardRefusals } from '../src/collect/settle.ts'
import { unannounced } from '../src/reports/unannounced.ts'
import { type ReportedGmp, type Subject, UNNAMED_SUBJECT } from '../src/sources/source.ts'
import { schemaCheck, shapeFaults } from './support/conformance.ts'
import { BASE } from './support/raw-request.ts'
import { startTestService } from './support/service.ts'
import { emptyStoreUrl, openStore } from './support/store.ts'

const PATH = `${BASE}/unannounced`
const tracker = plainSource('ipowatch', 'IPOWatch')
const other = plainSource('ipoji', 'IPO Ji')
const KNOWN = [nse, tracker, other]

/** 11:30 in India on this day of March. */
const at = (day: number, time = '06:00') => `2026-03-${String(day).padStart(2, '0')}T${time}:00.000Z`
const dayOf = (day: number) => at(day).slice(0, 10)

const named = (
  name: string,
  day: number,
  { gmp = 1_200, printed = `₹${gmp / 100}`, ...subject }: Partial<Subject & ReportedGmp> = {},
): ReportedGmp => quote(gmp, dayOf(day), { printed, subject: { ...UNNAMED_SUBJECT, name, ...subject } })

/** Reads the tracker's pages, one a day from the first of the month on. */
async function marketWith(...pages: readonly (readonly ReportedGmp[])[]): Promise<Market> {
  const market = await Market.open()
  for (const [i, page] of pages.entries()) await market.collectPage(tracker, at(i + 1), page)
  return market
}

const listIn = ({ db }: Market, asOf: string | null = null) => unannounced(db, KNOWN, asOf)
const namesIn = async (market: Market, asOf: string | null = null) =>
  (await listIn(market, asOf)).map(({ name }) => name)

const DATES = { openDate: '2026-03-10', closeDate: '2026-03-12' }

test('a company quoted for days is one entry, with its last quote and its first and last day', async () => {
  const market = await marketWith(
    [named('Birch Foods', 1)],
    [named('Birch Foods', 2, { ...DATES, priceMax: 10_000, gmp: 1_500, printed: '₹15 (15%)' })],
  )
  expect(await listIn(market)).toEqual([
    {
      name: 'Birch Foods',
      source: 'IPOWatch',
      printed: '₹15 (15%)',
      gmp: 15,
      ...DATES,
      firstDay: '2026-03-01',
      lastDay: '2026-03-02',
    },
  ])
})

test.each([
  ['no price', {}, null],
  ['a price', { priceMax: 10_000 }, 12],
  ['three times the price', { priceMax: 10_000, gmp: 30_000 }, 300],
  ['more than three times the price', { priceMax: 10_000, gmp: 30_001 }, null],
  ['minus the price', { priceMax: 10_000, gmp: -10_000 }, -100],
  ['less than minus the price', { priceMax: 10_000, gmp: -10_001 }, null],
])('the GMP in rupees beside %s', async (_name, more, expected) => {
  const [company] = await listIn(await marketWith([named('Birch Foods', 1, more)]))
  expect(company?.gmp).toBe(expected)
})

test('names in another spelling and under one number are one company, per tracker', async () => {
  const market = await marketWith(
    [named('BIRCH FOODS LTD', 1), named('Cedar', 1, { upstreamId: '7' })],
    [named('Birch Foods', 2), named('Cedar Lamps', 2, { upstreamId: '7' })],
  )
  await market.collectPage(other, at(2), [named('Birch Foods', 2)])
  expect((await listIn(market)).map(({ name, source, firstDay }) => [name, source, firstDay])).toEqual([
    ['Birch Foods', 'IPO Ji', '2026-03-02'],
    ['Birch Foods', 'IPOWatch', '2026-03-01'],
    ['Cedar Lamps', 'IPOWatch', '2026-03-01'],
  ])
})

test('the last day comes first, then the name by code point', async () => {
  const market = await marketWith(
    [named('Acorn', 1), named('birch', 1), named('Cedar', 1)],
    [named('Cedar', 2)],
  )
  expect(await namesIn(market)).toEqual(['Cedar', 'Acorn', 'birch'])
})

test('days are days in India', async () => {
  const market = await Market.open()
  await market.collectPage(tracker, at(1, '19:00'), [named('Birch Foods', 2)])
  expect(await listIn(market)).toMatchObject([{ firstDay: '2026-03-02', lastDay: '2026-03-02' }])
})

describe('not listed', () => {
  test('is a trust, a row without a name, and a row of an exchange or of an unknown source', async () => {
    const market = await Market.open()
    const nameless = quote(100, dayOf(1), { subject: { ...UNNAMED_SUBJECT, upstreamId: '9' } })
    await market.collectPage(tracker, at(1), [named('Birch Roads Trust', 1), nameless])
    await market.collectPage(nse, at(1), [named('Cedar', 1)])
    await market.collectPage(plainSource('gone', 'Gone'), at(1), [named('Dogwood', 1)])
    expect(await listIn(market)).toEqual([])
  })

  test('is a trust that waited before it was recognised', async () => {
    const market = await marketWith([named('Birch Roads', 1)])
    const said = JSON.stringify(named('Birch Roads Trust', 1))
    await market.db.updateTable('refusals').set({ said }).execute()
    expect(await listIn(market)).toEqual([])
    expect(await listIn(market, at(1))).toEqual([])
  })

  test('is a row that may be about a known issue', async () => {
    const market = await Market.open()
    await market.collectPage(nse, at(1), [terms({ name: 'Birch Foods and Sons Limited', ...DATES })])
    await market.collectPage(tracker, at(2), [named('Birch Foods', 2)])
    expect(await market.rules()).toEqual(['unconfirmed-issue'])
    expect(await listIn(market)).toEqual([])
    expect(await listIn(market, at(3))).toEqual([])
  })

  test('is a discarded row, and a later one of the same company', async () => {
    const market = await marketWith([named('Birch Foods', 1)])
    await discardRefusals(market.db, 1, { now: () => at(2), sources: KNOWN })
    await market.collectPage(tracker, at(3), [named('Birch Foods', 3)])
    expect(await listIn(market)).toEqual([])
    expect(await namesIn(market, at(1))).toEqual(['Birch Foods'])
    expect(await listIn(market, at(3))).toEqual([])
  })
})

describe('as of a moment', () => {
  test('a company that was announced later is listed as it was then', async () => {
    const market = await marketWith([named('Acorn Mills', 1)], [named('Acorn Mills', 2, { gmp: 1_300 })])
    const before = await listIn(market)
    await market.collectPage(nse, at(4), [terms(DATES)])
    expect(await listIn(market)).toEqual([])
    expect(await listIn(market, at(3))).toEqual(before)
    expect(await listIn(market, at(5))).toEqual([])
    expect(await listIn(market, at(1, '05:00'))).toEqual([])
    expect(await listIn(market, at(1))).toMatchObject([{ printed: '₹12', lastDay: '2026-03-01' }])
  })

  test.each([
    ['a rule', { ...DATES, priceMax: 100 }, ['gmp-too-high']],
    [
      'a name that only begins alike',
      { name: 'Acorn Mills and Sons Limited', ...DATES },
      ['unconfirmed-issue'],
    ],
  ])('a row that is refused by %s since then is listed as it was', async (_name, announced, rules) => {
    const market = await marketWith([named('Acorn Mills', 1)])
    const before = await listIn(market)
    await market.collectPage(nse, at(4), [terms(announced)])
    expect(await market.rules()).toEqual(rules)
    expect(await listIn(market)).toEqual([])
    expect(await listIn(market, at(3))).toEqual(before)
    expect(await listIn(market, at(5))).toEqual([])
  })

  test('a row that stays the same was last read when its document was', async () => {
    const market = await Market.open()
    const stamped = { ...named('Birch Foods', 1), reportedAt: at(1) }
    for (const day of [1, 3, 6]) await market.collectPage(tracker, at(day), [stamped])
    expect(await listIn(market)).toMatchObject([{ firstDay: dayOf(1), lastDay: dayOf(6) }])
    expect(await listIn(market, at(5))).toMatchObject([{ firstDay: dayOf(1), lastDay: dayOf(3) }])
    expect(await listIn(market, at(2))).toMatchObject([{ lastDay: dayOf(1) }])
  })

  test('a past moment that is recorded later is known then', async () => {
    const market = await Market.open()
    await market.collectPage(tracker, at(20), [named('Birch Foods', 2)], { at: at(2) })
    expect(await namesIn(market, at(2))).toEqual(['Birch Foods'])
    expect(await namesIn(market, at(1))).toEqual([])
  })
})

test('over HTTP the answer fits its schema, now and as of a moment, and follows rounds without news', async () => {
  const url = await emptyStoreUrl()
  const market = new Market(await openStore(url))
  await market.collectPage(nse, at(1), [terms(DATES)])
  await market.collectPage(tracker, at(2), [named('Birch Foods', 2, { ...DATES, priceMax: 10_000 })])
  await market.collectPage(tracker, at(3), [named('Cedar <b>&amp;</b>', 3)])
  const service = await startTestService({ now: at(4), url })
  const check = schemaCheck(await service.json('/openapi.json'))
  const now = await service.json(PATH)
  expect(now).toMatchObject({
    ok: true,
    count: 2,
    companies: [{ name: 'Cedar <b>&amp;</b>', gmp: null }, { gmp: 12 }],
  })
  const then = await service.json(`${PATH}?asOf=${at(2)}`)
  expect(then).toMatchObject({ count: 1, companies: [{ name: 'Birch Foods' }] })
  for (const body of [now, then]) expect(shapeFaults(check, PATH, body)).toEqual([])
})
