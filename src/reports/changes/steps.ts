import { setImmediate } from 'node:timers/promises'
import {
  addDays,
  type Day,
  type Instant,
  instantFromMs,
  istDay,
  istMidnightAfter,
  istMs,
  msOf,
} from '../../market/calendar.ts'
import { EXCHANGES } from '../../market/facts/fact.ts'
import { type Holidays, holidaysOf, nextTradingDay } from '../../market/holidays.ts'
import {
  areHistory,
  type ChangeCause,
  FIRST_LOAD_MS,
  isHistory,
  isNewOffer,
  strongerCause,
} from '../../market/issues/changes.ts'
import { type IssueHead, statusOfHead } from '../../market/issues/issue.ts'
import { mayBeLockedIn } from '../../market/issues/lock-ins.ts'
import { expectedDays } from '../../market/issues/status.ts'
import type { DealListDay } from '../../store/deals/deals.ts'
import type { Db } from '../../store/engines/db.ts'
import { quotedOn, recordedLater, subjectsInRounds } from '../../store/facts/facts-in-rounds.ts'
import { holidayFacts } from '../../store/facts/holiday-facts.ts'
import {
  headAt,
  type IssueBook,
  issueBook,
  mergedNumbers,
  milestonesBetween,
  visitHeads,
} from '../../store/issues/issue-book.ts'
import { type VersionRound, versionRounds } from '../../store/version/market-version.ts'
import { viewOfPosition } from './listed-states.ts'
import type { Position } from './position.ts'

/** A moment at which something may have changed, and the units that may have changed. */
export interface ChangeStep {
  readonly before: Position
  readonly after: Position
  /** In a fixed order: issues by number, then deals by day. */
  readonly units: readonly Unit[]
}

/**
 * An issue that a step may have changed (`isSubscription` if only by readings of the subscription), a list of deals, or the
 * number of issues that it added without being news.
 */
export type Unit = { readonly key: string; readonly by: ChangeCause; readonly isSubscription: boolean } & (
  | { readonly issue: number }
  | { readonly deals: DealListDay }
  | { readonly added: number }
)

export const issueUnit = (issue: number, by: ChangeCause, isSubscription = false): Unit => ({
  key: `1 ${String(issue).padStart(12, '0')}`,
  by,
  isSubscription,
  issue,
})

export interface Steps {
  readonly steps: readonly ChangeStep[]
  /** Where they end: possibly before the requested end. */
  readonly reached: Position
}

/** Bounds of one call, so that it takes a bounded time whatever the distance. */
export const MOST_ROUNDS = 60
const MOST_FACTS = 20_000
const MOST_DAYS = 31

/**
 * The steps from one position to another. A round enters at its commit, a fact that a known round records for later at its
 * own moment, and the clock changes issues at their milestones and, where they were quoted, at midnight in India. Holidays
 * change the issues whose expected days, lock-ins or counting quotes they move.
 */
export async function stepsBetween(db: Db, since: Position, end: Position): Promise<Steps> {
  const { reached, around, subjects } = await pathBetween(db, since, end)
  const book = await issueBook(db, reached.version)
  const affected = new Map<Instant, Map<string, Unit>>()
  const add = (at: Instant, unit: Unit) => {
    const units = affected.get(at) ?? new Map<string, Unit>()
    affected.set(at, units)
    const known = units.get(unit.key) ?? unit
    const isSubscription = unit.isSubscription && known.isSubscription
    units.set(unit.key, { ...unit, by: strongerCause(unit.by, known.by), isSubscription })
  }
  // Facts on one slug may change what the slugs show that were ever merged with it.
  const addIssue = (at: Instant, number: number, by: ChangeCause, isSubscription = false) => {
    for (const issue of mergedNumbers(book, number)) add(at, issueUnit(issue, by, isSubscription))
  }
  const holidays = new Map<Instant, ChangeCause>()
  for (const { when, by, issue, deals, isHoliday, isSubscription } of subjects) {
    if (issue !== null) addIssue(when, issue, by, isSubscription)
    if (deals !== null) {
      const key = `2 ${deals.tradeDate} ${deals.exchange} ${deals.kind}`
      add(when, { key, by, isSubscription, deals })
    }
    if (isHoliday) holidays.set(when, strongerCause(by, holidays.get(when) ?? by))
  }
  for (const [at, by] of holidays)
    for (const issue of await movedByHolidays(db, book, around(at))) addIssue(at, issue, by)
  for (const { number, at } of milestonesBetween(book, msOf(since.moment), msOf(reached.moment)))
    addIssue(instantFromMs(at), number, 'clock')
  for (const midnight of midnightsBetween(since.moment, reached.moment, MOST_DAYS)) {
    const day = addDays(istDay(midnight), -1)
    const issues = quotableOn(book, day, around(midnight).before).flatMap((one) => mergedNumbers(book, one))
    for (const issue of await quotedOn(db, day, issues)) addIssue(midnight, issue, 'clock')
  }
  const steps = [...affected]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([at, units]) => ({
      ...around(at),
      units: [...units.values()].sort((a, b) => (a.key < b.key ? -1 : 1)),
    }))
  return { steps, reached }
}

