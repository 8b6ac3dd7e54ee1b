import { describe, expect, test } from 'vitest'
import { deal, gmp, ipo, listing, retraction, same, subscription } from './support/lines.ts'
import type { Line } from './support/record.ts'
import { type Answered, startTestService } from './support/service.ts'

const NOW = '2026-01-25T06:00:00.000Z'
const LATER = '2026-01-25T07:00:00.000Z'
const BASE = '/api/public/market'

const market: Line[] = [
  ipo('alpha', { openDate: '2026-01-13', closeDate: '2026-01-16', issuePrice: 100, priceMax: 100 }),
  ipo('alpha', { name: 'Alpha by the other exchange', source: 'bse', lotSize: 77 }),
  gmp('alpha', '2026-01-15', 10),
  gmp('alpha', '2026-01-16', 40),
  subscription('alpha', '2026-01-16T11:00:00.000Z', 'TOTAL', 3),
  listing('alpha', '2026-01-21', 130),
]

describe('a retraction removes its fact from every answer', () => {
  test.each<[string, Line, (ipo: Answered) => unknown, unknown, unknown]>([
    ['a GMP: the day before counts again', gmp('alpha', '2026-01-16', 40), ({ lastGmp }) => lastGmp, 40, 10],
    [
      'a subscription reading',
      subscription('alpha', '2026-01-16T11:00:00.000Z', 'TOTAL', 3),
      ({ lastSubX }) => lastSubX,
      3,
      null,
    ],
    [
      'a listing',
      listing('alpha', '2026-01-21', 130),
      ({ listing: found }) => found?.listingPrice ?? null,
      130,
      null,
    ],
    [
      'terms',
      ipo('alpha', { name: 'Alpha by the other exchange', source: 'bse' }),
      ({ lotSize }) => lotSize,
      77,
      null,
    ],
  ])('%s', async (_name, named, read, before, after) => {
    const service = await startTestService({ now: LATER, lines: market, linesAt: NOW })
    expect(read((await service.json(`${BASE}/ipos/alpha`)).ipo)).toEqual(before)
    await service.record(LATER, [retraction(named)])
    service.setNow('2026-01-25T08:00:00.000Z')
    expect(read((await service.json(`${BASE}/ipos/alpha`)).ipo)).toEqual(after)
    const list = (await service.json(`${BASE}/ipos`)).ipos[0]
    if (read(list) !== undefined) expect(read({ ...list, listing: null })).toEqual(after)
    expect(read((await service.json(`${BASE}/ipos/alpha?asOf=2026-01-25T06:30:00Z`)).ipo)).toEqual(before)
  })

  test.each<[string, Line, number]>([
    ['by the keys that identify it', deal('2026-01-20'), 0],
    ['of another source', deal('2026-01-20', { source: 'operator' }), 1],
    ['of another security', deal('2026-01-20', { securityName: 'Other' }), 1],
    ['of another moment', deal('2026-01-20', { recordedAt: '2026-01-20T10:00:00.000Z' }), 1],
    ['of its moment', deal('2026-01-20', { recordedAt: '2026-01-20T12:00:00.000Z' }), 0],
  ])('a deal, %s', async (_name, of, left) => {
    const lines = [deal('2026-01-20', { recordedAt: '2026-01-20T12:00:00.000Z' }), retraction(of)]
    const service = await startTestService({ now: LATER, lines, linesAt: NOW })
    expect((await service.json(`${BASE}/deals`)).deals).toHaveLength(left)
    expect((await service.get(`${BASE}/deals`)).headers.get('x-total-count')).toBe(String(left))
  })
})

describe('two slugs that are one issue', () => {
  test('have their quotes counted together, in the list, the detail and the score', async () => {
    const lines = [
      ...market,
      ipo('alpha-2026'),
      gmp('alpha-2026', '2026-01-16', 60, 'IPO Ji'),
      same('alpha-2026', 'alpha'),
    ]
    const service = await startTestService({ now: LATER, lines, linesAt: NOW })
    expect((await service.json(`${BASE}/ipos`)).ipos).toMatchObject([
      { slug: 'alpha', lastGmp: 50, gmpSpread: 20 },
    ])
    expect((await service.json(`${BASE}/ipos/alpha-2026`)).ipo).toMatchObject({ slug: 'alpha', lastGmp: 50 })
    expect((await service.json(`${BASE}/scoreboard`)).rows).toMatchObject([{ slug: 'alpha', gmpAtClose: 50 }])
  })
})
