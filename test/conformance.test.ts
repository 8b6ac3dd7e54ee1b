import { describe, expect, inject, test } from 'vitest'
import {
  BASE,
  bodyOf,
  type DocumentPart,
  faultsOf,
  type SchemaCheck,
  schemaCheck,
  shapeFaults,
} from './support/conformance.ts'
import { deal, gmp, ipo, listing, same, subscription } from './support/lines.ts'
import { FULL, ONCE, skipWithout } from './support/needs.ts'
import { requestRaw } from './support/raw-request.ts'
import { type Line, recordAll } from './support/record.ts'
import { type Answered, startTestService, type TestService, testServiceForAll } from './support/service.ts'
import { emptyStoreUrl, openStore } from './support/store.ts'

const NOW = '2026-01-15T06:00:00.000Z'
/** Before today's quotes. */
const YESTERDAY = '2026-01-14T12:00:00.000Z'

const at = (recordedAt: string, lines: readonly Line[]): Line[] =>
  lines.map((line) => ({ recordedAt, ...line }))

const CATEGORIES = ['QIB', 'NII', 'BNII', 'SNII', 'RII', 'EMP', 'SHA', 'POL', 'MM', 'OTHER', 'TOTAL']

/** Invented: every status on both boards, and every kind of missing value. */
const INVENTED_MARKET: readonly Line[] = [
  ...at('2025-12-01T04:30:00.000Z', [
    ipo('fennel-foods', {
      ...{ symbol: 'FENNEL', exchanges: ['NSE', 'BSE'], priceMin: 76, priceMax: 80, issuePrice: 80 },
      ...{ openDate: '2025-12-15', closeDate: '2025-12-17', listingDate: '2025-12-22' },
    }),
    ipo('juniper-chem', {
      ...{ board: 'SME', issuePrice: 100, openDate: '2025-12-10', closeDate: '2025-12-12' },
      listingDate: '2025-12-17',
    }),
    ipo('lumen-glass', {
      ...{
        anchorShares: 3_000,
        issuePrice: 250,
        openDate: '2025-12-15',
        closeDate: '2025-12-17',
        listingDate: '2025-12-22',
      },
    }),
    ipo('garnet-tools', {
      ...{
        symbol: 'GRTL',
        board: 'SME',
        openDate: '2026-01-02',
        closeDate: '2026-01-06',
        listingDate: '2026-01-09',
      },
    }),
  ]),
  ...at('2025-12-12T09:00:00.000Z', [gmp('juniper-chem', '2025-12-12', -3.5)]),
  ...at('2025-12-17T09:00:00.000Z', [
    gmp('fennel-foods', '2025-12-17', 20),
    gmp('lumen-glass', '2025-12-17', 0),
    listing('juniper-chem', '2025-12-17', 110, { exchange: 'BSE', source: 'bse' }),
  ]),
  ...at('2025-12-22T05:00:00.000Z', [
    listing('fennel-foods', '2025-12-22', 96, { exchange: 'BSE', source: 'bse' }),
    listing('fennel-foods', '2025-12-22', 95),
    listing('lumen-glass', '2025-12-22', 250),
  ]),
  ...at('2026-01-05T04:30:00.000Z', [
    ipo('acme-foods', {
      ...{ name: 'Acme Foods Limited', symbol: 'ACME', isin: 'INE0ACME1017', bseCode: '544999' },
      ...{ exchanges: ['NSE', 'BSE'], issueType: 'book-built', faceValue: 10, priceMin: 95, priceMax: 100 },
      ...{ lotSize: 150, minLots: 1, issueSizeCr: 420.5, openDate: '2026-01-13', closeDate: '2026-01-16' },
      ...{ anchorShares: 4_501, allotmentDate: '2026-01-19', listingDate: '2026-01-21' },
    }),
    ipo('dunmore-pumps', {
      ...{ board: 'SME', priceMin: 50, priceMax: 52, openDate: '2026-01-08', closeDate: '2026-01-12' },
    }),
    ipo('elara-textiles', { priceMax: 200, openDate: '2026-01-09', closeDate: '2026-01-13' }),
    ipo('borealis-cables', { board: 'SME', openDate: '2026-01-20' }),
    ipo('cinder-tiles'),
    ipo('halcyon-power', {
      withdrawn: true,
      anchorShares: 10,
      openDate: '2026-01-12',
      closeDate: '2026-01-14',
    }),
    ipo('indigo-paper', { board: 'SME', postponed: true, openDate: '2026-01-12' }),
    ipo('acme-foods-2026'),
    same('acme-foods-2026', 'acme-foods'),
  ]),
  ...at('2026-01-13T08:10:00.000Z', [
    gmp('acme-foods', '2026-01-13', 40, 'IPOWatch', { reportedAt: '2026-01-13T08:00:00.000Z' }),
    gmp('acme-foods', '2026-01-13', 42.25, 'IPO Ji'),
    gmp('halcyon-power', '2026-01-13', 5),
  ]),
  ...at('2026-01-14T11:40:00.000Z', [
    gmp('dunmore-pumps', '2026-01-14', 0),
    subscription('dunmore-pumps', '2026-01-12T10:30:00.000Z', 'TOTAL', 0, { book: 'NSE' }),
    ...CATEGORIES.map((category, i) =>
      subscription('acme-foods', '2026-01-14T11:30:00.000Z', category, i === 10 ? 81.65 : i + 0.5),
    ),
  ]),
  ...at('2026-01-15T04:00:00.000Z', [
    gmp('acme-foods', '2026-01-15', 45),
    gmp('acme-foods', '2026-01-15', 44.5, 'InvestorGain'),
    gmp('acme-foods', '2026-01-15', 46, 'IPO Ji'),
    gmp('elara-textiles', '2026-01-15', -5),
    gmp('elara-textiles', '2026-01-15', -20, 'IPO Ji'),
    gmp('cinder-tiles', '2026-01-15', 12),
  ]),
  ...at('2026-01-15T04:10:00.000Z', [gmp('acme-foods', '2026-01-15', 50, 'Chittorgarh')]),
  ...at('2026-01-13T12:00:00.000Z', [
    deal('2026-01-13', { kind: 'BLOCK', quantity: 20_000, price: 130 }),
    deal('2026-01-13', { symbol: 'M&Z', clientName: 'ÉTOILE 100% FUND', quantity: 20_000, price: 130 }),
    deal('2026-01-13', { exchange: 'BSE', symbol: 'ACME FOODS', source: 'bse', quantity: 10, price: 130.05 }),
  ]),
  ...at('2026-01-14T13:00:00.000Z', [
    deal('2026-01-14'),
    deal('2026-01-14', { dealType: 'SELL' }),
    deal('2026-01-14', { symbol: 'ZED', clientName: 'TWIN_CAPITAL', quantity: 1000, price: 1.5 }),
    deal('2026-01-14', { symbol: 'ZED', clientName: 'TWIN_CAPITAL', quantity: 1000, price: 1.5 }),
  ]),
]

