import { Compile } from 'typebox/compile'
import { describe, expect, test } from 'vitest'
import {
  ALERT_AT,
  alertCause,
  alertIpo,
  correctionEvent,
  dayEvent,
  dealEvent,
  digestEvent,
  disputeEvent,
  gmpEvent,
  listEvent,
  listedIpo,
  lockInEvent,
  similarIposWith,
  subscriptionEvent,
} from '../../../test/support/alert-events.ts'
import type { AlertEvent } from '../alert.ts'
import { AlertBody } from './alert-body.ts'
import { alertContent, noticeLines } from './alert-content.ts'

const OPTIONS = { at: ALERT_AT, publicUrl: 'https://ipo.example', isDemo: false }
const wordsOf = (event: AlertEvent) => {
  const { mark, title, lines, statesGmp } = alertContent(event, OPTIONS)
  return [`${mark}${title}`, ...lines, ...noticeLines(statesGmp, false)]
}

const OFFER = 'Mainboard, price ₹95–100, minimum ₹15,000 (1 lot, 150 shares)'
const GMP = 'GMP ₹45 (+45.0%) on 17 Nov, 3 sources'
const CLOSES = 'Closes Thu 19 Nov, 5:00 pm'
const UNOFFICIAL = 'GMP is unofficial.'
const DISPUTED = { lastGmp: 55, lastGmpPct: 55, gmpSpread: 30, gmpDisputed: true }
const WITHOUT_QUOTE = { lastGmp: null, lastGmpPct: null, lastGmpDay: null, lastGmpOwners: 0, gmpSpread: null }
const SIMILAR =
  'How similar IPOs listed: of 24 with an implied gain of 40 to 50% the day before bidding closed, 21 opened above the issue price; median +12.4%'
const day = (date: string) => `${date}T00:00:00.000Z`

test.each<[string, AlertEvent]>([
  ['a GMP', gmpEvent(alertIpo({ status: 'CLOSED', closeDate: day('2026-11-17') }))],
  ['the subscription', subscriptionEvent(alertIpo({ status: 'CLOSED', closeDate: day('2026-11-17') }))],
])('after bidding ended, the alert about %s of the same day names it as over', (_name, event) => {
  expect(wordsOf(event)).toContainEqual(expect.stringMatching(/^Closed Tue 17 Nov/))
})

const OTHER_LOCK_INS =
  'Other lock-ins, of promoters and others from before the issue (six months and more), are not derived.'

test.each<[string, AlertEvent, string[]]>([
  [
    'counted from a day that is due',
    lockInEvent(),
    [
      '30-day lock-in of Acme Foods ends about Sat 21 Nov; next trading day Mon 23 Nov',
      '2,25,000 shares of anchor investors, 50% of theirs',
      OTHER_LOCK_INS,
    ],
  ],
  [
    'counted from an announced day, and all of it',
    lockInEvent(
      listedIpo(),
      { day: '2026-11-16', announced: true },
      { date: '2026-11-16', tradingDate: '2026-11-16', sharePct: 100, shares: 1_000, basis: 'announced' },
    ),
    [
      '30-day lock-in of Acme Foods ended on Mon 16 Nov, a trading day',
      '1,000 shares of anchor investors',
      OTHER_LOCK_INS,
    ],
  ],
])('the end of a lock-in %s', (_name, event, expected) => {
  expect(wordsOf(event)).toEqual(expected)
})

test('the end of a lock-in for programs, and what it states', () => {
  const lockIns = [
    { kind: 'anchor', date: '2026-11-21', tradingDate: '2026-11-23', sharePct: 50, shares: 225_000 },
  ].map((one) => ({ ...one, kind: 'anchor' as const, basis: 'expected' as const }))
  const { data, stated } = alertContent(lockInEvent(listedIpo({ lockIns })), OPTIONS)
  expect(data).toMatchObject({
    ...{ type: 'lock-in-ends', day: '2026-11-21', announced: false },
    lockIn: { days: 30, ...lockIns[0] },
  })
  expect(stated).toEqual({ 'acme-foods': { lockIns } })
})

