import type { Server } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/**
 * Closes the server: accepts no more connections, answers the requests in progress, and destroys connections that are
 * still open after `finishWithinMs`.
 *
 * Node closes idle kept-alive connections, even one whose next request is still unread in its socket, and that client
 * would see a reset. So closing begins right after Node has read all sockets, when every request that has arrived is in
 * progress. Fastify's own close does not wait for that moment.
 */
export async function closeServer(app: FastifyInstance, finishWithinMs: number): Promise<void> {
  const deadline = setTimeout(() => app.server.closeAllConnections(), finishWithinMs)
  await socketsAreRead(app.server)
  await new Promise<void>((resolve) => app.server.close(() => resolve()))
  clearTimeout(deadline)
  await app.close()
}

/** A limit, so that a flood of new connections cannot delay the close forever. */
const MAX_TURNS = 2000

/**
 * Waits until no connection is left to accept. Node accepts one connection in each turn of the event loop. The first turn
 * may end without polling the sockets again, so two turns without a new connection are required.
 */
async function socketsAreRead(server: Server): Promise<void> {
  let accepted = 0
  const count = () => {
    accepted++
  }
  server.on('connection', count)
  for (let turn = 0, quiet = 0; quiet < 2 && turn < MAX_TURNS; turn++) {
    const before = accepted
    await setImmediate()
    quiet = accepted === before ? quiet + 1 : 0
  }
  server.off('connection', count)
}
