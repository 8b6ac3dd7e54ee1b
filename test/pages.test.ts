import { describe, expect, inject, test } from 'vitest'
import { PAGES } from '../src/web/sections.ts'
import { browserForAll } from './support/browser.ts'
import { demoServiceForAll } from './support/demo-service.ts'
import { BROWSER, beforeAllWith, FULL, needs, skipWithout } from './support/needs.ts'
import { openServer } from './support/open-server.ts'
import { openTabs, pageFaults, type Tab } from './support/page-faults.ts'
import type { Answered } from './support/service.ts'

const browser = browserForAll()
const service = demoServiceForAll()
let tabs: readonly Tab[] = []

beforeAllWith(BROWSER, async () => {
  tabs = await openTabs(browser(), { alsoWithoutScript: inject('isFull') })
})

/** The faults of a page in all views. */
const faultsAt = async (address: string, status?: number): Promise<string[]> =>
  (await Promise.all(tabs.map((tab) => pageFaults(tab, address, status)))).flat()

/** The page of the first issue that meets a condition. */
const ipoWith = (isAsked: (ipo: Answered) => boolean) => async (): Promise<string> => {
  const { ipos } = await service.json('/api/public/market/ipos?limit=200')
  return `/ipos/${ipos.find(isAsked).slug}`
}

const symbolWithDeals = async (): Promise<string> => {
  const { deals } = await service.json('/api/public/market/deals?limit=1')
  return `/deals/${deals[0].symbol}`
}

const clientWithDeals = async (): Promise<string> => {
  const { deals } = await service.json('/api/public/market/deals?limit=1')
  return `/deals/clients/${encodeURIComponent(deals[0].clientName)}`
}

const DISPUTED = ipoWith(({ gmpDisputed }) => gmpDisputed)

/** The pages that `npm test` opens: the most visited ones, and each kind of table and chart. */
const DAILY = new Set([
  'today',
  'all IPOs',
  'an open IPO',
  'a listed IPO',
  'an IPO on which sources disagree',
  'deals',
  'scoreboard',
  'sources',
])

const CHECKED: readonly { name: string; path: string | (() => Promise<string>) }[] = [
  { name: 'today', path: '/' },
  { name: 'all IPOs', path: '/ipos' },
  { name: 'IPOs of which there are none', path: '/ipos?q=nothing-is-called-so' },
  { name: 'an upcoming IPO', path: ipoWith(({ status }) => status === 'UPCOMING') },
  { name: 'an open IPO', path: ipoWith(({ status }) => status === 'OPEN') },
  { name: 'a closed IPO', path: ipoWith(({ status }) => status === 'CLOSED') },
  { name: 'a listed IPO', path: ipoWith(({ status }) => status === 'LISTED') },
  { name: 'an IPO on which sources disagree', path: DISPUTED },
  { name: 'an IPO without quotes', path: ipoWith(({ lastGmp }) => lastGmp === null) },
  { name: 'an embedded IPO', path: async () => (await DISPUTED()).replace('/ipos/', '/embed/') },
  { name: 'the calendar', path: '/calendar' },
  { name: 'the calendar of another month', path: '/calendar?month=2026-10' },
  {
    name: 'an IPO as of a past moment',
    path: async () => `${await ipoWith(({ status }) => status === 'OPEN')()}?asOf=2026-11-11T12:00:00.000Z`,
  },
  { name: 'the scoreboard as of a past moment', path: '/scoreboard?board=sme&asOf=2026-11-11T12:00:00.000Z' },
  { name: 'companies that only trackers mention', path: '/unannounced' },
  { name: 'deals', path: '/deals' },
  { name: 'deals of which there are none', path: '/deals?client=nobody-is-called-so' },
  { name: 'the deals in one share', path: symbolWithDeals },
  { name: 'the deals of one client', path: clientWithDeals },
  { name: 'scoreboard', path: '/scoreboard' },
  { name: 'accuracy', path: '/accuracy' },
  { name: 'method', path: '/method' },
  { name: 'changes', path: '/changes' },
  { name: 'downloads', path: '/downloads' },
  { name: 'sources', path: '/sources' },
  { name: 'developers', path: '/developers' },
  { name: 'about', path: '/about' },
  { name: 'new to IPOs', path: '/new-to-ipos' },
  { name: 'glossary', path: '/glossary' },
  { name: 'the API reference', path: '/docs' },
]