/** The issues of the list that may have a quote of a day: no day after the listing day counts. */
function quotableOn(book: IssueBook, day: Day, position: Position): number[] {
  const begins = istMs(day, '00:00')
  const numbers: number[] = []
  visitHeads(book, { version: position.version, asOf: position.moment }, (head) => {
    if (!head.offMarket && (head.lists === null || head.lists >= begins)) numbers.push(head.number)
  })
  return numbers
}

const justBefore = (moment: Instant): Instant => instantFromMs(msOf(moment) - 1)
const later = (a: Instant, b: Instant): Instant => (a > b ? a : b)

/** How far one call goes, through which positions, and what the facts on the way are about. */
async function pathBetween(db: Db, since: Position, end: Position) {
  const news = await versionRounds(db, { after: since.version, upTo: end.version }, MOST_ROUNDS + 1)
  const taken = inOneGo(news.slice(0, MOST_ROUNDS))
  // A process that had not seen a round yet may have issued a moment after its commit.
  const rounds = taken.map(({ version, committed }) => ({ version, at: later(committed, since.moment) }))
  const [first] = await versionRounds(db, { after: since.version - 1, upTo: since.version }, 1)
  const isBehind = first !== undefined && since.moment < first.committed
  let upTo = news.length > taken.length ? (rounds.at(-1)?.at ?? end.moment) : end.moment
  upTo = midnightsBetween(since.moment, upTo, MOST_DAYS + 1)[MOST_DAYS] ?? upTo
  const known = isBehind
    ? await recordedLater(db, since.version, { after: since.moment, upTo })
    : { subjects: [], upTo }

  const versionAt = (moment: Instant) => rounds.findLast(({ at }) => at <= moment)?.version ?? since.version
  const reached: Position = { version: versionAt(known.upTo), moment: known.upTo }
  const entered = await subjectsInRounds(db, { after: since.version, upTo: reached.version })
  const enters = new Map(rounds.map(({ version, at }) => [version, at]))
  return {
    reached,
    around(at: Instant) {
      const before =
        at > since.moment ? { version: versionAt(justBefore(at)), moment: justBefore(at) } : since
      return { before, after: { version: versionAt(at), moment: at } }
    },
    subjects: [
      ...known.subjects,
      ...entered.map((subject) => ({ ...subject, when: enters.get(subject.when) ?? reached.moment })),
    ],
  }
}

/** The first of these rounds within the bound on facts; a single round may exceed it. */
export function inOneGo(rounds: readonly VersionRound[]): VersionRound[] {
  let facts = 0
  return rounds.filter((round, i) => {
    facts += round.facts
    return i === 0 || facts <= MOST_FACTS
  })
}

/** The first midnights in India after a moment, up to and including another. */
function midnightsBetween(after: Instant, upTo: Instant, atMost: number): Instant[] {
  const midnights: Instant[] = []
  for (
    let next = istMidnightAfter(after);
    next <= upTo && midnights.length < atMost;
    next = istMidnightAfter(next)
  )
    midnights.push(next)
  return midnights
}

/**
 * The steps from one position to another without what is no news: a first load, IPOs that can no longer be applied for when
 * they are first recorded, and history that sources report. The IPOs that are left out are counted.
 */
