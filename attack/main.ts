import { randomInt } from 'node:crypto'
import { type AttackChoice, BadCommandLine, choiceOf, helpFor } from './command-line.ts'
import type { AttackPart } from './part.ts'
import { PARTS } from './parts.ts'
import { runPart } from './run-part.ts'

/** The most failures that are printed; further ones are only counted. */
const PRINTED_FAILURES = 20

const print = (text: string) => process.stdout.write(`${text}\n`)
const say = (text: string) => process.stderr.write(`${text}\n`)

async function main(args: readonly string[]): Promise<number> {
  try {
    const choice = choiceOf(args, PARTS, () => randomInt(1_000_000_000))
    if (!choice) print(helpFor(PARTS))
    else return (await attack(choice)) ? 0 : 1
    return 0
  } catch (error) {
    if (!(error instanceof BadCommandLine)) throw error
    say(`attack: ${error.message}\n"npm run attack -- --help" lists the parts and options`)
    return 2
  }
}

/** Returns true if no part found a failure. If a part throws, the others still run. */
async function attack({ parts, count, seed }: AttackChoice): Promise<boolean> {
  let isUnharmed = true
  for (const part of parts) isUnharmed = (await attackWith(part, count ?? part.fullCount, seed)) && isUnharmed
  return isUnharmed
}

async function attackWith(part: AttackPart, count: number, seed: number): Promise<boolean> {
  const { name, unit } = part
  const startedAt = performance.now()
  try {
    const { tried, failures } = await runPart(part, { count, seed, say: (line) => say(`${name}: ${line}`) })
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    for (const failure of failures.slice(0, PRINTED_FAILURES)) say(`${name}: ${failure}`)
    print(
      `${name}: ${failures.length} failures in ${tried.toLocaleString('en')} ${unit} (seed ${seed}, ${seconds} s)`,
    )
    return failures.length === 0
  } catch (error) {
    print(`${name}: aborted (seed ${seed}): ${error instanceof Error ? error.stack : error}`)
    return false
  }
}

process.exitCode = await main(process.argv.slice(2))
