import { parseArgs } from 'node:util'
import { type ReplayReport, replayAnswers as replaySource } from '../../collect/replay.ts'
import { loadConfig } from '../../config.ts'
import { sourcesFor } from '../chosen-sources.ts'
import { type Command, EXIT, type Terminal, UsageError } from '../command.ts'
import { withStore } from '../open-store.ts'
import { waitUntilRecorded } from '../wait-until-recorded.ts'

const OPTIONS = {
  'dry-run': { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const

export const help = `Usage: greymark replay SOURCE [--dry-run] [--json]

Reads every stored answer of a source again, for example after a parser fix, and records what was
missed. New facts are recorded now, keep the day they were observed on, and refer to their download.
A later report of the same figure takes precedence. Pruned answers are reported as a gap.

  --dry-run   print what would happen, and change nothing
  --json      print the outcome as JSON

Exit codes: 0 done, 1 stored answers still cannot be read, 2 wrong arguments or settings.`

export const run: Command['run'] = async (args, terminal) => {
  const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
  const { chosen, known } = sourcesFor(loadConfig(terminal.env), positionals)
  const [source, ...more] = chosen
  if (positionals.length !== 1 || !source || more.length > 0)
    throw new UsageError('give one source, such as ipowatch')
  const dryRun = values['dry-run']
  const options = { now: terminal.now, sources: known, dryRun }
  const report = await withStore(terminal, (db) => replaySource(db, source, options), {
    use: dryRun ? 'change' : 'create',
    isTrial: dryRun,
  })
  if (report.committed !== null && !dryRun) await waitUntilRecorded(report.committed, terminal)
  if (values.json) terminal.stdout.write(`${JSON.stringify(report)}\n`)
  else describe(terminal, report, dryRun)
  return report.unreadable > 0 ? EXIT.failed : EXIT.done
}

function describe({ stdout }: Terminal, report: ReplayReport, dryRun: boolean): void {
  const { payloads, unreadable, gap, taken, known, refused } = report
  if (payloads === 0 && !gap) {
    stdout.write(`no answers of ${report.source} are stored: it has not been read yet\n`)
    return
  }
  stdout.write(
    `${payloads} stored answers read again: ${taken} ${dryRun ? 'would be taken' : 'taken'}, ${known} already known, ${refused} refused\n`,
  )
  if (unreadable > 0) stdout.write(`${unreadable} answers still cannot be read\n`)
  if (gap)
    stdout.write(
      `GAP: ${gap.payloads} answers from ${gap.from} to ${gap.to} were pruned and could not be read again\n`,
    )
}
