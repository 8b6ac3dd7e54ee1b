import type { CheerioAPI } from 'cheerio/slim'
import { describe, expect, test } from 'vitest'
import { DEAL_ROWS, dealRows } from '../../../test/support/deal-rows.ts'
import { deal, ipo } from '../../../test/support/lines.ts'
import { pageOf, plain } from '../../../test/support/pages.ts'
import { type Line, recordAll } from '../../../test/support/record.ts'
import {
  type Answered,
  startTestService,
  type TestService,
  testServiceForAll,
} from '../../../test/support/service.ts'

const NOW = '2026-01-31T06:00:00.000Z'
const JSON_DEALS = '/api/public/market/deals'

/** Three days of two shares, with trades in both lists, some of them across the end of a page. */
const MARKET: Line[] = [
  ...Array.from({ length: 62 }, (_, i) =>
    deal('2026-01-21', {
      symbol: i % 3 === 0 ? 'ZETA' : 'ACME',
      clientName: i % 2 === 0 ? 'SOME FUND' : 'OTHER TRUST',
      dealType: i % 5 === 0 ? 'SELL' : 'BUY',
      quantity: 1000 * (i + 1),
    }),
  ),
  // The 49th, 50th, 51st and 52nd by value.
  ...[11, 12, 13, 14].map((i) =>
    deal('2026-01-21', {
      kind: 'BLOCK',
      symbol: i % 3 === 0 ? 'ZETA' : 'ACME',
      clientName: i % 2 === 0 ? 'SOME FUND' : 'OTHER TRUST',
      dealType: i % 5 === 0 ? 'SELL' : 'BUY',
      quantity: 1000 * (i + 1),
    }),
  ),
  ...Array.from({ length: 30 }, (_, i) =>
    deal('2026-01-20', { exchange: i % 2 === 0 ? 'BSE' : 'NSE', quantity: 37 * (i + 1), price: 99.95 }),
  ),
  // One list may contain equal rows, which are several trades.
  deal('2026-01-19'),
  deal('2026-01-19'),
  deal('2026-01-19', { kind: 'BLOCK' }),
]
/** For tests that only look. */
const shared = testServiceForAll({ now: NOW, lines: MARKET })
const market = () => startTestService({ now: NOW, lines: MARKET })

/** The rows of a page, in the shape of the JSON. */
const rowsOf = ($: CheerioAPI): Answered[] => dealRows($).map(({ deal: shown }) => shown)

/** All pages from an address on, by following their links. */
async function pagesFrom(service: TestService, path: string): Promise<CheerioAPI[]> {
  const pages: CheerioAPI[] = []
  for (let next: string | undefined = path; next !== undefined; ) {
    const $ = await pageOf(service, next)
    pages.push($)
    next = $('.pager a[rel="next"]').attr('href')
  }
  return pages
}

/** All deals of the JSON endpoint, by following its links. */
async function jsonDeals(service: TestService, query: string): Promise<Answered[]> {
  const deals: Answered[] = []
  for (let next: string | undefined = `${JSON_DEALS}?limit=30${query}`; next !== undefined; ) {
    const response = await service.get(next)
    deals.push(...(await response.json()).deals)
    next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  }
  return deals
}

/** Adds up published deals in whole paise: of each trade, the list with more rows of it counts. */
function totalsOf(deals: readonly Answered[]): { boughtCr: number; soldCr: number } {
  const paise = { BUY: 0, SELL: 0 }
  const trades = Map.groupBy(deals, ({ kind, ...trade }) => JSON.stringify(trade))
  for (const rows of trades.values()) {
    const blocks = rows.filter(({ kind }) => kind === 'BLOCK').length
    const { dealType, quantity, price } = rows[0]
    paise[dealType as 'BUY' | 'SELL'] +=
      Math.max(blocks, rows.length - blocks) * quantity * Math.round(price * 100)
  }
  const crore = (amount: number) => Math.round(amount / 100_000) / 10_000
  return { boughtCr: crore(paise.BUY), soldCr: crore(paise.SELL) }
}

/** The figures in a part of a page; a phrase counts as no figure. */
const figuresIn = ($: CheerioAPI, selector: string): number[] =>
  $(selector)
    .find('data')
    .map((_, data) => Number($(data).attr('value')))
    .get()

const FILTERS: [string, string][] = [
  ['all deals', ''],
  ['a symbol', 'symbol=acme'],
  ['a part of a client name', 'client=fund'],
  ['a whole client name', 'clientName=SOME%20FUND'],
  ['a kind', 'kind=BLOCK'],
  ['a side', 'dealType=SELL'],
  ['an exchange', 'exchange=BSE'],
  ['a day', 'from=2026-01-20&to=2026-01-20'],
  ['several at once', 'symbol=ZETA&client=some&kind=BULK&dealType=BUY&exchange=NSE&to=2026-01-21'],
  ['fields left empty', 'symbol=&client=&kind=&dealType=SELL&exchange=&from=&to='],
]

