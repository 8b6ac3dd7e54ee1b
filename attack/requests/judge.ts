import { type Answer, type Exchange, NotHttp, parseAnswers } from './exchange.ts'
import type { HostileRequest, Sent } from './hostile-request.ts'

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
  { expected, end }: HostileRequest,
  { received, hasEnded }: Exchange,
  secrets: readonly string[],
): string | undefined {
  if (!hasEnded) return 'the connection never ends'
  const text = received.toString('latin1')
  const leaked = secrets.find((secret) => text.includes(secret)) ?? INSIDE.find((inside) => inside.test(text))
  if (leaked !== undefined) return `an answer reveals ${leaked}`
  try {
    if (expected === 'malformed') return refused(received)
    // The client ended the connection itself, so that an answer may be cut off anywhere.
    if (expected === 'anything') return end === 'reset' || text === '' ? undefined : firstFault(text)
    return exactly(expected, received)
  } catch (error) {
    if (error instanceof NotHttp) return error.message
    throw error
  }
}

const statusesOf = (answers: readonly Answer[]): string =>
  `${answers.length} came: ${answers.map(({ status }) => status).join(' ')}`

function exactly(expected: readonly Sent[], received: Buffer): string | undefined {
  const methods = expected.map(({ method = 'GET' }) => method)
  const answers = parseAnswers(received, methods)
  if (answers.length !== expected.length)
    return `${expected.length} answers were expected, and ${statusesOf(answers)}`
  const faults = answers.map((answer, i) => faultIn(answer, methods[i] ?? '', expected[i]?.path ?? ''))
  return faults.find((fault) => fault !== undefined)
}

/** A refusal is the last answer. If only the body is malformed, the request may have been answered before it arrived. */
function refused(received: Buffer): string | undefined {
  const answers = parseAnswers(received, [])
  const last = answers.at(-1)
  if (!last || answers.length > 2 || last.status < 400)
    return `a refusal was expected, and ${statusesOf(answers)}`
  return faultIn(last, 'GET', '/api/')
}

/** The status of the first answer, if it is none that may be. */
function firstFault(text: string): string | undefined {
  const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(text) ?? []
  if (status === undefined) return 'the first bytes of the answer are no HTTP'
  const isBusyAnswer = status === '503' && /^retry-after: \d/im.test(text) && text.includes('"UNAVAILABLE"')
  if (Number(status) < 500 || RIGHT_BY_HTTP.includes(Number(status)) || isBusyAnswer) return undefined
  return `status ${status}`
}

function faultIn(answer: Answer, method: string, path: string): string | undefined {
  const { status, headers } = answer
  if (status >= 500 && !RIGHT_BY_HTTP.includes(status) && !isBusy(answer, path)) return `status ${status}`
  if (method === 'HEAD' || !path.startsWith('/api/') || status === 204 || status === 304) return undefined
  const noJson = `status ${status} below /api/ is no JSON`
  if (!/^application\/json\b/.test(headers.get('content-type') ?? '')) return noJson
  if (headers.has('content-encoding')) return undefined
  try {
    const body = JSON.parse(answer.body)
    return status < 400 || isProblem(body)
      ? undefined
      : `status ${status} below /api/ has not the error shape`
  } catch {
    return noJson
  }
}

/** No free download slot, or a data set that is not built yet. */
const isBusy = ({ status, headers }: Answer, path: string): boolean =>
  status === 503 && headers.has('retry-after') && /^\/(downloads|feeds)\//.test(path)

const isProblem = ({
  ok,
  error,
  disclaimer,
}: {
  ok?: unknown
  error?: Readonly<Record<string, unknown>>
  disclaimer?: unknown
}): boolean =>
  ok === false && [error?.code, error?.message, disclaimer].every((text) => typeof text === 'string')
