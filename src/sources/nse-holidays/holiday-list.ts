import type { Day } from '../../market/calendar.ts'
import type { HolidaySegment } from '../../market/facts/fact.ts'
import { asObject, asRows, checkKeys, type JsonObject, readJson, shortJson, textOf } from '../formats/json.ts'
import { dayFromDMonY } from '../parsing/dates.ts'
import { type CellRule, cellOf, parseRow } from '../parsing/row.ts'
import { type ParsedDocument, Unreadable } from '../source.ts'

/** The market in shares. The other lists of the answer are those of bonds, currencies and derivatives. */
const SHARES = 'CM'
const LAYOUT = {
  required: ['tradingDate', 'description'],
  known: ['weekDay', 'morning_session', 'evening_session', 'Sr_no'],
  what: `the list ${SHARES}`,
}

const DAY: CellRule<Day> = {
  rule: 'holiday-date',
  expected: 'a day such as 26-Jan-2026',
  from: dayFromDMonY,
}
const NAME: CellRule<string> = {
  rule: 'holiday-name',
  expected: 'the name of a holiday',
  from: (text) => text,
}

/** Parses a list of holidays. An empty one is no answer: every year has holidays. */
export function readHolidays(segment: HolidaySegment, body: string): ParsedDocument {
  const lists = asObject(readJson(body), 'the answer')
  const list = Object.hasOwn(lists, SHARES) ? lists[SHARES] : undefined
  if (list === undefined)
    throw new Unreadable(`the answer has no list ${SHARES}; found ${shortJson(Object.keys(lists))}`)
  const rows = asRows(list, LAYOUT.what)
  if (rows.length === 0) throw new Unreadable(`the list ${SHARES} is empty`)
  const unknownColumns = checkKeys(rows, LAYOUT)
  const names = namesByDay(rows)
  const entries = rows.flatMap((cells, index) =>
    parseRow(index + 1, JSON.stringify(cells), () => {
      const day = cellOf('tradingDate', textOf(cells, 'tradingDate'), DAY)
      const printed = cellOf('description', textOf(cells, 'description'), NAME)
      const name = [...(names.get(day) ?? [printed])].join(' / ')
      return [{ kind: 'holiday', exchange: 'NSE', segment, day, name }]
    }),
  )
  return { entries, rows: rows.length, unknownColumns }
}

/** Two festivals may share a day, in two rows. Both names are its name, so that the rows do not contradict. */
function namesByDay(rows: readonly JsonObject[]): ReadonlyMap<Day, ReadonlySet<string>> {
  const names = new Map<Day, Set<string>>()
  for (const cells of rows) {
    const day = dayFromDMonY(textOf(cells, 'tradingDate') ?? '')
    const name = textOf(cells, 'description')
    if (day !== null && name !== null) names.set(day, (names.get(day) ?? new Set()).add(name))
  }
  return names
}