const service = testServiceForAll({ now: NOW, lines: INVENTED_MARKET })

const get = async (path: string): Promise<{ status: number; headers: Headers; body: Answered }> => {
  const response = await fetch(`${service().address}${path}`)
  return { status: response.status, headers: response.headers, body: await response.json() }
}
let served: Promise<SchemaCheck> | undefined
/** The check by the served document, built once. */
const servedCheck = (): Promise<SchemaCheck> => {
  served ??= get('/openapi.json').then(({ body }) => schemaCheck(body))
  return served
}

describe('the invented market', () => {
  test('lists every tracked IPO, opening day newest first, undated last, then by slug', async () => {
    const { body } = await get(`${BASE}/ipos`)
    expect(body.ipos.map(({ slug, board, status }: Answered) => `${slug} ${board} ${status}`)).toEqual([
      'borealis-cables SME UPCOMING',
      'acme-foods MAINBOARD OPEN',
      'elara-textiles MAINBOARD CLOSED',
      'dunmore-pumps SME CLOSED',
      'garnet-tools SME LISTED',
      'fennel-foods MAINBOARD LISTED',
      'lumen-glass MAINBOARD LISTED',
      'juniper-chem SME LISTED',
      'cinder-tiles MAINBOARD UPCOMING',
    ])
  })

  test.each([
    [
      'three owners, two of four sources being one',
      'acme-foods',
      { lastGmp: 46, lastGmpPct: 46, gmpSources: 3, gmpSpread: 5, gmpDisputed: false, lastSubX: 81.65 },
    ],
    [
      'a negative premium in dispute',
      'elara-textiles',
      { lastGmp: -12.5, lastGmpPct: -6.25, gmpSources: 2, gmpSpread: 15, gmpDisputed: true, lastSubX: null },
    ],
    [
      'a quote of zero from yesterday, and a subscription of zero',
      'dunmore-pumps',
      { lastGmp: 0, lastGmpPct: 0, gmpSources: 0, gmpSpread: 0, gmpDisputed: false, lastSubX: 0 },
    ],
    [
      'a premium without any price',
      'cinder-tiles',
      { lastGmp: 12, lastGmpPct: null, gmpSources: 1, gmpSpread: 0, gmpDisputed: false, openDate: null },
    ],
    [
      'nothing known at all',
      'borealis-cables',
      {
        ...{ priceMin: null, priceMax: null, lotSize: null, issueSizeCr: null, closeDate: null },
        ...{ lastGmp: null, lastGmpPct: null, lastSubX: null, gmpSources: 0, gmpSpread: null },
        ...{ openDate: '2026-01-20T00:00:00.000Z', gmpDisputed: false },
      },
    ],
  ])('shows %s, alike in the list and alone', async (_name, slug, expected) => {
    const { body: list } = await get(`${BASE}/ipos`)
    const summary = list.ipos.find((candidate: Answered) => candidate.slug === slug)
    const { body: single } = await get(`${BASE}/ipos/${slug}`)
    expect(summary).toMatchObject(expected)
    expect(single.ipo).toMatchObject(summary)
  })

  test('shows each source of the day behind lastGmp, and which quote counts for its owner', async () => {
    const { body } = await get(`${BASE}/ipos/acme-foods`)
    expect(body.ipo.sources).toEqual(
      [
        ['Chittorgarh', 'Chittorgarh group', 50, true],
        ['IPO Ji', 'IPO Ji', 46, true],
        ['IPOWatch', 'IPOWatch', 45, true],
        ['InvestorGain', 'Chittorgarh group', 44.5, false],
      ].map(([source, owner, gmp, counted]) => ({
        ...{ source, owner, gmp, observedAt: '2026-01-15', reportedAt: null, counted },
      })),
    )
  })

  test('shows how far each source lies from the median, and why that is no dispute', async () => {
    const { body } = await get(`${BASE}/ipos/acme-foods`)
    const { words, ...verdict } = body.ipo.dispute
    expect(verdict).toEqual({
      ...{ day: '2026-01-15', disputed: false, owners: 3, median: 46, spread: 5, limit: 23, reason: 'agree' },
    })
    expect(words.map(({ source, distance, counted }: Answered) => [source, distance, counted])).toEqual([
      ['Chittorgarh', 4, true],
      ['IPO Ji', 0, true],
      ['IPOWatch', -1, true],
      ['InvestorGain', -1.5, false],
    ])
  })

  test('shows the history of all days and sources, oldest first, and all categories, TOTAL last', async () => {
    const { body } = await get(`${BASE}/ipos/acme-foods`)
    expect(
      body.ipo.gmp.map(({ observedAt, source, gmpPct }: Answered) => [observedAt, source, gmpPct]),
    ).toEqual([
      ['2026-01-13', 'IPO Ji', 42.25],
      ['2026-01-13', 'IPOWatch', 40],
      ['2026-01-15', 'Chittorgarh', 50],
      ['2026-01-15', 'IPO Ji', 46],
      ['2026-01-15', 'IPOWatch', 45],
      ['2026-01-15', 'InvestorGain', 44.5],
    ])
    expect(body.ipo.subs.map(({ category }: Answered) => category)).toEqual(CATEGORIES)
  })

  test.each([
    ['a withdrawn issue', 'halcyon-power', true],
    ['a postponed issue', 'indigo-paper', true],
    ['a tracked issue', 'acme-foods', false],
  ])('answers for %s', async (_name, slug, withdrawn) => {
    const { status, body } = await get(`${BASE}/ipos/${slug}`)
    expect(status).toBe(200)
    expect(body.ipo).toMatchObject({ slug, withdrawn })
  })

  test('answers at the address of a merged slug with the body of the other', async () => {
    const { body } = await get(`${BASE}/ipos/acme-foods-2026`)
    expect(body).toEqual((await get(`${BASE}/ipos/acme-foods`)).body)
  })

  test('scores every listing, listing day newest first, then by slug', async () => {
    const { body } = await get(`${BASE}/scoreboard`)
    expect(body.summary).toEqual({ n: 3, avgAbsErrorPp: 6.58, directionHitPct: 66.67 })
    expect(body.rows).toEqual([
      {
        ...{ slug: 'fennel-foods', name: 'fennel foods Limited', issuePrice: 80, gmpAtClose: 20 },
        ...{ impliedPct: 25, listingPrice: 95, actualPct: 18.75, errorPp: 6.25, directionHit: true },
        listedOn: '2025-12-22',
      },
      {
        ...{ slug: 'lumen-glass', name: 'lumen glass Limited', issuePrice: 250, gmpAtClose: 0 },
        ...{ impliedPct: 0, listingPrice: 250, actualPct: 0, errorPp: 0, directionHit: true },
        listedOn: '2025-12-22',
      },
      {
        ...{ slug: 'juniper-chem', name: 'juniper chem Limited', issuePrice: 100, gmpAtClose: -3.5 },
        ...{ impliedPct: -3.5, listingPrice: 110, actualPct: 10, errorPp: -13.5, directionHit: false },
        listedOn: '2025-12-17',
      },
    ])
  })

  test('lists deals by day, then value, then symbol, client and side, with duplicates', async () => {
    const { body } = await get(`${BASE}/deals`)
    expect(
      body.deals.map(({ tradeDate, valueCr, symbol, dealType }: Answered) =>
        [tradeDate.slice(0, 10), valueCr, symbol, dealType].join(' '),
      ),
    ).toEqual([
      '2026-01-14 1.0409 ACME BUY',
      '2026-01-14 1.0409 ACME SELL',
      '2026-01-14 0.0002 ZED BUY',
      '2026-01-14 0.0002 ZED BUY',
      '2026-01-13 0.26 ACME BUY',
      '2026-01-13 0.26 M&Z BUY',
      '2026-01-13 0.0001 ACME FOODS BUY',
    ])
  })

  test('answers with empty lists and an empty score before anything was known', async () => {
    const asOf = 'asOf=2025-11-01T00:00:00.000Z'
    expect((await get(`${BASE}/ipos?${asOf}`)).body).toMatchObject({ ok: true, count: 0, ipos: [] })
    expect((await get(`${BASE}/deals?${asOf}`)).body).toMatchObject({ ok: true, deals: [] })
    expect((await get(`${BASE}/scoreboard?${asOf}`)).body).toMatchObject({
      ok: true,
      summary: { n: 0, avgAbsErrorPp: null, directionHitPct: null },
      rows: [],
    })
  })
})

