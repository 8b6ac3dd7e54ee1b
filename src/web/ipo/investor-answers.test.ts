import type { CheerioAPI } from 'cheerio/slim'
import { describe, expect, test } from 'vitest'
import { gmp, holiday, ipo, listing, subscription } from '../../../test/support/lines.ts'
import { pageOf, plain, rowTexts } from '../../../test/support/pages.ts'
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
const textOf = ($: CheerioAPI, selector: string) => plain($(selector).text())
const under = ($: CheerioAPI, heading: string) => plain($(`section:has(> h2:contains("${heading}"))`).text())
/** The entries of a list of terms. */
const linesOf = ($: CheerioAPI, list: string) =>
  $(`${list} > div`)
    .map((_, line) => `${plain($(line).find('dt').text())}: ${plain($(line).find('dd').text())}`)
    .get()
const rowsOf = ($: CheerioAPI, table: string) => rowTexts($, table).map((cells) => cells.join(' | '))

describe('expected days', () => {
  test('are worded as due while nothing is announced', async () => {
    const $ = await pageWith(ipo('loom', CLOSED), ...HOLIDAYS)
    expect(textOf($, '.lead')).toContain('Closed. Allotment due today, listing due Mon 19 Jan (expected).')
    expect(textOf($, '.timeline ol')).toContain('todayallotment due by')
    expect(textOf($, '.timeline ol')).toContain('19 Janlisting due')
    expect(linesOf($, '.terms.due')).toEqual([
      'Allotment due by: Thu 15 Jan',
      'Refund due by: Fri 16 Jan',
      'Shares credited by: Fri 16 Jan',
      'Listing due: Mon 19 Jan',
    ])
    expect(textOf($, '.side')).not.toContain('holidays')
  })

  test('may be moved by holidays that are not known yet', async () => {
    const $ = await pageWith(ipo('loom', CLOSED))
    expect(under($, 'Dates')).toContain('Not all holidays are known yet: they may move these days.')
  })

  test('that have passed without a listing are not taken for one', async () => {
    const $ = await pageAt('2026-01-20T06:00:00.000Z', ipo('loom', CLOSED), ...HOLIDAYS)
    expect(textOf($, '.lead')).toContain('Should have listed by Mon 19 Jan; not confirmed here.')
    expect(linesOf($, '.terms.due').at(-1)).toBe('Should have listed by: Mon 19 Jan')
    expect(textOf($, '.timeline ol')).toContain(
      '15 Janallotment was duenot confirmed19 Janlisting was duenot confirmed',
    )
    expect(textOf($, 'main')).not.toMatch(/is out|allotted|it lists/i)
  })

  test('give way to announced ones', async () => {
    const $ = await pageWith(
      ipo('loom', { ...CLOSED, allotmentDate: '2026-01-16', listingDate: '2026-01-20' }),
      ...HOLIDAYS,
    )
    expect(textOf($, '.lead')).toContain('Allotment due by Fri 16 Jan, lists Tue 20 Jan.')
    expect(linesOf($, '.terms.due')).toEqual([
      'Allotment: Fri 16 Janannounced',
      'Refund due by: Fri 16 Jan',
      'Shares credited by: Fri 16 Jan',
      'Listing: Tue 20 Janannounced',
    ])
  })
})

describe('how much one needs', () => {
  test('is given for each category of a mainboard issue', async () => {
    const $ = await pageWith(
      ipo('loom', {
        ...OPEN,
        upiCutoffAt: '2026-01-15T11:30:00.000Z',
        reservedFor: ['EMP'],
        employeeDiscount: 10,
      }),
    )
    expect(rowsOf($, '.applications')).toEqual([
      'Retail | 1 to 13 | 150 to 1,950 | ₹15,000 to ₹1,95,000',
      'sHNI | 14 to 66 | 2,100 to 9,900 | ₹2,10,000 to ₹9,90,000',
      'bHNI | 67 and more | 10,050 and more | ₹10,05,000 and more',
      'Employees | 1 to 37 | 150 to 5,550 | ₹13,500 to ₹4,99,500',
    ])
    expect(under($, 'How much do I need?')).toContain(
      'The money is blocked, not paid; allotment is not assured. UPI can be used up to ₹5,00,000. Confirm the UPI mandate by today 5:00 pm IST.',
    )
    expect(textOf($, '.figures')).toContain('Minimum amount₹15,000')
  })

  test('changes at the UPI cut-off, which is after the close of an SME issue', async () => {
    const upiCutoffAt = '2026-01-15T11:30:00.000Z'
    const line = ipo('loom', { ...OPEN, board: 'SME', lotSize: 1200, closeDate: '2026-01-15', upiCutoffAt })
    const service = await startTestService({ now: '2026-01-15T11:15:00.000Z', lines: [line], linesAt: NOW })
    const sentence = async () => textOf(await pageOf(service, '/ipos/loom'), 'main')
    expect(await sentence()).toContain('Confirm the UPI mandate by')
    service.setNow('2026-01-15T14:00:00.000Z')
    expect(await sentence()).toContain('UPI mandates had to be confirmed by')
  })

  test('names the lots of individuals in an SME issue', async () => {
    const $ = await pageWith(ipo('loom', { ...OPEN, board: 'SME', lotSize: 1200 }))
    expect(rowsOf($, '.applications')[0]).toBe('Individual (2 lots) | 2 | 2,400 | ₹2,40,000')
  })

  test.each([
    ['without a lot', { ...OPEN, lotSize: null }],
    ['withdrawn', { ...OPEN, withdrawn: true }],
  ])('is not shown for an issue that is %s', async (_name, terms) => {
    const $ = await pageWith(ipo('loom', terms))
    expect($('.applications')).toHaveLength(0)
  })
})

