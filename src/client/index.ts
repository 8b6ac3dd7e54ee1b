export type { AnswerMeta, ClientAnswer, ClientFailure, FailureCode, FailureDetails } from './answer.ts'
export { createClient, type GreymarkClient, type IposBodyFor } from './client.ts'
export type { CallOptions, ClientOptions } from './transport.ts'
export type * from './types.ts'