const product = <A, B>(as: readonly A[], bs: readonly B[]): [A, B][] =>
  as.flatMap((a) => bs.map((b): [A, B] => [a, b]))
const queryOf = (parameters: Readonly<Record<string, string | undefined>>): string =>
  new URLSearchParams(
    Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined),
  ).toString()
const isAsked = (asked: string | undefined, value: string): boolean =>
  asked === undefined || asked.toUpperCase().split(',').includes(value)
const contains = (asked: string | undefined, ...texts: string[]): boolean =>
  asked === undefined || texts.some((text) => text.toLowerCase().includes(asked.toLowerCase()))

/** Every third of what is tried with a request, all in `npm run test:full`. Each request begins with another one. */
const some = <T>(all: readonly T[], request: number): readonly T[] =>
  inject('isFull') ? all : all.filter((_, i) => (i + request) % 3 === 0)
const numbered = <A, B>(pairs: readonly [A, B][]): [A, B, number][] => pairs.map(([a, b], i) => [a, b, i])

const LIMITS = [undefined, '2', '99999999999999999999']
const MOMENTS = [undefined, YESTERDAY, '2025-12-20T00:00Z']

describe('GET /ipos', () => {
  const STATUS = [undefined, 'UPCOMING', 'OPEN', 'CLOSED', 'LISTED', 'open,Closed', 'listed,listed']
  const BOARD = [undefined, 'MAINBOARD', 'sme', 'SME,MainBoard']

  test.each(numbered(product(STATUS, BOARD)))(
    'status=%s and board=%s conform and give what matches, up to the limit',
    async (status, board, request) => {
      const check = await servedCheck()
      for (const asOf of MOMENTS) {
        const all = (await get(`${BASE}/ipos?${queryOf({ asOf, limit: '200' })}`)).body.ipos
        for (const [limit, q] of some(product(LIMITS, [undefined, 'foods', 'ACM']), request)) {
          const query = queryOf({ status, board, q, limit, asOf })
          const { status: code, headers, body } = await get(`${BASE}/ipos?${query}`)
          // Every symbol here that contains the query belongs to a name that contains it too.
          const matching = all.filter(
            (one: Answered) =>
              isAsked(status, one.status) && isAsked(board, one.board) && contains(q, one.name),
          )
          expect(code, query).toBe(200)
          expect(faultsOf(check, `${BASE}/ipos`, body), query).toEqual([])
          expect(body.ipos, query).toEqual(matching.slice(0, Number(limit ?? 60)))
          expect(body.count, query).toBe(body.ipos.length)
          expect(headers.get('x-total-count'), query).toBe(String(matching.length))
        }
      }
    },
  )

  test.each([
    ['1', 1],
    ['8', 8],
    ['007', 7],
    ['200', 9],
    ['201', 9],
  ])('limit=%s gives %i of the 9', async (limit, count) => {
    const { body } = await get(`${BASE}/ipos?limit=${limit}`)
    expect(body.count).toBe(count)
    expect(body.ipos).toHaveLength(count)
  })

  test.each([
    ['2025-12', []],
    ['2026-01', ['lumen-glass']],
    ['2026-02', ['acme-foods']],
    ['2026-03', ['lumen-glass']],
    ['2026-04', ['acme-foods']],
    ['2026-05', []],
    ['0001-01', []],
    ['9999-12', []],
  ])('lockIn=%s gives those of which a lock-in ends then: %j', async (lockIn, slugs) => {
    const query = queryOf({ lockIn, detail: 'full' })
    const { status, body } = await get(`${BASE}/ipos?${query}`)
    expect(status).toBe(200)
    expect(faultsOf(await servedCheck(), `${BASE}/ipos`, body)).toEqual([])
    expect(body.ipos.map(({ slug }: Answered) => slug)).toEqual(slugs)
    for (const { lockIns } of body.ipos)
      expect(lockIns.map(({ date }: Answered) => date.slice(0, 7))).toContain(lockIn)
    const rows = await (await fetch(`${service().address}/downloads/ipos.csv?lockIn=${lockIn}`)).text()
    expect(rows.trim().split('\r\n').slice(1)).toHaveLength(slugs.length)
  })

  test('q finds a symbol that the name does not contain', async () => {
    const { body } = await get(`${BASE}/ipos?q=grt`)
    expect(body.ipos.map(({ slug }: Answered) => slug)).toEqual(['garnet-tools'])
  })
})

