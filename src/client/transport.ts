import { addressOf } from './address.ts'
import {
  type AnswerMeta,
  type ClientAnswer,
  type ClientFailure,
  type FailureDetails,
  failure,
  readAnswer,
  readMeta,
} from './answer.ts'
import { clockMs, pause } from './clock.ts'
import { type CopiedFile, type CopyStatus, fileIn, ipoNotFound, isReadable, notInCopy } from './copy.ts'

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
/** How long counts what a static copy says of itself. */
const STATUS_COUNTS_MS = 5 * 60_000

/** What an answer has that was found in a file of a copy. */
type Copied = Pick<CopiedFile, 'page' | 'total' | 'next'>
const STATUS_FILE: Copied = { page: 1, total: null, next: null }

/**
 * Sends requests, keeps answers with their ETags, and waits where the service asks for it. A live service names its position
 * in every answer. An answer that does not may be that of a static host, which ignores parameters: then the status of the copy says
 * which file is meant.
 */
export class Transport {
  readonly #base: string
  readonly #fetch: NonNullable<ClientOptions['fetch']>
  readonly #timeoutMs: number
  readonly #maxWaitMs: number
  readonly #maxKept: number
  /** The least recently used first. */
  readonly #kept = new Map<string, KeptAnswer>()
  /** True once a live service has answered. */
  #isLive = false
  #isCopy = false
  #status: Promise<ClientAnswer<CopyStatus> | null> = Promise.resolve(null)
  /** When it is to be read again, in milliseconds. */
  #readStatusAt = 0

