import { load } from 'cheerio/slim'
import { CronPattern } from 'croner'
import { PUBLISHERS } from '../../market/facts/publisher.ts'
import { headingKey } from '../formats/csv.ts'
import { isObject, type JsonObject, shortJson } from '../formats/json.ts'
import { DATE_FORMS, FORMATS, type OwnField, ZERO_MEANINGS } from './description.ts'

/** A rule for the value of a key; `expected` completes the sentence "KEY must be ...". */
interface KeyRule {
  readonly expected: string
  readonly isOptional?: boolean
  readonly isRight: (value: unknown) => boolean
}

type KeyRules = Readonly<Record<string, KeyRule>>

const MAX_NAME = 100
const MAX_ID = 40

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= 500 && !/\p{Cc}/u.test(value)

const isListOfText = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every(isText)

const oneOf = (allowed: readonly string[]): KeyRule => ({
  expected: `one of ${allowed.join(', ')}`,
  isRight: (value) => allowed.includes(String(value)) && typeof value === 'string',
})

const optional = (rule: KeyRule): KeyRule => ({ ...rule, isOptional: true })

const ADDRESS: KeyRule = {
  expected: 'an address that begins with https://, without user name and password',
  isRight: (value) => {
    const url = isText(value) && URL.canParse(value) ? new URL(value) : undefined
    return url?.protocol === 'https:' && url.username === '' && url.password === ''
  },
}

const isKnownPublisher = (name: string) =>
  PUBLISHERS.some((publisher) => publisher.name.toLowerCase() === name.trim().toLowerCase())

const NAME: KeyRule = {
  expected: `text of at most ${MAX_NAME} characters that is not the name of a built-in source; to be counted together with such a source, give its owner in "owner"`,
  isRight: (value) => isText(value) && value.length <= MAX_NAME && !isKnownPublisher(value),
}

const OWNER: KeyRule = {
  expected: `text of at most ${MAX_NAME} characters: who runs the site; tables of one owner count as one source`,
  isRight: (value) => isText(value) && value.length <= MAX_NAME,
}

const HEADING: KeyRule = {
  expected: 'a heading, or a list of headings of which the table has one',
  isRight: (value) => isText(value) || (isListOfText(value) && value.length > 0),
}

const OBJECT: KeyRule = { expected: 'an object', isRight: isObject }

const KEYS: KeyRules = {
  id: {
    expected: `lower-case letters, digits and hyphens, at most ${MAX_ID}`,
    isRight: (value) => isText(value) && /^[a-z0-9-]+$/.test(value) && value.length <= MAX_ID,
  },
  name: NAME,
  owner: OWNER,
  home: optional(ADDRESS),
  address: ADDRESS,
  format: oneOf(FORMATS),
  table: optional({ expected: 'text', isRight: isText }),
  columns: { ...OBJECT, expected: 'an object that says which heading is which, at least "name" and "gmp"' },
  ignored: optional({ expected: 'a list of headings', isRight: isListOfText }),
  dates: optional(oneOf(DATE_FORMS)),
  zeroMeans: optional(oneOf(ZERO_MEANINGS)),
  schedule: { ...OBJECT, expected: 'an object with "cron"' },
}

const COLUMN_KEYS: Readonly<Record<OwnField, KeyRule>> = {
  name: HEADING,
  gmp: HEADING,
  price: optional(HEADING),
  open: optional(HEADING),
  close: optional(HEADING),
  dates: optional(HEADING),
  board: optional(HEADING),
  updated: optional(HEADING),
  id: optional(HEADING),
}

const SCHEDULE_KEYS: KeyRules = {
  words: optional({ expected: 'text for readers', isRight: isText }),
  cron: {
    expected: 'a list of patterns of five fields, by the clock in India, such as ["40 9-21/3 * * *"]',
    isRight: (value) => Array.isArray(value) && value.length > 0 && value.every(isCron),
  },
}

export const knownKeys: readonly string[] = Object.keys(KEYS)
export const knownColumns: readonly string[] = Object.keys(COLUMN_KEYS)

function isCron(pattern: unknown): boolean {
  if (!isText(pattern) || pattern.trim().split(/\s+/).length !== 5) return false
  try {
    new CronPattern(pattern)
    return true
  } catch {
    return false
  }
}

/** Every fault of a description, as sentences; none when it can be used. */
export function faultsOfDescription(value: unknown): string[] {
  if (!isObject(value)) return ['the file must hold one JSON object']
  const { columns, schedule } = value
  return [
    ...faultsIn(value, KEYS),
    ...(isObject(columns) ? faultsIn(columns, COLUMN_KEYS, 'columns.') : []),
    ...(isObject(columns) ? [...sharedHeadings(columns), ...datesFault(value, columns)] : []),
    ...(isObject(schedule) ? faultsIn(schedule, SCHEDULE_KEYS, 'schedule.') : []),
    ...tableFault(value),
  ]
}

/** A heading that stands for two fields would be read twice. */
function sharedHeadings(columns: JsonObject): string[] {
  const named = Object.entries(columns).flatMap(([field, headings]) =>
    [headings].flat().flatMap((heading) => (isText(heading) ? { field, heading } : [])),
  )
  return named.flatMap(({ field, heading }, i) => {
    const earlier = named.slice(0, i).find((other) => headingKey(other.heading) === headingKey(heading))
    return earlier
      ? [`"columns.${field}" names "${heading}", which is "columns.${earlier.field}" already`]
      : []
  })
}

const datesFault = ({ dates }: JsonObject, { open, close }: JsonObject): string[] =>
  dates === undefined && (open !== undefined || close !== undefined)
    ? [
        `"dates" is missing: with "columns.open" or "columns.close" it must be one of ${DATE_FORMS.join(', ')}`,
      ]
    : []

function tableFault({ format, table }: JsonObject): string[] {
  if (!isText(table)) return []
  if (format === 'csv') return ['"table" has no meaning for "csv": a file is one table']
  if (format === 'json' && !/^[^.\s]+(\.[^.\s]+)*$/.test(table))
    return [`"table" must be a path of keys such as data.rows; got "${table}"`]
  if (format === 'html' && !isSelector(table))
    return [`"table" must be a CSS selector such as #gmp; got "${table}"`]
  return []
}

function isSelector(text: string): boolean {
  try {
    load('')(text)
    return !text.includes('<')
  } catch {
    return false
  }
}

/** Every fault in the keys of an object, as sentences. `path` precedes each key: `columns.` */
function faultsIn(values: JsonObject, rules: KeyRules, path = ''): string[] {
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
