import { isIPv6 } from 'node:net'
import { LRUCache } from 'lru-cache'
import { bareAddress, ipv6Network } from '../request/client-address.ts'
import { MAX_CLIENTS, NOT_MODIFIED_COST, policyOf, REQUEST_COST, WINDOW_MS } from './request-cost.ts'

interface Spent {
  tenths: number
  readonly endsAt: number
}

export interface Allowance {
  readonly allowed: boolean
  /** Whole requests left, and the seconds until the count restarts. */
  readonly remaining: number
  readonly resetSeconds: number
}

/** Limits the requests of each client, counted in this process or for several. */
export interface RequestGuard {
  /** The header `RateLimit-Policy`. */
  readonly policy: string
  /** Charges a request for a repeated answer at once; false when this process knows of none left. */
  admits(client: string, now: number, isNotModified: boolean): boolean
  /** Charges a request, unless the client has none left. */
  take(client: string, now: number): Allowance | Promise<Allowance>
  /** Refunds a request that turned out to be a 304 after it was charged in full. */
  refundNotModified(client: string, now: number): void
}

/** Counts requests per client and minute. */
export class FloodGuard implements RequestGuard {
  readonly #capacity: number
  // `max` would allocate space for all of them at the start, which takes 15 ms.
  readonly #spent = new LRUCache<string, Spent>({ maxSize: MAX_CLIENTS, sizeCalculation: () => 1 })
  readonly policy: string

  constructor(requestsPerMinute: number) {
    this.#capacity = requestsPerMinute * REQUEST_COST
    this.policy = policyOf(requestsPerMinute)
  }

  admits(client: string, now: number, isNotModified: boolean): boolean {
    return this.#charge(this.#current(client, now), isNotModified)
  }

  take(client: string, now: number, isNotModified = false): Allowance {
    const spent = this.#current(client, now)
    return this.#allowance(spent, this.#charge(spent, isNotModified), now)
  }

  /** Charges a request; false when there is none left. */
  #charge(spent: Spent, isNotModified: boolean): boolean {
    const allowed = spent.tenths < this.#capacity
    if (allowed) spent.tenths += isNotModified ? NOT_MODIFIED_COST : REQUEST_COST
    return allowed
  }

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

  #allowance(spent: Spent, allowed: boolean, now: number): Allowance {
    const remaining = Math.max(0, Math.floor((this.#capacity - spent.tenths) / REQUEST_COST))
    return { allowed, remaining, resetSeconds: Math.max(1, Math.ceil((spent.endsAt - now) / 1000)) }
  }
}

/** The rate-limit key of an address: IPv4 itself, or the /64 network of an IPv6 address, which one household has. */
export function clientOf(address: string): string {
  const ip = bareAddress(address)
  return isIPv6(ip) ? ipv6Network(ip, 4) : ip
}

export const isLoopback = (ip: string): boolean => /^(127\.|::ffff:127\.|::1$)/.test(ip)
