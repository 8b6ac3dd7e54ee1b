import type { EndpointContext } from '../api/endpoint.ts'
import { ENDPOINTS } from '../api/endpoints.ts'
import { readMeta } from '../client/answer.ts'
import { invariant } from '../invariant.ts'
import type { AnswerInSpan, AskedAnswer } from '../request/answer-route.ts'
import { Problem } from '../request/problems.ts'
import { type MarketReader, refusedBy } from './market-reader.ts'

/** Reads the endpoints of this process. `answer` makes or repeats the answer to a request that was checked: its JSON and headers. */
export function endpointReader(
  context: EndpointContext,
  answer: (asked: AskedAnswer) => Promise<Pick<AnswerInSpan, 'body' | 'headers'>>,
): MarketReader {
  return {
    publicUrl: context.publicUrl,
    async read(operation, { slug = '', query }) {
      const endpoint = invariant(
        ENDPOINTS.find(({ operationId }) => operationId === operation),
        `the endpoint ${operation}`,
      )
      try {
        const { body, headers } = await answer(await endpoint.ask({ query, params: { slug } }, context))
        const { total, next } = readMeta(200, new Headers(headers), undefined)
        return { body: JSON.parse(String(body)), total, next }
      } catch (error) {
        throw error instanceof Problem ? refusedBy(error.message) : error
      }
    },
  }
}
