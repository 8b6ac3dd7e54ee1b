import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { Request } from './load.ts'

/** An answer as received. */
export interface Received {
  readonly status: number
  /** Names and values alternately, in their order. */
  readonly headers: readonly string[]
  readonly body: Buffer
}

/** Header fields of the connection rather than the answer, which Node or nginx adds. */
const OF_THE_CONNECTION = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding', 'server'])

/** Sends one request on a new connection. */
export async function ask(address: string, { path, headers }: Request): Promise<Received> {
  const request = get(`${address}${path}`, { headers, agent: false })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const fields: string[] = []
  for (let at = 0; at < response.rawHeaders.length; at += 2) {
    const [name = '', value = ''] = response.rawHeaders.slice(at, at + 2)
    if (!OF_THE_CONNECTION.has(name.toLowerCase())) fields.push(name, value)
  }
  return { status: response.statusCode ?? 0, headers: fields, body: await buffer(response) }
}

export function headerOf({ headers }: Received, name: string): string | undefined {
  const at = headers.findIndex((text, index) => index % 2 === 0 && text.toLowerCase() === name)
  return at < 0 ? undefined : headers[at + 1]
}

/** Throws unless two servers answer a request with the same bytes and header fields. */
export async function mustAnswerAlike(ours: string, theirs: string, request: Request): Promise<void> {
  const [a, b] = [await ask(ours, request), await ask(theirs, request)]
  const differing = [
    ...(a.status === b.status ? [] : [`status ${a.status} and ${b.status}`]),
    ...(a.body.equals(b.body) ? [] : [`bodies of ${a.body.length} and ${b.body.length} bytes`]),
    ...differingFields(fieldsOf(a), fieldsOf(b)),
  ]
  if (differing.length > 0)
    throw new Error(`${ours} and ${theirs} answer ${request.path} differently: ${differing.join('; ')}`)
}

const fieldsOf = ({ headers }: Received): Map<string, string> => {
  const fields = new Map<string, string>()
  for (let at = 0; at < headers.length; at += 2)
    fields.set((headers[at] ?? '').toLowerCase(), headers[at + 1] ?? '')
  return fields
}

/** Both must have it, but its value depends on when a process started. */
const OF_THE_PROCESS = 'last-modified'

function differingFields(a: Map<string, string>, b: Map<string, string>): string[] {
  return [...new Set([...a.keys(), ...b.keys()])]
    .filter((name) => a.get(name) !== b.get(name))
    .filter((name) => name !== OF_THE_PROCESS || !a.has(name) || !b.has(name))
    .map((name) => `${name} "${a.get(name) ?? 'none'}" and "${b.get(name) ?? 'none'}"`)
}
