import { hash } from 'node:crypto'
import { isIP } from 'node:net'
import { Compile } from 'typebox/compile'
import { atFirstUse } from '../at-first-use.ts'
import { type Instant, msOf } from '../market/calendar.ts'
import { boundsFault } from '../market/facts/bounds.ts'
import { BID_COUNTS, type Fact, OPEN_ALONE, QUOTE_ALONE } from '../market/facts/fact.ts'
import { TERM_KEYS } from '../market/facts/term-table.ts'
import { ADDRESS, describe, FIELDS, TEXT } from '../sources/facts-file/fields.ts'
import { shortJson } from '../sources/formats/json.ts'
import {
  type BadRow,
  type DownloadedDocument,
  type DownloadRequest,
  type Entry,
  isWithoutIssue,
  type Observation,
  type ParsedDocument,
  type PlanContext,
  type ReadRow,
  type Source,
  UNNAMED_SUBJECT,
  Unreadable,
} from '../sources/source.ts'
import type { Fetch } from '../store/collection/fetches.ts'
import { payloadBody } from '../store/collection/payloads.ts'
import type { Db } from '../store/engines/db.ts'
import type { IssueKey } from '../store/issues/issue-keys.ts'
import type { Fault } from '../store/tables.ts'
import { objection, objectionIf } from './screen.ts'

/** Where and when a row was read. */
export interface RowOrigin {
  /** The id of the source, and the name under which its facts are published. */
  readonly source: string
  readonly publisher: string
  /** The page where people can look the source up. */
  readonly home: string
  readonly document: string
  /** The id of the download. */
  readonly fetch: number
  readonly fetchedAt: Instant
  /** Of a row that was refused before: the refusal, and when the row was last seen. */
  readonly refused?: { readonly id: number; readonly lastSeen: Instant }
  /** The slug of the issue to which the operator has assigned the row. */
  readonly decided?: string
}

/** A row that says something, with its origin. */
export type Observed<O extends Observation = Observation> = ReadRow<O> & { readonly from: RowOrigin }

/** A row of an answer. */
export type AnswerRow = Observed | (BadRow & { readonly from: RowOrigin })

export const originOf = (
  { id: source, publisher, home }: Source,
  { id: fetch, document, fetched: fetchedAt }: Pick<Fetch, 'id' | 'document' | 'fetched'>,
): RowOrigin => ({ source, publisher, home, document, fetch, fetchedAt })

/** The kinds of facts that sources report. */
export type ReportedFact = Extract<
  Fact,
  { fact: 'ipo' | 'gmp' | 'subscription' | 'listing' | 'holiday' | 'deal' }
>

/** A fact, and the row that states it. */
export interface Draft<F extends ReportedFact = ReportedFact> {
  readonly fact: F
  readonly row: Observed
}

/** The issue that a fact is about; `null` for a deal or a holiday. */
export const slugOf = (fact: Fact): string | null => ('slug' in fact ? fact.slug : null)

/** A row that is not accepted. */
export interface Refused {
  readonly row: AnswerRow
  readonly rule: string
  readonly reason: string
  /** The slugs of the issues that it may be about. */
  readonly candidates: readonly string[]
}

/** True for a row that is refused for the first time. */
export const isFresh = ({ row }: Refused): boolean => row.from.refused === undefined

/** What becomes of the rows of a batch. */
export class BatchFindings {
  readonly drafts: Draft[] = []
  readonly refused: Refused[] = []
  /** The keys that sources use for the issues of their rows. */
  readonly keys: IssueKey[] = []
  /** The number of rows without news, such as an unstamped figure that has not changed. */
  known = 0

  refuse(
    row: AnswerRow,
    { rule, reason }: Pick<Refused, 'rule' | 'reason'>,
    candidates: readonly string[] = [],
  ): void {
    this.refused.push({ row, rule, reason, candidates })
  }
}

/** A document that could not be downloaded or read. */
export interface DocumentFault {
  readonly document: string
  readonly kind: Fault
  readonly message: string
}

/** The content of an answer, and the requests that follow from it. */
export interface ParsedAnswer {
  /** `null` when it is not in the known layout. */
  readonly parsed: ParsedDocument | null
  /** Why it could not be read. The rows of a document with a fault are only there to be refused. */
  readonly fault: DocumentFault | null
  readonly leadsTo: readonly DownloadRequest[]
}