describe('a day of an IPO', () => {
  const closing = { closeDate: day('2026-11-17'), biddingEnds: '2026-11-17T11:30:00.000Z' }

  test.each<[string, AlertEvent, string[]]>([
    [
      'it opens',
      dayEvent('opens', alertIpo({ similar: similarIposWith() })),
      ['Acme Foods opens today, Tue 17 Nov', OFFER, CLOSES, GMP, SIMILAR, UNOFFICIAL],
    ],
    [
      'it opens, and little is known',
      dayEvent(
        'opens',
        alertIpo({
          ...WITHOUT_QUOTE,
          board: 'SME',
          priceMin: null,
          priceMax: null,
          minAmount: null,
          closeDate: null,
        }),
      ),
      [
        'Acme Foods opens today, Tue 17 Nov',
        'SME, price not announced',
        'Closing day not announced',
        'GMP: no quote',
      ],
    ],
    [
      'it closes at a known hour',
      dayEvent(
        'closes',
        alertIpo({
          ...closing,
          lastSubX: 3.2,
          lastSubAt: '2026-11-16T11:30:00.000Z',
          upiCutoffAt: '2026-11-17T11:30:00.000Z',
        }),
      ),
      [
        'Acme Foods closes today, Tue 17 Nov, 5:00 pm',
        OFFER,
        'UPI mandates until Tue 17 Nov, 5:00 pm',
        'Subscribed 3.20× in total by Mon 16 Nov, 5:00 pm',
        GMP,
        UNOFFICIAL,
      ],
    ],
    [
      'it closes in two days',
      dayEvent('closes', alertIpo(), { day: '2026-11-19' }),
      ['Acme Foods closes Thu 19 Nov, 5:00 pm', OFFER, GMP, UNOFFICIAL],
    ],
    [
      'it closes at an unknown hour',
      dayEvent('closes', alertIpo({ ...closing, biddingEnds: null })),
      ['Acme Foods closes today, Tue 17 Nov', OFFER, GMP, UNOFFICIAL],
    ],
    [
      'its allotment is announced',
      dayEvent(
        'allotment',
        alertIpo({
          allotmentDate: '2026-11-17',
          listingDate: '2026-11-19',
          registrar: { name: 'Northgate Registry', allotmentUrl: 'https://registrar.example/status' },
        }),
      ),
      [
        'Allotment of Acme Foods is announced for today, Tue 17 Nov',
        'Check it at Northgate Registry: https://registrar.example/status',
        'Lists Thu 19 Nov',
        GMP,
        UNOFFICIAL,
      ],
    ],
    [
      'its allotment is due by the timetable',
      dayEvent('allotment', alertIpo({ registrar: { name: 'Northgate Registry', allotmentUrl: null } }), {
        announced: false,
      }),
      [
        'Allotment of Acme Foods is due by today, Tue 17 Nov',
        'Registrar: Northgate Registry',
        'Listing due Tue 24 Nov (by the timetable)',
        GMP,
        UNOFFICIAL,
      ],
    ],
    [
      'its listing is announced',
      dayEvent('listsTomorrow', alertIpo({ listingDate: '2026-11-18' }), { day: '2026-11-18' }),
      ['Acme Foods lists tomorrow, Wed 18 Nov', 'Mainboard, price ₹95–100', GMP, UNOFFICIAL],
    ],
    [
      'its listing is due by the timetable, after a weekend',
      dayEvent('listsTomorrow', alertIpo(), { day: '2026-11-23', announced: false }),
      ['Listing of Acme Foods is due Mon 23 Nov', 'Mainboard, price ₹95–100', GMP, UNOFFICIAL],
    ],
  ])('%s', (_name, event, words) => {
    expect(wordsOf(event)).toEqual(words)
  })
})

