import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { gmp, ipo } from './support/lines.ts'
import { type Need, skipWithout } from './support/needs.ts'
import { ended } from './support/processes.ts'
import { startTestService } from './support/service.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const SCRIPT = join(ROOT, 'test/support/client-check.mjs')

/** All programs of a name on this machine, beside those that the project brings. */
const installed = (name: string): string[] =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .filter((path) => !path.startsWith(ROOT) && existsSync(path))

/** The Node that runs npm is mostly the machine's own. */
const nodes = [process.execPath, process.env.npm_node_execpath ?? '', ...installed('node')]
const majorOf = (node: string): string => /^v(\d+)/.exec(versionOf(node))?.[1] ?? ''
const versionOf = (program: string): string =>
  existsSync(program) ? execFileSync(program, ['--version'], { encoding: 'utf8' }) : ''

const node = (major: string) => [`Node ${major}`, nodes.find((each) => majorOf(each) === major), []] as const

const RUNTIMES: readonly (readonly [name: string, program: string | undefined, args: readonly string[]])[] = [
  node('20'),
  node('22'),
  node('24'),
  ['Deno', installed('deno')[0], ['run', '--quiet', '--no-config', '--allow-net', '--allow-read']],
  ['Bun', installed('bun')[0], []],
]

const NOW = '2026-01-15T06:00:00.000Z'
const at = (second: number) => new Date(Date.parse(NOW) + second * 1000).toISOString()
const LINES = ['acme', 'bold', 'crisp'].map((slug) => ipo(slug, { openDate: '2026-01-14', priceMax: 100 }))

const runtime = (name: string, program: string | undefined): Need => ({
  isMet: () => program !== undefined,
  reason: `there is no ${name}: install it, or put it on PATH`,
})

test.for(RUNTIMES)('the built client works on %s', async ([name, program, args], { skip }) => {
  skipWithout(skip, runtime(name, program))
  const service = await startTestService({ now: at(1), lines: LINES, linesAt: NOW })
  const child = spawn(program ?? '', [...args, SCRIPT, service.address], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const end = ended(child)
  child.stdout.on('data', async (chunk) => {
    if (!String(chunk).includes('"position"')) return
    await service.record(at(60), [gmp('acme', '2026-01-15', 45)])
    service.setNow(at(61))
  })
  const { code, stdout, stderr } = await end
  expect([name, code, stderr]).toEqual([name, 0, ''])
  expect(
    stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([
    { list: [2, 3] },
    { list: [2, 3] },
    { list: [0, 0] },
    { statuses: [200, 304, 200] },
    { pages: 2 },
    { error: ['NOT_FOUND', 404] },
    { nobody: 'NETWORK' },
    { aborted: 'ABORTED' },
    { position: null },
    { changes: ['gmp acme'] },
    { ended: true },
  ])
})
