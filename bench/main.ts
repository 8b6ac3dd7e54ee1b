import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BadCommandLine, type Choice, choiceOf, helpFor } from './command-line.ts'
import type { Part } from './figure.ts'
import { currentCommit, machineRows } from './machine.ts'
import { PARTS } from './parts.ts'
import { chart } from './report/chart.ts'
import { document } from './report/document.ts'
import { figureTable } from './report/table.ts'
import {
  isMeasured,
  lastRun,
  type NamedResult,
  newRun,
  resumedRun,
  saveRun,
  saveUnfinished,
  type WholeRun,
  withResult,
} from './results.ts'
import { Control } from './run/control/control.ts'
import { ROOT, stopAll } from './run/processes.ts'
import { moveToLoadCore } from './run/programs.ts'

/** The median of fewer rounds is not reliable. */
const MIN_ROUNDS = 5

const print = (text: string) => process.stdout.write(`${text}\n`)
const say = (text: string) => process.stderr.write(`${text}\n`)

async function main(args: readonly string[]): Promise<number> {
  try {
    const choice = choiceOf(args, PARTS)
    if (!choice) print(helpFor(PARTS))
    else if (choice.isWriting) writeAgain(choice)
    else return (await measure(choice)) ? 0 : 1
    return 0
  } catch (error) {
    if (!(error instanceof BadCommandLine)) throw error
    say(`bench: ${error.message}\n"npm run bench -- --help" shows its usage`)
    return 2
  }
}

function writeAgain({ place }: Choice): void {
  const run = lastRun(place)
  if (!run)
    throw new BadCommandLine(`there is no complete run in ${place}; run all parts first, without --write`)
  writeDocument(run)
}

/** Measures the chosen parts; returns false if one failed. The others are still measured. */
async function measure(choice: Choice): Promise<boolean> {
  mkdirSync(choice.place, { recursive: true })
  moveToLoadCore()
  if (isForDocument(choice)) return measureAll(choice)
  if (choice.isResuming) throw new BadCommandLine('--resume continues a run for the document; see --help')
  let failed = 0
  for (const part of choice.parts) if (!(await resultOf(part, choice))) failed++
  return failed === 0
}

/** Measures all parts for the document, and keeps each result, so that an interrupted run can be continued. */
async function measureAll(choice: Choice): Promise<boolean> {
  const { place, rounds, seconds } = choice
  const settings = { commit: currentCommit(), arch: process.arch, rounds, seconds, machine: machineRows() }
  const begun = choice.isResuming ? resumedRun(place, settings) : newRun(settings)
  if (typeof begun === 'string') throw new BadCommandLine(`nothing to resume: ${begun}`)
  let run = begun
  for (const part of choice.parts) {
    if (isMeasured(run, part.name)) continue
    const result = await resultOf(part, choice)
    if (result) run = withResult(run, result)
    saveUnfinished(place, run)
  }
  const inOrder = choice.parts.flatMap((part) => run.results.filter(({ name }) => name === part.name))
  if (inOrder.length < choice.parts.length) {
    say('the document needs all parts; "npm run bench -- --resume" measures those that failed')
    return false
  }
  const { toRepeat: _, ...finished } = run
  const whole = { ...finished, results: inOrder, day: new Date().toISOString().slice(0, 10) }
  saveRun(place, whole)
  writeDocument(whole)
  return true
}

async function resultOf(part: Part, choice: Choice): Promise<NamedResult | undefined> {
  const { name, about } = part
  say(`${name}: starts`)
  try {
    const control = await Control.start(choice)
    const measured = await part.run({ ...choice, control, say: (text) => say(`${name}: ${text}`) })
    const result = { ...measured, notes: [...measured.notes, ...control.notes()] }
    print(`\n${name}: ${about}\n`)
    if (result.figures.length > 0) print(figureTable(result.figures))
    for (const text of [result.text ?? [], result.notes].flat()) print(`${text}\n`)
    return { name, about, ...result }
  } catch (error) {
    say(`${name}: failed: ${error instanceof Error ? error.stack : error}`)
    return undefined
  } finally {
    await stopAll()
  }
}

/** True for a run of all parts in full size, with enough rounds, by the clock. */
const isForDocument = ({ parts, scale, rounds, isByCpu, isSmallest }: Choice): boolean =>
  parts.length === PARTS.length && scale === 1 && rounds >= MIN_ROUNDS && !isByCpu && !isSmallest

function writeDocument(run: WholeRun): void {
  const [text, picture] = [`${run.arch}.md`, `${run.arch}.svg`]
  const folder = join(ROOT, 'docs/benchmarks')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, text), document(run, picture))
  writeFileSync(join(folder, picture), chart(run.results))
  print(`docs/benchmarks/${text} is written`)
}

process.exitCode = await main(process.argv.slice(2))
