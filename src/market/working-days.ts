import { addDays, type Day, dayNumber } from './calendar.ts'

/** The days, beside weekends, on which an exchange does not trade, and on which trades and payments are not settled. */
export interface Holidays {
  readonly trading: ReadonlySet<Day>
  /** Settlement and bank holidays. */
  readonly clearing: ReadonlySet<Day>
}

/** 1970-01-01 was a Thursday, so Saturday and Sunday are the days 2 and 3 of each seven since. */
export function isWeekend(day: Day): boolean {
  const weekday = ((dayNumber(day) % 7) + 7) % 7
  return weekday === 2 || weekday === 3
}

/** Neither a weekend nor a trading holiday. Trading may happen on a bank holiday. */
export const isTradingDay = (day: Day, { trading }: Holidays): boolean => !isWeekend(day) && !trading.has(day)

/** A trading day that is no clearing holiday either: exchanges and banks are both open. */
export const isClearingDay = (day: Day, holidays: Holidays): boolean =>
  isTradingDay(day, holidays) && !holidays.clearing.has(day)

export const nextTradingDay = (after: Day, holidays: Holidays): Day =>
  nextDay(after, (day) => isTradingDay(day, holidays))

export const nextClearingDay = (after: Day, holidays: Holidays): Day =>
  nextDay(after, (day) => isClearingDay(day, holidays))

function nextDay(after: Day, counts: (day: Day) => boolean): Day {
  let day = addDays(after, 1)
  while (!counts(day)) day = addDays(day, 1)
  return day
}
