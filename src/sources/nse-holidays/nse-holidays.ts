import type { Day } from '../../market/calendar.ts'
import { HOLIDAY_SEGMENTS, type HolidaySegment } from '../../market/facts/fact.ts'
import { NSE_SITE, nseRequest } from '../exchanges/requests.ts'
import { asObject, asRows, type JsonObject, readJson, shortJson, textOf } from '../formats/json.ts'
import { dayFromDMonY } from '../parsing/dates.ts'
import { anyText, cellRule, readJsonRows } from '../parsing/row.ts'
import { type ParsedDocument, type Source, Unreadable } from '../source.ts'

/** The page that shows the same lists to people. */
const PAGE = `${NSE_SITE}/resources/exchange-communication-holidays`

/** The lists of this year, and of the next once its circular is out. A day may be added a few days before it comes. */
export const nseHolidays: Source = {
  id: 'nse-holidays',
  publisher: 'nse',
  home: PAGE,
  contents: 'trading and clearing holidays',
  schedule: { words: 'at 7:30', cron: ['30 7 * * *'] },
  isDated: false,

  plan: () =>
    HOLIDAY_SEGMENTS.map((segment) => nseRequest(segment, `/api/holiday-master?type=${segment}`, PAGE)),

  read({ document, body }) {
    if (!isSegment(document)) throw new Error(`nse-holidays has no document ${document}`)
    return readHolidays(document, body)
  },
}

const isSegment = (document: string): document is HolidaySegment =>
  HOLIDAY_SEGMENTS.some((segment) => segment === document)

/** The market in shares. The other lists of the answer are those of bonds, currencies and derivatives. */
const SHARES = 'CM'
const LAYOUT = {
  required: ['tradingDate', 'description'],
  known: ['weekDay', 'morning_session', 'evening_session', 'Sr_no'],
  what: `the list ${SHARES}`,
}

const DAY = cellRule('holiday-date', 'a day such as 26-Jan-2026', dayFromDMonY)
const NAME = cellRule('holiday-name', 'the name of a holiday', anyText)

/** Parses a list of holidays. An empty one is no answer: every year has holidays. */
export function readHolidays(segment: HolidaySegment, body: string): ParsedDocument {
  const lists = asObject(readJson(body), 'the answer')
  const list = Object.hasOwn(lists, SHARES) ? lists[SHARES] : undefined
  if (list === undefined)
    throw new Unreadable(`the answer has no list ${SHARES}; found ${shortJson(Object.keys(lists))}`)
  const rows = asRows(list, LAYOUT.what)
  if (rows.length === 0) throw new Unreadable(`the list ${SHARES} is empty`)
  const names = namesByDay(rows)
  return readJsonRows(rows, LAYOUT, (row) => {
    const day = row.cell('tradingDate', DAY)
    const printed = row.cell('description', NAME)
    const name = [...(names.get(day) ?? [printed])].join(' / ')
    return [{ kind: 'holiday', exchange: 'NSE', segment, day, name }]
  })
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
