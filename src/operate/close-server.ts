import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/**
 * Takes no more connections, answers what is under way, and ends; what is still connected after a while is cut off.
 *
 * Node closes kept-alive connections that are idle, also one whose next request lies unread in its socket: that client
 * would see a reset. So the end begins right after Node has looked at all sockets, and every request that has arrived
 * counts as under way. Fastify's own close begins at a moment that nobody chose.
 */
export async function closeServer(app: FastifyInstance, finishWithinMs: number): Promise<void> {
  const hurry = setTimeout(() => app.server.closeAllConnections(), finishWithinMs)
  await socketsAreRead()
  await new Promise<void>((resolve) => app.server.close(() => resolve()))
  clearTimeout(hurry)
  await app.close()
}

/** The first turn may end without another look at the sockets, if it began with them. */
async function socketsAreRead(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) await setImmediate()
}
