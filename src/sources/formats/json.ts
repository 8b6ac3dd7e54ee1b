import { Unreadable } from '../source.ts'

export type JsonObject = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const SHOWN_CHARACTERS = 60

/** The beginning of a value as JSON, for messages about what is wrong with it. */
export function shortJson(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text
}

/**
 * Documents of upstreams nest about ten levels. Thousands of levels cannot be serialized again: the stack overflows.
 */
export const MAX_DEPTH = 100

/** True for JSON text that nests more lists and objects than any real document. */
export function isTooDeep(text: string): boolean {
  let depth = 0
  let isInString = false
  for (let i = 0; i < text.length; i++) {
    const character = text[i]
    if (isInString) {
      if (character === '\\') i++
      else if (character === '"') isInString = false
    } else if (character === '"') isInString = true
    else if (character === '[' || character === '{') {
      if (++depth > MAX_DEPTH) return true
    } else if (character === ']' || character === '}') depth--
  }
  return false
}

/** Parses a JSON document, or throws with what was received instead. */
export function readJson(body: string): unknown {
  if (isTooDeep(body))
    throw new Unreadable(`the answer nests more than ${MAX_DEPTH} lists and objects in each other`)
  try {
    return JSON.parse(body.replace(/^\uFEFF/, ''))
  } catch {
    if (body.trim() === '') throw new Unreadable('the answer is empty, JSON was expected')
    if (/^\s*</.test(body)) throw new Unreadable('the answer is an HTML page, JSON was expected')
    throw new Unreadable('the answer is not complete JSON; it may have been cut short')
  }
}

export function asObject(value: unknown, what: string): JsonObject {
  if (isObject(value)) return value
  throw new Unreadable(`${what} should be a JSON object`)
}

/** A list of objects, or throws with what was received instead. An empty list is a valid answer. */
export function asRows(value: unknown, what: string): readonly JsonObject[] {
  if (Array.isArray(value) && value.every(isObject)) return value
  throw new Unreadable(`${what} should be a JSON list of objects`)
}

/** A cell as text, also of a number; `null` when it is empty. */
export function textOf(row: JsonObject, key: string): string | null {
  const value = row[key]
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') return null
  return value.trim() === '' ? null : value.trim()
}

/** Some cells of a row as text, which stays the same while other cells change. */
export const textOfCells = (row: JsonObject, keys: readonly string[]): string =>
  JSON.stringify(Object.fromEntries(keys.map((key) => [key, row[key] ?? null])))

/** The keys of the rows of a list. */
export interface JsonLayout {
  /** The list, for messages. */
  readonly what: string
  readonly required: readonly string[]
  readonly known: readonly string[]
}

/** Returns the unknown keys of the rows. Throws when a required key is missing from all rows. */
export function checkKeys(rows: readonly JsonObject[], { required, known, what }: JsonLayout): string[] {
  const found = new Set(rows.flatMap((row) => Object.keys(row)))
  const missing = rows.length === 0 ? [] : required.filter((key) => !found.has(key))
  if (missing.length > 0)
    throw new Unreadable(`${what} has no ${missing.join(', ')}; found ${[...found].join(', ')}`)
  return [...found].filter((key) => !required.includes(key) && !known.includes(key))
}
