import { chance, pick, type Random, wholeBetween } from '../../src/demo/seeded.ts'
import { MCP_PATH } from '../../src/request/paths.ts'
import type { Sent } from './hostile-request.ts'
import type { RealAnswers } from './real-answers.ts'

const TOOLS = [
  ...['find_ipos', 'get_ipo', 'get_evidence', 'grey_market_record', 'find_deals', 'what_changed'],
  ...['', 'constructor', '__proto__', 'toString', 'x'.repeat(500)],
]
const ARGUMENTS = [
  ...[
    'slug',
    'status',
    'board',
    'q',
    'limit',
    'cursor',
    'asOf',
    'since',
    'figure',
    'history',
    'side',
    'from',
  ],
  ...['__proto__', 'constructor', '', 'detail'],
]
const METHODS = [
  ...['tools/call', 'tools/call', 'tools/call', 'tools/list', 'initialize', 'ping', 'server/discover'],
  ...[
    'resources/read',
    'prompts/get',
    'completion/complete',
    'subscriptions/listen',
    'notifications/cancelled',
    '',
  ],
]
/** Bodies that are no message. */
const NO_MESSAGES = [
  ...[
    '',
    '{',
    '[]',
    'null',
    '0',
    '"a"',
    '[[[[',
    `${'['.repeat(3000)}${']'.repeat(3000)}`,
    '{"a":'.repeat(500),
  ],
  ...['\xff\xfe', '\x00', '{"jsonrpc":"2.0"}', '{"__proto__":{}}', `[${'{},'.repeat(900)}{}]`],
]
const VERSIONS = ['2025-06-18', '2026-07-28', '1999-01-01', 'x']

/** A message to the tools for assistants, with values of other answers and hostile ones. */
export function mcpMessage(random: Random, real: RealAnswers): Sent {
  const body = chance(random, 0.3) ? pick(random, NO_MESSAGES) : messageText(random, real)
  const headers = [
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    ...(chance(random, 0.3) ? [`MCP-Protocol-Version: ${pick(random, VERSIONS)}`] : []),
  ]
  return { method: 'POST', path: MCP_PATH, headers, body }
}

function messageText(random: Random, real: RealAnswers): string {
  const given = Object.fromEntries(
    Array.from({ length: wholeBetween(random, 0, 4) }, () => [
      pick(random, ARGUMENTS),
      someValue(random, real),
    ]),
  )
  const meta = { 'io.modelcontextprotocol/protocolVersion': pick(random, VERSIONS) }
  const message = {
    jsonrpc: chance(random, 0.95) ? '2.0' : someValue(random, real),
    id: chance(random, 0.9) ? 1 : someValue(random, real),
    method: pick(random, METHODS),
    params: {
      name: pick(random, TOOLS),
      arguments: given,
      ...(chance(random, 0.2) && { _meta: meta }),
    },
  }
  // Every character of a request is one byte.
  return JSON.stringify(message).replace(/[^ -~]/g, '?')
}

function someValue(random: Random, real: RealAnswers): unknown {
  const value = pick(random, real.values)
  return pick(random, [
    value,
    value,
    -1,
    1e308,
    '',
    null,
    true,
    [],
    [value, value],
    {},
    { a: [value] },
    'x'.repeat(3000),
  ])
}
