import {
  type AnswerMeta,
  type ClientAnswer,
  type ClientFailure,
  failure,
  readAnswer,
  readMeta,
} from './answer.ts'
import { pause } from './clock.ts'

export interface ClientOptions {
  /** Used instead of the global `fetch`, for example to add headers. */
  fetch?: (url: string, init: { headers: Record<string, string>; signal: AbortSignal }) => Promise<Response>
  /** A request without an answer for this many milliseconds fails with `TIMEOUT`. The default is 30,000. */
  timeoutMs?: number
  /**
   * How many milliseconds a call may wait in total because the service asks for it (status 429 or 503). The default is
   * 120,000; 0 never waits.
   */
  maxWaitMs?: number
  /** How many answers are kept, to be validated by their ETag instead of sent again. The default is 50; 0 keeps none. */
  keptAnswers?: number
}

export interface CallOptions {
  /** Ends the call, which then returns the failure `ABORTED`. */
  signal?: AbortSignal | undefined
}

interface KeptAnswer {
  readonly etag: string
  readonly text: string
  readonly meta: AnswerMeta
}

/** What is waited after a 429 or 503 that names no time. */
const UNNAMED_WAIT_MS = 5000
/** The shortest wait: a service that asks for none would be asked again without end. */
const MIN_WAIT_MS = 500

/** Sends requests, keeps answers with their ETags, and waits where the service asks for it. */
export class Transport {
  readonly #base: string
  readonly #fetch: NonNullable<ClientOptions['fetch']>
  readonly #timeoutMs: number
  readonly #maxWaitMs: number
  readonly #maxKept: number
  /** The least recently used first. */
  readonly #kept = new Map<string, KeptAnswer>()

  constructor(base: string, options: ClientOptions) {
    if (!/^https?:\/\/[^?#]+$/.test(base))
      throw new TypeError(`the address of a service is needed, such as https://ipo.example; got "${base}"`)
    this.#base = base.endsWith('/') ? base.slice(0, -1) : base
    this.#fetch = options.fetch ?? ((url, init) => fetch(url, init))
    this.#timeoutMs = options.timeoutMs ?? 30_000
    this.#maxWaitMs = options.maxWaitMs ?? 120_000
    this.#maxKept = options.keptAnswers ?? 50
  }

  async get<Body>(
    path: string,
    query: object = {},
    { signal }: CallOptions = {},
  ): Promise<ClientAnswer<Body>> {
    const url = this.#url(path, query)
    for (let waited = 0; ; ) {
      const answer = await this.#getOnce<Body>(url, signal)
      const { status, retryAfterMs } = answer.meta
      if (status !== 429 && status !== 503) return answer
      const waitMs = Math.max(retryAfterMs ?? UNNAMED_WAIT_MS, MIN_WAIT_MS)
      waited += waitMs
      if (waited > this.#maxWaitMs) return answer
      // Clients that were refused together do not return together.
      await pause(waitMs + Math.random() * 500, signal)
    }
  }

  /** One answer for each page, from the page of the query on. A failure is the last one. */
  async *pages<Body>(
    path: string,
    query: object = {},
    options: CallOptions = {},
  ): AsyncGenerator<ClientAnswer<Body>, void, undefined> {
    for (let asked = query; ; ) {
      const page = await this.get<Body>(path, asked, options)
      yield page
      const { next, status } = page.meta
      if (status !== 200 || next === null) return
      asked = { cursor: next }
    }
  }

  async #getOnce<Body>(url: string, signal: AbortSignal | undefined): Promise<ClientAnswer<Body>> {
    const kept = this.#kept.get(url)
    const headers = { accept: 'application/json', ...(kept && { 'if-none-match': kept.etag }) }
    const read = async (response: Response) => {
      const isKept = response.status === 304 && kept !== undefined
      const meta = readMeta(isKept ? 200 : response.status, response.headers, isKept ? kept.meta : undefined)
      const text = isKept ? kept.text : await response.text()
      this.#keep(url, response.headers.get('etag') ?? kept?.etag, text, meta)
      return readAnswer<Body>(text, meta)
    }
    return this.#send(url, headers, signal, read)
  }

  /** Opens a stream, which `ending` aborts. The time limit applies to its headers, and to the whole of a refusal. */
  open(
    path: string,
    query: object,
    headers: Record<string, string>,
    ending: AbortController,
  ): Promise<Response | ClientFailure> {
    const read = async (response: Response) =>
      response.ok ? response : new Response(await response.text(), response)
    return this.#send(this.#url(path, query), headers, undefined, read, ending)
  }

  /** Sends one request and reads its response; a request that fails is a failure and throws nothing. */
  async #send<T>(
    url: string,
    headers: Record<string, string>,
    signal: AbortSignal | undefined,
    read: (response: Response) => Promise<T>,
    ending = new AbortController(),
  ): Promise<T | ClientFailure> {
    const fetch = this.#fetch
    const end = () => ending.abort()
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      end()
    }, this.#timeoutMs)
    signal?.addEventListener('abort', end)
    try {
      if (signal?.aborted) end()
      return await read(await fetch(url, { headers, signal: ending.signal }))
    } catch (error) {
      if (signal?.aborted) return failure('ABORTED', 'the caller has aborted the request')
      if (isLate) return failure('TIMEOUT', `no answer within ${this.#timeoutMs} ms`)
      return failure('NETWORK', reasonOf(error))
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
    }
  }

  #url(path: string, query: object): string {
    const parameters = new URLSearchParams()
    for (const [name, value] of Object.entries(query))
      if (value != null) parameters.set(name, String(value instanceof Date ? value.toJSON() : value))
    const text = parameters.toString()
    return `${this.#base}${path}${text && `?${text}`}`
  }

  /** Pages after the first are not kept: a walk would replace all others, and is not repeated. */
  #keep(url: string, etag: string | undefined, text: string, meta: AnswerMeta): void {
    this.#kept.delete(url)
    if (etag === undefined || meta.status !== 200 || url.includes('cursor=')) return
    this.#kept.set(url, { etag, text, meta: { ...meta, retryAfterMs: null } })
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= this.#maxKept) break
      this.#kept.delete(oldest)
    }
  }
}

/** Node puts the reason into the cause. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { message?: string; code?: string } }
  return cause?.message || cause?.code || message || String(error)
}
