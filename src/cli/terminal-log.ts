import type { Writable } from 'node:stream'
import type { LogTarget } from '../service/start.ts'

/** The levels of the log that people must notice, and their names. */
const LEVELS: readonly [from: number, name: string][] = [
  [60, 'fatal'],
  [50, 'error'],
  [40, 'warning'],
]

/** Fields that are shown otherwise, or that nobody at the terminal needs. */
const LEFT_OUT = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'err'])

/** Writes the log for people at a terminal instead of as JSON. The command announces the start itself. */
export const terminalLog = (stdout: Writable): LogTarget => ({
  announcesStart: true,
  write: (line) => {
    const text = logLineText(line)
    if (text !== null) stdout.write(`${text}\n`)
  },
})

/** A JSON line of the log as text, with the local time; `null` for one without a message. */
export function logLineText(line: string): string | null {
  const entry: Record<string, unknown> = JSON.parse(line)
  if (!entry.msg) return null
  const time = new Date(Number(entry.time)).toTimeString().slice(0, 8)
  const [, name] = LEVELS.find(([from]) => Number(entry.level) >= from) ?? []
  const text = name === undefined ? `${entry.msg}` : `${name}: ${entry.msg}${detailsOf(entry)}`
  return `${time} ${withoutControls(text)}`
}

function detailsOf(entry: Readonly<Record<string, unknown>>): string {
  const { message } = Object(entry.err)
  const fields = Object.entries(entry)
    .filter(([name, value]) => !LEFT_OUT.has(name) && value !== null && typeof value !== 'object')
    .map(([name, value]) => `${name} ${value}`)
  const error = message === undefined ? '' : `: ${message}`
  return `${error}${fields.length === 0 ? '' : ` (${fields.join(', ')})`}`
}

/** Escapes what a terminal would interpret: control and format characters, and line ends. */
const withoutControls = (text: string): string =>
  text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  )
