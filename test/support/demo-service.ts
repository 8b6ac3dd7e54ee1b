import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll } from 'vitest'
import { loadConfig } from '../../src/config.ts'
import { type Service, startService } from '../../src/service/start-service.ts'
import { quickPlace } from './quick-place.ts'
import { type Answered, TEST_SETTINGS } from './service.ts'

export interface DemoService {
  readonly address: string
  json(path: string): Promise<Answered>
}

/** One real service with the demo market for all tests of a file, with a fixed clock and no rate limit. */
export function demoServiceForAll(now: string): DemoService {
  let service: Service | undefined
  beforeAll(async () => {
    const folder = mkdtempSync(join(quickPlace(), 'greymark-test-'))
    const config = loadConfig({
      ...TEST_SETTINGS,
      DATABASE_URL: `sqlite:${join(folder, 'greymark.db')}`,
      REQUESTS_PER_MINUTE: '0',
    })
    const started = await startService(config, () => now)
    service = started
    return async () => {
      await started.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  })
  return {
    get address() {
      if (!service) throw new Error('the service starts with the first test')
      return service.address
    },
    async json(path) {
      return (await fetch(`${this.address}${path}`)).json()
    },
  }
}