describe('the list', () => {
  const removed = { old: {}, new: null, kind: 'withdrawal' } as const

  test.each<[string, AlertEvent, string[]]>([
    [
      'a new IPO',
      listEvent('new', alertIpo({ openDate: day('2026-11-18') })),
      ['New IPO: Acme Foods, opens Wed 18 Nov', OFFER, CLOSES, GMP, UNOFFICIAL],
    ],
    [
      'a new IPO without days',
      listEvent('new', alertIpo({ ...WITHOUT_QUOTE, openDate: null, closeDate: null })),
      ['New IPO: Acme Foods, opening day not announced', OFFER, 'Closing day not announced', 'GMP: no quote'],
    ],
    [
      'one that is back, and has closed',
      listEvent(
        'returned',
        alertIpo({ openDate: day('2026-11-12'), closeDate: day('2026-11-16'), biddingEnds: null }),
      ),
      ['Back in the list: Acme Foods, opened Thu 12 Nov', OFFER, 'Closed Mon 16 Nov', GMP, UNOFFICIAL],
    ],
    [
      'other dates',
      listEvent('datesMoved', alertIpo(), {
        kind: 'dates',
        old: {
          closeDate: day('2026-11-18'),
          expected: { allotmentDate: '2026-11-19', listingDate: '2026-11-23' },
        },
        new: {
          closeDate: day('2026-11-19'),
          expected: { allotmentDate: '2026-11-20', listingDate: '2026-11-24' },
        },
      }),
      [
        'Dates of Acme Foods changed: closes Thu 19 Nov (was Wed 18 Nov)',
        'Allotment due by Fri 20 Nov (was Thu 19 Nov)',
        'Listing due Tue 24 Nov (was Mon 23 Nov)',
        GMP,
        UNOFFICIAL,
      ],
    ],
    [
      'dates that the operator corrects, one of them unknown now',
      listEvent('datesMoved', alertIpo(WITHOUT_QUOTE), {
        kind: 'dates',
        by: 'operator',
        old: { openDate: day('2026-11-16'), closeDate: null, allotmentDate: '2026-11-20' },
        new: { openDate: day('2026-11-17'), closeDate: day('2026-11-19'), allotmentDate: null },
      }),
      [
        'Dates of Acme Foods changed: opens Tue 17 Nov (was Mon 16 Nov), closes Thu 19 Nov, allotment not known (was Fri 20 Nov)',
        'GMP: no quote',
        'Corrected by the operator.',
      ],
    ],
    [
      'only days of the timetable',
      listEvent('datesMoved', alertIpo(WITHOUT_QUOTE), {
        kind: 'dates',
        old: { expected: { allotmentDate: '2026-11-19', listingDate: '2026-11-24' } },
        new: { expected: { allotmentDate: '2026-11-20', listingDate: '2026-11-24' } },
      }),
      [
        'Dates of Acme Foods changed, Tue 17 Nov',
        'Allotment due by Fri 20 Nov (was Thu 19 Nov)',
        'GMP: no quote',
      ],
    ],
    [
      'one that is withdrawn',
      listEvent('withdrawn', alertIpo(), removed),
      ['Acme Foods: withdrawn or postponed (Tue 17 Nov)', 'Its earlier dates no longer hold'],
    ],
    [
      'one that was recorded by mistake',
      listEvent('withdrawn', alertIpo(), { ...removed, kind: 'removal', by: 'retraction' }),
      [
        'Acme Foods: no longer in the list: all reports on it were retracted (Tue 17 Nov)',
        'A report was retracted.',
      ],
    ],
  ])('%s', (_name, event, words) => {
    expect(wordsOf(event)).toEqual(words)
  })
})

