import fc from 'fast-check'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { expect, test } from 'vitest'
import { runs } from '../../test/support/store.ts'
import { ENDPOINTS } from '../api/endpoints.ts'
import { invariant } from '../invariant.ts'
import { FullIpo, IpoSummary } from '../reports/schemas/ipos.ts'
import { ANSWER_BYTES, bytesOf } from './fit.ts'
import { processClient, type ToolMarket } from './market-client.ts'
import { answerOf, TOOLS } from './market-server.ts'

type Body = Readonly<Record<string, unknown>>

const toolNamed = (name: string) =>
  invariant(
    TOOLS.find((each) => each.name === name),
    name,
  )

/** A market with one body for each endpoint, of whose lists it gives as many entries as requested. */
const marketOf = (bodies: Readonly<Record<string, Body>>): ToolMarket => ({
  publicUrl: 'https://ipo.example',
  now: () => '2026-01-14T20:00:00.000Z',
  client: processClient(async ({ operationId, parameters }, { query }) => {
    const { limit = '100', cursor } = query as Record<string, string>
    const body = bodies[operationId] ?? {}
    const [from, to] =
      'limit' in parameters ? [Number(cursor ?? 0), Number(cursor ?? 0) + Number(limit)] : [0]
    const fields = Object.entries(body).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.slice(from, to) : value,
    ])
    const position = { 'X-Market-Version': '7@2026-01-14T12:00:00.000Z' }
    const length = Math.max(...Object.values(body).map((value) => (Array.isArray(value) ? value.length : 0)))
    const link = to !== undefined && to < length ? { Link: `</?cursor=${to}>; rel="next"` } : {}
    const answer = { ...Object.fromEntries(fields), ok: true, end: position['X-Market-Version'] }
    return { body: JSON.stringify(answer), headers: { ...position, ...link, 'X-Total-Count': '1000' } }
  }, String),
})

/** Short texts, long ones, and names of 200 characters in Devanagari. */
const text = fc
  .tuple(fc.constantFrom('a', '"', '₹', 'क्षि', '🪔', '\u0001'), fc.constantFrom(1, 5, 20, 125, 200))
  .map(([letter, times]) => letter.repeat(times).slice(0, 200))
const FORMATS: Readonly<Record<string, string>> = {
  date: '2026-01-13',
  'date-time': '2026-01-13T00:00:00.000Z',
  uri: `https://registrar.example/${'a'.repeat(400)}`,
}

/** A record has the values of an IPO; no fact and no change has chances. */
const { chances: _, ...RECORDED } = FullIpo.properties

/** Values of a schema. Lists repeat one entry, lists within lists less often. */
function valuesOf(schema: TSchema, most = 1000): fc.Arbitrary<unknown> {
  // Tools request lists with all fields.
  if (schema === IpoSummary) return valuesOf(FullIpo, most)
  // biome-ignore lint/suspicious/noExplicitAny: TypeBox does not type the keywords of a schema of unknown kind.
  const { type, anyOf, enum: values, const: value, format, items, properties } = schema as any
  if (anyOf) return fc.oneof(...anyOf.map((each: TSchema) => valuesOf(each, most)))
  if (values) return fc.constantFrom(...values)
  if (value !== undefined) return fc.constant(value)
  if (type === 'string') return format ? fc.constant(FORMATS[format]) : text
  if (type === 'integer') return fc.constantFrom(0, Number.MAX_SAFE_INTEGER)
  if (type === 'number') return fc.constantFrom(0, -0.30000000000000004)
  if (type === 'boolean') return fc.boolean()
  if (type === 'null') return fc.constant(null)
  if (type === 'array')
    return fc
      .tuple(valuesOf(items, most / 5), fc.constantFrom(0, 1, most / 100, most / 5, most))
      .map(([item, length]) => Array.from({ length }, () => item))
  const fields = Object.entries<TSchema>(properties ?? RECORDED)
  return fc.record(Object.fromEntries(fields.map(([name, field]) => [name, valuesOf(field, most / 5)])))
}

const LAST_GMP = { value: 45, rule: 'median', facts: [0], from: [], outvoted: [], earlier: [], leftOut: 0 }

const endpoint = (operation: string) =>
  invariant(
    ENDPOINTS.find(({ operationId }) => operationId === operation),
    operation,
  )

/** Bodies of an endpoint; those about evidence have a figure `lastGmp`. */
const bodiesOf = (operation: string): fc.Arbitrary<Body> =>
  (valuesOf(endpoint(operation).body) as fc.Arbitrary<Body>).map(({ figures, ...fields }) =>
    Array.isArray(figures)
      ? { ...fields, figures: [LAST_GMP, ...figures].map((each) => ({ ...each, path: 'lastGmp' })) }
      : fields,
  )

