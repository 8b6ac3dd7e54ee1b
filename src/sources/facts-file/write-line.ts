import type { Instant } from '../../market/calendar.ts'
import type { Fact, FactName } from '../../market/facts/fact.ts'
import { TERM_KEYS } from '../../market/facts/term-table.ts'
import { rupeesFromPaise } from '../../market/money.ts'
import { FIELDS, isOptionalIn, RUPEE_KEYS } from './fields.ts'

/** Writes a fact as one line of a facts file, its keys in a fixed order. Optional keys without a value are left out. */
export function writeLine(fact: Fact, recordedAt: Instant): string {
  return JSON.stringify({ fact: fact.fact, ...written(fact), recordedAt })
}

/** The content of a fact, with the keys and units of a facts file. */
export function written(fact: Fact): Record<string, unknown> {
  if (fact.fact === 'retraction')
    return { of: writtenName(fact.of), reason: fact.reason, source: fact.source }
  if (fact.fact === 'ipo') {
    const said = TERM_KEYS.filter((key) => fact.said[key] !== undefined)
    const terms = Object.fromEntries(said.map((key) => [key, writtenValue(key, fact.said[key])]))
    return { slug: fact.slug, ...terms, source: fact.source }
  }
  const values: Record<string, unknown> = { ...fact }
  const keys = Object.keys(FIELDS[fact.fact] ?? {}).filter(
    (key) => values[key] !== null || !isOptionalIn(fact.fact, key),
  )
  return Object.fromEntries(keys.map((key) => [key, writtenValue(key, values[key])]))
}

const writtenName = (of: FactName) =>
  Object.fromEntries(Object.entries(of).map(([key, value]) => [key, writtenValue(key, value)]))

const writtenValue = (key: string, value: unknown): unknown =>
  typeof value === 'number' && RUPEE_KEYS.has(key) ? rupeesFromPaise(value) : value
