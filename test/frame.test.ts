import { describe, expect, test } from 'vitest'
import { fresh, Market, nse, plainSource, quote, terms } from '../src/collect/collect-round.test-market.ts'
import { UpstreamFault } from '../src/collect/download/upstream-fault.ts'
import { demoServiceForAll } from './support/demo-service.ts'
import { deal, gmp, ipo } from './support/lines.ts'
import { pageOf, plain } from './support/pages.ts'
import { startTestService } from './support/service.ts'
import { emptyStoreUrl, openStore } from './support/store.ts'

const NOW = '2026-01-15T06:00:00.000Z'

const RECORDED = { recordedAt: '2026-01-15T05:10:00.000Z' }
const ONE_QUOTE = [
  ipo('acme-foods', { openDate: '2026-01-13', closeDate: '2026-01-16', ...RECORDED }),
  gmp('acme-foods', '2026-01-15', 45, 'IPOWatch', RECORDED),
]

const withOneQuote = (env: Record<string, string> = {}) =>
  startTestService({ now: NOW, env, lines: ONE_QUOTE })

describe('the head of a page', () => {
  test('has the canonical address', async () => {
    const $ = await pageOf(await withOneQuote({ PUBLIC_URL: 'https://ipo.example' }), '/?utm_source=x')
    expect($('link[rel=canonical]').attr('href')).toBe('https://ipo.example/')
    expect($('meta[property="og:url"]').attr('content')).toBe('https://ipo.example/')
  })

  test('has no address where none is known', async () => {
    const $ = await pageOf(await withOneQuote(), '/')
    expect($('link[rel=canonical]')).toHaveLength(0)
    expect($('meta[property="og:url"]')).toHaveLength(0)
  })

  test('has no invisible characters in its title and description', async () => {
    const service = await startTestService({
      now: NOW,
      lines: [
        ...ONE_QUOTE,
        deal('2026-01-14', {
          symbol: 'ACME',
          clientName: 'SOME FUND',
          recordedAt: '2026-01-14T14:00:00.000Z',
        }),
      ],
    })
    for (const path of [
      '/',
      '/ipos/acme-foods',
      '/ipos/acme-foods?asOf=2026-01-15T05:30:00Z',
      '/ipos/acme-foods/evidence',
      '/deals/ACME',
      '/deals?client=fund&from=2026-01-14',
    ]) {
      const $ = await pageOf(service, path)
      const texts = [
        $('head title').text(),
        $('meta[property="og:title"]').attr('content'),
        $('meta[name=description]').attr('content'),
        $('meta[property="og:description"]').attr('content'),
      ]
      for (const text of texts) expect(text, path).toMatch(/^[^\u00a0\u2060\u2066-\u2069\u202a-\u202e]+$/)
    }
  })

  test('has a description, and the address of the same data as JSON', async () => {
    const $ = await pageOf(await withOneQuote(), '/')
    expect($('meta[property="og:title"]').attr('content')).toBe($('title').text())
    expect($('meta[name=description]').attr('content')?.length).toBeGreaterThan(50)
    expect($('link[rel=alternate]').attr('href')).toBe('/api/public/market/ipos')
    expect($('footer a').first().text()).toBe('This page as JSON')
    expect($('html').attr('lang')).toBe('en-IN')
  })
})

describe('the foot of a page', () => {
  test('shows the last update and its source', async () => {
    const $ = await pageOf(await withOneQuote(), '/')
    const entries = $('footer .facts > *').map((_, entry) => plain($(entry).text()))
    expect(entries.get().slice(-2)).toEqual([
      'Last update: today 10:40 am from IPOWatch',
      'All times are India Standard Time (IST)',
    ])
    expect(plain($('footer .facts').text())).not.toContain('·')
    expect($('footer time').attr('datetime')).toMatch(/^2026-01-15T05:10:0/)
  })

  test('has the disclaimer, in the wording of pages', async () => {
    const words = (await pageOf(await withOneQuote(), '/'))('footer p').first().text()
    expect(words).toMatch(/^Aggregated public information; grey-market premium \(GMP\) is unofficial/)
    expect(words).toContain('not a registered securities adviser')
    expect(words).not.toContain('gmpDisputed')
  })
})