describe('has no fault on phone and wide screen, in light and dark, with and without JavaScript:', () => {
  test.each(CHECKED.filter(({ name }) => inject('isFull') || DAILY.has(name)))('$name', async ({ path }) => {
    const found = typeof path === 'string' ? path : await path()
    expect(await faultsAt(`${service.address}${found}`)).toEqual([])
  })

  test('includes every page', () => {
    expect(CHECKED.map(({ path }) => path)).toEqual(expect.arrayContaining([...PAGES]))
  })

  test('an address that does not exist', async () => {
    expect(await faultsAt(`${service.address}/no-such-page`, 404)).toEqual([])
  })

  test('a client without deals', async ({ skip }) => {
    skipWithout(skip, FULL)
    expect(await faultsAt(`${service.address}/deals/clients/${'NOBODY'.repeat(40)}`, 404)).toEqual([])
  })
})

describe('these checks find', () => {
  needs(FULL)

  const page = (head: string, body: string) =>
    `<!doctype html><html lang="en"><head><meta name="viewport" content="width=device-width">
    ${head}
    <link rel="stylesheet" href="/style.css"></head>
    <body><main><h1>A page</h1>${body}</main></body></html>`

  const FILES: Readonly<Record<string, readonly [type: string, text: string]>> = {
    '/sound': [
      'text/html',
      page('<title>A page</title><link rel="icon" href="data:,">', '<p>Plain text</p>'),
    ],
    '/broken': [
      'text/html',
      page(
        '',
        `<h1>Another</h1><p class="small">Small</p><p class="faint">Faint</p><div class="broad"></div>
        <svg width="50" viewBox="0 0 100 100"><text y="50" font-size="20">Drawn</text></svg>
        <div class="scrolled" tabindex="0"><div class="broad"></div></div>
        <img src="/none.png"><img alt="" src="http://localhost:9/x.png">
        <script>1</script><script src="/script.js"></script></main><main>`,
      ),
    ],
    '/style.css': [
      'text/css',
      `.small { font-size: 11px } .broad { width: 800px; height: 9px } .scrolled { overflow: auto }
      @media (prefers-color-scheme: dark) { .faint { color: #ccc } }`,
    ],
    '/script.js': [
      'text/javascript',
      `requestAnimationFrame(() => requestAnimationFrame(() => {
        document.querySelector('h1').style.paddingTop = '300px'
      }))
      throw new Error('thrown')`,
    ],
  }
  const faults = { sound: [] as string[], broken: [] as string[] }

  beforeAllWith(FULL, async () => {
    if (!BROWSER.isMet()) return
    const { address, close } = await openServer(({ url = '' }, response) => {
      const [type, text] = FILES[url] ?? []
      response.setHeader('content-security-policy', "default-src 'self'; img-src * data:")
      response.writeHead(text === undefined ? 404 : 200, { 'content-type': type ?? 'text/plain' }).end(text)
    })
    faults.sound = await faultsAt(`${address}/sound`)
    faults.broken = await faultsAt(`${address}/broken`)
    return close
  })

  test('nothing in a correct page', () => {
    expect(faults.sound).toEqual([])
  })

  test.each([
    ['a missing title', /no title$/, 8],
    ['a missing icon', /no icon$/, 8],
    ['a second heading', /2 headings of the first level$/, 8],
    ['a second main part', /2 main elements$/, 8],
    ['an element too wide for a phone', /^360 px, .* px wider than the screen: .*div\.broad/, 4],
    ['small print', /text below 12 px: p\.small at 11\.0 px$/, 8],
    ['small print in a drawing', /text below 12 px: text at 10\.0 px$/, 8],
    ['a file that is not there', /console: .*404.*none\.png/, 4],
    ['another host', /requests another host: http:\/\/localhost:9/, 4],
    ['an answer that does not come', /localhost:9\/x\.png failed: /, 4],
    ['an inline script', /with JavaScript: console: .*Content Security Policy/, 2],
    ['a script that fails', /with JavaScript: script: thrown$/, 2],
    ['an element that moves', /with JavaScript: moves while it loads: .*p\.small/, 2],
    ['faint text in the dark', /dark, with JavaScript: axe color-contrast/, 2],
    ['a picture without a text', /^360 px, light, with JavaScript: axe image-alt/, 1],
    ['an element that paper cuts off', /cut off on paper: div\.scrolled, 800 px in/, 1],
  ])('%s', (_name, fault, views) => {
    expect(faults.broken.filter((line) => fault.test(line))).toHaveLength(views)
  })

  test('a wrong status', async () => {
    expect(await faultsAt(`${service.address}/no-such-page`)).toContain(
      '360 px, without JavaScript: status 404 instead of 200',
    )
  })
})
