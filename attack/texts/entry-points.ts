import type { IncomingMessage } from 'node:http'
import { readAlertRules } from '../../src/alerts/rules/read-alert-rules.ts'
import { optionsHeaders } from '../../src/api/headers.ts'
import { readPieceLine } from '../../src/cli/pieces/piece-lines.ts'
import { readAnswer, readMeta } from '../../src/client/answer.ts'
import { EventParser } from '../../src/client/event-parser.ts'
import { readCookie } from '../../src/collect/download/cookies.ts'
import { isBlank, isBlockPage, isTitledAsBlock } from '../../src/collect/download/download-document.ts'
import { redirectTarget } from '../../src/collect/download/read-address.ts'
import { readRobots } from '../../src/collect/download/robots.ts'
import { nameKeys } from '../../src/collect/match/issue-finder.ts'
import { storableDocument, storableText } from '../../src/collect/observation.ts'
import { byteRange } from '../../src/feeds/downloads/daily-file-routes.ts'
import { istDay } from '../../src/market/calendar.ts'
import { matchesOf } from '../../src/market/issues/name-search.ts'
import { displayName, freeSlug } from '../../src/market/issues/names.ts'
import { callOf } from '../../src/mcp/arguments.ts'
import { messageFrom } from '../../src/mcp/message-body.ts'
import { findIpos } from '../../src/mcp/tools/find-ipos.ts'
import { chooseEncoding } from '../../src/publish/encoding.ts'
import { isKnownToClient } from '../../src/publish/modification.ts'
import { clientAddressBehind, truncatedClient } from '../../src/request/client-address.ts'
import { readCursor } from '../../src/request/cursor.ts'
import * as marketParameters from '../../src/request/market-parameters.ts'
import { readQuery } from '../../src/request/parameters.ts'
import { readPosition } from '../../src/request/position.ts'
import { retryAfterMs } from '../../src/retry-after.ts'
import { parseLine, readLine } from '../../src/sources/facts-file/read-line.ts'
import { readTableFile } from '../../src/sources/table-file/table-file.ts'
import { withoutFinalSlash, writtenPath } from '../../src/web/address.ts'
import { withMomentInLinks } from '../../src/web/past/moment-links.ts'
import { alertsFile, alertVariables } from '../../test/month/alerts-rules.ts'
import { BANYAN_FILE } from '../../test/month/tracker-documents.ts'
import { deal, gmp, holiday, ipo, retraction, same } from '../../test/support/lines.ts'
import { type Seed, seeds } from '../documents/seeds.ts'

export type Format = 'json' | 'csv' | 'html' | 'text'

/** A reader of texts from outside, and a text that it can read. A long text takes the place of a part of it. */
export interface EntryPoint {
  readonly name: string
  readonly format: Format
  readonly sample: string
  readonly read: (text: string) => unknown
}

const entry = (name: string, format: Format, sample: string, read: EntryPoint['read']): EntryPoint => ({
  name,
  format,
  sample,
  read,
})

export const entryPoints = (): readonly EntryPoint[] => [
  ...documents(),
  ...FILES,
  ...REQUESTS,
  ...ANSWERS,
  ...NAMES.map((name) => entry('names of companies', 'text', name, readName)),
]

/** A document of each kind of each source. */
function documents(): EntryPoint[] {
  const kindOf = ({ source, answer }: Seed) =>
    `documents of ${source.id} ${answer.document.replace(/[\d/].*/, '')}`
  const kinds = new Map(seeds().map((seed) => [kindOf(seed), seed]))
  return Array.from(kinds, ([kind, { source, answer, format }]) =>
    entry(kind, format, answer.body, (body) => {
      const document = { ...answer, body }
      const context = { now: answer.fetchedAt, days: [istDay(answer.fetchedAt)], lastRead: () => null }
      source.follow?.(document, context)
      return storableDocument(source.read(document))
    }),
  )
}

