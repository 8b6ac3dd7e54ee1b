import { UNCHANGED_BY_CLOCK } from '../reports/moment.ts'
import type { FieldsOf } from '../reports/schemas/fields.ts'
import type { AnswerRoute } from '../request/answer-route.ts'
import { queryAt } from '../request/market-query.ts'
import { readQuery } from '../request/parameters.ts'
import { BASE } from '../request/paths.ts'
import { type EndpointContext, jsonAnswer } from './endpoint.ts'
import { ENDPOINTS } from './endpoints.ts'
import type { IndexBody } from './schemas.ts'

const INDEX: FieldsOf<typeof IndexBody> = {
  endpoints: ENDPOINTS.map(({ path, summary }) => ({ path, summary })),
}
const INDEX_HEADERS = { Link: '</openapi.json>; rel="service-desc", </docs>; rel="service-doc"' }

/** The JSON endpoints, and the index that lists them. */
export const apiRoutes = (context: EndpointContext): AnswerRoute[] => [
  {
    path: BASE,
    ask: ({ query: fields }) => {
      const query = queryAt(context.market(), context.now())
      const make = async () => jsonAnswer(query, { body: INDEX, span: UNCHANGED_BY_CLOCK }, INDEX_HEADERS)
      return { query, key: BASE, ignored: readQuery({}, fields).ignored, make }
    },
  },
  ...ENDPOINTS.map(
    ({ path, ask }): AnswerRoute => ({
      path: path.replace('{slug}', ':slug'),
      ask: (request) => ask(request, context),
    }),
  ),
]
