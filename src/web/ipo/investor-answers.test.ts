import type { CheerioAPI } from 'cheerio/slim'
import { describe, expect, test } from 'vitest'
import { gmp, holiday, ipo, listing, subscription } from '../../../test/support/lines.ts'
import { pageOf, plain, rowTexts, textOf } from '../../../test/support/pages.ts'
import type { Line } from '../../../test/support/record.ts'
import { startTestService } from '../../../test/support/service.ts'
import { addDays } from '../../market/calendar.ts'

/** Thursday, 11:30 in India. */
const NOW = '2026-01-15T06:00:00.000Z'
const OPEN = {
  exchanges: ['NSE', 'BSE'],
  issueType: 'book-built',
  priceMin: 95,
  priceMax: 100,
  lotSize: 150,
  openDate: '2026-01-13',
  closeDate: '2026-01-15',
}
const CLOSED = { ...OPEN, openDate: '2026-01-12', closeDate: '2026-01-14' }
const HOLIDAYS = [
  holiday('2026-01-26', 'Republic Day'),
  holiday('2026-02-19', 'Kite Festival', { segment: 'clearing' }),
]

const pageWith = async (...lines: Line[]) => pageOf(await startTestService({ now: NOW, lines }), '/ipos/loom')
const pageAt = async (now: string, ...lines: Line[]) =>
  pageOf(await startTestService({ now, lines, linesAt: NOW }), '/ipos/loom')
const rowsIn = ($: CheerioAPI, section: string) =>
  rowTexts($, `${section} table`).map((cells) => cells.filter(Boolean).join(' | '))
const milestonesOf = ($: CheerioAPI) =>
  $('#dates li')
    .map((_, one) =>
      $(one)
        .children()
        .map((_i, part) => plain($(part).text()))
        .get()
        .join(': '),
    )
    .get()

describe('the lock-ins of anchor investors', () => {
  const ANCHORED = { ...CLOSED, anchorShares: 4_501 }
  const OTHERS =
    'Other lock-ins, of promoters and others from before the issue (six months and more), are not derived.'
  const lockInsOf = ($: CheerioAPI) =>
    $('#lock-ins')
      .nextUntil('.alerts')
      .map((_, p) => plain($(p).text()))
      .get()

  test.each<[string, string, Line, string[]]>([
    [
      'are about the days after an allotment that is due',
      NOW,
      {},
      [
        '30-day lock-in ends about Sat 14 Feb; next trading day Mon 16 Feb 2,250 shares of anchor investors, 50% of theirs',
        '90-day lock-in ends about Wed 15 Apr, a trading day 2,251 shares of anchor investors, 50% of theirs',
        `${OTHERS} Method`,
      ],
    ],
    [
      'are on the days after an announced allotment, and over in the end',
      '2026-04-16T06:00:00.000Z',
      { allotmentDate: '2026-01-15', listingDate: '2026-01-20' },
      [
        '30-day lock-in ended on Sat 14 Feb; next trading day Mon 16 Feb 2,250 shares of anchor investors, 50% of theirs',
        '90-day lock-in ended on Wed 15 Apr, a trading day 2,251 shares of anchor investors, 50% of theirs',
        `${OTHERS} Method`,
      ],
    ],
    ['are not shown while unknown', NOW, { anchorShares: null }, []],
  ])('%s', async (_name, now, more, expected) => {
    const $ = await pageAt(now, ipo('loom', { ...ANCHORED, ...more }), ...HOLIDAYS)
    expect(lockInsOf($)).toEqual(expected)
  })

  test('may move where the holidays of the next year are not known', async () => {
    const $ = await pageWith(ipo('loom', ANCHORED))
    expect(lockInsOf($).at(-1)).toBe(
      `${OTHERS} Not all holidays are known yet: they may move these days. Method`,
    )
  })
})

