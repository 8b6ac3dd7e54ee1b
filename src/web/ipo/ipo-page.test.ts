import type { CheerioAPI } from 'cheerio/slim'
import { describe, expect, test } from 'vitest'
import { gmp, ipo, listing, same, subscription } from '../../../test/support/lines.ts'
import { pageOf, plain } from '../../../test/support/pages.ts'
import type { Line } from '../../../test/support/record.ts'
import { startTestService } from '../../../test/support/service.ts'

const NOW = '2026-01-15T06:00:00.000Z'
const TERMS = {
  symbol: 'LOOM',
  isin: 'INE000A01012',
  bseCode: '543210',
  exchanges: ['NSE', 'BSE'],
  issueType: 'book-built',
  faceValue: 10,
  priceMin: 131,
  priceMax: 138,
  lotSize: 1000,
  issueSizeCr: 62.4,
}
const OPEN = {
  ...TERMS,
  openDate: '2026-01-14',
  closeDate: '2026-01-18',
  allotmentDate: '2026-01-19',
  listingDate: '2026-01-21',
}
const LISTED = {
  ...TERMS,
  issuePrice: 138,
  openDate: '2026-01-02',
  closeDate: '2026-01-06',
  listingDate: '2026-01-09',
}

/** Quotes of three sources with two owners, disputed on the 12th. */
const QUOTES = [
  gmp('loom', '2026-01-11', 30, 'IPOWatch'),
  gmp('loom', '2026-01-12', 28, 'IPOWatch'),
  gmp('loom', '2026-01-12', 52, 'InvestorGain'),
  gmp('loom', '2026-01-14', 38, 'IPO Ji'),
  gmp('loom', '2026-01-14', 38, 'IPOWatch'),
  gmp('loom', '2026-01-15', 44, 'Chittorgarh', { reportedAt: '2026-01-15T03:10:00.000Z' }),
  gmp('loom', '2026-01-15', 45, 'InvestorGain', { reportedAt: '2026-01-15T05:40:00.000Z' }),
  gmp('loom', '2026-01-15', 39.5, 'IPOWatch'),
]

const serve = (...lines: Line[]) => startTestService({ now: NOW, lines })
const pageWith = async (...lines: Line[]) => pageOf(await serve(...lines), '/ipos/loom')

const textOf = ($: CheerioAPI, selector: string) => plain($(selector).text())
const valuesIn = ($: CheerioAPI, selector: string) =>
  $(`${selector} data`)
    .map((_, data) => Number($(data).attr('value')))
    .get()
/** The panel or section under a heading. */
const under = ($: CheerioAPI, heading: string) => plain($(`section:has(> h2:contains("${heading}"))`).text())

