import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'
import { localServer } from '../../../test/support/local-server.ts'
import { type Instant, instantFromMs, msOf } from '../../market/calendar.ts'
import type { DownloadRequest } from '../../sources/source.ts'
import { type Db, IN_MEMORY, openDb } from '../../store/engines/db.ts'
import { migrate } from '../../store/schema.ts'
import { openUpstreams } from './polite-get.ts'
import type { DownloadOptions } from './request-host.ts'
import type { UpstreamFault } from './upstream-fault.ts'

export interface Reply {
  readonly status?: number
  readonly headers?: Record<string, string | string[]>
  readonly body?: string | Buffer
}

type Answering = (request: IncomingMessage, response: ServerResponse) => Reply | undefined
/** The answer at `HOST/PATH?QUERY`; a function that returns no reply has answered by itself. */
export type Replies = Record<string, Reply | Answering>

export interface ReceivedRequest {
  readonly target: string
  readonly headers: IncomingHttpHeaders
  readonly startedMs: number
  endedMs: number
}

/** A mirror of invented upstreams on this computer, which records its requests. It answers 404 to all others. */
export async function startUpstream(replies: Replies) {
  const requests: ReceivedRequest[] = []
  const base = await localServer((request, response) => {
    const target = (request.url ?? '').slice(1)
    const entry = { target, headers: request.headers, startedMs: performance.now(), endedMs: 0 }
    requests.push(entry)
    response.on('close', () => {
      entry.endedMs = performance.now()
    })
    const known = replies[target] ?? { status: 404, body: 'nothing here' }
    const reply = typeof known === 'function' ? known(request, response) : known
    if (reply) response.writeHead(reply.status ?? 200, reply.headers).end(reply.body ?? '')
  })
  return {
    base,
    requests,
    /** The addresses in order, without robots.txt. */
    targets: () => requests.map(({ target }) => target).filter((target) => !target.endsWith('/robots.txt')),
  }
}

export const NOON = '2030-03-04T12:00:00.000Z'

/** A clock that stands still until it is moved. */
export function fixedClock(start: Instant = NOON) {
  let nowMs = msOf(start)
  return {
    now: () => instantFromMs(nowMs),
    advance: (ms: number) => {
      nowMs += ms
    },
  }
}

/** An empty store. */
export async function emptyDb(): Promise<Db> {
  const db = openDb(IN_MEMORY)
  onTestFinished(() => db.destroy())
  await migrate(db)
  return db
}

/** A download function that uses such a mirror. */
export async function startGet(replies: Replies, options: Partial<DownloadOptions> = {}) {
  const upstream = await startUpstream(replies)
  const { now, advance } = fixedClock()
  const db = options.db ?? (await emptyDb())
  /** As another process with the same store, perhaps with other settings. */
  const restart = (more: Partial<DownloadOptions> = {}) =>
    openUpstreams({ upstreamBase: upstream.base, contact: '', now, ...options, ...more, db })
  return { ...upstream, ...restart(), restart, advance, db }
}

export const requestFor = (address: string, more: Partial<DownloadRequest> = {}): DownloadRequest => ({
  document: 'list',
  url: `https://${address}`,
  expects: 'json',
  ...more,
})

/** Several answers, one after the other; the last one is repeated. */
export function inOrder(...replies: readonly (Reply | Answering)[]): Answering {
  let at = 0
  return (request, response) => {
    const reply = replies[Math.min(at++, replies.length - 1)]
    return typeof reply === 'function' ? reply(request, response) : reply
  }
}

export const json = (body = '[]'): Reply => ({ headers: { 'content-type': 'application/json' }, body })

export const page = (title: string, text = ''): Reply => ({
  headers: { 'content-type': 'text/html' },
  body: `<!doctype html><html><head><title>${title}</title></head><body>${text}</body></html>`,
})

/** The fault that a promise is rejected with. */
export async function faultOf(promise: Promise<unknown>): Promise<UpstreamFault> {
  try {
    await promise
  } catch (error) {
    return error as UpstreamFault
  }
  throw new Error('there was no fault')
}