describe('the result', () => {
  const CLOSING = 'GMP when bidding closed: ₹45 (+45.0%) on 12 Nov, 3 sources'
  const PRICE = 'Opening price on NSE, issue price ₹100'
  const { listing } = listedIpo()
  const listedAt = (listingPrice: number) => listing && { ...listing, listingPrice }

  test.each<[string, AlertEvent, string[]]>([
    [
      'below the GMP',
      listEvent('listed', listedIpo()),
      [
        'Acme Foods listed Tue 17 Nov at ₹131.50, +31.5% over the issue price',
        PRICE,
        CLOSING,
        'GMP was 13.5 percentage points too high',
        UNOFFICIAL,
      ],
    ],
    [
      'above the GMP',
      listEvent('listed', listedIpo({ listing: listedAt(150), listingGainPct: 50 })),
      [
        'Acme Foods listed Tue 17 Nov at ₹150, +50.0% over the issue price',
        PRICE,
        CLOSING,
        'GMP was 5.0 percentage points too low',
        UNOFFICIAL,
      ],
    ],
    [
      'below the issue price, after quotes that disagreed',
      listEvent(
        'listed',
        listedIpo({
          listing: listedAt(95),
          listingGainPct: -5,
          gmpAtClose: { gmp: -5, gmpPct: -5, day: '2026-11-12', owners: 2, disputed: true },
        }),
      ),
      [
        'Acme Foods listed Tue 17 Nov at ₹95, 5.0% below the issue price',
        PRICE,
        'GMP when bidding closed: −₹5 (−5.0%) on 12 Nov, median of 2 sources, which disagreed',
        'GMP was exactly right',
        UNOFFICIAL,
      ],
    ],
    [
      'at the issue price, without a GMP',
      listEvent('listed', listedIpo({ listing: listedAt(100), listingGainPct: 0, gmpAtClose: null })),
      ['Acme Foods listed Tue 17 Nov at ₹100, the issue price', PRICE],
    ],
    [
      'at a limit, while the issue price is not known',
      listEvent(
        'listed',
        listedIpo({
          listing: listing && { ...listing, exchange: 'BSE', atLimit: 'upper' },
          issuePrice: null,
          listingGainPct: null,
          gmpAtClose: null,
        }),
      ),
      [
        'Acme Foods listed Tue 17 Nov at ₹131.50',
        'Opening price on BSE',
        'It opened at the upper limit for SME shares',
      ],
    ],
  ])('%s', (_name, event, words) => {
    expect(wordsOf(event)).toEqual(words)
  })
})

