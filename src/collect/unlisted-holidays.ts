import { calendarYear, type Instant } from '../market/calendar.ts'
import type { HolidayFact, Recorded } from '../market/facts/fact.ts'
import { holidaysInForce } from '../market/holidays.ts'
import type { ReportedHoliday } from '../sources/source.ts'
import type { Db } from '../store/engines/db.ts'
import { holidayFacts } from '../store/facts/holiday-facts.ts'
import { viewUpTo } from './known-market.ts'
import type { AnswerRow, Observed } from './observation.ts'
import { objection } from './screen.ts'

/** Fewer days may well be corrected at once. */
const DAYS_THAT_PROVE_A_CUT = 3

/**
 * The holidays of the source, known at a moment, that a list read at that moment no longer has, as rows that take them
 * back. A list without any day of a year says nothing about that year, and one with a bad row may have meant the day
 * there. A list that lacks most days of a year is taken for incomplete: the taking back is refused.
 */
export async function unlistedHolidays(
  tx: Db,
  seen: readonly AnswerRow[],
  asOf: Instant | null,
): Promise<AnswerRow[]> {
  const answers = [...Map.groupBy(seen, ({ from }) => from.fetch).values()]
  const lists = answers.filter((rows): rows is HolidayRow[] => rows.every(isHoliday))
  if (lists.length === 0) return []
  const known = await holidayFacts(tx, viewUpTo(asOf))
  return lists.flatMap((list) => unlistedIn(list, known))
}

type HolidayRow = Observed<ReportedHoliday>

const isHoliday = (row: AnswerRow): row is HolidayRow => 'said' in row && row.said.kind === 'holiday'

function unlistedIn(list: readonly HolidayRow[], known: readonly Recorded<HolidayFact>[]): AnswerRow[] {
  const [head] = list
  if (!head) return []
  const { said, from } = head
  const { segment, exchange } = said
  const listed = new Set(list.map((row) => row.said.day))
  const listedYears = new Set([...listed].map(calendarYear))
  const ofList = holidaysInForce(known.filter(({ source }) => source === from.publisher)).filter(
    (fact) => fact.exchange === exchange && fact.segment === segment,
  )
  return [...Map.groupBy(ofList, ({ day }) => calendarYear(day))].flatMap(([year, inForce]): AnswerRow[] => {
    if (!listedYears.has(year)) return []
    const unlisted = inForce.filter(({ day }) => !listed.has(day))
    if (unlisted.length >= DAYS_THAT_PROVE_A_CUT && unlisted.length > inForce.length / 2) {
      const raw = `${segment} holidays of ${year}`
      const lacks = `${unlisted.length} of ${inForce.length} known days are not in the list`
      return [{ row: 0, raw, ...objection('holidays-missing', `${raw}: ${lacks}`), from }]
    }
    return unlisted.map(({ day, name }) => {
      const raw = `${day} (${name}) is no longer in the list of ${segment} holidays`
      return { row: 0, raw, said: { ...said, day, name: null }, from }
    })
  })
}
