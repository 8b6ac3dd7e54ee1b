/** The current answer of this service to one request. */
export interface ExampleAnswer {
  /** Of the OpenAPI document. */
  readonly operationId: string
  readonly path: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

export interface ExampleAnswers {
  readonly answers: readonly ExampleAnswer[]
  /** The answer to an invalid request. */
  readonly refusal: ExampleAnswer
}
