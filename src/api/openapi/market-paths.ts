import { BASE } from '../../request/paths.ts'
import { IndexBody } from '../components.ts'
import type { Endpoint } from '../endpoint.ts'
import { ENDPOINTS } from '../endpoints.ts'
import { queryParameters, SLUG_PARAMETER } from './described-parameter.ts'
import { OWN_EXAMPLES } from './own-examples.ts'
import {
  COMMON_PROBLEMS,
  headerRefs,
  NOT_MODIFIED,
  responsesOf,
  success,
  UNKNOWN_SLUG,
  WRONG_PARAMETER,
} from './responses.ts'

export const MARKET_TAG = { name: 'market', description: 'IPOs, deals and the scoreboard, as JSON.' }

/** The JSON endpoints and their index. */
export const marketPaths = (): Record<string, object> => ({
  ...Object.fromEntries(ENDPOINTS.map((endpoint) => [endpoint.path, pathItem(endpoint)])),
  [BASE]: {
    get: {
      operationId: 'getIndex',
      summary: 'Index',
      description: 'The endpoints of this service.',
      tags: [MARKET_TAG.name],
      responses: responsesOf({
        200: withLinks(success(IndexBody, false)),
        304: withLinks(NOT_MODIFIED),
        ...COMMON_PROBLEMS,
      }),
    },
  },
})

const withLinks = <R extends { headers: object }>(response: R): R => ({
  ...response,
  headers: { ...response.headers, ...headerRefs({ Link: 'ServiceLinks' }) },
})

function pathItem({ path, operationId, summary, description, parameters, body }: Endpoint) {
  const hasSlug = path.includes('{slug}')
  return {
    get: {
      operationId,
      summary,
      description,
      tags: [MARKET_TAG.name],
      parameters: [
        ...(hasSlug ? [SLUG_PARAMETER] : []),
        ...queryParameters(parameters, OWN_EXAMPLES[operationId]),
      ],
      responses: responsesOf({
        200: success(body, 'cursor' in parameters),
        304: NOT_MODIFIED,
        400: WRONG_PARAMETER,
        ...(hasSlug && { 404: UNKNOWN_SLUG }),
        ...COMMON_PROBLEMS,
      }),
    },
  }
}
