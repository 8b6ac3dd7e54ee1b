import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { expect } from 'vitest'
import type { Env } from '../support/command-line.ts'
import { start as startCommand } from '../support/processes.ts'
import { requestRaw } from '../support/raw-request.ts'
import { lastingPort } from './nginx-in-front.ts'

export interface Serving {
  readonly port: number
  /** Stops it and returns its exit code; `null` when a signal ended it. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
  /** Starts it again at its port, with another store if a URL is passed. */
  start(url?: string): Promise<void>
}

/** A `greymark serve` process that can be stopped and started again at its port. */
export async function serving(firstUrl: string, env: Env = {}): Promise<Serving> {
  const port = await lastingPort()
  let child: ChildProcess | undefined
  const serving = { port, start, stop }
  await start()
  return serving

  async function start(url = firstUrl): Promise<void> {
    const settings = { DATABASE_URL: url, PORT: String(port), METRICS: 'off', LOG_LEVEL: 'error', ...env }
    child = startCommand(['serve'], settings)
    // Its output is not read, and a full pipe would block it.
    child.stdout?.resume()
    child.stderr?.resume()
    await expect.poll(async () => (await requestRaw(`http://127.0.0.1:${port}`, '/health')).status).toBe(200)
  }

  async function stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (!child) return null
    const ended = once(child, 'exit')
    child.kill(signal)
    const [code] = await ended
    return code
  }
}
