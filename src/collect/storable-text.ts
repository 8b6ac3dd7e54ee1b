import { isIP } from 'node:net'
import { Compile } from 'typebox/compile'
import { atFirstUse } from '../at-first-use.ts'
import { boundsFault } from '../market/facts/bounds.ts'
import { BID_COUNTS, OPEN_ALONE, QUOTE_ALONE } from '../market/facts/fact.ts'
import { TERM_KEYS } from '../market/facts/term-table.ts'
import { ADDRESS, describe, FIELDS, TEXT } from '../sources/facts-file/fields.ts'
import { shortJson } from '../sources/formats/json.ts'
import {
  type BadRow,
  type DownloadRequest,
  type Entry,
  isWithoutIssue,
  type Observation,
  type ParsedDocument,
  UNNAMED_SUBJECT,
} from '../sources/source.ts'
import { objectionIf } from './screen/refusal-rules.ts'

/** Texts must have the form of the facts file, or an export could not be imported again. */
const TICKER = FIELDS.deal?.symbol ?? TEXT
const isText = atFirstUse(() => Compile(TEXT))
const isTicker = atFirstUse(() => Compile(TICKER))
const isAddress = atFirstUse(() => Compile(ADDRESS))

/** No database stores half a surrogate pair unchanged, and PostgreSQL rejects U+0000. */
const encodableText = (text: string): string => text.toWellFormed().replaceAll('\u0000', '\uFFFD')

/** Fault messages are published for people to read, so this length is enough. */
const MAX_MESSAGE_LENGTH = 700

/** A number with dots or colons that may be an IP address, perhaps of this machine or its network. */
const NUMBERS = /[\da-f]*[.:][\da-f.:]*[\da-f]/gi
const withoutAddresses = (text: string): string =>
  text.replace(NUMBERS, (found) => (isIP(found) || isIP(found.replace(/:\d+$/, '')) ? 'IP-ADDRESS' : found))

/** A message about a fault, as it may be published: a page or a redirect may name our own address. */
export function storableText(message: string): string {
  const text = withoutAddresses(encodableText(message.slice(0, 2 * MAX_MESSAGE_LENGTH)))
  return text.length > MAX_MESSAGE_LENGTH ? `${text.slice(0, MAX_MESSAGE_LENGTH).toWellFormed()}…` : text
}

/** A parsed document with texts that every database stores and returns unchanged. */
export const storableDocument = (reading: ParsedDocument): ParsedDocument => ({
  ...reading,
  entries: reading.entries.flatMap(storableEntry),
})

/** A document is identified by its name from round to round. */
export const isStorable = ({ document }: DownloadRequest): boolean => isText().Check(document)

/** The row, with its bad values as refusals of their own; the whole row is refused where it is useless without one. */
function storableEntry(entry: Entry): Entry[] {
  const raw = encodableText(entry.raw)
  if ('rule' in entry) return [{ ...entry, raw, reason: encodableText(entry.reason) }]
  const { said, bad } = withoutBadValues(withPlainSpaces(entry.said) as Observation)
  const about = said.kind === 'listing' ? { about: said.subject } : {}
  const fault = faultOf(said)
  if (fault) return [{ row: entry.row, raw, ...fault, ...about }]
  return [{ ...entry, raw, said }, ...bad.map((one) => ({ row: entry.row, ...one, ...about }))]
}

/** What tells of which issue a row is. */
const NAMING: readonly string[] = ['name', 'symbol', 'isin', 'bseCode']

/** Values of a row without which the others can still be recorded. */
const OPTIONAL: ReadonlySet<string> = new Set([
  ...TERM_KEYS.filter((key) => !NAMING.includes(key)),
  ...BID_COUNTS,
  ...Object.keys({ ...QUOTE_ALONE, ...OPEN_ALONE }),
])

/** Leaves out bad optional values. Their raw text has no other values, which may change from reading to reading. */
function withoutBadValues(said: Observation) {
  if (isWithoutIssue(said)) return { said, bad: [] }
  const { name, symbol, upstreamId, openDate, closeDate, priceMin, priceMax } = said.subject
  const naming = { name, symbol, upstreamId, ...('category' in said && { category: said.category }) }
  const values = said.kind === 'terms' ? { openDate, closeDate, priceMin, priceMax, ...said.terms } : said
  const bad = Object.entries(values).flatMap(([key, value]) => {
    const fault = OPTIONAL.has(key) ? valueFault({ [key]: value }) : null
    return fault ? [{ key, raw: JSON.stringify({ ...naming, [key]: value }), ...fault }] : []
  })
  if (bad.length === 0) return { said, bad }
  const isGood = ([key]: [string, unknown]) => !bad.some((one) => one.key === key)
  const withoutBad = (all: object) => Object.fromEntries(Object.entries(all).filter(isGood))
  const rest =
    said.kind === 'terms'
      ? {
          ...said,
          subject: { ...UNNAMED_SUBJECT, ...withoutBad(said.subject) },
          terms: withoutBad(said.terms),
        }
      : withoutBad(said)
  return { said: rest as Observation, bad: bad.map(({ key: _, ...one }) => one) }
}

/** What is wrong with the values of a row that are not optional. */
function faultOf(said: Observation): Fault | null {
  if (said.kind === 'deal') return valueFault(said.deal)
  if (said.kind === 'holiday') return valueFault(said)
  return valueFault(said.kind === 'terms' ? said.terms : said) ?? valueFault(said.subject)
}

type Fault = Pick<BadRow, 'rule' | 'reason'>

/** A text that cannot be stored, or a value outside the bounds of any market, which are the same for all sources. */
function valueFault(values: object): Fault | null {
  const unfit = textFault(values)
  return unfit === null
    ? objectionIf('impossible-value', boundsFault(values))
    : { rule: 'text-unfit', reason: encodableText(unfit) }
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
    const [isFit, schema] =
      key === 'symbol' ? [isTicker, TICKER] : key === 'url' ? [isAddress, ADDRESS] : [isText, TEXT]
    if (!isFit().Check(value)) return `${key} must be ${describe(schema)}; got ${shortJson(value)}`
  }
  return null
}
