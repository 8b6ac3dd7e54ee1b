import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, type TestContext, test } from 'vitest'
import { printedMessage } from '../src/cli/error-text.ts'
import { COMMANDS, HELP } from '../src/cli/main.ts'
import { type Env, runHere } from './support/command-line.ts'
import { pathWithThisNode } from './support/installed-package.ts'
import { ipo } from './support/lines.ts'
import { ended, run, start } from './support/processes.ts'
import { emptyStoreUrl, temporaryFolder } from './support/store.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** In this process, where it is not about processes: starting one takes a second. */
const quickly = (args: readonly string[], env: Env, stdin = '') =>
  runHere(args, { env, stdin, now: () => new Date().toISOString() })
/** With it a store needs no demo market, whose making takes a second. */
const FACT = `${JSON.stringify(ipo('acorn-mills'))}\n`

const emptyStore = async (): Promise<Env> => ({ DATABASE_URL: await emptyStoreUrl() })

describe('help', () => {
  test('--help, -h and help list the commands', async () => {
    const answers = await Promise.all(['--help', '-h', 'help'].map((word) => run([word], {})))
    for (const answer of answers) expect(answer).toEqual({ code: 0, stdout: HELP, stderr: '' })
  })

  test.each(COMMANDS)('%s --help describes it and its exit codes, in 80 columns', async (name) => {
    const { code, stdout, stderr } = await quickly([name, '--help'], {})
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(new RegExp(`^Usage:\\s+greymark ${name}\\b`))
    expect(stdout).toMatch(/^Exit codes:\n {2}0 /m)
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([])
  })

  test('needs no package, so that only the command that runs loads any', () => {
    const built = new Map<string, string>()
    const read = (file: string) => {
      if (built.has(file)) return
      const code = readFileSync(join(ROOT, 'dist', file), 'utf8')
      built.set(file, code)
      for (const [, imported = ''] of code.matchAll(/^import [^'"]*['"](.+)['"]/gm)) {
        expect(imported).toMatch(/^(node:|\.\/)/)
        if (imported.startsWith('./')) read(imported)
      }
    }
    read('program.js')
    expect([...built.values()].join('')).toContain('// src/cli/main.ts')
    expect([...built.values()].join('')).not.toContain('// node_modules/')
  })

  test.each(['--version', '-v', '-V'])('%s prints the version and nothing else', async (option) => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
    expect(await quickly([option], {})).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' })
  })
})

test('npx in a checkout says nothing about a Node that npm finds too old', async () => {
  const folder = temporaryFolder()
  const manifest = { name: 'old', version: '1.0.0', bin: 'old.js', engines: { node: '>=99' } }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  writeFileSync(join(folder, 'old.js'), '#!/usr/bin/env node\nconsole.log("printed")\n', { mode: 0o755 })
  cpSync(join(ROOT, '.npmrc'), join(folder, '.npmrc'))
  const env = { PATH: pathWithThisNode(), HOME: temporaryFolder() }
  const child = spawn('npx', ['--offline', 'old'], { cwd: folder, env })
  expect(await ended(child)).toEqual({ code: 0, stdout: 'printed\n', stderr: '' })
})

describe('a usage error exits with 2 and a message', () => {
  test.each<[string, string[], RegExp]>([
    ['an unknown command', ['improt'], /^greymark: there is no command "improt"/],
    ['an unknown option', ['--port', '80'], /^greymark: there is no option "--port": settings come from the/],
    ['an unknown option of import', ['import', '--frob', 'x'], /^greymark import: .* no option "--frob"/],
    ['an unknown option of serve', ['serve', '--frob'], /^greymark serve: .* no option "--frob"/],
    ['an import of nothing', ['import'], /^greymark import: give FILE/],
    ['an import of two files', ['import', 'a', 'b'], /one argument too many/],
    ['an export to two files', ['export', 'a', 'b'], /one argument too many/],
    ['a show of nothing', ['show'], /^greymark show: give SLUG/],
    ['a show as of no moment', ['show', 'x', '--as-of', 'noon'], /--as-of must be a past moment/],
    ['a show of the future', ['show', 'x', '--as-of', '2999-01-01T00:00:00Z'], /--as-of must be a past mo/],
  ])('%s', async (_name, args, sentence) => {
    const { code, stdout, stderr } = await quickly(args, await emptyStore())
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(sentence)
    expect(stderr).toContain('--help"')
  })

  // The doctor reports bad settings among its other findings.
  const strict = COMMANDS.map(([name]) => name).filter((name) => name !== 'doctor')
  test.each(strict)('%s names all bad settings', async (name) => {
    const needed: Readonly<Record<string, string[]>> = {
      import: ['-'],
      'import-deals': ['-', '--kind', 'bulk'],
      show: ['x'],
      publish: ['x'],
      alerts: ['check', 'x'],
      backup: ['x'],
      restore: ['x'],
      prune: ['--older-than', '30'],
      replay: ['nse-issues'],
      backfill: ['--from', '2024-01-01'],
    }
    const args = [name, ...(needed[name] ?? [])]
    const { code, stdout, stderr } = await quickly(args, {
      DATABASE_URL: 'nowhere',
      PORT: 'x',
      LOG_LEVEL: 'loud',
    })
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    for (const setting of ['DATABASE_URL', 'PORT', 'LOG_LEVEL'])
      expect(stderr).toContain(`  ${setting} must `)
  })
})

