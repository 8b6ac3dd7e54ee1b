import { describe, expect, test } from 'vitest'
import type { Day } from '../market/calendar.ts'
import { holidaysInForce } from '../market/holidays.ts'
import { nseHolidays } from '../sources/nse-holidays/nse-holidays.ts'
import { holidayFacts } from '../store/facts/holiday-facts.ts'
import { fresh, Market } from './collect-round.test-market.ts'
import type { CollectOptions } from './collect-round.ts'
import type { Get } from './download/polite-get.ts'
import { UpstreamFault } from './download/upstream-fault.ts'
import { viewUpTo } from './known-market.ts'
import { replayAnswers } from './replay.ts'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const printed = (day: Day) => `${day.slice(8)}-${MONTHS[Number(day.slice(5, 7)) - 1]}-${day.slice(0, 4)}`
const on = (day: string, time = '02:00') => `2031-01-${day}T${time}:00.000Z`

const YEAR = ['2031-03-05', '2031-05-01', '2031-08-20', '2031-10-02', '2031-11-14']
const NEXT_YEAR = ['2032-03-25', '2032-05-03']

type Rows = readonly (Day | { readonly tradingDate: string; readonly description: string })[]

/** An answer with these holidays, as days or as printed. */
const listOf = (rows: Rows) =>
  JSON.stringify({
    CM: rows.map((row) =>
      typeof row === 'string' ? { tradingDate: printed(row), description: `Feast of ${row}` } : row,
    ),
  })

class HolidayMarket {
  readonly market: Market
  constructor(market: Market) {
    this.market = market
  }

  static async open() {
    return new HolidayMarket(await Market.open())
  }

  /** Reads both lists; one that is `null` cannot be reached. */
  read(now: string, trading: Rows | null, clearing: Rows | null = YEAR, more: Partial<CollectOptions> = {}) {
    const get: Get = async ({ document }) => {
      const rows = document === 'trading' ? trading : clearing
      if (rows === null) throw new UpstreamFault('unreachable', 'no answer')
      return fresh(listOf(rows))
    }
    return this.market.collect(nseHolidays, now, get, { sources: [nseHolidays], ...more })
  }

  replay(now: string) {
    return replayAnswers(this.market.db, nseHolidays, { now: () => now, sources: [nseHolidays] })
  }

  async days(asOf: string | null = null, segment = 'trading'): Promise<Day[]> {
    const inForce = holidaysInForce(await holidayFacts(this.market.db, viewUpTo(asOf)))
    return inForce.filter((fact) => fact.segment === segment).map(({ day }) => day)
  }
}

test('holidays are recorded once, with their names and without an issue', async () => {
  const holidays = await HolidayMarket.open()
  expect(await holidays.read(on('01'), YEAR)).toMatchObject({ outcome: 'done', read: 10, taken: 10 })
  expect(await holidays.read(on('02'), YEAR)).toMatchObject({ outcome: 'done', taken: 0, known: 10 })
  const facts = await holidays.market.factsOf('holiday')
  expect(facts).toHaveLength(10)
  expect(facts[0]).toMatchObject({
    ...{ fact: 'holiday', exchange: 'NSE', segment: 'trading', day: '2031-03-05', source: 'nse' },
    name: 'Feast of 2031-03-05',
  })
  expect(await holidays.market.rules()).toEqual([])
})

test('a day that is added late counts from then on', async () => {
  const holidays = await HolidayMarket.open()
  await holidays.read(on('01'), YEAR)
  await holidays.read(on('12'), ['2031-01-15', ...YEAR])
  expect(await holidays.days(on('11'))).toEqual(YEAR)
  expect(await holidays.days()).toEqual(['2031-01-15', ...YEAR])
})

test('a day that is no longer listed is taken back from then on, in its own list only', async () => {
  const holidays = await HolidayMarket.open()
  await holidays.read(on('01'), YEAR)
  const less = YEAR.slice(1)
  expect(await holidays.read(on('02'), less)).toMatchObject({ outcome: 'done', taken: 1, refused: 0 })
  expect(await holidays.read(on('03'), less)).toMatchObject({ taken: 0 })
  expect(await holidays.days(on('01', '03:00'))).toEqual(YEAR)
  expect(await holidays.days()).toEqual(less)
  expect(await holidays.days(null, 'clearing')).toEqual(YEAR)
  await holidays.read(on('04'), YEAR)
  expect(await holidays.days(on('03', '03:00'))).toEqual(less)
  expect(await holidays.days()).toEqual(YEAR)
})

