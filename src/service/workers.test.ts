import cluster from 'node:cluster'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ipo } from '../../test/support/lines.ts'
import { recordAll } from '../../test/support/record.ts'
import { TEST_SETTINGS } from '../../test/support/service.ts'
import { emptyStoreUrl, openStore, temporaryFolder } from '../../test/support/store.ts'
import { loadConfig } from '../config.ts'
import { startWorkers } from './workers.ts'

const NOW = '2026-01-15T06:00:00.000Z'

/** Makes the system refuse to start a process, in a way that Node reports by an event, or by an exception. */
const REFUSALS = {
  'as with too many processes': () => {
    const { execPath } = process
    process.execPath = join(temporaryFolder(), 'none')
    return () => {
      process.execPath = execPath
    }
  },
  'as without memory': () => {
    process.env.LARGER_THAN_THE_SYSTEM_ALLOWS = 'x'.repeat(10_000_000)
    return () => {
      delete process.env.LARGER_THAN_THE_SYSTEM_ALLOWS
    }
  },
}

test.each(Object.entries(REFUSALS))(
  'a worker that the system does not start again is started later (%s)',
  async (_how, refuse) => {
    const url = await emptyStoreUrl()
    await recordAll(await openStore(url), NOW, [ipo('acme')])
    const settings = { ...TEST_SETTINGS, DATABASE_URL: url }
    for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
    onTestFinished(() => void vi.unstubAllEnvs())
    const lines: string[] = []
    const log = { write: (line: string) => void lines.push(JSON.parse(line).msg) }
    const service = await startWorkers(loadConfig(settings), () => NOW, log)
    onTestFinished(service.stop)

    const allow = refuse()
    onTestFinished(allow)
    const [worker] = Object.values(cluster.workers ?? {})
    worker?.process.kill('SIGKILL')
    await expect.poll(() => lines.filter((line) => line.includes('restarts in')).length).toBeGreaterThan(1)
    const listening = once(cluster, 'listening')
    allow()
    await listening
    expect(lines[0]).toBe('Serving process 1 ended (SIGKILL) and restarts in 0.1 seconds')
  },
)
