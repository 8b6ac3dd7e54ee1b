import { isIPv6 } from 'node:net'
import { LRUCache } from 'lru-cache'

const WINDOW_MS = 60_000
/** Costs are counted in tenths of a request. */
const REQUEST_COST = 10
/** A 304 costs a tenth: asking politely is cheap. */
const NOT_MODIFIED_COST = 1
/** Beyond this many clients a minute the least recent are forgotten, so that the guard itself cannot be flooded. */
const MAX_CLIENTS = 50_000

interface Spent {
  tenths: number
  readonly endsAt: number
}

export interface Allowance {
  readonly allowed: boolean
  /** Whole requests left, and the seconds until the count begins anew. */
  readonly remaining: number
  readonly resetSeconds: number
}

/** Counts requests per client and minute. */
export class FloodGuard {
  readonly #capacity: number
  readonly #spent = new LRUCache<string, Spent>({ max: MAX_CLIENTS })
  readonly policy: string

  constructor(requestsPerMinute: number) {
    this.#capacity = requestsPerMinute * REQUEST_COST
    this.policy = `"flood";q=${requestsPerMinute};w=${WINDOW_MS / 1000}`
  }

  /** Charges a whole request, unless the client has none left. */
  take(client: string, now: number): Allowance {
    const spent = this.#current(client, now)
    const allowed = spent.tenths < this.#capacity
    if (allowed) spent.tenths += REQUEST_COST
    return this.#allowance(spent, allowed, now)
  }

  /** Gives back what a 304 does not cost. */
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

/** Whom a request counts for: an IPv4 address, or the /64 network of an IPv6 one, since a household has a whole /64. */
export function clientOf(address: string): string {
  // Some proxies write the client's port behind its address.
  const ip = address.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped) return mapped
  if (!isIPv6(ip)) return ip
  const groups = groupsOf(ip)
  const isMapped = groups.slice(0, 5).every((group) => group === '0') && groups[5] === 'ffff'
  if (isMapped) return groups.slice(6).flatMap(bytesOf).join('.')
  return `${groups.slice(0, 4).join(':')}::/64`
}

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(ip: string): string[] {
  const [head = '', tail] = (ip.split('%')[0] ?? '').toLowerCase().split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const middle =
    tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  return [...left, ...middle, ...right].map((group) => group.replace(/^0+(?=.)/, ''))
}

const bytesOf = (group: string): number[] => [
  Number.parseInt(group, 16) >> 8,
  Number.parseInt(group, 16) & 255,
]

export const isLoopback = (ip: string): boolean => /^(127\.|::ffff:127\.|::1$)/.test(ip)
