import { parseArgs } from 'node:util'
import { acceptRefusal, CannotSettle, discardRefusals, settleSameAs } from '../../collect/settle.ts'
import { loadConfig } from '../../config.ts'
import { istClock } from '../../market/calendar.ts'
import { rupeesFromPaise } from '../../market/money.ts'
import { compareText } from '../../market/text-order.ts'
import { RUPEE_KEYS } from '../../sources/facts-file/fields.ts'
import { candidatesOf, openRefusals, type RefusedRow, refusal } from '../../store/collection/refusals.ts'
import type { Db } from '../../store/engines/db.ts'
import { sourcesFor } from '../chosen-sources.ts'
import { type Command, EXIT, type ExitCode, type Terminal, UsageError } from '../command.ts'
import { withStore } from '../open-store.ts'
import { rowText, subjectText } from '../row-text.ts'
import { textTable } from '../text-table.ts'
import { waitUntilRecorded } from '../wait-until-recorded.ts'

const OPTIONS = {
  source: { type: 'string' },
  rule: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const

/** The longest row text in the table. */
const MAX_ROW_LENGTH = 60

export const help = `Usage: greymark refusals [--source ID] [--rule RULE] [--json]
       greymark refusals show ID
       greymark refusals accept ID
       greymark refusals discard ID
       greymark refusals same-as ID SLUG

Refused rows are stored whole, with the reason. Without arguments, or with "list", lists the
open ones; rows of one source about one company, refused by one rule, are one line, with their
number.

  show      print the row, the reason, and the issues that it may be about
  accept    record the row although a rule objects
  discard   discard it and rows like it, also when they appear again; they stay on record
  same-as   it is about the issue SLUG: records the name, and reads the rows that waited for it again

Settled rows are recorded now, and keep the day they were observed on.

Exit codes: 0 done, 1 there is no such refusal or it cannot be settled this way, 2 wrong arguments or
settings.`

export const run: Command['run'] = async (args, terminal) => {
  const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
  const [action = 'list', ...rest] = positionals
  const isReadOnly = action === 'list' || action === 'show'
  if (action === 'list' && rest.length > 0)
    throw new UsageError('"list" takes no arguments; "show ID" prints one refusal')
  if (action !== 'list' && (values.json || values.source !== undefined || values.rule !== undefined))
    throw new UsageError('--source, --rule and --json are for the list')
  const work = (db: Db) => {
    if (action === 'list') return list(db, terminal, values)
    if (action === 'show') return show(db, terminal, refusalId(rest))
    return settle(db, terminal, action, rest)
  }
  try {
    return await withStore(terminal, work, { use: isReadOnly ? 'read' : 'create' })
  } catch (error) {
    if (!(error instanceof CannotSettle)) throw error
    terminal.stderr.write(`greymark refusals: ${error.message}\n`)
    return EXIT.failed
  }
}

function refusalId([text, ...more]: readonly string[]): number {
  if (text !== undefined && more.length === 0 && /^\d+$/.test(text)) return Number(text)
  throw new UsageError('give the number of one refusal, as "greymark refusals" lists them')
}

async function settle(
  db: Db,
  terminal: Terminal,
  action: string,
  rest: readonly string[],
): Promise<ExitCode> {
  const { known } = sourcesFor(loadConfig(terminal.env), [])
  const options = { now: terminal.now, sources: known }
  if (action === 'discard') {
    const count = await discardRefusals(db, refusalId(rest), options)
    terminal.stdout.write(`${count} discarded\n`)
    return EXIT.done
  }
  if (action !== 'accept' && action !== 'same-as')
    throw new UsageError(
      `there is no "refusals ${action}"; there are list, show, accept, discard and same-as`,
    )
  const [id = '', slug, ...more] = rest
  const isSameAs = action === 'same-as'
  if (isSameAs ? slug === undefined || more.length > 0 : slug !== undefined)
    throw new UsageError(
      isSameAs ? 'give a number and the slug of an issue' : 'give the number of one refusal',
    )
  const outcome = isSameAs
    ? await settleSameAs(db, refusalId([id]), slug ?? '', options)
    : await acceptRefusal(db, refusalId([id]), options)
  if (outcome.committed !== null) await waitUntilRecorded(outcome.committed, terminal)
  terminal.stdout.write(`${outcome.taken} taken, ${outcome.known} already known\n`)
  const remaining = await refusal(db, Number(id))
  if (remaining?.settled !== null) return EXIT.done
  terminal.stderr.write(`still refused: ${remaining.reason}\n`)
  return EXIT.failed
}

async function list(
  db: Db,
  { env, stdout }: Terminal,
  { source, rule, json }: { source?: string; rule?: string; json: boolean },
): Promise<ExitCode> {
  const chosen = source === undefined ? undefined : sourcesFor(loadConfig(env), [source]).chosen
  const sources = chosen?.map(({ id }) => id)
  const rows = await openRefusals(db, { ...(sources && { sources }), ...(rule && { rules: [rule] }) })
  if (json) {
    for (const row of rows) stdout.write(`${JSON.stringify(published(row))}\n`)
    return EXIT.done
  }
  if (rows.length === 0) {
    stdout.write(sources || rule ? 'no refused rows match\n' : 'no refused rows\n')
    return EXIT.done
  }
  const alike = Map.groupBy(rows, (row) =>
    row.subject === '' ? String(row.id) : JSON.stringify([row.source, row.rule, row.subject]),
  )
  const lines = [...alike.values()].flatMap((group) => {
    const last = group.toSorted((a, b) => compareText(a.last_seen, b.last_seen)).at(-1)
    return last ? [lineOf(last, group.length)] : []
  })
  stdout.write(textTable(['ID', 'ROWS', 'SOURCE', 'RULE', 'LAST SEEN', 'ROW', 'MAY BE'], lines))
  return EXIT.done
}

const lineOf = (row: RefusedRow, count: number): string[] => [
  String(row.id),
  String(count),
  row.source,
  row.rule,
  istClock(row.last_seen),
  row.raw.length > MAX_ROW_LENGTH ? `${row.raw.slice(0, MAX_ROW_LENGTH - 1)}…` : row.raw,
  candidatesOf(row).join(', '),
]

async function show(db: Db, { stdout }: Terminal, id: number): Promise<ExitCode> {
  const row = await refusal(db, id)
  if (!row) throw new CannotSettle(`there is no refusal ${id}`)
  const candidates = candidatesOf(row)
  const lines: [string, string][] = [
    ['Source', `${row.source}, ${row.document}, row ${row.line}`],
    ['Rule', row.rule],
    ['Reason', row.reason],
    ['Row', row.raw],
    ['Read as', row.said === null ? 'not readable' : rowText(JSON.parse(row.said))],
    ['Of', row.said === null ? '' : subjectText(JSON.parse(row.said))],
    ['May be', candidates.length > 0 ? candidates.join(', ') : 'no known issue'],
    [
      'Seen',
      row.times === 1
        ? `once, at ${istClock(row.first_seen)}`
        : `${row.times} times, from ${istClock(row.first_seen)} to ${istClock(row.last_seen)}`,
    ],
    ['Settled', settledText(row)],
  ]
  const filled = lines.filter(([, text]) => text !== '')
  stdout.write(filled.map(([label, text]) => `${label.padEnd(8)} ${text}\n`).join(''))
  return EXIT.done
}

function settledText({ settled, settled_as, settled_at }: RefusedRow): string {
  if (settled === null || settled_at === null) return 'no'
  return `${settled}${settled_as === null ? '' : ` as ${settled_as}`}, ${istClock(settled_at)}`
}

/** Amounts are stored in paise; the output and the facts file use rupees. */
const inRupees = (key: string, value: unknown): unknown =>
  typeof value === 'number' && (RUPEE_KEYS.has(key) || key === 'previousClose')
    ? rupeesFromPaise(value)
    : value

const published = (row: RefusedRow) => ({
  id: row.id,
  source: row.source,
  document: row.document,
  row: row.line,
  rule: row.rule,
  reason: row.reason,
  raw: row.raw,
  said: row.said === null ? null : JSON.parse(row.said, inRupees),
  candidates: candidatesOf(row),
  firstSeen: row.first_seen,
  lastSeen: row.last_seen,
  times: row.times,
})
