import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll } from 'vitest'
import { loadConfig } from '../../src/config.ts'
import { type Service, startService } from '../../src/service/start.ts'
import { quickPlace } from './quick-place.ts'
import { type Answered, TEST_SETTINGS } from './service.ts'

export interface DemoService {
  readonly address: string
  get(path: string): Promise<Response>
  json(path: string): Promise<Answered>
}

/** The clock of the demo, unless a test is about another moment: a Monday evening in India. */
export const DEMO_CLOCK = '2026-11-16T15:20:00.000Z'

/** The services of this worker by their clock. They are only read, so all its files share them: each takes seconds to start. */
const started = new Map<string, Promise<Service>>()

/** One real service with the demo market for all tests, with a fixed clock and no rate limit. */
export function demoServiceForAll(now: string = DEMO_CLOCK): DemoService {
  let service: Service | undefined
  beforeAll(async () => {
    const starting = started.get(now) ?? startDemo(now)
    started.set(now, starting)
    service = await starting
  })
  return {
    get address() {
      if (!service) throw new Error('the service starts with the first test')
      return service.address
    },
    get(path) {
      return fetch(`${this.address}${path}`)
    },
    async json(path) {
      return (await this.get(path)).json()
    },
  }
}

/** It ends with the worker, which Vitest ends with a signal. */
function startDemo(now: string): Promise<Service> {
  const folder = mkdtempSync(join(quickPlace(), 'greymark-test-'))
  process.once('SIGTERM', () => {
    rmSync(folder, { recursive: true, force: true })
    process.kill(process.pid, 'SIGTERM')
  })
  const config = loadConfig({
    ...TEST_SETTINGS,
    DATABASE_URL: `sqlite:${join(folder, 'greymark.db')}`,
    DOWNLOADS_DIR: join(folder, 'downloads'),
    REQUESTS_PER_MINUTE: '0',
  })
  return startService(config, () => now)
}
