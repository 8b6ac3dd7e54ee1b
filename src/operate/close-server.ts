import type { Server } from 'node:http'
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
  await socketsAreRead(app.server)
  await new Promise<void>((resolve) => app.server.close(() => resolve()))
  clearTimeout(hurry)
  await app.close()
}

/** A flood of new connections does not put the end off for ever. */
const MOST_TURNS = 2000

/**
 * One connection is accepted in each turn of the event loop, so that many may wait. The first turn may end without another
 * look at the sockets, if it began with them: when two turns have brought nothing, nothing waits.
 */
async function socketsAreRead(server: Server): Promise<void> {
  let accepted = 0
  const count = () => {
    accepted++
  }
  server.on('connection', count)
  for (let turn = 0, quiet = 0; quiet < 2 && turn < MOST_TURNS; turn++) {
    const before = accepted
    await setImmediate()
    quiet = accepted === before ? quiet + 1 : 0
  }
  server.off('connection', count)
}
