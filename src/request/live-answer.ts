/** What this service answers just now to one request. */
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
  /** To a request that asks for what there is not. */
  readonly refusal: LiveAnswer
}