describe('the dates', () => {
  const DUE = [
    'Opened: Mon 12 Jan',
    'Closed: Wed 14 Jan',
    'Allotment due by: Thu 15 Jan',
    'Refund due by: Fri 16 Jan',
    'Shares credited by: Fri 16 Jan',
    'Listing due: Mon 19 Jan',
  ]

  test.each([
    ['are due while nothing is announced', {}, NOW, DUE, 'allotment'],
    [
      'are not taken for a listing once they have passed',
      {},
      '2026-01-20T06:00:00.000Z',
      [
        ...DUE.slice(0, 2),
        'Allotment was due: Thu 15 Jan',
        'Refund was due: Fri 16 Jan',
        'Shares were due: Fri 16 Jan',
        'Should have listed by: Mon 19 Jan',
      ],
      '',
    ],
    [
      'give way to announced ones',
      { allotmentDate: '2026-01-15', listingDate: '2026-01-20' },
      NOW,
      [...DUE.slice(0, 2), 'Allotment: Thu 15 Jan', ...DUE.slice(3, 5), 'Lists: Tue 20 Jan'],
      'allotment',
    ],
    [
      'of an open issue have the time at which it closes',
      OPEN,
      NOW,
      ['Opened: Tue 13 Jan', 'Closes: Thu 15 Jan, 5:00 pm'],
      'closes',
    ],
  ])('%s', async (_name, more, now, expected, next) => {
    const $ = await pageAt(now, ipo('loom', { ...CLOSED, ...more }), ...HOLIDAYS)
    expect(milestonesOf($).slice(0, expected.length)).toEqual(expected)
    expect(textOf($, '#dates [aria-current=step]').toLowerCase()).toContain(next)
    expect(textOf($, '#dates')).not.toMatch(/holidays|Allotted|Refunded/)
  })

  test('may be moved by holidays that are not known yet', async () => {
    const $ = await pageWith(ipo('loom', CLOSED))
    expect(textOf($, '#dates')).toContain('Not all holidays are known yet: they may move these days.')
  })
})

describe('how much one needs', () => {
  const upiCutoffAt = '2026-01-15T11:30:00.000Z'

  test('is given for each category of a mainboard issue', async () => {
    const $ = await pageWith(
      ipo('loom', { ...OPEN, upiCutoffAt, reservedFor: ['EMP'], employeeDiscount: 10 }),
    )
    expect(rowsIn($, '#amount')).toEqual([
      'Retail | 1 to 13 | 150 to 1,950 | ₹15,000 to ₹1,95,000',
      'sHNI | 14 to 66 | 2,100 to 9,900 | ₹2,10,000 to ₹9,90,000',
      'bHNI | 67 and more | 10,050 and more | ₹10.05 lakh and more',
      'Employees | 1 to 37 | 150 to 5,550 | ₹13,500 to ₹4,99,500',
    ])
    const values = $('#amount tr:first-child data').map((_, data) => Number($(data).attr('value')))
    expect(values.get().slice(-2)).toEqual([15_000, 195_000])
    expect(textOf($, '#amount')).toContain('You may get none. UPI can be used up to ₹5,00,000.')
    expect(textOf($, '#amount')).toContain('Confirm the UPI mandate by today 5:00 pm IST.')
  })

  test('changes at the UPI cut-off, which is after the close of an SME issue', async () => {
    const line = ipo('loom', { ...OPEN, board: 'SME', lotSize: 1200, upiCutoffAt })
    const service = await startTestService({ now: '2026-01-15T11:15:00.000Z', lines: [line], linesAt: NOW })
    const sentence = async () => textOf(await pageOf(service, '/ipos/loom'), '#amount')
    expect(await sentence()).toContain('Confirm the UPI mandate by')
    service.setNow('2026-01-15T14:00:00.000Z')
    expect(await sentence()).toContain('UPI mandates had to be confirmed by')
  })

  test('names the lots of individuals in an SME issue', async () => {
    const $ = await pageWith(ipo('loom', { ...OPEN, board: 'SME', lotSize: 1200 }))
    expect(rowsIn($, '#amount')[0]).toBe('Individual (2 lots) | 2 | 2,400 | ₹2,40,000')
  })

  test('is not shown without a lot', async () => {
    expect((await pageWith(ipo('loom', { ...OPEN, lotSize: null })))('#amount')).toHaveLength(0)
  })
})