describe('a GMP', () => {
  const of = (gmp: number) => alertIpo({ lastGmp: gmp, lastGmpPct: gmp })

  test.each<[string, AlertEvent, string[]]>([
    [
      'rises above a level',
      gmpEvent(of(22), { wasQuoted: { day: '2026-11-16', owners: 2 } }),
      [
        'GMP of Acme Foods rose above 20%: ₹22 (+22.0%) on 17 Nov, 3 sources',
        'Before: +18.5% on 16 Nov, 2 sources',
      ],
    ],
    [
      'rises exactly to it',
      gmpEvent(of(20)),
      [
        'GMP of Acme Foods rose to 20%: ₹20 (+20.0%) on 17 Nov, 3 sources',
        'Before: +18.5% on 17 Nov, 3 sources',
      ],
    ],
    [
      'falls below it by less than a tenth',
      gmpEvent(alertIpo({ lastGmp: 19.96, lastGmpPct: 19.96 }), { direction: 'down', was: 21 }),
      [
        'GMP of Acme Foods fell below 20%: ₹19.96 (+19.96%) on 17 Nov, 3 sources',
        'Before: +21.0% on 17 Nov, 3 sources',
      ],
    ],
    [
      'falls below zero rupees',
      gmpEvent(of(-2), { unit: 'rupees', level: 0, direction: 'down', was: 1.5 }),
      [
        'GMP of Acme Foods fell below ₹0: −₹2 (−2.0%) on 17 Nov, 3 sources',
        'Before: ₹1.50 on 17 Nov, 3 sources',
      ],
    ],
    [
      'is quoted for the first time',
      gmpEvent(of(22), { was: null, wasQuoted: null }),
      ['GMP of Acme Foods is quoted now, above 20%: ₹22 (+22.0%) on 17 Nov, 3 sources', 'Before: no quote'],
    ],
    [
      'gets a percentage once the price is announced',
      gmpEvent(of(22), { was: null }),
      ['GMP of Acme Foods is above 20%: ₹22 (+22.0%) on 17 Nov, 3 sources', 'Before: not known'],
    ],
    [
      'crosses a level while sources disagree',
      gmpEvent(alertIpo(DISPUTED)),
      [
        'GMP of Acme Foods rose above 20%: ₹55 (+55.0%) on 17 Nov, median of 3 sources, which disagree by ₹30',
        'Before: +18.5% on 17 Nov, 3 sources',
      ],
    ],
    [
      'crosses a level in rupees while sources disagree: nothing is computed from it',
      gmpEvent(alertIpo(DISPUTED), { unit: 'rupees', level: 50, was: 40 }),
      [
        'GMP of Acme Foods rose above ₹50: ₹55 on 17 Nov, median of 3 sources, which disagree by ₹30',
        'Before: ₹40 on 17 Nov, 3 sources',
      ],
    ],
  ])('%s', (_name, event, words) => {
    expect(wordsOf(event)).toEqual([...words, CLOSES, UNOFFICIAL])
  })

  test.each<[string, AlertEvent, string[]]>([
    [
      'its sources disagree',
      disputeEvent('begins', alertIpo({ ...DISPUTED, similar: similarIposWith() })),
      [
        'Sources disagree about the GMP of Acme Foods on 17 Nov',
        'GMP ₹55 on 17 Nov, median of 3 sources, which disagree by ₹30',
      ],
    ],
    [
      'its sources no longer disagree, because a report was retracted',
      disputeEvent('ends', alertIpo({ lastGmpOwners: 1 }), { cause: alertCause({ by: 'retraction' }) }),
      [
        'Sources no longer disagree about the GMP of Acme Foods on 17 Nov',
        'GMP ₹45 (+45.0%) on 17 Nov, 1 source',
      ],
    ],
  ])('%s', (_name, event, words) => {
    const [title, quote, ...rest] = wordsOf(event)
    expect([title, quote]).toEqual(words)
    expect(rest.filter((line) => line !== 'A report was retracted.')).toEqual([CLOSES, UNOFFICIAL])
  })

  test('an old one is marked, and compared with nothing', () => {
    const ipo = alertIpo({ lastGmpDay: '2026-11-05', similar: similarIposWith() })
    expect(wordsOf(dayEvent('opens', ipo)).slice(3)).toEqual([
      'GMP ₹45 (+45.0%) on 5 Nov (an old quote), 3 sources',
      UNOFFICIAL,
    ])
  })

  test('one of another year has its year', () => {
    const ipo = alertIpo({ lastGmpDay: '2025-12-30' })
    expect(wordsOf(dayEvent('opens', ipo))[3]).toContain('on 30 Dec 2025 (an old quote)')
  })

  test('too few IPOs with a similar one are left out', () => {
    const ipo = alertIpo({ similar: similarIposWith({ n: 3, middleHalf: null }) })
    expect(wordsOf(dayEvent('opens', ipo))).not.toContainEqual(expect.stringContaining('similar'))
  })
})