const CALLS: readonly [tool: string, operations: readonly string[], given: object][] = [
  ['find_ipos', ['listIpos'], {}],
  ['find_ipos', ['listIpos'], { limit: 100 }],
  ['find_ipos', ['listUnannounced'], { status: 'UNANNOUNCED' }],
  ['get_ipo', ['getIpo'], { slug: 'acme-foods' }],
  ['get_ipo', ['getIpo'], { slug: 'acme-foods', history: 500 }],
  ['get_ipo', ['getIpo'], { slug: 'acme-foods', history: 0 }],
  ['get_evidence', ['getEvidence'], { slug: 'acme-foods' }],
  ['get_evidence', ['getEvidence'], { slug: 'acme-foods', figure: 'lastGmp' }],
  ['grey_market_record', ['getScoreboard'], { limit: 500 }],
  ['grey_market_record', ['getScoreboard', 'getAccuracy'], { source: 'all' }],
  ['find_deals', ['listDeals'], { limit: 200 }],
  ['what_changed', ['listChanges', 'listIpos'], { limit: 200 }],
  ['what_changed', ['listChanges', 'listIpos'], { kind: ['gmp', 'new'] }],
]

test.each(CALLS)(
  'an answer of %s has at most 8 KB and matches its schema, whatever %j have to answer %j',
  async (name, operations, given) => {
    const tool = toolNamed(name)
    const output = Compile(tool.output())
    const bodies = fc.record(Object.fromEntries(operations.map((each) => [each, bodiesOf(each)])))
    await fc.assert(
      fc.asyncProperty(bodies, async (all) => {
        const answer = JSON.parse(JSON.stringify(await answerOf(tool, given, marketOf(all))))
        expect(bytesOf(answer)).toBeLessThanOrEqual(ANSWER_BYTES)
        expect([...output.Errors(answer)]).toEqual([])
        expect(answer).toMatchObject({ today: '2026-01-15', disclaimer: expect.any(String) })
      }),
      { ...runs(300), endOnFailure: true },
    )
  },
)

const MANY = 200
const many = (entry: (i: number) => object) => Array.from({ length: MANY }, (_, i) => entry(i))
const NAME = 'लघु उद्योग '.repeat(18)

/** A body in which only these fields are of interest. */
async function exampleOf(operation: string, fields: Body): Promise<Body> {
  const [body = {}] = fc.sample(bodiesOf(operation), { numRuns: 1, seed: 7 })
  return { ...body, ...fields }
}
const exampleItem = (operation: string, list: string) => {
  // biome-ignore lint/suspicious/noExplicitAny: TypeBox does not type the keywords of a schema of unknown kind.
  const { properties } = endpoint(operation).body as any
  return fc.sample(valuesOf(properties[list].items, 1), { numRuns: 1, seed: 7 })[0] as Body
}

test.each<[tool: string, operation: string, given: object, list: string, served: string, key: string]>([
  ['find_ipos', 'listIpos', { limit: 100 }, 'ipos', 'ipos', 'slug'],
  ['find_ipos', 'listUnannounced', { status: 'UNANNOUNCED' }, 'unannounced', 'companies', 'source'],
  ['get_evidence', 'getEvidence', { slug: 'acme-foods' }, 'figures', 'figures', 'path'],
  ['grey_market_record', 'getScoreboard', { limit: 500 }, 'rows', 'rows', 'slug'],
  ['find_deals', 'listDeals', { limit: 200 }, 'deals', 'deals', 'clientName'],
  ['what_changed', 'listChanges', { limit: 200 }, 'changes', 'changes', 'at'],
])('by next, %s gives each of 200 entries once', async (name, operation, given, list, served, key) => {
  const item = exampleItem(operation, served === 'ipos' ? 'ipos' : served)
  const keys = many((i) => ({ key: key === 'at' ? new Date(i * 1000).toISOString() : `k${i}` }))
  const entries = keys.map((each) => ({
    ...item,
    name: NAME,
    new: null,
    [key]: (each as { key: string }).key,
  }))
  const market = marketOf({ [operation]: await exampleOf(operation, { [served]: entries }) })
  const seen: unknown[] = []
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers.
  let answer: any = await answerOf(toolNamed(name), given, market)
  for (let pages = 1; pages <= MANY; pages++) {
    seen.push(...answer[list].map((each: Body) => each[key]))
    if (answer.next === null) break
    answer = await answerOf(toolNamed(name), { cursor: answer.next, ...('slug' in given && given) }, market)
  }
  expect(seen).toEqual(entries.map((each) => (each as Body)[key]))
})

test('by next, get_ipo gives the whole history, all of it as of the moment of the first answer', async () => {
  const gmp = many((i) => ({
    observedAt: '2026-01-13',
    gmp: i,
    gmpPct: null,
    source: 'IPOWatch',
    unofficial: true,
  }))
  const { ipo } = await exampleOf('getIpo', {})
  const market = marketOf({ getIpo: { ipo: { ...(ipo as object), gmp }, disclaimer: '' } })
  const seen: unknown[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const given = { slug: 'acme-foods', cursor }
    // biome-ignore lint/suspicious/noExplicitAny: tests look into answers.
    const answer: any = await answerOf(toolNamed('get_ipo'), given, market)
    seen.unshift(...answer.ipo.gmp)
    expect(answer.leftOut.gmp ?? 0).toBe(MANY - seen.length)
    cursor = answer.next
    if (cursor !== null)
      expect(Buffer.from(`${cursor}`, 'base64url').toString()).toContain('2026-01-14T12:00:00.000Z')
  }
  expect(seen).toEqual(gmp)
})

test('every tool is among them', () => {
  expect([...new Set(CALLS.map(([name]) => name))]).toEqual(TOOLS.map(({ name }) => name))
})