const FACTS = [
  ipo('acme-foods', { name: 'Acme Foods Limited', openDate: '2026-01-13', issuePrice: 100 }),
  gmp('acme-foods', '2026-01-15', 10),
  deal('2026-01-21'),
  holiday('2026-01-26', 'Kite Festival'),
  same('acme-food', 'acme-foods'),
  retraction(deal('2026-01-21')),
]
const PIECE_LINES = [
  { piece: 'begin', from: '1@2026-01-14T12:00:00.000Z', to: '2@2026-01-15T12:00:00.000Z' },
  { piece: 'refusal', raw: 'Acme Foods, 40', said: '{"kind":"gmp"}', candidates: '["acme-foods"]' },
]
const ALERTS = alertsFile((channel) => `https://${channel}.example`)
const VARIABLES = alertVariables((channel) => `https://${channel}.example`)

const readFactsLine = (line: string) => {
  parseLine(line)
  return readLine(line, 1)
}

/** Files of operators. */
const FILES = [
  ...FACTS.map((fact) => entry('facts files', 'json', JSON.stringify(fact), readFactsLine)),
  ...PIECE_LINES.map((line) =>
    entry('pieces of a store', 'json', JSON.stringify(line), (text) => readPieceLine(text, 1)),
  ),
  entry('table files', 'json', JSON.stringify(BANYAN_FILE), readTableFile),
  entry('rules of alerts', 'json', JSON.stringify(ALERTS), (text) =>
    readAlertRules(text, { ...VARIABLES, TEXT: text }),
  ),
]

const bytes = (text: string) => new TextEncoder().encode(text)
const PARAMETERS = Object.assign(
  {},
  ...Object.values(marketParameters).filter((some) => typeof some === 'object'),
)
const KNOWN = { etag: '"a"', modifiedAt: 0 }
const HEADERS: readonly (readonly [sample: string, read: EntryPoint['read']])[] = [
  ['gzip;q=0.5, br, *;q=0', chooseEncoding],
  ['"a", W/"b", *', (text) => isKnownToClient({ 'if-none-match': text }, KNOWN, 1e15)],
  ['Tue, 13 Jan 2026 08:10:00 GMT', (text) => isKnownToClient({ 'if-modified-since': text }, KNOWN, 1e15)],
  ['bytes=0-5, 7-', (text) => byteRange(text, 1000)],
  ['17@2026-01-14T12:00:00.000Z', readPosition],
  ['203.0.113.9, [2001:db8::1]:80, ::ffff:127.0.0.1', clientBehindProxy],
]

function clientBehindProxy(text: string): void {
  const request = { headers: { 'x-forwarded-for': text }, socket: { remoteAddress: '127.0.0.1' } }
  clientAddressBehind(['127.0.0.1'])(request as unknown as IncomingMessage)
  truncatedClient(text)
}

function readAddress(address: string): void {
  for (const read of [withoutFinalSlash, writtenPath, optionsHeaders]) read(address)
}

const VALUES = {
  status: 'OPEN,CLOSED',
  q: 'acme foods limited',
  symbol: 'ACME',
  clientName: 'SOME FUND',
  from: '2026-01-14',
  asOf: '2026-01-14T12:00:00.000+05:30',
  since: '17@2026-01-14T12:00:00.000Z',
  limit: '200',
  cursor: 'eyJ3YWxrIjoiaXBvcyJ9.AbCdEfGh',
}
const MESSAGE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'find_ipos', arguments: { q: 'acme foods', status: ['OPEN', 'CLOSED'], limit: '5' } },
}

/** What visitors and programs send. */
const REQUESTS = [
  entry('addresses', 'text', '/ipos/acme-foods/', readAddress),
  ...Object.entries(VALUES).map(([name, value]) =>
    entry(`the parameter ${name}`, 'text', value, (text) => readQuery(PARAMETERS, { [name]: text })),
  ),
  entry('the parameter cursor', 'text', VALUES.cursor, (text) => readCursor('ipos', text)),
  ...HEADERS.map(([sample, read]) => entry('request headers', 'text', sample, read)),
  entry('messages to the tools', 'json', JSON.stringify(MESSAGE), (text) => {
    const { params } = messageFrom(bytes(text)) as Partial<typeof MESSAGE>
    return callOf(findIpos.name, findIpos.input, findIpos.needed, params?.arguments)
  }),
]

