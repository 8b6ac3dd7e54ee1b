import { createHash } from 'node:crypto'
import { readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test, vi } from 'vitest'
import { byteRange } from '../src/feeds/downloads/daily-file-routes.ts'
import { answersAt } from './support/answers.ts'
import { quickClock, runHere } from './support/command-line.ts'
import { deal, gmp, ipo, listing, retraction, same, subscription } from './support/lines.ts'
import type { Line } from './support/record.ts'
import { type Answered, startTestService, type TestService, testServiceForAll } from './support/service.ts'
import { emptyStoreUrl, openStore, temporaryFolder } from './support/store.ts'

const FILE = '/downloads/dataset.ndjson.gz'
const ABOUT = '/downloads/dataset.json'
/** 11:30 in India; the day began there at 18:30 UTC of the day before. */
const NOW = '2026-01-28T06:00:00.000Z'
const MIDNIGHT = '2026-01-28T18:30:00.000Z'
const TOMORROW = '2026-01-29T06:00:00.000Z'

const DATED = { openDate: '2026-01-13', closeDate: '2026-01-15', issuePrice: 100, isin: null }
const LINES: Line[] = [
  ipo('alpha', DATED),
  ipo('beta', { ...DATED, board: 'SME' }),
  same('beta', 'alpha', { recordedAt: '2026-01-20T06:00:00.000Z' }),
  { fact: 'alias', slug: 'alpha', name: 'Älpha', source: 'operator' },
  gmp('alpha', '2026-01-14', 45.5, 'IPOWatch', { recordedAt: '2026-01-14T09:00:00.000Z', printed: '₹45.50' }),
  retraction(gmp('alpha', '2026-01-14', 45.5), { recordedAt: '2026-01-16T09:00:00.000Z' }),
  gmp('alpha', '2026-01-15', 40, 'Chittorgarh', { recordedAt: '2026-01-15T09:00:00.000Z' }),
  subscription('alpha', '2026-01-14T11:30:00.000Z', 'TOTAL', 3.256),
  listing('alpha', '2026-01-20', 131.5),
  deal('2026-01-21', { symbol: 'ZETA' }),
  deal('2026-01-21', { symbol: 'ZETA' }),
].map((line) => ({ recordedAt: '2026-01-22T06:00:00.000Z', ...line }))

/** A service whose lines were recorded yesterday. */
const FILLED = { now: TOMORROW, lines: LINES, linesAt: NOW }
const serve = (env = {}): Promise<TestService> => startTestService({ ...FILLED, env })

/** The same for tests that only read its files. */
const shared = testServiceForAll(FILLED)

/** What is served about the files of the next day, once they are complete; until then those before are. */
const aboutFrom = (service: TestService, day: string): Promise<Answered> =>
  vi.waitFor(
    async () => {
      const about = await service.json(ABOUT)
      expect(about.day).toBe(day)
      return about
    },
    { timeout: 300_000 },
  )

const bytesOf = async (service: TestService, headers = {}) =>
  Buffer.from(await (await service.get(FILE, headers)).arrayBuffer())
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

test('contains what was known when the day began, and lets readers check that it is complete', async () => {
  const service = await serve()
  await service.record(TOMORROW, [
    ipo('late'),
    deal('2026-01-10', { recordedAt: '2026-01-12T06:00:00.000Z' }),
  ])
  const about = await service.json(ABOUT)
  const bytes = await bytesOf(service)
  const content = gunzipSync(bytes)
  expect(about).toMatchObject({
    name: 'greymark-dataset-2026-01-29-1.ndjson.gz',
    day: '2026-01-29',
    asOf: MIDNIGHT,
    marketVersion: expect.stringMatching(/^1\b/),
    bytes: bytes.length,
    sha256: sha256(bytes),
    content: { bytes: content.length, sha256: sha256(content) },
    facts: LINES.length,
    kinds: { alias: 1, deal: 2, gmp: 2, ipo: 2, listing: 1, retraction: 1, same: 1, subscription: 1 },
    disclaimer: expect.stringContaining('unofficial'),
  })
  const validate = new Ajv2020().compile(await service.json(about.schema))
  const facts = content
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(facts.filter((fact) => !validate(fact))).toEqual([])
  expect(validate({ ...facts[0], more: 1 })).toBe(false)
  expect(validate({ ...facts[0], recordedAt: undefined })).toBe(false)
  expect(facts).toHaveLength(LINES.length)
})

test('imported into an empty store, gives the same answers at every moment', async () => {
  const service = shared()
  const file = join(temporaryFolder(), 'facts.ndjson')
  writeFileSync(file, gunzipSync(await bytesOf(service)))
  const url = await emptyStoreUrl()
  const ended = await runHere(['import', file], { env: { DATABASE_URL: url }, now: quickClock(TOMORROW) })
  expect(ended).toMatchObject({ code: 0, stderr: '' })
  const copy = await openStore(url)
  for (const moment of ['2026-01-15T12:00:00.000Z', '2026-01-21T00:00:00.000Z', MIDNIGHT])
    expect(await answersAt(copy, TOMORROW, moment)).toEqual(await answersAt(service.db, TOMORROW, moment))
})

