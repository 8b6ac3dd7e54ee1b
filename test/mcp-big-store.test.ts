import { beforeAll, expect, test } from 'vitest'
import { gmp, ipo } from './support/lines.ts'
import { manyFacts } from './support/many-facts.ts'
import { callForAnswer, mcpOverHttp } from './support/mcp-client.ts'
import { startTestService, testServiceForAll } from './support/service.ts'

const FACTS = 12_000
const MOST_BYTES = 8192
const service = testServiceForAll({ now: '2026-01-15T06:00:00.000Z', lines: manyFacts(FACTS).dated })

let slugs: string[] = []
beforeAll(async () => {
  service().setNow('2026-01-15T06:01:00.000Z')
  const { ipos } = await service().json('/api/public/market/ipos?limit=200')
  slugs = ipos.map(({ slug }: { slug: string }) => slug)
})

test('a first load of thousands of facts is one change', async () => {
  const client = await mcpOverHttp(service().address, 'legacy')
  const { changes, complete } = await callForAnswer(client, 'what_changed', { since: '2026-01-01' })
  expect([complete, changes]).toMatchObject([true, [{ kind: 'added', new: { issues: expect.any(Number) } }]])
})

test('answers about a big market with hostile names stay below 8 KB and match their schemas', async () => {
  const client = await mcpOverHttp(service().address, 'legacy')
  const calls: [string, Record<string, unknown>][] = [
    ['find_ipos', {}],
    ['find_ipos', { status: 'LISTED' }],
    ['grey_market_record', {}],
    ['find_deals', {}],
    ['find_deals', { symbol: 'ACME', side: 'BUY' }],
    ['what_changed', { since: '0' }],
    ['what_changed', { since: '2026-01-01' }],
    ...slugs.slice(0, 25).flatMap((slug): [string, Record<string, unknown>][] => [
      ['get_ipo', { slug }],
      ['get_evidence', { slug }],
      ['get_evidence', { slug, figure: 'lastGmp' }],
      ['get_evidence', { slug, figure: 'gmp' }],
    ]),
  ]
  for (const [name, given] of calls) {
    const answer = await callForAnswer(client, name, given).catch((error: Error) => {
      if (/no figure/.test(error.message)) return {}
      throw new Error(`${name} ${JSON.stringify(given)}: ${error.message}`)
    })
    expect(Buffer.byteLength(JSON.stringify(answer)), `${name} ${JSON.stringify(given)}`).toBeLessThanOrEqual(
      MOST_BYTES,
    )
  }
})

test('get_ipo keeps a history of one quote, and cuts other lists with and without it', async () => {
  const leadManagers = Array.from({ length: 100 }, (_, i) => `${'Acorn '.repeat(20)}${i}`)
  const { address } = await startTestService({
    now: '2026-01-15T06:00:00.000Z',
    lines: [
      ipo('acme-foods', { leadManagers }),
      gmp('acme-foods', '2026-01-14', 45, 'IPOWatch'),
      ipo('zeta-metals', { leadManagers }),
    ],
  })
  const client = await mcpOverHttp(address, 'legacy')
  for (const [slug, quotes] of [
    ['acme-foods', 1],
    ['zeta-metals', 0],
  ] as const) {
    const { ipo, leftOut, ...rest } = await callForAnswer(client, 'get_ipo', { slug })
    expect(Buffer.byteLength(JSON.stringify({ ipo, leftOut, ...rest }))).toBeLessThanOrEqual(MOST_BYTES)
    expect(ipo.gmp).toHaveLength(quotes)
    expect(leftOut).toEqual({ leadManagers: 100 - ipo.leadManagers.length })
    expect(ipo.leadManagers.length).toBeGreaterThan(20)
  }
})
