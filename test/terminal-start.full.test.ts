import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { VERSION } from '../src/project-file.ts'
import type { Env } from './support/command-line.ts'
import { ipo } from './support/lines.ts'
import { needs, ONCE, SCRIPT } from './support/needs.ts'
import { run } from './support/processes.ts'
import { temporaryFolder } from './support/store.ts'

needs(ONCE, SCRIPT)

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const CTRL_C = '\u0003'

/** Runs `greymark` at a pseudo-terminal. */
function atTerminal(env: Env) {
  const command = `exec ${process.execPath} bin/greymark.js`
  const child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, SHELL: '/bin/sh', PORT: '0', METRICS: 'off', ...env },
  })
  onTestFinished(() => void child.kill('SIGTERM'))
  let printed = ''
  child.stdout.on('data', (chunk) => {
    printed += chunk
  })
  const closed = once(child, 'close')
  return {
    lines: () => printed.split('\r\n').filter((line) => line !== ''),
    type: (text: string) => child.stdin.write(text),
    code: async () => (await closed)[0],
  }
}

const emptyPlace = (): Env => ({ DATABASE_URL: `sqlite:${join(temporaryFolder(), 'greymark.db')}` })

test('a start without facts is one line, later problems are text, and Ctrl-C ends it', async () => {
  const { lines, type, code } = atTerminal(emptyPlace())
  const sentences = `Greymark ${VERSION} serves a demo market at http://127\\.0\\.0\\.1:\\d+\\. For real data: COLLECT=on CONTACT=you@example\\.org greymark serve\\. Help: greymark --help\\. Ctrl-C stops it\\.`
  await expect.poll(lines).toEqual([expect.stringMatching(new RegExp(`^${sentences}$`))])
  const [address = ''] = /http:\S+\d/.exec(lines()[0] ?? '') ?? []
  expect((await fetch(`${address}/nothing`)).status).toBe(404)
  expect((await fetch(address)).status).toBe(200)
  type(CTRL_C)
  expect(await code()).toBe(0)
  expect(lines().slice(1)).toEqual(['^C', expect.stringMatching(/^\d\d:\d\d:\d\d Greymark stops: /)])
})

test('with facts the line has their number and their store', async () => {
  const env = emptyPlace()
  await run(['import', '-'], env, `${JSON.stringify(ipo('acorn-mills'))}\n`)
  const { lines } = atTerminal({ ...env, npm_lifecycle_event: 'start' })
  await expect.poll(() => lines()[0]).toContain(`serves 1 IPO from ${env.DATABASE_URL} at http://`)
  expect(lines()[0]).toContain('To collect: COLLECT=on CONTACT=you@example.org npm start.')
  expect(lines()[0]).toContain('Help: npx greymark --help.')
})

test('a port that is taken is one sentence', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const { lines, code } = atTerminal({ ...emptyPlace(), PORT: String(port) })
  expect(await code()).toBe(1)
  expect(lines()).toEqual([
    expect.stringMatching(/^greymark serve: another program already listens there .+ or set PORT$/),
  ])
})
