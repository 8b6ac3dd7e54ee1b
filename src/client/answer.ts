import { clockMs } from './clock.ts'
import type { ProblemBody } from './types.ts'

/** What the headers of an answer contain. */
export interface AnswerMeta {
  /** The HTTP status; 0 when no answer came. */
  readonly status: number
  /** The position of the answer, for `since` of `changes` and `follow`. Null when it has none. */
  readonly position: string | null
  /** How many items match, before the limit. Null where they are not counted. */
  readonly total: number | null
  /** The `cursor` of the next page. Null when there is none. */
  readonly next: string | null
  /** Parameters that the service does not know. */
  readonly ignored: readonly string[]
  /** Milliseconds that the service asks to wait before the next request. Null when it does not ask. */
  readonly retryAfterMs: number | null
  /** True when the service replied that the kept answer is still valid. */
  readonly notModified: boolean
}

/**
 * A code of the service, or of this client: no connection, no answer in time, aborted by the caller, not an answer of this API,
 * not among the files of a static copy.
 */
export type FailureCode =
  | ProblemBody['error']['code']
  | 'NETWORK'
  | 'TIMEOUT'
  | 'ABORTED'
  | 'UNEXPECTED_ANSWER'
  | 'NOT_IN_COPY'

export interface FailureDetails extends Omit<ProblemBody['error'], 'code'> {
  /** What went wrong, for programs. */
  code: FailureCode
}

/** An error, in the form in which the service answers errors. */
export interface ClientFailure {
  ok: false
  error: FailureDetails
  /** Null when the error is not from the service. */
  disclaimer: string | null
  /** Not enumerable: JSON and copies of the answer do not contain it. */
  readonly meta: AnswerMeta
}

/** The body of an answer, or an error; `ok` is true or false. */
export type ClientAnswer<Body> = (Body & { readonly meta: AnswerMeta }) | ClientFailure

const NO_ANSWER: AnswerMeta = {
  status: 0,
  position: null,
  total: null,
  next: null,
  ignored: [],
  retryAfterMs: null,
  notModified: false,
}

export function failure(code: FailureCode, message: string, meta: AnswerMeta = NO_ANSWER): ClientFailure {
  return withMeta({ ok: false, error: { code, message }, disclaimer: null } as const, meta)
}

/** Parses the text of an answer. Texts that are no answer of this API, such as a page of a proxy, are failures. */
export function readAnswer<Body>(text: string, meta: AnswerMeta): ClientAnswer<Body> {
  const body = parsed(text)
  if (body?.ok === true || body?.error) return withMeta(body as Body & object, meta) as ClientAnswer<Body>
  const what = meta.status === 200 ? 'an answer that is not of this API' : `status ${meta.status}`
  return failure('UNEXPECTED_ANSWER', `the service, or a proxy before it, sent ${what}`, meta)
}

function parsed(text: string): { ok?: unknown; error?: unknown } | null {
  try {
    const body = JSON.parse(text)
    return typeof body === 'object' ? body : null
  } catch {
    return null
  }
}

const withMeta = <B extends object>(body: B, meta: AnswerMeta): B & { readonly meta: AnswerMeta } =>
  Object.defineProperty(body, 'meta', { value: meta }) as B & { readonly meta: AnswerMeta }

/** Reads the headers; those of an answer that was not modified complete its own. */
export function readMeta(status: number, headers: Headers, kept: AnswerMeta | undefined): AnswerMeta {
  const total = headers.get('x-total-count')
  // Of all links only the one to the next page has a cursor.
  const cursor = headers.get('link')?.split('cursor=')[1]?.split(/[&>]/)[0]
  return {
    status,
    position: headers.get('x-market-version') ?? kept?.position ?? null,
    total: total === null ? (kept?.total ?? null) : Number(total),
    next: cursor === undefined ? (kept?.next ?? null) : decoded(cursor),
    ignored: headers.get('x-ignored-parameters')?.split(/, */).map(decoded) ?? [],
    retryAfterMs: waitOf(headers.get('retry-after')),
    notModified: kept !== undefined,
  }
}

/** A text without its percent-encoding; one that is not encoded as it should be stays as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** `Retry-After` has seconds, or a moment as in a `Date` header. */
function waitOf(text: string | null): number | null {
  if (text === null) return null
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - clockMs()
  return Number.isNaN(ms) ? null : Math.max(0, ms)
}
