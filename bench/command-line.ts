import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Part } from './figure.ts'

export interface Choice {
  readonly parts: readonly Part[]
  readonly rounds: number
  readonly seconds: number
  readonly scale: number
  readonly place: string
  readonly isByCpu: boolean
  readonly isSmallest: boolean
  /** Writes the document again from the last complete run, without measuring. */
  readonly isWriting: boolean
  /** Continues a run of all parts that was interrupted, or measures its disturbed parts again. */
  readonly isResuming: boolean
}

/** A wrong command line; the message says what would be right. */
export class BadCommandLine extends Error {
  override readonly name = 'BadCommandLine'
}

const DEFAULTS = { rounds: 5, seconds: 2, scale: 1, place: join(tmpdir(), 'greymark-bench') }

const OPTIONS = {
  rounds: { type: 'string' },
  seconds: { type: 'string' },
  scale: { type: 'string' },
  place: { type: 'string' },
  cpu: { type: 'boolean' },
  smallest: { type: 'boolean' },
  write: { type: 'boolean' },
  resume: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

export function helpFor(parts: readonly Part[]): string {
  const width = Math.max(...parts.map(({ name }) => name.length))
  return `Usage: npm run bench -- [PART...] [--rounds N] [--seconds N] [--scale X] [--place DIR]
                        [--cpu] [--smallest] [--resume] [--write]

Measures Greymark against other programs on this machine, and prints ratios. Without a PART it runs all
of them, and writes docs/benchmarks/${process.arch}.md; with some it only prints.

${parts.map(({ name, about }) => `  ${name.padEnd(width)}  ${about}`).join('\n')}

  --rounds N   how often each is measured (default: ${DEFAULTS.rounds}; the document needs 5 or more)
  --seconds N  seconds of load in a round (default: ${DEFAULTS.seconds})
  --scale X    sizes of the stores, as a fraction of those in the document (default: ${DEFAULTS.scale})
  --place DIR  where stores are kept between runs (default: ${DEFAULTS.place})
  --cpu        compare requests by the processor time of the servers instead of the clock: for orientation
               on a machine with other work; not for the document
  --smallest   do everything once with as little data as possible, to check that it works; not for the document
  --resume     continue a run of all parts that was interrupted, or measure again those that failed or, in a complete
               run, have figures that are not reliable; only on the same commit and machine, and with the same rounds
               and seconds
  --write      write the document again from the last complete run, and measure nothing`
}

/** Parses the command line; `undefined` if the help was requested. */
export function choiceOf(args: readonly string[], parts: readonly Part[]): Choice | undefined {
  const { values, positionals } = parsed(args)
  if (values.help) return undefined
  return {
    parts: positionals.length === 0 ? parts : positionals.map((name) => named(name, parts)),
    rounds: wholeFrom1('--rounds', values.rounds, values.smallest ? 1 : DEFAULTS.rounds),
    seconds: wholeFrom1('--seconds', values.seconds, DEFAULTS.seconds),
    scale: aboveZero('--scale', values.scale, DEFAULTS.scale),
    place: resolve(values.place ?? DEFAULTS.place),
    isByCpu: values.cpu ?? false,
    isSmallest: values.smallest ?? false,
    isWriting: values.write ?? false,
    isResuming: values.resume ?? false,
  }
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
  } catch (error) {
    throw new BadCommandLine(error instanceof Error ? error.message.split('. ')[0] : String(error))
  }
}

function named(name: string, parts: readonly Part[]): Part {
  const part = parts.find((candidate) => candidate.name === name)
  if (part) return part
  throw new BadCommandLine(
    `there is no part "${name}"; there are ${parts.map((known) => known.name).join(', ')}`,
  )
}

function wholeFrom1(option: string, text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text)
  throw new BadCommandLine(`${option} must be a whole number from 1 to 9999; got "${text}"`)
}

function aboveZero(option: string, text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback
  const value = Number(text)
  if (/^\d*\.?\d+$/.test(text) && value > 0 && value <= 1) return value
  throw new BadCommandLine(`${option} must be above 0 and at most 1, such as 0.02; got "${text}"`)
}
