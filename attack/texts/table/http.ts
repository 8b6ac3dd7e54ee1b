import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { headersAt, isApiPath, isMcpPath, optionsHeaders, pathOf } from '../../../src/api/headers.ts'
import { readAnswer, readMeta } from '../../../src/client/answer.ts'
import { readCookie } from '../../../src/collect/download/cookies.ts'
import * as pageLook from '../../../src/collect/download/download-document.ts'
import { isPublicAddress, privateHostFault } from '../../../src/collect/download/public-address.ts'
import { redirectTarget } from '../../../src/collect/download/read-address.ts'
import { readRobots } from '../../../src/collect/download/robots.ts'
import { isSendable } from '../../../src/collect/download/send-request.ts'
import { storableText } from '../../../src/collect/observation.ts'
import { calendarFile, calendarText } from '../../../src/feeds/calendar.ts'
import { byteRange } from '../../../src/feeds/downloads/daily-file-routes.ts'
import { COMMON, callOf, wholeArgument } from '../../../src/mcp/arguments.ts'
import { messageFrom } from '../../../src/mcp/message-body.ts'
import { acceptsGzip, chooseEncoding } from '../../../src/publish/encoding.ts'
import { isKnownToClient, isNoneMatch, isUnmodifiedSince } from '../../../src/publish/modification.ts'
import {
  clientAddressBehind,
  clientOf,
  isLoopback,
  truncatedClient,
} from '../../../src/request/client-address.ts'
import { readCursor } from '../../../src/request/cursor.ts'
import * as parameters from '../../../src/request/parameters.ts'
import { readPosition, since } from '../../../src/request/position.ts'
import { invalidParameter } from '../../../src/request/problems.ts'
import { retryAfterMs } from '../../../src/retry-after.ts'
import { harmless, isolated, joined, plainText, sentence } from '../../../src/texts/format.ts'
import { addressOf, withoutFinalSlash, writtenPath } from '../../../src/web/address.ts'
import { drawable, drawableIpoName, drawableName } from '../../../src/web/cards/names.ts'
import { withAsOf, withMomentInLinks } from '../../../src/web/past/moment-links.ts'
import { readersOf } from '../text-reader.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const ADDRESS_PIECES = ['127.0.0.1', '[', ']', ':1', '::ffff:', '0', '1.', 'f:']
const PATH_PIECES = ['/', '/ipos', '/api/', '?a=', 'http://', '/error', '/../', 'https://a.example/']

const addressBehindProxy = clientAddressBehind(['127.0.0.1'])
/** A request forwarded by a proxy on this machine. */
const forwardedBy = (text: string) =>
  ({
    headers: { 'x-forwarded-for': text },
    socket: { remoteAddress: '127.0.0.1' },
  }) as unknown as IncomingMessage

const HOST = new URL('https://a.example/')
const LONG_ADDRESS = new URL(`/${'a/'.repeat(100)}?b=1`, HOST)
const WORDS = ['NSE', 'BSE'] as const
const MARKET = { demo: false, version: 17, committed: '2026-01-14T12:00:00.000Z' }
const {
  asOf,
  textParameter,
  wholeName,
  ticker,
  dayParameter,
  monthParameter,
  oneOrMore,
  oneValue,
  sortBy,
  pageNumber,
  cursor,
  quoted,
} = parameters

