import { calendarYear, type Instant } from '../market/calendar.ts'
import type { HolidayFact, Recorded } from '../market/facts/fact.ts'
import { holidaysInForce } from '../market/holidays.ts'
import type { ReportedHoliday } from '../sources/source.ts'
import type { Db } from '../store/engines/db.ts'
import { holidayFacts } from '../store/facts/holiday-facts.ts'
import { viewUpTo } from './known-market.ts'
import type { LocatedEntry, ParsedRow } from './parsed-row.ts'
import { objection } from './screen/refusal-rules.ts'

/** Fewer days may well be corrected at once. */
const DAYS_THAT_PROVE_A_CUT = 3

/**
 * The holidays of the source, known at a moment, that a list read at that moment no longer has, as rows that take them
 * back. A list without any day of a year says nothing about that year, and one with a bad row may have meant the day
 * there. A list that lacks most days of a year is taken for incomplete: the taking back is refused.
 */
export async function unlistedHolidays(
  tx: Db,
  seen: readonly LocatedEntry[],
  asOf: Instant | null,
): Promise<LocatedEntry[]> {
  const lists = [...Map.groupBy(seen, ({ fetch }) => fetch).values()].flatMap(holidayList)
  if (lists.length === 0) return []
  const known = await holidayFacts(tx, viewUpTo(asOf))
  return lists.flatMap((list) => unlistedIn(list, known))
}

type HolidayRow = ParsedRow<ReportedHoliday>
type HolidayList = readonly [HolidayRow, ...HolidayRow[]]

/** The rows of a download, if all of them are holidays. */
function holidayList(entries: readonly LocatedEntry[]): HolidayList[] {
  const [first, ...rows] = entries.filter(isHoliday)
  return first && 1 + rows.length === entries.length ? [[first, ...rows]] : []
}

const isHoliday = (entry: LocatedEntry): entry is HolidayRow =>
  'said' in entry && entry.said.kind === 'holiday'

function unlistedIn(list: HolidayList, known: readonly Recorded<HolidayFact>[]): LocatedEntry[] {
  const [{ said: head, reporter }] = list
  const listed = new Set(list.map(({ said }) => said.day))
  const years = Map.groupBy(
    holidaysInForce(known.filter(({ source }) => source === reporter.publisher)).filter(
      ({ exchange, segment }) => exchange === head.exchange && segment === head.segment,
    ),
    ({ day }) => calendarYear(day),
  )
  const listedYears = new Set([...listed].map(calendarYear))
  return [...years].flatMap(([year, inForce]) => {
    if (!listedYears.has(year)) return []
    const unlisted = inForce.filter(({ day }) => !listed.has(day))
    return unlisted.length >= DAYS_THAT_PROVE_A_CUT && unlisted.length > inForce.length / 2
      ? [cutShort(list, year, { lacks: unlisted.length, of: inForce.length })]
      : unlisted.map((fact) => takenBack(list, fact))
  })
}

function cutShort(
  [{ said, ...origin }]: HolidayList,
  year: string,
  { lacks, of }: { lacks: number; of: number },
): LocatedEntry {
  const raw = `${said.segment} holidays of ${year}`
  const fault = objection('holidays-missing', `${raw}: ${lacks} of ${of} known days are not in the list`)
  return { ...origin, row: 0, raw, ...fault }
}

const takenBack = ([{ said, ...origin }]: HolidayList, { day, name }: HolidayFact): LocatedEntry => ({
  ...origin,
  row: 0,
  raw: `${day} (${name}) is no longer in the list of ${said.segment} holidays`,
  said: { ...said, day, name: null },
})
