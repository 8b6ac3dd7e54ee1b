import type { CheerioAPI } from 'cheerio/slim'
import { describe, expect, test } from 'vitest'
import { DEAL_ROWS, dealRows } from '../../../test/support/deal-rows.ts'
import { deal } from '../../../test/support/lines.ts'
import { pageOf, plain, rowTexts } from '../../../test/support/pages.ts'
import type { Line } from '../../../test/support/record.ts'
import { startTestService, testServiceForAll } from '../../../test/support/service.ts'
import { addDays } from '../../market/calendar.ts'

const NOW = '2026-01-31T06:00:00.000Z'
const MARKET: Line[] = [
  deal('2026-01-21', { quantity: 100_000, price: 100 }),
  deal('2026-01-21', { quantity: 100_000, price: 100, kind: 'BLOCK' }),
  deal('2026-01-21', { quantity: 150_000, price: 110, dealType: 'SELL' }),
  deal('2026-01-21', { quantity: 7000, price: 50, symbol: 'ZETA' }),
  deal('2026-01-21', { quantity: 9000, price: 50, symbol: 'ZETA', exchange: 'BSE', dealType: 'SELL' }),
  deal('2026-01-19', { quantity: 50_000, price: 100 }),
  deal('2026-01-19', { quantity: 50_000, price: 101, dealType: 'SELL' }),
  deal('2026-01-21', { quantity: 900_000, clientName: 'SOME FUND II' }),
  deal('2026-01-21', { quantity: 900_000, clientName: 'Some Fund' }),
]
const PATH = '/deals/clients/SOME%20FUND'
const shared = testServiceForAll({ now: NOW, lines: MARKET, env: { PUBLIC_URL: 'https://market.example' } })
const serve = (lines: readonly Line[], env = {}) => startTestService({ now: NOW, lines, env })

const SUMMARY = 'section:has(h2:contains("By share and day"))'
/** The rows of the summary as text. */
const shareDaysOf = ($: CheerioAPI): string[][] => rowTexts($, `${SUMMARY} table`)

const summaryText = ($: CheerioAPI): string => plain($(SUMMARY).text())

describe('the page of a client', () => {
  test('has the deals of exactly this name, as the JSON endpoint does', async () => {
    const $ = await pageOf(shared(), PATH)
    expect(plain($('h1').text())).toBe('Deals of SOME FUND')
    const { deals } = await shared().json(
      $('link[rel="alternate"][type="application/json"]').attr('href') ?? '',
    )
    expect(deals).toHaveLength(7)
    expect(new Set(deals.map(({ clientName }: { clientName: string }) => clientName))).toEqual(
      new Set(['SOME FUND']),
    )
    expect(dealRows($).map(({ deal: shown }) => ({ clientName: 'SOME FUND', ...shown }))).toEqual(deals)
    expect($(`${DEAL_ROWS} a[href^="/deals/clients/"]`)).toHaveLength(0)
  })

  test('adds up by share, exchange and day, with a trade of both lists counted once', async () => {
    const $ = await pageOf(shared(), PATH)
    expect(shareDaysOf($)).toEqual([
      [
        'ACME 21 Jan 2026, NSE',
        '₹1.00 Cr 1,00,000 shares',
        '₹1.65 Cr 1,50,000 shares',
        '−50,000 in and out on one day',
      ],
      ['ZETA 21 Jan 2026, BSE', 'none', '₹0.05 Cr 9,000 shares', '−9,000'],
      ['ZETA 21 Jan 2026, NSE', '₹0.04 Cr 7,000 shares', 'none', '+7,000'],
      [
        'ACME 19 Jan 2026, NSE',
        '₹0.50 Cr 50,000 shares',
        '₹0.51 Cr 50,000 shares',
        '0 in and out on one day',
      ],
    ])
    const repeated = dealRows($).filter(({ cell }) => cell('Net').includes('counted once'))
    expect(repeated.map(({ cell }) => cell('List'))).toEqual(['NSE block'])
  })

  test('calls the net figure no holding, and is not for search engines', async () => {
    const $ = await pageOf(shared(), PATH)
    expect(plain($('h2 .note').first().text())).toBe('within disclosed deals, not a holding')
    expect(summaryText($)).toContain('It is not a holding')
    expect($('meta[name="robots"]').attr('content')).toBe('noindex')
    expect($('link[rel="canonical"]').attr('href')).toBe(`https://market.example${PATH}`)
  })

  test('links to its deals as CSV', async () => {
    const $ = await pageOf(shared(), PATH)
    const csv = await shared().get($('main a[href^="/downloads/deals.csv"]').first().attr('href') ?? '')
    expect((await csv.text()).trim().split('\n')).toHaveLength(1 + 7)
  })

  test('links to a form whose further filters stay within this client', async () => {
    const $ = await pageOf(shared(), PATH)
    const list = await pageOf(shared(), $('main a:contains("Filter these deals")').attr('href') ?? '')
    expect(list('.deal-filters [name="clientName"]').attr('value')).toBe('SOME FUND')
    expect(list('.deal-filters [name="client"]')).toHaveLength(0)
  })

  test('shows older deals on further pages, which link back to the totals', async () => {
    const many = Array.from({ length: 60 }, (_, i) => deal(addDays('2025-06-01', i)))
    const service = await serve([...MARKET, ...many])
    const first = await pageOf(service, PATH)
    const second = await pageOf(service, first('.pager a[rel="next"]').attr('href') ?? '')
    expect(first(DEAL_ROWS).length + second(DEAL_ROWS).length).toBe(67)
    expect(second('.pager a').attr('href')).toBe(PATH)
    expect(second(`${SUMMARY}, .figures`)).toHaveLength(0)
    expect(plain(second('main').text())).toContain('The first page has the totals.')
    expect(shareDaysOf(first)).toHaveLength(50)
    expect(summaryText(first)).toContain('Older days are left out here')
    const next = first('.pager a[rel="next"]').attr('href') ?? ''
    await pageOf(service, next.replace('SOME%20FUND', 'SOME%20FUND%20II'), 400)
  })

  test('leaves out a day that is cut off', async () => {
    const many = Array.from({ length: 2001 }, (_, i) =>
      deal(i < 1500 ? '2026-01-21' : '2026-01-20', { clientName: 'BUSY', quantity: 1000 + i }),
    )
    const $ = await pageOf(await serve(many), '/deals/clients/BUSY')
    expect(shareDaysOf($).map(([share]) => share)).toEqual(['ACME 21 Jan 2026, NSE'])
    expect(plain($('.sheet:has(.figures) p').text())).toContain('The newest 2,000 deals')
    expect(summaryText($)).toContain('Older days are left out here')
  })
})

