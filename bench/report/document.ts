import type { NamedResult, WholeRun } from '../results.ts'
import { figureRow, HEADING_ROW } from './table.ts'

/** The figures of one run, with the chart in a file beside it. `docs/benchmarks.md` says how to read it. */
export function document(run: WholeRun, chartFile: string): string {
  const { arch, machine, results } = run
  const measured = results.filter(({ figures }) => figures.length > 0)
  return [
    `# Benchmarks on ${arch}`,
    '[The page on the benchmarks](../benchmarks.md) says what is measured, and how to read and repeat it.',
    `${runText(run)} \`npm run bench\` writes this document.`,
    markdownTable(['', ''], machine),
    `![Ratios of all figures, and the goals](${chartFile})`,
    '## The figures',
    ...measured.flatMap(figuresOf),
    ...results.filter(({ figures }) => figures.length === 0).flatMap(partOf),
  ]
    .join('\n\n')
    .concat('\n')
}

function runText({ day, commit, rounds, seconds, interruptions, repeated }: WholeRun): string {
  const of = commit === undefined ? 'changed files' : `commit ${commit}`
  const pauses =
    interruptions === 0
      ? ''
      : `, interrupted and continued ${interruptions} ${interruptions === 1 ? 'time' : 'times'}`
  const again =
    repeated.length === 0
      ? ''
      : ` Measured again, because the machine had disturbed them: ${repeated.join(', ')}; the result with fewer unreliable figures counts.`
  return `One run on ${day} of ${of}${pauses}: ${rounds} rounds, ${seconds} s of load in each.${again}`
}

const figuresOf = (result: NamedResult): string[] => {
  const [heading, ...rest] = partOf(result)
  return [heading ?? '', markdownTable(HEADING_ROW, result.figures.map(figureRow)), ...rest]
}

const partOf = ({ name, about, notes, text }: NamedResult): string[] => [
  `### ${name}: ${about}`,
  ...(text === undefined ? [] : [text.trim()]),
  ...(notes.length === 0 ? [] : [notes.map((note) => `- ${note}`).join('\n')]),
]

export function markdownTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(headings), `|${headings.map(() => '---|').join('')}`, ...rows.map(line)].join('\n')
}
