import { hash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'

/** Continuous requests to each address, and the faults of their answers. */
export interface Load {
  /** A description of each fault. */
  readonly faults: readonly string[]
  /** The number of answers so far. */
  answers(): number
  /** Stops the load after all pending answers. */
  stop(): Promise<void>
}

const ANSWERED_WITHIN_MS = 10_000
/** Leaves the processes time for other work on a small machine. */
const PAUSE_MS = 5
const ANY_PATH = ''

export interface LoadOptions {
  /** The addresses lead to several processes, which serve a new version within 2 seconds of its commit, each in its time. */
  readonly isBalanced?: boolean
}

/**
 * Requests the paths again and again. A fault is: a request that fails or gets a 5xx; a market version older than an
 * earlier one of the same process (for an answer marked as served during an outage: of the same path); and two answers
 * of one version that differ, whichever process sent them.
 */
export function startLoad(
  addresses: readonly string[],
  paths: readonly string[],
  { isBalanced = false }: LoadOptions = {},
): Load {
  const faults: string[] = []
  const bodies = new Map<string, string>()
  let count = 0
  let isStopped = false

  /** Returns the fault of an answer. */
  async function ask(
    address: string,
    path: string,
    newest: Map<string, number>,
  ): Promise<string | undefined> {
    const response = await fetch(`${address}${path}`, {
      headers: { 'accept-encoding': 'identity' },
      signal: AbortSignal.timeout(ANSWERED_WITHIN_MS),
    })
    const body = await response.text()
    count += 1
    if (response.status !== 200) return `${response.status} ${body.slice(0, 200)}`
    const version = response.headers.get('x-market-version')
    if (version === null) return undefined
    const [key, fingerprint] = [
      `${path} ${version}`,
      `${response.headers.get('etag')} ${hash('sha256', body)}`,
    ]
    if ((bodies.get(key) ?? fingerprint) !== fingerprint) return `another answer of version ${version}`
    bodies.set(key, fingerprint)
    const isMarked = response.headers.has('cache-status')
    const before = newest.get(isMarked ? path : ANY_PATH) ?? 0
    const number = Number.parseInt(version, 10)
    if (number < before && !isBalanced) return `version ${version} after ${before}`
    newest.set(path, number)
    newest.set(ANY_PATH, Math.max(number, newest.get(ANY_PATH) ?? 0))
    return undefined
  }

  async function work(address: string): Promise<void> {
    const newest = new Map<string, number>()
    for (let i = 0; !isStopped; i++) {
      const path = paths[i % paths.length] as string
      const fault = await ask(address, path, newest).catch(String)
      if (fault !== undefined) faults.push(`${new Date().toISOString()} ${address}${path}: ${fault}`)
      await setTimeout(PAUSE_MS)
    }
  }
  const working = addresses.map(work)
  return {
    faults,
    answers: () => count,
    async stop() {
      isStopped = true
      await Promise.all(working)
    },
  }
}
