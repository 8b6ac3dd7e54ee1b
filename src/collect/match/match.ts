import { type Day, dayNumber } from '../../market/calendar.ts'
import { RANK, rankOf } from '../../market/facts/publisher.ts'
import { referencePrice } from '../../market/issues/terms.ts'
import type { Subject } from '../../sources/source.ts'
import { beginAlike, type IssueFinder, type KnownIssue, type NameKey, nameKeys } from './issue-finder.ts'

export type Match = { readonly kind: 'found'; readonly slug: string } | NoMatch

/**
 * No issue fits, several do, or one may and nothing confirms it. `candidates` are those, or similar ones, for the
 * operator.
 */
export interface NoMatch {
  readonly kind: 'unknown' | 'ambiguous' | 'unconfirmed'
  readonly candidates: readonly string[]
}

/** The source of a row. */
export interface Reporter {
  readonly source: string
  readonly publisher: string
}

const CANDIDATES_SHOWN = 3

/**
 * Finds the issue of a row: by ISIN, exchange symbol, trading code or the source's own key once learned; then by the
 * name; then by a beginning of the name that dates or price confirm. One wrong match is worse than ten refusals.
 */
export function matchSubject(index: IssueFinder, subject: Subject, reporter: Reporter): Match {
  for (const found of byKeys(index, subject, reporter)) {
    const fitting = found.filter((issue) => isPossible(subject, issue, reporter, SAME_KEY_DAYS))
    const only = mayBeNextAttempt(subject, fitting) ? undefined : theOne(subject, fitting)
    if (only) return { kind: 'found', slug: only.slug }
    if (fitting.length > 0) return { kind: 'ambiguous', candidates: slugsOf(fitting) }
  }
  return byName(index, subject, reporter) ?? byBeginning(index, subject, reporter)
}

function* byKeys(index: IssueFinder, subject: Subject, reporter: Reporter): Generator<readonly KnownIssue[]> {
  const { isin, symbol, bseCode, upstreamId } = subject
  if (isin !== null) yield index.withIsin(isin)
  if (symbol !== null)
    yield index.withSymbol(symbol).filter((issue) => bearsSymbol(index, subject, issue, reporter))
  if (bseCode !== null) yield index.withBseCode(bseCode)
  if (upstreamId !== null) yield index.withUpstreamKey(reporter.source, idKey(upstreamId))
}

/** The key of a source's own number of an issue. */
export const idKey = (upstreamId: string) => `id ${upstreamId}`
/** The whole name: without its brackets it may be another issue's. */
const ownNameKeys = (name: string): string[] =>
  nameKeys(name)
    .slice(0, 1)
    .map(({ joined }) => `name ${joined}`)

/**
 * The keys that a source uses for an issue: its own number, and the name. They are learned once the issue is matched by
 * other means.
 */
export const ownKeys = ({ upstreamId, name }: Subject): string[] => [
  ...(upstreamId === null ? [] : [idKey(upstreamId)]),
  ...(name === null ? [] : ownNameKeys(name)),
]

/**
 * Symbols of two exchanges may coincide, so a symbol of the other exchange counts only with a fitting name. The
 * operator's symbol counts for both.
 */
function bearsSymbol(
  index: IssueFinder,
  subject: Subject,
  issue: KnownIssue,
  { publisher }: Reporter,
): boolean {
  const { symbol, name } = subject
  const isAssignedBy = (assigner: string) =>
    symbol !== null && issue.symbols.get(assigner)?.has(symbol) === true
  if (isAssignedBy(publisher)) return true
  return name === null ? isAssignedBy('operator') : fitsName(index, nameKeys(name), issue)
}

const fitsName = (index: IssueFinder, keys: readonly NameKey[], { slug }: KnownIssue): boolean =>
  index.namesOf(slug).some((known) => beginAlike(known, keys))

/**
 * True for a row with new days about a withdrawn or postponed issue. A withdrawn issue that is offered again is another
 * issue; whether a postponed one is, only an exchange can tell.
 */
const isNextAttempt = (subject: Subject, issue: KnownIssue, { publisher }: Reporter): boolean =>
  opensOnOtherDay(subject, issue) &&
  (rankOf(publisher) > RANK.exchange ? issue.terms.offMarket : issue.terms.withdrawn === true)

/** True when nothing in the row shows that it is about another issue than the one with its key or name. */
const isPossible = (subject: Subject, issue: KnownIssue, reporter: Reporter, days: number): boolean =>
  !isOtherTime(subject, issue, days) &&
  !hasOtherSymbol(subject, issue, reporter.publisher) &&
  !isNextAttempt(subject, issue, reporter)

/**
 * True when a row has only the source's own number, and an issue of that number is off the market: a site uses the
 * number of the first attempt for the next one, too, and has the days of both in one history.
 */
const mayBeNextAttempt = (subject: Subject, found: readonly KnownIssue[]): boolean =>
  [subject.name, subject.symbol, subject.isin, subject.bseCode, subject.openDate].every(
    (key) => key === null,
  ) && found.some(({ terms }) => terms.offMarket)

function byName(index: IssueFinder, subject: Subject, reporter: Reporter): Match | undefined {
  if (subject.name === null) return undefined
  const named = index.withName(subject.name)
  const learned = ownNameKeys(subject.name).flatMap((key) => index.withUpstreamKey(reporter.source, key))
  const fitting = [...new Set([...named, ...learned])].filter((issue) =>
    isPossible(subject, issue, reporter, SAME_NAME_DAYS),
  )
  if (fitting.length === 0) return undefined
  const only = theOne(subject, fitting)
  if (!only) return { kind: 'ambiguous', candidates: slugsOf(fitting) }
  // A short name that was learned for one issue may now mean another one with the same beginning.
  const rivals =
    named.includes(only) || confirms(subject, only)
      ? []
      : beginningAlike(index, subject, reporter).filter((issue) => confirms(subject, issue))
  return rivals.length > 0
    ? { kind: 'ambiguous', candidates: slugsOf([only, ...rivals]) }
    : { kind: 'found', slug: only.slug }
}

