import { describe, expect, test } from 'vitest'
import { gmp, ipo, listing, same, subscription } from '../../../test/support/lines.ts'
import { pageOf, plain, rowTexts, textOf, valuesIn } from '../../../test/support/pages.ts'
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

/** Enough quoted days for a chart. */
const TREND = ['2026-01-02', '2026-01-03', '2026-01-04', '2026-01-05', '2026-01-06']

describe('the page of one IPO', () => {
  test('shows the figures of the JSON, each dotted one with its own evidence', async () => {
    const readings = ['QIB', 'NII', 'BNII', 'RII', 'TOTAL'].map((category, i) =>
      subscription('loom', '2026-01-15T05:30:00.000Z', category, 0.625 * 10 ** i),
    )
    const service = await serve(ipo('loom', OPEN), ...QUOTES, ...readings)
    const $ = await pageOf(service, '/ipos/loom')
    const { ipo: json } = await service.json('/api/public/market/ipos/loom')

    expect(valuesIn($, '#gmp .sourced')).toEqual([json.lastGmp, json.lastGmpPct, json.minAmount])
    // No quote of the owner of InvestorGain counted on the day before.
    expect(textOf($, '#gmp')).toContain('14 Jan: ₹38 (from other sources)')
    expect(valuesIn($, '#subscription .sourced')).toEqual(
      json.subs.map(({ timesSub }: { timesSub: number }) => timesSub),
    )
    expect(valuesIn($, '#sources .sourced')).toEqual(
      json.sources.map(({ gmp: said }: { gmp: number }) => said),
    )
    // A quote of the day before that still counts names its day.
    expect(textOf($, '#gmp-table tbody tr:last-child')).toContain('₹38 of 14 Jan')
    expect(valuesIn($, '#gmp-table td:not(:nth-child(2)):not(:contains(" of "))')).toHaveLength(
      json.gmp.length,
    )
    expect($('link[type="application/json"]').attr('href')).toBe('/api/public/market/ipos/loom')
    const evidence = $('main .sourced').map((_, button) => {
      const popover = $(`#${$(button).attr('popovertarget')}`)
      expect(popover.find('a[href^="/ipos/loom/evidence#"]')).toHaveLength(1)
      const [shown, explained] = [$(button), popover.find('.why-head strong')].map((of) =>
        of.find('data').first().attr('value'),
      )
      if (shown !== undefined && explained !== undefined) expect(explained).toBe(shown)
      return $(button).attr('popovertarget')
    })
    expect(evidence.get()).toEqual(
      expect.arrayContaining(['why-lastGmp', 'why-minAmount', 'why-openDate', 'why-lotSize']),
    )
  })

  test('leads with the state, the time left and the price, and says what a GMP would mean', async () => {
    const $ = await pageWith(ipo('loom', { ...OPEN, board: 'SME' }), ...QUOTES)
    expect(textOf($, 'h1 bdi')).toBe('loom Limited')
    expect(textOf($, '.lead')).toMatch(/^Open SME closes Sun 18 Jan, 4:00 pm, 3 days left/)
    expect(textOf($, '.lead')).toContain('₹131–138 a share, 1,000 shares a lot.')
    expect(textOf($, '#gmp')).toContain('If it lists at price + GMP, 2 lots would gain ₹79,000.')
    expect(textOf($, '#gmp')).toContain('GMP is unofficial: nobody guarantees it, and nobody can verify it.')
    expect($('.crumbs a[href="/ipos?board=sme"]')).toHaveLength(1)
    expect($('head title').text()).toBe('loom Limited IPO: GMP ₹39.50, dates, subscription · Greymark')
  })

  test('has its parts in the order of questions, each with a tab', async () => {
    const tabsIn = async (...lines: Line[]) => {
      const $ = await pageWith(...lines)
      const tabs = $('.section-tabs a').map((_, tab) => $(tab).attr('href')?.slice(1))
      for (const id of tabs.get()) expect($(`section#${id}`), id).toHaveLength(1)
      return tabs.get()
    }
    expect(await tabsIn(ipo('loom', OPEN), ...QUOTES)).toEqual(
      'gmp subscription dates allotment amount trend sources details'.split(' '),
    )
    expect(await tabsIn(ipo('loom'))).toEqual('gmp subscription dates allotment details'.split(' '))
    expect(await tabsIn(ipo('loom', LISTED), listing('loom', '2026-01-09', 131))).toEqual(
      'result subscription dates details'.split(' '),
    )
  })

  test('includes a new listing at once', async () => {
    const service = await serve(ipo('loom', OPEN), ipo('past', LISTED), gmp('past', '2026-01-06', 13.8))
    expect(textOf(await pageOf(service, '/ipos/loom'), '#gmp')).toContain('No past listing here')
    await service.record(NOW, [listing('past', '2026-01-09', 138)])
    expect(textOf(await pageOf(service, '/ipos/loom'), '#gmp')).toContain('only 1 past listing had')
  })

  test.each([
    [-20, 'would lose ₹20,000.'],
    [0, 'would gain nothing.'],
  ])('with a premium of %i states that the lot %s', async (amount, words) => {
    const $ = await pageWith(ipo('loom', OPEN), gmp('loom', '2026-01-15', amount))
    expect(textOf($, '#gmp')).toContain(words)
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
    for (const [now, words] of [
      ['2026-01-15T11:10:00.000Z', '20 min left'],
      ['2026-01-15T11:10:01.000Z', '15 min left'],
      ['2026-01-15T11:30:00.000Z', 'Closed'],
    ] as const) {
      service.setNow(now)
      expect(textOf(await pageOf(service, '/ipos/loom'), '.lead')).toContain(words)
    }
  })
})