test.each([
  [
    'the pages of the registrar and the exchange, which get no referrer',
    { registrar: 'KFIN TECHNOLOGIES LIMITED' },
    'From the evening of Fri 16 Jan.',
    ['https://ipostatus.kfintech.com/', 'https://www.bseindia.com/investors/appli_check.aspx'],
  ],
  [
    'a registrar without a known page, and NSE with a login',
    { board: 'SME', exchanges: ['NSE'], registrar: 'Quill Registry Limited' },
    'The registrar is Quill Registry Limited; no page known.',
    ['https://www.nseindia.com/invest/check-trades-bids-verify-ipo-bids'],
  ],
  ['nothing without a registrar', { board: 'SME', exchanges: null }, 'The registrar is not known yet.', []],
])('the allotment is checked at %s', async (_name, terms, words, links) => {
  const $ = await pageWith(ipo('loom', { ...OPEN, ...terms }))
  const found = $('#allotment a').map((_, link) => [[$(link).attr('href'), $(link).attr('rel')]])
  expect(found.get()).toEqual(links.map((link) => [link, 'noreferrer nofollow external']))
  expect(textOf($, '#allotment')).toContain(words)
  expect(textOf($, '#allotment').includes('(needs a login)')).toBe(links[0]?.includes('nseindia') ?? false)
  expect($('main input')).toHaveLength(0)
})

describe('the chance of allotment', () => {
  const read = (category: string, times: number, more: Line = {}) =>
    subscription('loom', '2026-01-15T05:00:00.000Z', category, times, {
      ...{ sharesOffered: 300_000, sharesBid: 300_000 * times, recordedAt: '2026-01-15T05:01:00.000Z' },
      ...more,
    })
  const chancesIn = ($: CheerioAPI, section = '#amount') =>
    $(`${section} > ul li`)
      .map((_, one) => plain($(one).text()))
      .get()
  const sHni = read('SNII', 0.5)

  test('has a line for each group, and how it is drawn', async () => {
    const $ = await pageWith(ipo('loom', OPEN), read('RII', 8.1), sHni)
    expect(textOf($, '#amount')).toContain('Chance of allotment if bidding ended now:')
    expect(chancesIn($)).toEqual([
      'Retail: at least 1 in 9 valid applications would get the smallest allotment (1 lot).',
      'sHNI: enough for one smallest allotment (14 lots) each.',
    ])
    expect(textOf($, '#amount')).toContain('Applying for more lots does not raise the chance. Rejected')
    expect($('#subscription > ul')).toHaveLength(0)
  })

  test.each<[string, Line, Line, string, string]>([
    [
      'individuals who apply for two lots',
      { board: 'SME', exchanges: ['BSE'], lotSize: 1_200 },
      read('RII', 8, { book: 'BSE' }),
      'if bidding ended now',
      'Individual (2 lots): about 1 in 8 valid applications would get the smallest allotment (2 lots).',
    ],
    [
      'an SME issue of which NSE prints no shares on offer',
      { board: 'SME', exchanges: ['NSE'], lotSize: 1_200 },
      read('RII', 8, { book: 'NSE', timesSub: null, sharesOffered: null }),
      'if bidding ended now',
      'Individual (2 lots): not known: the exchange does not print the shares on offer to this group.',
    ],
    [
      'one of two exchanges',
      {},
      read('RII', 8, { book: 'BSE' }),
      'if bidding ended now',
      'Retail: not known: the bids on all its exchanges together were not received.',
    ],
    [
      'the final bids',
      CLOSED,
      read('RII', 8),
      'by the final bids',
      'Retail: at least 1 in 8 valid applications get the smallest allotment (1 lot).',
    ],
    [
      'bids before the end',
      CLOSED,
      read('RII', 0.8, { observedAt: '2026-01-14T05:00:00.000Z' }),
      'by bids read before bidding ended',
      'Retail: enough for one smallest allotment (1 lot) each.',
    ],
  ])('of %s', async (_name, terms, reading, when, line) => {
    const $ = await pageWith(ipo('loom', { ...OPEN, ...terms }), reading)
    expect(textOf($, '#amount')).toContain(`Chance of allotment ${when}:`)
    expect(chancesIn($)).toEqual([line])
  })

  test('stands at the subscription once it has listed, and only where it is known', async () => {
    const listed = (...readings: Line[]) => {
      const terms = { ...CLOSED, issuePrice: 100, listingDate: '2026-01-19' }
      const lines = [ipo('loom', terms), listing('loom', '2026-01-19', 120), ...readings]
      return startTestService({ now: '2026-01-19T06:00:00.000Z', lines }).then((one) =>
        pageOf(one, '/ipos/loom'),
      )
    }
    const $ = await listed(read('RII', 8), read('SNII', 2, { sharesOffered: null, sharesBid: null }))
    expect(chancesIn($, '#subscription')).toEqual([
      'Retail: at least 1 in 8 valid applications get the smallest allotment (1 lot).',
    ])
    const unknown = await listed(read('RII', 8, { book: 'NSE' }))
    expect(textOf(unknown, '#subscription')).not.toContain('Chance of allotment')
  })

  test('is not stated without bids', async () => {
    const $ = await pageWith(ipo('loom', OPEN))
    expect(textOf($, '#amount')).not.toContain('Chance of allotment')
  })
})

