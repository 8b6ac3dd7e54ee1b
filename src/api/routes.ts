import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AnswerCache } from '../publish/answer-cache.ts'
import { readRoute } from '../publish/read-route.ts'
import type { Sender } from '../publish/sender.ts'
import { UNCHANGED_BY_CLOCK } from '../reports/moment.ts'
import type { FieldsOf } from '../reports/schemas/fields.ts'
import { cachedAnswer } from '../request/cached-answer.ts'
import { queryAt } from '../request/market-query.ts'
import { readQuery } from '../request/parameters.ts'
import { BASE } from '../request/paths.ts'
import { type CheckedRequest, type EndpointContext, type EndpointRequest, jsonAnswer } from './endpoint.ts'
import { ENDPOINTS } from './endpoints.ts'
import type { IndexBody } from './schemas.ts'

export interface ApiContext extends EndpointContext {
  readonly cache: AnswerCache
  readonly sender: Sender
}

const INDEX: FieldsOf<typeof IndexBody> = {
  endpoints: ENDPOINTS.map(({ path, summary }) => ({ path, summary })),
}
const INDEX_HEADERS = { Link: '</openapi.json>; rel="service-desc", </docs>; rel="service-doc"' }

/** The JSON endpoints, and the index that lists them. */
export function marketRoutes(app: FastifyInstance, context: ApiContext): void {
  const { cache, sender } = context

  readRoute(app, BASE, (request, reply) => {
    const { ignored } = readQuery({}, queryOf(request))
    const query = queryAt(context.market(), context.now(), undefined)
    const make = async () => jsonAnswer(query, { body: INDEX, span: UNCHANGED_BY_CLOCK }, INDEX_HEADERS)
    return respond(request, reply, { query, key: BASE, ignored, make })
  })

  for (const { path, check } of ENDPOINTS)
    readRoute(app, path.replace('{slug}', ':slug'), async (request, reply) => {
      const { slug = '' } = request.params as { slug?: string }
      return respond(request, reply, await check({ query: queryOf(request), slug }, context))
    })

  async function respond(
    request: FastifyRequest,
    reply: FastifyReply,
    { query, key, ignored, headers = {}, make }: CheckedRequest,
  ): Promise<FastifyReply> {
    const answer = await cachedAnswer(cache, query, context.now(), { key, make })
    return sender.send(request, reply, { ...answer, ignored, headers })
  }
}

const queryOf = (request: FastifyRequest) => request.query as EndpointRequest['query']