describe('a dispute', () => {
  test.each([
    ['2026-01-15', 52, 28, 'Sources disagree. InvestorGain ₹52; IPO Ji ₹28: ₹24 apart, more than half'],
    ['2026-01-15', 5, -5, 'Sources disagree. InvestorGain ₹5; IPO Ji −₹5: ₹10 apart, around a median of ₹0.'],
    ['2026-01-14', 5, -5, 'Sources disagreed on 14 Jan 2026. InvestorGain ₹5; IPO Ji −₹5: ₹10 apart, around'],
  ])('on %s of ₹%i and ₹%i is one sentence with names and numbers', async (day, high, low, words) => {
    const $ = await pageWith(
      ipo('loom', OPEN),
      gmp('loom', day, high, 'InvestorGain'),
      gmp('loom', day, low, 'IPO Ji'),
    )
    expect(textOf($, '#gmp .notice').replaceAll('\u2060', '')).toContain(words)
    expect(textOf($, '#gmp .notice').includes('half of the median')).toBe(high === 52)
  })

  test('lasts over the night, and names the days of the quotes', async () => {
    const $ = await pageWith(
      ipo('loom', OPEN),
      gmp('loom', '2026-01-14', 46, 'IPO Ji'),
      gmp('loom', '2026-01-14', 126, 'InvestorGain'),
      gmp('loom', '2026-01-15', 45, 'IPO Ji'),
    )
    expect(textOf($, '#gmp .notice')).toContain(
      'Sources disagree. InvestorGain ₹126 yesterday, not updated; IPO Ji ₹45 today: ₹81 apart, more than half',
    )
    expect(textOf($, '#gmp .to-sources')).toBe('⚠ 2 sources disagree, 1 today')
    expect(rowTexts($, '#sources table').map((row) => row.at(-1))).toEqual([
      '15 Jan 2026',
      '14 Jan 2026 yesterday, not updated',
    ])
  })

  test('of past days is marked in the chart and in the table', async () => {
    const $ = await pageWith(ipo('loom', OPEN), gmp('loom', '2026-01-10', 30), ...QUOTES)
    expect($('#gmp .notice')).toHaveLength(0)
    expect($('.chart svg:not(.swatch) .doubt-band')).toHaveLength(1)
    const marked = $('#gmp-table tbody tr').filter((_, row) => $(row).text().includes('sources disagree'))
    expect(marked.map((_, row) => $(row).find('time').attr('datetime')).get()).toEqual(['2026-01-12'])
    expect(marked.attr('data-text')).toContain('sources disagreed')
  })

  test('which source counts is shown beside its name, and which quoted earlier below', async () => {
    const $ = await pageWith(ipo('loom', OPEN), gmp('loom', '2026-01-13', 37, 'Ledger'), ...QUOTES)
    expect(rowTexts($, '#sources table')).toEqual([
      [
        'Chittorgarh same owner as InvestorGain; they count once',
        '₹44',
        '+₹4.50',
        expect.stringContaining('today 8:40 am'),
      ],
      ['IPO Ji', '₹38', '−₹1.50', '14 Jan 2026 yesterday, not updated'],
      ['IPOWatch', '₹39.50', 'the same', '15 Jan 2026'],
      ['InvestorGain', '₹45', '+₹5.50', 'today 11:10 am'],
    ])
    expect(textOf($, '#sources')).toContain('No longer counted: Ledger (last ₹37 on 13 Jan).')
  })
})

