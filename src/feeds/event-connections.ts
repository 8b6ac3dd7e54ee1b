import { retryLater } from '../request/problems.ts'
import type { ChangeFollower } from './change-follower.ts'
import type { EventConnection } from './event-connection.ts'
import { Slots } from './slots.ts'

export interface EventConnectionsContext {
  /** The largest number of connections at a time; 0 allows none. */
  readonly eventConnections: number
  readonly onEventConnections: (count: number) => void
  readonly onFailure: (error: unknown) => void
  /** Aborted when the service has been asked to stop, which ends the connections. */
  readonly stopping: AbortSignal
}

const CHECK_EVERY_MS = 500
/** Proxies mostly cut connections that have been silent for 50 or 60 seconds. */
export const BEAT_EVERY_MS = 45_000
const MAX_PER_CLIENT = 10
const RETRY_SECONDS = 60
/** Another process, or this one restarted, answers by then. */
const RESTART_SECONDS = 5

/** The open event connections, limited in total and per client. The market is followed only while there are some. */
export class EventConnections {
  readonly #follower: ChangeFollower
  readonly #context: EventConnectionsContext
  readonly #slots: Slots
  /** Each with the function that frees its slot. */
  readonly #open = new Map<EventConnection, () => void>()
  #timers: NodeJS.Timeout[] = []

  constructor(follower: ChangeFollower, context: EventConnectionsContext) {
    this.#follower = follower
    this.#context = context
    this.#slots = new Slots({
      max: context.eventConnections,
      maxPerClient: MAX_PER_CLIENT,
      onTaken: context.onEventConnections,
      refusal: (limit) =>
        limit === 'all'
          ? retryLater('UNAVAILABLE', 'too many connections are open; connect again later', RETRY_SECONDS)
          : retryLater(
              'TOO_MANY_REQUESTS',
              `${MAX_PER_CLIENT} connections from one address are already open; close one`,
              RETRY_SECONDS,
            ),
    })
    context.stopping.addEventListener('abort', () => {
      for (const connection of this.#open.keys()) connection.end()
    })
  }

  /** Reserves a connection for the client with this rate-limit key, and returns the function that gives it up. */
  reserve(client: string | null): () => void {
    if (this.#context.stopping.aborted)
      throw retryLater('UNAVAILABLE', 'this process is stopping; connect again', RESTART_SECONDS)
    return this.#slots.take(client)
  }

  enter(connection: EventConnection, release: () => void): void {
    this.#open.set(connection, release)
    if (this.#open.size > 1) return
    const check = () => void this.#follower.check().catch(this.#context.onFailure)
    this.#timers = [
      setInterval(check, CHECK_EVERY_MS),
      setInterval(() => this.#follower.beat(), BEAT_EVERY_MS),
    ]
    for (const timer of this.#timers) timer.unref()
  }

  leave(connection: EventConnection): void {
    this.#follower.leave(connection)
    this.#open.get(connection)?.()
    this.#open.delete(connection)
    if (this.#open.size === 0) for (const timer of this.#timers) clearInterval(timer)
  }
}
