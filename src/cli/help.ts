import { type Command, type CommandGroup, parameterLabel } from './command.ts'

/** Columns of a terminal. */
const WIDTH = 80
/** Keeps an option and its value on one line. */
const NBSP = '\u00a0'

type Row = readonly [label: string, text: string]

/** Lines as long as the terminal allows, all but the first indented. */
function filled(text: string, indent = ''): string {
  const lines: string[] = []
  let line = ''
  for (const word of text.trim().split(/[ \n]+/)) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && indent.length + longer.length > WIDTH) {
      lines.push(line)
      line = word
    } else line = longer
  }
  return [...lines, line].join(`\n${indent}`).replaceAll(NBSP, ' ')
}

const paragraphs = (text: string): string =>
  text
    .split(/\n\n+/)
    .map((part) => filled(part))
    .join('\n\n')

/** Labels in a column, and their texts beside it. */
export function labelled(rows: readonly Row[]): string {
  const width = Math.max(...rows.map(([label]) => label.length))
  const indent = ' '.repeat(width + 4)
  return rows.map(([label, text]) => `  ${label.padEnd(width)}  ${filled(text, indent)}\n`).join('')
}

/** A text with a default, which is kept on one line. */
export const withStandard = (text: string, standard: string): string =>
  `${text} (default:${NBSP}${standard || 'none'})`

const section = (title: string, rows: readonly Row[]): string =>
  rows.length === 0 ? '' : `\n${title}:\n${labelled(rows)}`

/** What follows the name of a command: its arguments and options. */
function usageOf({ arguments: all = {}, options = {} }: Command): string {
  const parts = Object.entries({ ...all, ...options }).map(([key, parameter]) => {
    const label = parameterLabel(key, parameter, key in options).replaceAll(' ', NBSP)
    return parameter.isRepeated ? `[${label}...]` : parameter.isRequired ? label : `[${label}]`
  })
  return parts.join(' ')
}

const exitCodes = ([done, failed]: Command['exits'] = ['done', 'failed']): string =>
  section('Exit codes', [
    ['0', done],
    ['1', failed],
    ['2', 'wrong arguments or settings'],
  ])

const firstSentence = (text: string): string => text.split(/(?<=\.)\s/, 1).join()

/** The help of a command or of a group, or of one command of a group. */
export function helpOf(name: string, command: Command | CommandGroup, action?: string): string {
  if (!('commands' in command)) return commandHelp(name, command)
  const { commands, about, standard, exits } = command
  const chosen = action !== undefined && Object.hasOwn(commands, action) ? commands[action] : undefined
  if (chosen) return commandHelp(`${name} ${action}`, { ...chosen, ...(exits && { exits }) })
  const rows = Object.entries(commands).map(([own, one]): Row => [own, firstSentence(one.about)])
  const usages = Object.entries(commands).map(
    ([own, one]) => `  ${filled(`greymark ${name} ${own} ${usageOf(one)}`, ' '.repeat(4))}\n`,
  )
  const without = standard === undefined ? '' : `\nWithout a name it is "${standard}".\n`
  return `Usage:\n${usages.join('')}\n${paragraphs(about)}\n\n${labelled(rows)}${without}
"greymark help ${name} NAME" describes each with its options.
${exitCodes(exits)}`
}

function commandHelp(name: string, command: Command): string {
  const { about, arguments: all = {}, options = {}, examples = [], list, exits } = command
  const rows = Object.entries({ ...all, ...options }).map(([key, parameter]): Row => {
    const { help, standard } = parameter
    const text = standard === undefined ? help : withStandard(help, standard)
    return [parameterLabel(key, parameter, key in options), text]
  })
  const shown = examples.map((example) => `  greymark ${`${name} ${example}`.trim()}\n`)
  return [
    `Usage: ${filled(`greymark ${name} ${usageOf(command)}`, ' '.repeat(9))}\n\n${paragraphs(about)}\n`,
    rows.length === 0 ? '' : `\n${labelled(rows)}`,
    shown.length === 0 ? '' : `\nExamples:\n${shown.join('')}`,
    list ? section(list.title, list.rows) : '',
    exitCodes(exits),
  ].join('')
}