test.each([
  ['EACCES', 'listen', /; choose a port above 1023, or let a proxy listen there$/],
  ['EADDRNOTAVAIL', 'bind', /; this machine has no such address: correct it, or use 0\.0\.0\.0 for all$/],
  ['EACCES', 'open', /^open EACCES: permission denied$/],
])('a failure with %s to %s is printed with what to do about the port', (code, syscall, words) => {
  const error = Object.assign(new Error(`${syscall} ${code}: permission denied`), { code, syscall })
  expect(printedMessage(error)).toMatch(words)
})

describe('serve', () => {
  test('names bad settings, sources and rules of alerts at once', async () => {
    const rules = join(temporaryFolder(), 'alerts.json')
    writeFileSync(rules, '{ "channels": {}, "rules": [{ "name": "x", "on": "newest", "channels": [] }] }')
    const env = { PORT: 'x', SOURCES: 'exchanges,nobody', ALERTS: rules }
    const { code, stderr } = await quickly(['serve'], env)
    expect(code).toBe(2)
    expect(stderr).toMatch(/^greymark serve: bad settings:\n {2}PORT must be /)
    expect(stderr).toContain('\n  SOURCES: there is no source "nobody"; there are exchanges, nse-issues')
    expect(stderr).toContain(`\n  ALERTS, ${rules}: line 1, column 50: rules[0] "x": on must be one of `)
  })

  /** Those of a store with a fact, because the demo takes seconds to start. */
  async function settings(): Promise<Env> {
    const env = await emptyStore()
    await quickly(['import', '-'], env, FACT)
    return { ...env, PORT: '0', METRICS: 'off' }
  }

  /** Resolves with the address that the process prints. */
  async function addressOf({ stdout }: ChildProcess): Promise<string> {
    let printed = ''
    for await (const chunk of stdout?.iterator({ destroyOnReturn: false }) ?? []) {
      printed += chunk
      const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(printed) ?? []
      if (address) return address
    }
    throw new Error(`ended before it printed its address: ${printed}`)
  }

  test('as npm runs it, ends cleanly when npm passes SIGTERM on to the shell', async () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
    const env = { ...(await settings()), DRAIN_SECONDS: '0', PATH: pathWithThisNode() }
    const shell = spawn('sh', ['-c', scripts.start], { cwd: ROOT, env, detached: true })
    onTestFinished(() => {
      // The whole group, so that no server is left behind; there is none if it has ended.
      try {
        process.kill(-Number(shell.pid), 'SIGKILL')
      } catch {}
    })
    await addressOf(shell)
    const exit = once(shell, 'exit')
    shell.kill('SIGTERM')
    expect(await exit).toEqual([0, null])
  })

  test.each([
    { args: ['serve'], signal: 'SIGTERM' },
    { args: [], signal: 'SIGINT' },
  ] as const)('$args prints its address, and exits with 0 on $signal', async ({ args, signal }) => {
    const child = start(args, await settings())
    const end = once(child, 'close')
    const address = await addressOf(child)
    child.stdout?.resume()
    const stderr = child.stderr ? text(child.stderr) : ''
    expect((await fetch(`${address}/api/public/market/ipos`)).status).toBe(200)
    child.kill(signal)
    expect(await end).toEqual([0, null])
    expect(await stderr).toBe('')
  })

  test('exits with 1 and a message on a port that is taken', async () => {
    const env = await settings()
    const child = start(['serve'], env)
    const { port } = new URL(await addressOf(child))
    child.stdout?.resume()
    const { code, stderr } = await run(['serve'], { ...env, PORT: port })
    expect(code).toBe(1)
    expect(stderr).toMatch(/^greymark serve: .+\n$/)
    expect(stderr).toContain(port)
  })
})

describe('an older Node', () => {
  const majorOf = async (node: string) => {
    const child = spawn(node, ['--version'])
    return Number(/\d+/.exec((await ended(child)).stdout)?.[0])
  }

  async function olderNode(skip: TestContext['skip']): Promise<string> {
    const places = ['/usr/bin/node', '/usr/local/bin/node'].filter((path) => existsSync(path))
    const majors = await Promise.all(places.map(majorOf))
    const old = places.find((_, i) => (majors[i] ?? 24) < 24)
    return old ?? skip('there is no Node older than 24 at /usr/bin/node or /usr/local/bin/node')
  }

  test('gets one sentence about the required version, with exit code 1', async ({ skip }) => {
    const node = await olderNode(skip)
    for (const args of [[], ['import', '-'], ['--help']]) {
      const { code, stdout, stderr } = await ended(start(args, {}, node))
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toMatch(
        /^Greymark needs Node 24 or newer, and this is v\d+\.\d+\.\d+: in this checkout "npm ci" brings .+\.\n$/,
      )
    }
  })

  test('is told of no checkout where the package is installed', async ({ skip }) => {
    const node = await olderNode(skip)
    const folder = temporaryFolder()
    for (const path of ['bin', 'package.json'])
      cpSync(join(ROOT, path), join(folder, path), { recursive: true })
    const { code, stderr } = await ended(spawn(node, [join(folder, 'bin/greymark.js')]))
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /^Greymark needs Node 24 or newer, and this is \S+: install Node 24 or newer, .+\.\n$/,
    )
  })
})