describe('the page and the JSON endpoint show the same', () => {
  test.each(FILTERS)('%s', async (_name, query) => {
    const service = shared()
    const pages = await pagesFrom(service, `/deals?${query}`)
    for (const $ of pages) {
      const alternate = $('link[rel="alternate"][type="application/json"]').attr('href') ?? ''
      expect(rowsOf($)).toEqual((await service.json(alternate)).deals)
    }
    const given = query.split('&').filter((part) => part !== '' && !part.endsWith('='))
    const all = await jsonDeals(service, given.map((part) => `&${part}`).join(''))
    expect(all.length).toBeGreaterThan(0)
    expect(pages.flatMap(rowsOf)).toEqual(all)
  })

  test.each(FILTERS)('totals of each day: %s', async (_name, query) => {
    const service = shared()
    const pages = await pagesFrom(service, `/deals?${query}`)
    const byDay = Map.groupBy(pages.flatMap(rowsOf), ({ tradeDate }) => tradeDate.slice(0, 10))
    for (const $ of pages) {
      for (const heading of $('tr.group th').get()) {
        const deals = byDay.get($(heading).find('time').attr('datetime') ?? '') ?? []
        const { boughtCr, soldCr } = totalsOf(deals)
        const shown = $(heading)
          .find('data')
          .map((_, data) => Number($(data).attr('value')))
          .get()
        expect(shown).toEqual([boughtCr, soldCr].filter((value) => value > 0))
        expect(plain($(heading).text())).toContain(` ${deals.length} deal`)
      }
    }
  })

  test.each(FILTERS.slice(1))('totals of all matching deals: %s', async (_name, query) => {
    const service = shared()
    const pages = await pagesFrom(service, `/deals?${query}`)
    const deals = pages.flatMap(rowsOf)
    const { boughtCr, soldCr } = totalsOf(deals)
    const [first, ...older] = pages
    expect(first && figuresIn(first, '.figures')).toEqual([boughtCr, soldCr].filter((value) => value > 0))
    expect(plain(first?.('.sheet:has(.figures) p').text() ?? '')).toContain(`${deals.length} deal`)
    for (const $ of older) expect(plain($('main').text())).toContain('The first page has the totals.')
  })
})

describe('a trade in both lists', () => {
  test('is shown twice, and the second row is marked as counted once', async () => {
    const service = shared()
    const pages = await pagesFrom(service, '/deals')
    const nets = pages.flatMap(($) => dealRows($).map(({ cell }) => cell('Net')))
    const repeated = nets.filter((net) => net.includes('counted once'))
    expect(repeated).toHaveLength(5)
    for (const net of repeated) expect(net).toContain('also disclosed as bulk; counted once')
  })

  test('is marked also when a page ends between its rows', async () => {
    const [first, second] = await pagesFrom(shared(), '/deals')
    const [last, next] = [first && rowsOf(first).at(-1), second && rowsOf(second).at(0)]
    expect({ ...last, kind: 'BLOCK' }).toEqual(next)
    expect(second && dealRows(second)[0]?.cell('Net')).toContain('counted once')
  })

  test('is mentioned beside the totals', async () => {
    const $ = await pageOf(shared(), '/deals?from=2026-01-19&to=2026-01-19')
    expect(plain($('tr.group').text())).toBe(
      'Mon 19 Jan 2026 3 deals: bought ₹2.08 Cr, sold none; 1 trade is in both lists and is counted once',
    )
  })
})

describe('a sequence of pages', () => {
  test('does not change while facts are recorded', async () => {
    const service = await market()
    const before = (await pagesFrom(service, '/deals')).flatMap(rowsOf)
    const first = await pageOf(service, '/deals')
    await service.record(NOW, [deal('2026-01-21', { quantity: 7_000_000 }), deal('2026-01-20')])
    const rest = await pagesFrom(service, first('.pager a[rel="next"]').attr('href') ?? '')
    expect([...rowsOf(first), ...rest.flatMap(rowsOf)]).toEqual(before)
    expect(rowsOf(await pageOf(service, '/deals'))[0]).toMatchObject({ quantity: 7_000_000 })
  })

  test('links back to its first page with its filters', async () => {
    const [, second] = await pagesFrom(shared(), '/deals?client=some&kind=BULK')
    expect(second?.('.pager a').first().attr('href')).toBe('/deals?kind=BULK&client=some')
    expect(second?.('input[name="client"]').attr('value')).toBe('some')
    expect(second?.('select[name="kind"] option[selected]').attr('value')).toBe('BULK')
  })

  test('continues in a process that has not yet seen the version of its cursor', async () => {
    const behind = await market()
    await recordAll(behind.db, NOW, [deal('2026-01-21', { quantity: 7_000_000 })])
    const ahead = await startTestService({ now: NOW, url: behind.url })
    const [first, second] = await pagesFrom(ahead, '/deals')
    const here = await pageOf(behind, first?.('.pager a[rel="next"]').attr('href') ?? '')
    expect(second && rowsOf(second)).toEqual(rowsOf(here))
  })
})

