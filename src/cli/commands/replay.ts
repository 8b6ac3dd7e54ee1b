import { replayAnswers } from '../../collect/replay.ts'
import { loadConfig } from '../../config.ts'
import { sourcesFor } from '../chosen-sources.ts'
import { defineCommand, EXIT, UsageError } from '../command.ts'
import { recordIn } from '../open-store.ts'
import { DRY_RUN, JSON_OUTPUT, text } from '../values.ts'

export const command = defineCommand({
  about: `Reads every stored answer of a source again, for example after a parser fix, and records what was
    missed. New facts are recorded now, keep the day they were observed on, and refer to their download.
    A later report of the same figure takes precedence. Pruned answers are reported as a gap.`,
  arguments: { id: { kind: text('SOURCE'), help: 'one source, such as ipowatch', isRequired: true } },
  options: { dryRun: DRY_RUN, json: JSON_OUTPUT },
  examples: ['ipowatch --dry-run'],
  exits: ['done', 'stored answers still cannot be read'],
  run: async ({ id, dryRun, json }, terminal) => {
    const { env, now, stdout } = terminal
    const { chosen, known } = sourcesFor(loadConfig(env), [id])
    const [source, ...more] = chosen
    if (!source || more.length > 0) throw new UsageError('give one source, such as ipowatch')
    const report = await recordIn(terminal, dryRun, (db) =>
      replayAnswers(db, source, { now, sources: known, dryRun }),
    )
    const { payloads, unreadable, gap, taken, known: old, refused } = report
    const verb = dryRun ? 'would be taken' : 'taken'
    if (json) stdout.write(`${JSON.stringify(report)}\n`)
    else if (payloads === 0 && !gap)
      stdout.write(`no answers of ${source.id} are stored: it has not been read yet\n`)
    else {
      stdout.write(
        `${payloads} stored answers read again: ${taken} ${verb}, ${old} already known, ${refused} refused\n`,
      )
      if (unreadable > 0) stdout.write(`${unreadable} answers still cannot be read\n`)
      if (gap)
        stdout.write(
          `GAP: ${gap.payloads} answers from ${gap.from} to ${gap.to} were pruned and could not be read again\n`,
        )
    }
    return unreadable > 0 ? EXIT.failed : EXIT.done
  },
})
