import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Env, runHere } from './support/command-line.ts'
import { gmp, ipo } from './support/lines.ts'
import { EXAMPLE } from './support/own-table.ts'
import type { Line } from './support/record.ts'
import { startTestService, type TestService } from './support/service.ts'
import { temporaryFolder } from './support/store.ts'

const NOW = '2026-01-15T06:00:00.000Z'
const EARLIER = '2026-01-15T05:30:00.000Z'
const SLUG = 'lotus-kettles'
const OWNER = 'Harbour Media'

/** Two invented tables of one owner, as an operator describes them. */
function sourceFiles(): string {
  return ['Harbour Quotes', 'Lantern Desk']
    .map((name, i) => {
      const path = join(temporaryFolder(), `table-${i}.json`)
      writeFileSync(path, JSON.stringify({ ...EXAMPLE, id: `table-${i}`, name, owner: OWNER }))
      return path
    })
    .join(',')
}

/** As two owners the quotes of the tables would be a dispute at 25; as one, the newer counts at 40. */
const LINES: readonly Line[] = [
  ipo(SLUG, {
    priceMax: 100,
    openDate: '2026-01-13',
    closeDate: '2026-01-20',
    recordedAt: '2026-01-12T04:00:00.000Z',
  }),
  gmp(SLUG, '2026-01-15', 10, 'Harbour Quotes', { recordedAt: '2026-01-15T04:00:00.000Z' }),
  gmp(SLUG, '2026-01-15', 40, 'Lantern Desk', { recordedAt: '2026-01-15T05:00:00.000Z' }),
]

async function serviceAndEnv(files: string): Promise<{ service: TestService; env: Env }> {
  const service = await startTestService({ now: NOW, env: { SOURCE_FILES: files }, lines: LINES })
  return { service, env: { DATABASE_URL: service.url, SOURCE_FILES: files } }
}

const run = (args: readonly string[], env: Env) => runHere(args, { env, now: () => NOW })

async function shown(env: Env, ...more: readonly string[]): Promise<unknown> {
  const { code, stdout } = await run(['show', SLUG, '--json', ...more], env)
  expect(code).toBe(0)
  return JSON.parse(stdout)
}

const API = '/api/public/market'

describe('the command line and the API count the tables of one owner as one', () => {
  // The operator's command line is a separate process, so it may run before a service here has read the files.
  test('before any service has started, and beside one', async () => {
    const files = sourceFiles()
    const other = await startTestService({ now: NOW, lines: LINES })
    const env = { DATABASE_URL: other.url, SOURCE_FILES: files }
    const alone = await shown(env)
    expect(alone).toMatchObject({ lastGmp: 40, gmpSources: 1, gmpDisputed: false })

    const { service, env: beside } = await serviceAndEnv(files)
    const { ipo: published } = await service.json(`${API}/ipos/${SLUG}`)
    expect(alone).toEqual(published)
    expect(await shown(beside)).toEqual(published)
    // A service without these tables does not know their owner, whatever else this process serves.
    const { ipo: apart } = await other.json(`${API}/ipos/${SLUG}`)
    expect(apart).toMatchObject({ lastGmp: 25, gmpSources: 2, gmpDisputed: true })
    expect(await shown({ DATABASE_URL: other.url })).toEqual(apart)
  })

  test('at a past moment', async () => {
    const { service, env } = await serviceAndEnv(sourceFiles())
    await service.record(NOW, [
      gmp(SLUG, '2026-01-15', 60, 'Harbour Quotes', { recordedAt: '2026-01-15T05:45:00.000Z' }),
    ])
    const { ipo: published } = await service.json(`${API}/ipos/${SLUG}?asOf=${EARLIER}`)
    expect(published).toMatchObject({ lastGmp: 40, gmpDisputed: false })
    expect(await shown(env, '--as-of', EARLIER)).toEqual(published)
  })

  test('in the output of "sources"', async () => {
    const { service, env } = await serviceAndEnv(sourceFiles())
    const { sources } = await service.json(`${API}/sources`)
    expect(JSON.parse((await run(['sources', '--json'], env)).stdout)).toEqual(sources)
    expect(sources.filter(({ owner }: { owner: string }) => owner === OWNER)).toHaveLength(2)
  })
})

test('every surface of a service knows the owner', async () => {
  const { service } = await serviceAndEnv(sourceFiles())
  // The time of the commit lies slightly ahead of the fixed clock.
  service.setNow('2026-01-15T06:00:01.000Z')
  const evidence = await service.json(`${API}/ipos/${SLUG}/evidence`)
  const quotes = evidence.facts.filter(({ kind }: { kind: string }) => kind === 'gmp')
  expect(quotes.map(({ owner }: { owner: string }) => owner)).toEqual([OWNER, OWNER])
  expect((await service.json(`${API}/ipos`)).ipos[0]).toMatchObject({ lastGmp: 40, gmpSources: 1 })
  const { changes } = await service.json(`${API}/changes?since=0`)
  expect(changes[0].new).toMatchObject({ lastGmp: 40, gmpSources: 1 })
  const rows = (await (await service.get('/downloads/gmp.csv')).text()).trim().split('\n').slice(1)
  expect(rows.filter((row) => row.includes(OWNER))).toHaveLength(2)
})

test('a service goes on with the table files that it has read, also on its threads', async () => {
  const files = sourceFiles()
  const { service } = await serviceAndEnv(files)
  for (const file of files.split(',')) rmSync(file)
  // While the files of the day are built, the answer is 503.
  const statusOf = async () => (await service.get('/downloads/dataset.json')).status
  await expect.poll(statusOf).toBe(200)
})

test('a table file that cannot be parsed stops "show" as it stops "serve"', async () => {
  const { service } = await serviceAndEnv('')
  const nowhere = join(temporaryFolder(), 'nowhere.json')
  const { code, stderr } = await run(['show', SLUG], { DATABASE_URL: service.url, SOURCE_FILES: nowhere })
  expect(code).toBe(2)
  expect(stderr).toContain(`SOURCE_FILES names ${nowhere}: there is no such file`)
})
