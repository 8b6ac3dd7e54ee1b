import { mkdtempSync, rmSync } from 'node:fs'
import { type IncomingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { beforeAll } from 'vitest'
import { loadConfig } from '../../src/config.ts'
import { startService } from '../../src/main.ts'
import { openDb } from '../../src/store/db.ts'
import { migrate } from '../../src/store/migrate.ts'
import { quickPlace } from './quick-place.ts'
import { type Line, recordAll } from './record.ts'
import { TEST_SETTINGS } from './service.ts'

export const BASE = '/api/public/market'

const SUMMARY = [
  'slug',
  'name',
  'board',
  'status',
  'priceMin',
  'priceMax',
  'lotSize',
  'issueSizeCr',
  'openDate',
  'closeDate',
  'lastGmp',
  'lastGmpPct',
  'lastSubX',
  'gmpSources',
  'gmpSpread',
  'gmpDisputed',
]

/** The fields of every object, written off from the specification in its order; never made from the code. */
export const FIELDS: Readonly<Record<string, readonly string[]>> = {
  IposBody: ['ok', 'count', 'ipos', 'disclaimer'],
  IpoBody: ['ok', 'ipo', 'disclaimer'],
  DealsBody: ['ok', 'deals', 'disclaimer'],
  ScoreboardBody: ['ok', 'summary', 'rows', 'disclaimer'],
  SourcesBody: ['ok', 'sources', 'disclaimer'],
  IpoSummary: SUMMARY,
  IpoDetail: [
    ...SUMMARY,
    'symbol',
    'isin',
    'bseCode',
    'exchanges',
    'issueType',
    'faceValue',
    'issuePrice',
    'minLots',
    'allotmentDate',
    'listingDate',
    'listing',
    'withdrawn',
    'sources',
    'gmp',
    'subs',
  ],
  Listing: ['listedOn', 'listingPrice', 'exchange'],
  SourceWord: ['source', 'owner', 'gmp', 'observedAt', 'reportedAt', 'counted'],
  GmpObservation: ['observedAt', 'gmp', 'gmpPct', 'source', 'unofficial'],
  SubscriptionEntry: ['category', 'timesSub'],
  Deal: ['symbol', 'clientName', 'dealType', 'kind', 'quantity', 'price', 'valueCr', 'exchange', 'tradeDate'],
  ScoreSummary: ['n', 'avgAbsErrorPp', 'directionHitPct'],
  ScoreboardRow: [
    'slug',
    'name',
    'issuePrice',
    'gmpAtClose',
    'impliedPct',
    'listingPrice',
    'actualPct',
    'errorPp',
    'directionHit',
    'listedOn',
  ],
  SourceStatus: [
    'id',
    'source',
    'owner',
    'cadence',
    'url',
    'state',
    'lastSuccess',
    'lastChange',
    'roundsMissed',
    'rowsUsual',
    'rowsLast',
    'fault',
    'faultSince',
    'faultDetail',
  ],
}

/** A part of an OpenAPI document, as a test looks at it. */
// biome-ignore lint/suspicious/noExplicitAny: the document is checked as a whole by the linter and by the tests.
export type DocumentPart = any

export interface SchemaCheck {
  /** What is wrong with a body by the named schema of the document; nothing when it conforms. */
  body(name: string, body: unknown): string[]
  /** The same by the schema that the document gives for a path and a status. */
  answer(path: string, status: number, body: unknown): string[]
}

/** Checks against the schemas of a served document. */
export function schemaCheck(document: DocumentPart): SchemaCheck {
  const ajv = new Ajv2020({ allErrors: true })
  formats.default(ajv)
  // Strict about keywords in schemas; those of the document around them are no schema keywords.
  ajv.addVocabulary(Object.keys(document))
  ajv.addSchema(document, 'openapi')
  const faults = (pointer: readonly string[], body: unknown): string[] => {
    const fragment = pointer.map((part) =>
      encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')),
    )
    const validate = ajv.getSchema(`openapi#/${fragment.join('/')}`)
    if (!validate) return [`the document has no ${pointer.join(' ')}`]
    if (validate(body)) return []
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
  }
  return {
    body: (name, body) => faults(['components', 'schemas', name], body),
    answer: (path, status, body) =>
      faults(
        ['paths', path, 'get', 'responses', String(status), 'content', 'application/json', 'schema'],
        body,
      ),
  }
}

/** An answer as it came over the wire: nothing decoded, nothing normalised. */
export interface RawAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** Sends a path and headers exactly as they stand, which `fetch` does not. */
export function ask(
  address: string,
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(address)
  const { method = 'GET', headers = {}, body } = options
  return new Promise((resolve, reject) => {
    // Node tells the length of a body by itself only for methods that usually have one.
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const asking = request({ hostname, port, method, path, headers: { ...length, ...headers } }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('error', reject)
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }),
      )
    })
    asking.on('error', reject)
    asking.end(body)
  })
}

/** Sends text over a bare socket and gives the whole answer once the server has closed the connection. */
export function sendText(address: string, text: string): Promise<RawAnswer> {
  const { hostname, port } = new URL(address)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect(Number(port), hostname, () => socket.write(text, 'latin1'))
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', reject)
    socket.on('close', () => resolve(readAnswer(Buffer.concat(chunks))))
  })
}

function readAnswer(bytes: Buffer): RawAnswer {
  const end = bytes.indexOf('\r\n\r\n')
  const [statusLine = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n')
  const headers = lines.map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  return {
    status: Number(statusLine.split(' ')[1]),
    headers: Object.fromEntries(headers),
    body: bytes.subarray(end + 4),
  }
}

/** A service over the given facts that the tests of a file share, since they only read. */
export function serviceOfFile(now: string, lines: readonly Line[]): { readonly address: string } {
  const shared = { address: '' }
  beforeAll(async () => {
    const folder = mkdtempSync(join(quickPlace(), 'greymark-test-'))
    const url = `sqlite:${join(folder, 'greymark.db')}`
    const db = openDb(url)
    await migrate(db)
    await recordAll(db, now, lines)
    await db.destroy()
    const config = loadConfig({ ...TEST_SETTINGS, DATABASE_URL: url })
    const service = await startService(config, () => now)
    shared.address = service.address
    return async () => {
      await service.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  })
  return shared
}
