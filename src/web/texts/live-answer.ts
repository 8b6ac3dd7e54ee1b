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

/** In a shell: the address as it is, or with the variable that stands for its beginning. */
export const shellAddress = (publicUrl: string, path: string): string =>
  publicUrl === '' ? `"$GREYMARK${path}"` : `"${publicUrl}${path}"`
