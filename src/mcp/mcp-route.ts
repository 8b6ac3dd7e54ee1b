import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { MCP_PATH } from '../request/paths.ts'
import type { MarketServerContext } from './market-server.ts'
import { BadMessage, MAX_MESSAGE_BYTES, messageFrom } from './message-body.ts'
import type { ServeMessage } from './serve-message.ts'

/** The headers of a request that the protocol reads. */
const READ_HEADERS = ['mcp-protocol-version', 'mcp-method', 'mcp-name'] as const

/** The text for an assistant about an error that is not the caller's. */
export const FAILED_HERE = 'something went wrong on our side; it has been logged'

/**
 * `POST /mcp`: each request carries one message and gets one JSON answer; nothing is kept between requests. The library of
 * the protocol takes a tenth of a second to load, so the first message loads it.
 */
export function mcpRoute(app: FastifyInstance, context: MarketServerContext): void {
  let serve: ServeMessage | undefined
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    scope.setErrorHandler((error, _request, reply) => sendRefusal(reply, error))
    scope.post(MCP_PATH, { bodyLimit: MAX_MESSAGE_BYTES }, async (request, reply) => {
      const message = messageFrom(bodyOf(request))
      serve ??= (await import('./serve-message.ts')).serveMessages(context)
      return send(reply, await serve(webRequest(request), message))
    })
  })
}

const bodyOf = ({ body }: FastifyRequest): Uint8Array =>
  body instanceof Uint8Array ? body : new Uint8Array()

/** The host is not the one that the client named: every host and origin may read these public answers. */
function webRequest({ headers }: FastifyRequest): Request {
  const read = READ_HEADERS.flatMap((name) => {
    const value = headers[name]
    return typeof value === 'string' ? [[name, value] as [string, string]] : []
  })
  return new Request(`http://localhost${MCP_PATH}`, {
    method: 'POST',
    // Answers are always JSON, whatever a client accepts beside it.
    headers: [
      ...read,
      ['accept', 'application/json, text/event-stream'],
      ['content-type', 'application/json'],
    ],
  })
}

async function send(reply: FastifyReply, answer: Response): Promise<FastifyReply> {
  const type = answer.headers.get('content-type')
  if (type !== null) reply.type(type)
  return reply
    .code(answer.status)
    .header('Cache-Control', 'no-store')
    .send(await answer.text())
}

/** The code of errors that JSON-RPC leaves to servers. */
const SERVER_ERROR = -32000

/** Refuses a body that could not be read as a message; other errors are those of all routes. */
function sendRefusal(reply: FastifyReply, error: unknown): FastifyReply {
  if (error instanceof BadMessage) return sendError(reply, 400, error.code, error.message)
  const { statusCode } = error as { readonly statusCode?: unknown }
  if (statusCode === 413)
    return sendError(reply, 413, SERVER_ERROR, `a message must not be longer than ${MAX_MESSAGE_BYTES} bytes`)
  if (statusCode === 415)
    return sendError(reply, 415, SERVER_ERROR, 'the Content-Type must be application/json')
  if (statusCode === 400) return sendError(reply, 400, SERVER_ERROR, 'the body could not be read')
  throw error
}

const sendError = (reply: FastifyReply, status: number, code: number, message: string): FastifyReply =>
  reply
    .code(status)
    .header('Cache-Control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null }))
