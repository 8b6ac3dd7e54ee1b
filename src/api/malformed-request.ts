import { Problem, problemBody } from '../request/problems.ts'
import { CORS_HEADERS } from './send.ts'

/** Answers to requests that are not valid HTTP, in the common error shape. */
const MALFORMED: Readonly<Record<string, Malformed>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    title: 'Request Header Fields Too Large',
    message: 'the request headers are too large',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    title: 'Request Timeout',
    message: 'the request did not arrive in time',
  },
}
const NO_HTTP = { status: 400, title: 'Bad Request', message: 'the request is not valid HTTP' }
type Malformed = Readonly<typeof NO_HTTP>

/** The answer for an error code of Node. */
export const malformedBy = (code: string | undefined): Malformed => MALFORMED[code ?? ''] ?? NO_HTTP

/** The whole answer as sent over the wire: Node has no response object for it. */
export function malformedAnswer({ status, title, message }: Malformed, disclaimer: string): string {
  const problem = new Problem('INVALID_PARAMETER', message)
  const body = JSON.stringify(problemBody(problem, disclaimer))
  return [
    `HTTP/1.1 ${status} ${title}`,
    'Content-Type: application/json; charset=utf-8',
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    ...Object.entries(CORS_HEADERS).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n')
}
