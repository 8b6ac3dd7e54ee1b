import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** A request that is sent repeatedly, the same to ours and theirs. */
export interface Request {
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
}

/** An answer as received. */
export interface Answer {
  readonly status: number
  /** In their order, with the names as they were sent. */
  readonly headers: ReadonlyMap<string, string>
  readonly body: Buffer
  /** Milliseconds from sending to the last byte. */
  readonly ms: number
}

const AGENT = new Agent({ keepAlive: true, maxSockets: 1 })
/** Header fields of the connection rather than the answer, which Node or nginx adds. */
const OF_THE_CONNECTION = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding', 'server'])

/** Sends one request; throws unless it is answered with 200 or 304. */
export async function ask(address: string, { path, headers = {} }: Request): Promise<Answer> {
  const sent = performance.now()
  const request = get(`${address}${path}`, { headers, agent: AGENT })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const body = await buffer(response)
  const ms = performance.now() - sent
  const { statusCode: status = 0, rawHeaders } = response
  if (status !== 200 && status !== 304)
    throw new Error(`${path} was answered with ${status}: ${body.toString().slice(0, 500)}`)
  const fields = new Map<string, string>()
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2)
    if (!OF_THE_CONNECTION.has(name.toLowerCase())) fields.set(name, value)
  }
  return { status, headers: fields, body, ms }
}

export const headerOf = ({ headers }: Answer, name: string): string | undefined =>
  [...headers].find(([known]) => known.toLowerCase() === name)?.[1]

export const json = async (address: string, path: string) =>
  JSON.parse((await ask(address, { path })).body.toString())

/** The path of the next page. */
export const nextPath = (answer: Answer): string | undefined =>
  /<([^>]+)>; rel="next"/.exec(headerOf(answer, 'link') ?? '')?.[1]

/** Throws unless two servers answer a request with the same status, bytes and header fields. */
export async function mustAnswerAlike(ours: string, theirs: string, request: Request): Promise<void> {
  const [a, b] = [await ask(ours, request), await ask(theirs, request)]
  const shown = ({ status, headers }: Answer) =>
    // nginx has a file's own time, and its names of fields are spelt differently.
    [...headers]
      .map(([name, value]) => [name.toLowerCase(), name.toLowerCase() === 'last-modified' || value])
      .sort()
      .concat([['status', `${status}`]])
  const [first, second] = [JSON.stringify(shown(a)), JSON.stringify(shown(b))]
  if (first !== second || !a.body.equals(b.body))
    throw new Error(`${ours} and ${theirs} answer ${request.path} differently: ${first} and ${second}`)
}
