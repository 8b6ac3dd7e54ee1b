import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { HolidayFact, Recorded } from './facts/fact.ts'
import { areHolidaysKnown, holidaysInForce, holidaysOf } from './holidays.ts'

const DAY = '2026-08-26'
let id = 0

/** Facts are recorded a minute after each other, in the order of the table. */
function fact(said: Partial<HolidayFact>): Recorded<HolidayFact> {
  id += 1
  const recorded = new Date(Date.parse('2026-01-02T04:30:00.000Z') + id * 60_000).toISOString()
  return {
    fact: 'holiday',
    exchange: 'NSE',
    segment: 'trading',
    day: DAY,
    name: 'Lamp Day',
    source: 'nse',
    recorded,
    id,
    ...said,
  }
}

const lists = ({ trading, clearing }: ReturnType<typeof holidaysOf>) => [[...trading], [...clearing]]

describe('the statement that counts', () => {
  test.each<[string, Partial<HolidayFact>[], string | undefined]>([
    ['the only one', [{}], 'Lamp Day'],
    ['the newest of a source', [{}, { name: 'Day of Lamps' }], 'Day of Lamps'],
    ['none that its source took back', [{}, { name: null }], undefined],
    ['one that was stated again', [{}, { name: null }, {}], 'Lamp Day'],
    ['the operator’s before the exchange’s', [{ name: 'Mela', source: 'operator' }, {}], 'Mela'],
    ['the newest within a rank', [{ name: 'Mela', source: 'bse' }, {}], 'Lamp Day'],
    [
      'the older within a rank once the newer is taken back',
      [{ source: 'bse' }, {}, { name: null }],
      'Lamp Day',
    ],
    ['not one of a tracker beside an exchange', [{}, { name: 'Mela', source: 'Lantern Desk' }], 'Lamp Day'],
    ['another source’s, whatever a source takes back', [{}, { name: null, source: 'operator' }], 'Lamp Day'],
  ])('is %s', (_which, said, name) => {
    expect(holidaysInForce(said.map(fact)).map((each) => each.name)).toEqual(name === undefined ? [] : [name])
  })

  test('gives the reasons for all others', () => {
    const [older, tracker, earlier, taken, used] = [
      fact({ source: 'bse' }),
      fact({ source: 'Lantern Desk' }),
      fact({ name: 'Mela' }),
      fact({ name: null, source: 'operator' }),
      fact({}),
    ]
    const reasons = new Map()
    const inForce = holidaysInForce([older, tracker, earlier, taken, used], (each, by) =>
      reasons.set(each, by),
    )
    expect(inForce).toEqual([used])
    expect(reasons).toEqual(
      new Map([
        [earlier, 'later-word'],
        [taken, 'taken-back'],
        [older, 'older-word'],
        [tracker, 'lower-rank'],
      ]),
    )
  })

  test('does not depend on the order in which facts are passed', () => {
    const statement = fc.record({
      day: fc.constantFrom('2026-08-25', DAY),
      name: fc.constantFrom(null, 'Lamp Day', 'Mela'),
      source: fc.constantFrom('operator', 'nse', 'bse', 'Lantern Desk'),
      segment: fc.constantFrom('trading', 'clearing'),
    })
    const shuffled = fc
      .array(statement, { maxLength: 8 })
      .map((said) => said.map(fact))
      .chain((all) =>
        fc.tuple(
          fc.constant(all),
          fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length }),
        ),
      )
    fc.assert(
      fc.property(shuffled, ([all, others]) => {
        expect(holidaysInForce(others)).toEqual(holidaysInForce(all))
      }),
    )
  })
})

describe('the holidays of an issue', () => {
  const facts = [
    fact({ day: '2026-01-26' }),
    fact({ day: '2026-01-26', segment: 'clearing' }),
    fact({ day: '2026-08-26', segment: 'clearing' }),
    fact({ day: '2027-01-26' }),
    fact({ day: '2026-03-03', exchange: 'BSE', source: 'bse' }),
    fact({ day: '2027-03-22', exchange: 'BSE', source: 'bse' }),
    fact({ day: '2027-03-22', exchange: 'BSE', source: 'bse', name: null }),
  ]
  const ofNse = [
    ['2026-01-26', '2027-01-26'],
    ['2026-01-26', '2026-08-26'],
  ]

  test.each([
    ['on NSE', ['NSE'] as const],
    ['on both', ['BSE', 'NSE'] as const],
    ['not known where', null],
    ['on none', [] as const],
  ])('that lists %s are those of NSE', (_where, exchanges) => {
    expect(lists(holidaysOf(facts, exchanges))).toEqual(ofNse)
  })

  test('that lists on BSE alone are its own, and those of NSE for each year and segment without any', () => {
    expect(lists(holidaysOf(facts, ['BSE']))).toEqual([
      ['2026-03-03', '2027-01-26'],
      ['2026-01-26', '2026-08-26'],
    ])
  })

  test('that lists on NSE are never those of BSE', () => {
    expect(lists(holidaysOf([fact({ exchange: 'BSE' })], ['NSE']))).toEqual([[], []])
  })
})

test.each([
  ['both lists', ['2026-01-26'], ['2026-08-26'], ['2026-12-30', '2026-12-31'], true],
  ['no trading holidays', [], ['2026-08-26'], ['2026-12-30'], false],
  ['no clearing holidays', ['2026-01-26'], [], ['2026-12-30'], false],
  ['one of two years', ['2026-01-26'], ['2026-08-26'], ['2026-12-31', '2027-01-01'], false],
  [
    'two years',
    ['2026-01-26', '2027-01-26'],
    ['2026-08-26', '2027-04-01'],
    ['2026-12-31', '2027-01-01'],
    true,
  ],
])('with %s the holidays are known or not', (_what, trading, clearing, days, known) => {
  expect(areHolidaysKnown(days, { trading: new Set(trading), clearing: new Set(clearing) })).toBe(known)
})
