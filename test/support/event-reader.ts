import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { createGunzip } from 'node:zlib'
import { onTestFinished } from 'vitest'
import type { Answered } from './service.ts'

export const EVENTS = '/feeds/changes'

export interface Event {
  readonly id: string | null
  readonly event: string
  readonly data: Answered
}

export interface EventReader {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly events: Event[]
  /** All that was sent, as plain text. */
  text(): string
  /** All changes that were sent, as kind and slug. */
  changes(): string[]
  readonly isEnded: () => boolean
  close(): void
}

/** Reads events as a browser does. */
export async function readEvents(
  address: string,
  path = EVENTS,
  headers: Record<string, string> = {},
): Promise<EventReader> {
  const asked: ClientRequest = request(`${address}${path}`, { headers, agent: false })
  asked.end()
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  const events: Event[] = []
  let isEnded = false
  let whole = ''
  let text = ''
  response.on('close', () => {
    isEnded = true
  })
  response.on('error', () => undefined)
  const body = response.headers['content-encoding'] === 'gzip' ? response.pipe(createGunzip()) : response
  body.setEncoding('utf8')
  body.on('error', () => undefined)
  body.on('data', (part: string) => {
    whole += part
    const blocks = (text + part).split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
      const data = field('data')
      if (data !== undefined)
        events.push({ id: field('id') ?? null, event: field('event') ?? '', data: JSON.parse(data) })
    }
  })
  const close = () => void response.destroy()
  onTestFinished(close)
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    events,
    text: () => whole,
    changes: () =>
      events.flatMap(({ data }) => (data.changes ?? []).map(({ kind, slug }: Answered) => `${kind} ${slug}`)),
    isEnded: () => isEnded,
    close,
  }
}