describe('the trend', () => {
  test('is a chart of the median, the sources and the milestones, with the readout of each day', async () => {
    const $ = await pageWith(ipo('loom', OPEN), gmp('loom', '2026-01-10', 30), ...QUOTES)
    const legend = $('.legend li').map((_, entry) => plain($(entry).text()))
    expect(legend.get()).toEqual([
      'median',
      'one source',
      'lowest to highest',
      '⚠ sources disagreed',
      'no quote that day',
    ])
    const labels = $('.chart .rule + text').map((_, label) => $(label).text())
    expect(labels.get()).toEqual(['opened', 'closes'])
    expect($('.chart svg .median .bridge')).toHaveLength(2)
    const last = $('#gmp-table tbody tr').last()
    expect(plain(last.attr('data-text') ?? '')).toBe(
      '15 Jan 2026: median ₹39.50, \u2068Chittorgarh\u2069 ₹44, \u2068IPO Ji\u2069 ₹38 (14 Jan), \u2068IPOWatch\u2069 ₹39.50, \u2068InvestorGain\u2069 ₹45',
    )
    expect($('.readout').text()).toBe(last.attr('data-text'))
    expect(textOf($, '.chart desc')).toContain('from ₹30 on 10 Jan 2026 to ₹39.50 on 15 Jan 2026')
  })

  test('of few days is only a table, whose days lead to the page as it was', async () => {
    const $ = await pageWith(ipo('loom', OPEN), gmp('loom', '2026-01-14', 50), gmp('loom', '2026-01-15', 55))
    expect($('.chart')).toHaveLength(0)
    expect(textOf($, '#gmp-table thead')).toBe('DayIPOWatch')
    const links = $('#gmp-table a').map((_, link) => $(link).attr('href'))
    expect(links.get()).toEqual(['/ipos/loom?asOf=2026-01-14T18:29:59.999Z'])
  })

  test('shows the year of days in another year', async () => {
    const $ = await pageWith(
      ipo('loom', { ...LISTED, openDate: '2025-12-29', closeDate: '2025-12-31', listingDate: '2026-01-05' }),
      ...['2025-12-28', '2025-12-29', '2025-12-30', '2025-12-31', '2026-01-01'].map((day) =>
        gmp('loom', day, 20),
      ),
    )
    expect(textOf($, '.chart desc')).toContain('on 28 Dec 2025 to ₹20 on 1 Jan 2026')
    expect(textOf($, '.chart svg')).toContain('2025')
    expect(textOf($, '#dates')).toContain('31 Dec 2025')
  })
})

test('a single source is not compared with itself', async () => {
  const $ = await pageWith(ipo('loom', OPEN), ...TREND.map((day) => gmp('loom', day, 50, 'IPOWatch')))
  expect($('.legend li')).toHaveLength(0)
  expect($('.chart svg .trace')).toHaveLength(1)
  expect(textOf($, '.readout')).toBe('6 Jan 2026: GMP ₹50, \u2068IPOWatch\u2069 ₹50')
  expect(textOf($, '#sources table')).not.toContain('edian')
  const one = await pageWith(
    ipo('loom', OPEN),
    gmp('loom', '2026-01-15', 44, 'Chittorgarh'),
    gmp('loom', '2026-01-15', 45, 'InvestorGain'),
  )
  expect(textOf(one, '#gmp .figures')).toContain('1 source')
  expect(textOf(one, '#sources')).toContain(
    'Only one independent source, so there is nothing to compare it with.',
  )
})

