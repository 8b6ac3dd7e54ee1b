import { LRUCache } from 'lru-cache'
import type { Allowance, RequestGuard } from './flood-guard.ts'
import { MAX_CLIENTS, NOT_MODIFIED_COST, policyOf, REQUEST_COST } from './request-cost.ts'

/** A part of a client's requests that one process may answer, in tenths of a request. */
export interface RequestLease {
  readonly tenths: number
  /** What is left of the client's requests for all processes. */
  readonly left: number
  /** When the count restarts, in milliseconds. */
  readonly endsAt: number
}

/** What a process gives back of its last lease when it asks for another one. */
export type ReturnedLease = Pick<RequestLease, 'tenths' | 'endsAt'>

/** Asks for a part of a client's requests. */
export type LeaseRequests = (client: string, returned: ReturnedLease, now: number) => Promise<RequestLease>

interface HeldLease {
  tenths: number
  left: number
  endsAt: number
}

/**
 * Limits the requests of each client for several processes together: a process spends its part of a client's requests at
 * once, and asks for another part when that is used up. So all processes together never answer more than the limit.
 */
export class LeasedGuard implements RequestGuard {
  readonly policy: string
  readonly #lease: LeaseRequests
  readonly #held = new LRUCache<string, HeldLease>({ maxSize: MAX_CLIENTS, sizeCalculation: () => 1 })
  /** The clients for which a lease was asked for and not received yet. */
  readonly #asking = new Map<string, Promise<void>>()

  constructor(requestsPerMinute: number, lease: LeaseRequests) {
    this.policy = policyOf(requestsPerMinute)
    this.#lease = lease
  }

  admits(client: string, now: number, isNotModified: boolean): boolean {
    const held = this.#current(client, now)
    const cost = isNotModified ? NOT_MODIFIED_COST : REQUEST_COST
    if (!held || held.tenths < cost) return false
    held.tenths -= cost
    return true
  }

  async take(client: string, now: number): Promise<Allowance> {
    while (!this.admits(client, now, false)) {
      const held = this.#current(client, now)
      // Nothing was left for any process, and nothing was refunded here since.
      if (held && held.left + held.tenths <= 0) return allowance(held, false, now)
      await this.#renew(client, now)
    }
    return allowance(this.#current(client, now), true, now)
  }

  refundNotModified(client: string, now: number): void {
    const held = this.#current(client, now)
    if (held) held.tenths += REQUEST_COST - NOT_MODIFIED_COST
  }

  #current(client: string, now: number): HeldLease | undefined {
    const held = this.#held.get(client)
    return held && now < held.endsAt ? held : undefined
  }

  #renew(client: string, now: number): Promise<void> {
    const asking =
      this.#asking.get(client) ?? this.#ask(client, now).finally(() => this.#asking.delete(client))
    this.#asking.set(client, asking)
    return asking
  }

  async #ask(client: string, now: number): Promise<void> {
    const before = this.#current(client, now)
    const returned = { tenths: before?.tenths ?? 0, endsAt: before?.endsAt ?? 0 }
    if (before) before.tenths = 0
    const { tenths, left, endsAt } = await this.#lease(client, returned, now)
    // A request may have been refunded meanwhile.
    const refunded = before?.endsAt === endsAt ? before.tenths : 0
    this.#held.set(client, { tenths: tenths + refunded, left, endsAt })
  }
}

function allowance(held: HeldLease | undefined, allowed: boolean, now: number): Allowance {
  const { tenths = 0, left = 0, endsAt = now } = held ?? {}
  return {
    allowed,
    remaining: Math.max(0, Math.floor((left + tenths) / REQUEST_COST)),
    resetSeconds: Math.max(1, Math.ceil((endsAt - now) / 1000)),
  }
}