/** Functions that parse addresses, headers and parameters from visitors and upstreams. */
export const HTTP = [
  ...readersOf(
    'src/web/address.ts',
    { withoutFinalSlash, writtenPath, addressOf: (text) => addressOf('/ipos', { q: text }) },
    PATH_PIECES,
  ),
  ...readersOf('src/texts/format.ts', {
    harmless,
    isolated,
    plainText,
    sentence,
    joined: (text) => joined(text.split(' '), 'and'),
  }),
  ...readersOf('src/web/cards/names.ts', {
    drawable,
    drawableName: (text) => drawableName(text, 'One share'),
    drawableIpoName: (text) => [
      drawableIpoName({ slug: 'acme', name: text }),
      drawableIpoName({ slug: text, name: '' }),
    ],
  }),
  ...readersOf(
    'src/web/past/moment-links.ts',
    {
      withAsOf: (text) => withAsOf(text, 'now'),
      withMomentInLinks: (text) => withMomentInLinks(text, '2026-01-15T06:00:00.000Z'),
    },
    [' href="/', '"', '?', '#', '/ipos/', '<form ', ' action="/', '>'],
  ),
  ...readersOf(
    'src/api/headers.ts',
    {
      headersAt: (text) => headersAt(text, MARKET),
      isApiPath,
      isMcpPath,
      optionsHeaders,
      pathOf: (text) => pathOf({ url: text } as FastifyRequest),
    },
    PATH_PIECES,
  ),
  ...readersOf('src/mcp/message-body.ts', { messageFrom: (text) => messageFrom(bytes(text)) }, [
    '{"a":',
    '[[',
    '"__proto__":',
  ]),
  ...readersOf(
    'src/client/answer.ts',
    {
      readMeta: (text) => readMeta(200, { get: (_name: string) => text } as Headers, undefined),
      readAnswer: (text) => readAnswer(text, readMeta(200, new Headers(), undefined)),
    },
    ['?cursor=', '&', '>; rel="next"', '%', ', ', '{"ok":true,"a":'],
  ),
  ...readersOf('src/mcp/arguments.ts', {
    callOf: (text) => callOf('a', COMMON, [], { cursor: text, asOf: [text, text] }),
    wholeArgument: (text) => wholeArgument(0, 9, '').read('a', text),
  }),
  ...readersOf(
    'src/request/client-address.ts',
    {
      clientOf,
      isLoopback,
      clientAddressBehind: (text) => addressBehindProxy(forwardedBy(text)),
      truncatedClient,
    },
    ADDRESS_PIECES,
  ),
  ...readersOf('src/retry-after.ts', { retryAfterMs: (text) => retryAfterMs(text, 0) }, [
    '120',
    'Wed, 14 Jan 2026 12:01:00 GMT',
    '(',
  ]),
  ...readersOf('src/request/cursor.ts', { readCursor: (text) => readCursor('deals', text) }, ['eyJ', '.']),
  ...readersOf('src/request/position.ts', { readPosition, since: (text) => since.read('since', text) }, [
    'demo-',
    '17@',
    '2026-01-14T12:00:00.000Z',
  ]),
  ...readersOf('src/request/problems.ts', { invalidParameter: (text) => invalidParameter('q', text) }),
  ...readersOf(
    'src/request/parameters.ts',
    {
      textParameter: (text) => textParameter('', '').read('q', text),
      wholeName: (text) => wholeName('', '').read('clientName', text),
      ticker: (text) => ticker('', '').read('symbol', text),
      monthParameter: (text) => monthParameter('', '2026-01').read('month', text),
      dayParameter: (text) => dayParameter('', '2026-01-14').read('from', text),
      oneOrMore: (text) => oneOrMore(WORDS, '').read('exchange', text),
      oneValue: (text) => oneValue(WORDS, '', 'NSE').read('exchange', text),
      sortBy: (text) => sortBy(WORDS, '').read('sort', text),
      readQuery: (text) => parameters.readQuery({ asOf, cursor }, { [text]: text, asOf: text }),
      pageNumber: (text) => pageNumber.read('page', text),
      asOf: (text) => asOf.read('asOf', text),
      cursor: (text) => cursor.read('cursor', text),
      quoted,
    },
    ['NSE,', '-NSE', '2026-01-14', 'T12:00:00.', '+05:30'],
  ),
  ...readersOf(
    'src/publish/modification.ts',
    {
      isUnmodifiedSince: (text) => isUnmodifiedSince(text, 0, 1e15),
      isNoneMatch: (text) => isNoneMatch(text, '"a"'),
      isKnownToClient: (text) =>
        isKnownToClient({ 'if-modified-since': text }, { etag: '"a"', modifiedAt: 0 }, 1e15),
    },
    ['Tue, ', '13 Jan 2026 ', '08:10:00', ' GMT'],
  ),
  ...readersOf('src/publish/encoding.ts', { chooseEncoding, acceptsGzip }, ['gzip', ';q=', ', br;q=0.5']),
  ...readersOf('src/feeds/downloads/daily-file-routes.ts', { byteRange: (text) => byteRange(text, 1000) }, [
    'bytes=',
    '1-',
  ]),
  ...readersOf('src/feeds/calendar.ts', { calendarText, calendarFile: (text) => calendarFile([text]) }),
  ...readersOf('src/collect/observation.ts', { storableText }),
  ...readersOf(
    'src/collect/download/download-document.ts',
    {
      isMarkup: (text) => pageLook.isMarkup(bytes(text)),
      isBlank: (text) => pageLook.isBlank(bytes(text)),
      titleInText: (text) => pageLook.titleInText(bytes(text)),
      isTitledAsBlock: (text) => pageLook.isTitledAsBlock(bytes(text)),
      isBlockPage: (text) => pageLook.isBlockPage(bytes(text)),
    },
    ['<title', '<title>', 'error ', 'access denied', 'verify '],
  ),
  ...readersOf(
    'src/collect/download/public-address.ts',
    { isPublicAddress, privateHostFault: (text) => privateHostFault({ hostname: text } as URL) },
    ADDRESS_PIECES,
  ),
  ...readersOf(
    'src/collect/download/robots.ts',
    { readRobots: (text) => readRobots(HOST, bytes(text)).isAllowed(LONG_ADDRESS) },
    ['user-agent: *\n', 'disallow: /', '*', 'allow: /a', 'crawl-delay: 1', '\n'],
  ),
  ...readersOf('src/collect/download/send-request.ts', { isSendable }, ['\t', 'a b', '\u0001']),
  ...readersOf('src/collect/download/cookies.ts', { readCookie: (text) => readCookie(text, HOST, 0) }, [
    ';',
    'a=',
    '; Path=/',
    '; Domain=.example',
    '; Expires=Wed, 14 Jan',
  ]),
  ...readersOf(
    'src/collect/download/read-address.ts',
    { redirectTarget: (text) => redirectTarget('http://127.0.0.1:9', new URL('https://a.example/'), text) },
    [...PATH_PIECES, 'http://127.0.0.1:9/', 'a.', '.example'],
  ),
]
