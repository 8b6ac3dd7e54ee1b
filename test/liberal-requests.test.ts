import { describe, expect, test } from 'vitest'
import { deal, gmp, ipo } from './support/lines.ts'
import { BASE, requestRaw } from './support/raw-request.ts'
import type { Line } from './support/record.ts'
import { startTestService, testServiceForAll } from './support/service.ts'

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

describe('asOf', () => {
  /** Half past eleven of 13 January in India. */
  const MOMENT = '2026-01-13T06:00:00.000Z'
  const PATHS = [
    ...['ipos', 'ipos/acme-foods', 'ipos/acme-foods/evidence', 'deals', 'scoreboard', 'accuracy'].map(
      (endpoint) => `${BASE}/${endpoint}`,
    ),
    ...[`${BASE}/changes`, '/feeds/calendar.ics', '/feeds/changes.atom', '/downloads/ipos.csv'],
    ...['/ipos/acme-foods', '/scoreboard'],
  ]

  test.each(PATHS)('of %s is the same in every form of a moment', async (path) => {
    const service = shared()
    const expected = await requestRaw(service.address, `${path}?asOf=${MOMENT}`)
    expect(expected.status).toBe(200)
    for (const form of [
      ...['2026-01-13T06:00:00Z', '2026-01-13t06:00z', '2026-01-13T06:00:00.000999Z'],
      ...['2026-01-13T11:30:00%2B05:30', '2026-01-13T11:30:00+05:30', '2026-01-12T22:00:00-08:00'],
    ]) {
      const answer = await requestRaw(service.address, `${path}?asOf=${form}`)
      expect(answer.status, form).toBe(200)
      expect(answer.body.equals(expected.body), form).toBe(true)
      expect(answer.headers['cache-control']).toMatch(/max-age=3600/)
    }
  })

  test.each(PATHS)('of %s as a day is its last moment in India', async (path) => {
    const service = shared()
    const [day, moment] = [
      await requestRaw(service.address, `${path}?asOf=2026-01-13`),
      await requestRaw(service.address, `${path}?asOf=2026-01-13T18:29:59.999Z`),
    ]
    expect(day.status).toBe(200)
    expect(day.body.equals(moment.body)).toBe(true)
    expect(day.headers.etag).toBe(moment.headers.etag)
    expect(day.headers['cache-control']).toMatch(/max-age=3600/)
  })

  test.each(PATHS)('of %s as the current day is the answer of now, for as short a time', async (path) => {
    const service = shared()
    const [today, live] = [
      await requestRaw(service.address, `${path}?asOf=2026-01-15`),
      await requestRaw(service.address, path),
    ]
    expect(today.status).toBe(200)
    expect(today.body.equals(live.body)).toBe(true)
    expect(today.headers['cache-control']).toMatch(/max-age=60/)
    expect(today.headers['x-market-version']).toBe(live.headers['x-market-version'])
  })

  test('as the current day ends at midnight, also where the answer is sent again and no clock changes it', async () => {
    const service = await startTestService({ now: '2026-01-15T18:29:40.000Z', lines: MARKET })
    const path = `${BASE}/deals?asOf=2026-01-15`
    for (let times = 0; times < 3; times++)
      expect((await service.get(path)).headers.get('cache-control')).toBe(
        'public, max-age=20, stale-if-error=86400',
      )
    service.setNow('2026-01-15T18:30:00.000Z')
    const after = await service.get(path)
    expect(after.headers.get('cache-control')).toMatch(/max-age=3600/)
    await service.record('2026-01-15T18:30:01.000Z', [deal('2026-01-14', { symbol: 'LATE' })])
    service.setNow('2026-01-15T18:31:00.000Z')
    // The answer as of the new day is live, as the old one was before midnight.
    await service.get(`${BASE}/deals?asOf=2026-01-16`)
    expect(await (await service.get(path)).text()).toBe(await after.text())
  })

  test('as a day goes on through the pages of a list, also after midnight', async () => {
    const service = await startTestService({ now: '2026-01-15T18:29:40.000Z', lines: MARKET })
    const first = await service.get(`${BASE}/deals?asOf=2026-01-15&limit=1`)
    const next = nextOf(first.headers.get('link'))
    service.setNow('2026-01-15T18:30:00.000Z')
    await service.record('2026-01-15T18:30:01.000Z', [deal('2026-01-09', { symbol: 'LATE' })])
    const plain = await service.json(next)
    expect(plain.deals).toMatchObject([{ dealType: 'SELL' }])
    expect(await service.json(`${next}&asOf=2026-01-15`)).toEqual(plain)
    expect((await service.get(`${next}&asOf=2026-01-14`)).status).toBe(400)
  })

  test('beside a cursor may repeat the moment in another form', async () => {
    const service = shared()
    const first = await requestRaw(service.address, `${BASE}/deals?asOf=2026-01-13&limit=1`)
    const next = nextOf(first.headers.link)
    const statuses = []
    for (const form of [
      '2026-01-13',
      '2026-01-13T23:59:59.999%2B05:30',
      '2026-01-13T18:30:00Z',
      '2026-01-15',
    ])
      statuses.push((await requestRaw(service.address, `${next}&asOf=${form}`)).status)
    expect(statuses).toEqual([200, 200, 400, 400])
  })
})