describe('clients', () => {
  test('a single name is the heading', async () => {
    const $ = await pageOf(shared(), '/deals?client=other+trust')
    expect(plain($('h1').text())).toBe('Deals of OTHER TRUST')
  })

  test('several matching names are listed, with a page for each', async () => {
    const $ = await pageOf(shared(), '/deals?client=e')
    expect(plain($('h1').text())).toBe('Deals of clients named “e”')
    expect(plain($('.lead').text())).toBe('2 client names match: OTHER TRUST, SOME FUND.')
    expect($('.lead a').first().attr('href')).toBe('/deals/clients/OTHER%20TRUST')
  })

  test.each([
    ['HTML', '<script>alert(1)</script> & "SONS"'],
    ['the other direction', '\u200fשלום FUND (x)'],
    ['200 characters without a space', 'X'.repeat(200)],
    ['200 units of emoji', `A${'🚀'.repeat(99)}`],
    ['special characters of patterns and addresses', '100% A_B !? #&=+'],
  ])('a name with %s is text, and links to its deals', async (_name, clientName) => {
    const lines = [deal('2026-01-21', { clientName, securityName: clientName }), deal('2026-01-21')]
    const service = await startTestService({ now: NOW, lines })
    const $ = await pageOf(service, '/deals')
    const link = $('main table a[href^="/deals/clients/"]').filter((_, a) => $(a).text() === clientName)
    expect(link.find('bdi').text()).toBe(clientName)
    const own = await pageOf(service, link.attr('href') ?? '')
    expect(own(DEAL_ROWS)).toHaveLength(1)
    expect(own('h1 bdi').text()).toBe(clientName)
    expect(own('title').text()).toBe(`Deals of ${clientName} · Greymark`)
  })
})

test.each([
  ['', 'Bulk and block deals'],
  ['kind=BULK,BLOCK', 'Bulk and block deals'],
  ['kind=BULK&exchange=BSE', 'Bulk deals on BSE'],
  ['exchange=NSE&dealType=SELL', 'Bulk and block deals on NSE, sold only'],
  ['kind=BLOCK&symbol=ACME', 'Block deals in ACME'],
  ['clientName=OTHER%20TRUST', 'Deals of OTHER TRUST'],
  ['client=other&symbol=ACME&dealType=BUY', 'Deals of OTHER TRUST in ACME, bought only'],
  ['from=2026-01-20', 'Bulk and block deals, since 20 Jan 2026'],
  ['to=2026-01-20', 'Bulk and block deals, until 20 Jan 2026'],
  ['from=2026-01-20&to=2026-01-20', 'Bulk and block deals, 20 Jan 2026'],
  ['from=2026-01-19&to=2026-01-20&kind=BULK', 'Bulk deals, 19 Jan 2026 to 20 Jan 2026'],
])('the heading describes what %s shows', async (query, heading) => {
  const $ = await pageOf(shared(), `/deals?${query}`)
  expect(plain($('h1').text())).toBe(heading)
  expect($('title').text()).toBe(`${heading} · Greymark`)
})

describe('an empty list', () => {
  test('without any deal', async () => {
    const $ = await pageOf(await startTestService({ now: NOW, lines: [ipo('acme-foods')] }), '/deals')
    expect(plain($('main').text())).toContain('No deals yet.')
    expect($('main table, .pager, .figures')).toHaveLength(0)
  })

  test('without a matching deal', async () => {
    const $ = await pageOf(shared(), '/deals?client=nobody')
    expect(plain($('main').text())).toContain('No deals match these filters. Show all deals')
    expect($('main p a[href="/deals"]').text()).toBe('Show all deals')
  })
})

test.each([
  ['from=2026-01-32', 'from must be a real day as YYYY-MM-DD'],
  ['from=2026-02-01', 'from must not lie in the future; got 2026-02-01, and today is 2026-01-31'],
  ['to=2027-01-01', 'to must not lie in the future'],
  ['from=2026-01-21&to=2026-01-20', 'from must not lie after to'],
  ['kind=HUGE', 'kind must be one of BULK, BLOCK'],
  ['dealType=GIFT', 'dealType must be one of BUY, SELL'],
  ['exchange=LSE', 'exchange must be one of NSE, BSE'],
  [`client=${'x'.repeat(101)}`, 'client must be text of 1 to 100 characters'],
  ['cursor=made-up', 'cursor is not one that this endpoint issued'],
])('refuses %s with an explanation', async (query, words) => {
  const $ = await pageOf(shared(), `/deals?${query}`, 400)
  expect(plain($('main').text())).toContain(words)
})

test('as of a moment, and with the cursor of such a walk, shows the deals that were known then', async () => {
  const service = await market()
  service.setNow('2026-01-31T08:00:00.000Z')
  const response = await service.get(`${JSON_DEALS}?limit=2&asOf=2026-01-31T07:00:00.000Z`)
  const next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1] ?? ''
  expect(next).toContain(`${JSON_DEALS}?cursor=`)
  const $ = await pageOf(service, next.replace(JSON_DEALS, '/deals'))
  expect(plain($('.notice.past').text())).toBe('As of 31 Jan 2026, 12:30 pm IST. Go to the present page')
  expect($('.notice.past a').attr('href')).toBe('/deals')
  const before = await pageOf(service, '/deals?asOf=2025-01-01')
  expect(before('tbody tr')).toHaveLength(0)
})
