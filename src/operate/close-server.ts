import type { FastifyInstance } from 'fastify'

/**
 * Takes no more connections, answers what is under way, and ends; what is still connected after a while is cut off.
 *
 * Node closes kept-alive connections that are idle, also one whose next request lies unread in the socket: that client
 * would see a reset. So the end begins right after Node has read all sockets, and every request that has arrived counts as
 * under way. Fastify's own close would take an unknown number of turns until it gets there.
 */
export async function closeServer(app: FastifyInstance, finishWithinMs: number): Promise<void> {
  const hurry = setTimeout(() => app.server.closeAllConnections(), finishWithinMs)
  await new Promise<void>((resolve) => {
    setImmediate(() => app.server.close(() => resolve()))
  })
  clearTimeout(hurry)
  await app.close()
}
