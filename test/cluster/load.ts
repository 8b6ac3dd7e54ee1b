import { hash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'

/** Requests, one after the other to each address, and what was wrong with their answers. */
export interface Load {
  /** Each fault in words. */
  readonly faults: readonly string[]
  /** How many answers have come. */
  answers(): number
  /** Ends it, once each answer under way is there. */
  stop(): Promise<void>
}

const ANSWERED_WITHIN_MS = 10_000
/** Leaves the processes under load room for other work on a small machine. */
const PAUSE_MS = 5
const ANY_PATH = ''

/**
 * Asks for the paths again and again. It is a fault when a request fails or gets a 5xx; when a market version is older
 * than one that the same address gave before (an answer that is marked as kept over an outage: gave for the same path);
 * and when two answers of one version differ, wherever they came from.
 */
export function startLoad(addresses: readonly string[], paths: readonly string[]): Load {
  const faults: string[] = []
  const bodies = new Map<string, string>()
  let count = 0
  let isStopped = false

  /** Gives what is wrong with an answer. */
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
    const [key, made] = [`${path} ${version}`, `${response.headers.get('etag')} ${hash('sha256', body)}`]
    if ((bodies.get(key) ?? made) !== made) return `another answer of version ${version}`
    bodies.set(key, made)
    const isMarked = response.headers.has('cache-status')
    const before = newest.get(isMarked ? path : ANY_PATH) ?? 0
    const number = Number.parseInt(version, 10)
    if (number < before) return `version ${version} after ${before}`
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