describe('the details', () => {
  test('are shown as printed, with the kind and host of each document', async () => {
    const $ = await pageWith(
      ipo('loom', {
        ...OPEN,
        freshIssueCr: 320,
        offerForSaleShares: 1_500_000,
        anchorShares: 450_000,
        leadManagers: ['Acorn Capital Limited', 'Birch <b>Advisors</b>'],
        industry: 'Packaged Foods',
        employeeDiscount: 10,
        documents: [
          { kind: 'rhp', url: 'https://nsearchives.nseindia.com/content/ipo/RHP_LOOM.zip' },
          { kind: 'ratios', url: 'https://nsearchives.nseindia.com/content/ipo/RATIOS_LOOM.pdf' },
        ],
      }),
    )
    const text = textOf($, '#details')
    for (const line of [
      'Fresh issue₹320.00 Cr',
      'Offer for sale₹15.00 Cr (15,00,000 shares at ₹100)Anchor',
      'Anchor investors’ shares4,50,000Price',
      'Employee discount₹10 a share',
      'Lead managersAcorn Capital Limited, Birch <b>Advisors</b>',
      'Registrarnot known',
      'IndustryPackaged Foods',
      'Red herring prospectus (RHP), zip file nsearchives.nseindia.com',
      'Basis of the issue price nsearchives.nseindia.com',
    ])
      expect(text).toContain(line)
    expect(text).not.toContain('Market maker')
  })
})

test.each<[what: string, terms: Line, fresh: string, sale: string]>([
  [
    'rupees beside shares',
    { freshIssueCr: 320, offerForSaleShares: 1_234_567 },
    'Fresh issue₹320.00 Cr',
    'Offer for sale₹12.35 Cr (12,34,567 shares at ₹100)',
  ],
  [
    'shares alone, at the issue price once it is fixed',
    { freshIssueShares: 1_000_000, offerForSaleShares: 2_000_000, issuePrice: 97 },
    'Fresh issue₹9.70 Cr (10,00,000 shares at ₹97)',
    'Offer for sale₹19.40 Cr (20,00,000 shares at ₹97)',
  ],
  [
    'shares without a price',
    { freshIssueCr: 320, offerForSaleShares: 1_234_567, priceMin: null, priceMax: null },
    'Fresh issue₹320.00 Cr',
    'Offer for sale, shares12,34,567',
  ],
])(
  'the parts of the offer are in rupees where a price is known, and as printed in the evidence: %s',
  async (_, terms, fresh, sale) => {
    const service = await startTestService({ now: NOW, lines: [ipo('loom', { ...OPEN, ...terms })] })
    const text = textOf(await pageOf(service, '/ipos/loom'), '#details')
    expect(text).toContain(fresh)
    expect(text).toContain(sale)
    const { ipo: loom } = await service.json('/api/public/market/ipos/loom')
    expect(loom).toMatchObject({ offerForSaleShares: terms.offerForSaleShares, offerForSaleCr: null })
    const evidence = textOf(await pageOf(service, '/ipos/loom/evidence'), 'main')
    expect(evidence).toContain(Number(terms.offerForSaleShares).toLocaleString('en-IN'))
  },
)