describe('any name has a page that its links lead to', () => {
  test.each([
    ['a slash, an ampersand and a percent sign', 'A/B & C %41'],
    ['a slash at its end', 'A/'],
    ['a dot at its end', 'FUND LTD.'],
    ['several spaces in a row', 'FUND   LTD'],
    ['two dots', '..'],
    ['dots between slashes', 'A/../B'],
    ['an encoded dot', '%2e%2e'],
    ['a plus, a hash, a semicolon and a question mark', 'A+B#C;D?E=F'],
    ['a backslash', '\\\\host\\share'],
    ['another script', 'शक्ति फंड'],
    ['500 characters of three bytes', '₹'.repeat(500)],
  ])('%s', async (_name, clientName) => {
    const service = await serve([deal('2026-01-21', { clientName }), deal('2026-01-20')])
    for (const path of ['/deals', '/deals/ACME']) {
      const list = await pageOf(service, path)
      const href = list(`${DEAL_ROWS} a[href*="client"]`).first().attr('href') ?? ''
      // As a browser resolves it.
      const { pathname, search } = new URL(href, service.address)
      const $ = await pageOf(service, pathname + search)
      expect($('h1 bdi').text()).toBe(clientName)
      expect($(DEAL_ROWS)).toHaveLength(1)
    }
  })

  test('a longer one than can be asked for is searched by its beginning', async () => {
    const service = await serve([deal('2026-01-21', { clientName: `A${'🚀'.repeat(400)}` })])
    const list = await pageOf(service, '/deals')
    const href = list(`${DEAL_ROWS} a[href*="client"]`).attr('href') ?? ''
    expect(href).toMatch(/^\/deals\?client=A/)
    expect((await pageOf(service, href))(DEAL_ROWS)).toHaveLength(1)
  })
})

describe('a name without deals', () => {
  test.each(['NOBODY', 'some fund', 'SOME', '<b>"&', 'A/B %41', 'x'.repeat(500)])(
    '"%s" is not found, and can be searched for',
    async (name) => {
      const $ = await pageOf(shared(), `/deals/clients/${encodeURIComponent(name)}`, 404)
      const link = $('main a[href^="/deals?client="]')
      expect(link.find('bdi').text()).toBe(name)
      const { searchParams } = new URL(link.attr('href') ?? '', 'http://localhost')
      expect(name.startsWith(searchParams.get('client') ?? '-')).toBe(true)
      await pageOf(shared(), link.attr('href') ?? '')
    },
  )

  test.each(['A%00B', 'x'.repeat(501), '%20'])('%s is refused', async (text) => {
    const $ = await pageOf(shared(), `/deals/clients/${text}`, 400)
    expect($('.lead').text()).toContain('text of 1 to 500 characters')
  })
})

describe('corrections', () => {
  test.each([
    ['ops@ipo.example', 'mailto:ops@ipo.example'],
    ['ops?subject=x@ipo.example', 'mailto:ops%3Fsubject%3Dx@ipo.example'],
    ['https://ipo.example/about', 'https://ipo.example/about'],
    ['ipo.example/about', 'https://ipo.example/about'],
    ['javascript:alert(1)', undefined],
    ['data:text/html,x.y', undefined],
    ['operator', undefined],
  ])('the contact %s links to %s', async (CONTACT, href) => {
    const $ = await pageOf(await serve(MARKET, { CONTACT }), PATH)
    const section = $('h2:contains("Corrections")').parent()
    expect(plain(section.text())).toContain(`write to the operator of this site: ${CONTACT}.`)
    expect(
      section
        .find('a')
        .filter((_, a) => $(a).text() === CONTACT)
        .attr('href'),
    ).toBe(href)
  })

  test('without a contact, the page says so and links to the exchanges', async () => {
    const $ = await pageOf(shared(), PATH)
    const section = $('h2:contains("Corrections")').parent()
    expect(plain(section.text())).toContain('The operator of this site has set no contact for corrections.')
    const hosts = section.find('a').map((_, a) => new URL($(a).attr('href') ?? '').host)
    expect(hosts.get()).toEqual(['www.nseindia.com', 'www.bseindia.com'])
  })
})
