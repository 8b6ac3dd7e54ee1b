import { describe, expect, test } from 'vitest'
import { ipo } from './support/lines.ts'
import { mcpOverHttp } from './support/mcp-client.ts'
import { startTestService, testServiceForAll } from './support/service.ts'

const LINES = [ipo('acme-foods', { openDate: '2026-01-13', closeDate: '2026-01-16' })]
const service = testServiceForAll({ lines: LINES, env: { PUBLIC_URL: 'https://ipo.example' } })

const CALL = { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'find_ipos', arguments: {} } }
const JSON_TYPE = { 'content-type': 'application/json' }

const post = (
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = JSON_TYPE,
  path = '/mcp',
) => fetch(`${service().address}${path}`, { method: 'POST', headers, body })

describe('POST /mcp', () => {
  test.each(['legacy', 'modern'] as const)(
    'serves the official client of the %s specification',
    async (era) => {
      const client = await mcpOverHttp(service().address, era)
      expect(client.getServerVersion()).toMatchObject({ name: 'greymark', websiteUrl: 'https://ipo.example' })
      expect((await client.listTools()).tools).toHaveLength(6)
      const { structuredContent } = await client.callTool({ name: 'find_ipos', arguments: {} })
      expect(structuredContent).toMatchObject({
        count: 1,
        total: 1,
        ipos: [{ slug: 'acme-foods', lastGmp: null, page: 'https://ipo.example/ipos/acme-foods' }],
      })
    },
  )

  test('needs no handshake, session or Accept header, and is not cached', async () => {
    const answer = await post(JSON.stringify(CALL))
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('mcp-session-id')).toBeNull()
    expect(await answer.json()).toMatchObject({ id: 7, result: { structuredContent: { count: 1 } } })
  })

  test('accepts a notification without an answer', async () => {
    const answer = await post('{"jsonrpc":"2.0","method":"notifications/initialized"}')
    expect([answer.status, await answer.text()]).toEqual([202, ''])
  })

  test('serves any host and origin, because everything is public and read-only', async () => {
    const answer = await post(JSON.stringify(CALL), { ...JSON_TYPE, origin: 'https://elsewhere.example' })
    expect(answer.status).toBe(200)
  })

  test('keeps no stream open for a subscription', async () => {
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    const params = { notifications: { toolsListChanged: true }, _meta: meta }
    const answer = await post(
      JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params }),
      {
        ...JSON_TYPE,
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'subscriptions/listen',
      },
    )
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    expect(await answer.json()).toMatchObject({ id: 1, error: { message: 'Subscription limit reached' } })
  })

  test('redirects from a final slash', async () => {
    expect((await post(JSON.stringify(CALL), JSON_TYPE, '/mcp/')).status).toBe(200)
  })
})

describe('hostile bodies get a JSON-RPC error', () => {
  const call = (given: string) =>
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"find_ipos","arguments":${given}}}`
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

  test.each<
    [name: string, status: number, message: RegExp, body: string | Uint8Array<ArrayBuffer>, type?: string]
  >([
    ['too long', 413, /not be longer than 65536 bytes/, JSON.stringify({ ...CALL, pad: 'x'.repeat(66_000) })],
    ['not JSON', 400, /must be JSON in UTF-8/, '{"jsonrpc":'],
    ['empty', 400, /must be JSON in UTF-8|could not be read/, ''],
    ['invalid UTF-8', 400, /must be JSON in UTF-8/, Uint8Array.of(0x22, 0xff, 0xfe, 0x22)],
    ['a batch', 400, /batches are not served/, JSON.stringify([CALL, CALL])],
    [
      'a batch of many',
      400,
      /batches are not served/,
      JSON.stringify(Array.from({ length: 400 }, () => CALL)),
    ],
    ['a number', 400, /must be a JSON object/, '7'],
    ['null', 400, /must be a JSON object/, 'null'],
    ['deeply nested', 400, /nests more than 32 levels/, call(nested(30_000))],
    ['a prototype', 400, /"__proto__"/, call('{"__proto__":{"limit":1}}')],
    ['another type', 415, /Content-Type must be application\/json/, JSON.stringify(CALL), 'text/plain'],
    ['a form', 415, /Content-Type/, 'a=b', 'application/x-www-form-urlencoded'],
    ['no method', 400, /./, '{"jsonrpc":"2.0","id":1}'],
    ['another version of JSON-RPC', 400, /./, '{"jsonrpc":"1.0","id":1,"method":"tools/list"}'],
  ])('%s', async (_name, status, message, body, type = 'application/json') => {
    const answer = await post(body, { 'content-type': type })
    expect(answer.status).toBe(status)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await answer.json()).toMatchObject({
      jsonrpc: '2.0',
      error: { message: expect.stringMatching(message) },
    })
  })

  test.each(['constructor', '__proto__', 'toString', 'x'.repeat(60_000)])('an unknown tool', async (name) => {
    const answer = await post(JSON.stringify({ ...CALL, params: { name, arguments: {} } }))
    expect(await answer.json()).toMatchObject({ id: 7, error: { code: -32602 } })
  })

  test('and none of them is logged as a failure or stops the service', async () => {
    expect((await post(JSON.stringify(CALL))).status).toBe(200)
  })
})

describe('other methods', () => {
  test.each(['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH'])(
    '%s gets 405 with the allowed ones',
    async (method) => {
      const answer = await fetch(`${service().address}/mcp`, { method })
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
      if (method !== 'HEAD')
        expect(await answer.json()).toMatchObject({ error: { code: 'METHOD_NOT_ALLOWED' } })
    },
  )

  test('POST elsewhere gets 405', async () => {
    const answer = await post(JSON.stringify(CALL), JSON_TYPE, '/api/public/market/ipos')
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
  })

  test('a preflight from another origin is granted', async () => {
    const answer = await fetch(`${service().address}/mcp`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://elsewhere.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type, mcp-protocol-version',
      },
    })
    expect(answer.status).toBe(204)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('access-control-allow-methods')).toBe('POST, OPTIONS')
    const allowed = answer.headers.get('access-control-allow-headers')?.toLowerCase().split(', ')
    expect(allowed).toEqual(
      expect.arrayContaining(['content-type', 'mcp-protocol-version', 'mcp-session-id', 'last-event-id']),
    )
  })
})

test('the flood guard counts messages', async () => {
  const guarded = await startTestService({
    lines: LINES,
    env: { REQUESTS_PER_MINUTE: '3', TRUST_PROXY: '127.0.0.1' },
  })
  const send = () =>
    fetch(`${guarded.address}/mcp`, {
      method: 'POST',
      headers: { ...JSON_TYPE, 'x-forwarded-for': '203.0.113.7' },
      body: JSON.stringify(CALL),
    })
  const statuses: number[] = []
  for (let i = 0; i < 4; i++) statuses.push((await send()).status)
  expect(statuses).toEqual([200, 200, 200, 429])
  const refused = await send()
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(refused.headers.get('access-control-allow-origin')).toBe('*')
})

test('calls change nothing in the store', async () => {
  const { address, db } = await startTestService({ lines: LINES })
  const rows = () => db.selectFrom('market_version').selectAll().execute()
  const before = await rows()
  const client = await mcpOverHttp(address, 'legacy')
  for (const { name } of (await client.listTools()).tools)
    await client.callTool({ name, arguments: name.startsWith('get_') ? { slug: 'acme-foods' } : {} })
  expect(await rows()).toEqual(before)
})
