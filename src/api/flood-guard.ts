import { LRUCache } from 'lru-cache'

/** The time in which requests of a client are counted. */
const WINDOW_MS = 60_000
/** Costs are counted in tenths of a request. */
const REQUEST_COST = 10
/** A 304 costs a tenth, which rewards conditional requests. */
const NOT_MODIFIED_COST = 1
/** Beyond this many clients a minute the least recent are forgotten, so that memory stays bounded. */
const MAX_CLIENTS = 50_000

interface Spent {
  tenths: number
  readonly endsAt: number
}

/** Whether a request is admitted, the whole requests that its client has left, and the seconds until the count restarts. */
interface Charged {
  readonly isAdmitted: boolean
  readonly remaining: number
  readonly resetSeconds: number
}

/** Limits the requests of each client in a minute, as far as they come to this process. */
export class FloodGuard {
  readonly #capacity: number
  // `max` would allocate space for all of them at the start, which takes 15 ms.
  readonly #spent = new LRUCache<string, Spent>({ maxSize: MAX_CLIENTS, sizeCalculation: () => 1 })
  /** The header `RateLimit-Policy`. */
  readonly policy: string

  constructor(requestsPerMinute: number) {
    this.#capacity = requestsPerMinute * REQUEST_COST
    this.policy = `"flood";q=${requestsPerMinute};w=${WINDOW_MS / 1000}`
  }

  /** Charges a request to its client, unless that client has none left. */
  charge(client: string, now: number, isNotModified = false): Charged {
    const spent = this.#current(client, now)
    const isAdmitted = spent.tenths < this.#capacity
    if (isAdmitted) spent.tenths += isNotModified ? NOT_MODIFIED_COST : REQUEST_COST
    return {
      isAdmitted,
      remaining: Math.max(0, Math.floor((this.#capacity - spent.tenths) / REQUEST_COST)),
      resetSeconds: Math.max(1, Math.ceil((spent.endsAt - now) / 1000)),
    }
  }

  /** Refunds a request that turned out to be a 304 after it was charged in full. */
  refundNotModified(client: string, now: number): void {
    const spent = this.#current(client, now)
    spent.tenths = Math.max(0, spent.tenths - (REQUEST_COST - NOT_MODIFIED_COST))
  }

  #current(client: string, now: number): Spent {
    const known = this.#spent.get(client)
    if (known && now < known.endsAt) return known
    const fresh = { tenths: 0, endsAt: now + WINDOW_MS }
    this.#spent.set(client, fresh)
    return fresh
  }
}
