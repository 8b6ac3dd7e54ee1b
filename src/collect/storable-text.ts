import { Compile } from 'typebox/compile'
import { atFirstUse } from '../at-first-use.ts'
import { boundsFault } from '../market/facts/bounds.ts'
import { describe, FIELDS, TEXT } from '../sources/facts-file/fields.ts'
import { shortJson } from '../sources/formats/json.ts'
import type { DownloadRequest, Entry, Observation, ParsedDocument } from '../sources/source.ts'
import { objection } from './screen/refusal-rules.ts'

/** Texts must have the form of the facts file, or an export could not be imported again. */
const TICKER = FIELDS.deal?.symbol ?? TEXT
const isText = atFirstUse(() => Compile(TEXT))
const isTicker = atFirstUse(() => Compile(TICKER))

/** No database stores half a surrogate pair unchanged, and PostgreSQL rejects U+0000. */
const encodableText = (text: string): string => text.toWellFormed().replaceAll('\u0000', '\uFFFD')

/** Fault messages are published for people to read, so this length is enough. */
const MAX_MESSAGE_LENGTH = 500

export function storableText(message: string): string {
  const text = encodableText(message)
  return text.length > MAX_MESSAGE_LENGTH ? `${text.slice(0, MAX_MESSAGE_LENGTH).toWellFormed()}…` : text
}

/** A parsed document with texts that every database stores and returns unchanged. */
export const storableDocument = (reading: ParsedDocument): ParsedDocument => ({
  ...reading,
  entries: reading.entries.map(storableEntry),
})

/** A document is identified by its name from round to round. */
export const isStorable = ({ document }: DownloadRequest): boolean => isText().Check(document)

function storableEntry(entry: Entry): Entry {
  const raw = encodableText(entry.raw)
  if ('rule' in entry) return { ...entry, raw, reason: encodableText(entry.reason) }
  const said = withPlainSpaces(entry.said) as Observation
  const fault = textFault(said)
  const impossible = impossibleValue(said)
  if (fault === null && impossible === undefined) return { ...entry, raw, said }
  const about = said.kind === 'listing' ? { about: said.subject } : {}
  const why =
    fault === null
      ? objection('impossible-value', impossible ?? '')
      : { rule: 'text-unfit', reason: encodableText(fault) }
  return { row: entry.row, raw, ...why, ...about }
}

/**
 * A description of a value outside the bounds of any market. All rows of all sources are checked against the same
 * bounds.
 */
function impossibleValue(said: Observation): string | undefined {
  if (said.kind === 'deal') return boundsFault(said.deal)
  if (said.kind === 'holiday') return boundsFault(said)
  const values = said.kind === 'terms' ? said.terms : said
  return boundsFault(values) ?? boundsFault(said.subject)
}

/** Tabs and line breaks within a cell mean no more than a space. */
function withPlainSpaces(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/[\t\n\v\f\r]+/g, ' ')
  if (Array.isArray(value)) return value.map(withPlainSpaces)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withPlainSpaces(inner)]))
}

/** A description of the first text that cannot be stored. */
function textFault(said: object): string | null {
  for (const [key, value] of Object.entries(said)) {
    if (typeof value === 'object' && value !== null) {
      const fault = textFault(value)
      if (fault !== null) return fault
    }
    if (typeof value !== 'string') continue
    const [isFit, schema] = key === 'symbol' ? [isTicker, TICKER] : [isText, TEXT]
    if (!isFit().Check(value)) return `${key} must be ${describe(schema)}; got ${shortJson(value)}`
  }
  return null
}
