import { readFileSync } from 'node:fs'
import type { NamedResult, WholeRun } from '../results.ts'
import { figureRow, HEADING_ROW } from './table.ts'

export const CHART_FILE = 'benchmarks.svg'

/** `docs/benchmarks.md`: the figures of one run, and the texts of bench/report/texts around them. */
export function document(run: WholeRun): string {
  const { day, rounds, seconds, machine, results } = run
  const measured = results.filter(({ figures }) => figures.length > 0)
  return [
    '# Benchmarks',
    textOf('introduction'),
    `One run on ${day}: ${rounds} rounds, ${seconds} s of load in each. \`npm run bench\` writes this document; its texts are in bench/report/texts.`,
    markdownTable(['', ''], machine),
    `![Ratios of all figures, and the goals](${CHART_FILE})`,
    '## The figures',
    textOf('how-to-read'),
    ...measured.flatMap(figuresOf),
    ...results.filter(({ figures }) => figures.length === 0).flatMap(partOf),
    textOf('further-tenths'),
    '## How to repeat them',
    textOf('how-to-repeat'),
  ]
    .join('\n\n')
    .concat('\n')
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

const textOf = (name: string): string =>
  readFileSync(new URL(`texts/${name}.md`, import.meta.url), 'utf8').trim()
