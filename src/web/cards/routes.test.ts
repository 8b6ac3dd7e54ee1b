import { describe, expect, test } from 'vitest'
import { gmp, ipo } from '../../../test/support/lines.ts'
import { run, serve } from '../../../test/support/processes.ts'
import { recordAll } from '../../../test/support/record.ts'
import { testServiceForAll } from '../../../test/support/service.ts'
import { emptyStoreUrl, openStore } from '../../../test/support/store.ts'

const LINES = [
  ipo('acme-foods', { openDate: '2026-01-13', closeDate: '2026-01-16', priceMin: 271, priceMax: 285 }),
  ipo('zeta', { name: '<Zeta> & "आकाश" 🚀', closeDate: '2026-01-16' }),
  gmp('acme-foods', '2026-01-15', 45),
  {
    fact: 'deal',
    exchange: 'NSE',
    kind: 'BULK',
    symbol: 'M&M-X',
    securityName: 'Acme & Sons Limited',
    clientName: 'Invented Capital',
    dealType: 'BUY',
    quantity: 1000,
    price: 50,
    tradeDate: '2026-01-14',
    source: 'nse',
  },
]
const service = testServiceForAll({ now: '2026-01-15T06:00:00.000Z', lines: LINES })

const cardOf = async (path: string, headers: Record<string, string> = {}) => service().get(path, headers)

const CARDS = [
  '/cards/today.png',
  '/cards/scoreboard.png',
  '/cards/ipos/acme-foods.png',
  '/cards/ipos/zeta.png',
  '/cards/deals/m%26m-x.png',
]

describe('a card', () => {
  test.each(CARDS)('%s is a PNG of 1200 × 630 that any site may show', async (path) => {
    const response = await cardOf(path)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('image/png')
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    const png = Buffer.from(await response.arrayBuffer())
    expect(png.toString('latin1', 1, 4)).toBe('PNG')
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630])
    expect(Number(response.headers.get('content-length'))).toBe(png.length)
  })

  test('is cached like a page, and never compressed', async () => {
    const [path = ''] = CARDS
    const response = await cardOf(path, { 'accept-encoding': 'br, gzip' })
    expect(response.headers.get('content-encoding')).toBeNull()
    expect(response.headers.get('cache-control')).toMatch(/^public, max-age=60/)
    // When its facts were recorded.
    expect(response.headers.get('last-modified')).toBe('Thu, 15 Jan 2026 06:00:00 GMT')
    const etag = response.headers.get('etag') ?? ''
    const again = await cardOf(path, { 'if-none-match': etag })
    expect(again.status).toBe(304)
  })

  test('names the parameters that it ignores, as other answers do', async () => {
    for (const path of [...CARDS, '/robots.txt', '/manifest.webmanifest']) {
      const response = await cardOf(`${path}?x=1&=2`)
      expect(response.headers.get('x-ignored-parameters'), path).toMatch(/^x/)
      expect((await cardOf(path)).headers.get('x-ignored-parameters'), path).toBeNull()
      expect((await cardOf(`${path}?=2`)).headers.get('x-ignored-parameters'), path).toBeNull()
    }
  })

  test.each([
    '/cards/ipos/nobody.png',
    '/cards/deals/NODEALS.png',
    '/cards/ipos/acme-foods',
    '/cards/other.png',
  ])('%s does not exist', async (path) => {
    const response = await cardOf(path)
    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  })
})

/** As on a platform for which the renderer has no binary: its package is there, the binary is not. */
const WITHOUT_BINARY = `--import=data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  registerHooks({
    resolve(name, context, next) {
      if (name.startsWith('@resvg/resvg-js-')) throw new Error('there is no ' + name)
      return next(name, context)
    },
  })
`)}`

test('without a binary of the renderer the program starts, and only cards are absent', async () => {
  const DATABASE_URL = await emptyStoreUrl()
  await recordAll(await openStore(DATABASE_URL), '2026-01-15T06:00:00.000Z', LINES)
  const env = { DATABASE_URL, NODE_OPTIONS: WITHOUT_BINARY }
  const { address } = await serve(env)
  const card = await fetch(`${address}/cards/today.png`)
  expect(card.status).toBe(404)
  expect(await card.text()).toContain('This service has no cards')
  for (const path of ['/', '/ipos/acme-foods']) {
    const page = await fetch(address + path)
    expect(page.status).toBe(200)
    expect(await page.text()).not.toMatch(/og:image|\/cards\//)
  }
  const { stdout } = await run(['doctor'], { ...env, PORT: '0', METRICS: 'off' })
  expect(stdout).toMatch(/\nwarn +cards +the pictures beside shared links cannot be drawn: /)
})
