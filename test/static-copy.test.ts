import { load } from 'cheerio/slim'
import { describe, expect, test } from 'vitest'
import { PAGES } from '../src/web/sections.ts'
import { BASE } from './support/conformance.ts'
import { expectLinted } from './support/lint-openapi.ts'
import {
  COPY_CLOCK,
  COPY_MARKET,
  COPY_URL,
  type Files,
  fileAt,
  filesIn,
  linksOf,
  ONE_ISSUE,
  publishedCopy,
  publishedForAll,
} from './support/published-copy.ts'
import { type Answered, startTestService } from './support/service.ts'

const LIVE = 'https://live.example'

const copy = publishedForAll(COPY_MARKET)

const text = (path: string, files: Files = copy().files): string => String(files.get(path))
const pagesIn = (files: Files): string[] => [...files.keys()].filter((path) => path.endsWith('.html'))
const status = (): Answered => JSON.parse(text('/status.json'))
const document = (): Answered => JSON.parse(text('/openapi.json'))
const broken = (addresses: Iterable<string>, files: Files = copy().files): string[] =>
  [...new Set(addresses)].filter((address) => fileAt(files, address) === undefined)
const found = (path: string, pattern: RegExp): string[] =>
  [...text(path).matchAll(pattern)].map(([, address = '']) => address)
const slugsIn = (files: Files): string[] =>
  [...files.keys()].flatMap(
    (path) => /^\/api\/public\/market\/ipos\/([^/]+)\/evidence\.json$/.exec(path)?.[1] ?? [],
  )

describe('every address leads to a file', () => {
  test('on pages', () => {
    const faults = pagesIn(copy().files).flatMap((path) =>
      broken(linksOf(text(path))).map((address) => `${path}: ${address}`),
    )
    expect(faults).toEqual([])
    expect(pagesIn(copy().files).length).toBeGreaterThan(200)
  })

  test('in the sitemap, which has every page and issue by its address in the copy', () => {
    const listed = found('/sitemap.xml', /<loc>([^<]*)<\/loc>/g)
    expect(broken(listed)).toEqual([])
    expect(listed.filter((address) => !address.endsWith('/'))).toEqual([])
    for (const path of PAGES) expect(listed).toContain(`${COPY_URL}${path}${path === '/' ? '' : '/'}`)
    expect(listed).toContain(`${COPY_URL}/ipos/page/`)
  })

  test.each([
    ['/feeds/changes.atom', / href="([^"]*)"/g],
    ['/feeds/calendar.ics', /(https:\/\/copy\.example[^\s\\]*)/g],
    ['/llms.txt', /\]\(([^)]*)\)/g],
    ['/robots.txt', /Sitemap: (\S+)/g],
    ['/search/names.json', /"(\/[^"]*)"/g],
    ['/manifest.webmanifest', /"(?:src|start_url)":"([^"]*)"/g],
    ['/downloads/dataset.json', /"(https:\/\/copy\.example[^"]*|\/[^"]*)"/g],
  ])('in %s', (path, pattern) => {
    const listed = found(path, pattern).filter((address) => !address.includes('…'))
    expect(broken(listed)).toEqual([])
  })

  test('in the state of the copy, with the pages that it counts', () => {
    const { answers, files } = status()
    expect(files).toBe(copy().files.size)
    const listed = answers.flatMap(({ file, next, pages = 1 }: Answered) => [
      file,
      ...Array.from({ length: pages - 1 }, (_, i) => next.replace('{page}', i + 2)),
    ])
    const named = (address: string) =>
      address.replace('{slug}', 'acme-foods').replace('{symbol}', encodeURIComponent('M&M'))
    expect(broken(listed.map(named))).toEqual([])
  })

  test('in the OpenAPI document', () => {
    const named = (path: string) =>
      path
        .replace('{slug}', 'acme-foods')
        .replace('{symbol}', encodeURIComponent('M&M'))
        .replace('{day}', '2026-01-14')
    const paths = Object.keys(document().paths).map(named)
    // A list that has one page now may have more tomorrow.
    const [further, others] = [true, false].map((is) =>
      paths.filter((path) => path.includes('{page}') === is),
    )
    expect(broken(others ?? [])).toEqual([])
    expect(
      broken((further ?? []).map((path) => path.replace(/page\/\{page\}/, 'page/2'))).length,
    ).toBeLessThan(further?.length ?? 0)
  })
})