describe('the page of one IPO', () => {
  test('shows the figures of the JSON', async () => {
    const readings = ['QIB', 'NII', 'BNII', 'RII', 'TOTAL'].map((category, i) =>
      subscription('loom', '2026-01-15T05:30:00.000Z', category, 0.625 * 10 ** i),
    )
    const service = await serve(ipo('loom', OPEN), ...QUOTES, ...readings)
    const $ = await pageOf(service, '/ipos/loom')
    const { ipo: json } = await service.json('/api/public/market/ipos/loom')

    const [amount, premium, implied] = valuesIn($, '.figures')
    expect([amount, premium, implied]).toEqual([json.minAmount, json.lastGmp, json.lastGmpPct])
    // Only IPOWatch quoted on both days.
    expect(plain($('.figures').text())).toContain('14 Jan: ₹38 (from other sources)')
    expect(valuesIn($, '.bars')).toEqual(json.subs.map(({ timesSub }: { timesSub: number }) => timesSub))
    expect(
      $('table.by-source tbody tr')
        .map((_, row) => Number($(row).find('data').first().attr('value')))
        .get(),
    ).toEqual(json.sources.map(({ gmp: said }: { gmp: number }) => said))
    expect(valuesIn($, '#gmp-table td:not(:nth-child(2))').length).toBe(json.gmp.length)
    expect($('link[type="application/json"]').attr('href')).toBe('/api/public/market/ipos/loom')
  })

  test('states the price, the next date, and the gain of an application, with the warning', async () => {
    const $ = await pageWith(ipo('loom', { ...OPEN, board: 'SME' }), ...QUOTES)
    expect($('h1').text()).toBe('loom Limited')
    expect(textOf($, '.lead')).toBe(
      '₹131–138 a share, 1,000 shares a lot. Bidding closes Sun 18 Jan, 4:00 pm IST, 3 days left.',
    )
    expect(textOf($, '.caution')).toBe(
      'If allotted, and if it lists at price + GMP, 2 lots would gain ₹84,500. GMP is unofficial: nobody guarantees it, and nobody can verify it. No past listing here to test GMP against yet.',
    )
    expect(textOf($, '.crumbs')).toBe('All IPOs / SME / Open')
    const crumbs = $('.crumbs a').map((_, link) => $(link).attr('href'))
    expect(crumbs.get()).toEqual(['/ipos', '/ipos?board=sme', '/ipos?status=open'])
    expect($('head title').text()).toBe('loom Limited IPO: GMP ₹42.25, dates, subscription · Greymark')
  })

  test('includes a new listing at once', async () => {
    const service = await serve(ipo('loom', OPEN), ipo('past', LISTED), gmp('past', '2026-01-06', 13.8))
    expect(textOf(await pageOf(service, '/ipos/loom'), '.caution')).toContain('No past listing here')
    await service.record(NOW, [listing('past', '2026-01-09', 138)])
    expect(textOf(await pageOf(service, '/ipos/loom'), '.caution')).toContain(
      'On both boards, only 1 past listing had',
    )
  })

  test.each([
    [-20, 'would lose ₹20,000.'],
    [0, 'would gain nothing.'],
  ])('with a premium of %i states that the lot %s', async (amount, words) => {
    const $ = await pageWith(ipo('loom', OPEN), gmp('loom', '2026-01-15', amount))
    expect(textOf($, '.caution')).toContain(words)
  })

  test('is the canonical address for a slug that was merged into it', async () => {
    const service = await serve(ipo('loom', OPEN), ipo('loom-2026', OPEN), same('loom-2026', 'loom'))
    const $ = await pageOf(service, '/ipos/loom-2026')
    expect($('link[type="application/json"]').attr('href')).toBe('/api/public/market/ipos/loom')
  })

  test('is a helpful 404 for an unknown address', async () => {
    const $ = await pageOf(await serve(ipo('loom', OPEN)), '/ipos/lom', 404)
    expect($('main a[href="/ipos/loom"]').text()).toBe('loom Limited')
  })

  test('expires when its countdown changes', async () => {
    const service = await serve(ipo('loom', { ...OPEN, closeDate: '2026-01-15' }))
    service.setNow('2026-01-15T11:10:00.000Z')
    expect(textOf(await pageOf(service, '/ipos/loom'), '.lead')).toContain('20 min left')
    service.setNow('2026-01-15T11:10:01.000Z')
    expect(textOf(await pageOf(service, '/ipos/loom'), '.lead')).toContain('15 min left')
    service.setNow('2026-01-15T11:30:00.000Z')
    expect(textOf(await pageOf(service, '/ipos/loom'), '.lead')).toContain('Closed.')
  })
})