describe('GET /ipos/:slug', () => {
  const SLUGS = [
    ...['acme-foods', 'acme-foods-2026', 'borealis-cables', 'cinder-tiles', 'dunmore-pumps'],
    ...['elara-textiles', 'fennel-foods', 'garnet-tools', 'halcyon-power', 'indigo-paper'],
    ...['juniper-chem', 'lumen-glass'],
  ]
  test.each(product(SLUGS, [undefined, YESTERDAY, NOW]))('%s as of %s conforms', async (slug, asOf) => {
    const { status, body } = await get(`${BASE}/ipos/${slug}?${queryOf({ asOf })}`)
    expect(status).toBe(200)
    expect(faultsOf(await servedCheck(), `${BASE}/ipos/{slug}`, body)).toEqual([])
  })

  test.each([
    ['no issue has this slug', 'acme-food', undefined],
    ['no issue had this slug then', 'acme-foods', '2025-12-20T00:00:00.000Z'],
    ['no slug is similar', 'qqqq', undefined],
  ])('answers 404 in the published shape where %s', async (_name, slug, asOf) => {
    const { status, body } = await get(`${BASE}/ipos/${slug}?${queryOf({ asOf })}`)
    expect(status).toBe(404)
    expect((await servedCheck()).answer(`${BASE}/ipos/{slug}`, 404, body)).toEqual([])
    expect(Object.keys(body)).toEqual(['ok', 'error', 'disclaimer'])
  })
})

