import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { EXAMPLE_FILE, EXAMPLE_VARIABLES } from '../src/alerts/rules/rules-file.test-example.ts'
import { commandLine, type Env, quickClock } from './support/command-line.ts'
import { temporaryFolder } from './support/store.ts'

/** Checks a file in a folder of its own; its path is written as FILE in what is printed. */
async function check(content: string, { by = 'argument', env = EXAMPLE_VARIABLES as Env } = {}) {
  const file = join(temporaryFolder(), 'alerts.json')
  writeFileSync(file, content)
  const run = commandLine(
    { ...env, ...(by === 'setting' && { ALERTS: file }) },
    quickClock('2026-03-20T06:00:00.000Z'),
  )
  const { code, stdout, stderr } = await run('alerts', 'check', ...(by === 'argument' ? [file] : []))
  return { code, stdout: stdout.replaceAll(file, 'FILE'), stderr: stderr.replaceAll(file, 'FILE') }
}

const GOOD = {
  code: 0,
  stdout: [
    'FILE is valid: 3 rules, 6 channels, digest at 08:00',
    'CHANNEL  TYPE      HOST                 QUIET HOURS     MAX A DAY  RULES',
    'family   telegram  api.telegram.org     22:00 to 07:00  20         closing, digest',
    'program  webhook   example.org          none            no limit   everything',
    'me       email     mail.example:465     22:00 to 07:00  3          opening',
    'phone    ntfy      ntfy.sh              22:00 to 07:00  20         closing',
    'team     slack     hooks.slack.example  22:00 to 07:00  20         closing',
    'club     discord   discord.example      12:00 to 13:00  20         closing',
    '',
  ].join('\n'),
  stderr: '',
}

test('a valid file has a line for each channel with its host and rules, and no secret', async () => {
  expect(await check(JSON.stringify(EXAMPLE_FILE))).toEqual(GOOD)
})

test('without an argument the file of the setting ALERTS is checked', async () => {
  expect(await check(JSON.stringify(EXAMPLE_FILE), { by: 'setting' })).toEqual(GOOD)
})

test('what is odd but valid is a warning', async () => {
  const { digest, rules, ...file } = EXAMPLE_FILE
  const family = { ...file, channels: { family: file.channels.family }, rules: [] }
  expect(await check(JSON.stringify(family))).toEqual({
    code: 0,
    stdout: [
      'FILE is valid: 0 rules, 1 channel, no digest',
      'CHANNEL  TYPE      HOST              QUIET HOURS     MAX A DAY  RULES',
      'family   telegram  api.telegram.org  22:00 to 07:00         20  none',
      '',
    ].join('\n'),
    stderr: [
      'warning: channels "family" is not used by any rule, nor by the digest',
      'warning: the file has neither rules nor a digest, so that nothing is ever sent',
      '',
    ].join('\n'),
  })
})

test('many rules of a channel are cut in its line', async () => {
  const rules = Array.from({ length: 25 }, (_, i) => ({ name: `r${i}`, on: 'opens', channels: ['family'] }))
  const { stdout } = await check(JSON.stringify({ ...EXAMPLE_FILE, rules }))
  expect(stdout).toMatch(/^family .* r0, r1, .*, r18, r19 and 6 more$/m)
})

test('all problems of a file are named, with exit code 1 and without secrets', async () => {
  const [closing] = EXAMPLE_FILE.rules
  const file = {
    ...EXAMPLE_FILE,
    channels: {
      ...EXAMPLE_FILE.channels,
      family: { type: 'telegram', token: 'literal-secret', chat: '-1001234567890' },
    },
    rules: [
      { ...closing, on: 'closses' },
      { name: 'opening', on: 'opens', channels: ['me'] },
    ],
  }
  const { code, stdout, stderr } = await check(JSON.stringify(file))
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(/^FILE has 2 problems:\n( {2}line 1, column \d+: .+\n){2}$/)
  expect(stderr).toContain('write {"env": "TELEGRAM_TOKEN"}')
  expect(stderr).toContain('closses')
  expect(stderr).not.toContain('literal-secret')
})

test.each<[string, string, string]>([
  ['an empty file', '', 'FILE has 1 problem:\n'],
  ['a file that is not JSON', '{"channels": ', 'FILE has 1 problem:\n'],
])('%s has a problem', async (_name, content, words) => {
  const { code, stderr } = await check(content)
  expect(code).toBe(1)
  expect(stderr).toContain(words)
})

test('a missing file is a problem', async () => {
  const run = commandLine({ ALERTS: 'nowhere/alerts.json' }, quickClock('2026-03-20T06:00:00.000Z'))
  expect(await run('alerts', 'check')).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'nowhere/alerts.json has 1 problem:\n  there is no such file; a path without a leading slash is looked for in the folder where Greymark starts\n',
  })
})

test.each<[string[], string]>([
  [['check'], 'no file of rules is known: set ALERTS, such as ALERTS=alerts.json'],
  [['check', 'a.json', 'b.json'], 'one argument too many'],
  [['check', '--json'], 'no option "--json"'],
])('alerts %j is a usage error', async (args, words) => {
  const run = commandLine({}, quickClock('2026-03-20T06:00:00.000Z'))
  const stderr = expect.stringContaining(words)
  expect(await run('alerts', ...args)).toEqual({ code: 2, stdout: '', stderr })
})