export async function newsBetween(db: Db, since: Position, end: Position): Promise<Steps> {
  const { steps, reached } = await stepsBetween(db, since, end)
  const [first] = await versionRounds(db, { after: 0, upTo: reached.version }, 1)
  if (!first) return { steps, reached }
  const loaded = instantFromMs(msOf(first.committed) + FIRST_LOAD_MS)
  const book = await issueBook(db, reached.version)
  const news = steps.map((step) => ({ ...step, units: newsOf(book, step, step.after.moment < loaded) }))
  return { steps: news, reached }
}

function newsOf(book: IssueBook, { before, after, units }: ChangeStep, isFirstLoad: boolean): Unit[] {
  const at = msOf(after.moment)
  const isKnownBefore = (issue: number) =>
    mergedNumbers(book, issue).some((number) => headAt(book, number, viewOfPosition(before)) !== undefined)
  let added = 0
  const isNews = (unit: Unit): boolean => {
    if (unit.by === 'clock' || 'added' in unit) return true
    const isReport = unit.by === 'sources'
    if ('deals' in unit) return !isFirstLoad && !(isReport && areHistory(unit.deals.tradeDate, at))
    const head = headAt(book, unit.issue, viewOfPosition(after))
    if (head === undefined || head.offMarket) return !isFirstLoad
    if (isKnownBefore(unit.issue)) return !isFirstLoad && !(isReport && isHistory(head, at))
    if (!isFirstLoad && isNewOffer(head, at)) return true
    added++
    return false
  }
  const news = units.filter(isNews)
  // Its key precedes those of all other units.
  return added === 0 ? news : [{ key: '0', by: 'sources', isSubscription: false, added }, ...news]
}

/**
 * The numbers of the issues whose expected days, lock-ins or quotes the holidays recorded between two positions may have moved. The
 * exchanges of an issue are not in a head, so the holidays of each exchange are tried.
 */
async function movedByHolidays(
  db: Db,
  book: IssueBook,
  { before, after }: Pick<ChangeStep, 'before' | 'after'>,
): Promise<number[]> {
  const holidaysAt = async (position: Position) => {
    const facts = await holidayFacts(db, viewOfPosition(position))
    return { main: holidaysOf(facts, null), each: EXCHANGES.map((exchange) => holidaysOf(facts, [exchange])) }
  }
  const [was, is] = [await holidaysAt(before), await holidaysAt(after)]
  // A walk may meet holidays of many rounds: other requests get a turn between them.
  await setImmediate()
  const days = changedHolidays(was.each, is.each)
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return []
  const mayBeLocked = mayBeLockedIn(first, last)
  const movesExpected = (head: IssueHead): boolean => {
    const status = statusOfHead(head, msOf(after.moment))
    if (status === 'LISTED') return false
    const terms = { openDate: dayOf(head.opens), closeDate: dayOf(head.closes), offMarket: head.offMarket }
    const expectedWith = (holidays: readonly Holidays[]) =>
      JSON.stringify(holidays.map((one) => expectedDays(terms, status, one)))
    return expectedWith(was.each) !== expectedWith(is.each)
  }
  const moved: number[] = []
  visitHeads(book, viewOfPosition(after), (head) => {
    if (mayBeLocked(head) || movesExpected(head)) moved.push(head.number)
  })
  const today = istDay(after.moment)
  for (const day of daysCountedAnew(was.main, is.main))
    if (day <= today) moved.push(...(await quotedOn(db, day, quotableOn(book, day, after))))
  return moved
}

/** The days on which other quotes count with other holidays. */
function daysCountedAnew(was: Holidays, is: Holidays): Set<Day> {
  const days = new Set<Day>()
  for (const holiday of was.trading.symmetricDifference(is.trading))
    for (const holidays of [was, is])
      for (
        let day = addDays(holiday, 1), last = nextTradingDay(holiday, holidays);
        day <= last;
        day = addDays(day, 1)
      )
        days.add(day)
  return days
}

/** The days that became holidays of some kind on an exchange, or are none any more, in order. */
const changedHolidays = (was: readonly Holidays[], is: readonly Holidays[]): Day[] =>
  was
    .flatMap((before, i) => {
      const after = is[i] ?? before
      return [
        ...before.trading.symmetricDifference(after.trading),
        ...before.clearing.symmetricDifference(after.clearing),
      ]
    })
    .sort()

const dayOf = (ms: number | null): Day | null => (ms === null ? null : istDay(instantFromMs(ms)))