describe('GET /deals', () => {
  const SYMBOL = [undefined, 'ACME', 'acme foods', 'm&m', 'NONE']
  const KIND = [undefined, 'BULK', 'block', 'block,bulk']
  const OTHERS = [
    {},
    { dealType: 'buy' },
    { dealType: 'SELL', exchange: 'nse' },
    { exchange: 'BSE' },
    { client: 'fund' },
    { client: '0% f' },
    { client: 'n_c' },
    { clientName: 'ÉTOILE 100% FUND' },
    { clientName: 'Twin_Capital' },
    { clientName: 'TWIN_CAPITAL', dealType: 'buy' },
    { from: '2026-01-14' },
    { to: '2026-01-13' },
    { from: '2026-01-13', to: '2026-01-13', asOf: NOW },
    { asOf: '2026-01-13T12:30:00Z' },
  ]

  test.each(numbered(product(SYMBOL, KIND)))(
    'symbol=%s and kind=%s conform and give what matches, up to the limit',
    async (symbol, kind, request) => {
      const check = await servedCheck()
      for (const others of some(OTHERS, request)) {
        const { dealType, exchange, client, clientName, from, to, asOf } = others as Record<
          string,
          string | undefined
        >
        const all = (await get(`${BASE}/deals?${queryOf({ asOf, limit: '300' })}`)).body.deals
        const matching = all.filter(
          (one: Answered) =>
            isAsked(symbol, one.symbol) &&
            isAsked(kind, one.kind) &&
            isAsked(dealType, one.dealType) &&
            isAsked(exchange, one.exchange) &&
            contains(client, one.clientName) &&
            one.clientName === (clientName ?? one.clientName) &&
            one.tradeDate.slice(0, 10) >= (from ?? '') &&
            one.tradeDate.slice(0, 10) <= (to ?? '9999'),
        )
        for (const limit of LIMITS) {
          const query = queryOf({ symbol, kind, ...others, limit })
          const { status, headers, body } = await get(`${BASE}/deals?${query}`)
          expect(status, query).toBe(200)
          expect(faultsOf(check, `${BASE}/deals`, body), query).toEqual([])
          expect(body.deals, query).toEqual(matching.slice(0, Number(limit ?? 100)))
          const isCounted = !kind && Object.keys(others).every((name) => name === 'asOf')
          const total = headers.get('x-total-count')
          if (isCounted || total !== null) expect(total, query).toBe(String(matching.length))
        }
      }
    },
  )
})

