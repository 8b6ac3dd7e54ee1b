import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { DATASET_PATHS } from '../src/request/downloads.ts'
import { ipo } from './support/lines.ts'
import { FULL, needs, ONCE, skipWithout } from './support/needs.ts'
import { run, type Serving, serve } from './support/processes.ts'
import { temporaryFolder } from './support/store.ts'

needs(ONCE)

const FACT = `${JSON.stringify(ipo('acorn-mills'))}\n`

const json = async ({ address }: Serving, path: string) => (await fetch(`${address}${path}`)).json()

describe('a service without a store', () => {
  test('serves the demo, and creates neither file nor folder', async () => {
    const folder = temporaryFolder()
    const temporary = temporaryFolder()
    const env = { DATABASE_URL: `sqlite:${join(folder, 'data', 'greymark.db')}`, TMPDIR: temporary }
    const service = await serve(env)
    expect(await json(service, '/health/ready')).toMatchObject({ status: 'ok', canServe: true })
    expect((await json(service, '/api/public/market/ipos')).ipos.length).toBeGreaterThan(0)
    if (FULL.isMet()) {
      // While the data set is being built, the answer is 503.
      const status = async () => (await fetch(service.address + DATASET_PATHS.file)).status
      await expect.poll(status).toBe(200)
      expect(readdirSync(temporary)).toEqual([expect.stringMatching(/^greymark-downloads-/)])
    }
    expect(readdirSync(folder)).toEqual([])
    expect(await run(['backup', join(folder, 'copy.db')], env)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('there is no store at'),
    })
    expect((await run(['doctor'], { ...env, PORT: '0', METRICS: 'off' })).stdout).toContain(
      'until then the demo is served',
    )
    expect(await service.end('SIGINT')).toEqual([0, null])
    expect(readdirSync(folder)).toEqual([])
    expect(readdirSync(temporary)).toEqual([])
  })

  test('serves the facts of an import soon after it', async ({ skip }) => {
    skipWithout(skip, FULL)
    const env = { DATABASE_URL: `sqlite:${join(temporaryFolder(), 'data', 'greymark.db')}` }
    const service = await serve(env)
    expect(await run(['import', '-'], env, FACT)).toMatchObject({ code: 0 })
    const slugs = async () =>
      (await json(service, '/api/public/market/ipos')).ipos.map(({ slug }: { slug: string }) => slug)
    await expect.poll(slugs).toEqual(['acorn-mills'])
    expect(await json(service, '/health/ready')).toMatchObject({ canServe: true })
  })

  test('serves a restored backup', async ({ skip }) => {
    skipWithout(skip, FULL)
    const folder = temporaryFolder()
    const source = { DATABASE_URL: `sqlite:${join(folder, 'source.db')}` }
    const env = { DATABASE_URL: `sqlite:${join(folder, 'served.db')}` }
    const backup = join(folder, 'copy.db')
    await run(['import', '-'], source, FACT)
    expect(await run(['backup', backup], source)).toMatchObject({ code: 0 })
    const service = await serve(env)
    expect(await run(['restore', backup], env)).toMatchObject({ code: 0, stderr: '' })
    const count = async () => (await json(service, '/api/public/market/ipos')).count
    await expect.poll(count).toBe(1)
  })
})
