import type { CheerioAPI } from 'cheerio/slim'
import { describe, expect, test } from 'vitest'
import { DEAL_ROWS, dealRows } from '../../../test/support/deal-rows.ts'
import { deal, ipo } from '../../../test/support/lines.ts'
import { pageOf, plain, rowTexts } from '../../../test/support/pages.ts'
import type { Line } from '../../../test/support/record.ts'
import { startTestService } from '../../../test/support/service.ts'
import { addDays } from '../../market/calendar.ts'

const NOW = '2026-01-31T06:00:00.000Z'

const MARKET: Line[] = [
  ipo('acme-foods', { name: 'Acme Foods Limited', symbol: 'ACME' }),
  deal('2026-01-21', { quantity: 100_000, price: 100 }),
  deal('2026-01-21', { quantity: 100_000, price: 100, kind: 'BLOCK' }),
  deal('2026-01-21', { quantity: 300_000, price: 100, kind: 'BLOCK', clientName: 'BIG LIFE' }),
  deal('2026-01-21', {
    quantity: 300_000,
    price: 100,
    kind: 'BLOCK',
    clientName: 'OLD OWNER',
    dealType: 'SELL',
  }),
  deal('2026-01-19', { quantity: 50_000, price: 100, dealType: 'SELL' }),
  deal('2026-01-21', { symbol: 'ZETA', quantity: 900_000 }),
]
const market = (more: readonly Line[] = []) =>
  startTestService({
    now: NOW,
    lines: [...MARKET, ...more],
    env: { PUBLIC_URL: 'https://market.example' },
  })

/** Fewer than five days with deals are no chart. */
const EARLIER = ['2026-01-14', '2026-01-15', '2026-01-16'].map((day) =>
  deal(day, { quantity: 10_000, price: 100 }),
)

/** The table below the chart, each row as text. */
const tableOf = ($: CheerioAPI): string[][] => rowTexts($, '#deals-chart-table')

describe('the deals of a symbol', () => {
  test.each(['/deals/ACME', '/deals/acme'])('%s is one page', async (path) => {
    const $ = await pageOf(await market(), path)
    expect(plain($('h1').text())).toBe('Deals in ACME')
    expect($('link[rel="canonical"]').attr('href')).toBe('https://market.example/deals/ACME')
    expect(plain($('.lead').text())).toBe('Acme Foods Limited. IPO: Acme Foods Limited.')
    expect($('.lead a').attr('href')).toBe('/ipos/acme-foods')
  })

  test('shows rows and totals of the JSON, with a trade of both lists counted once', async () => {
    const service = await market()
    const $ = await pageOf(service, '/deals/ACME')
    const { deals } = await service.json($('link[rel="alternate"]').attr('href') ?? '')
    expect(deals).toHaveLength(5)
    expect(
      dealRows($).map(({ deal: shown }) => ({
        symbol: 'ACME',
        securityName: 'Acme Foods Limited',
        ...shown,
      })),
    ).toEqual(deals)
    expect(
      $('.figures dd')
        .map((_, dd) => plain($(dd).text()))
        .get(),
    ).toEqual(['₹4.00 Cr', '₹3.50 Cr'])
    expect(plain($('.sheet:has(.figures) p').text())).toBe(
      '5 deals, 19 Jan 2026 to 21 Jan 2026. 1 trade is in both lists and is counted once.',
    )
  })

  test('adds up by client, the largest net first, and marks who went in and out', async () => {
    const inAndOut = deal('2026-01-20', {
      clientName: 'BIG LIFE',
      dealType: 'SELL',
      quantity: 50_000,
      price: 100,
    })
    const $ = await pageOf(await market([inAndOut]), '/deals/ACME')
    expect(rowTexts($, 'section:has(h2:contains("By client")) table')).toEqual([
      ['OLD OWNER', 'none', '₹3.00 Cr 3,00,000 shares', '−3,00,000'],
      ['BIG LIFE', '₹3.00 Cr 3,00,000 shares', '₹0.50 Cr 50,000 shares', '+2,50,000 in and out'],
      ['SOME FUND', '₹1.00 Cr 1,00,000 shares', '₹0.50 Cr 50,000 shares', '+50,000 in and out'],
    ])
  })

  test('draws no chart of fewer than five days', async () => {
    expect((await pageOf(await market(), '/deals/ACME'))('.plot')).toHaveLength(0)
    expect((await pageOf(await market(EARLIER), '/deals/ACME'))('.plot')).toHaveLength(1)
  })

  test('separates bulk and block in the table below the chart, oldest day first', async () => {
    const $ = await pageOf(await market(EARLIER), '/deals/ACME')
    expect(tableOf($).slice(3)).toEqual([
      ['19 Jan 2026', 'none', 'none', '₹0.50 Cr', 'none', '1'],
      ['21 Jan 2026', '₹1.00 Cr', '₹3.00 Cr', 'none', '₹3.00 Cr', '4'],
    ])
  })

  test('draws a bar for each figure of the table, purchases up and sales down', async () => {
    const $ = await pageOf(await market(EARLIER), '/deals/ACME')
    const zero = Number($('.plot line.axis').attr('y1'))
    const bars = $('.plot line.bought, .plot line.sold')
      .map((_, bar) => {
        const end = Number($(bar).attr('y2'))
        return `${$(bar).attr('class')} ${end < zero ? 'up' : 'down'}`
      })
      .get()
    expect(bars.slice(3)).toEqual(['sold bulk down', 'bought bulk up', 'bought block up', 'sold block down'])
  })

  test('has a readout for each day', async () => {
    const $ = await pageOf(await market(EARLIER), '/deals/ACME')
    const texts = $('#deals-chart-table [data-x]').map((_, tr) => plain($(tr).attr('data-text') ?? ''))
    expect(texts.get().slice(3)).toEqual([
      'Mon 19 Jan 2026: nothing bought, sold ₹0.50 Cr bulk',
      'Wed 21 Jan 2026: bought ₹1.00 Cr bulk and ₹3.00 Cr block, sold ₹3.00 Cr block',
    ])
  })

  test('shows older deals on further pages', async () => {
    const many = Array.from({ length: 60 }, (_, i) => deal(addDays('2025-06-01', i)))
    const service = await market(many)
    const first = await pageOf(service, '/deals/acme')
    const second = await pageOf(service, first('.pager a[rel="next"]').attr('href') ?? '')
    expect(first(DEAL_ROWS).length + second(DEAL_ROWS).length).toBe(65)
    expect(second('.pager a').attr('href')).toBe('/deals/ACME')
    expect(second('.plot')).toHaveLength(0)
    expect(plain(second('.sheet:has(.figures) p').text())).toMatch(/^65 deals, 1 Jun 2025 to 21 Jan 2026\./)
  })

  test('refuses a cursor of another symbol', async () => {
    const many = Array.from({ length: 60 }, (_, i) => deal(addDays('2025-06-01', i)))
    const service = await market(many)
    const first = await pageOf(service, '/deals/acme')
    const next = first('.pager a[rel="next"]').attr('href') ?? ''
    await pageOf(service, next.replace('/ACME', '/ZETA'), 400)
  })

  test('refuses a cursor with filters, because the chart would show other deals', async () => {
    const many = Array.from({ length: 60 }, (_, i) => deal(addDays('2025-06-01', i)))
    const service = await market(many)
    const some = await pageOf(service, '/deals?symbol=ACME&kind=BULK')
    const next = some('.pager a[rel="next"]').attr('href') ?? ''
    await pageOf(service, next.replace('/deals?', '/deals/ACME?'), 400)
  })
})

