import { load } from 'cheerio/slim'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { PAGES } from '../src/web/sections.ts'
import { demoServiceForAll } from './support/demo-service.ts'
import { plain } from './support/pages.ts'

const service = demoServiceForAll()
const MOST_PAGES = 250
/** The number of pages that are visited of each kind, because pages of a kind differ only in their subject. */
const MOST_OF_A_KIND = inject('isFull') ? 6 : 2

interface Link {
  readonly from: string
  readonly address: string
}

interface Seen {
  readonly status: number
  readonly ids: ReadonlySet<string>
  readonly faults: readonly string[]
}

/** What was found by following links from the start page: pages, and other answers of the service. */
const seen = new Map<string, Seen>()
const links: Link[] = []

beforeAll(async () => {
  // It grows while it is read.
  const queue = new Set(['/'])
  const ofKind = new Map<string, number>()
  for (const path of queue) {
    if (seen.size >= MOST_PAGES) break
    const answer = await fetch(`${service.address}${path}`)
    const isPage = answer.headers.get('content-type')?.startsWith('text/html') ?? false
    const text = await answer.text()
    const $ = load(isPage ? text : '')
    seen.set(path, {
      status: answer.status,
      ids: new Set(
        $('[id]')
          .map((_, each) => $(each).attr('id') ?? '')
          .get(),
      ),
      faults: isPage ? foreignElements(text) : [],
    })
    for (const address of $('a, link')
      .map((_, each) => $(each).attr('href') ?? '')
      .get()) {
      links.push({ from: path, address })
      const target = targetOf(path, address)
      if (target === null || queue.has(target.path)) continue
      const kind = kindOf(target.path)
      const known = ofKind.get(kind) ?? 0
      ofKind.set(kind, known + 1)
      if (known < MOST_OF_A_KIND) queue.add(target.path)
    }
  }
})

/** `/ipos/acme?sort=gmp` is of the same kind as `/ipos/zeta?sort=size`. */
function kindOf(path: string): string {
  const { pathname, searchParams } = new URL(path, service.address)
  const [, first = '', second] = pathname.split('/')
  const isApi = first === 'api'
  return [
    isApi ? pathname.split('/').slice(0, 5).join('/') : first,
    second === undefined ? '' : '*',
    ...searchParams.keys(),
  ].join(' ')
}

/** The target of a link within the service; `null` for another host. */
function targetOf(from: string, address: string): { path: string; place: string } | null {
  const url = new URL(address, `${service.address}${from}`)
  if (url.origin !== service.address) return null
  return { path: `${url.pathname}${url.search}`, place: decodeURIComponent(url.hash.slice(1)) }
}

/** Elements that a strict policy forbids, or that would reveal the visit to another host. */
function foreignElements(html: string): string[] {
  const $ = load(html)
  const inline = $('script:not([src]), style, [style], iframe, object, embed, base')
    .map((_, each) => each.tagName)
    .get()
  const handlers = $('*')
    .filter((_, each) => Object.keys($(each).attr() ?? {}).some((name) => name.startsWith('on')))
    .map((_, each) => `${$(each).prop('tagName')?.toLowerCase()} with a handler`)
    .get()
  const loaded = $('script[src], img[src], link[rel=stylesheet], link[rel=icon], form')
    .map((_, each) => $(each).attr('src') ?? $(each).attr('href') ?? $(each).attr('action') ?? '')
    .get()
    .filter((address) => !/^(\/(?!\/)|$)/.test(address))
  return [...inline, ...handlers, ...loaded]
}

describe('from the start page', () => {
  test('everything that the service has can be reached', () => {
    const paths = [...seen.keys()]
    expect(paths).toEqual(expect.arrayContaining([...PAGES]))
    expect(paths.filter((path) => /^\/ipos\/[a-z0-9-]+$/.test(path)).length).toBe(MOST_OF_A_KIND)
    expect(paths.length).toBeGreaterThan(60)
  })

  test('every link leads to an answer', () => {
    const broken = [...seen].filter(([, { status }]) => status >= 400)
    expect(
      broken.map(([path, { status }]) => ({
        path,
        status,
        from: links.find(({ from, address }) => targetOf(from, address)?.path === path)?.from,
      })),
    ).toEqual([])
  })

  test('every link to a place on a page finds it', () => {
    const lost = links.filter(({ from, address }) => {
      const target = targetOf(from, address)
      const page = target === null ? undefined : seen.get(target.path)
      return target !== null && target.place !== '' && page !== undefined && !page.ids.has(target.place)
    })
    expect(lost).toEqual([])
  })

  test('links to other hosts are encrypted', () => {
    const foreign = links.filter(({ from, address }) => targetOf(from, address) === null)
    expect(foreign.length).toBeGreaterThan(5)
    expect(foreign.filter(({ address }) => !address.startsWith('https://'))).toEqual([])
  })

  test('no page has inline script or style, or anything of another host', () => {
    expect([...seen].filter(([, { faults }]) => faults.length > 0)).toEqual([])
  })
})

test.each([
  ['<script>1</script>', ['script']],
  ['<p style="color:red">', ['p']],
  ['<a onclick="x()">', ['a with a handler']],
  ['<img src="https://elsewhere.example/x.png">', ['https://elsewhere.example/x.png']],
  ['<img src="//elsewhere.example/x.png">', ['//elsewhere.example/x.png']],
  ['<form action="/ipos"><script src="/assets/a.js"></script></form>', []],
])('the check of foreign elements finds %s', (html, faults) => {
  expect(foreignElements(html)).toEqual(faults)
})

test("the page of sources says that the demo's quotes are invented", async () => {
  const $ = load(await (await fetch(`${service.address}/sources`)).text())
  const words = plain($('main').text())
  expect(words).toContain('the figures attributed to them here are invented')
  expect(words).toMatch(/attributes its invented quotes to InvestorGain, .* and IPO Premium\. None of them/)
})

describe('search engines', () => {
  const isLeftOut = async (path: string) =>
    load(await (await fetch(`${service.address}${path}`)).text())('meta[name=robots]').attr('content') ===
    'noindex'

  test.each(PAGES)('may index %s', async (path) => {
    expect(await isLeftOut(path)).toBe(false)
  })

  test.each(['/ipos?board=SME', '/deals?kind=BULK'])('are asked not to index %s', async (path) => {
    expect(await isLeftOut(path)).toBe(true)
  })
})