describe('a dispute', () => {
  test('of today is one sentence with names and numbers', async () => {
    const $ = await pageWith(
      ipo('loom', OPEN),
      gmp('loom', '2026-01-15', 52, 'InvestorGain'),
      gmp('loom', '2026-01-15', 28, 'IPO Ji'),
    )
    expect(textOf($, '.main .notice')).toBe(
      '⚠ Sources disagree. InvestorGain quotes ₹52, IPO Ji ₹28: they are ₹24 apart, more than half of the median.',
    )
  })

  test.each([
    ['2026-01-15', 'they are ₹10 apart, around a median of ₹0.'],
    ['2026-01-14', 'they were ₹10 apart, around a median of ₹0.'],
  ])('around a premium of zero on %s is not given as a share of it', async (day, words) => {
    const $ = await pageWith(
      ipo('loom', OPEN),
      gmp('loom', day, 5, 'InvestorGain'),
      gmp('loom', day, -5, 'IPO Ji'),
    )
    expect(textOf($, '.main .notice')).toContain(words)
    expect(textOf($, '.chart + p')).toContain('they were ₹10 apart, around a median of ₹0.')
    expect(plain($('main').text())).not.toContain('more than half')
  })

  test('of several days is described by the widest', async () => {
    const $ = await pageWith(
      ipo('loom', OPEN),
      gmp('loom', '2026-01-14', 5, 'InvestorGain'),
      gmp('loom', '2026-01-14', -5, 'IPO Ji'),
      gmp('loom', '2026-01-15', 50, 'InvestorGain'),
      gmp('loom', '2026-01-15', 20, 'IPO Ji'),
    )
    expect(textOf($, '.chart + p')).toContain(
      'Sources disagreed from 14 to 15 Jan: they were up to ₹30 apart, more than half of the median or around one of ₹0.',
    )
  })

  test('of past days is described under the chart, and marked in the table', async () => {
    const $ = await pageWith(ipo('loom', OPEN), ...QUOTES)
    expect($('.main .notice').length).toBe(0)
    expect(textOf($, '.chart + p')).toContain(
      'Sources disagreed on 12 Jan: they were ₹24 apart, more than half of the median.',
    )
    expect($('.doubt-band').length).toBe(2)
    const agreement = $('#gmp-table tbody tr').map((_, row) => plain($(row).children().eq(2).text()))
    expect(agreement.get()).toEqual(['one source', '⚠ no', 'yes', 'yes'])
  })

  test('which one counts is shown beside the name', async () => {
    const $ = await pageWith(ipo('loom', OPEN), ...QUOTES)
    const rows = $('table.by-source tbody tr').map((_, row) => plain($(row).text()))
    expect(rows.get()).toEqual([
      expect.stringMatching(/^Chittorgarh same owner as InvestorGain; they count once/),
      'IPOWatch ₹39.50−₹2.7515 Jan 2026',
      'InvestorGain ₹45+₹2.75today 11:10 am',
    ])
    expect(under($, 'Our sources')).toContain('No quote today: IPO Ji (last ₹38 on 14 Jan).')
  })
})

describe('the chart', () => {
  test('has a line for each source, the median, and lines for the milestones', async () => {
    const $ = await pageWith(ipo('loom', OPEN), ...QUOTES)
    const legend = $('.legend li').map((_, entry) => plain($(entry).text()))
    expect(legend.get()).toEqual([
      'median',
      'Chittorgarh',
      'IPO Ji',
      'IPOWatch',
      'InvestorGain',
      'lowest to highest',
      '⚠ sources disagreed',
      'no quote that day',
    ])
    const labels = $('.chart .rule + text').map((_, label) => $(label).text())
    expect(labels.get()).toEqual(['opened', 'closes'])
    expect($('.chart svg .median .bridge').length).toBe(2)
  })

  test('shows the year of days in another year', async () => {
    const $ = await pageWith(
      ipo('loom', { ...LISTED, openDate: '2025-12-29', closeDate: '2025-12-31', listingDate: '2026-01-05' }),
      ...['2025-12-30', '2025-12-31', '2026-01-01'].flatMap((day) => [
        gmp('loom', day, 20, 'IPOWatch'),
        gmp('loom', day, 50, 'InvestorGain'),
      ]),
    )
    expect(textOf($, '.chart + p')).toContain('from 30 Dec 2025 to 1 Jan 2026: they were ₹30 apart')
    expect($('.chart .year').first().text()).toBe('2025')
    expect(plain($('.chart desc').text())).toContain('on 30 Dec 2025 to ₹35 on 1 Jan 2026')
    expect(textOf($, '.timeline')).toContain('31 Dec 2025closed')
  })

  test('has in its table the text of the readout of each day', async () => {
    const $ = await pageWith(ipo('loom', OPEN), ...QUOTES)
    const last = $('#gmp-table tbody tr').last()
    expect(plain(last.attr('data-text') ?? '')).toBe(
      '15 Jan 2026: median ₹42.25, \u2068Chittorgarh\u2069 ₹44 (same owner as \u2068InvestorGain\u2069), \u2068IPOWatch\u2069 ₹39.50, \u2068InvestorGain\u2069 ₹45',
    )
    expect($('.readout').text()).toBe(last.attr('data-text'))
  })
})

