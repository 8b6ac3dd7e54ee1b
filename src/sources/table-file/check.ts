import { type JsonObject, shortJson } from '../formats/json.ts'

/** A rule for the value of a key; `expected` completes the sentence "KEY must be ...". */
export interface KeyRule {
  readonly expected: string
  readonly isOptional?: boolean
  readonly isRight: (value: unknown) => boolean
}

export type KeyRules = Readonly<Record<string, KeyRule>>

/** Every fault in the keys of an object, as sentences. `path` precedes each key: `columns.` */
export function faultsIn(values: JsonObject, rules: KeyRules, path = ''): string[] {
  const unknown = Object.keys(values).filter((key) => !Object.hasOwn(rules, key))
  return [
    ...Object.entries(rules).flatMap(([key, rule]) => faultOf(`"${path}${key}"`, values[key], rule)),
    ...unknown.map((key) => `unknown key "${path}${key}"; known are ${Object.keys(rules).join(', ')}`),
  ]
}

function faultOf(key: string, value: unknown, { expected, isOptional = false, isRight }: KeyRule): string[] {
  if (value === undefined) return isOptional ? [] : [`${key} is missing: ${expected}`]
  return isRight(value) ? [] : [`${key} must be ${expected}; got ${shortJson(value)}`]
}
