import { acceptRefusal, CannotSettle, discardRefusals, settleSameAs } from '../../collect/settle.ts'
import { loadConfig } from '../../config.ts'
import { istClock } from '../../market/calendar.ts'
import { rupeesFromPaise } from '../../market/money.ts'
import { compareText } from '../../market/text-order.ts'
import { RUPEE_KEYS } from '../../sources/facts-file/fields.ts'
import { candidatesOf, openRefusals, type RefusedRow, refusal } from '../../store/collection/refusals.ts'
import type { Db } from '../../store/engines/db.ts'
import { sourcesFor } from '../chosen-sources.ts'
import { defineCommand, defineGroup, EXIT, type ExitCode, type Kind, type Terminal } from '../command.ts'
import { waitUntilRecorded, withStore } from '../open-store.ts'
import { rowText, subjectText } from '../row-text.ts'
import { textTable } from '../text-table.ts'
import { text } from '../values.ts'

/** The longest row text in the table. */
const MAX_ROW_LENGTH = 60

const numberOfRefusal: Kind<number> = {
  shown: 'ID',
  expected: 'the number of a refusal, as "greymark refusals" lists them',
  read: (given) => (/^\d+$/.test(given) ? Number(given) : undefined),
}
const id = { kind: numberOfRefusal, help: numberOfRefusal.expected, isRequired: true } as const

const settleOptions = ({ env, now }: Terminal) => ({ now, sources: sourcesFor(loadConfig(env), []).known })

/** Settles a refusal so that its row is recorded, and prints what became of it. */
const settle = (terminal: Terminal, number: number, work: typeof acceptRefusal): Promise<ExitCode> =>
  withStore(terminal, 'create', async (db) => {
    const { stdout, stderr } = terminal
    const { taken, known, committed } = await work(db, number, settleOptions(terminal))
    await waitUntilRecorded(committed, terminal)
    stdout.write(`${taken} taken, ${known} already known\n`)
    const remaining = await refusal(db, number)
    if (remaining?.settled !== null) return EXIT.done
    stderr.write(`still refused: ${remaining.reason}\n`)
    return EXIT.failed
  })

export const command = defineGroup({
  about: `Refused rows are stored whole, with the reason. What is settled is recorded now, and keeps the day it
    was observed on.`,
  exits: ['done', 'there is no such refusal or it cannot be settled this way'],
  standard: 'list',
  commands: {
    list: defineCommand({
      about: `Lists the refused rows that are not settled. Rows of one source about one company, refused by
        one rule, are one line, with their number.`,
      options: {
        source: { kind: text('ID'), help: 'only rows of this source' },
        rule: { kind: text('RULE'), help: 'only rows that this rule refused' },
        json: { help: 'print one JSON object a line, for every row' },
      },
      examples: ['--source ipowatch'],
      run: ({ source, rule, json }, terminal) =>
        withStore(terminal, 'read', async (db) => {
          const { env, stdout } = terminal
          const chosen = source === undefined ? undefined : sourcesFor(loadConfig(env), [source]).chosen
          const sources = chosen?.map(({ id }) => id)
          const rows = await openRefusals(db, { ...(sources && { sources }), ...(rule && { rules: [rule] }) })
          if (json) for (const row of rows) stdout.write(`${JSON.stringify(published(row))}\n`)
          else if (rows.length > 0) stdout.write(tableOf(rows))
          else stdout.write(sources || rule ? 'no refused rows match\n' : 'no refused rows\n')
          return EXIT.done
        }),
    }),
    show: defineCommand({
      about: 'Prints the row, the reason, and the issues that it may be about.',
      arguments: { id },
      run: ({ id }, terminal) => withStore(terminal, 'read', (db) => show(db, terminal, id)),
    }),
    accept: defineCommand({
      about: 'Records the row although a rule objects.',
      arguments: { id },
      run: ({ id }, terminal) => settle(terminal, id, acceptRefusal),
    }),
    discard: defineCommand({
      about: 'Discards it and rows like it, also when they appear again; they stay on record.',
      arguments: { id },
      run: ({ id }, terminal) =>
        withStore(terminal, 'create', async (db) => {
          terminal.stdout.write(`${await discardRefusals(db, id, settleOptions(terminal))} discarded\n`)
          return EXIT.done
        }),
    }),
    'same-as': defineCommand({
      about: 'It is about the issue SLUG: records the name, and reads the rows that waited for it again.',
      arguments: {
        id,
        slug: { kind: text('SLUG'), help: 'the slug of an issue, such as acme-foods', isRequired: true },
      },
      examples: ['12 acme-foods'],
      run: ({ id, slug }, terminal) =>
        settle(terminal, id, (db, number, options) => settleSameAs(db, number, slug, options)),
    }),
  },
})

function tableOf(rows: readonly RefusedRow[]): string {
  const alike = Map.groupBy(rows, (row) =>
    row.subject === '' ? String(row.id) : JSON.stringify([row.source, row.rule, row.subject]),
  )
  const lines = [...alike.values()].flatMap((group) => {
    const last = group.toSorted((a, b) => compareText(a.last_seen, b.last_seen)).at(-1)
    return last ? [lineOf(last, group.length)] : []
  })
  return textTable(['ID', 'ROWS', 'SOURCE', 'RULE', 'LAST SEEN', 'ROW', 'MAY BE'], lines)
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
