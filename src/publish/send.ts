import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { type Answer, isNoneMatch } from './answer.ts'
import { chooseEncoding } from './encoding.ts'
import { cacheControl } from './lifetime.ts'

const MAX_NAMED_PARAMETERS = 10
const MAX_NAME_LENGTH = 100

/** In the words of RFC 9211: from memory, since it could not be made anew. */
const STALE = 'greymark; hit; detail=store-unavailable'

/** Registers a route for GET and HEAD alike; Node itself leaves the body of a HEAD answer out. */
export const readRoute = (app: FastifyInstance, path: string, handler: RouteHandlerMethod): void => {
  app.route({ method: ['GET', 'HEAD'], url: path, handler })
}

/** Sends an answer in the encoding that the client likes best, or 304 when it has it already. */
export async function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
  now: number,
  { ignored = [], isStale = false }: { ignored?: readonly string[]; isStale?: boolean } = {},
): Promise<FastifyReply> {
  const { made, lastModified } = answer
  const encoding = chooseEncoding(request.headers['accept-encoding'])
  const etag = answer.etag(encoding)
  reply.headers({
    ...made.headers,
    ETag: etag,
    'Last-Modified': lastModified,
    'Cache-Control': cacheControl(now, made.changesAt, made.maxAgeSeconds),
    Vary: 'Accept-Encoding',
    ...(isStale && { 'Cache-Status': STALE }),
    ...(ignored.length > 0 && { 'X-Ignored-Parameters': namesOf(ignored) }),
  })
  if (isNoneMatch(request.headers['if-none-match'], etag)) return reply.code(304).send()
  if (encoding !== 'identity') reply.header('Content-Encoding', encoding)
  return reply.type(made.contentType).send(await answer.bytes(encoding))
}

const namesOf = (ignored: readonly string[]) =>
  ignored
    .slice(0, MAX_NAMED_PARAMETERS)
    .map((name) => encodeURIComponent(name.slice(0, MAX_NAME_LENGTH).toWellFormed()))
    .join(', ')
