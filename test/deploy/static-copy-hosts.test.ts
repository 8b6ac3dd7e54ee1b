import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { redirectsFile } from '../../src/static-copy/host-files.ts'
import { ipo, same } from '../support/lines.ts'
import { NGINX, needs } from '../support/needs.ts'
import { COPY_CLOCK, COPY_URL, FEW_ISSUES, fileAt, publishedForAll } from '../support/published-copy.ts'
import { BASE, type RawAnswer, requestRaw } from '../support/raw-request.ts'
import { startTestService } from '../support/service.ts'
import { startNginxOn } from './nginx-in-front.ts'

const copy = publishedForAll([
  ...FEW_ISSUES,
  ipo('cedar-works', { openDate: '2026-01-08', closeDate: '2026-01-12' }),
  same('cedar-works', 'cedar-tools'),
])
const text = (path: string) => String(copy().files.get(path))
/** The slug that leads to the other one, and that one. */
const [GONE, KEPT] = ['cedar-works', 'cedar-tools']

/** An address of the service, and the one of its file. */
const PLACES: readonly (readonly [address: string, file: string])[] = [
  ['/', '/'],
  ['/ipos', '/ipos/'],
  ['/ipos/acme-foods', '/ipos/acme-foods/'],
  ['/ipos/acme-foods/evidence', '/ipos/acme-foods/evidence/'],
  ['/accuracy', '/accuracy/'],
  ['/embed/acme-foods', '/embed/acme-foods/'],
  ['/badge/acme-foods.svg', '/badge/acme-foods.svg'],
  ['/cards/today.png', '/cards/today.png'],
  ['/client.js', '/client.js'],
  ['/openapi.json', '/openapi.json'],
  ['/sitemap.xml', '/sitemap.xml'],
  ['/robots.txt', '/robots.txt'],
  ['/favicon.svg', '/favicon.svg'],
  ['/search/names.json', '/search/names.json'],
  ['/feeds/changes.atom', '/feeds/changes.atom'],
  ['/feeds/calendar.ics', '/feeds/calendar.ics'],
  ['/downloads/ipos.csv', '/downloads/ipos.csv'],
  ['/downloads/ipos.ndjson', '/downloads/ipos.ndjson'],
  ['/downloads/ipos.parquet', '/downloads/ipos.parquet'],
  ['/downloads/ipos.csv-metadata.json', '/downloads/ipos.csv-metadata.json'],
  ['/downloads/dataset.json', '/downloads/dataset.json'],
  [BASE, `${BASE}/index.json`],
  [`${BASE}/ipos`, `${BASE}/ipos.json`],
  [`${BASE}/ipos/acme-foods`, `${BASE}/ipos/acme-foods.json`],
  [`${BASE}/ipos/acme-foods/evidence`, `${BASE}/ipos/acme-foods/evidence.json`],
]
/** It matters on pages alone. */
const POLICY = 'content-security-policy'
const SAME_HEADERS = [
  ...['content-type', POLICY, 'x-content-type-options', 'referrer-policy'],
  ...['access-control-allow-origin', 'cross-origin-resource-policy'],
]

/** Some types have several names, and the tables of nginx have others than we. */
const OTHER_NAMES: readonly (readonly [from: RegExp, to: string])[] = [
  [/^application\/javascript/, 'text/javascript'],
  [/^text\/xml.*/, 'application/xml; charset=utf-8'],
  [/^(image\/svg\+xml);.*/, '$1'],
  [/^text\/csv; charset=utf-8$/, 'text/csv; charset=utf-8; header=present'],
]
const withOurTypes = ({ status, headers }: RawAnswer): Pick<RawAnswer, 'status' | 'headers'> => ({
  status,
  headers: {
    ...headers,
    'content-type': OTHER_NAMES.reduce(
      (type, [from, to]) => type.replace(from, to),
      headers['content-type'] ?? '',
    ),
  },
})

