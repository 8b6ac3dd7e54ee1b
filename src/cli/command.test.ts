import { expect, test } from 'vitest'
import { runHere } from '../../test/support/command-line.ts'
import { defineCommand, defineGroup, EXIT, type Terminal, UsageError } from './command.ts'
import { helpOf } from './help.ts'
import { choice, text, wholeNumber } from './values.ts'

let seen: unknown
const command = defineCommand({
  about: 'Does nothing.',
  arguments: {
    first: { kind: text('FIRST'), help: 'such as acorn', isRequired: true },
    second: { kind: wholeNumber('N', 1, 9), help: 'a number' },
  },
  options: {
    boardName: { kind: choice('NAME', ['main', 'sme']), help: 'which board' },
    limit: { kind: wholeNumber('N', 1, 100), help: 'how many', standard: '50' },
    dryRun: { help: 'change nothing' },
  },
  examples: ['acorn --limit 3'],
  exits: ['done', 'failed'],
  run: async (values) => {
    seen = values
    return EXIT.done
  },
})
const several = defineCommand({
  about: 'Takes any number.',
  arguments: { names: { kind: text('NAME'), help: 'names', isRepeated: true } },
  options: { from: { kind: text('DAY'), help: 'the first day', isRequired: true } },
  exits: ['done', 'failed'],
  run: async (values) => {
    seen = values
    return EXIT.failed
  },
})
const group = defineGroup({
  about: 'Two.',
  exits: ['done', 'failed'],
  commands: { one: command, several },
  standard: 'one',
})
const terminal = { now: () => '2026-01-14T12:00:00.000Z' } as Terminal

async function valuesOf(of: Pick<typeof command, 'run'>, ...args: string[]) {
  await of.run(args, terminal)
  return seen
}

test.each([
  [['acorn'], { first: 'acorn', second: undefined, boardName: undefined, limit: 50, dryRun: false }],
  [['acorn', '3', '--limit=7'], { first: 'acorn', second: 3, boardName: undefined, limit: 7, dryRun: false }],
  [
    ['--dry-run', '--board-name', 'sme', '--', '--acorn'],
    { first: '--acorn', second: undefined, boardName: 'sme', limit: 50, dryRun: true },
  ],
  [['-'], { first: '-', second: undefined, boardName: undefined, limit: 50, dryRun: false }],
])('%j has typed values and defaults', async (args, values) => {
  expect(await valuesOf(command, ...args)).toEqual(values)
})

test('a repeated argument takes all, also none', async () => {
  expect(await valuesOf(several, 'a', '--from', 'x', 'b')).toEqual({ names: ['a', 'b'], from: 'x' })
  expect(await valuesOf(several, '--from', 'x')).toEqual({ names: [], from: 'x' })
})

test('a group runs the named command, wherever its name stands, or the standard one', async () => {
  expect(await valuesOf(group, '--from', 'x', 'several', 'a')).toEqual({ names: ['a'], from: 'x' })
})

test.each([
  [[], /give FIRST: such as acorn/],
  [['a', '1', 'b'], /"b" is one argument too many/],
  [['a', 'x'], /N must be a whole number from 1 to 9; got "x"/],
  [['a', '--limit', '0'], /--limit must be a whole number/],
  [['a', '--limit'], /--limit needs N/],
  [['a', '--limit', '--dry-run'], /--limit needs N/],
  [['a', '--dry-run=yes'], /--dry-run takes no value/],
  [['a', '--board-name', 'maim'], /--board-name must be main or sme; got "maim"/],
  [['a', '--limti', '3'], /there is no option "--limti"; did you mean "--limit"\?/],
  [['a', '-x'], /there is no option "-x"$/],
])('%j is refused with what would be right', async (args, message) => {
  const run = command.run(args, terminal)
  await expect(run).rejects.toThrow(UsageError)
  await expect(run).rejects.toThrow(message)
})

test('a required option and the name of a command of a group', async () => {
  await expect(several.run([], terminal)).rejects.toThrow(/give --from DAY: the first day/)
  await expect(group.run(['severla'], terminal)).rejects.toThrow(
    /one or several; got "severla"; did you mean "several"/,
  )
})

test('help has a usage, the options with defaults, examples and exit codes, in 80 columns', () => {
  const help = helpOf('do', command)
  expect(help).toMatch(/^Usage: greymark do FIRST \[N\] \[--board-name NAME\] \[--limit N\] \[--dry-run\]\n/)
  expect(help).toMatch(/^ {2}--limit N {10}how many \(default: 50\)$/m)
  expect(help).toMatch(/^ {2}greymark do acorn --limit 3$/m)
  expect(helpOf('both', group, 'several')).toMatch(/^Usage: greymark both several \[NAME...\] --from DAY\n/)
})

test('a misspelt command is answered with the similar one', async () => {
  const answer = await runHere(['improt'], { env: {}, now: terminal.now })
  expect(answer).toMatchObject({ code: 2, stderr: expect.stringContaining('did you mean "import"?') })
})
