import { mkdirSync } from 'node:fs'
import { BadCommandLine, type Choice, choiceOf, helpFor } from './command-line.ts'
import type { Bench } from './figure.ts'
import { PARTS } from './parts.ts'
import { figureTable } from './report/table.ts'
import { stopAll } from './run/processes.ts'
import { moveToLoadCore } from './run/programs.ts'

const print = (text: string) => process.stdout.write(`${text}\n`)
const say = (text: string) => process.stderr.write(`${text}\n`)

async function main(args: readonly string[]): Promise<number> {
  try {
    const choice = choiceOf(args, PARTS)
    if (!choice) print(helpFor(PARTS))
    else await run(choice)
    return 0
  } catch (error) {
    if (!(error instanceof BadCommandLine)) throw error
    say(`bench: ${error.message}\n"npm run bench -- --help" tells how it is used`)
    return 2
  }
}

async function run({ parts, ...choice }: Choice): Promise<void> {
  mkdirSync(choice.place, { recursive: true })
  moveToLoadCore()
  const bench: Omit<Bench, 'say'> = choice
  for (const part of parts) {
    try {
      const { figures, notes } = await part.run({ ...bench, say: (words) => say(`${part.name}: ${words}`) })
      print(`\n${part.name}: ${part.about}\n\n${figureTable(figures)}`)
      for (const note of notes) print(note)
    } finally {
      await stopAll()
    }
  }
}

process.exitCode = await main(process.argv.slice(2))
