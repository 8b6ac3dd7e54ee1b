import { load } from 'cheerio/slim'
import robotsParser from 'robots-parser'
import { describe, expect, test } from 'vitest'
import { gmp, ipo, same } from '../../../test/support/lines.ts'
import { pageOf } from '../../../test/support/pages.ts'
import { startTestService, type TestService } from '../../../test/support/service.ts'

// The package is CommonJS, although its types do not show it.
const parseRobots = robotsParser as unknown as typeof robotsParser.default
const NOW = '2026-01-15T06:00:00.000Z'
const HERE = 'https://ipo.example'
const LINES = [
  ipo('acme-foods', {
    openDate: '2026-01-13',
    closeDate: '2026-01-16',
    recordedAt: '2026-01-02T06:00:00.000Z',
  }),
  gmp('acme-foods', '2026-01-12', 45, 'IPOWatch', { recordedAt: '2026-01-12T09:00:00.000Z' }),
  ipo('later-metals', { recordedAt: '2026-01-14T07:00:00.000Z' }),
  ipo('called-off', { withdrawn: true, recordedAt: '2026-01-02T06:00:00.000Z' }),
]

const serve = (env: Record<string, string> = { PUBLIC_URL: HERE }) =>
  startTestService({ now: NOW, env, lines: LINES })

/** The tracked IPOs of the sitemap with their `lastmod`. */
async function changesIn(service: TestService): Promise<Record<string, string>> {
  const $ = load(await (await service.get('/sitemap.xml')).text(), { xmlMode: true })
  const entries = $('url')
    .map((_, url) => ({ address: $(url).find('loc').text(), changed: $(url).find('lastmod').text() }))
    .get()
  return Object.fromEntries(
    entries.flatMap(({ address, changed }) =>
      address.startsWith(`${HERE}/ipos/`) ? [[address.slice(`${HERE}/ipos/`.length), changed]] : [],
    ),
  )
}

describe('the sitemap', () => {
  test('names every tracked IPO, and when the clock or a fact last changed it', async () => {
    const service = await serve()
    expect(await changesIn(service)).toEqual({
      // It opened after the last quote.
      'acme-foods': '2026-01-13T04:30:00.000Z',
      'later-metals': '2026-01-14T07:00:00.000Z',
    })
    await service.record(NOW, [gmp('acme-foods', '2026-01-15', 50)])
    expect((await changesIn(service))['acme-foods']).toMatch(/^2026-01-15T06:00:00/)
  })

  test('includes changes under merged slugs of the issue', async () => {
    const service = await serve()
    await service.record('2026-01-15T06:00:00.000Z', [
      ipo('acme-food-products'),
      same('acme-food-products', 'later-metals'),
    ])
    const changes = await changesIn(service)
    expect(Object.keys(changes)).toEqual(['acme-foods', 'later-metals'])
    expect(changes['later-metals']).toMatch(/^2026-01-15T06:00:00/)
  })

  test('links only to pages that exist', async () => {
    const service = await serve()
    const $ = load(await (await service.get('/sitemap.xml')).text(), { xmlMode: true })
    const paths = $('loc')
      .map((_, each) => $(each).text().slice(HERE.length))
      .get()
    expect(paths.length).toBeGreaterThan(8)
    for (const path of paths) expect((await service.get(path)).status, path).toBe(200)
  })

  test('is cached, and not sent twice', async () => {
    const service = await serve()
    const first = await service.get('/sitemap.xml')
    expect(first.headers.get('content-type')).toBe('application/xml; charset=utf-8')
    expect(first.headers.get('cache-control')).toMatch(/^public, max-age=60/)
    const again = await service.get('/sitemap.xml', { 'if-none-match': first.headers.get('etag') ?? '' })
    expect(again.status).toBe(304)
  })

  test('has no further part for few addresses', async () => {
    expect((await (await serve()).get('/sitemap-1.xml')).status).toBe(404)
  })

  test('requires a public address, and says so', async () => {
    const $ = await pageOf(await serve({}), '/sitemap.xml', 404)
    expect($('.lead').text()).toContain('set PUBLIC_URL')
  })
})

describe('robots.txt', () => {
  test.each<[string, boolean]>([
    ['/', true],
    ['/ipos', true],
    ['/ipos/acme-foods', true],
    ['/ipos?status=OPEN', true],
    ['/api/public/market/ipos', true],
    ['/ipos?sort=gmp', false],
    ['/ipos?board=SME&sort=-gmp', false],
    ['/deals?cursor=eyJ3', false],
    ['/deals/ACME?kind=BULK&cursor=eyJ3', false],
    ['/api/public/market/deals?cursor=eyJ3', false],
    ['/ipos/acme-foods?asOf=now', false],
    ['/scoreboard?board=sme&asOf=2026-01-15T06:00:00.000Z', false],
    ['/downloads', true],
    ['/downloads/deals.csv', false],
  ])('of %s allows: %s', async (path, isAllowed) => {
    const text = await (await serve()).get('/robots.txt').then((answer) => answer.text())
    const robots = parseRobots(`${HERE}/robots.txt`, text)
    expect(robots.isAllowed(`${HERE}${path}`, 'AnyBot')).toBe(isAllowed)
  })

  test('names the sitemap if there is one', async () => {
    const text = await (await (await serve()).get('/robots.txt')).text()
    expect(parseRobots(`${HERE}/robots.txt`, text).getSitemaps()).toEqual([`${HERE}/sitemap.xml`])
    expect(await (await (await serve({})).get('/robots.txt')).text()).not.toContain('Sitemap')
  })

  test('is plain text with an ETag', async () => {
    const { headers } = await (await serve()).get('/robots.txt')
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(headers.get('etag')).toMatch(/^".+"$/)
  })
})

describe('llms.txt', () => {
  test('is plain text in the form of llmstxt.org', async () => {
    const answer = await (await serve()).get('/llms.txt')
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(await answer.text()).toMatch(/^# Greymark\n\n> .+\n\n.+\n\n## /)
  })

  test.each([
    ['absolute where the address is known', { PUBLIC_URL: HERE }, HERE],
    ['paths elsewhere', {}, ''],
  ])('has links that are %s, to what exists', async (_name, env: Record<string, string>, base) => {
    const service = await serve(env)
    const text = await (await service.get('/llms.txt')).text()
    const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link)
    expect(links.length).toBeGreaterThan(10)
    for (const link of links) {
      expect(link.startsWith(`${base}/`), link).toBe(true)
      const { status } = await service.get(link.slice(base.length))
      expect(status, link).toBe(link.endsWith('/mcp') ? 405 : 200)
    }
    expect(await (await service.get('/docs')).text()).toContain('id="terms"')
  })
})

test('serves an icon at its traditional address', async () => {
  const service = await serve()
  const answer = await fetch(`${service.address}/favicon.ico`, { redirect: 'manual' })
  expect(answer.status).toBe(301)
  const icon = await service.get(answer.headers.get('location') ?? '')
  expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
})