describe('a single source', () => {
  test('is shown once, without a comparison', async () => {
    const $ = await pageWith(
      ipo('loom', OPEN),
      gmp('loom', '2026-01-14', 50, 'IPOWatch'),
      gmp('loom', '2026-01-15', 55, 'IPOWatch'),
    )
    expect(textOf($, '.legend')).toBe('IPOWatch')
    expect($('.chart svg .trace').length).toBe(2)
    expect(textOf($, '.readout')).toBe('15 Jan 2026: GMP ₹55, by \u2068IPOWatch\u2069 alone')
    expect(textOf($, '#gmp-table thead')).toBe('DayIPOWatch')
    expect(textOf($, '.by-source')).not.toContain('edian')
    expect($('.chart desc').text()).toMatch(/^The premium went from ₹50 on 14\sJan\s2026 to ₹55/)
  })

  test('of an owner with several sources counts as one', async () => {
    const $ = await pageWith(
      ipo('loom', OPEN),
      gmp('loom', '2026-01-15', 44, 'Chittorgarh'),
      gmp('loom', '2026-01-15', 45, 'InvestorGain'),
    )
    expect(textOf($, '.figures')).toContain('1 source today')
    expect(textOf($, '#gmp-table tbody')).toContain('₹44 (same owner as InvestorGain)')
  })
})

describe('unknown values', () => {
  test('are named when nothing but a name is known', async () => {
    const $ = await pageWith(ipo('loom'))
    expect(textOf($, '.lead')).toBe('The price is not announced. Opening day not announced.')
    expect(textOf($, '.figures')).toContain('no quote yet')
    expect(textOf($, '.caution')).toContain('No source that we read has quoted a GMP for it yet.')
    expect(under($, 'Subscription')).toContain('Bidding has not begun.')
    expect($('.timeline li .missing').length).toBe(4)
    expect($('.chart').length).toBe(0)
    expect(plain($('main').text())).not.toMatch(/null|undefined|NaN|—|₹0\b/)
  })

  test.each([
    [
      'Not scored: its issue price is not known.',
      { ...LISTED, issuePrice: null },
      [listing('loom', '2026-01-09', 131)],
    ],
    [
      'Not scored: no source quoted a GMP in the week up to its closing day.',
      LISTED,
      [listing('loom', '2026-01-09', 131)],
    ],
  ])('%s', async (reason, terms, lines) => {
    const $ = await pageWith(ipo('loom', terms), ...lines)
    expect(textOf($, '.caution')).toBe(reason)
  })
})

