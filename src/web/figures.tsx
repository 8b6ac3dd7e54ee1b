import type { ComponentChildren } from 'preact'
import { type Day, type Instant, istDay } from '../market/calendar.ts'
import { EXCHANGE_TABLE } from '../market/exchanges.ts'
import type { Board } from '../market/facts/fact.ts'
import type { BiddingDay } from '../reports/ipos/subscription.ts'
import * as format from '../texts/format.ts'
import { useCopy } from './copy/static-copy.tsx'
import type { Column } from './kit/table.tsx'

/** The elements that pages are built from: a figure with its exact value, a day with its ISO form, a name, a mark. */

/** A phrase for a missing value. */
export const Missing = ({ children }: { children: ComponentChildren }) => (
  <span class="missing">{children}</span>
)

/** A name from outside, isolated from the text around it whatever its writing direction. */
export const Name = ({ children }: { children: string }) => (
  <bdi class="name-text">{format.harmless(children)}</bdi>
)

export const IpoLink = ({ slug, name }: { slug: string; name: string }) => (
  <a href={`/ipos/${slug}`}>
    <Name>{name}</Name>
  </a>
)

interface FigureProps {
  readonly value: number | null
  /** The text when the value is unknown. */
  readonly or?: string
}

const figure =
  (write: (value: number) => string, classOf?: (value: number) => string) =>
  ({ value, or = 'not known' }: FigureProps) =>
    value === null ? (
      <Missing>{or}</Missing>
    ) : (
      <data class={classOf ? `num ${classOf(value)}` : 'num'} value={String(value)}>
        {write(value)}
      </data>
    )

/** Green for up and red for down; the sign shows it too. */
export const toneOf = (value: number): string => (value > 0 ? 'up' : value < 0 ? 'down' : 'flat')

export const Rupees = figure(format.rupees)
/** A premium. A discount is red and has a minus. */
export const Premium = figure(format.rupees, (value) => (value < 0 ? 'down' : 'plain'))
export const RupeesAbout = figure(format.rupeesAbout)
export const RupeesChange = figure(format.rupeesChange)
export const RupeesInWords = figure(format.rupeesInWords)
export const Crore = figure(format.croreText)
export const Gain = figure(format.gain, (pct) => toneOf(format.tenth(pct)))
export const Share = figure(format.share)
export const Points = figure(format.points)
export const PointsInWords = figure(format.pointsInWords)
export const PointsChange = figure(format.pointsChange)
export const Times = figure(format.times)
export const Count = figure(format.count)
export const CountChange = figure(format.countChange)

/** `day 1 of 3`, or `12 Aug` where the days are not counted, below a subscription that is not final. */
export function BiddingDayText({ of, today }: { of: BiddingDay; today: Day }) {
  const [isToday, isCounted] = [of.day === today, of.dayNumber !== null]
  if (isToday && !isCounted) return null
  return (
    <small class="within">
      {' '}
      {!isToday && !isCounted && <PlainDay day={of.day} today={today} />}
      {isCounted && <span class="nowrap">{format.uncapitalized(format.biddingDayText(of))}</span>}
    </small>
  )
}

/** `13 Jan 2026` */
export const LongDay = ({ day }: { day: Day }) => <time dateTime={day}>{format.longDay(day)}</time>

const dayBeside =
  (write: (day: Day, today: Day) => string) =>
  ({ day, today }: { day: Day; today: Day }) => <time dateTime={day}>{write(day, today)}</time>

/** `13 Jan`, or `13 Jan 2025` in another year */
export const PlainDay = dayBeside(format.plainDay)
/** `Tue 13 Jan` */
export const Weekday = dayBeside(format.weekday)
/** `today`, `tomorrow`, `Tue 13 Jan`; only the last in a static copy, which may be read on another day. */
export const NearDay = (days: { day: Day; today: Day }) =>
  useCopy() ? <Weekday {...days} /> : <time dateTime={days.day}>{format.nearDay(days.day, days.today)}</time>
/** `Tue 13 Jan 2026` */
export const LongWeekday = ({ day }: { day: Day }) => <time dateTime={day}>{format.longWeekday(day)}</time>
/** `5:00 pm` */
export const ClockTime = ({ at }: { at: Instant }) => <time dateTime={at}>{format.clockTime(at)}</time>
/** `today 5:00 pm`, `12 Jan, 5:00 pm`; only the latter in a static copy. */
export const DayAndTime = ({ at, today }: { at: Instant; today: Day }) => (
  <time dateTime={at}>
    {useCopy()
      ? `${format.plainDay(istDay(at), today)}, ${format.clockTime(at)}`
      : format.dayAndTime(at, today)}
  </time>
)

export const BoardTag = ({ board }: { board: Board }) => (
  <span class={board === 'SME' ? 'tag sme' : 'tag'}>{format.boardName(board)}</span>
)

/** A tag for disputes, as text and with a sign. */
export const DisputedTag = () => (
  <span class="doubt-tag">
    <span aria-hidden="true">⚠</span> sources disagree
  </span>
)

const SOURCE_NAMES = new Map([
  ...Object.entries(EXCHANGE_TABLE).map(([name, { publisher }]) => [publisher, name] as const),
  ['operator', 'the operator'],
])
export const sourceName = (source: string): string => SOURCE_NAMES.get(source) ?? source
export const SourceName = ({ source }: { source: string }) => <Name>{sourceName(source)}</Name>
/** `IPOWatch, IPO Ji and InvestorGain` */
export const SourceNames = ({ sources }: { sources: readonly string[] }) => (
  <>
    {sources.map((source, i) => (
      <span key={source}>
        {i > 0 && (i === sources.length - 1 ? ' and ' : ', ')}
        <SourceName source={source} />
      </span>
    ))}
  </>
)

/** A column of a table with figures: below their label on a phone, unless `more` says otherwise. */
export const figureColumn = <T, K extends string = string>(
  key: K,
  label: string,
  cell: (row: T) => ComponentChildren,
  more: Partial<Column<T, K>> = {},
): Column<T, K> => ({ key, label, cell, isFigure: true, ...more })