function beginningAlike(index: IssueFinder, subject: Subject, { publisher }: Reporter): KnownIssue[] {
  const { name } = subject
  if (name === null) return []
  const keys = nameKeys(name)
  return [...index.all()].filter(
    (issue) =>
      fitsName(index, keys, issue) &&
      !isOtherTime(subject, issue, SAME_NAME_DAYS) &&
      !hasOtherSymbol(subject, issue, publisher) &&
      !isOtherBoard(subject, issue),
  )
}

function byBeginning(index: IssueFinder, subject: Subject, reporter: Reporter): Match {
  const fitting = beginningAlike(index, subject, reporter)
  // Among several, a price alone proves too little: many issues are at ₹100.
  const confirming = fitting.length === 1 ? confirms : confirmsDay
  const confirmed = fitting.filter(
    (issue) =>
      confirming(subject, issue) &&
      // A price does not outweigh days that differ: many issues are at ₹100.
      (confirmsDay(subject, issue) || !opensOnOtherDay(subject, issue)) &&
      !isNextAttempt(subject, issue, reporter),
  )
  const only = theOne(subject, confirmed)
  if (only) return { kind: 'found', slug: only.slug }
  if (confirmed.length > 1) return { kind: 'ambiguous', candidates: slugsOf(confirmed) }
  // An exchange reports all dates, so that other dates mean another issue; a tracker may be wrong about them.
  const isExact = rankOf(reporter.publisher) <= RANK.exchange
  const open = fitting.filter((issue) => !isExact || !opensOnOtherDay(subject, issue))
  if (open.length > 0) return { kind: 'unconfirmed', candidates: slugsOf(open) }
  return { kind: 'unknown', candidates: nearby(index, subject) }
}

/** The only issue; of several the only one that the days or the price confirm, or that is not off the market. */
function theOne(subject: Subject, issues: readonly KnownIssue[]): KnownIssue | undefined {
  const ofThatDay = issues.filter((issue) => confirmsDay(subject, issue))
  const possible = ofThatDay.length > 0 ? ofThatDay : issues
  const confirmed = possible.filter((issue) => confirms(subject, issue))
  const isOnMarket = ({ terms }: KnownIssue) => !terms.offMarket
  return [possible, confirmed, possible.filter(isOnMarket), confirmed.filter(isOnMarket)].find(
    (narrowed) => narrowed.length === 1,
  )?.[0]
}

/** Issues of the same days, and of the same price where there is one; or whose name has the same first word. */
function nearby(index: IssueFinder, subject: Subject): string[] {
  const first = firstWord(subject.name ?? '')
  const near = [...index.all()].filter(
    (issue) =>
      !isOtherTime(subject, issue, SAME_NAME_DAYS) &&
      ((confirmsDay(subject, issue) &&
        (subject.priceMax === null || subject.priceMax === referencePrice(issue.terms))) ||
        (first.length > 3 && issue.names.some((name) => firstWord(name) === first))),
  )
  return slugsOf(near)
}

const firstWord = (name: string): string => name.trim().toLowerCase().split(/\s+/)[0] ?? ''

const slugsOf = (issues: readonly KnownIssue[]): string[] =>
  issues
    .map(({ slug }) => slug)
    .sort()
    .slice(0, CANDIDATES_SHOWN)

/** Dates are revised by days or weeks. An issue that opens half a year apart is another one of the same company. */
const SAME_KEY_DAYS = 180
/** A name alone is weaker evidence than a symbol, so the dates must be nearer. */
export const SAME_NAME_DAYS = 45

const daysApart = (a: Day, b: Day): number => Math.abs(dayNumber(a) - dayNumber(b))

/** True when the row has days too far from those of the issue. */
export function isOtherTime(subject: Subject, { terms }: KnownIssue, days: number): boolean {
  const areApart = (a: Day | null, b: Day | null) => a !== null && b !== null && daysApart(a, b) > days
  return areApart(subject.openDate, terms.openDate) || areApart(subject.closeDate, terms.closeDate)
}

/** True when the row has the opening or closing day or the upper price of the issue. */
const confirms = (subject: Subject, issue: KnownIssue): boolean =>
  confirmsDay(subject, issue) ||
  isSame(subject.priceMax, referencePrice(issue.terms)) ||
  isSame(subject.priceMax, issue.terms.priceMax)

/** True when the row has the opening or closing day of the issue. Round prices are common, days are not. */
export const confirmsDay = (subject: Subject, { terms }: KnownIssue): boolean =>
  isSame(subject.openDate, terms.openDate) || isSame(subject.closeDate, terms.closeDate)

const isSame = <T>(a: T | null, b: T | null): boolean => a !== null && a === b

/** True when both have an opening day, and the days differ. */
const opensOnOtherDay = (subject: Subject, { terms }: KnownIssue): boolean =>
  subject.openDate !== null && terms.openDate !== null && subject.openDate !== terms.openDate

/** True when this publisher has given the issue a symbol, and the row has another one. */
function hasOtherSymbol(subject: Subject, issue: KnownIssue, publisher: string): boolean {
  const own = issue.symbols.get(publisher)
  return subject.symbol !== null && own !== undefined && !own.has(subject.symbol)
}

const isOtherBoard = (subject: Subject, { terms }: KnownIssue): boolean =>
  subject.board !== null && subject.board !== terms.board
