import type { TSchema } from 'typebox'
import { invariant } from '../../invariant.ts'
import { COMPONENTS } from '../components.ts'

const NAMES = new Map<unknown, string>(Object.entries(COMPONENTS).map(([name, schema]) => [schema, name]))

export const schemaRef = (schema: TSchema) => ({
  $ref: `#/components/schemas/${invariant(NAMES.get(schema), 'the name of a schema')}`,
})

/**
 * Writes each named schema once; other schemas refer to it. Our own schemas are closed; the published ones are open,
 * because fields may be added.
 */
export function componentSchemas(): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(COMPONENTS).map(([name, schema]) => [name, published(schema, true)]),
  )
}

function published(value: unknown, isTop: boolean): unknown {
  if (!isTop && NAMES.has(value)) return schemaRef(value as TSchema)
  if (Array.isArray(value)) return value.map((part) => published(part, false))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, part]) => !(key === 'additionalProperties' && part === false))
      .map(([key, part]) => [key, published(part, false)]),
  )
}