describe('subscription', () => {
  const AFTER = '2026-01-15T14:00:00.000Z'
  const DAYS = [
    subscription('loom', '2026-01-13T11:30:00.000Z', 'QIB', 0.1),
    subscription('loom', '2026-01-13T11:30:00.000Z', 'TOTAL', 0.4),
    subscription('loom', '2026-01-15T05:30:00.000Z', 'QIB', 2.5, {
      sharesOffered: 300_000,
      sharesBid: 750_000,
      applications: 12,
    }),
    subscription('loom', '2026-01-15T05:30:00.000Z', 'TOTAL', 3.2),
  ]
  const onlyBids = (category: string, at: string) => ({
    ...subscription('loom', at, category, 0, { sharesBid: 96_000, applications: 40 }),
    timesSub: null,
  })
  const subscriptionAt = async (now: string, lines: Line[], more: Line = {}) =>
    pageOf(
      await startTestService({ now, lines: [ipo('loom', { ...OPEN, ...more }), ...lines] }),
      '/ipos/loom',
    )

  test('has a row for each group and a column for each day, and empty columns are left out', async () => {
    const $ = await subscriptionAt(NOW, [...HOLIDAYS, ...DAYS])
    expect(rowsIn($, '#subscription > .table-box')).toEqual([
      'Institutions (QIB) | 2.50× | 3,00,000 | 7,50,000 | 12',
      'Total | 3.20×',
    ])
    expect(textOf($, '#subscription details thead')).toBe('Who bids13 JanDay 1 of 315 JanDay 3 of 3')
    expect(rowsIn($, '#subscription details')).toEqual([
      'Institutions (QIB) | 0.10× | 2.50×',
      'Total | 0.40× | 3.20×',
    ])
    const first = await subscriptionAt(NOW, DAYS.slice(0, 2))
    expect(textOf(first, '#subscription thead')).toBe('Who bidsSubscribedtimes')
  })

  test.each<[what: string, exchanges: string[] | null, book: string, details: string, bids: string]>([
    ['on two exchanges', ['NSE', 'BSE'], 'ALL', 'Mainboard, NSE and BSE', 'IST, NSE and BSE.'],
    ['on one exchange', ['NSE'], 'ALL', 'Mainboard, NSE', 'IST, NSE.'],
    ['on exchanges that are not known', null, 'ALL', 'Mainboard', 'IST, all its exchanges.'],
    ['of which one book alone is known', ['NSE', 'BSE'], 'NSE', 'Mainboard, NSE and BSE', 'IST, NSE alone.'],
  ])('names the exchanges as the details do: an issue %s', async (_, exchanges, book, details, bids) => {
    const $ = await subscriptionAt(AFTER, [{ ...FINAL, book }], { exchanges })
    expect(textOf($, '#details')).toContain(`Board${details}Issue size`)
    expect(textOf($, '#subscription p')).toContain(bids)
  })

  const FINAL = subscription('loom', '2026-01-15T13:00:00.000Z', 'TOTAL', 9)
  test.each([
    ['while bidding is open', NOW, DAYS, 'Day 3 of 3, not final yet'],
    ['when it was read before bidding ended', AFTER, DAYS, 'Day 3 of 3, read before bidding ended'],
    ['once it was read after the close', AFTER, [FINAL], 'Day 3 of 3, final'],
    [
      'while the multiple of a group is of an earlier day',
      AFTER,
      [...DAYS.slice(0, 2), FINAL],
      'Day 3 of 3, read before bidding ended',
    ],
    [
      'whose total is below a group',
      AFTER,
      [FINAL, subscription('loom', '2026-01-15T13:00:00.000Z', 'QIB', 1, { sharesBid: 500 })].map((line) => ({
        sharesBid: 499,
        ...line,
      })),
      'Day 3 of 3, contradictory: fewer bids in total than in one group',
    ],
    [
      'while later readings have only bids',
      AFTER,
      [
        ...DAYS.slice(0, 2),
        onlyBids('QIB', FINAL.observedAt as string),
        onlyBids('TOTAL', FINAL.observedAt as string),
      ],
      'Day 1 of 3, read before bidding ended',
    ],
  ])('says of which day it is %s', async (_name, now, lines, words) => {
    const $ = await subscriptionAt(now, [...HOLIDAYS, ...lines])
    expect(textOf($, '#subscription h2')).toBe(`Subscription${words}`)
  })

  test('shows bids without a multiple as bids, never as 0.00×', async () => {
    const $ = await subscriptionAt(NOW, [onlyBids('RII', '2026-01-15T05:30:00.000Z')], { board: 'SME' })
    expect(rowsIn($, '#subscription')).toEqual(['Individuals (2 lots) | 96,000 | 40'])
    expect(textOf($, '#subscription')).toContain('The exchange prints bids, but not how many times')
    const some = await subscriptionAt(NOW, [...DAYS, onlyBids('RII', '2026-01-15T05:30:00.000Z')])
    expect(rowsIn(some, '#subscription > .table-box')).toContain(
      'Retail (RII), up to ₹2 lakh | times not published | 96,000 | 40',
    )
    for (const page of [$, some]) expect(textOf(page, 'main')).not.toContain('0.00×')
  })
})