describe('a subscription', () => {
  test.each<[string, AlertEvent, string]>([
    [
      'of retail',
      subscriptionEvent(),
      'Retail subscription of Acme Foods reached 1×: 1.02× by Tue 17 Nov, 9:30 am',
    ],
    [
      'of individuals in an SME issue',
      subscriptionEvent(alertIpo({ board: 'SME' })),
      'Individual subscription of Acme Foods reached 1×: 1.02× by Tue 17 Nov, 9:30 am',
    ],
    [
      'of all',
      subscriptionEvent(alertIpo({ lastSubX: 10.41 }), { category: 'TOTAL', times: 10, is: 10.41 }),
      'Total subscription of Acme Foods reached 10×: 10.41× by Tue 17 Nov, 9:30 am',
    ],
    [
      'of bHNI',
      subscriptionEvent(alertIpo(), {
        category: 'BNII',
        times: 2.5,
        is: 2.5,
        readAt: '2026-11-16T11:30:00.000Z',
      }),
      'bHNI subscription of Acme Foods reached 2.5×: 2.50× by Mon 16 Nov, 5:00 pm',
    ],
  ])('%s', (_name, event, title) => {
    expect(wordsOf(event)).toEqual([title, 'Before: 0.94×', CLOSES, GMP, UNOFFICIAL])
  })
})

describe('a deal', () => {
  test.each<[string, AlertEvent, string[]]>([
    [
      'a bulk buy',
      dealEvent(),
      ['ACME: bulk buy of 5,00,000 shares by SOME FUND at ₹131.50 on NSE, 17 Nov, ₹6.58 Cr', 'Acme Foods'],
    ],
    [
      'a block sale of a share without a name',
      dealEvent({ kind: 'BLOCK', dealType: 'SELL', securityName: null, exchange: 'BSE' }),
      ['ACME: block sell of 5,00,000 shares by SOME FUND at ₹131.50 on BSE, 17 Nov, ₹6.58 Cr'],
    ],
  ])('%s', (_name, event, words) => {
    expect(wordsOf(event)).toEqual(words)
  })

  test.each([
    ['ACME', 'https://ipo.example/deals/ACME'],
    ['m&m', 'https://ipo.example/deals/M%26M'],
    ['..', 'https://ipo.example/deals'],
  ])('of %s leads to the page of the share', (symbol, link) => {
    expect(alertContent(dealEvent({ symbol }), OPTIONS).link).toBe(link)
  })
})

describe('a correction', () => {
  const ipo = alertIpo({ lastGmp: 40, lastGmpPct: 40, lastGmpOwners: 2 })
  const figures = [
    { field: 'lastGmp', stated: 45, now: 40 },
    { field: 'lastGmpPct', stated: 45, now: 40 },
    { field: 'closeDate', stated: day('2026-11-18'), now: day('2026-11-19') },
    {
      field: 'expected',
      stated: { allotmentDate: '2026-11-19', listingDate: '2026-11-23' },
      now: null,
    },
  ]

  test.each<[string, AlertEvent, string[]]>([
    [
      'of one figure',
      correctionEvent(),
      [
        'Correction: Acme Foods: GMP sent as ₹45, corrected to ₹40 (+40.0%) on 17 Nov, 2 sources',
        'A report was retracted.',
        UNOFFICIAL,
      ],
    ],
    [
      'of several',
      correctionEvent(ipo, { figures, cause: alertCause({ by: 'joining' }) }),
      [
        'Correction: 4 figures of Acme Foods',
        'GMP sent as ₹45, corrected to ₹40 (+40.0%) on 17 Nov, 2 sources',
        'Implied gain sent as +45.0%, corrected to +40.0%',
        'Closing day sent as 18 Nov 2026, corrected to 19 Nov 2026',
        'Expected days sent as allotment 19 Nov 2026, listing 23 Nov 2026, not known now',
        'Two IPOs were merged.',
        UNOFFICIAL,
      ],
    ],
  ])('%s', (_name, event, words) => {
    expect(wordsOf(event)).toEqual(words)
  })
})

