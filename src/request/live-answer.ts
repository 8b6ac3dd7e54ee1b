/** The current answer of this service to one request. */
export interface LiveAnswer {
  /** Of the OpenAPI document. */
  readonly operationId: string
  readonly path: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

export interface LiveAnswers {
  readonly answers: readonly LiveAnswer[]
  /** The answer to an invalid request. */
  readonly refusal: LiveAnswer
}
