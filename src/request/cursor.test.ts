import { describe, expect, test } from 'vitest'
import { marketOf } from '../../test/support/market-data.ts'
import { openStore } from '../../test/support/store.ts'
import type { Moment } from '../reports/moment.ts'
import { type Cursors, type ListName, readCursor, writeCursor } from './cursor.ts'
import { IPO_PARAMETERS } from './market-parameters.ts'
import { pageQuery } from './page-query.ts'
import { Problem } from './problems.ts'

const IPOS: Cursors['ipos'] = {
  walk: 'ipos',
  filter: { status: 'open,closed', q: 'कमल & "co"' },
  limit: 60,
  demo: false,
  version: 12,
  clock: '2026-01-14T12:00:00.000Z',
  after: { openDate: '2026-01-13', slug: 'lotus-kettles' },
}
const DEALS: Cursors['deals'] = {
  walk: 'deals',
  filter: { symbol: 'ACME' },
  limit: 100,
  demo: true,
  version: 0,
  clock: '2026-01-14T12:00:00.000Z',
  after: {
    tradeDate: '2026-01-13',
    value: 1_040_850_000,
    symbol: 'ACME',
    clientName: 'SOME FUND',
    dealType: 'BUY',
    recorded: '2026-01-13T14:00:00.000Z',
    id: 7,
  },
}

test.each<[string, ListName, Cursors[ListName]]>([
  ['through IPOs', 'ipos', IPOS],
  ['through IPOs, after an undated one', 'ipos', { ...IPOS, after: { openDate: null, slug: 'acme' } }],
  ['through IPOs without filter', 'ipos', { ...IPOS, filter: {} }],
  ['through deals', 'deals', DEALS],
])('the cursor of a walk %s is read as it was written', (_name, walk, cursor) => {
  expect(readCursor(walk, writeCursor(cursor))).toEqual(cursor)
})

test('a cursor needs no escaping in an address or a Link header', () => {
  const written = writeCursor(IPOS)
  expect(encodeURIComponent(written)).toBe(written)
})

test('the same place is the same cursor, so that a page can be cached', () => {
  expect(writeCursor({ ...IPOS })).toBe(writeCursor(IPOS))
})

describe('refused', () => {
  const ours = writeCursor(IPOS)
  const [payload = '', check = ''] = ours.split('.')
  const edited = Buffer.from(JSON.stringify({ ...IPOS, version: 99 })).toString('base64url')

  test.each<[string, string]>([
    ['nothing', ''],
    ['a word', 'next'],
    ['a number', '2'],
    ['a dot', '.'],
    ['a cursor cut off at its end', ours.slice(0, -1)],
    ['a cursor cut off at its beginning', ours.slice(1)],
    ['a cursor without its check', payload],
    ['a cursor with an empty check', `${payload}.`],
    ['a check without its cursor', `.${check}`],
    ['a cursor with something appended', `${ours}x`],
    ['a cursor with another part appended', `${ours}.x`],
    ['a cursor with a dot appended', `${ours}.`],
    ['a cursor with one letter changed', ours.replace(/^./, 'f')],
    ['a cursor in other letter case', ours.toUpperCase()],
    ['a cursor edited, with the old check', `${edited}.${check}`],
    ['the cursor of another walk', writeCursor(DEALS)],
  ])('%s', (_name, text) => {
    expect(problemOf(text)).toMatchObject({
      status: 400,
      code: 'INVALID_PARAMETER',
      details: { parameter: 'cursor' },
    })
  })

  // The check is no secret, so whoever reads the source can write these.
  test.each<[string, Record<string, unknown>]>([
    ['a clock that shows no time', { clock: 'never' }],
    ['a clock that shows no time in UTC', { clock: '2026-01-14 12:00' }],
    ['a limit below 1', { limit: 0 }],
    ['a version below 0', { version: -1 }],
    ['a place without a slug', { after: { openDate: null } }],
    ['a filter that is no text', { filter: { q: 5 } }],
    ['something more', { more: true }],
  ])('a forged cursor with %s', (_name, forged) => {
    const text = writeCursor({ ...IPOS, ...forged } as Cursors['ipos'])
    expect(problemOf(text)).toMatchObject({ status: 400, details: { parameter: 'cursor' } })
  })

  test('a forged cursor with a position at no moment', () => {
    const after = { version: 1, moment: 'never', unit: null, told: 0 }
    const text = writeCursor({ ...IPOS, walk: 'changes', after })
    expect(() => readCursor('changes', text)).toThrow(Problem)
  })

  test.each<[string, Partial<Cursors['ipos']>]>([
    ['serve more than the maximum', { limit: 5_000_000 }],
    ['look into the future', { filter: { asOf: '2999-01-01T00:00:00.000Z' } }],
    ['show the market by a clock of the future', { clock: '2999-01-01T00:00:00.000Z' }],
  ])('a forged cursor cannot %s', async (_name, forged) => {
    const now = '2026-01-14T12:00:01.000Z'
    const db = await openStore('sqlite::memory:')
    const market = {
      ...marketOf(db),
      userStore: db,
      demo: false,
      version: 12,
      committed: now,
      isUnavailable: false,
      history: 0,
      servedSince: '1970-01-01T00:00:00.000Z',
    }
    const query = { cursor: writeCursor({ ...IPOS, filter: {}, ...forged }) }
    const markets = {
      market: () => market,
      now: () => now,
      catchUp: async () => market,
      reach: async () => market,
    }
    let page: { limit: number; moment: Moment }
    try {
      page = await pageQuery(markets, 'ipos', IPO_PARAMETERS, query)
    } catch (error) {
      expect(error).toMatchObject({ status: 400 })
      return
    }
    expect(page.limit).toBeLessThanOrEqual(IPO_PARAMETERS.limit.maximum)
    expect(page.moment.clock <= now).toBe(true)
    expect((page.moment.asOf ?? now) <= now).toBe(true)
  })

  function problemOf(text: string): Problem {
    try {
      readCursor('ipos', text)
    } catch (error) {
      if (error instanceof Problem) return error
      throw error
    }
    throw new Error('was accepted')
  }
})