  constructor(base: string, options: ClientOptions) {
    if (!/^https?:\/\/[^?#]+$/.test(base))
      throw new TypeError(`the address of a service is needed, such as https://ipo.example; got "${base}"`)
    this.#base = base.endsWith('/') ? base.slice(0, -1) : base
    this.#fetch = options.fetch ?? ((url, init) => fetch(url, init))
    this.#timeoutMs = options.timeoutMs ?? 30_000
    this.#maxWaitMs = options.maxWaitMs ?? 120_000
    this.#maxKept = options.keptAnswers ?? 50
  }

  async get<Body>(path: string, query: object = {}, options: CallOptions = {}): Promise<ClientAnswer<Body>> {
    const ask = () => this.#ask<Body>(addressOf(path, query), options)
    const live = this.#isCopy ? undefined : await ask()
    if (live && !this.#mayBeOfCopy(live)) return live
    for (let isAgain = false; ; isAgain = true) {
      const copy = await this.copy(options)
      if (copy === null) return live ?? ask()
      if (!copy.ok) return copy
      const file = fileIn(copy, path, query)
      if (!file) return notInCopy(copy, path, query)
      if (file.path === null) return ipoNotFound(copy, path)
      const answer = await this.#ask<Body>(file.path, options, file)
      const { status, position } = answer.meta
      if (status !== 404 || isAgain) return withRest(answer, file)
      if (file.isOfIpo && position === null) return ipoNotFound(copy, path, answer.meta)
      // Only shares with deals in the last days have files.
      if (file.isOfShare && position === null) return notInCopy(copy, path, query)
      // By now the copy, or a live service in its place, has other files.
      this.#readStatusAt = 0
    }
  }

  /**
   * True for what a static host answers to an address of a service: a whole list, whatever the parameters are, no file, or a
   * redirection to a folder, which browsers hide from pages of other sites.
   */
  #mayBeOfCopy({ meta: { status, position }, error }: { meta: AnswerMeta; error?: FailureDetails }): boolean {
    if (error?.code === 'NETWORK') return !this.#isLive
    return position === null && [200, 403, 404].includes(status)
  }

  /** What the copy at this address says of itself. Null for a live service. */
  copy({ signal }: CallOptions = {}): Promise<ClientAnswer<CopyStatus> | null> {
    if (clockMs() >= this.#readStatusAt) {
      this.#readStatusAt = Number.POSITIVE_INFINITY
      this.#status = this.#readStatus()
    }
    return unlessAborted(this.#status, signal)
  }

  async #readStatus(): Promise<ClientAnswer<CopyStatus> | null> {
    const answer = await this.#ask<CopyStatus>('/status.json', {}, STATUS_FILE)
    const { status } = answer.meta
    // A page of a proxy, such as that of a hotel, says nothing about the service behind it.
    const isCertain = answer.ok || status === 404
    this.#readStatusAt = isCertain ? clockMs() + STATUS_COUNTS_MS : 0
    if (isCertain) this.#isCopy = answer.ok && answer.copy === 'greymark'
    if (this.#isCopy && answer.ok && !isReadable(answer))
      return failure(
        'UNEXPECTED_ANSWER',
        'this is a static copy whose list of files cannot be read',
        answer.meta,
      )
    const isUnanswered = status === 0 || status === 429 || status >= 500
    return this.#isCopy || isUnanswered ? answer : null
  }

  /** One answer, after the waits that the service asks for. */
  async #ask<Body>(address: string, { signal }: CallOptions, copied?: Copied): Promise<ClientAnswer<Body>> {
    for (let waited = 0; ; ) {
      const answer = await this.#askOnce<Body>(this.#base + address, signal, copied)
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
      const { next } = page.meta
      if ('error' in page || next === null) return
      asked = { cursor: next }
    }
  }

  async #askOnce<Body>(
    url: string,
    signal: AbortSignal | undefined,
    copied: Copied | undefined,
  ): Promise<ClientAnswer<Body>> {
    const kept = this.#kept.get(url)
    const headers = { accept: 'application/json', ...(kept && { 'if-none-match': kept.etag }) }
    const read = async (response: Response) => {
      const isKept = response.status === 304 && kept !== undefined
      const read = readMeta(isKept ? 200 : response.status, response.headers, isKept ? kept.meta : undefined)
      const meta = copied ? { ...read, total: copied.total, next: copied.next } : read
      this.#isLive ||= meta.position !== null
      const text = isKept ? kept.text : await response.text()
      // Static hosts refuse to be asked whether a page of another site may send `If-None-Match`. Its browser sends it anyway.
      const mayKeep = copied ? copied.page === 1 && response.type !== 'cors' : meta.position !== null
      this.#keep(url, mayKeep ? (response.headers.get('etag') ?? kept?.etag) : undefined, text, meta)
      return readAnswer<Body>(text, meta)
    }
    return this.#send(url, headers, signal, read)
  }

  /**
   * Opens a stream, which `ending` aborts. The time limit applies to its headers, and to the whole of a refusal. A copy has no
   * stream.
   */
  async open(
    path: string,
    query: object,
    headers: Record<string, string>,
    ending: AbortController,
  ): Promise<Response | ClientFailure> {
    const read = async (response: Response) =>
      response.ok ? response : new Response(await response.text(), response)
    const url = this.#base + addressOf(path, query)
    const response = await this.#send(url, headers, undefined, read, ending)
    if ('error' in response) {
      if (!this.#mayBeOfCopy(response)) return response
    } else {
      this.#isLive ||= isStream(response)
      const meta = readMeta(response.status, response.headers, undefined)
      if (isStream(response) || !this.#mayBeOfCopy({ meta })) return response
    }
    const copy = await this.copy({ signal: ending.signal })
    if (copy === null) return response
    return copy.ok ? notInCopy(copy, path, query) : copy
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
      if (signal?.aborted) return aborted()
      if (isLate) return failure('TIMEOUT', `no answer within ${this.#timeoutMs} ms`)
      return failure('NETWORK', reasonOf(error))
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
    }
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

export const isStream = ({ headers }: Response): boolean =>
  headers.get('content-type')?.startsWith('text/event-stream') ?? false

/** Returns early when the signal is aborted: others may wait for the same. */
function unlessAborted<T>(wanted: Promise<T>, signal: AbortSignal | undefined): Promise<T | ClientFailure> {
  return new Promise((resolve) => {
    const end = () => resolve(aborted())
    signal?.addEventListener('abort', end)
    void wanted.then((value) => {
      signal?.removeEventListener('abort', end)
      resolve(value)
    })
    if (signal?.aborted) end()
  })
}

/** A file that has only the newest names a next page, which is `NOT_IN_COPY`: nobody takes it for the whole list. */
function withRest<Body>(answer: ClientAnswer<Body>, { most, rest }: CopiedFile): ClientAnswer<Body> {
  const { count = 0, error } = answer as { count?: number; error?: FailureDetails }
  return error === undefined && count >= most ? { ...answer, meta: { ...answer.meta, next: rest } } : answer
}

const aborted = (): ClientFailure => failure('ABORTED', 'the caller has aborted the request')

/** Node puts the reason into the cause. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { message?: string; code?: string } }
  return cause?.message || cause?.code || message || String(error)
}
