import { STATUS_CODES } from 'node:http'
import type { FastifyReply } from 'fastify'
import { Problem, problemBody } from '../request/problems.ts'
import { CORS_HEADERS } from './headers.ts'

export function sendProblem(reply: FastifyReply, problem: Problem, disclaimer: string): FastifyReply {
  return reply
    .code(problem.status)
    .headers({ ...problem.headers, 'Cache-Control': 'no-store', Vary: 'Accept-Encoding' })
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(problemBody(problem, disclaimer)))
}

/** A request that is not valid HTTP. */
interface Malformed {
  readonly status: number
  readonly message: string
}

const MALFORMED: Readonly<Record<string, Malformed>> = {
  HPE_HEADER_OVERFLOW: { status: 431, message: 'the request headers are too large' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'the request did not arrive in time' },
}

/** What is wrong, by the error code of Node. */
export const malformedBy = (code = ''): Malformed =>
  MALFORMED[code] ?? { status: 400, message: 'the request is not valid HTTP' }

/** The whole answer as sent over the wire: Node has no response object for it. */
export function malformedAnswer({ status, message }: Malformed, disclaimer: string): string {
  const body = JSON.stringify(problemBody(new Problem('INVALID_PARAMETER', message), disclaimer))
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
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
