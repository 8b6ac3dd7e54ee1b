import type { Exchange } from './exchange.ts'
import type { ExpectedRequest, HostileRequest } from './hostile-request.ts'
import { type Answer, NotHttp, parseAnswers } from './parse-answers.ts'

/** Server-error statuses that HTTP requires. */
const RIGHT_BY_HTTP = [501, 505]
/** Patterns of stack traces and internals of the program. */
const INSIDE = [
  /\n\s+at .+[(/].+:\d+:\d+/,
  /node_modules/,
  /file:\/\/\//,
  /SQLITE_/,
  // The client, which is served as code, makes errors.
  /(?<!new )\b(TypeError|RangeError|ReferenceError|SyntaxError)\b/,
]

/** The fault of the answers; `undefined` if there is none. `secrets` must not occur in any answer. */
export function judge(
  hostile: HostileRequest,
  { received, hasEnded }: Exchange,
  secrets: readonly string[],
): string | undefined {
  if (!hasEnded) return 'the connection never ends'
  const text = received.toString('latin1')
  const leaked = secrets.find((secret) => text.includes(secret)) ?? INSIDE.find((inside) => inside.test(text))
  if (leaked !== undefined) return `an answer reveals ${leaked}`
  try {
    if (hostile.isMalformed) return refused(received)
    return hostile.expected ? exactly(hostile.expected, received) : loosely(hostile, received)
  } catch (error) {
    if (error instanceof NotHttp) return error.message
    throw error
  }
}

function exactly(expected: readonly ExpectedRequest[], received: Buffer): string | undefined {
  const answers = parseAnswers(
    received,
    expected.map(({ method }) => method),
  )
  if (answers.length !== expected.length)
    return `${expected.length} answers were expected, and ${answers.length} came: ${answers.map(({ status }) => status).join(' ')}`
  for (const [i, answer] of answers.entries()) {
    const fault = faultIn(answer, expected[i])
    if (fault) return fault
  }
  return undefined
}

/** A refusal is the last answer. If only the body is malformed, the request may have been answered before it arrived. */
function refused(received: Buffer): string | undefined {
  const answers = parseAnswers(received, [])
  const last = answers.at(-1)
  if (!last || answers.length > 2 || last.status < 400)
    return `a refusal was expected, and ${answers.length} answers came: ${answers.map(({ status }) => status).join(' ')}`
  return faultIn(last, { method: 'GET', path: '/api/' })
}

/** The client ended the connection itself, so that an answer may be cut off anywhere. */
function loosely({ end }: HostileRequest, received: Buffer): string | undefined {
  if (end === 'reset' || received.length === 0) return undefined
  const text = received.toString('latin1')
  const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(text) ?? []
  if (status === undefined) return 'the first bytes of the answer are no HTTP'
  const isBusyAnswer = status === '503' && /^retry-after: \d/im.test(text) && text.includes('"UNAVAILABLE"')
  if (Number(status) < 500 || RIGHT_BY_HTTP.includes(Number(status)) || isBusyAnswer) return undefined
  return `status ${status}`
}

function faultIn(
  answer: Answer,
  { method, path }: ExpectedRequest = { method: '', path: '' },
): string | undefined {
  const { status, headers } = answer
  if (status >= 500 && !RIGHT_BY_HTTP.includes(status) && !isBusy(answer, path)) return `status ${status}`
  if (method === 'HEAD' || !path.startsWith('/api/') || status === 204 || status === 304) return undefined
  if (!/^application\/json\b/.test(headers.get('content-type') ?? ''))
    return `status ${status} below /api/ is no JSON`
  if (headers.has('content-encoding')) return undefined
  const body = parsed(answer.body)
  if (body === undefined) return `status ${status} below /api/ is no JSON`
  return status < 400 || isProblem(body) ? undefined : `status ${status} below /api/ has not the error shape`
}

/** No free download slot, or a data set that is not built yet. */
const isBusy = ({ status, headers }: Answer, path: string): boolean =>
  status === 503 && headers.has('retry-after') && /^\/(downloads|feeds)\//.test(path)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isProblem(body: unknown): boolean {
  const { ok, error, disclaimer } = body as Record<string, Record<string, unknown> | undefined | unknown>
  const { code, message } = (error ?? {}) as Record<string, unknown>
  return (
    ok === false && typeof code === 'string' && typeof message === 'string' && typeof disclaimer === 'string'
  )
}
