import fc from 'fast-check'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { expect, test } from 'vitest'
import { ENDPOINTS } from '../api/endpoints.ts'
import { invariant } from '../invariant.ts'
import { FullIpo, IpoSummary } from '../reports/schemas/ipos.ts'
import { ANSWER_BYTES, bytesOf, fittingCount } from './answer-size.ts'
import type { ToolArguments } from './arguments.ts'
import type { MarketReader } from './market-reader.ts'
import { TOOLS } from './tools/tool-table.ts'

const answerOf = (length: number) => (count: number) => ({
  items: Array.from({ length: count }, () => '₹'.repeat(length)),
})

test.each([0, 1, 10, 100, 1000, 3000])('as many items of %i characters as fit are kept', (length) => {
  const answerWith = answerOf(length)
  const count = fittingCount(500, answerWith)
  expect(bytesOf(answerWith(count))).toBeLessThanOrEqual(ANSWER_BYTES)
  if (count < 500) expect(bytesOf(answerWith(count + 1))).toBeGreaterThan(ANSWER_BYTES)
})

test('all items are kept when they fit', () => {
  expect(fittingCount(3, answerOf(10))).toBe(3)
})

/** Texts of up to 500 bytes; most are short. */
const text = fc
  .tuple(fc.constantFrom('a', '"', '₹', '🪔'), fc.constantFrom(1, 5, 20, 125))
  .map(([letter, times]) => letter.repeat(times))
const FORMATS: Readonly<Record<string, string>> = {
  date: '2026-01-13',
  'date-time': '2026-01-13T00:00:00.000Z',
  uri: `https://registrar.example/${'a'.repeat(400)}`,
}

/** Values of a schema. Lists repeat one entry, lists within lists less often. */
function valuesOf(schema: TSchema, most = 100): fc.Arbitrary<unknown> {
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
      .tuple(valuesOf(items, most / 10), fc.constantFrom(0, 1, most / 10, most))
      .map(([item, length]) => Array.from({ length }, () => item))
  // A record has the values of an IPO.
  const fields = Object.entries<TSchema>(properties ?? FullIpo.properties)
  return fc.record(Object.fromEntries(fields.map(([name, field]) => [name, valuesOf(field, most)])))
}

type Body = Readonly<Record<string, unknown>>

/** A reader with one body for each endpoint, of which it gives as many items as requested. */
const readerOf = (bodies: Readonly<Record<string, Body>>): MarketReader => ({
  publicUrl: 'https://ipo.example',
  read: async (operation, { query: { limit = '100' } }) => {
    const fields = Object.entries(bodies[operation] ?? {}).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.slice(0, Number(limit)) : value,
    ])
    return { body: Object.fromEntries(fields), total: 100, next: 'x'.repeat(400) }
  },
})

const LAST_GMP = { value: 45, rule: 'median', facts: [0], from: [], outvoted: [], earlier: [], leftOut: 0 }

/** Bodies of an endpoint; those about evidence have a figure `lastGmp`. */
const bodiesOf = (operation: string): fc.Arbitrary<Body> => {
  const { body } = invariant(
    ENDPOINTS.find(({ operationId }) => operationId === operation),
    operation,
  )
  return (valuesOf(body) as fc.Arbitrary<Body>).map(({ figures, ...fields }) =>
    Array.isArray(figures)
      ? { ...fields, figures: [LAST_GMP, ...figures].map((each) => ({ ...each, path: 'lastGmp' })) }
      : fields,
  )
}

const CALLS: readonly [tool: string, operations: readonly string[], given: ToolArguments][] = [
  ['find_ipos', ['listIpos'], {}],
  ['get_ipo', ['getIpo'], { slug: 'acme-foods' }],
  ['get_ipo', ['getIpo'], { slug: 'acme-foods', history: 0 }],
  ['get_evidence', ['getEvidence'], { slug: 'acme-foods' }],
  ['get_evidence', ['getEvidence'], { slug: 'acme-foods', figure: 'lastGmp' }],
  ['grey_market_record', ['getScoreboard'], {}],
  ['grey_market_record', ['getScoreboard', 'getAccuracy'], { source: 'all' }],
  ['find_deals', ['listDeals'], {}],
  ['what_changed', ['listChanges', 'listIpos'], {}],
]

test.each(CALLS)(
  'an answer of %s has at most 8,000 bytes, whatever %j have to answer %j',
  async (name, operations, given) => {
    const tool = invariant(
      TOOLS.find((each) => each.name === name),
      name,
    )
    const output = Compile(tool.output())
    const bodies = fc.record(Object.fromEntries(operations.map((each) => [each, bodiesOf(each)])))
    await fc.assert(
      fc.asyncProperty(bodies, async (all) => {
        const answer = await tool.run(given, readerOf(all))
        expect(bytesOf(answer)).toBeLessThanOrEqual(ANSWER_BYTES)
        expect(output.Check(answer)).toBe(true)
      }),
      { numRuns: 50, endOnFailure: true },
    )
  },
)

test('every tool is among them', () => {
  expect([...new Set(CALLS.map(([name]) => name))]).toEqual(TOOLS.map(({ name }) => name))
})
