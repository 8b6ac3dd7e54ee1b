import type { FastifyRequest } from 'fastify'
import { positionName } from '../reports/changes/position.ts'
import type { ServedMarket } from '../reports/served-market.ts'
import { BASE, MCP_PATH } from '../request/paths.ts'

// Our pages open no connections; tools that inspect a page fetch robots.txt from within it.
export const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
}

/** Lets every browser read all answers and these headers. */
export const CORS_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'ETag, Link, X-Total-Count, X-Limit, X-Ignored-Parameters, X-Market-Version, Retry-After, RateLimit, RateLimit-Policy, Accept-Ranges, Content-Range',
}

const REQUEST_HEADERS =
  'If-None-Match, If-Modified-Since, Cache-Control, Content-Type, Last-Event-ID, MCP-Protocol-Version'
/** The headers that clients of the Model Context Protocol send, of both its specifications. */
const MCP_REQUEST_HEADERS =
  'Content-Type, Authorization, Last-Event-ID, MCP-Protocol-Version, Mcp-Session-Id, Mcp-Method, Mcp-Name'

/** The headers that every answer at a path has. */
export const headersAt = (
  path: string,
  { demo, version, committed }: Pick<ServedMarket, 'demo' | 'version' | 'committed'>,
) => ({
  ...SECURITY_HEADERS,
  ...((isApiPath(path) || path === '/openapi.json') && CORS_HEADERS),
  // Refusals get the current position; successful answers set their own.
  ...(path.startsWith(BASE) && {
    'X-Market-Version': positionName({ demo }, { version, moment: committed }),
  }),
})

/** The answer to OPTIONS, with the methods that the path accepts. */
export function optionsHeaders(path: string): Readonly<Record<string, string>> {
  const methods = isMcpPath(path) ? 'POST, OPTIONS' : 'GET, HEAD, OPTIONS'
  return {
    'Access-Control-Allow-Methods': methods,
    'Access-Control-Allow-Headers': isMcpPath(path) ? MCP_REQUEST_HEADERS : REQUEST_HEADERS,
    'Access-Control-Max-Age': '86400',
    Allow: methods,
  }
}

/** True for the path of the Model Context Protocol, also with a final slash, which is redirected. */
export const isMcpPath = (path: string): boolean => path === MCP_PATH || path === `${MCP_PATH}/`

/** True for paths that programs request; `/feeds` and `/downloads` themselves are pages. */
export const isApiPath = (path: string): boolean =>
  path === '/api' || path === MCP_PATH || /^\/(api\/|(feeds|downloads)\/.)/.test(path)

/** The decoded path, also when the request has a host before it. The router does not decode `%2F` and rejects bad hosts. */
export function pathOf({ url }: FastifyRequest): string {
  const query = url.indexOf('?')
  const plain = (query < 0 ? url : url.slice(0, query)).replace(/^https?:\/\/[^/]*/i, '')
  if (!plain.includes('%')) return plain
  try {
    return decodeURIComponent(plain)
  } catch {
    return plain
  }
}
