import { type Command, type CommandGroup, type Option, optionName } from './command.ts'

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

const optionLabel = (key: string, { kind }: Option): string =>
  kind ? `${optionName(key)} ${kind.shown}` : optionName(key)

/** What follows the name of a command: its arguments and options. */
function usageOf({ arguments: all = {}, options = {} }: Command): string {
  const named = Object.values(all).map(({ kind: { shown }, isOptional, isRepeated }) =>
    isRepeated ? `[${shown}...]` : isOptional ? `[${shown}]` : shown,
  )
  const optional = Object.entries(options).map(([key, option]) => {
    const label = optionLabel(key, option).replaceAll(' ', NBSP)
    return option.isRequired ? label : `[${label}]`
  })
  return [...named, ...optional].join(' ')
}

const usageLine = (text: string): string => `Usage: ${filled(`greymark ${text}`, ' '.repeat(9))}\n`

const exitCodes = ({ exits: [done, failed] }: Pick<Command, 'exits'>): string =>
  section('Exit codes', [
    ['0', done],
    ['1', failed],
    ['2', 'wrong arguments or settings'],
  ])

/** The help of a command or of a group, or of one command of a group. */
export function helpOf(name: string, command: Command | CommandGroup, action?: string): string {
  if (!('commands' in command)) return commandHelp(name, command)
  const { commands, about, standard } = command
  const chosen = action !== undefined && Object.hasOwn(commands, action) ? commands[action] : undefined
  if (chosen) return commandHelp(`${name} ${action}`, chosen)
  const rows = Object.entries(commands).map(([own, one]): Row => [own, one.summary ?? ''])
  const usages = Object.entries(commands).map(
    ([own, one]) => `  ${filled(`greymark ${name} ${own} ${usageOf(one)}`, ' '.repeat(4))}\n`,
  )
  const without = standard === undefined ? '' : `\nWithout a name it is "${standard}".\n`
  return `Usage:\n${usages.join('')}\n${paragraphs(about)}\n\n${labelled(rows)}${without}
"greymark help ${name} NAME" describes each with its options.
${exitCodes(command)}`
}

function commandHelp(name: string, command: Command): string {
  const { about, arguments: all = {}, options = {}, examples = [], list } = command
  const argumentRows = Object.values(all).map(({ kind, help }): Row => [kind.shown, help])
  const optionRows = Object.entries(options).map(
    ([key, option]): Row => [
      optionLabel(key, option),
      option.standard === undefined ? option.help : withStandard(option.help, option.standard),
    ],
  )
  const shown = examples.map((example) => `  greymark ${`${name} ${example}`.trim()}\n`)
  return [
    `${usageLine(`${name} ${usageOf(command)}`)}\n${paragraphs(about)}\n`,
    argumentRows.length + optionRows.length === 0 ? '' : `\n${labelled([...argumentRows, ...optionRows])}`,
    shown.length === 0 ? '' : `\nExamples:\n${shown.join('')}`,
    list ? section(list.title, list.rows) : '',
    exitCodes(command),
  ].join('')
}
