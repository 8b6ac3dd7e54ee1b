import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { type MarketServerContext, marketServer } from './market-server.ts'

/** Serves one message, and returns what is sent back. */
export type ServeMessage = (request: Request, message: object) => Promise<Response>

/** Clients of the specification of 2026 and those before it get the same servers, each for one request. */
export function serveMessages(context: MarketServerContext): ServeMessage {
  const newServer = () => marketServer(context)
  // No subscription is accepted: it would keep a stream open.
  const handler = createMcpHandler(newServer, { legacy: 'reject', maxSubscriptions: 0 })
  return async (request, message) => {
    if (!(await isLegacyRequest(request, message))) return handler.fetch(request, { parsedBody: message })
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
    const server = newServer()
    await server.connect(transport)
    try {
      return await transport.handleRequest(request, { parsedBody: message })
    } finally {
      await server.close()
    }
  }
}
