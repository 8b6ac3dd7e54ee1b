import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvRows } from '../src/feeds/downloads/download-text.ts'
import { column } from '../src/reports/downloads/download-rows.ts'
import { DOWNLOADS } from '../src/request/downloads.ts'
import { deal, gmp, holiday, ipo, listing, retraction, same, subscription } from './support/lines.ts'
import type { Line } from './support/record.ts'
import { type Answered, startTestService, type TestService } from './support/service.ts'

const API = '/api/public/market'
const NOW = '2026-01-28T06:00:00.000Z'
const LATER = '2026-01-28T07:00:00.000Z'

const DATED = { openDate: '2026-01-13', closeDate: '2026-01-15', priceMax: 100, issuePrice: 100 }
/** What a source prints beside its quote. */
const BESIDE = { printedLow: 20, printedHigh: 45.5, subjectToSauda: 7600 }
const LINES: Line[] = [
  ipo('acme', { ...DATED, exchanges: ['NSE', 'BSE'] }),
  ipo('acme-2026'),
  same('acme-2026', 'acme', { recordedAt: NOW }),
  ipo('zeta', { ...DATED, board: 'SME', name: '=Zeta, "Foods"' }),
  ipo('gone', { ...DATED, withdrawn: true }),
  gmp('acme', '2026-01-14', 45.5, 'IPOWatch', {
    printed: '₹45.50',
    reportedAt: '2026-01-14T08:10:00.000Z',
    ...BESIDE,
  }),
  gmp('acme', '2026-01-14', 40, 'Chittorgarh'),
  gmp('acme-2026', '2026-01-13', 30, 'IPO Ji', { printed: '+30' }),
  gmp('zeta', '2026-01-15', -5, 'IPOWatch', { recordedAt: '2026-01-15T09:00:00.000Z' }),
  retraction(gmp('zeta', '2026-01-15', -5), { recordedAt: '2026-01-16T09:00:00.000Z' }),
  gmp('zeta', '2026-01-15', -6, 'IPOWatch', { recordedAt: '2026-01-17T09:00:00.000Z' }),
  gmp('gone', '2026-01-14', 1),
  subscription('acme', '2026-01-14T18:29:00.000Z', 'TOTAL', 3.256),
  subscription('acme', '2026-01-14T18:30:00.000Z', 'QIB', 2, { book: 'NSE' }),
  listing('acme', '2026-01-20', 131.5),
  deal('2026-01-20'),
  deal('2026-01-21', { clientName: '@FUND "A", B', dealType: 'SELL', exchange: 'BSE' }),
]

const serve = (lines = LINES, env = {}) => startTestService({ now: NOW, lines, env })

/** The rows of a file as an independent parser reads them: every cell a text. */
const readCsv = (text: string): Record<string, string>[] =>
  parse(text, { columns: true, record_delimiter: '\r\n' })

async function csv(service: TestService, path: string) {
  return readCsv(await (await service.get(`/downloads/${path}`)).text())
}

async function ndjson(service: TestService, path: string): Promise<Answered[]> {
  const text = await (await service.get(`/downloads/${path}`)).text()
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))
}

/** A row of an answer as tables have it: days without a time. */
const withDays = (row: object): object =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      /Date$/.test(name) && value !== null ? value.slice(0, 10) : value,
    ]),
  )

test('a day has no time in a table, whatever form the endpoints give it', async () => {
  const service = await serve()
  for (const [table, path, ...names] of [
    ['ipos', 'ipos', 'openDate', 'closeDate'],
    ['deals', 'deals', 'tradeDate'],
  ] as const) {
    const { [path]: answered } = await service.json(`${API}/${path}`)
    const { tableSchema } = await service.json(`/downloads/${table}.csv-metadata.json`)
    const [cells, rows] = [await csv(service, `${table}.csv`), await ndjson(service, `${table}.ndjson`)]
    for (const name of names) {
      expect(answered[0][name]).toMatch(/^\d{4}-\d\d-\d\dT00:00:00.000Z$/)
      const days = answered.map((one: Answered) => one[name]?.slice(0, 10) ?? null)
      expect(rows.map((row) => row[name])).toEqual(days)
      expect(cells.map((row) => row[name] || null)).toEqual(days)
      expect(tableSchema.columns.find((one: Answered) => one.name === name).datatype).toBe('date')
    }
  }
})