test('is built once a day, identical in every process, and the previous one is removed', async () => {
  const folder = temporaryFolder()
  const service = await serve({ DOWNLOADS_DIR: folder })
  const first = await bytesOf(service)
  await service.record(TOMORROW, [ipo('late')])
  expect(await bytesOf(service)).toEqual(first)
  const other = await startTestService({
    now: TOMORROW,
    url: service.url,
    env: { DOWNLOADS_DIR: temporaryFolder() },
  })
  expect(await bytesOf(other)).toEqual(first)
  expect(await other.json(ABOUT)).toEqual(await service.json(ABOUT))
  const files = ['dataset', 'deals', 'files', 'gmp', 'ipos', 'scoreboard', 'subscription']
  const kindsIn = (day: string) =>
    readdirSync(folder)
      .filter((name) => name.includes(day))
      .map((name) => name.slice(0, name.indexOf('-')))
  expect([readdirSync(folder).length, kindsIn('-2026-01-29-1-')]).toEqual([7, files])
  writeFileSync(join(folder, 'dataset-2026-01-28-1-abc.json'), 'of an earlier release')
  const others = ['notes-2026-01-28.json', 'deals-2026-01-28.parquet', 'ipos-backup.json', 'gmp-old.parquet']
  for (const name of others) writeFileSync(join(folder, name), "the operator's")
  service.setNow('2026-01-30T06:00:00.000Z')
  expect((await aboutFrom(service, '2026-01-30')).facts).toBe(LINES.length + 1)
  expect([readdirSync(folder).length, kindsIn('-2026-01-30-2-')]).toEqual([7 + others.length, files])
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(others))
})

test('in a store that was empty when the day began, contains what was recorded before the first request', async () => {
  const env = { DOWNLOADS_DIR: temporaryFolder() }
  const service = await startTestService({ now: NOW, lines: LINES, env })
  const first = await service.json(ABOUT)
  expect(first).toMatchObject({ day: '2026-01-28', facts: LINES.length })
  expect(first.asOf > '2026-01-28T05:00:00.000Z' && first.asOf <= '2026-01-28T06:01:00.000Z').toBe(true)
  const LATER = '2026-01-28T07:00:00.000Z'
  service.setNow(LATER)
  await service.record(LATER, [ipo('late')])
  const other = await startTestService({ now: LATER, url: service.url, env })
  for (const one of [service, other]) expect(await one.json(ABOUT)).toEqual(first)
  service.setNow(TOMORROW)
  expect(await aboutFrom(service, '2026-01-29')).toMatchObject({ asOf: MIDNIGHT, facts: LINES.length + 1 })
})

test('is built again if somebody empties the folder', async () => {
  const folder = temporaryFolder()
  const service = await serve({ DOWNLOADS_DIR: folder })
  const bytes = await bytesOf(service)
  for (const name of readdirSync(folder)) rmSync(join(folder, name))
  expect(await bytesOf(service)).toEqual(bytes)
})

test.each<[string, (folder: string) => string]>([
  [
    'below a file',
    (folder) => {
      writeFileSync(join(folder, 'file'), '')
      return join(folder, 'file', 'below')
    },
  ],
  [
    'a link to itself',
    (folder) => {
      symlinkSync(join(folder, 'loop'), join(folder, 'loop'))
      return join(folder, 'loop')
    },
  ],
  ['without a place for new files', () => '/proc/self'],
])('is missing where it cannot be written (%s), without affecting anything else', async (_what, folderIn) => {
  const folder = folderIn(temporaryFolder())
  const service = await serve({ DOWNLOADS_DIR: folder, LOG_LEVEL: 'silent' })
  const answer = await service.get(ABOUT)
  expect([answer.status, (await answer.json()).error.code]).toEqual([503, 'UNAVAILABLE'])
  expect((await service.get('/downloads/ipos.csv')).status).toBe(200)
})

test('can be downloaded in ranges, and not twice', async () => {
  const service = shared()
  const whole = await service.get(FILE)
  const etag = whole.headers.get('etag') ?? ''
  const bytes = Buffer.from(await whole.arrayBuffer())
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    'content-type': 'application/gzip',
    'content-length': String(bytes.length),
    'content-disposition': 'attachment; filename="greymark-dataset-2026-01-29-1.ndjson.gz"',
    'accept-ranges': 'bytes',
    'repr-digest': `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`,
    'cache-control': expect.stringContaining('max-age=3600'),
    'access-control-allow-origin': '*',
  })
  const rest = await service.get(FILE, { range: 'bytes=100-', 'if-range': etag })
  expect([rest.status, rest.headers.get('content-range')]).toEqual([
    206,
    `bytes 100-${bytes.length - 1}/${bytes.length}`,
  ])
  expect(rest.headers.get('access-control-expose-headers')).toContain('Accept-Ranges, Content-Range')
  expect(Buffer.from(await rest.arrayBuffer())).toEqual(bytes.subarray(100))
  expect((await service.get(FILE, { range: 'bytes=100-', 'if-range': '"old"' })).status).toBe(200)
  expect((await service.get(FILE, { range: 'bytes=9999999-' })).status).toBe(416)
  expect((await service.get(FILE, { 'if-none-match': etag })).status).toBe(304)
  const head = await fetch(`${service.address}${FILE}`, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)])
})