test('every answer is, byte for byte, that of a live service', async () => {
  const { url, files } = copy()
  const live = await startTestService({
    ...{ url, now: COPY_CLOCK },
    env: { PUBLIC_URL: COPY_URL, REQUESTS_PER_MINUTE: '0' },
  })
  const compared = new Set<string>()
  const compare = async (address: string, file: string) => {
    const response = await live.get(address)
    expect([response.status, address]).toEqual([200, address])
    const body = Buffer.from(await response.arrayBuffer())
    expect(files.get(file)?.equals(body), `${file} as ${address}`).toBe(true)
    compared.add(file)
    return response.headers.get('link')
  }
  /** The values that stand for a part of an address, from the names of the files. */
  const valuesOf = (file: string): string[] => {
    const [before = '', after] = file.split(/\{\w+\}/)
    if (after === undefined) return ['']
    return [...files.keys()]
      .filter((path) => path.startsWith(before) && path.endsWith(after))
      .map((path) => path.slice(before.length, path.length - after.length))
      .filter((value) => !value.includes('/'))
  }
  const { answers } = status()
  for (const { path, query, file, next, pages = 1, total } of answers) {
    const lists = answers.map((each: Answered) => each.file)
    for (const value of valuesOf(file)) {
      const of = (template: string) => template.replace(/\{(slug|symbol)\}/, () => value)
      if (file.includes('{') && lists.includes(of(file))) continue
      const asked = Object.entries<string>(query).map(([name, given]) => [name, of(given)])
      const search = new URLSearchParams(asked).toString()
      const counted = await live.get(`${of(path)}?${search}`)
      if (total != null) expect(counted.headers.get('x-total-count')).toBe(String(total))
      let link = await compare(`${of(path)}${search && `?${search}`}`, of(file))
      for (let page = 2; page <= pages; page++) {
        const [, rest = ''] = /<https:\/\/copy\.example([^>]*)>; rel="next"/.exec(link ?? '') ?? []
        link = await compare(rest, next.replace('{page}', page))
      }
      if (next) expect(link ?? '').not.toContain('rel="next"')
    }
  }
  expect([...files.keys()].filter((path) => path.startsWith(BASE)).sort()).toEqual([...compared].sort())
  const others = [...files.keys()].filter((path) => /^\/(?:feeds|cards|badge)\//.test(path))
  for (const file of others) await compare(encodeURI(file), file)
  expect(others.length).toBeGreaterThan(100)
})

describe('a page of a copy', () => {
  test('has no form, no countdown, and no address that asks for something', () => {
    const faults = pagesIn(copy().files).filter((path) => {
      const $ = load(text(path))
      const asks = linksOf(text(path)).some((address) => address.includes('?'))
      return asks || $('form, [data-until]').length > 0 || /asOf=|cursor=/.test(text(path))
    })
    expect(faults).toEqual([])
  })

  test('says when it changed and where the state of the copy is, and loads the script for it', () => {
    for (const path of pagesIn(copy().files)) {
      const $ = load(text(path))
      if (path.startsWith('/embed/')) {
        expect([path, $('p.note time').first().attr('datetime')]).toEqual([path, COPY_CLOCK])
        continue
      }
      const times = $('footer [data-changed]')
      expect([path, times.length, times.attr('data-changed')]).toEqual([path, 1, COPY_CLOCK])
      expect(times.find('a[href="/status.json"]').length, path).toBe(1)
      expect($('script[src^="/assets/copy-state-"]').length, path).toBe(1)
      expect($('link:not([href]), script:not([src])').not('[type="application/ld+json"]').length, path).toBe(
        0,
      )
    }
  })

  test('leads to its JSON where that is a file', () => {
    const json = (path: string) => load(text(path))('link[type="application/json"]').attr('href')
    expect(json('/ipos/acme-foods/index.html')).toBe(`${BASE}/ipos/acme-foods.json`)
    expect(json('/ipos/closed/index.html')).toBe(`${BASE}/ipos/closed.json`)
    expect(json('/deals/M&M/index.html')).toBe(`${BASE}/deals/M&M.json`)
    expect(json('/scoreboard/mainboard/index.html')).toBe(`${BASE}/scoreboard/mainboard.json`)
  })

  test('leads to a live service, if there is one, where the copy has no file', async () => {
    const { dir } = await publishedCopy(ONE_ISSUE, { LIVE_URL: LIVE })
    const files = filesIn(dir)
    const links = pagesIn(files).flatMap((path) => linksOf(text(path, files)))
    expect(broken(links, files)).toEqual([])
    const written = pagesIn(files)
      .map((path) => text(path, files))
      .join('')
    expect(written).toContain(`href="${LIVE}/ipos?`)
    expect(JSON.parse(text('/status.json', files)).liveUrl).toBe(LIVE)
    expect(load(written)('form').length).toBe(0)
  })
})

describe('an issue', () => {
  test('whose slug is the name of a list keeps its files, and that list has none', () => {
    for (const slug of ['open', 'open-sme', 'page']) {
      expect(JSON.parse(text(`${BASE}/ipos/${slug}.json`)).ipo.slug).toBe(slug)
      expect(load(text(`/ipos/${slug}/index.html`))('h1').text()).toContain('Limited')
      expect(copy().files.has(`/ipos/${slug}/evidence/index.html`)).toBe(true)
    }
    const lists = status().answers.map(({ file }: Answered) => file)
    expect(lists).not.toContain(`${BASE}/ipos/open.json`)
    expect(lists).not.toContain(`${BASE}/ipos/open-sme.json`)
    expect(lists).toContain(`${BASE}/ipos/open/full.json`)
    expect(copy().files.has('/ipos/page/2/index.html')).toBe(true)
  })

  test('that was merged has its answers under both slugs, and its page is redirected', () => {
    const { files } = copy()
    const [merged, kept] = ['cedar-tools-ltd', 'cedar-tools'].map((slug) =>
      JSON.parse(text(`${BASE}/ipos/${slug}.json`)),
    )
    expect(merged.ipo.slug).toBe(kept.ipo.slug)
    const gone = slugsIn(files).find((slug) => !files.has(`/ipos/${slug}/index.html`))
    expect(['cedar-tools', 'cedar-tools-ltd']).toContain(gone)
    expect(text('/_redirects')).toContain(`/ipos/${gone}/ /ipos/${kept.ipo.slug}/ 301\n`)
    expect(text('/_redirects')).toContain(`/badge/${gone}.svg /badge/${kept.ipo.slug}.svg 301\n`)
    expect(text('/_nginx.conf')).toContain(
      `location = /ipos/${gone}/ { return 301 /ipos/${kept.ipo.slug}/; }\n`,
    )
  })
})

test('a month of the calendar keeps its address while it is the present one', () => {
  const month = COPY_CLOCK.slice(0, 7)
  const days = (path: string) => load(text(path))('main time').length
  expect(days(`/calendar/${month}/index.html`)).toBe(days('/calendar/index.html'))
  expect(days('/calendar/index.html')).toBeGreaterThan(0)
})

test('a share has files only under a symbol that every file system can hold', () => {
  const names = [...copy().files.keys()].flatMap(
    (path) => /^\/deals\/([^/]+)\/index\.html$/.exec(path)?.[1] ?? [],
  )
  expect(names.filter((name) => name !== 'days').sort()).toEqual([
    ...['A.B', 'ACME', 'BAJAJ-AUTO', 'CEDAR', 'M&M', 'PAST1'],
  ])
  expect(load(text('/deals/M&M/index.html'))('h1').text()).toContain('M&M')
})

test('the OpenAPI document passes the linter, and its addresses have no parameters', async () => {
  await expectLinted(text('/openapi.json'))
  const parameters = Object.values<Answered>(document().paths).flatMap(({ get }) => get.parameters ?? [])
  expect(parameters.filter((parameter: Answered) => parameter.in !== 'path')).toEqual([])
  expect(document().openapi).toMatch(/^3\.1/)
})
