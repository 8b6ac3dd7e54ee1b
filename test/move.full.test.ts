import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { addDays } from '../src/market/calendar.ts'
import { quickClock, runHere } from './support/command-line.ts'
import { manyFacts } from './support/many-facts.ts'
import { startPostgres } from './support/postgres/server.ts'
import type { Line } from './support/record.ts'
import { startTestService } from './support/service.ts'
import { temporaryFolder } from './support/store.ts'

/** Some random lines are identical and recorded once. */
const FACTS = 10_300
/** Writing and reading so many facts five times is slow on a busy machine. */
const WITHIN_MS = 240_000
const MOVED_ON = '2026-02-20'
const NOW = '2026-03-01T06:00:00.000Z'
const MOMENTS = [
  '2023-01-01T00:00:00.000Z',
  ...Array.from({ length: 6 }, (_, i) => `${addDays('2024-01-20', i * 121)}T05:00:00.000Z`),
  '2024-07-01T03:00:00.000Z',
  '2024-07-01T02:59:59.999Z',
  NOW,
]
const PATHS = [
  'ipos?limit=200',
  'ipos?limit=200&status=listed&board=sme',
  'ipos/issue-1',
  'ipos/issue-19',
  'ipos/issue-40',
  'deals?limit=300',
  'deals?limit=50&symbol=acme',
  'deals?symbol=äcme',
  'scoreboard',
]

/** Runs a command on a store, which must succeed. */
async function run(url: string, day: string, ...args: string[]): Promise<void> {
  const ended = await runHere(args, { env: { DATABASE_URL: url }, now: quickClock(`${day}T06:00:00.000Z`) })
  expect(ended).toMatchObject({ code: 0, stderr: '' })
}

/** The answers of a service on a store to every request. */
async function answersOf(url: string): Promise<Map<string, string>> {
  const service = await startTestService({ url, now: NOW, env: { REQUESTS_PER_MINUTE: '0' } })
  const answers = new Map<string, string>()
  for (const asOf of MOMENTS)
    for (const path of PATHS) {
      const asked = `${path}${path.includes('?') ? '&' : '?'}asOf=${asOf}`
      const response = await service.get(`/api/public/market/${asked}`)
      answers.set(asked, `${response.status} ${response.headers.get('etag')} ${await response.text()}`)
    }
  return answers
}

test('10,000 facts move from SQLite to PostgreSQL and back as one file, with the same answers at every moment', {
  timeout: WITHIN_MS,
}, async () => {
  const folder = temporaryFolder()
  const server = await startPostgres({ fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' })
  onTestFinished(() => server.stop())
  await server.query('create database moved')
  const first = `sqlite:${join(folder, 'first.db')}`
  const moved = server.url('moved')
  const back = `sqlite:${join(folder, 'back.db')}`
  const fileOf = (name: string) => join(folder, `${name}.ndjson`)
  const write = (name: string, lines: readonly Line[]) => {
    writeFileSync(fileOf(name), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    return fileOf(name)
  }

  const { dated, undated } = manyFacts(FACTS)
  await run(first, '2026-02-01', 'import', write('dated', dated))
  for (const [i, lines] of undated.entries())
    await run(first, `2026-02-1${i}`, 'import', write(`undated-${i}`, lines))
  await run(first, MOVED_ON, 'export', fileOf('first'))
  await run(moved, MOVED_ON, 'import', fileOf('first'))
  await run(moved, MOVED_ON, 'export', fileOf('moved'))
  await run(back, MOVED_ON, 'import', fileOf('moved'))
  await run(back, MOVED_ON, 'export', fileOf('back'))

  const exported = readFileSync(fileOf('first'))
  expect(exported.toString().split('\n').length).toBeGreaterThan(10_000)
  expect(readFileSync(fileOf('moved')).equals(exported)).toBe(true)
  expect(readFileSync(fileOf('back')).equals(exported)).toBe(true)

  const answers = await answersOf(first)
  for (const url of [moved, back]) {
    const others = await answersOf(url)
    expect([...answers.keys()].filter((asked) => others.get(asked) !== answers.get(asked))).toEqual([])
  }
  expect(new Set([...answers.values()].map((answer) => answer.slice(0, 3)))).toEqual(new Set(['200', '404']))
  expect(new Set(answers.values()).size).toBeGreaterThan(answers.size / 2)
})
