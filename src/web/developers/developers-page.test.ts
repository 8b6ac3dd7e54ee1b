import type { CheerioAPI } from 'cheerio/slim'
import { describe, expect, test } from 'vitest'
import { deal, gmp, ipo, listing } from '../../../test/support/lines.ts'
import { pageOf, plain } from '../../../test/support/pages.ts'
import { startTestService } from '../../../test/support/service.ts'
import { BASE } from '../../request/paths.ts'
import { cutShort } from './cut-short.ts'

const NOW = '2026-01-15T06:00:00.000Z'
const HERE = 'https://ipo.example'
const LINES = [
  ipo('acme-foods', { openDate: '2026-01-13', closeDate: '2026-01-16', priceMax: 100 }),
  gmp('acme-foods', '2026-01-14', 45),
  gmp('acme-foods', '2026-01-15', 47),
  ipo('past-metals', {
    name: '</code><script>alert(1)</script>',
    openDate: '2026-01-02',
    closeDate: '2026-01-06',
    issuePrice: 100,
  }),
  gmp('past-metals', '2026-01-06', 10),
  listing('past-metals', '2026-01-09', 120),
  ...Array.from({ length: 101 }, (_, i) => deal('2026-01-14', { quantity: 1000 + i })),
]
const OPERATIONS = ['listIpos', 'getIpo', 'getEvidence', 'listDeals', 'getScoreboard', 'listSources']

const serve = (lines = LINES, env: Record<string, string> = { PUBLIC_URL: HERE }) =>
  startTestService({ now: NOW, lines, env })

const typedIn = ($: CheerioAPI, section: string): string[] =>
  $(section)
    .find('pre')
    .map((_, each) => $(each).text())
    .get()

/** The path in a command line for the shell. */
const pathIn = (line: string | undefined): string =>
  /"https:\/\/ipo\.example([^"]*)"/.exec(line ?? '')?.[1] ?? ''

describe('the live example', () => {
  test.each(OPERATIONS)('of %s is the answer of its curl line, shortened', async (operationId) => {
    const service = await serve()
    const $ = await pageOf(service, '/developers')
    const [line, answer] = typedIn($, `section:has(> #${operationId})`)
    const path = pathIn(line)
    expect(path.startsWith(BASE)).toBe(true)
    expect(answer).toBe(cutShort(await service.json(path)))
    expect($(`section:has(> #${operationId}) a[href="${path}"]`)).toHaveLength(1)
    expect($(`section:has(> #${operationId}) a[href="/docs#${operationId}"]`)).toHaveLength(1)
  })

  test('of one IPO is of one that is open and quoted', async () => {
    const $ = await pageOf(await serve(), '/developers')
    expect(typedIn($, 'section:has(> #getIpo)')[0]).toBe(`curl "${HERE}${BASE}/ipos/acme-foods"`)
  })

  test('of one IPO is missing while there is none, with a note', async () => {
    const $ = await pageOf(await serve([deal('2026-01-14')]), '/developers')
    expect($('section:has(> #getIpo)').text()).toContain('no IPO is tracked')
    expect(typedIn($, 'section:has(> #listIpos)')[1]).toContain('"ipos": []')
  })

  test('of an error is the answer of the service', async () => {
    const service = await serve()
    const $ = await pageOf(service, '/developers')
    const [line = '', answer] = $('#errors')
      .nextAll('pre')
      .map((_, each) => $(each).text())
      .get()
    const refused = await service.get(pathIn(line))
    expect(refused.status).toBe(400)
    expect(answer).toBe(cutShort(await refused.json()))
  })
})

test('has an ETag that gives a 304', async () => {
  const service = await serve()
  const $ = await pageOf(service, '/developers')
  const line = $('pre')
    .map((_, each) => $(each).text())
    .get()
    .find((text) => text.includes('If-None-Match'))
  const tag = /If-None-Match: ("[^"]+")/.exec(line ?? '')?.[1] ?? ''
  const answer = await service.get(pathIn(line), { 'if-none-match': tag })
  expect(answer.status).toBe(304)
})

test('shows how to continue a list', async () => {
  const $ = await pageOf(await serve(), '/developers')
  const walk = $('pre')
    .map((_, each) => $(each).text())
    .get()
    .find((text) => text.startsWith('GET '))
  expect(walk).toMatch(
    /^GET \/api\/public\/market\/deals\nX-Total-Count: 101\nLink: <https:\/\/ipo\.example\/.*\?cursor=\S+…>; rel="next"$/,
  )
})

test('shows names from outside as text', async () => {
  const service = await serve()
  const answer = await (await service.get('/developers')).text()
  expect(answer).toContain('&lt;script')
  expect(answer).not.toContain('<script>')
})

test('sets the address in the shell first when it is not known', async () => {
  const $ = await pageOf(await serve(LINES, {}), '/developers')
  const [setting, line] = $('pre')
    .map((_, each) => $(each).text())
    .get()
  expect(setting).toMatch(/^GREYMARK=http/)
  expect(line).toBe(`curl "$GREYMARK${BASE}/ipos?status=OPEN"`)
})

test.each(['#polling', '#walking', '#past', '#browsers', '#errors', '#terms'])(
  'has a section for %s, and the table of contents links to it',
  async (place) => {
    const $ = await pageOf(await serve(), '/developers')
    expect($(`h2${place}`)).toHaveLength(1)
    expect(plain($(`nav a[href="${place}"]`).text())).toBe(plain($(place).text()))
  },
)