describe('GET /scoreboard', () => {
  test.each([undefined, NOW, YESTERDAY, '2025-12-20T00:00:00.000Z', '2025-01-01T00:00:00Z'])(
    'as of %s conforms',
    async (asOf) => {
      const { status, body } = await get(`${BASE}/scoreboard?${queryOf({ asOf })}`)
      expect(status).toBe(200)
      expect(faultsOf(await servedCheck(), `${BASE}/scoreboard`, body)).toEqual([])
    },
  )

  test('as of a moment between two listings scores only the first', async () => {
    const { body } = await get(`${BASE}/scoreboard?asOf=2025-12-20T00:00:00.000Z`)
    expect(body.rows.map(({ slug }: Answered) => slug)).toEqual(['juniper-chem'])
  })
})

test.each(MOMENTS)('GET /ipos/fennel-foods/evidence as of %s conforms', async (asOf) => {
  const { status, body } = await get(`${BASE}/ipos/fennel-foods/evidence?${queryOf({ asOf })}`)
  expect(status).toBe(200)
  expect(shapeFaults(await servedCheck(), `${BASE}/ipos/{slug}/evidence`, body)).toEqual([])
})

test.each(MOMENTS)('GET /sources as of %s conforms', async (asOf) => {
  const { status, body } = await get(`${BASE}/sources?${queryOf({ asOf })}`)
  expect(status).toBe(200)
  expect(faultsOf(await servedCheck(), `${BASE}/sources`, body)).toEqual([])
})

test('the index conforms and names every endpoint', async () => {
  const { status, body } = await get(BASE)
  expect(status).toBe(200)
  expect((await servedCheck()).answer(BASE, 200, body)).toEqual([])
  expect(body.endpoints.map(({ path }: Answered) => path)).toEqual(Object.keys(bodyOf))
})

const nextPath = (link: string | null): string | undefined => /<([^>]+)>; rel="next"/.exec(link ?? '')?.[1]

