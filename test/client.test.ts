import { describe, expect, test } from 'vitest'
import { ENDPOINTS } from '../src/api/endpoints.ts'
import { type ClientOptions, createClient, type GreymarkClient } from '../src/client/index.ts'
import { BASE } from './support/conformance.ts'
import { demoServiceForAll } from './support/demo-service.ts'
import { localServer } from './support/local-server.ts'

const demo = demoServiceForAll()

/** A client whose requests are counted by their status. */
function countingClient(address: string, options: ClientOptions = {}) {
  const statuses: number[] = []
  const counting: NonNullable<ClientOptions['fetch']> = async (url, init) => {
    const response = await fetch(url, init)
    statuses.push(response.status)
    return response
  }
  return { statuses, client: createClient(address, { ...options, fetch: counting }) }
}

const SLUG = 'ekalirang-electronics'
const AS_OF = new Date('2026-11-13T09:00:00.000Z')

/** One call for each endpoint of the service, by its operation id. */
const CALLS: Readonly<Record<string, (client: GreymarkClient) => Promise<{ readonly ok: boolean }>>> = {
  listIpos: ({ ipos }) => ipos({ asOf: AS_OF }),
  getIpo: ({ ipo }) => ipo(SLUG, { asOf: AS_OF }),
  getEvidence: ({ evidence }) => evidence(SLUG, { asOf: AS_OF }),
  listDeals: ({ deals }) => deals({ asOf: AS_OF }),
  getScoreboard: ({ scoreboard }) => scoreboard({ asOf: AS_OF }),
  getAccuracy: ({ accuracy }) => accuracy({ asOf: AS_OF }),
  getCalibration: ({ calibration }) => calibration({ asOf: AS_OF }),
  listSources: ({ sources }) => sources({ asOf: AS_OF }),
  listUnannounced: ({ unannounced }) => unannounced({ asOf: AS_OF }),
  listChanges: ({ changes }) => changes({ asOf: AS_OF }),
}

describe('every endpoint', () => {
  test.each(ENDPOINTS.map(({ operationId, path }) => [operationId, path]))(
    '%s gives the body as served, as of a moment',
    async (operationId, path) => {
      const served = `${path.replace('{slug}', SLUG)}?asOf=${AS_OF.toISOString()}`
      const answer = await CALLS[operationId]?.(createClient(demo.address))
      expect(answer).toEqual(await demo.json(served))
      expect(answer?.ok).toBe(true)
    },
  )

  test('and the index', async () => {
    expect(await createClient(`${demo.address}/`).index()).toEqual(await demo.json(BASE))
  })
})

test('a live service gets one request for each call, and no question whether it is a static copy', async () => {
  const asked: string[] = []
  const counting: NonNullable<ClientOptions['fetch']> = (url, init) => {
    asked.push(new URL(url).pathname)
    return fetch(url, init)
  }
  const client = createClient(demo.address, { fetch: counting })
  const calls = [...Object.values(CALLS), ...Object.values(CALLS)]
  for (const call of calls) expect((await call(client)).ok).toBe(true)
  const refused = [client.ipo('unknown'), client.ipos({ q: '' }), client.ipos({ cursor: 'x' })]
  for (const call of refused) expect((await call).ok).toBe(false)
  expect(asked.length).toBe(calls.length + refused.length)
  for await (const { type } of client.follow()) {
    expect(type).toBe('position')
    break
  }
  for await (const { type } of client.follow({ since: 'x' })) expect(type).toBe('error')
  expect(asked.slice(-2)).toEqual(['/feeds/changes', '/feeds/changes'])
  expect(asked.length).toBe(calls.length + refused.length + 2)
  expect(asked).not.toContain('/status.json')
  expect(await client.copy()).toBeNull()
})

test('filters take one value or several', async () => {
  const { ipos } = createClient(demo.address)
  const several = await ipos({ status: ['OPEN', 'CLOSED'], board: 'SME' })
  if (!several.ok) throw new Error(several.error.message)
  const statuses = several.ipos.map(({ status, board }) => `${status} ${board}`)
  expect([...new Set(statuses)].sort()).toEqual(['CLOSED SME', 'OPEN SME'])
})

test('with detail full, every item has its terms, also for the compiler', async () => {
  const answer = await createClient(demo.address).ipos({ detail: 'full', limit: 3 })
  if (!answer.ok) throw new Error(answer.error.message)
  expect(answer.ipos.flatMap(({ exchanges }) => exchanges ?? [])).toContain('BSE')
})