describe('where to check the allotment', () => {
  const linksIn = ($: CheerioAPI) =>
    $('.side section:has(> h2:contains("Where to check")) a')
      .map((_, link) => `${$(link).attr('href')} ${$(link).attr('rel')}`)
      .get()

  test('are the pages of the registrar and the exchange, which get no referrer', async () => {
    const $ = await pageWith(ipo('loom', { ...OPEN, registrar: 'KFIN TECHNOLOGIES LIMITED' }))
    expect(linksIn($)).toEqual([
      'https://ipostatus.kfintech.com/ noreferrer nofollow external',
      'https://www.bseindia.com/investors/appli_check.aspx noreferrer nofollow external',
    ])
    expect(under($, 'Where to check')).toContain(
      'From the evening of Fri 16 Jan: KFin Technologies, the registrar’s page ipostatus.kfintech.com. Second way: BSE’s page www.bseindia.com.',
    )
    expect($('main input')).toHaveLength(0)
  })

  test('need a login at NSE for an SME issue; a registrar may have no known page', async () => {
    const $ = await pageWith(
      ipo('loom', { ...OPEN, board: 'SME', exchanges: ['NSE'], registrar: 'Quill Registry Limited' }),
    )
    expect(under($, 'Where to check')).toContain('The registrar is Quill Registry Limited; no page known.')
    expect(under($, 'Where to check')).toContain('Second way: NSE’s page www.nseindia.com (needs a login).')
  })

  test('are unknown with the registrar', async () => {
    const $ = await pageWith(ipo('loom', { ...OPEN, board: 'SME', exchanges: null }))
    expect(under($, 'Where to check')).toContain('The registrar is not known yet.')
    expect(linksIn($)).toEqual([])
  })
})

