import { execFileSync } from 'node:child_process'
import { cpus, release, totalmem, type } from 'node:os'
import type { Bench, Published } from './figure.ts'
import { CORES, ROOT } from './run/processes.ts'

/** All figures of a run, as in `docs/benchmarks/ARCH.json`. */
export interface Report {
  readonly date: string
  /** The commit that was measured; it ends in `-dirty` if files were changed. */
  readonly commit: string
  readonly machine: Readonly<Record<string, string>>
  readonly rounds: number
  readonly seconds: number
  readonly parts: readonly PublishedPart[]
}

export interface PublishedPart {
  readonly name: string
  readonly about: string
  readonly figures: readonly Published[]
  readonly note: string
}

export const reportOf = (
  parts: readonly PublishedPart[],
  { rounds, seconds }: Pick<Bench, 'rounds' | 'seconds'>,
): Report => ({
  date: new Date().toISOString().slice(0, 10),
  commit: execFileSync('git', ['describe', '--always', '--dirty'], { cwd: ROOT, encoding: 'utf8' }).trim(),
  machine: {
    processor: `${process.arch}, ${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}`,
    memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
    system: `${type()} ${release()}`,
    node: process.version,
    cores: CORES ? 'servers on one, load on another' : 'shared by servers and load',
  },
  rounds,
  seconds,
  parts,
})

/** The figures of a run as one table. `docs/benchmarks.md` says how to read it. */
export function documentOf({ date, commit, machine, rounds, seconds, parts }: Report): string {
  const about = Object.values(machine).join('; ')
  return `# Benchmarks on ${process.arch}

[The page on the benchmarks](../benchmarks.md) says what is measured, and how to read and repeat it.

\`npm run bench\` wrote this document on ${date}, on commit ${commit}, with ${rounds} rounds of ${seconds} s. Machine: ${about}.

${tableOf(parts)}

${parts.map(({ name, note }) => `- **${name}**: ${note}`).join('\n')}
`
}

export const tableOf = (parts: readonly PublishedPart[]): string =>
  [
    ['part', 'work', 'against', 'ours', 'theirs', 'unit', 'ratio', 'half of the rounds', 'goal', ''],
    Array<string>(10).fill('---'),
    ...parts.flatMap(({ name, figures }) => figures.map((figure) => [name, ...cellsOf(figure)])),
  ]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')

function cellsOf(figure: Published): string[] {
  const { work, against, ours, theirs, unit, ratio, spread, goal } = figure
  const goalText = goal && ('atLeast' in goal ? `at least ${goal.atLeast}` : `at most ${goal.atMost}`)
  const values = [ours, theirs].map((value) => value.toLocaleString('en-GB'))
  return [
    work,
    against,
    ...values,
    unit,
    `${ratio}`,
    `${spread.low} to ${spread.high}`,
    goalText ?? '',
    verdictOf(figure),
  ]
}

function verdictOf({ isReliable, goal, ratio }: Published): string {
  if (!isReliable) return 'not reliable'
  if (!goal) return ''
  return ('atLeast' in goal ? ratio >= goal.atLeast : ratio <= goal.atMost) ? 'reached' : '**missed**'
}
