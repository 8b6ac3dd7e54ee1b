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
      const message = messageFrom(request.body instanceof Uint8Array ? request.body : new Uint8Array())
      serve ??= (await import('./serve-message.ts')).serveMessages(context)
      return send(reply, await serve(webRequest(request), message))
    })
  })
}

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

/** What is wrong with a body that the framework refused, by the status of its error. */
const BODY_FAULTS: Readonly<Record<number, string>> = {
  400: 'the body could not be read',
  413: `a message must not be longer than ${MAX_MESSAGE_BYTES} bytes`,
  415: 'the Content-Type must be application/json',
}

/** Refuses a body that could not be read as a message; other errors are those of all routes. */
function sendRefusal(reply: FastifyReply, error: unknown): FastifyReply {
  if (error instanceof BadMessage) return sendError(reply, 400, error.code, error.message)
  const { statusCode = 0 } = error as { readonly statusCode?: number }
  const fault = BODY_FAULTS[statusCode]
  if (fault === undefined) throw error
  return sendError(reply, statusCode, SERVER_ERROR, fault)
}

const sendError = (reply: FastifyReply, status: number, code: number, message: string): FastifyReply =>
  reply
    .code(status)
    .header('Cache-Control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null }))