describe('a digest', () => {
  const named = (name: string, more = {}) => alertIpo({ name: `${name} Limited`, ...more })
  const chance = (category: 'RII' | 'SNII', of: number | null) => ({
    ...{ category, chance: of, basis: 'at-least', applications: null, allotments: 2_000 },
    asOf: '2026-11-16T11:30:00.000Z',
  })

  test('has a line for each IPO, by what is due', () => {
    const event = digestEvent({
      opens: [alertIpo(), named('Bell Motors', WITHOUT_QUOTE)],
      closes: [
        named('Cedar Mills', {
          closeDate: day('2026-11-17'),
          biddingEnds: '2026-11-17T11:30:00.000Z',
          lastSubX: 3.2,
          lastSubAt: '2026-11-16T11:30:00.000Z',
          chances: [chance('RII', 0.1634), chance('SNII', 1)],
          status: 'OPEN',
        }),
      ],
      allotment: [
        named('Dune Steel', { ...WITHOUT_QUOTE, allotmentDate: '2026-11-17' }),
        named('Elm Paper', {
          ...WITHOUT_QUOTE,
          ...{ chances: [chance('RII', null), chance('SNII', 0.02)], status: 'CLOSED' },
          biddingEnds: '2026-11-16T11:30:00.000Z',
        }),
      ],
      lists: [named('Fern Optics', { ...WITHOUT_QUOTE, listingDate: '2026-11-17' })],
      results: [listedIpo({ name: 'Grove Textiles Limited' })],
    })
    expect(wordsOf(event)).toEqual([
      'IPOs on Tue 17 Nov: 2 openings, 1 closing, 2 allotments, 1 listing, 1 result',
      'Opens:',
      '- Acme Foods: closes Thu 19 Nov, 5:00 pm, minimum ₹15,000; GMP ₹45 (+45.0%) on 17 Nov, 3 sources',
      '- Bell Motors: closes Thu 19 Nov, 5:00 pm, minimum ₹15,000',
      'Closes:',
      '- Cedar Mills: until 5:00 pm, subscribed 3.20× by Mon 16 Nov, chance of allotment if bidding ended now: Retail at least 1 in 7, sHNI enough for one smallest allotment each; GMP ₹45 (+45.0%) on 17 Nov, 3 sources',
      'Allotment:',
      '- Dune Steel: announced',
      '- Elm Paper: due by the timetable, chance of allotment by the final bids: sHNI at least 1 in 50',
      'Lists:',
      '- Fern Optics: announced',
      'Results:',
      '- Grove Textiles: listed Tue 17 Nov at ₹131.50 (+31.5%); GMP when bidding closed ₹45 (+45.0%) on 12 Nov, 3 sources',
      UNOFFICIAL,
    ])
  })

  test('of a day without anything due', () => {
    expect(wordsOf(digestEvent())).toEqual(['IPOs on Tue 17 Nov: nothing due'])
  })

  test('has at most 40 lines, and names how many more there are', () => {
    const opens = Array.from({ length: 50 }, (_, i) =>
      named(`N${i}`, { ...WITHOUT_QUOTE, closeDate: null, minAmount: null }),
    )
    const [, ...lines] = wordsOf(digestEvent({ opens }))
    expect(lines).toHaveLength(40)
    expect(lines.at(-1)).toBe('and 12 more')
    expect(wordsOf(digestEvent({ opens: opens.slice(0, 39) })).at(-1)).toBe('- N38')
  })
})

