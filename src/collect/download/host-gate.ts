import { setTimeout as sleep } from 'node:timers/promises'
import { type Instant, instantFromMs, msOf } from '../../market/calendar.ts'
import { UpstreamFault } from './upstream-fault.ts'

/** Sends requests to each host one at a time, with a pause in between, and none while the host is closed. */
export interface HostGate {
  enqueue<T>(host: string, request: () => Promise<T>): Promise<T>
  /** Sets the pause that the host requests; a shorter one than ours changes nothing. */
  slowDown(host: string, pauseMs: number): void
  /** Closes a host: every request fails at once until the returned moment. */
  close(host: string, forMs: number, why: string): Instant
}

interface Host {
  /** Settles when all requests so far are done. Never rejects. */
  queue: Promise<unknown>
  pauseMs: number
  lastRequestMs: number | undefined
  closed: { readonly untilMs: number; readonly why: string } | undefined
}

export interface GateOptions {
  readonly now: () => Instant
  readonly pauseMs: number
  readonly signal: AbortSignal
}

export function hostGate({ now, pauseMs, signal }: GateOptions): HostGate {
  const hosts = new Map<string, Host>()
  const nowMs = () => msOf(now())

  function hostOf(name: string): Host {
    const known = hosts.get(name)
    if (known) return known
    const host: Host = { queue: Promise.resolve(), pauseMs, lastRequestMs: undefined, closed: undefined }
    hosts.set(name, host)
    return host
  }

  async function rest(host: Host): Promise<void> {
    if (host.lastRequestMs === undefined) return
    const waited = Math.max(0, nowMs() - host.lastRequestMs)
    if (waited < host.pauseMs) await sleep(host.pauseMs - waited, undefined, { signal })
  }

  async function passThrough<T>(host: Host, request: () => Promise<T>): Promise<T> {
    signal.throwIfAborted()
    if (host.closed && nowMs() < host.closed.untilMs)
      throw new UpstreamFault('refused', closedMessage(host.closed))
    await rest(host)
    try {
      return await request()
    } finally {
      host.lastRequestMs = nowMs()
    }
  }

  return {
    enqueue(name, request) {
      const host = hostOf(name)
      const result = host.queue.then(() => passThrough(host, request))
      host.queue = result.catch(() => undefined)
      return result
    },
    slowDown(name, requestedMs) {
      hostOf(name).pauseMs = Math.max(pauseMs, requestedMs)
    },
    close(name, forMs, why) {
      const untilMs = nowMs() + forMs
      hostOf(name).closed = { untilMs, why }
      return instantFromMs(untilMs)
    },
  }
}

const closedMessage = ({ untilMs, why }: { untilMs: number; why: string }) =>
  `left alone until ${instantFromMs(untilMs)} after ${why}`