/** Follows `Link` to the end and returns all items. */
async function walk(key: 'ipos' | 'deals', first: string): Promise<unknown[]> {
  const check = await servedCheck()
  const items: unknown[] = []
  for (let path: string | undefined = first; path; ) {
    const { status, headers, body } = await get(path)
    expect(status, path).toBe(200)
    expect(faultsOf(check, `${BASE}/${key}`, body), path).toEqual([])
    items.push(...body[key])
    path = nextPath(headers.get('link'))
  }
  return items
}

describe('pages by cursor', () => {
  test.each([
    ['ipos', ''],
    ['ipos', 'status=listed,closed'],
    ['ipos', `asOf=${YESTERDAY}`],
    ['deals', ''],
    ['deals', 'symbol=acme'],
    ['deals', `client=fund&kind=bulk,block&asOf=${NOW}`],
  ] as const)('through %s?%s give every item once and in order, with any page size', async (key, filter) => {
    const whole = (await get(`${BASE}/${key}?${filter}`)).body[key]
    expect(whole.length).toBeGreaterThan(2)
    for (const limit of [1, 2, whole.length - 1, whole.length]) {
      expect(await walk(key, `${BASE}/${key}?${filter}&limit=${limit}`), `pages of ${limit}`).toEqual(whole)
    }
  })

  test('end with a page without a link', async () => {
    const { headers } = await get(`${BASE}/ipos?limit=9`)
    expect(headers.get('link')).toBeNull()
  })

  test('may change their size on the way, and may repeat a filter', async () => {
    const whole = (await get(`${BASE}/deals?symbol=ACME`)).body.deals
    const first = await get(`${BASE}/deals?symbol=ACME&limit=1`)
    const rest = await get(`${nextPath(first.headers.get('link'))}&limit=300&symbol=ACME`)
    expect(rest.body.deals).toEqual(whole.slice(1))
  })
})

/** A separate service for a test that records facts or moves the clock. */
async function serve(lines: readonly Line[]): Promise<TestService> {
  const url = await emptyStoreUrl()
  await recordAll(await openStore(url), NOW, lines)
  return startTestService({ url, now: NOW })
}

test('do not include facts that are recorded meanwhile, even backfilled ones', async () => {
  const own = await serve([
    ...INVENTED_MARKET,
    ...at('2026-01-10T00:00:00.000Z', [deal('2026-01-09', { symbol: 'OLD' })]),
  ])
  const whole = (await own.json(`${BASE}/deals`)).deals
  const first = await own.get(`${BASE}/deals?limit=2`)
  await own.record(NOW, [
    deal('2026-01-15', { symbol: 'NEW' }),
    ...at('2026-01-11T00:00:00.000Z', [deal('2026-01-09', { symbol: 'BACKFILLED' })]),
  ])
  const rest = await own.json(`${nextPath(first.headers.get('link'))}&limit=300`)
  expect([...(await first.json()).deals, ...rest.deals]).toEqual(whole)
  expect((await own.json(`${BASE}/deals`)).deals).toHaveLength(whole.length + 2)
})

test('keep the clock of the first page', async () => {
  const own = await serve(INVENTED_MARKET)
  const whole = (await own.json(`${BASE}/ipos`)).ipos
  const first = await own.get(`${BASE}/ipos?limit=1`)
  own.setNow('2026-01-25T06:00:00.000Z')
  const rest = await own.json(`${nextPath(first.headers.get('link'))}&limit=200`)
  expect([...(await first.json()).ipos, ...rest.ipos]).toEqual(whole)
})

test.each([
  BASE,
  `${BASE}/ipos?status=OPEN`,
  `${BASE}/ipos/acme-foods`,
  `${BASE}/ipos/acme-foods/evidence`,
  `${BASE}/deals?limit=1`,
  `${BASE}/scoreboard`,
  `${BASE}/sources`,
  `${BASE}/ipos/none`,
  `${BASE}/ipos?limit=0`,
  '/api/nothing',
])('HEAD %s has the headers of GET and no body', async (path) => {
  const got = await requestRaw(service().address, path)
  const headed = await requestRaw(service().address, path, { method: 'HEAD' })
  const { date: _date, ...headers } = headed.headers
  const { date: _dateOfGet, ...expected } = got.headers
  expect(headed.body).toHaveLength(0)
  expect({ status: headed.status, headers }).toEqual({ status: got.status, headers: expected })
  expect(headers['content-length']).toBe(String(got.body.length))
})

