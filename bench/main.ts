import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Bench, LEAST_ROUNDS, type Part, published } from './figure.ts'
import { again } from './parts/again.ts'
import { engines } from './parts/engines.ts'
import { large } from './parts/large.ts'
import { rounds } from './parts/rounds.ts'
import { start } from './parts/start.ts'
import { documentOf, type PublishedPart, reportOf, tableOf } from './report.ts'
import { moveTo, ROOT, stopAll } from './run/processes.ts'

/** All parts, in the order in which they run and are shown. */
export const PARTS: readonly Part[] = [again, rounds, engines, start, large]

const DEFAULTS = { rounds: 7, seconds: 2, scale: 1 }
const FOLDER = join(tmpdir(), 'greymark-bench')

const HELP = `Usage: npm run bench -- [PART...] [--rounds N] [--seconds N] [--scale X]

Measures Greymark against other programs on this machine, and prints ratios. Without a PART it runs all
of them on newly built stores, and writes docs/benchmarks/${process.arch}.md and .json.

${PARTS.map(({ name, about }) => `  ${name.padEnd(8)} ${about}`).join('\n')}

  --rounds N   how often each is measured (default: ${DEFAULTS.rounds}; a figure of fewer than ${LEAST_ROUNDS} is not reliable)
  --seconds N  seconds of load in a round (default: ${DEFAULTS.seconds})
  --scale X    sizes of the stores, as a fraction of those in the documents (default: ${DEFAULTS.scale})

Stores are kept in ${FOLDER}.`

const print = (text: string) => process.stdout.write(`${text}\n`)
const say = (text: string) => process.stderr.write(`${text}\n`)

/** Measures a part, and stops all processes that it has started. */
export async function measure({ name, about, run }: Part, bench: Omit<Bench, 'say'>): Promise<PublishedPart> {
  mkdirSync(bench.folder, { recursive: true })
  try {
    const { figures, note } = await run({ ...bench, say: (text) => say(`${name}: ${text}`) })
    return { name, about, figures: figures.map(published), note }
  } finally {
    await stopAll()
  }
}

async function main(args: readonly string[]): Promise<void> {
  const text = { type: 'string' } as const
  const options = { rounds: text, seconds: text, scale: text, help: { type: 'boolean', short: 'h' } } as const
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
  if (values.help) {
    print(HELP)
    return
  }
  const chosen = PARTS.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
  const unknown = positionals.filter((name) => !PARTS.some((part) => part.name === name))
  if (unknown.length > 0) throw new RangeError(`there is no part "${unknown[0]}"; --help lists them`)
  const bench = {
    rounds: Math.ceil(positive('rounds', values.rounds)),
    seconds: positive('seconds', values.seconds),
    scale: positive('scale', values.scale),
    folder: FOLDER,
  }
  // A complete run measures the import of this commit, too.
  if (positionals.length === 0) rmSync(FOLDER, { recursive: true, force: true })
  // So that the processes of a part are stopped, too.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  moveTo('load', process.pid)
  const results: PublishedPart[] = []
  for (const part of chosen) {
    results.push(await measure(part, bench))
    print(tableOf(results.slice(-1)))
  }
  if (positionals.length > 0 || bench.scale !== 1 || bench.rounds < LEAST_ROUNDS) return
  const report = reportOf(results, bench)
  const document = join(ROOT, 'docs/benchmarks', process.arch)
  writeFileSync(`${document}.json`, `${JSON.stringify(report, null, 2)}\n`)
  writeFileSync(`${document}.md`, documentOf(report))
}

function positive(name: keyof typeof DEFAULTS, text: string | undefined): number {
  const value = Number(text ?? DEFAULTS[name])
  if (value > 0) return value
  throw new RangeError(`--${name} must be a number above 0; got "${text}"`)
}

if (import.meta.main) await main(process.argv.slice(2))
