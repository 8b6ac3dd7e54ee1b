import { calendarYear, type Instant } from '../market/calendar.ts'
import type { HolidayFact, Recorded } from '../market/facts/fact.ts'
import { holidaysInForce } from '../market/holidays.ts'
import type { ReportedHoliday } from '../sources/source.ts'
import type { Db } from '../store/engines/db.ts'
import { holidayFacts } from '../store/facts/holiday-facts.ts'
import { viewUpTo } from './known-market.ts'
import type { Observed, Row } from './observation.ts'
import { objection } from './screen.ts'

/** Fewer days may well be corrected at once. */
const DAYS_THAT_PROVE_A_CUT = 3

/**
 * The holidays of the source, known at a moment, that a list read at that moment no longer has, as rows that take them
 * back. A list without any day of a year says nothing about that year, and one with a bad row may have meant the day
 * there. A list that lacks most days of a year is taken for incomplete: the taking back is refused.
 */
export async function unlistedHolidays(tx: Db, seen: readonly Row[], asOf: Instant | null): Promise<Row[]> {
  const lists = [...Map.groupBy(seen, ({ from }) => from.fetch).values()].flatMap(holidayList)
  if (lists.length === 0) return []
  const known = await holidayFacts(tx, viewUpTo(asOf))
  return lists.flatMap((list) => unlistedIn(list, known))
}

type HolidayRow = Observed<ReportedHoliday>
type HolidayList = readonly [HolidayRow, ...HolidayRow[]]

/** The rows of a download, if all of them are holidays. */
function holidayList(entries: readonly Row[]): HolidayList[] {
  const [first, ...rows] = entries.filter(isHoliday)
  return first && 1 + rows.length === entries.length ? [[first, ...rows]] : []
}

const isHoliday = (row: Row): row is HolidayRow => 'said' in row && row.said.kind === 'holiday'

function unlistedIn(list: HolidayList, known: readonly Recorded<HolidayFact>[]): Row[] {
  const [{ said: head, from }] = list
  const listed = new Set(list.map(({ said }) => said.day))
  const years = Map.groupBy(
    holidaysInForce(known.filter(({ source }) => source === from.publisher)).filter(
      ({ exchange, segment }) => exchange === head.exchange && segment === head.segment,
    ),
    ({ day }) => calendarYear(day),
  )
  const listedYears = new Set([...listed].map(calendarYear))
  return [...years].flatMap(([year, inForce]): Row[] => {
    if (!listedYears.has(year)) return []
    const unlisted = inForce.filter(({ day }) => !listed.has(day))
    return unlisted.length >= DAYS_THAT_PROVE_A_CUT && unlisted.length > inForce.length / 2
      ? [cutShort(list, year, { lacks: unlisted.length, of: inForce.length })]
      : unlisted.map((fact) => takenBack(list, fact))
  })
}

function cutShort(
  [{ said, from }]: HolidayList,
  year: string,
  { lacks, of }: { lacks: number; of: number },
): Row {
  const raw = `${said.segment} holidays of ${year}`
  const fault = objection('holidays-missing', `${raw}: ${lacks} of ${of} known days are not in the list`)
  return { row: 0, raw, ...fault, from }
}

const takenBack = ([{ said, from }]: HolidayList, { day, name }: HolidayFact): HolidayRow => ({
  row: 0,
  raw: `${day} (${name}) is no longer in the list of ${said.segment} holidays`,
  said: { ...said, day, name: null },
  from,
})
