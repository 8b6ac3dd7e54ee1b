import type { FastifyReply } from 'fastify'
import { type Problem, problemBody } from '../request/problems.ts'

/** Lets every browser read all answers and these headers. */
export const CORS_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'ETag, Link, X-Total-Count, X-Limit, X-Ignored-Parameters, X-Market-Version, Retry-After, RateLimit, RateLimit-Policy, Accept-Ranges, Content-Range',
}

export const PREFLIGHT_HEADERS = {
  'Access-Control-Allow-Methods': 'GET, HEAD, OPTIONS',
  'Access-Control-Allow-Headers':
    'If-None-Match, If-Modified-Since, Cache-Control, Content-Type, Last-Event-ID, MCP-Protocol-Version',
  'Access-Control-Max-Age': '86400',
}

/** The same for the Model Context Protocol: the headers that its clients send, of both its specifications. */
export const MCP_PREFLIGHT_HEADERS = {
  'Access-Control-Allow-Methods': 'POST, OPTIONS',
  'Access-Control-Allow-Headers':
    'Content-Type, Authorization, Last-Event-ID, MCP-Protocol-Version, Mcp-Session-Id, Mcp-Method, Mcp-Name',
  'Access-Control-Max-Age': '86400',
}

export function sendProblem(reply: FastifyReply, problem: Problem, disclaimer: string): FastifyReply {
  return reply
    .code(problem.status)
    .headers({ ...problem.headers, 'Cache-Control': 'no-store', Vary: 'Accept-Encoding' })
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(problemBody(problem, disclaimer)))
}
