import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { CheerioAPI } from 'cheerio/slim'
import { describe, expect, test } from 'vitest'
import { deal, gmp, ipo, listing } from '../../../test/support/lines.ts'
import { PYTHON, skipWithout } from '../../../test/support/needs.ts'
import { pageOf } from '../../../test/support/pages.ts'
import { startTestService, type TestService } from '../../../test/support/service.ts'
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
const OPERATIONS = [
  'listIpos',
  'getIpo',
  'getEvidence',
  'listDeals',
  'getScoreboard',
  'listSources',
  'listChanges',
]

const serve = (lines = LINES, env: Record<string, string> = { PUBLIC_URL: HERE }) =>
  startTestService({ now: NOW, lines, env })

const sectionOf = (id: string): string => `details:has(> summary > #${id})`

/** The texts of the elements that a selector finds. */
const textsOf = ($: CheerioAPI, selector: string): string[] =>
  $(selector)
    .map((_, each) => $(each).text())
    .get()

/** The path in a command line for the shell. */
const pathIn = (line: string | undefined): string =>
  /"https:\/\/ipo\.example([^"]*)"/.exec(line ?? '')?.[1] ?? ''

describe('the live example', () => {
  test.each(OPERATIONS)('of %s is the answer of its curl line, shortened', async (operationId) => {
    const service = await serve()
    const $ = await pageOf(service, '/developers')
    const section = sectionOf(operationId)
    const path = pathIn(textsOf($, `${section} .of-curl code`)[0])
    expect(path.startsWith(BASE)).toBe(true)
    expect(textsOf($, `${section} > pre`)).toEqual([cutShort(await service.json(path))])
    expect($(`${section} a[href="${path}"]`)).toHaveLength(1)
    expect($(`${section} a[href="/docs#${operationId}"]`)).toHaveLength(1)
  })

  test('of one IPO is of one that is open and quoted', async () => {
    const $ = await pageOf(await serve(), '/developers')
    expect(textsOf($, `${sectionOf('getIpo')} .of-curl code`)).toEqual([
      `curl "${HERE}${BASE}/ipos/acme-foods"`,
    ])
  })

  test('of one IPO is missing while there is none, with a note', async () => {
    const $ = await pageOf(await serve([deal('2026-01-14')]), '/developers')
    expect($(sectionOf('getIpo')).text()).toContain('no IPO is tracked')
    expect(textsOf($, `${sectionOf('listIpos')} > pre`)[0]).toContain('"ipos": []')
  })

  test('of an error is the answer of the service', async () => {
    const service = await serve()
    const $ = await pageOf(service, '/developers')
    const [line, answer] = textsOf($, '#errors ~ * pre, #errors ~ pre')
    const refused = await service.get(pathIn(line))
    expect(refused.status).toBe(400)
    expect(answer).toBe(cutShort(await refused.json()))
  })
})

describe('the requests to copy', () => {
  const run = promisify(execFile)

  /** The requests in a language, sent to this service. */
  async function requestsIn(language: string, service: TestService): Promise<string[]> {
    const $ = await pageOf(service, '/developers')
    const texts = textsOf($, `.of-${language} code`)
    expect(texts.length).toBeGreaterThan(OPERATIONS.length)
    return texts.map((text) => text.replaceAll(HERE, service.address))
  }

  test('have addresses with an answer, the same in every language', async () => {
    const service = await serve()
    const addresses: string[][] = []
    for (const language of ['curl', 'javascript', 'python'])
      addresses.push(
        (await requestsIn(language, service)).map((text) => /"(http[^"]+)"/.exec(text)?.[1] ?? ''),
      )
    const [curl = [], ...others] = addresses
    for (const other of others) expect(other).toEqual(curl)
    for (const address of new Set(curl)) expect((await fetch(address)).status, address).toBe(200)
  })

  test('run in JavaScript', async () => {
    const requests = await requestsIn('javascript', await serve())
    // Each in a block of its own, because they declare the same names.
    const module = requests.map((text) => `{\n${text}\n}`).join('\n')
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', module])
    expect(stdout).toMatch(/^acme foods Limited 47 false\n/)
    expect(stdout).toContain("slug: 'acme-foods'")
  })

  test('run in Python', async ({ skip }) => {
    skipWithout(skip, PYTHON)
    const requests = await requestsIn('python', await serve())
    const { stdout } = await run('python3', ['-c', requests.join('\n')], {
      env: { ...process.env, PYTHONIOENCODING: 'utf-8' },
    })
    expect(stdout).toMatch(/^acme foods Limited 47 False\n/)
    expect(stdout).toContain("'slug': 'acme-foods'")
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

test('shows a placeholder instead of the Host of the request, which a cache would keep', async () => {
  const service = await serve(LINES, {})
  const $ = await pageOf(service, '/developers')
  expect(textsOf($, '.of-curl code')[0]).toBe(`curl "https://YOUR-SERVER${BASE}/ipos?status=OPEN"`)
  expect($('.of-curl code').first().attr('data-origin')).toBe('https://YOUR-SERVER')
  expect(await (await service.get('/developers')).text()).not.toContain(service.address)
})

test('folds every endpoint, so that the page is short', async () => {
  const $ = await pageOf(await serve(), '/developers')
  expect($('details.folded').length).toBeGreaterThanOrEqual(OPERATIONS.length)
  expect($('details.folded[open]')).toHaveLength(0)
})
