import { load } from 'cheerio/slim'
import { CronPattern } from 'croner'
import Type, { type Static, type TObject, type TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { PUBLISHERS } from '../../market/facts/publisher.ts'
import { describe, oneOf } from '../facts-file/fields.ts'
import { headingKey } from '../formats/csv.ts'
import { isObject, type JsonObject, shortJson } from '../formats/json.ts'
import {
  dayFromDMon,
  dayFromDMonY,
  dayFromDMY,
  dayFromIso,
  dayFromMDY,
  dayFromMonDY,
} from '../parsing/dates.ts'
import {
  readTrackerTable,
  TABLE_FORMATS,
  type TrackerField,
  type TrackerLayout,
} from '../parsing/tracker-table.ts'
import type { Source } from '../source.ts'

// What an operator writes. The description of each value completes the sentence "KEY must be ...".

const MAX_NAME = 100
const MAX_ID = 40

const DAY_FROM = {
  'D-Mon-YYYY': dayFromDMonY,
  'Mon D, YYYY': dayFromMonDY,
  'D/M/YYYY': dayFromDMY,
  'M/D/YYYY': dayFromMDY,
  'YYYY-MM-DD': dayFromIso,
  'D-Mon': dayFromDMon,
} as const satisfies Readonly<Record<string, TrackerLayout['dayFrom']>>
export const DATE_FORMS = Object.keys(DAY_FROM) as (keyof typeof DAY_FROM)[]

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= 500 && !/\p{Cc}/u.test(value)

const text = (description: string, isRight: (value: string) => boolean = () => true) =>
  Type.Refine(Type.String({ description }), (value) => isText(value) && isRight(value))

const address = text('an address that begins with https://, without user name and password', (value) => {
  const url = URL.canParse(value) ? new URL(value) : undefined
  return url?.protocol === 'https:' && url.username === '' && url.password === ''
})

const isKnownPublisher = (name: string) =>
  PUBLISHERS.some((publisher) => publisher.name.toLowerCase() === name.trim().toLowerCase())

/** The heading of a field, or several possible ones. */
const heading = Type.Union([text('a heading'), Type.Array(text('a heading'), { minItems: 1 })], {
  description: 'a heading, or a list of headings of which the table has one',
})

/** The fields that an operator may name. */
type OwnField = Exclude<TrackerField, 'estimate'>

const COLUMNS = Type.Object(
  {
    name: heading,
    gmp: heading,
    price: Type.Optional(heading),
    open: Type.Optional(heading),
    close: Type.Optional(heading),
    dates: Type.Optional(heading),
    board: Type.Optional(heading),
    updated: Type.Optional(heading),
    id: Type.Optional(heading),
  } satisfies Readonly<Record<OwnField, TSchema>>,
  { description: 'an object that says which heading is which, at least "name" and "gmp"' },
)

const SCHEDULE = Type.Object(
  {
    words: Type.Optional(text('text for readers')),
    cron: Type.Array(text('a pattern', isCron), {
      minItems: 1,
      description: 'a list of patterns of five fields, by the clock in India, such as ["40 9-21/3 * * *"]',
    }),
  },
  { description: 'an object with "cron"' },
)

/** A tracker described in a file. */
export const DESCRIPTION = Type.Object({
  id: text(
    `lower-case letters, digits and hyphens, at most ${MAX_ID}`,
    (value) => /^[a-z0-9-]+$/.test(value) && value.length <= MAX_ID,
  ),
  name: text(
    `text of at most ${MAX_NAME} characters that is not the name of a built-in source; to be counted together with such a source, give its owner in "owner"`,
    (value) => value.length <= MAX_NAME && !isKnownPublisher(value),
  ),
  owner: text(
    `text of at most ${MAX_NAME} characters: who runs the site; tables of one owner count as one source`,
    (value) => value.length <= MAX_NAME,
  ),
  home: Type.Optional(address),
  address,
  format: oneOf(TABLE_FORMATS),
  /** Where the table is: a CSS selector in a page, a path such as `data.rows` in JSON. */
  table: Type.Optional(text('text')),
  columns: COLUMNS,
  /** Headings that are not read; with these named, only new ones are reported as unknown. */
  ignored: Type.Optional(Type.Array(text('a heading'), { description: 'a list of headings' })),
  /** The form of days in the columns `open` and `close`. */
  dates: Type.Optional(oneOf(DATE_FORMS)),
  zeroMeans: Type.Optional(oneOf(['quote', 'nothing'])),
  schedule: SCHEDULE,
})

function isCron(pattern: string): boolean {
  if (pattern.trim().split(/\s+/).length !== 5) return false
  try {
    new CronPattern(pattern)
    return true
  } catch {
    return false
  }
}

// What is wrong with a file.

/** A file that cannot be used; the message names every fault at once, each on its own line. */
export class BadTableFile extends Error {
  override readonly name = 'BadTableFile'

  constructor(faults: readonly string[]) {
    super(`bad table file:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
  }
}

/** Every fault of a description, as sentences; none when it can be used. */
function faultsOfDescription(value: unknown): string[] {
  if (!isObject(value)) return ['the file must hold one JSON object']
  const { columns, schedule } = value
  return [
    ...faultsIn(value, DESCRIPTION),
    ...(isObject(columns) ? faultsIn(columns, COLUMNS, 'columns.') : []),
    ...(isObject(columns) ? [...sharedHeadings(columns), ...datesFault(value, columns)] : []),
    ...(isObject(schedule) ? faultsIn(schedule, SCHEDULE, 'schedule.') : []),
    ...tableFault(value),
  ]
}

/** Every fault in the keys of an object, as sentences. `path` precedes each key: `columns.` */
function faultsIn(values: JsonObject, { properties, required }: TObject, path = ''): string[] {
  const unknown = Object.keys(values).filter((key) => !Object.hasOwn(properties, key))
  return [
    ...Object.entries(properties).flatMap(([key, schema]) => {
      const value = values[key]
      if (value === undefined)
        return required.includes(key) ? [`"${path}${key}" is missing: ${describe(schema)}`] : []
      // The keys of an object have faults of their own.
      const isRight = Type.IsObject(schema) ? isObject(value) : Compile(schema).Check(value)
      return isRight ? [] : [`"${path}${key}" must be ${describe(schema)}; got ${shortJson(value)}`]
    }),
    ...unknown.map((key) => `unknown key "${path}${key}"; known are ${Object.keys(properties).join(', ')}`),
  ]
}

/** A heading that stands for two fields would be read twice. */
function sharedHeadings(columns: JsonObject): string[] {
  const named = Object.entries(columns).flatMap(([field, headings]) =>
    [headings].flat().flatMap((name) => (isText(name) ? { field, name } : [])),
  )
  return named.flatMap(({ field, name }, i) => {
    const earlier = named.slice(0, i).find((other) => headingKey(other.name) === headingKey(name))
    return earlier ? [`"columns.${field}" names "${name}", which is "columns.${earlier.field}" already`] : []
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

function isSelector(selector: string): boolean {
  try {
    load('')(selector)
    return !selector.includes('<')
  } catch {
    return false
  }
}

// The source.

/** The source that a file describes. Throws `BadTableFile`. */
export function readTableFile(file: string): Source {
  const value = parsed(file)
  const faults = faultsOfDescription(value)
  if (faults.length > 0) throw new BadTableFile(faults)
  return tableSource(value as Static<typeof DESCRIPTION>)
}

function parsed(file: string): unknown {
  try {
    return JSON.parse(file.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new BadTableFile([`not JSON: ${error instanceof Error ? error.message : error}`])
  }
}

function tableSource(description: Static<typeof DESCRIPTION>): Source {
  const { id, name, owner, address: url, home = url, format, table, schedule } = description
  const { columns, ignored = [], dates, zeroMeans = 'quote' } = description
  const aliases = Object.fromEntries(
    Object.entries(columns).map(([field, headings]) => [field, [headings].flat()]),
  )
  const layout: TrackerLayout = {
    format,
    table,
    aliases,
    ignored,
    isZeroAQuote: () => zeroMeans === 'quote',
    dayFrom: dates === undefined ? () => null : DAY_FROM[dates],
    dayFromNumbers: dates === 'M/D/YYYY' ? dayFromMDY : dayFromDMY,
  }
  return {
    id,
    publisher: name.trim(),
    owner: owner.trim(),
    home,
    contents: 'GMP quotes',
    schedule: {
      words: schedule.words ?? `by the pattern ${schedule.cron.join(' and ')}`,
      cron: schedule.cron,
    },
    isDated: false,
    plan: () => [{ document: 'gmp', url, expects: format, isOperatorsOwn: true }],
    read: (answer) => readTrackerTable(answer, layout),
  }
}
