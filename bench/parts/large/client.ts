import { once } from 'node:events'
import { Agent, get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'

export interface Answer {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  /** Milliseconds from sending to the last byte. */
  readonly ms: number
}

/** Sends one request after the other over one connection. */
export class Client {
  readonly #address: string
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })

  constructor(address: string) {
    this.#address = address
  }

  /** Throws unless the status is 200. */
  async get(path: string): Promise<Answer> {
    const sent = performance.now()
    const request = get(`${this.#address}${path}`, { agent: this.#agent })
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    const body = await buffer(response)
    const ms = performance.now() - sent
    if (response.statusCode !== 200)
      throw new Error(`${path} was answered with ${response.statusCode}: ${body.toString().slice(0, 500)}`)
    return { path, headers: response.headers, body, ms }
  }

  /** The body of `get` as JSON. */
  async json<T>(path: string): Promise<T> {
    return JSON.parse((await this.get(path)).body.toString())
  }

  close(): void {
    this.#agent.destroy()
  }
}

/** The path of the next page. */
export const nextPath = ({ headers }: Answer): string | undefined =>
  /<([^>]+)>; rel="next"/.exec(String(headers.link ?? ''))?.[1]

/** Throws unless a list has as many items as requested, so that both sides do the same work. */
export function mustBeFull(answer: Answer, list: 'deals' | 'ipos', limit: number): Answer {
  const items: unknown[] = JSON.parse(answer.body.toString())[list]
  if (items.length === limit) return answer
  throw new Error(`${answer.path} has ${items.length} ${list} instead of a full page of ${limit}`)
}
