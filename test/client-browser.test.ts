import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { browserForAll, visit } from './support/browser.ts'
import { BASE } from './support/conformance.ts'
import { copyServer } from './support/copy-server.ts'
import { gmp, ipo } from './support/lines.ts'
import { openServer } from './support/open-server.ts'
import { startTestService } from './support/service.ts'

const NOW = '2026-01-15T06:00:00.000Z'
const at = (second: number) => new Date(Date.parse(NOW) + second * 1000).toISOString()
const LINES = ['acme', 'bold', 'crisp'].map((slug) => ipo(slug, { openDate: '2026-01-14', priceMax: 100 }))
const CLIENT = readFileSync(new URL('../dist/client/index.js', import.meta.url))
const browser = browserForAll()

/** The programs of another site, which has the client and pages that show what the client gets, line by line. */
const COMMON = `
import { createClient } from '/client.js'
const client = createClient(new URL(location).searchParams.get('service'))
const show = (...values) => { document.querySelector('pre').textContent += values.join(' ') + '\\n' }
`
const OF_SERVICE = `${COMMON}
for (const _ of [1, 2]) {
  const list = await client.ipos({ limit: 2 })
  show('list', list.ipos.length, list.meta.total, list.meta.position, list.meta.notModified)
}
for await (const page of client.pages.ipos({ limit: 2 })) show('page', page.ipos.map(({ slug }) => slug))
const unknown = await client.ipo('acmee')
show('error', unknown.error.code, unknown.error.suggestions)
const busy = await createClient(location.origin + '/busy', { maxWaitMs: 0 }).index()
show('busy', busy.meta.retryAfterMs)
show('nobody', (await createClient('http://127.0.0.1:1').index()).error.code)
const { position } = (await client.index()).meta
for await (const event of client.follow({ since: position, silenceMs: 20_000 })) {
  show(event.type, event.changes.map(({ kind, slug, new: now }) => [kind, slug, now.lastGmp].join('-')))
  if (event.changes[0].new.lastGmp === 46) break
}
show('ended')
`
const OF_COPY = `${COMMON}
for (const _ of [1, 2]) show((await client.ipos({ status: 'OPEN' })).name)
for await (const page of client.pages.deals()) show(page.name)
show((await client.ipo('unknown')).error.code, (await client.changes()).error.code)
for await (const { error } of client.follow()) show(error.code)
show('as of', (await client.copy()).dataAsOf)
`
let site = ''
beforeAll(async () => {
  const { port, close } = await openServer(({ url }, response) => {
    if (url === '/client.js') return response.setHeader('content-type', 'text/javascript').end(CLIENT)
    if (url?.startsWith('/busy')) return response.writeHead(503, { 'retry-after': '7' }).end()
    const program = url?.startsWith('/copy') ? OF_COPY : OF_SERVICE
    return response
      .setHeader('content-type', 'text/html; charset=utf-8')
      .end(`<!doctype html><pre></pre><script type="module">${program}</script>`)
  })
  site = `http://localhost:${port}`
  return close
})

const linesOf = async (page: Page) => (await page.locator('pre').textContent())?.trim().split('\n') ?? []

test('a page of another site lists, pages, gets errors and follows changes', async () => {
  const service = await startTestService({ now: at(1), lines: LINES, linesAt: NOW })
  const page = await visit(browser(), `${site}/?service=${encodeURIComponent(service.address)}`)
  const lines = () => linesOf(page)
  const soon = { timeout: 30_000 }
  await expect.poll(async () => (await lines()).at(-1), soon).toBe('nobody NETWORK')
  const { position } = await service.json('/api/public/market/changes?since=0')
  expect(await lines()).toEqual([
    `list 2 3 ${position} false`,
    `list 2 3 ${position} true`,
    'page acme,bold',
    'page crisp',
    'error NOT_FOUND acme',
    'busy 7000',
    'nobody NETWORK',
  ])
  await service.record(at(60), [gmp('acme', '2026-01-15', 45)])
  service.setNow(at(61))
  await expect.poll(async () => (await lines()).at(-1), soon).toBe('changes gmp-acme-45')
  await service.record(at(120), [gmp('acme', '2026-01-15', 46)])
  service.setNow(at(121))
  await expect.poll(async () => (await lines()).slice(-2), soon).toEqual(['changes gmp-acme-46', 'ended'])
})

test.each([
  ['that knows the original addresses', { rewrites: true }],
  ['that knows the files alone', {}],
  ['that redirects from folders', { folders: true }],
])('a page of another site reads a copy on a static host %s', async (_host, host) => {
  const headers = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'ETag' }
  const copy = await copyServer({ ...host, headers })
  const page = await visit(browser(), `${site}/copy?service=${encodeURIComponent(copy.address)}`)
  await expect.poll(async () => (await linesOf(page)).at(-1), { timeout: 30_000 }).toMatch(/^as of/)
  expect(await linesOf(page)).toEqual([
    `${BASE}/ipos/open.json`,
    `${BASE}/ipos/open.json`,
    `${BASE}/deals.json`,
    `${BASE}/deals/page/2.json`,
    'NOT_FOUND NOT_IN_COPY',
    'NOT_IN_COPY',
    'as of 2026-11-19T13:58:12.000Z',
  ])
  // Static hosts refuse the question whether a request may have a header of its own.
  expect(copy.asked.filter((each) => each.startsWith('OPTIONS'))).toEqual([])
})
