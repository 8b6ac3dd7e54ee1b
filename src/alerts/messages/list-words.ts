import type { Day } from '../../market/calendar.ts'
import type { Fields } from '../../market/issues/changes.ts'
import type { MarketChange } from '../../reports/changes/change.ts'
import type { DueDays } from '../../texts/en/fields.ts'
import { en } from '../../texts/en.ts'
import { gain, rupees, share, uncapitalized, weekday } from '../../texts/format.ts'
import type { AlertIpo, EventOn } from '../alert.ts'
import { type AlertLine, type AlertWords, line } from './alert-line.ts'
import * as known from './ipo-lines.ts'
import { plainName } from './plain-line.ts'

/** The words for an IPO that enters or leaves the list, gets other dates or lists. */
export function listWords(
  { on, ipo, cause }: EventOn<'listed' | 'new' | 'datesMoved' | 'withdrawn' | 'returned'>,
  today: Day,
): AlertWords {
  const path = known.ipoPath(ipo)
  switch (on) {
    case 'new':
      return { title: entersTitle('New IPO', ipo, today), lines: aheadLines(ipo, today), path }
    case 'returned':
      return { title: entersTitle('Back in the list', ipo, today), lines: aheadLines(ipo, today), path }
    case 'datesMoved':
      return { ...datesWords(ipo, cause, today), path }
    case 'withdrawn':
      return { ...leavesWords(ipo, cause, today), path }
    case 'listed':
      return { ...listedWords(ipo, today), path }
  }
}

function entersTitle(what: string, ipo: AlertIpo, today: Day): AlertLine {
  const start = `${what}: ${plainName(ipo.name)}`
  if (ipo.openDate === null) return line(`${start}, opening day not announced`)
  const day = known.listDay(ipo.openDate)
  return line(`${start}, ${day < today ? 'opened' : 'opens'} ${weekday(day, today)}`, ['openDate'])
}

const aheadLines = (ipo: AlertIpo, today: Day): AlertLine[] => [
  known.offerLine(ipo),
  ...known.closingLines(ipo, today),
  ...known.gmpLines(ipo, today),
]

const TITLE_DATES = {
  openDate: 'opens',
  closeDate: 'closes',
  allotmentDate: 'allotment',
  listingDate: 'lists',
} as const
type TitleDate = keyof typeof TITLE_DATES

/** The title has the days that moved; the lines have the rest, such as those due by the timetable. */
function datesWords(ipo: AlertIpo, cause: MarketChange, today: Day): Omit<AlertWords, 'path'> {
  const [old, now] = [cause.old ?? {}, cause.new ?? {}]
  const moved = (Object.keys(TITLE_DATES) as TitleDate[]).filter((field) => field in now)
  const written = (value: unknown) =>
    typeof value === 'string' ? weekday(known.listDay(value), today) : 'not known'
  const parts = moved.map((field) => {
    const was = old[field] === null || old[field] === undefined ? '' : ` (was ${written(old[field])})`
    return `${TITLE_DATES[field]} ${written(now[field])}${was}`
  })
  const start = `Dates of ${plainName(ipo.name)} changed`
  return {
    title: line(
      parts.length === 0 ? `${start}, ${weekday(today, today)}` : `${start}: ${parts.join(', ')}`,
      moved,
    ),
    lines: [
      ...otherChanges(cause, [...moved, 'expected']),
      ...dueLines(cause, written),
      ...known.gmpLines(ipo, today),
    ],
  }
}

function otherChanges(cause: MarketChange, named: readonly string[]): AlertLine[] {
  const others = (fields: Fields | null) =>
    fields && Object.fromEntries(Object.entries(fields).filter(([field]) => !named.includes(field)))
  const rest = { ...cause, by: 'sources', old: others(cause.old), new: others(cause.new) } as const
  return en.changes.changeTexts(rest).map((text) => line(text))
}

/** `Allotment due by Fri 20 Nov (was Thu 19 Nov)`; none once the issue has listed. */
function dueLines(cause: MarketChange, written: (value: unknown) => string): AlertLine[] {
  const [old, now] = [cause.old?.expected, cause.new?.expected].map(
    (days) => (days ?? null) as DueDays | null,
  )
  return en.changes
    .movedDueDays(old ?? null, now ?? null)
    .map(({ label, day, was }) =>
      line(`${label} ${written(day)}${was === null ? '' : ` (was ${written(was)})`}`, ['expected']),
    )
}

function leavesWords(ipo: AlertIpo, cause: MarketChange, today: Day): Omit<AlertWords, 'path'> {
  const [what = 'no longer in the list'] = en.changes.changeTexts({ ...cause, by: 'sources' })
  return {
    title: line(`${plainName(ipo.name)}: ${uncapitalized(what)} (${weekday(today, today)})`),
    lines: cause.kind === 'withdrawal' ? [line('Its earlier dates no longer hold')] : [],
  }
}

const LIMIT_LINES = {
  upper: 'It opened at the upper limit for SME shares',
  lower: 'It opened at the lower limit for SME shares',
} as const

function listedWords(ipo: AlertIpo, today: Day): Omit<AlertWords, 'path'> {
  const { listing, issuePrice, listingGainPct } = ipo
  const name = plainName(ipo.name)
  if (listing === null) return { title: line(`${name} has listed, ${weekday(today, today)}`), lines: [] }
  const { listedOn, listingPrice, exchange, atLimit } = listing
  const gained = listingGainPct === null ? '' : `, ${gainText(listingGainPct)}`
  const issued = issuePrice === null ? '' : `, issue price ${rupees(issuePrice)}`
  return {
    title: line(`${name} listed ${weekday(listedOn, today)} at ${rupees(listingPrice)}${gained}`, [
      'listing',
      ...(listingGainPct === null ? [] : (['issuePrice'] as const)),
    ]),
    lines: [
      line(`Opening price on ${exchange}${issued}`, ['listing', 'issuePrice']),
      ...(atLimit === null ? [] : [line(LIMIT_LINES[atLimit])]),
      ...known.outcomeLines(ipo, today),
    ],
  }
}

/** `+31.5% over the issue price`, `5.0% below the issue price` */
function gainText(percent: number): string {
  if (percent === 0) return 'the issue price'
  return `${percent > 0 ? `${gain(percent)} over` : `${share(-percent)} below`} the issue price`
}
