import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Instant, msOf } from '../market/calendar.ts'
import { readFactsFile } from '../sources/facts-file/read-file.ts'
import { type Outcome, recordFacts } from '../store/append/record-facts.ts'
import type { Db } from '../store/db.ts'
import { type Command, EXIT, type Terminal, UsageError } from './command.ts'
import { withStore } from './open-store.ts'
import { progressBar } from './progress.ts'

const OPTIONS = {
  'skip-bad': { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const

export const importFacts: Command = {
  name: 'import',
  summary: 'Bring facts in from a file',
  help: `Usage: greymark import FILE [--skip-bad] [--dry-run] [--json]

Reads a facts file: one JSON object a line, in any order. "-" reads standard input. The file is
taken whole or not at all, and importing it twice changes nothing.

  --skip-bad   take the good lines although others are refused
  --dry-run    say what would happen, and change nothing
  --json       print the counts and refusals as JSON

Exit codes: 0 taken, or all known already, 1 lines were refused or the file cannot be read,
2 wrong arguments or settings.`,

  async run(args, terminal) {
    const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
    const [file, ...more] = positionals
    if (file === undefined || more.length > 0) throw new UsageError('give one file, or - for standard input')

    const skipBad = values['skip-bad']
    const dryRun = values['dry-run']
    const bytes = file === '-' ? undefined : await sizeOf(file)
    const work = async (db: Db) => {
      const progress = progressBar(terminal, bytes)
      const input = file === '-' ? terminal.stdin : createReadStream(file)
      const batches = readFactsFile(input, progress.add)
      return recordFacts(db, { source: 'import', now: terminal.now, batches, skipBad, dryRun }).finally(
        progress.done,
      )
    }
    const outcome = await withStore(terminal, work, { onlyLooks: dryRun })
    if (outcome.committed !== null) await untilPast(outcome.committed, terminal)
    report(terminal, outcome, { skipBad, dryRun, json: values.json })
    return outcome.refused === 0 || skipBad ? EXIT.done : EXIT.failed
  },
}

/** Undated facts are stamped a little after their commit. Once this command has ended, they are of the past. */
async function untilPast(moment: Instant, { now }: Terminal): Promise<void> {
  for (let left = msOf(moment) - msOf(now()); left >= 0; left = msOf(moment) - msOf(now()))
    await setTimeout(left + 1)
}

/** The size of a file, which a pipe does not have. */
async function sizeOf(path: string): Promise<number | undefined> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new Error(
      error.code === 'ENOENT' ? `there is no file ${path}` : `cannot read ${path}: ${error.message}`,
    )
  })
  if (found.isDirectory()) throw new Error(`${path} is a folder, not a facts file`)
  return found.isFile() ? found.size : undefined
}

function report(
  { stdout, stderr }: Terminal,
  { read, known, refused, refusals, ...outcome }: Outcome,
  { skipBad, dryRun, json }: { skipBad: boolean; dryRun: boolean; json: boolean },
): void {
  const taken = refused === 0 || skipBad ? outcome.taken : 0
  if (json) {
    stdout.write(`${JSON.stringify({ read, taken, known, refused, dryRun, refusals })}\n`)
    return
  }
  for (const { line, reason } of refusals) stderr.write(`line ${line}: ${reason}\n`)
  if (refused > refusals.length) stderr.write(`and ${refused - refusals.length} more refused lines\n`)
  const verb = dryRun ? 'would be taken' : 'taken'
  const nothing = `: nothing ${dryRun ? 'would be' : 'was'} taken; fix the lines above, or use --skip-bad`
  const hint = refused > 0 && !skipBad ? nothing : ''
  stdout.write(`${taken} ${verb}, ${known} already known, ${refused} refused${hint}\n`)
}
