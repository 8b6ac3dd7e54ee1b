import type { CheckedRequest, EndpointContext } from '../api/endpoint.ts'
import { ENDPOINTS } from '../api/endpoints.ts'
import { readMeta } from '../client/answer.ts'
import { invariant } from '../invariant.ts'
import { Problem } from '../request/problems.ts'
import {
  type MarketReader,
  type ReadAnswer,
  type ReadBodies,
  type ReadRequest,
  refusedBy,
} from './market-reader.ts'

/** The JSON of an answer, and its own headers. */
export interface EndpointAnswer {
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

/** Reads the endpoints of this process. `answer` builds or repeats the answer to a request that was checked. */
export function endpointReader(
  context: EndpointContext,
  answer: (checked: CheckedRequest) => Promise<EndpointAnswer>,
): MarketReader {
  return {
    publicUrl: context.publicUrl,
    async read<K extends keyof ReadBodies>(
      operation: K,
      { slug = '', query }: ReadRequest,
    ): Promise<ReadAnswer<ReadBodies[K]>> {
      const endpoint = invariant(
        ENDPOINTS.find(({ operationId }) => operationId === operation),
        `the endpoint ${operation}`,
      )
      try {
        const { body, headers } = await answer(await endpoint.check({ query, slug }, context))
        const { total, next } = readMeta(200, new Headers(headers), undefined)
        return { body: JSON.parse(body), total, next }
      } catch (error) {
        throw error instanceof Problem ? refusedBy(error.message) : error
      }
    },
  }
}