describe('notices', () => {
  const demo = demoServiceForAll()

  test('of the demo are on every page', async () => {
    for (const path of ['/', '/docs']) {
      expect((await pageOf(demo, path))('.notice').text()).toContain('DEMO')
    }
    expect((await pageOf(demo, '/nowhere', 404))('.notice').text()).toContain('DEMO')
  })

  test('do not exist for a real market without stale sources', async () => {
    expect((await pageOf(await withOneQuote(), '/'))('.notice')).toHaveLength(0)
  })

  test('name a source that cannot be downloaded, even without any new fact', async () => {
    const tracker = plainSource('ipowatch', 'IPOWatch')
    const url = await emptyStoreUrl()
    const market = new Market(await openStore(url))
    await market.collectPage(nse, '2026-01-01T06:00:00.000Z', [
      terms({ openDate: '2026-01-13', closeDate: '2026-01-20' }),
    ])
    await market.collect(tracker, '2026-01-14T05:50:00.000Z', async () =>
      fresh(JSON.stringify([quote(4000, '2026-01-14')])),
    )
    const env = { SOURCES: 'exchanges,ipowatch' }
    const service = await startTestService({ now: '2026-01-14T06:00:00.000Z', env, url })
    const notice = async () => plain((await pageOf(service, '/'))('.notice').text())
    expect(await notice()).not.toContain('IPOWatch')

    await market.collect(tracker, '2026-01-14T07:50:00.000Z', async () => {
      throw new UpstreamFault('unreachable', 'connection refused')
    })
    service.setNow('2026-01-14T08:00:00.000Z')
    expect(await notice()).toBe('Some sources are not updating: NSE, IPOWatch. Details')

    const past = await pageOf(service, '/scoreboard?asOf=2026-01-14T07:59:00.000Z')
    expect(plain(past('.notice').text())).toBe('As of 14 Jan 2026, 1:29 pm IST. Go to the present page')
    expect(plain(past('footer').text())).not.toContain('Last update')
  })
})

describe('midnight in India', () => {
  test('no page calls yesterday today', async () => {
    const service = await withOneQuote()
    const footerOf = async (path: string) => plain((await pageOf(service, path))('footer').text())
    for (const path of ['/', '/about', '/scoreboard']) {
      service.setNow('2026-01-15T18:29:59.000Z')
      expect(await footerOf(path)).toContain('Last update: today 10:40 am')
      expect((await service.get(path)).headers.get('cache-control')).toMatch(/^public, max-age=1,/)
      service.setNow('2026-01-15T18:30:00.000Z')
      expect(await footerOf(path)).toContain('Last update: 15 Jan, 10:40 am')
    }
  })
})

describe('a page is an answer like any other', () => {
  test('it is not sent twice to a client that has it', async () => {
    const service = await withOneQuote()
    const first = await service.get('/')
    const etag = first.headers.get('etag') ?? ''
    expect(first.headers.get('cache-control')).toMatch(/^public, max-age=60/)
    const again = await service.get('/', { 'if-none-match': etag })
    expect(again.status).toBe(304)
  })

  test('a new fact is in the very next page', async () => {
    const service = await withOneQuote()
    expect((await pageOf(service, '/'))('td[data-label=GMP] data').first().attr('value')).toBe('45')
    await service.record('2026-01-15T05:30:00.000Z', [gmp('acme-foods', '2026-01-15', 52)])
    expect((await pageOf(service, '/'))('td[data-label=GMP] data').first().attr('value')).toBe('52')
  })

  test('it forbids foreign and inline scripts', async () => {
    const policy = (await (await withOneQuote()).get('/')).headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).not.toContain('unsafe')
  })

  test('its styles and script may be cached forever, under addresses that change with them', async () => {
    const service = await withOneQuote()
    const $ = await pageOf(service, '/')
    for (const path of [$('link[rel=stylesheet]').attr('href'), $('script').attr('src')]) {
      expect(path).toMatch(/^\/assets\/greymark-[0-9a-f]{10}\.(css|js)$/)
      const answer = await service.get(path ?? '')
      expect(answer.headers.get('cache-control')).toMatch(/^public, max-age=31536000/)
    }
  })
})

describe('a failure', () => {
  test('of an unknown address suggests similar ones', async () => {
    const $ = await pageOf(await withOneQuote(), '/ipos/acme-food', 404)
    expect($('h1').text()).toBe('Page not found')
    expect($('main a[href="/ipos/acme-foods"]').text()).toBe('acme foods Limited')
  })

  test('of a slash at the end redirects to the page without it', async () => {
    const answer = await (await withOneQuote()).get('/ipos/?board=SME')
    expect(answer.url).toMatch(/\/ipos\?board=SME$/)
    expect(answer.status).toBe(200)
  })

  test('of a symbol without deals is not a page to be indexed', async () => {
    const $ = await pageOf(await withOneQuote({ PUBLIC_URL: 'https://ipo.example' }), '/deals/NOSUCH')
    expect($('meta[name=robots]').attr('content')).toBe('noindex')
  })

  test('is never cached', async () => {
    const answer = await (await withOneQuote()).get('/nowhere')
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  test('of a method that only programs use is explained', async () => {
    const { address } = await withOneQuote()
    const answer = await fetch(`${address}/`, { method: 'POST' })
    expect(answer.status).toBe(405)
    expect(await answer.text()).toContain('This service is read-only')
  })
})
