import { describe, expect, test } from 'vitest'
import { deal, gmp, ipo } from './support/lines.ts'
import { BASE, requestRaw } from './support/raw-request.ts'
import type { Line } from './support/record.ts'
import { testServiceForAll } from './support/service.ts'

const NOW = '2026-01-15T06:00:00.000Z'

const MARKET: readonly Line[] = [
  ipo('acme-foods', { openDate: '2026-01-13', closeDate: '2026-01-16', priceMax: 100 }),
  ipo('small-tools', { board: 'SME', openDate: '2026-01-12', closeDate: '2026-01-14' }),
  ipo('cinder-tiles', { board: 'SME', openDate: '2026-01-20', closeDate: '2026-01-22' }),
  gmp('acme-foods', '2026-01-12', 40),
  deal('2026-01-09'),
  deal('2026-01-09', { dealType: 'SELL' }),
  deal('2026-01-08', { symbol: 'ZED', kind: 'BLOCK' }),
]

const shared = testServiceForAll({ now: NOW, lines: MARKET, linesAt: '2026-01-12T06:00:00.000Z' })

const nextOf = (link: unknown): string => /<([^>]+)>/.exec(String(link))?.[1] ?? ''

describe('a filter that takes a list', () => {
  test.each([
    [`${BASE}/ipos`, 'status=open,upcoming', ['status=OPEN&status=UPCOMING', 'status=upcoming&status=open']],
    [
      `${BASE}/ipos`,
      'status=OPEN,UPCOMING,CLOSED',
      ['status=open,closed&status=UPCOMING', 'status=OPEN&board=sme&board=MAINBOARD&status=upcoming,closed'],
    ],
    [`${BASE}/deals`, 'kind=BULK,BLOCK', ['kind=BULK&kind=BLOCK', 'kind=block&kind=bulk,block']],
    ['/feeds/calendar.ics', 'event=OPENS,LISTS', ['event=opens&event=lists']],
    ['/downloads/ipos.csv', 'status=OPEN,UPCOMING', ['status=UPCOMING&status=OPEN']],
    ['/scoreboard', 'board=SME,MAINBOARD', ['board=sme&board=mainboard']],
  ])('of %s answers %s and %j alike', async (path, commas, others) => {
    const service = shared()
    const expected = await requestRaw(service.address, `${path}?${commas}`)
    expect(expected.status).toBe(200)
    for (const query of others) {
      const answer = await requestRaw(service.address, `${path}?${query}`)
      expect(answer.status, query).toBe(200)
      expect(answer.body.equals(expected.body), query).toBe(true)
      expect(answer.headers.etag, query).toBe(expected.headers.etag)
    }
  })

  test('selects the values of each repetition', async () => {
    const { ipos } = await shared().json(`${BASE}/ipos?status=open&status=upcoming`)
    expect(ipos.map(({ slug }: { slug: string }) => slug)).toEqual(['cinder-tiles', 'acme-foods'])
  })

  test.each(['status=open&status=', 'status=&status=open', 'status=open&status=gone', 'board=SME&board=,'])(
    'refuses %s and names what is allowed',
    async (query) => {
      const answer = await requestRaw(shared().address, `${BASE}/ipos?${query}`)
      expect(answer.status).toBe(400)
      expect(JSON.parse(String(answer.body)).error).toMatchObject({
        parameter: query.split('=')[0],
        message: expect.stringContaining('repeated or separated by commas'),
      })
    },
  )

  test('is carried by a cursor, beside which it may be repeated in either form', async () => {
    const service = shared()
    const first = await requestRaw(service.address, `${BASE}/ipos?board=SME&board=MAINBOARD&limit=1`)
    const next = nextOf(first.headers.link)
    const second = await requestRaw(service.address, next)
    expect(JSON.parse(String(second.body)).ipos).toMatchObject([{ slug: 'acme-foods' }])
    for (const beside of ['board=mainboard,sme', 'board=sme&board=mainboard']) {
      const answer = await requestRaw(service.address, `${next}&${beside}`)
      expect(answer.status, beside).toBe(200)
      expect(answer.body.equals(second.body), beside).toBe(true)
    }
    const other = await requestRaw(service.address, `${next}&board=sme&board=sme`)
    expect(other.status).toBe(400)
  })
})

test.each(['/ipos?q=acme&q=small', '/accuracy?horizon=close&horizon=close', '/scoreboard?page=1&page=2'])(
  'the page %s repeats a parameter that takes one value and is refused',
  async (path) => {
    const answer = await requestRaw(shared().address, path)
    expect(answer.status).toBe(400)
    expect(String(answer.body)).toContain('give it once')
  },
)

describe('X-Limit', () => {
  const limitOf = async (path: string, headers: Record<string, string> = {}) =>
    (await requestRaw(shared().address, path, { headers })).headers['x-limit']

  test.each([
    [`${BASE}/ipos`, 200],
    [`${BASE}/deals`, 300],
    [`${BASE}/changes`, 1000],
  ])('of %s is %i on answers to a higher limit and on no others', async (path, maximum) => {
    // Twice each, since repeated answers are sent by another path.
    for (const limit of [maximum + 1, maximum, 10 ** 30, maximum + 1, maximum, 10 ** 30].map(BigInt)) {
      const expected = limit > maximum ? String(maximum) : undefined
      expect(await limitOf(`${path}?limit=${limit}`), String(limit)).toBe(expected)
      expect(await limitOf(`${path}?limit=${limit}`, { 'if-none-match': '*' }), '304').toBe(expected)
    }
    expect(await limitOf(path)).toBeUndefined()
  })

  test('does not change the answer or its ETag', async () => {
    const [capped, whole] = await Promise.all(
      ['limit=5000', 'limit=200'].map((query) => requestRaw(shared().address, `${BASE}/ipos?${query}`)),
    )
    expect(capped?.headers.etag).toBe(whole?.headers.etag)
    expect(capped?.body).toEqual(whole?.body)
  })

  test('is set beside a cursor, and not carried by it', async () => {
    const service = shared()
    const next = nextOf((await requestRaw(service.address, `${BASE}/deals?limit=1`)).headers.link)
    expect(await limitOf(`${next}&limit=301`)).toBe('300')
    expect(await limitOf(next)).toBeUndefined()
  })

  test('is not sent with downloads, which have no limit', async () => {
    expect(await limitOf('/downloads/ipos.csv?limit=5000')).toBeUndefined()
  })
})