test('unknown values are named when nothing but a name is known', async () => {
  const $ = await pageWith(ipo('loom'))
  expect(textOf($, '.lead')).toContain('opening day not announced')
  expect(textOf($, '.lead')).toContain('The price is not announced.')
  expect(textOf($, '#gmp')).toContain('No source that we read has quoted a GMP for it yet.')
  expect(textOf($, '#subscription')).toContain('Bidding has not begun.')
  expect($('#dates .missing')).toHaveLength(3)
  expect($('.chart, .range-bar')).toHaveLength(0)
  expect(textOf($, 'main')).not.toMatch(/null|undefined|NaN|—|₹0\b/)
})

describe('once listed', () => {
  test.each([
    [36.43, 165.6, 'GMP was 6.4 points too high.'],
    [13.8, 165.6, 'GMP was 10.0 points too low.'],
    [27.6, 165.6, 'GMP was exactly right.'],
    [27.6, 124.2, 'GMP was 30.0 points too high. It was wrong about gain or loss.'],
  ])('a premium of %d before a first trade at %d %s', async (amount, price, words) => {
    const lines = [gmp('loom', '2026-01-06', amount), listing('loom', '2026-01-09', price)]
    const service = await serve(ipo('loom', LISTED), ...lines)
    const $ = await pageOf(service, '/ipos/loom')
    const { rows } = await service.json('/api/public/market/scoreboard')
    expect(textOf($, '#result')).toContain(words)
    expect(valuesIn($, '#result .figures > div > dd >')).toEqual([rows[0].actualPct, rows[0].impliedPct])
    expect(valuesIn($, '#result .sourced')).toEqual([price, 138])
    expect(textOf($, '#result')).toContain('on NSE, 9 Jan 2026')
  })

  test.each([
    ['Not scored: its issue price is not known.', { ...LISTED, issuePrice: null }],
    ['Not scored: no source quoted a GMP in the week up to its closing day.', LISTED],
  ])('%s', async (reason, terms) => {
    const $ = await pageWith(ipo('loom', terms), listing('loom', '2026-01-09', 131))
    expect(textOf($, '#result')).toContain(reason)
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
    expect($('#gmp .notice').text()).toContain('Foo evil ₹123')
    expect($.html().replace(/\u2068[^\u2069]*\u2069/g, '')).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
  })

  test.each(['constructor', '__proto__', 'toString'])('shows a source named %s by its name', async (name) => {
    const $ = await pageWith(ipo('loom', OPEN), gmp('loom', '2026-01-15', 40, name))
    expect($('#sources th bdi').text()).toBe(name)
  })

  test.each([
    [60, undefined],
    [61, 'long'],
  ])('sets a name of %i letters in a suitable size', async (length, size) => {
    const $ = await pageWith(ipo('loom', { ...OPEN, name: 'x'.repeat(length) }))
    expect($('h1').attr('class')).toBe(size)
    expect($('h1 bdi').text().length).toBe(length)
  })

  test.each(NAMES)('shows %s as isolated text', async (name) => {
    const $ = await pageWith(
      ipo('loom', { ...LISTED, name, symbol: 'a&B/"<x>' }),
      ...TREND.map((day) => gmp('loom', day, 40, name)),
      listing('loom', '2026-01-09', 131),
    )
    for (const place of ['h1', '#sources tbody th', '#trend thead'])
      expect($(`${place} bdi`).text()).toBe(name)
    expect($('script')).toHaveLength(1)
    expect($('.readout').text()).toContain(`GMP ₹40, \u2068${name}\u2069 ₹40`)
    expect($('#details a[href^="/deals"]').attr('href')).toBe('/deals/A%26B%2F%22%3CX%3E')
  })
})