test.each([
  [`${BASE}/ipos`, 400, '?limit=0'],
  [`${BASE}/ipos`, 400, '?status=GONE'],
  [`${BASE}/ipos/{slug}`, 400, '?asOf=today'],
  [`${BASE}/ipos/{slug}`, 404, ''],
  [`${BASE}/ipos/{slug}/evidence`, 400, '?asOf=today'],
  [`${BASE}/ipos/{slug}/evidence`, 404, ''],
  [`${BASE}/deals`, 400, '?from=2026-02-30'],
  [`${BASE}/deals`, 400, '?cursor=x'],
  [`${BASE}/scoreboard`, 400, '?asOf=2999-01-01T00:00:00Z'],
  [`${BASE}/accuracy`, 400, '?horizon=soon'],
  [`${BASE}/calibration`, 400, '?asOf=2999-01-01T00:00:00Z'],
  [`${BASE}/sources`, 400, '?asOf=2999-01-01T00:00:00Z'],
])('%s answers %i to %s in the shape that the document gives', async (path, expected, query) => {
  const { status, body } = await get(`${path.replace('{slug}', 'none')}${query}`)
  expect(status).toBe(expected)
  expect((await servedCheck()).answer(path, expected, body)).toEqual([])
  expect(Object.keys(body)).toEqual(['ok', 'error', 'disclaimer'])
})

test('the demo market conforms too', async ({ skip }) => {
  skipWithout(skip, FULL, ONCE)
  const demo = await startTestService({ now: NOW })
  const document: DocumentPart = await demo.json('/openapi.json')
  const check = schemaCheck(document)
  const conforming = async (path: string, query: string): Promise<Answered> => {
    const response = await demo.get(query)
    expect(response.status, query).toBe(200)
    const body = await response.json()
    expect(faultsOf(check, path, body), query).toEqual([])
    expect(body.disclaimer, query).toMatch(/DEMO[^.]*invented\.$/)
    return body
  }

  const { ipos, count } = await conforming(`${BASE}/ipos`, `${BASE}/ipos`)
  expect(count).toBe(60)
  const { ipos: many } = await conforming(`${BASE}/ipos`, `${BASE}/ipos?limit=200`)
  expect(many.slice(0, 60)).toEqual(ipos)
  for (const status of ['UPCOMING', 'OPEN', 'CLOSED', 'LISTED']) {
    for (const board of ['MAINBOARD', 'SME']) {
      await conforming(`${BASE}/ipos`, `${BASE}/ipos?status=${status}&board=${board}`)
    }
  }
  for (const summary of many.filter((_: unknown, i: number) => i % 5 === 0)) {
    const { ipo: detail } = await conforming(`${BASE}/ipos/{slug}`, `${BASE}/ipos/${summary.slug}`)
    expect(detail).toMatchObject(summary)
  }
  const { deals } = await conforming(`${BASE}/deals`, `${BASE}/deals`)
  expect(deals).toHaveLength(100)
  const { deals: most } = await conforming(`${BASE}/deals`, `${BASE}/deals?limit=1000`)
  expect(most).toHaveLength(300)
  await conforming(`${BASE}/deals`, `${BASE}/deals?symbol=${encodeURIComponent(deals[0].symbol)}&kind=bulk`)
  const { summary, rows } = await conforming(`${BASE}/scoreboard`, `${BASE}/scoreboard`)
  expect(summary.n).toBe(rows.length)
  await conforming(`${BASE}/scoreboard`, `${BASE}/scoreboard?asOf=2025-12-01T00:00:00Z`)
  const { median } = await conforming(`${BASE}/accuracy`, `${BASE}/accuracy`)
  expect(median.horizons.at(-1).n).toBeGreaterThan(0)
  await conforming(`${BASE}/accuracy`, `${BASE}/accuracy?horizon=LAST&source=ipowatch`)
  await conforming(`${BASE}/accuracy`, `${BASE}/accuracy?asOf=2020-01-01T00:00:00Z`)
  await conforming(`${BASE}/calibration`, `${BASE}/calibration`)
  await conforming(`${BASE}/sources`, `${BASE}/sources`)
})