describe('beside the words', () => {
  test('an alert leads to its page', () => {
    expect(alertContent(gmpEvent(), OPTIONS).link).toBe('https://ipo.example/ipos/acme-foods')
    expect(alertContent(digestEvent(), OPTIONS).link).toBe('https://ipo.example/')
  })

  test('there is no link without an address of the service', () => {
    expect(alertContent(gmpEvent(), { ...OPTIONS, publicUrl: '' }).link).toBeNull()
  })

  test('the demo is named at the beginning and at the end', () => {
    const { mark, data } = alertContent(gmpEvent(), { ...OPTIONS, isDemo: true })
    expect(mark).toBe('DEMO: ')
    expect(data).toMatchObject({
      demo: true,
      title: expect.stringMatching(/^DEMO: GMP of Acme Foods/),
      text: expect.stringMatching(/\nDEMO: every issue, person, price and date here is invented\.$/),
      change: { position: expect.stringContaining('demo') },
    })
  })

  test.each<[string, AlertEvent, object]>([
    [
      'opens',
      dayEvent('opens'),
      {
        openDate: day('2026-11-17'),
        priceMin: 95,
        priceMax: 100,
        minAmount: 15_000,
        closeDate: day('2026-11-19'),
        lastGmp: 45,
        lastGmpPct: 45,
      },
    ],
    [
      'allotment',
      dayEvent('allotment', alertIpo({ ...WITHOUT_QUOTE, expected: null, allotmentDate: '2026-11-17' })),
      { allotmentDate: '2026-11-17' },
    ],
    ['listed', listEvent('listed', listedIpo()), { listing: listedIpo().listing, issuePrice: 100 }],
    [
      'dispute',
      disputeEvent('begins', alertIpo(DISPUTED)),
      { lastGmp: 55, gmpSpread: 30, closeDate: day('2026-11-19') },
    ],
    ['deal', dealEvent(), {}],
    [
      'digest',
      digestEvent({ opens: [alertIpo()] }),
      {
        openDate: day('2026-11-17'),
        closeDate: day('2026-11-19'),
        minAmount: 15_000,
        lastGmp: 45,
        lastGmpPct: 45,
      },
    ],
    ['withdrawn', listEvent('withdrawn', alertIpo(), { kind: 'withdrawal', new: null }), {}],
  ])('%s: the fields that the text states, for later corrections', (_name, event, stated) => {
    expect(alertContent(event, OPTIONS).stated['acme-foods'] ?? {}).toEqual(stated)
  })
})

describe('the data for programs', () => {
  const validator = Compile(AlertBody)

  test.each<[string, AlertEvent]>([
    ['opens', dayEvent('opens', alertIpo({ similar: similarIposWith() }))],
    ['listed', listEvent('listed', listedIpo())],
    ['gmp', gmpEvent()],
    ['dispute', disputeEvent('ends')],
    ['subscription', subscriptionEvent()],
    ['deal', dealEvent()],
    ['digest', digestEvent({ opens: [alertIpo()], results: [listedIpo()] })],
    ['correction', correctionEvent()],
  ])('of %s is as described, and has the same words', (type, event) => {
    const { data } = alertContent(event, OPTIONS)
    const [title, ...lines] = wordsOf(event)
    expect([...validator.Errors(JSON.parse(JSON.stringify(data)))]).toEqual([])
    expect(data).toMatchObject({ type, title, text: lines.join('\n') })
  })

  test('has days as days, and the change as the API lists it', () => {
    const { data } = alertContent(gmpEvent(alertIpo({ similar: similarIposWith() })), OPTIONS)
    expect(data).toMatchObject({
      type: 'gmp',
      at: ALERT_AT,
      url: 'https://ipo.example/ipos/acme-foods',
      demo: false,
      unit: 'percent',
      level: 20,
      direction: 'up',
      was: 18.5,
      deal: null,
      ipo: {
        slug: 'acme-foods',
        openDate: '2026-11-17',
        closeDate: '2026-11-19',
        lastGmp: 45,
        lastGmpDay: '2026-11-17',
        lastGmpOwners: 3,
        gmpDisputed: false,
        gmpSpread: 5,
        similar: { n: 24, medianActualPct: 12.4 },
      },
      change: { kind: 'gmp', position: `17@${ALERT_AT}`, old: { lastGmp: 40 }, new: { lastGmp: 45 } },
    })
  })

  test('compares nothing with a GMP about which sources disagree', () => {
    const { data } = alertContent(gmpEvent(alertIpo({ ...DISPUTED, similar: similarIposWith() })), OPTIONS)
    expect(data).toMatchObject({ ipo: { similar: null, gmpDisputed: true } })
  })
})
