import type { Instant } from '../../market/calendar.ts'
import type { Fact } from '../../market/facts/fact.ts'
import { rupeesFromPaise } from '../../market/money.ts'
import { FIELDS, isOptionalIn, RUPEE_KEYS } from './fields.ts'

/** Writes a fact as one line of a facts file, its keys in a fixed order. Optional keys without a value are left out. */
export function writeLine(fact: Fact, recordedAt: Instant): string {
  return JSON.stringify({ fact: fact.fact, ...written(fact), recordedAt })
}

/** The content of a fact, with the keys and units of a facts file. */
export function written(fact: Fact): Record<string, unknown> {
  if (fact.fact === 'retraction')
    return { of: inRupees(Object.entries(fact.of)), reason: fact.reason, source: fact.source }
  const isIssue = fact.fact === 'ipo'
  const values: Record<string, unknown> = isIssue ? { ...fact.said, ...fact } : { ...fact }
  const keys = Object.keys(FIELDS[fact.fact] ?? {}).filter((key) =>
    isIssue ? values[key] !== undefined : values[key] !== null || !isOptionalIn(fact.fact, key),
  )
  return inRupees(keys.map((key) => [key, values[key]]))
}

const inRupees = (values: readonly (readonly [key: string, value: unknown])[]): Record<string, unknown> =>
  Object.fromEntries(
    values.map(([key, value]) => [
      key,
      typeof value === 'number' && RUPEE_KEYS.has(key) ? rupeesFromPaise(value) : value,
    ]),
  )