describe('nginx with the file of a copy', () => {
  needs(NGINX)
  const at = () => startNginxOn(copy().dir)

  test('sends at the addresses of the service what is at those of the files, with the headers of the service', async () => {
    const address = await at()
    const live = await startTestService({ url: copy().url, now: COPY_CLOCK, env: { PUBLIC_URL: COPY_URL } })
    const faults: unknown[] = []
    for (const [original, file] of PLACES) {
      const asked = await requestRaw(live.address, original)
      const [atOriginal, atFile] = [await requestRaw(address, original), await requestRaw(address, file)]
      const isPage = file.endsWith('/')
      for (const answer of [atOriginal, atFile].map(withOurTypes)) {
        if (answer.status !== 200) faults.push([original, answer.status])
        for (const name of SAME_HEADERS)
          if (answer.headers[name] !== asked.headers[name] && (isPage || name !== POLICY))
            faults.push([original, name, answer.headers[name], asked.headers[name]])
      }
      expect(atOriginal.body.equals(atFile.body), original).toBe(true)
    }
    expect(faults.map((fault) => JSON.stringify(fault))).toEqual([])
  })

  test('says what is missing, to programs in JSON that every page may read', async () => {
    const address = await at()
    const page = await requestRaw(address, '/ipos/no-such-issue')
    expect([page.status, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    expect(page.body.equals(copy().files.get('/404.html') as Buffer)).toBe(true)
    for (const path of [`${BASE}/ipos/no-such-issue`, `${BASE}/changes.json`, `${BASE}/ipos/acme-foods/`]) {
      const { status, headers, body } = await requestRaw(address, path)
      expect([path, status, headers['access-control-allow-origin']]).toEqual([path, 404, '*'])
      expect([headers['content-type'], JSON.parse(String(body)).ok]).toEqual([
        'application/json; charset=utf-8',
        false,
      ])
    }
  })

  test('leads from merged issues to the one that has their facts', async () => {
    const address = await at()
    for (const part of ['', '/evidence'])
      for (const slash of ['', '/']) {
        const { status, headers } = await requestRaw(address, `/ipos/${GONE}${part}${slash}`)
        expect(status).toBe(301)
        expect(new URL(headers.location ?? '', address).pathname).toBe(`/ipos/${KEPT}${part}/`)
      }
    expect((await requestRaw(address, `${BASE}/ipos/${GONE}`)).status).toBe(200)
    expect((await requestRaw(address, '/favicon.ico')).status).toBe(301)
  })

  test('gives each kind of file its lifetime, and the state of the copy none', async () => {
    const address = await at()
    const lifetime = async (path: string) => (await requestRaw(address, path)).headers['cache-control']
    expect(await lifetime('/status.json')).toBe('no-cache')
    expect(await lifetime('/ipos/')).toBe('public, max-age=60')
    expect(await lifetime(`${BASE}/ipos.json`)).toBe('public, max-age=60')
    const manifest = await requestRaw(address, '/manifest.webmanifest')
    expect(manifest.headers['content-type']).toBe('application/manifest+json')
    const asset = [...copy().files.keys()].find((path) => path.startsWith('/assets/')) ?? ''
    expect(await lifetime(asset)).toBe('public, max-age=31536000, immutable')
  })

  test('keeps its own files to itself, and lets embedded pages alone be framed', async () => {
    const address = await at()
    for (const path of ['/_headers', '/_redirects', '/_nginx.conf'])
      expect((await requestRaw(address, path)).status).toBe(404)
    const ancestors = async (path: string) =>
      /frame-ancestors ([^;]*)/.exec(String((await requestRaw(address, path)).headers[POLICY]))?.[1]
    expect(await ancestors('/embed/acme-foods/')).toBe('*')
    expect(await ancestors('/ipos/acme-foods/')).toBe("'none'")
  })

  test('compresses text', async () => {
    const address = await at()
    for (const path of ['/ipos/', `${BASE}/ipos.json`, '/feeds/calendar.ics', '/downloads/ipos.csv']) {
      const { headers, body } = await requestRaw(address, path, { headers: { 'accept-encoding': 'gzip' } })
      expect([path, headers['content-encoding'], headers.vary]).toEqual([path, 'gzip', 'Accept-Encoding'])
      expect(gunzipSync(body).equals((await requestRaw(address, path)).body)).toBe(true)
    }
  })
})

/** The rules of a file of headers: patterns with the names of their headers. */
const headerRules = (): (readonly [pattern: string, names: string[]])[] =>
  text('/_headers')
    .trim()
    .split('\n\n')
    .map((rule) => rule.split('\n'))
    .map(([pattern = '', ...lines]) => [pattern, lines.map((line) => line.trim().split(':', 1)[0] ?? '')])

const matches = (pattern: string, path: string): boolean =>
  pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern

describe('the files for other hosts', () => {
  test('give no address a header twice, by at most 100 rules of 2,000 characters', () => {
    const rules = headerRules()
    expect(rules.length).toBeLessThanOrEqual(100)
    expect(
      Math.max(
        ...text('/_headers')
          .split('\n')
          .map(({ length }) => length),
      ),
    ).toBeLessThan(2000)
    const twice = [...copy().files.keys()].flatMap((file) => {
      const names = rules.flatMap(([pattern, names]) =>
        matches(pattern, file.replace(/index\.html$/, '')) ? names : [],
      )
      return new Set(names).size < names.length ? [[file, ...names]] : []
    })
    expect(twice).toEqual([])
  })

  test('lead from each address of the service to its file', () => {
    const rules = text('/_redirects')
      .trim()
      .split('\n')
      .map((line) => line.split(' '))
    for (const [from = '', to = '', status] of rules) {
      expect(['200', '301']).toContain(status)
      if (!from.includes(':')) expect([from, fileAt(copy().files, to) !== undefined]).toEqual([from, true])
      expect(copy().files.has(from), from).toBe(false)
    }
    for (const [original, file] of PLACES.filter(
      ([, file]) => file.startsWith(BASE) && !file.endsWith('evidence.json'),
    ))
      expect(rules).toContainEqual([original, file, '200'])
    expect(rules).toContainEqual([`/ipos/${GONE}`, `/ipos/${KEPT}/`, '301'])
  })

  test('name the lists and the newest of too many issues', () => {
    const answer = (path: string) => ({ path, query: {}, file: `${path}.json` })
    const issues = Array.from(
      { length: 3000 },
      (_, i) => `${BASE}/ipos/a-slug-of-the-usual-length-${3000 - i}`,
    )
    const file = redirectsFile({
      merged: [['old', 'new']],
      addresses: [
        ...issues.map((at) => ({ address: at, at: `${at}.json`, answer: answer(`${BASE}/ipos/{slug}`) })),
        { address: `${BASE}/ipos`, at: `${BASE}/ipos.json`, answer: answer(`${BASE}/ipos`) },
      ],
    })
    const lines = file.trim().split('\n')
    expect(file.length).toBeLessThanOrEqual(100_000)
    expect(lines.length).toBeLessThanOrEqual(2001)
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(1000)
    expect(file).toContain(`${BASE}/ipos ${BASE}/ipos.json 200\n`)
    expect(file).toContain(`${issues[0]} ${issues[0]}.json 200\n`)
    expect(file).not.toContain(`${issues.at(-1)} `)
    expect(lines.filter((line) => line.includes(':'))).toHaveLength(1)
  })
})