test('an answer has its position, its total and its next page, which JSON does not contain', async () => {
  const { deals } = createClient(demo.address)
  const first = await deals({ limit: 2 })
  if (!first.ok || first.meta.next === null) throw new Error('there is no next page')
  expect(first.meta).toMatchObject({ status: 200, ignored: [], retryAfterMs: null, notModified: false })
  expect(first.meta.total).toBeGreaterThan(10)
  expect(first.meta.position).toMatch(/^demo-\d+@/)
  expect(Object.keys(JSON.parse(JSON.stringify(first)))).toEqual(['ok', 'deals', 'disclaimer'])
  const second = await deals({ cursor: first.meta.next })
  expect(second.ok && second.deals).toEqual((await demo.json(`${BASE}/deals?limit=4`)).deals.slice(2))
})

describe('for await', () => {
  test('goes over all pages of IPOs, deals and changes', async () => {
    const { pages } = createClient(demo.address)
    const slugs: string[] = []
    let total: number | null = 0
    for await (const page of pages.ipos({ limit: 200, board: 'SME' })) {
      if (!page.ok) throw new Error(page.error.message)
      slugs.push(...page.ipos.map(({ slug }) => slug))
      total = page.meta.total
    }
    expect(new Set(slugs).size).toBe(total)
    const clients: string[] = []
    for await (const page of pages.deals({ limit: 50, kind: 'BLOCK' }))
      clients.push(...(page.ok ? page.deals.map(({ clientName }) => clientName) : []))
    const whole = await createClient(demo.address).deals({ kind: 'BLOCK', limit: 300 })
    expect(clients.length).toBeGreaterThan(50)
    expect(clients).toEqual(whole.ok && whole.deals.map(({ clientName }) => clientName))
    const complete: boolean[] = []
    for await (const page of pages.changes({ since: '0', limit: 200 }))
      complete.push(page.ok && page.complete)
    expect(complete.length).toBeGreaterThan(1)
    expect(complete.slice(0, -1)).not.toContain(true)
    expect(complete.at(-1)).toBe(true)
  })

  test('ends with a failure as its last value', async () => {
    const { pages } = createClient(demo.address)
    const codes: string[] = []
    for await (const page of pages.deals({ from: '2026-02-02', to: '2026-01-01' }))
      codes.push(page.ok ? 'ok' : page.error.code)
    expect(codes).toEqual(['INVALID_PARAMETER'])
  })

  test('ends when the caller aborts', async () => {
    const { pages } = createClient(demo.address)
    const ending = new AbortController()
    const seen: string[] = []
    for await (const page of pages.deals({ limit: 1 }, { signal: ending.signal })) {
      seen.push(page.ok ? 'page' : page.error.code)
      if (seen.length === 2) ending.abort()
    }
    expect(seen).toEqual(['page', 'page', 'ABORTED'])
  })
})

