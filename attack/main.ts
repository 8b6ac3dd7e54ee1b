import { randomInt } from 'node:crypto'
import { arch, availableParallelism, platform } from 'node:os'
import { parseArgs } from 'node:util'
import type { AttackPart } from './part.ts'
import { PARTS, runPart } from './parts.ts'

/** The most failures that are printed; further ones are only counted. */
const PRINTED_FAILURES = 20
/** Cases and seeds have no more digits. */
const LARGEST = 999_999_999

const print = (text: string) => process.stdout.write(`${text}\n`)
const say = (text: string) => process.stderr.write(`${text}\n`)
const withCommas = (count: number): string => count.toLocaleString('en')

const width = Math.max(...PARTS.map(({ name }) => name.length))
const HELP = `Usage: npm run attack -- [PART...] [--count N] [--seed N]

Attacks Greymark on this machine and prints how often it failed, as rows of the table in docs/reliability.md.
Exits with 0 if it never did, else with 1. Without a PART it runs all of them.

${PARTS.map(
  ({ name, about, fullCount, unit }) =>
    `  ${name.padEnd(width)}  ${about} (${withCommas(fullCount)} ${unit})`,
).join('\n')}

  --count N  how many cases each part tries (default: the number beside it)
  --seed N   repeats a run: the same seed and count give the same cases (default: a new one)`

const OPTIONS = {
  count: { type: 'string' },
  seed: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

/** What the command line asks for, or in one sentence what is wrong with it. */
function asked(args: string[]) {
  const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true })
  return {
    isHelp: values.help === true,
    parts: positionals.length === 0 ? PARTS : positionals.map(partNamed),
    count: values.count === undefined ? undefined : wholeNumber('--count', values.count, 1),
    seed: values.seed === undefined ? randomInt(LARGEST) : wholeNumber('--seed', values.seed, 0),
  }
}

function partNamed(name: string): AttackPart {
  const part = PARTS.find((candidate) => candidate.name === name)
  if (part) return part
  throw new Error(`there is no part "${name}"; there are ${PARTS.map((known) => known.name).join(', ')}`)
}

function wholeNumber(option: string, text: string, least: number): number {
  const value = Number(text)
  if (/^\d{1,9}$/.test(text) && value >= least) return value
  throw new Error(`${option} must be a whole number from ${least} to ${LARGEST}; got "${text}"`)
}

/** Returns true if the part found no failure. If it throws, the others still run. */
async function attack(part: AttackPart, count: number, seed: number): Promise<boolean> {
  const { name, unit } = part
  const startedAt = performance.now()
  try {
    const { tried, failures } = await runPart(part, { count, seed, say: (line) => say(`${name}: ${line}`) })
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    for (const failure of failures.slice(0, PRINTED_FAILURES)) say(`${name}: ${failure}`)
    print(`| \`${name}\` | ${withCommas(tried)} ${unit} | ${failures.length} | ${seconds} |`)
    return failures.length === 0
  } catch (error) {
    print(`| \`${name}\` | aborted: ${error instanceof Error ? error.stack : error} | | |`)
    return false
  }
}

async function main(args: string[]): Promise<number> {
  let request: ReturnType<typeof asked>
  try {
    request = asked(args)
  } catch (error) {
    say(
      `attack: ${(error as Error).message.split('. ')[0]}\n"npm run attack -- --help" lists the parts and options`,
    )
    return 2
  }
  const { isHelp, parts, count, seed } = request
  if (isHelp) {
    print(HELP)
    return 0
  }
  const day = new Date().toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })
  const machine = `${platform()} on ${arch()}, ${availableParallelism()} cores, Node ${process.versions.node}`
  print(`${day}, ${machine}, seed ${seed}\n\n| part | cases | failures | seconds |\n|---|---|---|---|`)
  let isUnharmed = true
  for (const part of parts) isUnharmed = (await attack(part, count ?? part.fullCount, seed)) && isUnharmed
  return isUnharmed ? 0 : 1
}

process.exitCode = await main(process.argv.slice(2))