/**
 * Parses an answer. An unknown layout is a fault of the source, never an empty day. An error of the parser means an
 * unknown layout, too, and must not end the round.
 */
export function parseAnswer(source: Source, answer: DownloadedDocument, context?: PlanContext): ParsedAnswer {
  try {
    const parsed = storableDocument(source.read(answer))
    const leadsTo = (context && source.follow?.(answer, context)) ?? []
    return { parsed, fault: unreadableFault(answer, parsed), leadsTo: leadsTo.filter(isStorable) }
  } catch (error) {
    const message = error instanceof Unreadable ? error.message : `the parser broke on the answer: ${error}`
    const { document } = answer
    return {
      parsed: null,
      fault: { document, kind: 'changed', message: storableText(`${document}: ${message}`) },
      leadsTo: [],
    }
  }
}

/** The document of a stored download; `null` when its payload was pruned. */
export async function storedAnswer(db: Db, fetch: Fetch | undefined): Promise<DownloadedDocument | null> {
  const body = fetch && (await payloadBody(db, fetch.payload))
  return fetch && body ? storedDocument(fetch, body) : null
}

/** The document of a download with this payload. */
export function storedDocument(
  { document, url, day, fetched }: Pick<Fetch, 'document' | 'url' | 'day' | 'fetched'>,
  body: Uint8Array,
): DownloadedDocument {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(body)
  return { document, url, day, fetchedAt: fetched, body: text }
}

/** Fewer rows may all be bad by chance. */
const ROWS_THAT_PROVE_A_CHANGE = 3

/**
 * The layout has changed, though its columns are there, when no row could be parsed and at least half of the rows are
 * bad. Rows without a quote do not count, and files about every security have a rule of their own.
 */
function unreadableFault(
  { document }: DownloadedDocument,
  { entries, rows }: ParsedDocument,
): DocumentFault | null {
  const badRows = entries.filter((entry) => 'rule' in entry)
  const [first] = badRows
  const isOfOthers = badRows.some(({ about }) => about !== undefined)
  if (!first || isOfOthers || badRows.length < entries.length || rows < ROWS_THAT_PROVE_A_CHANGE) return null
  if (new Set(badRows.map(({ row }) => row)).size < rows / 2) return null
  const message = `${document}: nothing in its ${rows} rows could be read: ${first.rule}: ${first.reason}`
  return { document, kind: 'changed', message }
}

/** A hash of the rows of a document, by which it is noticed that a page has changed. */
export const readingHash = ({ entries }: ParsedDocument): string =>
  hash('sha256', JSON.stringify(entries.map(({ raw }) => raw)), 'hex')

/** A page of undated quotes that has not changed for this long is considered abandoned. */
const FROZEN_AFTER_MS = 3 * 86_400_000

/**
 * The rows of a stored answer whose document has been the same since a moment (`null` when it is new). The undated quotes
 * of a page that no longer changes are replaced by one refusal.
 */
export function rowsIn(
  source: Source,
  fetch: Fetch,
  { entries }: ParsedDocument,
  since: Instant | null,
): AnswerRow[] {
  const { document, fetched } = fetch
  const from = originOf(source, fetch)
  const isFrozen = since !== null && msOf(fetched) - msOf(since) > FROZEN_AFTER_MS
  const isLeftOut = (entry: Entry) =>
    isFrozen && 'said' in entry && entry.said.kind === 'gmp' && entry.said.reportedAt === null
  const rows = entries.filter((entry) => !isLeftOut(entry)).map((entry) => ({ ...entry, from }))
  if (rows.length === entries.length) return rows
  const fault = objection('frozen-page', `${document}, the same since ${since}`)
  return [...rows, { row: 0, raw: `${document} since ${since}`, ...fault, from }]
}

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
const isStorable = ({ document }: DownloadRequest): boolean => isText().Check(document)

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
function faultOf(said: Observation): ValueFault | null {
  if (said.kind === 'deal') return valueFault(said.deal)
  if (said.kind === 'holiday') return valueFault(said)
  return valueFault(said.kind === 'terms' ? said.terms : said) ?? valueFault(said.subject)
}

type ValueFault = Pick<BadRow, 'rule' | 'reason'>

/** A text that cannot be stored, or a value outside the bounds of any market, which are the same for all sources. */
function valueFault(values: object): ValueFault | null {
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