const SITE = new URL('https://a.example/')
const LONG_ADDRESS = new URL(`/${'a/'.repeat(100)}?b=1`, SITE)
const ROBOTS = 'User-agent: *\nDisallow: /a*b$\nAllow: /a\nCrawl-delay: 1\n# a comment\n'
const COOKIE = 'nsit=invented; Path=/; Domain=.a.example; Expires=Wed, 14 Jan 2026 12:01:00 GMT; Secure'
const PAGE =
  '<!doctype html><html><head><title>Access denied</title></head><body>Please verify you are human</body>'
const BODY = {
  ok: true,
  ipos: [{ slug: 'acme-foods', name: 'Acme Foods Limited' }],
  error: { code: 'NOT_FOUND' },
}
const LINK = '</api/public/market/deals?cursor=eyJ3Y%2B.AbC>; rel="next", </docs>; rel="service-doc"'
const EVENT = 'retry: 3000\nid: 17@2026-01-14T12:00:00.000Z\nevent: change\ndata: {"slug":"acme-foods"}\n\n'
const OWN_PAGE = '<main><a href="/ipos?q=a#top">Acme</a><form class="search" action="/search"></form></main>'

const readPage = (text: string) => [isBlockPage, isTitledAsBlock, isBlank].map((read) => read(bytes(text)))

/** What upstreams answer beside their documents, and what services answer to our client. */
const ANSWERS = [
  entry('robots.txt', 'text', ROBOTS, (text) => readRobots(SITE, bytes(text)).isAllowed(LONG_ADDRESS)),
  entry('answers of upstreams', 'html', PAGE, readPage),
  entry('answers of upstreams', 'text', COOKIE, (text) => readCookie(text, SITE, 0)),
  entry('answers of upstreams', 'text', 'Wed, 14 Jan 2026 12:01:00 GMT', (text) => retryAfterMs(text, 0)),
  entry('answers of upstreams', 'text', 'http://127.0.0.1:9/a.example/error/../x', (text) =>
    redirectTarget('http://127.0.0.1:9', SITE, text),
  ),
  entry('answers of upstreams', 'text', 'connect ECONNREFUSED 2001:db8::1:80 203.0.113.9:443', storableText),
  entry('answers to the client', 'json', JSON.stringify(BODY), (text) =>
    readAnswer(text, readMeta(200, new Headers(), undefined)),
  ),
  entry('answers to the client', 'text', LINK, (text) =>
    readMeta(200, { get: (_name: string) => text } as Headers, undefined),
  ),
  entry('answers to the client', 'text', EVENT, (text) => new EventParser().push(text)),
  entry('pages of a past moment', 'html', OWN_PAGE, (text) =>
    withMomentInLinks(text, '2026-01-15T06:00:00.000Z'),
  ),
]

const NAMES = [
  'Acme Foods Limited',
  'S.J. Cables Pvt. Ltd. - issue withdrawn by the company',
  '(Formerly Borealis) Further Public Offer SME IPO',
]

/** A name as it is matched, shown and searched for. */
function readName(name: string): void {
  nameKeys(name)
  displayName(name)
  freeSlug(name, null, () => false)
  matchesOf([name], name, (one) => [one, one])
}

/** A refusal is a valid result; an error of ours is none. */
export function orRefuse(read: () => unknown): void {
  try {
    read()
  } catch (error) {
    const isOurs = [TypeError, RangeError, ReferenceError].some((kind) => error instanceof kind)
    // Node refuses with a code, as for an address that is none.
    if (isOurs && !('code' in (error as Error))) throw error
  }
}
