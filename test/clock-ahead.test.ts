import { Writable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '../src/config.ts'
import { startService } from '../src/service/start.ts'
import { type Env, quickClock, runHere } from './support/command-line.ts'
import { gmp, ipo } from './support/lines.ts'
import type { Line } from './support/record.ts'
import { startTestService, TEST_SETTINGS } from './support/service.ts'
import { emptyStoreUrl } from './support/store.ts'

const RIGHT = '2026-01-15T06:00:00.000Z'
const DAY_AHEAD = '2026-01-16T06:00:00.000Z'

const importAt = (env: Env, now: () => string, lines: readonly Line[]) =>
  runHere(['import', '-'], { env, now, stdin: lines.map((line) => `${JSON.stringify(line)}\n`).join('') })

/** A store whose only facts were recorded while the clock was a day ahead. */
async function storeFromTomorrow(): Promise<Env> {
  const env = { DATABASE_URL: await emptyStoreUrl() }
  const first = await importAt(env, quickClock(DAY_AHEAD), [ipo('alpha')])
  expect(first).toMatchObject({ code: 0, stderr: '' })
  return env
}

test('after a clock was ahead, an import with the right clock ends, accepts the facts and explains the times', async () => {
  const env = await storeFromTomorrow()
  // This clock is fixed: a command that waited for the time of its facts would never end.
  const ended = await importAt(env, () => RIGHT, [gmp('alpha', '2026-01-14', 45)])
  expect(ended).toMatchObject({ code: 0, stdout: '1 taken, 0 already known, 0 refused\n' })
  expect(ended.stderr).toMatch(
    /^the facts are recorded and served, but their time is 2026-01-16T06:00:\d\d\.\d{3}Z, 24 hours ahead of this machine's clock \(2026-01-15T06:00:00\.000Z\): this clock is behind, or .* was ahead/,
  )
  const shown = await runHere(['show', 'alpha', '--json'], { env, now: () => RIGHT })
  expect(JSON.parse(shown.stdout)).toMatchObject({ slug: 'alpha', lastGmp: 45 })
})

test('answers as of moments that the clock had shown while it was ahead do not change', async () => {
  const env = await storeFromTomorrow()
  const service = await startTestService({ url: env.DATABASE_URL ?? '', now: '2026-01-16T07:00:00.000Z' })
  const path = '/api/public/market/ipos/alpha?asOf=2026-01-16T06:00:04.000Z'
  const before = await service.json(path)
  expect(before).toMatchObject({ ok: true, ipo: { lastGmp: null } })
  await importAt(env, () => RIGHT, [gmp('alpha', '2026-01-14', 45)])
  await service.refresh()
  const [{ recorded } = { recorded: '' }] = await service.db
    .selectFrom('market_version')
    .select('recorded')
    .execute()
  expect(recorded > '2026-01-16T06:00:00.000Z').toBe(true)
  const earlier = new Date(Date.parse(recorded) - 1).toISOString()
  expect(await service.json(`/api/public/market/ipos/alpha?asOf=${earlier}`)).toMatchObject({
    ipo: { lastGmp: null },
  })
  expect(await service.json(`/api/public/market/ipos/alpha?asOf=${recorded}`)).toMatchObject({
    ipo: { lastGmp: 45 },
  })
})

test('a service whose clock is behind the newest facts serves them, logs it and is degraded', async () => {
  const env = await storeFromTomorrow()
  let now = RIGHT
  let written = ''
  const logTo = new Writable({
    write(chunk, _encoding, done) {
      written += chunk
      done()
    },
  })
  const config = loadConfig({ ...TEST_SETTINGS, ...env, LOG_LEVEL: 'info' })
  const service = await startService(config, () => now, logTo)
  onTestFinished(() => service.stop())
  const json = async (path: string) => (await fetch(`${service.address}${path}`)).json()
  expect(await json('/api/public/market/ipos')).toMatchObject({ count: 1 })
  expect(await json('/health/ready')).toMatchObject({
    status: 'degraded',
    failing: ['clock'],
    checks: {
      clock: { ok: false, words: expect.stringContaining("24 hours ahead of this machine's clock") },
    },
  })
  for (let polls = 0; polls < 3; polls++) await service.refresh()
  expect(written.match(/the newest facts: their time is 2026-01-16T/g)).toHaveLength(1)
  now = '2026-01-16T07:00:00.000Z'
  await service.refresh()
  expect(written).toContain('the clock has reached the time of the newest facts')
  expect(await json('/health/ready')).toMatchObject({ checks: { clock: { ok: true } } })
})