describe('what is on offer', () => {
  test('is shown as printed, with the kind and host of each document', async () => {
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
    const text = under($, 'What is on offer')
    for (const line of [
      'Fresh issue₹320.00 Cr',
      'Offer for sale15,00,000 shares',
      'Anchor investors4,50,000 shares',
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

  test('is one sentence while nothing is known', async () => {
    const $ = await pageWith(ipo('loom', OPEN))
    expect(under($, 'What is on offer')).toBe('What is on offeras printedNot announced yet.')
  })
})

describe('subscription by day', () => {
  const ONLY_BIDS = 'only bids: the exchange published bids, but not how many times.'
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

  test('says of which day a figure is, and that it is not final', async () => {
    const $ = await pageWith(ipo('loom', OPEN), ...HOLIDAYS, ...DAYS)
    expect(under($, 'Subscription')).toContain('Day 3 of 3, not final yet.')
    expect(under($, 'Subscription day by day')).not.toContain(ONLY_BIDS)
    expect(textOf($, '.by-day thead')).toBe('Who bids13 JanDay 1 of 315 JanDay 3 of 3, not final yet')
    expect(rowsOf($, '.by-day')).toEqual([
      'Institutions (QIB) | 0.10× | 2.50×',
      'All together | 0.40× | 3.20×',
    ])
    expect(rowsOf($, '.bids')).toEqual(['Institutions (QIB) | 3,00,000 | 7,50,000 | 12'])
  })

  test('is final only when it was read after bidding ended', async () => {
    const now = '2026-01-15T14:00:00.000Z'
    const before = await pageAt(now, ipo('loom', OPEN), ...DAYS)
    expect(under(before, 'Subscription')).toContain('Day 3 of 3, read before bidding ended.')
    const service = await startTestService({
      now,
      lines: [ipo('loom', OPEN), subscription('loom', '2026-01-15T13:00:00.000Z', 'TOTAL', 9)],
    })
    expect(under(await pageOf(service, '/ipos/loom'), 'Subscription')).toContain('Day 3 of 3, final.')
  })

  test('keeps the day of its multiples where later readings have only bids', async () => {
    const onlyBids = (category: string) => ({
      ...subscription('loom', '2026-01-15T13:00:00.000Z', category, 0),
      timesSub: null,
      sharesBid: 9_000_000,
    })
    const service = await startTestService({
      now: '2026-01-15T14:00:00.000Z',
      lines: [ipo('loom', OPEN), ...DAYS.slice(0, 2), onlyBids('QIB'), onlyBids('TOTAL')],
    })
    const $ = await pageOf(service, '/ipos/loom')
    expect(under($, 'Subscription')).toContain('Day 1 of 3, read before bidding ended. 13 Jan, 5:00 pm')
    expect(under($, 'Bids in numbers')).toContain('day 3 of 3, final')
    expect(textOf($, '.by-day thead')).toContain('15 JanDay 3 of 3, final')
    expect($('meta[name="description"]').attr('content')).toContain('subscribed 0.40× (day 1 of 3)')
  })

  test('is not called final while the multiple of a category is of an earlier day', async () => {
    const service = await startTestService({
      now: '2026-01-15T14:00:00.000Z',
      lines: [
        ipo('loom', OPEN),
        ...DAYS.slice(0, 2),
        subscription('loom', '2026-01-15T13:00:00.000Z', 'TOTAL', 9),
      ],
    })
    const text = under(await pageOf(service, '/ipos/loom'), 'Subscription')
    expect(text).toContain('Day 3 of 3, read before bidding ended.')
  })

  test('shows bids without a multiple as bids, never as 0.00×', async () => {
    const $ = await pageWith(ipo('loom', { ...OPEN, board: 'SME' }), {
      ...subscription('loom', '2026-01-15T05:30:00.000Z', 'RII', 0),
      timesSub: null,
      sharesBid: 96_000,
      applications: 40,
    })
    expect(rowsOf($, '.by-day')).toEqual(['Individuals (RII) | only bids'])
    expect(under($, 'Subscription day by day')).toContain(ONLY_BIDS)
    expect(rowsOf($, '.bids')).toEqual(['Individuals (RII) | not known | 96,000 | 40'])
    expect(under($, 'Subscription')).toContain('The exchange prints bids, but not how many times')
    expect(textOf($, 'main')).not.toContain('0.00×')
  })
})

describe('the listing day', () => {
  const LISTED = { ...OPEN, board: 'SME', issuePrice: 100, openDate: '2026-01-05', closeDate: '2026-01-07' }

  test('is shown in full, and an opening price at a limit is marked', async () => {
    const $ = await pageWith(
      ipo('loom', LISTED),
      listing('loom', '2026-01-12', 190, {
        high: 199.5,
        low: 180.5,
        close: 199.5,
        volume: 1_250_000,
        deliveredPct: 58.31,
      }),
    )
    expect(textOf($, '.small-figures')).toBe(
      'High₹199.50Low₹180.50Close₹199.50Shares traded12,50,000Delivered58.3%',
    )
    expect(textOf($, '.figures')).toContain('opened at the upper limit for SME shares')
  })

  test('is left out while only the opening price is known', async () => {
    const $ = await pageWith(ipo('loom', LISTED), listing('loom', '2026-01-12', 120))
    expect($('.applications')).toHaveLength(0)
    expect($('.small-figures')).toHaveLength(0)
    expect($('.figures .doubt-tag')).toHaveLength(0)
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
    [49, false, false, ''],
    [50, true, false, 'No past listing on this board had such a range at this stage. This'],
    [60, true, false, 'Only 8 past listings on this board had such a range at this stage: too few to say'],
    [
      120,
      true,
      true,
      'Of 68 past listings on this board that had such a range at this stage, 100.0% opened within it. This',
    ],
  ])('from %i listings: shown %s, with its share %s', async (n, isShown, isNamed, record) => {
    const $ = await pageWith(ipo('loom', OPEN), gmp('loom', '2026-01-15', 20), ...past(n))
    const text = textOf($, '[aria-label="Grey-market premium"]')
    expect(text.includes('This describes the past; it is not a forecast or a recommendation.')).toBe(isShown)
    expect(text.includes('80%')).toBe(isNamed)
    expect(text).not.toMatch(/likely|safe|expect/i)
    if (isShown) expect(text).toMatch(/Range around this GMP from \d+ past listings: \+20\.0% to \+29\.0%/)
    expect(text).toContain(record)
  })
})
