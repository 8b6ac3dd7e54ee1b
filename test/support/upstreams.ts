import { hash } from 'node:crypto'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { openServer } from './open-server.ts'

/** A document of an invented upstream, served to requests with all parameters of its address, or more. */
export interface UpstreamDocument {
  readonly url: string
  readonly type: 'json' | 'csv' | 'html'
  readonly body: string
  readonly status?: number
}

/** How a host fails for every request. `slow` hosts do not answer at all. */
export type HostFault = 'error500' | 'html200' | 'truncated' | 'empty' | 'reset' | 'slow'

export interface Upstreams {
  /** For the setting UPSTREAM_BASE. */
  readonly base: string
  /** Sets the documents of all hosts. */
  serve(documents: readonly UpstreamDocument[]): void
  /** Sets the hosts that fail; all others work again. */
  fail(faults: Readonly<Record<string, HostFault>>): void
  /** Holds back requests for these addresses; each calls `onAsked` and waits until its client disconnects. */
  holdBack(isHeld: (url: URL) => boolean, onAsked: () => void): void
  /** Requests so far, except for robots.txt: `200 https://HOST/PATH`. */
  readonly log: string[]
  close(): void
}

const TYPES = {
  json: 'application/json; charset=utf-8',
  csv: 'text/csv',
  html: 'text/html; charset=utf-8',
} as const

interface Reply {
  readonly status: number
  readonly body: string
  readonly headers: Readonly<Record<string, string | readonly string[]>>
}

const page = (title: string, status = 200): Reply => ({
  status,
  body: `<!doctype html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`,
  headers: { 'content-type': TYPES.html },
})

/**
 * Starts a mirror of all upstreams that answers as the real ones do: NSE requires its cookie, BSE its own pages as
 * referrer.
 */
export async function startUpstreams(): Promise<Upstreams> {
  let documents: readonly UpstreamDocument[] = []
  let faults: Readonly<Record<string, HostFault>> = {}
  let held: { isHeld: (url: URL) => boolean; onAsked: () => void } | undefined
  const log: string[] = []

  const { address, close } = await openServer((request, response) => {
    const url = new URL(`https:/${request.url ?? '/'}`)
    const fault = faults[url.host]
    if (fault === 'reset') return void request.socket.destroy()
    if (fault === 'slow') return
    if (held?.isHeld(url)) return held.onAsked()
    const reply = failing(fault, answer(url, request.headers, documents))
    if (url.pathname !== '/robots.txt') log.push(`${reply.status} ${url.href}`)
    send(response, reply)
  })
  return {
    base: address,
    serve: (all) => {
      documents = all
    },
    fail: (hosts) => {
      faults = hosts
    },
    holdBack: (isHeld, onAsked) => {
      held = { isHeld, onAsked }
    },
    log,
    close,
  }
}

const send = (response: ServerResponse, { status, body, headers }: Reply): void => {
  response.writeHead(status, headers as Record<string, string | string[]>).end(status === 304 ? '' : body)
}

function failing(fault: HostFault | undefined, reply: Reply): Reply {
  switch (fault) {
    case 'error500':
      return page('Server Error', 500)
    case 'html200':
      return page('Request unsuccessful')
    case 'empty':
      return { ...reply, status: 200, body: '' }
    case 'truncated':
      return { ...reply, body: reply.body.slice(0, Math.floor(reply.body.length * 0.6)) }
    default:
      return reply
  }
}

function answer(url: URL, headers: IncomingHttpHeaders, documents: readonly UpstreamDocument[]): Reply {
  if (url.pathname === '/robots.txt')
    return { status: 200, body: 'User-agent: *\nAllow: /\n', headers: { 'content-type': 'text/plain' } }
  if (url.host === 'www.nseindia.com') {
    if (!url.pathname.startsWith('/api/')) return withCookies(page('NSE'))
    if (!/\bnsit=invented\b/.test(headers.cookie ?? '')) return page('Access Denied', 401)
  }
  if (url.host.endsWith('.bseindia.com') && !/bseindia\.com/.test(headers.referer ?? ''))
    return { status: 302, body: '', headers: { location: '/api.bseindia.com/error_Bse.html' } }
  const found = documents.find((document) => isAsked(document, url))
  return found ? replyOf(found, headers) : page('404 Not Found', 404)
}

const withCookies = (reply: Reply): Reply => ({
  ...reply,
  headers: { ...reply.headers, 'set-cookie': ['nsit=invented; Path=/', 'nseappid=invented; Path=/'] },
})

/** The address of each document, parsed once: every request is compared with those of all documents. */
const addresses = new WeakMap<UpstreamDocument, URL>()

function addressOf(document: UpstreamDocument): URL {
  const address = addresses.get(document) ?? new URL(document.url)
  addresses.set(document, address)
  return address
}

export function isAsked(document: UpstreamDocument, asked: URL): boolean {
  const { host, pathname, searchParams } = addressOf(document)
  return (
    host === asked.host &&
    pathname === asked.pathname &&
    [...searchParams].every(([name, value]) => asked.searchParams.get(name) === value)
  )
}

/** Pages and files have an ETag, as static files do; the JSON interfaces have none. */
function replyOf({ type, body, status = 200 }: UpstreamDocument, headers: IncomingHttpHeaders): Reply {
  const plain = { 'content-type': TYPES[type] }
  if (type === 'json') return { status, body, headers: plain }
  const etag = `"${hash('sha256', body, 'hex').slice(0, 16)}"`
  return { status: headers['if-none-match'] === etag ? 304 : status, body, headers: { ...plain, etag } }
}