test('lists the tables of the day with their sizes and hashes', async () => {
  const service = shared()
  const { tables } = await service.json(ABOUT)
  expect(tables.map(({ table, rows }: Answered) => [table, rows])).toEqual([
    ['ipos', 1],
    ['gmp', 1],
    ['subscription', 1],
    ['deals', 2],
    ['scoreboard', 1],
  ])
  for (const { table, name, path, bytes, sha256: hash } of tables) {
    expect([name, path]).toEqual([`greymark-${table}-2026-01-29-1.parquet`, `/downloads/${table}.parquet`])
    const body = Buffer.from(await (await service.get(path)).arrayBuffer())
    expect([body.length, sha256(body)]).toEqual([bytes, hash])
  }
})

test('a fact that is imported later with an earlier time is in CSV at once, and in the next table of a day', async () => {
  const service = await serve()
  await service.record(TOMORROW, [deal('2026-01-10', { recordedAt: '2026-01-12T06:00:00.000Z' })])
  const rowsOf = async (path: string) => (await service.get(path)).headers.get('x-total-count')
  const csv = await (await service.get(`/downloads/deals.csv?asOf=${MIDNIGHT}`)).text()
  expect([csv.trim().split('\r\n').length - 1, await rowsOf('/downloads/deals.parquet')]).toEqual([3, '2'])
  service.setNow('2026-01-30T06:00:00.000Z')
  await aboutFrom(service, '2026-01-30')
  expect(await rowsOf('/downloads/deals.parquet')).toBe('3')
})

test('a table of the day is sent whole or in ranges, and takes no parameters', async () => {
  const service = shared()
  const path = '/downloads/ipos.parquet'
  const whole = await service.get(`${path}?board=sme&asOf=2026-01-15T12:00:00Z`)
  const bytes = Buffer.from(await whole.arrayBuffer())
  const etag = `"${sha256(bytes)}"`
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    etag,
    'content-type': 'application/vnd.apache.parquet',
    'content-length': String(bytes.length),
    'content-disposition': 'attachment; filename="greymark-ipos-2026-01-29-1.parquet"',
    'accept-ranges': 'bytes',
    'last-modified': new Date(TOMORROW).toUTCString(),
    'repr-digest': `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`,
    'x-ignored-parameters': 'board, asOf',
    'x-total-count': '1',
    'access-control-allow-origin': '*',
  })
  const end = await service.get(path, { range: 'bytes=-8', 'if-range': etag })
  expect([end.status, end.headers.get('content-range')]).toEqual([
    206,
    `bytes ${bytes.length - 8}-${bytes.length - 1}/${bytes.length}`,
  ])
  expect(Buffer.from(await end.arrayBuffer()).toString('latin1')).toMatch(/PAR1$/)
  const statuses = [
    { range: 'bytes=0-3', 'if-range': '"old"' },
    { range: 'bytes=9999999-' },
    { 'if-none-match': etag },
  ]
  expect(await Promise.all(statuses.map(async (one) => (await service.get(path, one)).status))).toEqual([
    200, 416, 304,
  ])
  const head = await fetch(`${service.address}${path}`, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)])
})

test.each(['bytes=0-9', 'bytes=9999999-'])('HEAD ignores Range: %s', async (range) => {
  const service = shared()
  const bytes = await bytesOf(service)
  const head = await fetch(`${service.address}${FILE}`, { method: 'HEAD', headers: { range } })
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)])
  expect(head.headers.get('content-range')).toBeNull()
})

test.each<[string | undefined, ReturnType<typeof byteRange>]>([
  [undefined, undefined],
  ['bytes=0-9', { first: 0, last: 9 }],
  ['bytes=90-', { first: 90, last: 99 }],
  ['bytes=90-1000', { first: 90, last: 99 }],
  ['bytes=-10', { first: 90, last: 99 }],
  ['bytes=-1000', { first: 0, last: 99 }],
  ['bytes=100-', null],
  ['bytes=-0', null],
  ['bytes=9-3', undefined],
  ['bytes=0-1,5-6', undefined],
  ['lines=1-2', undefined],
  ['bytes=-', undefined],
])('of 100 bytes, "%s" requests %j', (header, expected) => {
  expect(byteRange(header, 100)).toEqual(expected)
})
