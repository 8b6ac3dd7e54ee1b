import Type from 'typebox'
import { nullable } from '../../reports/schemas/fields.ts'
import { ANSWER_BYTES, bytesOf, fittingCount } from '../answer-size.ts'
import { argumentText, type ToolArguments, wholeArgument } from '../arguments.ts'
import type { MarketReader, ReadAnswer, ReadBodies } from '../market-reader.ts'

/** The limit at the beginning of a cursor. The endpoint's own may be lower, because a page was too long. */
const CARRIED_LIMIT = /^(\d+)~/

/** The cursor of the endpoint in that of a tool, which begins with the limit if the caller chose one. */
export const endpointCursor = (cursor: string): string => cursor.replace(CARRIED_LIMIT, '')

/** The fields of an answer with one page of a list. */
export const pageFields = {
  count: Type.Integer({ description: 'Number of items in this answer.' }),
  total: nullable(Type.Integer(), 'Number of all items that match. Null where they are not counted.', null),
  next: nullable(Type.String(), 'Give it as cursor to get the next page. Null on the last page.', null),
}

interface ListRequest<K extends keyof ReadBodies, Answer extends object> {
  readonly operation: K
  readonly query: Readonly<Record<string, string>>
  readonly given: ToolArguments
  readonly limits: { readonly standard: number; readonly maximum: number }
  /** How many items a body has. */
  readonly length: (body: ReadBodies[K]) => number
  /** The answer with the first `count` items of a page. */
  readonly build: (answer: ReadAnswer<ReadBodies[K]>, count: number) => Answer
}

/**
 * One page of a list. Without a limit of the caller it is read again with fewer items when it is too long, so that the
 * cursor of the next page continues where the answer ends.
 */
export async function fittingPage<K extends keyof ReadBodies, Answer extends object>(
  reader: MarketReader,
  { operation, query, given, limits, length, build }: ListRequest<K, Answer>,
): Promise<Answer> {
  const { cursor } = query
  const chosen = argumentText(given.limit) ?? CARRIED_LIMIT.exec(cursor ?? '')?.[1]
  const limit = wholeArgument({ limit: chosen }, 'limit', { minimum: 1, maximum: limits.maximum })
  const read = async (count: number) => {
    const at = cursor === undefined ? {} : { cursor: endpointCursor(cursor) }
    const answer = await reader.read(operation, { query: { ...query, ...at, limit: String(count) } })
    return { ...answer, next: limit === undefined ? answer.next : answer.next && `${limit}~${answer.next}` }
  }
  if (limit !== undefined) {
    const answer = await read(limit)
    return build(answer, length(answer.body))
  }
  const answer = await read(limits.standard)
  const count = length(answer.body)
  const whole = build(answer, count)
  if (bytesOf(whole) <= ANSWER_BYTES) return whole
  const fits = Math.max(
    1,
    fittingCount(count, (some) => build(answer, some)),
  )
  const shorter = await read(fits)
  return build(shorter, length(shorter.body))
}
