import { parseArgs } from 'node:util'
import type { AttackPart } from './part.ts'

export interface AttackChoice {
  readonly parts: readonly AttackPart[]
  /** Cases per part; by default the full count of each part. */
  readonly count: number | undefined
  readonly seed: number
}

/** A wrong command line; the message says what would be right. */
export class BadCommandLine extends Error {
  override readonly name = 'BadCommandLine'
}

const OPTIONS = {
  count: { type: 'string' },
  seed: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

export function helpFor(parts: readonly AttackPart[]): string {
  const width = Math.max(...parts.map(({ name }) => name.length))
  const rows = parts.map(
    ({ name, about, fullCount, unit }) =>
      `  ${name.padEnd(width)}  ${about} (${fullCount.toLocaleString('en')} ${unit})`,
  )
  return `Usage: npm run attack -- [PART...] [--count N] [--seed N]

Attacks Greymark on this machine and prints how often it failed. Exits with 0 if it never did, else with 1.
Without a PART it runs all of them.

${rows.join('\n')}

  --count N  how many cases each part tries (default: the number beside it)
  --seed N   repeats a run: the same seed and count give the same cases (default: a new one)`
}

/** Parses the command line; `undefined` if the help was requested. */
export function choiceOf(
  args: readonly string[],
  parts: readonly AttackPart[],
  newSeed: () => number,
): AttackChoice | undefined {
  const { values, positionals } = parsed(args)
  if (values.help) return undefined
  return {
    parts: positionals.length === 0 ? parts : positionals.map((name) => named(name, parts)),
    count: values.count === undefined ? undefined : wholeNumber('--count', values.count, 1),
    seed: values.seed === undefined ? newSeed() : wholeNumber('--seed', values.seed, 0),
  }
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
  } catch (error) {
    throw new BadCommandLine(error instanceof Error ? error.message.split('. ')[0] : String(error))
  }
}

function named(name: string, parts: readonly AttackPart[]): AttackPart {
  const part = parts.find((candidate) => candidate.name === name)
  if (part) return part
  throw new BadCommandLine(
    `there is no part "${name}"; there are ${parts.map((known) => known.name).join(', ')}`,
  )
}

function wholeNumber(option: string, text: string, least: number): number {
  const value = Number(text)
  if (/^\d{1,9}$/.test(text) && value >= least) return value
  throw new BadCommandLine(`${option} must be a whole number from ${least} to 999999999; got "${text}"`)
}