/** Enough earlier listings for one with a range. */
const EARLIER: Line[] = Array.from({ length: 51 }, (_, i) => {
  const [day, next] = [i === 50 ? 12 : 5, i === 50 ? 14 : 8].map(
    (d) => `2026-01-${String(d).padStart(2, '0')}`,
  )
  const recordedAt = `${day}T04:00:00.000Z`
  const slug = `earlier-${i}`
  return [
    ipo(slug, { openDate: day, closeDate: day, listingDate: next, issuePrice: 100, recordedAt }),
    gmp(slug, String(day), 10, 'IPOWatch', { recordedAt }),
    listing(slug, String(next), 100 + i, { recordedAt: `${next}T06:00:00.000Z` }),
  ]
}).flat()

test('both formats have the same rows under the described columns', async () => {
  const service = await serve([...LINES, ...EARLIER])
  for (const { name, columns } of DOWNLOADS) {
    const names = columns.map((column) => column.name)
    const [first, ...rest] = await ndjson(service, `${name}.ndjson`)
    expect(Object.keys(first)).toEqual(names)
    const cells = await csv(service, `${name}.csv`)
    expect(cells).toHaveLength(rest.length + 1)
    expect(Object.keys(cells[0] ?? {})).toEqual(names)
    const described = await service.json(`/downloads/${name}.csv-metadata.json`)
    expect(described.tableSchema.columns.map((column: Answered) => column.name)).toEqual(names)
    for (const [column, value] of Object.entries(first))
      if (typeof value !== 'object') expect(cells[0]?.[column]?.replace(/^'@/, '@')).toBe(String(value))
      else if (value === null) expect(cells[0]?.[column]).toBe('')
  }
})

test('the rows are those of the API, with the same filters', async () => {
  const service = await serve()
  const { ipos } = await service.json(`${API}/ipos`)
  expect(await ndjson(service, 'ipos.ndjson')).toEqual(
    ipos.map((one: object) => expect.objectContaining(withDays(one))),
  )
  expect((await csv(service, 'ipos.csv?board=mainboard'))[0]).toMatchObject({ exchanges: 'NSE BSE' })
  expect(await csv(service, 'ipos.csv?q=ZETA&status=closed')).toHaveLength(1)
  const { deals } = await service.json(`${API}/deals`)
  const all = await ndjson(service, 'deals.ndjson')
  expect(all).toEqual(deals.map((one: object) => expect.objectContaining(withDays(one))))
  expect(await csv(service, 'deals.csv?client=fund "A"&exchange=bse')).toHaveLength(1)
  expect(await csv(service, `deals.csv?clientName=${encodeURIComponent('@FUND "A", B')}`)).toHaveLength(1)
  expect(await csv(service, `deals.csv?clientName=${encodeURIComponent('@fund "A", B')}`)).toHaveLength(0)
  expect(await csv(service, 'deals.csv?to=2026-01-20')).toHaveLength(1)
  const head = await fetch(`${service.address}/downloads/deals.csv?symbol=acme`, { method: 'HEAD' })
  expect([head.status, head.headers.get('x-total-count')]).toEqual([200, '2'])
})

test('the accuracy has the figures of the API, whole and in groups', async () => {
  const service = await serve([...LINES, ...EARLIER])
  const { median, sources } = await service.json(`${API}/accuracy?horizon=last`)
  const rows = await ndjson(service, 'accuracy.ndjson?horizon=last&group=all')
  expect(rows.map(({ source, n, meanAbsErrorPp }) => [source, n, meanAbsErrorPp])).toEqual(
    [{ source: null, ...median }, ...sources].map(({ source, horizons }) => {
      const { n, meanAbsErrorPp } = horizons.find((one: Answered) => one.horizon === 'last')
      return [source, n, meanAbsErrorPp]
    }),
  )
  const parts = await ndjson(service, 'accuracy.ndjson?horizon=last&source=ipowatch&group=board,year,size')
  const own = sources.find(({ source }: Answered) => source === 'IPOWatch')
  const expected = [median, own].flatMap(({ byBoard, byYear, bySize }) => [...byBoard, ...byYear, ...bySize])
  expect(parts).toEqual(
    expected.map(({ board = null, year = null, from = null, to = null, n, biasPp, biasInterval }) =>
      expect.objectContaining({ board, year, from, to, n, biasPp, biasPpLow: biasInterval?.low ?? null }),
    ),
  )
  expect(parts.length).toBeGreaterThan(6)
})

test('the row of an IPO has all of its full answer: listing day, days that are due, applications and range', async () => {
  const whole = { high: 140, low: 128.5, close: 137.2, volume: 12_500, deliveredPct: 58.31 }
  const closed = { openDate: '2026-01-23', closeDate: '2026-01-27', priceMin: 95, priceMax: 99, lotSize: 150 }
  const lines = [
    ...EARLIER,
    ipo('acme', DATED),
    listing('acme', '2026-01-20', 131.5, whole),
    ipo('due', closed),
    gmp('due', '2026-01-27', 10),
    subscription('due', '2026-01-27T05:00:00.000Z', 'RII', 4, {
      sharesOffered: 300_000,
      sharesBid: 1_200_000,
    }),
    holiday('2026-01-30'),
  ]
  const service = await serve(lines)
  const rows = await ndjson(service, 'ipos.ndjson')
  const { ipos } = await service.json(`${API}/ipos?detail=full&limit=200`)
  expect(rows).toHaveLength(ipos.length)
  const { application, minAmount, range80, chances } = ipos[0]
  expect(application[0]).toMatchObject({ category: 'RII', minAmount: 14_850 })
  expect(rows[0]).toMatchObject({
    ...{ slug: 'due', listingHigh: null, listingVolume: null, application, minAmount },
    ...{ expectedAllotmentDate: '2026-01-28', expectedCreditDate: '2026-01-29' },
    ...{ expectedListingDate: '2026-02-02', lastGmpDay: '2026-01-27', lastGmpOwners: 1 },
    range80LowPct: range80.lowPct,
    range80HighPct: range80.highPct,
    range80Listings: 51,
    range80Judged: range80.judged,
    range80HeldPct: range80.heldPct,
    chances,
  })
  expect(chances).toMatchObject([{ category: 'RII', chance: 0.25, allotments: 2_000 }])
  expect((await service.json(`${API}/ipos/due`)).ipo.chances).toEqual(chances)
  expect(rows.find(({ slug }) => slug === 'acme')).toMatchObject({
    ...{ listingHigh: 140, listingLow: 128.5, listingClose: 137.2, listingVolume: 12_500 },
    ...{ listingDeliveredPct: 58.31, listingAtLimit: null, expectedListingDate: null },
    ...{
      application: [],
      minAmount: null,
      lastGmpDay: null,
      lastGmpOwners: 0,
      range80LowPct: null,
      chances: [],
    },
  })
  const [first] = await csv(service, 'ipos.csv?q=due')
  expect(JSON.parse(first?.application ?? '')).toEqual(application)
  expect(JSON.parse(first?.chances ?? '')).toEqual(chances)
})

test('a reading of subscription has the printed numbers', async () => {
  const counted = { sharesOffered: 300_000, sharesBid: 960_000, applications: 5120, book: 'NSE' }
  const service = await serve([
    ipo('acme', DATED),
    subscription('acme', '2026-01-14T11:30:00.000Z', 'QIB', 3.2, counted),
    { ...subscription('acme', '2026-01-14T11:30:00.000Z', 'RII', 0), timesSub: null, applications: 40 },
  ])
  const rows = await ndjson(service, 'subscription.ndjson')
  expect(rows).toMatchObject([
    { category: 'QIB', timesSub: 3.2, ...counted },
    { category: 'RII', timesSub: null, sharesOffered: null, sharesBid: null, applications: 40 },
  ])
})

test('a listing has one range for each horizon, from the listings before', async () => {
  const service = await serve(EARLIER)
  const rows = await ndjson(service, 'ranges.ndjson')
  expect(rows.map(({ slug, horizon }) => [slug, horizon])).toEqual([
    ['earlier-50', 'close'],
    ['earlier-50', 'last'],
  ])
  expect(rows[0]).toEqual({
    slug: 'earlier-50',
    name: rows[0].name,
    board: 'MAINBOARD',
    horizon: 'close',
    predictedAt: '2026-01-12T11:30:00.000Z',
    listedOn: '2026-01-14',
    impliedPct: 10,
    lowPct: 4,
    highPct: 45,
    actualPct: 50,
    atLimit: null,
    held: false,
    listings: 50,
    basis: 'size',
  })
  expect(await csv(service, 'ranges.csv?horizon=last')).toHaveLength(1)
  expect(await csv(service, 'ranges.csv?board=sme')).toEqual([])
  expect(await csv(service, 'ranges.csv?asOf=2026-01-13T00:00:00Z')).toEqual([])
  const { ranges } = await service.json(`${API}/calibration`)
  expect(ranges[3]).toMatchObject({ horizon: 'close', overall: { n: 51, judged: 1, held: 0, heldPct: 0 } })
})

test('every unretracted report is included, under the IPO that it counts for', async () => {
  const service = await serve()
  const reports = await ndjson(service, 'gmp.ndjson')
  expect(reports.map(({ slug, observedAt, gmp: amount }) => [slug, observedAt, amount])).toEqual([
    ['acme', '2026-01-13', 30],
    ['acme', '2026-01-14', 45.5],
    ['acme', '2026-01-14', 40],
    ['gone', '2026-01-14', 1],
    ['zeta', '2026-01-15', -6],
  ])
  expect(reports[1]).toMatchObject({
    source: 'IPOWatch',
    owner: 'IPOWatch',
    reportedAt: '2026-01-14T08:10:00.000Z',
    printed: '₹45.50',
    unofficial: true,
    ...BESIDE,
  })
  expect(reports[2]).toMatchObject({ printedLow: null, printedHigh: null, subjectToSauda: null })
  expect(reports[2].owner).toBe('Chittorgarh group')
  const then = await ndjson(service, 'gmp.ndjson?board=sme&asOf=2026-01-15T10:00:00Z')
  expect(then).toEqual([])
  expect(await csv(service, 'gmp.csv?slug=acme-2026&from=2026-01-14')).toHaveLength(2)
  expect((await service.get('/downloads/gmp.csv?slug=acne')).status).toBe(404)
  const readings = await ndjson(service, 'subscription.ndjson?to=2026-01-14')
  expect(readings).toMatchObject([{ slug: 'acme', category: 'TOTAL', timesSub: 3.26, book: 'ALL' }])
})

test('wrong parameters are refused as by the API, and unknown ones are named', async () => {
  const service = await serve()
  for (const query of [
    'from=2026-02-30',
    'from=2026-02-01&to=2026-01-01',
    'kind=HUGE',
    'asOf=2027-01-01T00:00:00Z',
  ]) {
    const answer = await service.get(`/downloads/deals.csv?${query}`)
    expect([answer.status, (await answer.json()).error.code]).toEqual([400, 'INVALID_PARAMETER'])
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  }
  const answer = await service.get('/downloads/scoreboard.csv?limit=3')
  expect(answer.headers.get('x-ignored-parameters')).toBe('limit')
  const missing = await service.get('/downloads/nothing.csv')
  expect([missing.status, (await missing.json()).error.code]).toEqual([404, 'NOT_FOUND'])
})

test('a file is named after its day and version, compressed on request, and not sent twice', async () => {
  const service = await serve()
  const plain = await service.get('/downloads/ipos.csv')
  expect(Object.fromEntries(plain.headers)).toMatchObject({
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': 'attachment; filename="greymark-ipos-2026-01-28-1.csv"',
    'x-market-version': expect.stringMatching(/^1\b/),
    'cache-control': expect.stringContaining('max-age=60'),
    link: expect.stringContaining('</downloads/ipos.csv-metadata.json>; rel="describedby"'),
    'access-control-allow-origin': '*',
  })
  const etag = plain.headers.get('etag') ?? ''
  expect((await service.get('/downloads/ipos.csv', { 'if-none-match': etag })).status).toBe(304)
  const packed = await fetch(`${service.address}/downloads/ipos.csv`, {
    headers: { 'accept-encoding': 'gzip' },
  })
  expect(packed.headers.get('content-encoding')).toBe('gzip')
  expect(await packed.text()).toBe(await plain.text())
  await service.record(LATER, [ipo('new')])
  service.setNow(LATER)
  expect((await service.get('/downloads/ipos.csv', { 'if-none-match': etag })).status).toBe(200)
})

test('any text is read back from a cell unchanged, and none is executed by a spreadsheet', () => {
  const start = fc.constantFrom('=', '+', '-', '@', "'=", "'", '＝', '', '"', ' ', '-5', '+5%')
  const text = fc
    .tuple(start, fc.string({ unit: fc.constantFrom(...'=+-@\'",\r\n a1₹🚀') }))
    .map((two) => two.join(''))
  const [a, b] = [column('a', 'text', ''), column('b', 'text', '')]
  fc.assert(
    fc.property(fc.array(fc.option(text), { minLength: 1, maxLength: 4 }), (values) => {
      const file = csvRows(
        [a, b],
        values.map((value) => ({ a: value, b: 1 })),
      )
      const cells: string[][] = parse(file, { record_delimiter: '\r\n' })
      for (const [i, [cell = '']] of cells.entries()) {
        expect(/^[=+\-@＝]/.test(cell) && !/^[+-]\d+(\.\d+)?%?$/.test(cell)).toBe(false)
        expect(cell.replace(/^'(?='*[=+\-@＝])/, '')).toBe(values[i] ?? '')
      }
      expect(file.startsWith('"",')).toBe(values[0] === '')
    }),
  )
})

/** A connection with a request that no library would send. */
function rawRequest({ address }: TestService, path: string, http = '1.1'): Socket {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  socket.write(`GET ${path} HTTP/${http}\r\nHost: x\r\nConnection: close\r\n\r\n`)
  return socket
}

async function rawAnswer(
  service: TestService,
  path: string,
  onData = () => {},
  http = '1.1',
): Promise<string> {
  const socket = rawRequest(service, path, http)
  const parts: Buffer[] = []
  socket.on('data', (part) => {
    parts.push(part)
    onData()
  })
  await once(socket, 'close')
  return Buffer.concat(parts).toString()
}

/** Long names, so that few deals exceed the buffer of a connection. */
const manyDeals = (count: number): Line[] =>
  Array.from({ length: count }, (_, i) =>
    deal('2026-01-20', { quantity: i + 1, clientName: 'C'.repeat(500), securityName: 'S'.repeat(500) }),
  )

test('a download shows one view from its first byte to its last', async () => {
  const service = await serve(manyDeals(2500))
  const answer = await service.get('/downloads/deals.csv')
  await service.record(LATER, [deal('2026-01-20', { quantity: 999_999 }), retraction(manyDeals(1)[0] ?? {})])
  const rows = readCsv(await answer.text())
  expect(new Set(rows.map(({ quantity }) => quantity))).toEqual(
    new Set(Array.from({ length: 2500 }, (_, i) => String(i + 1))),
  )
  expect(answer.headers.get('x-total-count')).toBe('2500')
})

test('a complete download ends as HTTP requires; one that fails in the middle does not', async () => {
  const service = await serve(manyDeals(6000))
  const whole = await rawAnswer(service, '/downloads/deals.ndjson')
  expect(whole.endsWith('\r\n0\r\n\r\n')).toBe(true)
  let isGone: Promise<unknown> | undefined
  const broken = await rawAnswer(service, '/downloads/deals.ndjson', () => {
    // Simulates a lost disk.
    isGone ??= service.db.schema.alterTable('deals').renameTo('lost_deals').execute()
  })
  await isGone
  expect(broken).toMatch(/^HTTP\/1.1 200 OK/)
  expect(broken.endsWith('\r\n0\r\n\r\n')).toBe(false)
  expect((await service.get('/downloads/deals.ndjson')).status).toBeGreaterThanOrEqual(500)
})

test('over HTTP/1.0, where a client could not detect a missing part, it is refused', async () => {
  const service = await serve()
  const answer = await rawAnswer(service, '/downloads/ipos.csv', () => {}, '1.0')
  expect(answer).toMatch(/^HTTP\/1.1 400 .*a download needs HTTP\/1.1/s)
})
