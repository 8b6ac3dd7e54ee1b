import { Problem } from '../request/problems.ts'
import type { ChangeFollower } from './change-follower.ts'
import type { EventConnection } from './event-connection.ts'
import { SlotCounts, type SlotPool } from './slot-counts.ts'

export interface EventConnectionsContext {
  /** The largest number of connections at a time; 0 allows none. */
  readonly eventConnections: number
  /** The slots of these connections. */
  readonly eventSlots: SlotPool
  readonly onEventConnections: (count: number) => void
  readonly onFailure: (error: unknown) => void
  readonly isStopping: () => boolean
}

const CHECK_EVERY_MS = 500
/** Proxies mostly cut connections that have been silent for 50 or 60 seconds. */
export const BEAT_EVERY_MS = 45_000
const MAX_PER_CLIENT = 10
const RETRY_SECONDS = 60
/** Another process, or this one restarted, answers by then. */
const RESTART_SECONDS = 5

/** Counts open event connections, of which at most `max` are allowed. */
export const eventCounts = (max: number): SlotCounts => new SlotCounts(max, MAX_PER_CLIENT)

/** The open event connections, limited in total and per client. The market is followed only while there are some. */
export class EventConnections {
  readonly #follower: ChangeFollower
  readonly #context: EventConnectionsContext
  /** Each with the rate-limit key of its client. */
  readonly #open = new Map<EventConnection, string | null>()
  #timers: NodeJS.Timeout[] = []

  constructor(follower: ChangeFollower, context: EventConnectionsContext) {
    this.#follower = follower
    this.#context = context
  }

  /** Reserves a connection for a client, which is entered or given up next. */
  async reserve(client: string | null): Promise<void> {
    const { eventSlots } = this.#context
    this.#refuseWhenStopping()
    const reached = await eventSlots.take(client)
    if (reached?.ofAll) throw unavailable('too many connections are open; connect again later', RETRY_SECONDS)
    if (reached)
      throw new Problem(
        'TOO_MANY_REQUESTS',
        `${MAX_PER_CLIENT} connections from one address are already open; close one`,
        {},
        retryAfter(RETRY_SECONDS),
      )
    if (this.#context.isStopping()) this.giveUp(client)
    this.#refuseWhenStopping()
  }

  /** Gives up a reserved connection that is not entered. */
  giveUp(client: string | null): void {
    this.#context.eventSlots.free(client)
  }

  #refuseWhenStopping(): void {
    if (this.#context.isStopping())
      throw unavailable('this process is stopping; connect again', RESTART_SECONDS)
  }

  enter(connection: EventConnection, client: string | null): void {
    this.#open.set(connection, client)
    this.#context.onEventConnections(this.#open.size)
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
    this.#context.eventSlots.free(this.#open.get(connection) ?? null)
    this.#open.delete(connection)
    this.#context.onEventConnections(this.#open.size)
    if (this.#open.size === 0) for (const timer of this.#timers) clearInterval(timer)
  }

  endAll(): void {
    for (const connection of this.#open.keys()) connection.end()
  }
}

const unavailable = (message: string, seconds: number) =>
  new Problem('UNAVAILABLE', message, {}, retryAfter(seconds))

const retryAfter = (seconds: number) => ({ 'Retry-After': String(seconds) })
