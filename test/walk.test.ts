import { expect, test } from 'vitest'
import { addDays } from '../src/market/calendar.ts'
import { deal, gmp, ipo, retraction } from './support/lines.ts'
import type { Line } from './support/record.ts'
import { startTestService, type TestService } from './support/service.ts'

const NOW = '2026-06-15T06:00:00.000Z'
const LATER = '2026-06-15T06:05:00.000Z'

/** Follows `Link: rel="next"` to the end, and calls a function after each page. */
async function walk(
  service: TestService,
  path: string,
  list: string,
  between: (page: number) => Promise<void>,
) {
  const items: unknown[] = []
  const totals = new Set<string | null>()
  let next: string | undefined = path
  for (let page = 1; next !== undefined; page++) {
    const response = await service.get(next)
    expect(response.status).toBe(200)
    items.push(...(await response.json())[list])
    totals.add(response.headers.get('x-total-count'))
    next = /^<([^>]+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1]
    await between(page)
  }
  return { items, totals }
}

const issues = (count: number): Line[] =>
  Array.from({ length: count }, (_, i) =>
    ipo(`issue-${i}`, {
      // Many have the same day, and some have none: only the slug distinguishes these.
      openDate: i % 50 === 0 ? null : addDays('2026-01-01', i % 37),
      closeDate: addDays('2026-01-05', i % 37),
    }),
  )

const deals = (count: number): Line[] =>
  Array.from({ length: count }, (_, i) =>
    deal(addDays('2026-03-01', i % 23), {
      symbol: `SYM${i % 40}`,
      clientName: `CLIENT ${i % 7}`,
      dealType: i % 2 === 0 ? 'BUY' : 'SELL',
      // Few different values, and every tenth row disclosed twice.
      quantity: 100 * (1 + (i % 5)),
      price: 50,
      exchange: i % 3 === 0 ? 'BSE' : 'NSE',
    }),
  )

test('pages over 1,000 IPOs give each once, while an import moves opening days and withdraws some', async () => {
  const service = await startTestService({ now: NOW, lines: issues(1000) })
  service.setNow(LATER)
  const still = await service.json('/api/public/market/ipos?limit=200')
  const { items, totals } = await walk(service, '/api/public/market/ipos?limit=90', 'ipos', async (page) => {
    const moved = Array.from({ length: 40 }, (_, i) =>
      ipo(`issue-${(page * 61 + i * 23) % 1000}`, {
        openDate: addDays('2026-05-01', i),
        withdrawn: i % 4 === 0,
      }),
    )
    const added = Array.from({ length: 12 }, (_, i) => ipo(`new-${page}-${i}`, { openDate: '2026-06-10' }))
    await service.record(LATER, [...new Map([...moved, ...added].map((line) => [line.slug, line])).values()])
  })
  const slugs = items.map((item) => Reflect.get(item as object, 'slug'))
  expect(slugs).toHaveLength(1000)
  expect(new Set(slugs)).toEqual(new Set(Array.from({ length: 1000 }, (_, i) => `issue-${i}`)))
  expect(items.slice(0, 200)).toEqual(still.ipos)
  expect(totals).toEqual(new Set(['1000']))
  expect((await service.get('/api/public/market/ipos')).headers.get('x-total-count')).not.toBe('1000')
})

test('pages over 5,000 deals give each once, while deals arrive, also backfilled and retracted ones', async () => {
  const all = deals(5000)
  const service = await startTestService({ now: NOW, lines: all })
  const { items, totals } = await walk(
    service,
    '/api/public/market/deals?limit=300',
    'deals',
    async (page) => {
      await service.record(LATER, [
        deal('2026-06-15', { quantity: page }),
        deal('2026-03-11', { quantity: 777, price: page }),
        deal('2026-03-02', { quantity: 778, price: page, recordedAt: '2026-03-02T14:00:00.000Z' }),
        retraction({ ...all[page * 100], source: undefined, securityName: undefined }),
      ])
    },
  )
  const key = (d: object) =>
    JSON.stringify(
      ['exchange', 'tradeDate', 'symbol', 'clientName', 'dealType', 'quantity'].map((k) =>
        String(Reflect.get(d, k)).slice(0, 10),
      ),
    )
  const multiset = (list: readonly object[]) => list.map(key).sort()
  expect(items).toHaveLength(5000)
  expect(multiset(items as object[])).toEqual(multiset(all))
  expect(totals).toEqual(new Set(['5000']))
})

test('filtered pages keep their filter, and as of a past moment their moment', async () => {
  const service = await startTestService({ now: NOW, lines: deals(900) })
  await service.record(LATER, [deal('2026-06-15', { symbol: 'SYM3' })])
  service.setNow(LATER)
  const { items } = await walk(
    service,
    `/api/public/market/deals?symbol=sym3&limit=5&asOf=2026-06-15T06:01:00Z`,
    'deals',
    async () => undefined,
  )
  expect(items).toHaveLength(deals(900).filter(({ symbol }) => symbol === 'SYM3').length)
  expect(new Set(items.map((d) => Reflect.get(d as object, 'symbol')))).toEqual(new Set(['SYM3']))
})

test('the limit may change between pages, a filter may not', async () => {
  const lines = [...issues(30), gmp('issue-1', '2026-06-14', 5)]
  const service = await startTestService({ now: NOW, lines })
  const first = await service.get('/api/public/market/ipos?limit=3&board=mainboard')
  const next = /^<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
  expect((await service.json(`${next}&limit=7`)).count).toBe(7)
  expect((await service.json(`${next}&board=MAINBOARD`)).count).toBe(3)
  expect((await service.get(`${next}&board=SME`)).status).toBe(400)
  expect((await service.get(`${next}&status=OPEN`)).status).toBe(400)
})