describe('the listing day', () => {
  const LISTED = { ...OPEN, board: 'SME', issuePrice: 100, openDate: '2026-01-05', closeDate: '2026-01-07' }

  test('is shown in full, and an opening price at a limit is marked', async () => {
    const day = { high: 199.5, low: 180.5, close: 199.5, volume: 1_250_000, deliveredPct: 58.31 }
    const $ = await pageWith(ipo('loom', LISTED), listing('loom', '2026-01-12', 190, day))
    expect(textOf($, '#result .terms')).toBe(
      'High₹199.50Low₹180.50Close₹199.50Shares traded12,50,000Delivered58.3%',
    )
    expect(textOf($, '#result .figures')).toContain('opened at the upper limit for SME shares')
  })

  test('is left out while only the opening price is known', async () => {
    const $ = await pageWith(ipo('loom', LISTED), listing('loom', '2026-01-12', 120))
    expect($('#result .terms, #result .doubt-tag, #amount')).toHaveLength(0)
  })
})

describe('the range around the GMP', () => {
  /** Past listings, one a day, that opened 0 to 9 points above their GMP. */
  const past = (n: number): Line[] =>
    Array.from({ length: n }, (_, i) => i).flatMap((i) => {
      const slug = `past-${i}`
      const [closeDate, listedOn] = [addDays('2025-09-01', i), addDays('2025-09-04', i)]
      const recordedAt = `${closeDate}T04:00:00.000Z`
      return [
        ipo(slug, { issuePrice: 100, openDate: closeDate, closeDate, listingDate: listedOn, recordedAt }),
        gmp(slug, closeDate, 20, 'IPOWatch', { recordedAt }),
        listing(slug, listedOn, 120 + (i % 10), { recordedAt: `${listedOn}T06:00:00.000Z` }),
      ]
    })

  test.each([
    [49, null],
    [
      50,
      'By the distances of 50 past listings from their GMP, four of five would lie between +20.0% and +29.0%',
    ],
    [60, 'Too few listings to say how often this holds.'],
    [
      120,
      'Of 68 past listings on this board with a GMP at this stage, 100.0% opened within the usual distance',
    ],
  ])('from %i listings is %s', async (n, words) => {
    const $ = await pageWith(ipo('loom', OPEN), gmp('loom', '2026-01-15', 20), ...past(n))
    const text = textOf($, '#gmp')
    if (words !== null) expect(text).toContain(words)
    expect(text.includes('Not a forecast.')).toBe(words !== null)
    expect(text).not.toMatch(/likely|safe|expect/i)
  })
})