describe('once listed', () => {
  test.each([
    [36.43, 165.6, 'GMP was 6.40 percentage points too high.'],
    [13.8, 165.6, 'GMP was 10.00 percentage points too low.'],
    [27.6, 165.6, 'GMP was exactly right.'],
    [27.6, 124.2, 'GMP was 30.00 percentage points too high, and wrong about gain or loss.'],
  ])('a premium of %d before a first trade at %d %s', async (amount, price, words) => {
    const service = await serve(
      ipo('loom', LISTED),
      gmp('loom', '2026-01-06', amount),
      listing('loom', '2026-01-09', price),
    )
    const $ = await pageOf(service, '/ipos/loom')
    const { rows } = await service.json('/api/public/market/scoreboard')
    expect(textOf($, '.caution')).toContain(words)
    expect(valuesIn($, '.versus')).toEqual([rows[0].impliedPct, rows[0].actualPct])
    expect(textOf($, '.lead')).toContain(`Listed on 9 Jan 2026 at ₹${price.toFixed(2)} on NSE.`)
  })
})

describe('an issue that was withdrawn or postponed', () => {
  test.each([
    ['withdrawn', 'This issue was withdrawn.'],
    ['postponed', 'This issue was postponed.'],
  ])('states that it was %s, and shows no gain', async (how, words) => {
    const $ = await pageWith(ipo('loom', { ...OPEN, [how]: true }), ...QUOTES)
    expect(textOf($, '.notice')).toContain(words)
    expect(textOf($, '.former')).toBe(
      `The last grey-market premium (GMP) was ₹42.25, median of 2 sources today. A quote from before the issue was ${how} means nothing for it now.`,
    )
    expect(plain($('main').text())).not.toMatch(/would gain|Implied|Minimum amount|%/)
    expect($('main .up, main a[href^="/deals"]').length).toBe(0)
    expect($('meta[name="description"]').attr('content')).toBe(`loom Limited (Mainboard IPO) was ${how}.`)
    expect($('.timeline').length).toBe(0)
    expect($('.chart .rule').length).toBe(0)
  })
})

describe('names from outside', () => {
  const NAMES = [
    '<script>alert("x")</script>',
    '"quoted" & \'single\'',
    'مصدر السوق',
    'left \u200fright',
    '🦄'.repeat(50),
    'W'.repeat(200),
  ]

  test('do not reverse the text after them', async () => {
    const turning = 'Foo\u2069\u202e evil'
    const $ = await pageWith(
      ipo('loom', { ...OPEN, name: turning }),
      gmp('loom', '2026-01-15', 123, turning),
      gmp('loom', '2026-01-15', 456),
    )
    expect($('.notice').text()).toContain('Foo evil ₹123')
    expect($.html().replace(/\u2068[^\u2069]*\u2069/g, '')).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
  })

  test.each(['constructor', '__proto__', 'toString'])('shows a source named %s by its name', async (name) => {
    const $ = await pageWith(ipo('loom', OPEN), gmp('loom', '2026-01-15', 40, name))
    expect($('table.by-source th bdi').text()).toBe(name)
  })

  test.each([
    [60, undefined],
    [61, 'long'],
  ])('sets a name of %i letters in a suitable size', async (length, size) => {
    const $ = await pageWith(ipo('loom', { ...OPEN, name: 'x'.repeat(length) }))
    expect($('h1').attr('class')).toBe(size)
    expect($('h1').text().length).toBe(length)
  })

  test.each(NAMES)('shows %s as isolated text', async (name) => {
    const $ = await pageWith(
      ipo('loom', { ...LISTED, name, symbol: 'a&B/"<x>' }),
      gmp('loom', '2026-01-05', 40, name),
      gmp('loom', '2026-01-06', 40, name),
    )
    expect($('h1 bdi').text()).toBe(name)
    expect($('table.by-source th bdi').text()).toBe(name)
    expect($('.legend bdi').text()).toBe(name)
    expect($('script').length).toBe(1)
    expect($('.readout').text()).toContain(`GMP ₹40, by \u2068${name}\u2069 alone`)
    expect($('.side a[href^="/deals"]').attr('href')).toBe('/deals/A%26B%2F%22%3CX%3E')
  })
})