test('states when there are more deals than it adds up, and shows no day in part', async () => {
  const many = Array.from({ length: 2001 }, (_, i) =>
    deal(i < 1500 ? '2026-01-21' : '2026-01-20', { symbol: 'BUSY', quantity: 1000 + i }),
  )
  const $ = await pageOf(await market(many), '/deals/BUSY')
  expect(plain($('.sheet:has(.figures) p').text())).toBe(
    'The newest 2,000 deals, 20 Jan 2026 to 21 Jan 2026. Older deals are not included.',
  )
  // One whole day remains, which is no chart.
  expect($('.plot')).toHaveLength(0)
})

test('states when a day has more deals than it adds up', async () => {
  const many = Array.from({ length: 2001 }, (_, i) => deal('2026-01-22', { quantity: 1000 + i }))
  const $ = await pageOf(await market(many), '/deals')
  expect(plain($('tr.group').first().text())).toMatch(
    /^Thu 22 Jan 2026 more than 2,000 deals: bought ₹[\d.,]+ Cr, sold none in the 2,000 largest; 50 of them on this page$/,
  )
})

describe('a symbol without deals', () => {
  test('is a page with links to continue', async () => {
    const $ = await pageOf(await market(), '/deals/NOSUCH')
    expect(plain($('main').text())).toContain('No bulk or block deals in NOSUCH so far.')
    expect($('form[action="/deals"] input[name="symbol"]')).toHaveLength(1)
  })

  test.each([
    ['HTML', '<I>"&'],
    ['a slash and a percent sign', 'A/B%'],
    ['letters of the other direction', 'שלום'],
  ])('with %s is text', async (_name, symbol) => {
    const service = await market()
    const $ = await pageOf(service, `/deals/${encodeURIComponent(symbol)}`)
    expect($('h1 bdi').text()).toBe(symbol)
  })
})

test('links to a symbol with special characters', async () => {
  const service = await market([deal('2026-01-21', { symbol: 'M&M/2' })])
  const list = await pageOf(service, '/deals')
  const link = list('main table a').filter((_, a) => list(a).text() === 'M&M/2')
  const $ = await pageOf(service, link.attr('href') ?? '')
  expect($(DEAL_ROWS)).toHaveLength(1)
})