test('of a holiday that moves, the old day is taken back', async () => {
  const holidays = await HolidayMarket.open()
  await holidays.read(on('01'), YEAR)
  const moved = ['2031-03-06', ...YEAR.slice(1)]
  await holidays.read(on('02'), moved)
  expect(await holidays.days()).toEqual(moved)
})

describe('nothing is taken back', () => {
  test.each<[string, Rows | null]>([
    ['a bad row, which may be the missing day', [...YEAR.slice(1), row('30-Feb-2031', 'Kite Festival')]],
    ['a row without a name', [...YEAR.slice(1), row(printed('2031-03-05'), '')]],
    ['no answer', null],
    ['only days of the next year', NEXT_YEAR],
  ])('by a list with %s', async (_what, list) => {
    const holidays = await HolidayMarket.open()
    await holidays.read(on('01'), YEAR)
    await holidays.read(on('02'), list)
    expect((await holidays.days()).filter((day) => day < '2032')).toEqual(YEAR)
  })

  test('by a list that lacks most days of a year: it is refused, and new days count', async () => {
    const holidays = await HolidayMarket.open()
    await holidays.read(on('01'), YEAR)
    const cut = ['2031-01-15', ...YEAR.slice(0, 1)]
    expect(await holidays.read(on('02'), cut)).toMatchObject({ taken: 1, refused: 1 })
    await holidays.read(on('03'), cut)
    expect(await holidays.days()).toEqual(['2031-01-15', ...YEAR].sort())
    const [refused] = await holidays.market.refusals()
    expect(refused).toMatchObject({ rule: 'holidays-missing', document: 'trading' })
    expect(refused?.reason).toMatch(/^trading holidays of 2031: 4 of 5 known days are not in the list: /)
  })

  test('where only another source knows the day', async () => {
    const holidays = await HolidayMarket.open()
    const other = { ...nseHolidays, id: 'other-holidays', publisher: 'operator' }
    await holidays.market.collect(other, on('01'), async () => fresh(listOf(['2031-12-24'])))
    await holidays.read(on('02'), YEAR)
    expect(await holidays.days()).toEqual([...YEAR, '2031-12-24'])
  })
})

test('up to two days of a year with few are taken back', async () => {
  const holidays = await HolidayMarket.open()
  await holidays.read(on('01'), YEAR.slice(0, 3))
  await holidays.read(on('02'), YEAR.slice(0, 1))
  expect(await holidays.days()).toEqual(YEAR.slice(0, 1))
  expect(await holidays.market.rules()).toEqual([])
})

test('the next year is added, and the last one is kept when the list no longer has it', async () => {
  const holidays = await HolidayMarket.open()
  await holidays.read(on('01'), YEAR)
  await holidays.read(on('02'), [...YEAR, ...NEXT_YEAR])
  await holidays.read(on('03'), NEXT_YEAR)
  expect(await holidays.days()).toEqual([...YEAR, ...NEXT_YEAR])
})

test('a past moment takes back only what was known then', async () => {
  const holidays = await HolidayMarket.open()
  const [first, ...others] = YEAR
  await holidays.read(on('20'), YEAR, YEAR, { at: on('01') })
  await holidays.read(on('20'), ['2031-01-15', ...YEAR], YEAR, { at: on('09') })
  // The reading of the 5th is recorded last: the day that was added on the 9th is not yet known to it.
  await holidays.read(on('20'), others, YEAR, { at: on('05') })
  expect(await holidays.days(on('04'))).toEqual(YEAR)
  expect(await holidays.days(on('05'))).toEqual(others)
  const facts = await holidays.market.factsOf('holiday')
  expect(facts.filter(({ name }) => name === null)).toMatchObject([{ day: first, recorded: on('05') }])
})

test('a replay repeats no day that was taken back, and takes none back', async () => {
  const holidays = await HolidayMarket.open()
  await holidays.read(on('01'), YEAR)
  await holidays.read(on('02'), YEAR.slice(1))
  await holidays.read(on('03'), [...YEAR.slice(1), '2031-12-24'])
  const facts = await holidays.market.factsOf('holiday')
  expect(await holidays.replay(on('10'))).toMatchObject({ payloads: 6, taken: 0, refused: 0 })
  expect(await holidays.market.factsOf('holiday')).toEqual(facts)
})

function row(tradingDate: string, description: string) {
  return { tradingDate, description }
}
