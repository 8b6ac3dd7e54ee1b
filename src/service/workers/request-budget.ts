import { LRUCache } from 'lru-cache'
import type { RequestLease, ReturnedLease } from '../../api/leased-guard.ts'
import { MAX_CLIENTS, REQUEST_COST, WINDOW_MS } from '../../api/request-cost.ts'

/** No lease is larger than this share of the limit, so that little of it lies unused in other processes. */
const SMALLEST_SHARE = 50
/** Leases shrink with what is left: each process may get this many of the same size. */
const LEASES_PER_PROCESS = 4

interface ClientBudget {
  /** In tenths of a request; slightly below 0 when the last request was larger than what was left. */
  left: number
  readonly endsAt: number
}

/** The requests of each client that are left in its minute, of which processes get parts. */
export class RequestBudget {
  readonly #capacity: number
  readonly #processes: number
  readonly #budgets = new LRUCache<string, ClientBudget>({ maxSize: MAX_CLIENTS, sizeCalculation: () => 1 })

  constructor(requestsPerMinute: number, processes: number) {
    this.#capacity = requestsPerMinute * REQUEST_COST
    this.#processes = processes
  }

  /** Takes back what a process has not used of its last lease, and gives it another one, of 0 when nothing is left. */
  lease(client: string, returned: ReturnedLease, now: number): RequestLease {
    const budget = this.#current(client, now)
    if (returned.endsAt === budget.endsAt) budget.left += returned.tenths
    const tenths = budget.left > 0 ? this.#sizeOf(budget.left) : 0
    budget.left -= tenths
    return { tenths, left: Math.max(0, budget.left), endsAt: budget.endsAt }
  }

  /** Whole requests, at least one. */
  #sizeOf(left: number): number {
    const share = Math.min(left / (LEASES_PER_PROCESS * this.#processes), this.#capacity / SMALLEST_SHARE)
    return Math.max(1, Math.floor(share / REQUEST_COST)) * REQUEST_COST
  }

  #current(client: string, now: number): ClientBudget {
    const known = this.#budgets.get(client)
    if (known && now < known.endsAt) return known
    const fresh = { left: this.#capacity, endsAt: now + WINDOW_MS }
    this.#budgets.set(client, fresh)
    return fresh
  }
}
