import { execFileSync } from 'node:child_process'
import { copyFileSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { COMMANDS } from '../../src/cli/main.ts'
import { needs, SYSTEMD_ANALYZE } from '../support/needs.ts'
import { temporaryFolder } from '../support/store.ts'
import { programPath } from './installed.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')
const DEPLOY = join(ROOT, 'deploy')
const PATHS = new Map(
  globSync('**/*.{service,timer}', { cwd: DEPLOY }).map((path) => [basename(path), join(DEPLOY, path)]),
)
const UNITS = [...PATHS.keys()].sort()
const SERVICES = UNITS.filter((name) => name.endsWith('.service'))
const ANALYZE = programPath('systemd-analyze')
/** On the scale of `systemd-analyze security`, from 0 to 10; an ordinary unit has 9.6. */
const MOST_EXPOSURE = 2.5

const textOf = (name: string): string => readFileSync(PATHS.get(name) ?? name, 'utf8')

/** The units in a folder of the test, changed for this checkout instead of /opt. */
function unitsHere(): string {
  const folder = temporaryFolder()
  for (const name of UNITS)
    writeFileSync(join(folder, name), textOf(name).replaceAll('/opt/greymark/', `${ROOT}/`))
  copyFileSync(join(folder, 'greymark.service'), join(folder, 'greymark@.service'))
  return folder
}

const analyze = (args: readonly string[], folder: string): string =>
  execFileSync(ANALYZE ?? '', args, {
    cwd: folder,
    encoding: 'utf8',
    // Only the units of the test and of the system are visible, none of the user's.
    env: { PATH: process.env.PATH, SYSTEMD_UNIT_PATH: `${folder}:` },
    stdio: ['ignore', 'pipe', 'pipe'],
  })

test('finds the units', () => {
  const timed = ['greymark-backup', 'greymark-publish', 'greymark-send'].flatMap((name) => [
    `${name}.service`,
    `${name}.timer`,
  ])
  expect(UNITS).toEqual([...timed, 'greymark.service'])
})

describe('systemd-analyze', () => {
  needs(SYSTEMD_ANALYZE)

  test.each([...UNITS, 'greymark@a.service'])('verify finds no fault in %s', (name) => {
    const folder = unitsHere()
    expect(analyze(['verify', '--man=no', '--recursive-errors=no', join(folder, name)], folder)).toBe('')
  })

  test('verify finds a command that does not exist', () => {
    const folder = unitsHere()
    const wrong = join(folder, 'greymark.service')
    const text = readFileSync(wrong, 'utf8')
    writeFileSync(wrong, text.replace(/^ExecStart=\S+/m, 'ExecStart=/nowhere'))
    expect(() => analyze(['verify', '--man=no', '--recursive-errors=no', wrong], folder)).toThrow('/nowhere')
  })

  test.each(SERVICES)('security rates %s as hardened', (name) => {
    const folder = unitsHere()
    const report = analyze(['security', '--offline=true', '--no-pager', join(folder, name)], folder)
    const [, exposure] = /Overall exposure level for .*: (\d+\.\d)/.exec(report) ?? []
    expect(Number(exposure)).toBeLessThan(MOST_EXPOSURE)
  })
})

test('the page for operators sets the store of the service before it starts it', () => {
  const page = readFileSync(join(ROOT, 'docs/operating.md'), 'utf8')
  const [, set = ''] = /^Environment=.*(DATABASE_URL=\S+)$/m.exec(textOf('greymark.service')) ?? []
  const setting = page.indexOf(`sed -i 's|^DATABASE_URL=.*|${set}|' /etc/greymark/greymark.env`)
  expect(setting).toBeGreaterThan(-1)
  expect(page.indexOf('systemctl enable --now greymark')).toBeGreaterThan(setting)
})

describe('every service', () => {
  const linesOf = (name: string) => textOf(name).split('\n')

  test.each(SERVICES)('%s runs a command that exists', (name) => {
    const [line = ''] = linesOf(name).filter((each) => each.startsWith('ExecStart='))
    const [script = ''] = /deploy\/\S+\.sh/.exec(line) ?? []
    const text = script === '' ? line : readFileSync(join(ROOT, script), 'utf8')
    const [, command] =
      /(?:\/opt\/greymark\/node_modules\/\.bin\/greymark|"\$greymark") (\S+)/.exec(text) ?? []
    expect(COMMANDS.map(([name]) => name)).toContain(command)
  })

  test.each(SERVICES)(
    '%s runs as one user, with one file of settings, and allows Node to compile',
    (name) => {
      const lines = linesOf(name)
      expect(lines).toEqual(
        expect.arrayContaining([
          'User=greymark',
          'WorkingDirectory=/var/lib/greymark',
          'EnvironmentFile=-/etc/greymark/greymark.env',
          'ProtectSystem=strict',
          'NoNewPrivileges=yes',
        ]),
      )
      expect(lines).not.toContain('MemoryDenyWriteExecute=yes')
    },
  )

  test.each(SERVICES.filter((name) => name !== 'greymark.service'))('%s has a timer', (name) => {
    expect(UNITS).toContain(`${basename(name, '.service')}.timer`)
  })
})
