/** Every problem code with its HTTP status. */
export const PROBLEM_STATUS = {
  INVALID_PARAMETER: 400,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  TOO_MANY_REQUESTS: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
} as const
export type ProblemCode = keyof typeof PROBLEM_STATUS

/** Details for correcting the request: the parameter, its allowed values, slugs that may have been meant. */
interface ProblemDetails {
  readonly parameter?: string
  readonly allowed?: readonly string[]
  readonly suggestions?: readonly string[]
}

/** A request that cannot be answered, with a message for its sender. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: ProblemCode
  readonly details: ProblemDetails
  readonly headers: Readonly<Record<string, string>>

  constructor(
    code: ProblemCode,
    message: string,
    details: ProblemDetails = {},
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message)
    this.code = code
    this.details = details
    this.headers = headers
  }

  get status(): number {
    return PROBLEM_STATUS[this.code]
  }
}

/** A problem that passes with time. */
export const retryLater = (code: ProblemCode, message: string, seconds: number): Problem =>
  new Problem(code, message, {}, { 'Retry-After': String(seconds) })

/** A deliberate 503: the client should retry later, and no failure needs to be logged. */
export class TemporarilyUnavailable extends Problem {
  constructor(message: string, retrySeconds: number) {
    super('UNAVAILABLE', message, {}, { 'Retry-After': String(retrySeconds) })
  }
}

export const invalidParameter = (parameter: string, message: string, allowed?: readonly string[]): Problem =>
  new Problem('INVALID_PARAMETER', message, { parameter, ...(allowed && { allowed }) })

/** A store that is busy or briefly unreachable is mostly back by then. */
const RETRY_SECONDS = 5

export const storeUnavailable = (): Problem =>
  retryLater('UNAVAILABLE', 'the data cannot be reached right now; try again soon', RETRY_SECONDS)

export const problemBody = (problem: Problem, disclaimer: string) => ({
  ok: false as const,
  error: { code: problem.code, message: problem.message, ...problem.details },
  disclaimer,
})