describe('an error is a value', () => {
  test('of the service, with its details', async () => {
    const client = createClient(demo.address)
    const unknown = await client.ipo('ekalirang-electronic')
    expect(unknown).toMatchObject({
      ok: false,
      error: { code: 'NOT_FOUND', suggestions: expect.arrayContaining([SLUG]) },
    })
    expect(unknown.meta.status).toBe(404)
    const status = 'SOON' as 'OPEN'
    expect(await client.ipos({ status })).toMatchObject({
      error: { code: 'INVALID_PARAMETER', parameter: 'status', allowed: expect.arrayContaining(['OPEN']) },
    })
  })

  test('where nobody answers, or not in time, or the caller aborts', async () => {
    const silent = await localServer(() => undefined)
    expect(await createClient('http://127.0.0.1:1').index()).toMatchObject({
      ok: false,
      error: { code: 'NETWORK', message: expect.stringMatching(/./) },
      disclaimer: null,
    })
    const client = createClient(silent, { timeoutMs: 20 })
    expect(await client.ipos()).toMatchObject({ error: { code: 'TIMEOUT' } })
    expect(await client.ipos({}, { signal: AbortSignal.abort() })).toMatchObject({
      error: { code: 'ABORTED' },
    })
  })

  test.each([
    ['a page of a proxy', 502, '<html>Bad gateway</html>', 'status 502'],
    ['a page with status 200', 200, '<html>Please log in</html>', 'not of this API'],
    ['JSON of another API', 200, '[1]', 'not of this API'],
    ['nothing', 200, '', 'not of this API'],
  ])('%s is an unexpected answer', async (_what, status, body, message) => {
    const address = await localServer((_request, response) => response.writeHead(status).end(body))
    expect(await createClient(address).sources()).toMatchObject({
      ok: false,
      error: { code: 'UNEXPECTED_ANSWER', message: expect.stringContaining(message) },
    })
  })

  test('an answer that is cut is a network failure', async () => {
    const address = await localServer((_request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{"ok":true')
      response.socket?.end()
    })
    expect(await createClient(address).sources()).toMatchObject({ error: { code: 'NETWORK' } })
  })

  test.each(['ipo.example', '', 'ftp://ipo.example', 'https://ipo.example?x=1'])(
    'but the address "%s" throws at once',
    (address) => {
      expect(() => createClient(address)).toThrow(/such as https:\/\/ipo\.example/)
    },
  )
})

describe('kept answers', () => {
  test('are validated by their ETag, and given again as they were', async () => {
    const { client, statuses } = countingClient(demo.address)
    const first = await client.deals({ limit: 2 })
    if (!first.ok) throw new Error(first.error.message)
    const served = JSON.stringify(first)
    first.deals.length = 0
    const second = await client.deals({ limit: 2 })
    expect(statuses).toEqual([200, 304])
    expect(JSON.stringify(second)).toBe(served)
    expect(second.meta).toEqual({ ...first.meta, notModified: true })
  })

  test('are at most as many as wanted, the most recently used', async () => {
    const { client, statuses } = countingClient(demo.address, { keptAnswers: 2 })
    for (const limit of [1, 2, 1, 3, 1, 2]) await client.deals({ limit })
    expect(statuses).toEqual([200, 200, 304, 200, 304, 200])
    const none = countingClient(demo.address, { keptAnswers: 0 })
    for (const limit of [1, 1]) await none.client.deals({ limit })
    expect(none.statuses).toEqual([200, 200])
  })
})

describe('a service that asks to wait', () => {
  /** Refuses as often as told, then forwards the answer of the index. */
  const busyServer = (times: number, status: number, retryAfter: string | null) =>
    localServer(async (_request, response) => {
      times--
      response.setHeader('x-market-version', '1@a')
      if (times < 0) return response.end(JSON.stringify(await demo.json(BASE)))
      const error = { code: 'UNAVAILABLE', message: 'later' }
      if (retryAfter !== null) response.setHeader('retry-after', retryAfter)
      return response.writeHead(status).end(JSON.stringify({ ok: false, error, disclaimer: 'x' }))
    })

  test.each([
    [429, '0'],
    [503, '0'],
    [503, 'Thu, 01 Jan 2026 00:00:00 GMT'],
  ])('with %i and Retry-After %s is asked again', async (status, retryAfter) => {
    const { client, statuses } = countingClient(await busyServer(2, status, retryAfter))
    expect(await client.index()).toEqual(await demo.json(BASE))
    expect(statuses).toEqual([status, status, 200])
  })

  test('for longer than the maximum gives its error, with the time', async () => {
    const { client, statuses } = countingClient(await busyServer(1, 503, '121'))
    const answer = await client.index()
    expect(answer).toMatchObject({ ok: false, error: { code: 'UNAVAILABLE' } })
    expect(answer.meta.retryAfterMs).toBe(121_000)
    expect(statuses).toEqual([503])
    const impatient = countingClient(await busyServer(1, 503, null), { maxWaitMs: 0 })
    expect(await impatient.client.index()).toMatchObject({ error: { code: 'UNAVAILABLE' } })
  })

  test('is left when the caller aborts', async () => {
    const ending = new AbortController()
    const address = await localServer((_request, response) => {
      response.writeHead(503, { 'retry-after': '60' }).end(() => setImmediate(() => ending.abort()))
    })
    const answer = await createClient(address).index({ signal: ending.signal })
    expect(answer).toMatchObject({ error: { code: 'ABORTED' } })
  })

  test('and other errors of a server are not repeated', async () => {
    const { client, statuses } = countingClient(await busyServer(1, 500, '0'))
    expect(await client.index()).toMatchObject({ ok: false })
    expect(statuses).toEqual([500])
  })
})
