import { type Day, dayNumber } from '../../market/calendar.ts'
import { referencePrice } from '../../market/issues/terms.ts'
import type { Subject } from '../../sources/source.ts'
import type { KnownIssue } from './issue-finder.ts'

/** Dates are revised by days or weeks. An issue that opens half a year apart is another one of the same company. */
export const SAME_KEY_DAYS = 180
/** A name alone is weaker evidence than a symbol, so the dates must be nearer. */
export const SAME_NAME_DAYS = 45

const daysApart = (a: Day, b: Day): number => Math.abs(dayNumber(a) - dayNumber(b))

/** True when the row has days too far from those of the issue. */
export function isOtherTime(subject: Subject, { terms }: KnownIssue, days: number): boolean {
  const areApart = (a: Day | null, b: Day | null) => a !== null && b !== null && daysApart(a, b) > days
  return areApart(subject.openDate, terms.openDate) || areApart(subject.closeDate, terms.closeDate)
}

/** True when the row has the opening or closing day or the upper price of the issue. */
export const confirms = (subject: Subject, issue: KnownIssue): boolean =>
  confirmsDay(subject, issue) ||
  isSame(subject.priceMax, referencePrice(issue.terms)) ||
  isSame(subject.priceMax, issue.terms.priceMax)

/** True when the row has the opening or closing day of the issue. Round prices are common, days are not. */
export const confirmsDay = (subject: Subject, { terms }: KnownIssue): boolean =>
  isSame(subject.openDate, terms.openDate) || isSame(subject.closeDate, terms.closeDate)

const isSame = <T>(a: T | null, b: T | null): boolean => a !== null && a === b

/** True when both have an opening day, and the days differ. */
export const opensOnOtherDay = (subject: Subject, { terms }: KnownIssue): boolean =>
  subject.openDate !== null && terms.openDate !== null && subject.openDate !== terms.openDate

/** True when this publisher has given the issue a symbol, and the row has another one. */
export function hasOtherSymbol(subject: Subject, issue: KnownIssue, publisher: string): boolean {
  const own = issue.symbols.get(publisher)
  return subject.symbol !== null && own !== undefined && !own.has(subject.symbol)
}

export const isOtherBoard = (subject: Subject, { terms }: KnownIssue): boolean =>
  subject.board !== null && subject.board !== terms.board
