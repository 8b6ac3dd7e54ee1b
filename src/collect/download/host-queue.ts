import { setTimeout as sleep } from 'node:timers/promises'
import { type Instant, msOf } from '../../market/calendar.ts'

/** Sends requests to each host one at a time, with a pause in between. */
export interface HostQueue {
  /** `admit` throws when the request may not be sent; it is called when its turn has come, before the pause. */
  enqueue<T>(host: string, admit: () => Promise<void>, request: () => Promise<T>): Promise<T>
  /** Sets the pause that the host requests; a shorter one than ours changes nothing. */
  slowDown(host: string, pauseMs: number): void
}

interface Host {
  /** Settles when all requests so far are done. Never rejects. */
  queue: Promise<unknown>
  pauseMs: number
  lastRequestMs: number | undefined
}

export interface QueueOptions {
  readonly now: () => Instant
  readonly pauseMs: number
  readonly signal: AbortSignal
}

export function hostQueue({ now, pauseMs, signal }: QueueOptions): HostQueue {
  const hosts = new Map<string, Host>()
  const nowMs = () => msOf(now())

  function hostOf(name: string): Host {
    const known = hosts.get(name)
    if (known) return known
    const host: Host = { queue: Promise.resolve(), pauseMs, lastRequestMs: undefined }
    hosts.set(name, host)
    return host
  }

  async function rest(host: Host): Promise<void> {
    if (host.lastRequestMs === undefined) return
    const waited = Math.max(0, nowMs() - host.lastRequestMs)
    if (waited < host.pauseMs) await sleep(host.pauseMs - waited, undefined, { signal })
  }

  return {
    enqueue(name, admit, request) {
      const host = hostOf(name)
      const result = host.queue.then(async () => {
        signal.throwIfAborted()
        await admit()
        await rest(host)
        try {
          return await request()
        } finally {
          host.lastRequestMs = nowMs()
        }
      })
      host.queue = result.catch(() => undefined)
      return result
    },
    slowDown(name, requestedMs) {
      hostOf(name).pauseMs = Math.max(pauseMs, requestedMs)
    },
  }
}
