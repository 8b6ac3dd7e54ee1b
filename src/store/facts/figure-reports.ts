import { type RawBuilder, sql } from 'kysely'
import { invariant } from '../../invariant.ts'
import { addDays, type Day, type Instant, istDay, istInstant } from '../../market/calendar.ts'
import {
  BOOKS,
  type Book,
  type Category,
  type GmpFact,
  type Recorded,
  type SubscriptionFact,
} from '../../market/facts/fact.ts'
import { isRetracted } from '../../market/facts/retraction.ts'
import { firstCountedDay, type GmpReport } from '../../market/gmp/gmp.ts'
import type { Holidays } from '../../market/holidays.ts'
import { bookOf, type SubscriptionReport } from '../../market/issues/subscription.ts'
import { type Db, isOnPostgres } from '../engines/db.ts'
import { inputRows, isAmong } from '../engines/statements.ts'
import { type IssueGroup, issueBook, retractionsIn } from '../issues/issue-book.ts'
import { isAlsoKnownTo, isKnownTo, type View } from '../view.ts'
import { type FactRow, factColumns, factFromRow } from './fact-rows.ts'
import { isOf, issueRetractions, type RetractionsOf, readFacts } from './read-facts.ts'

/** Days in India, both inclusive. */
export interface Days {
  readonly from?: Day
  readonly to?: Day
}

/** Condition on the observation of a report; `beginOf` is what the column has when a day begins. */
const isWithin = ({ from, to }: Days, beginOf: (day: Day) => string): RawBuilder<unknown> =>
  sql`${from === undefined ? sql`true` : sql`observed_at >= ${beginOf(from)}`}
    and ${to === undefined ? sql`true` : sql`observed_at < ${beginOf(addDays(to, 1))}`}`

/** What is read of the reports on these slugs that a view knows, without those that are retracted. */
async function unretractedReports<F extends FigureReport>(
  db: Db,
  view: View,
  slugs: readonly string[],
  read: (isKnown: RawBuilder<unknown>) => Promise<F[]>,
): Promise<F[]> {
  if (slugs.length === 0) return []
  const isKnown = sql`${isOf(db, slugs)} and ${isAlsoKnownTo(db, view)}`
  // Not from the book of issues, since a transaction that records a round reads reports, too.
  return withoutRetracted(await read(isKnown), await issueRetractions(db, isKnown))
}

type FigureReport = Recorded<GmpFact> | Recorded<SubscriptionFact>

const withoutRetracted = <F extends FigureReport>(reports: readonly F[], retractionsOf: RetractionsOf): F[] =>
  reports.filter((report) => !isRetracted(report, retractionsOf(report.slug)))

/** The GMP reports on these slugs for these days, oldest first. */
export const gmpReports = (
  db: Db,
  view: View,
  slugs: readonly string[],
  days: Days = {},
): Promise<GmpReport[]> =>
  unretractedReports(db, view, slugs, (isKnown) =>
    readFacts(db, 'gmp_reports', sql`${isKnown} and ${isWithin(days, (day) => day)}`),
  )

/** The subscription reports on these slugs on these days, oldest first. */
export const subscriptionReports = (
  db: Db,
  view: View,
  slugs: readonly string[],
  days: Days = {},
): Promise<SubscriptionReport[]> =>
  unretractedReports(db, view, slugs, (isKnown) =>
    readFacts(
      db,
      'subscription_reports',
      sql`${isKnown} and ${isWithin(days, (day) => istInstant(day, '00:00'))}`,
    ),
  )

/** Reports on the GMP and on the subscription of issues. */
export interface FigureReports {
  readonly gmp: readonly GmpReport[]
  readonly subscription: readonly SubscriptionReport[]
}

/** All reports on these slugs, oldest first. */
export const figureReports = async (
  db: Db,
  view: View,
  slugs: readonly string[],
): Promise<FigureReports> => ({
  gmp: await gmpReports(db, view, slugs),
  subscription: await subscriptionReports(db, view, slugs),
})

/** A slug and the last day whose reports may count; `null` sets no bound. */
export interface LastDayOf {
  readonly slug: string
  readonly last: Day | null
}

/**
 * The reports on each slug's most recent day with an unretracted report, and on the days before it that may still count.
 * Days whose reports were all retracted are skipped.
 */
export async function gmpReportsOfLastDay(
  db: Db,
  view: View,
  bounds: readonly LastDayOf[],
  mainHolidays: Holidays,
): Promise<GmpReport[]> {
  const retractionsOf = retractionsIn(await issueBook(db, view.version), view)
  const found: GmpReport[] = []
  // No report is recorded before its day.
  const today = view.asOf === null ? LAST_OF_DAYS : istDay(view.asOf)
  let open = bounds.map(({ slug, last }) => ({ slug, last: last === null || last > today ? today : last }))
  while (open.length > 0) {
    const reports = await reportsOfLastDay(db, view, open)
    const unretracted = withoutRetracted(reports, retractionsOf)
    found.push(...unretracted)
    const answered = new Set(unretracted.map(({ slug }) => slug))
    const days = new Map(reports.map(({ slug, observedAt }) => [slug, observedAt]))
    open = [...days].flatMap(([slug, day]) => (answered.has(slug) ? [] : [{ slug, last: addDays(day, -1) }]))
  }
  const lastDays = [...new Map(found.map(({ slug, observedAt }) => [slug, observedAt]))]
  const before = lastDays.map(([slug, to]) => ({ slug, first: firstCountedDay(to, mainHolidays), to }))
  return [...withoutRetracted(await reportsBefore(db, view, before), retractionsOf), ...found]
}

const LAST_OF_DAYS: Day = '9999-12-31'

/** Joins issue by issue: with fresh statistics a database may otherwise start with the reports. */
async function reportsOfLastDay(
  db: Db,
  view: View,
  bounds: readonly { readonly slug: string; readonly last: Day }[],
): Promise<GmpReport[]> {
  const input = inputRows(db, {
    slug: bounds.map(({ slug }) => slug),
    last: bounds.map(({ last }) => last),
  })
  const isKnown = isAlsoKnownTo(db, view)
  const { rows } = await sql<FactRow>`
    select ${factColumns('gmp_reports', 'f')}, i.slug as slug from ${input} cross join issues i cross join gmp_reports f
    where i.slug = input.slug and f.issue = i.id and ${isKnown} and f.observed_at = (
      select max(observed_at) from gmp_reports
      where issue = i.id and observed_at <= input.last and ${isKnown})`.execute(db)
  return rows.map((row) => factFromRow('gmp_reports', row))
}

/** The reports from a day of each slug up to another, without that. */
async function reportsBefore(
  db: Db,
  view: View,
  days: readonly { readonly slug: string; readonly first: Day; readonly to: Day }[],
): Promise<GmpReport[]> {
  if (days.length === 0) return []
  const input = inputRows(db, {
    slug: days.map(({ slug }) => slug),
    first_day: days.map(({ first }) => first),
    to_day: days.map(({ to }) => to),
  })
  const { rows } = await sql<FactRow>`
    select ${factColumns('gmp_reports', 'f')}, i.slug as slug from ${input} cross join issues i cross join gmp_reports f
    where i.slug = input.slug and f.issue = i.id and ${isAlsoKnownTo(db, view)}
      and f.observed_at >= input.first_day and f.observed_at < input.to_day`.execute(db)
  return rows.map((row) => factFromRow('gmp_reports', row))
}

/**
 * The subscription reports that decide the newest total of the best book, and the newest figures of these categories in it,
 * and few others.
 */
export async function newestReadings(
  db: Db,
  view: View,
  slugs: readonly string[],
  categories: readonly Category[] = [],
): Promise<SubscriptionReport[]> {
  const retractionsOf = retractionsIn(await issueBook(db, view.version), view)
  const isRetractedOn = (slug: string) => retractionsOf(slug).some(({ of }) => of.fact === 'subscription')
  const found: SubscriptionReport[] = []
  const unretracted = slugs.filter((slug) => !isRetractedOn(slug))
  let open = unretracted
  // On PostgreSQL one statement for all books, since it takes less time than several do.
  for (const books of isOnPostgres(db) ? [BOOKS] : BOOKS.map((book) => [book])) {
    const readings = await newestOfBooks(db, view, open, books)
    found.push(...readings)
    const answered = new Set(readings.map(({ slug }) => slug))
    open = open.filter((slug) => !answered.has(slug))
  }
  const readingsOf = Map.groupBy(found, ({ slug }) => slug)
  const books = unretracted.flatMap((slug) => {
    const book = bookOf(readingsOf.get(slug) ?? [])
    return (book ? [book] : BOOKS).map((one) => ({ slug, book: one }))
  })
  found.push(...(await newestOfCategories(db, view, books, categories)))
  found.push(...(await subscriptionReports(db, view, slugs.filter(isRetractedOn))))
  return [...new Map(found.map((report) => [report.id, report])).values()]
}

/**
 * For each slug the newest total of each book, and its newest multiple in any category, which shows that the book exists.
 */
async function newestOfBooks(
  db: Db,
  view: View,
  slugs: readonly string[],
  books: readonly Book[],
): Promise<SubscriptionReport[]> {
  if (slugs.length === 0) return []
  const newestOfEach = books.flatMap((book) => [
    newest(db, view, sql`${book}`, sql`times_sub is not null and category = 'TOTAL'`),
    newest(db, view, sql`${book}`, sql`times_sub is not null`),
  ])
  const { rows } = await sql<FactRow>`
    select ${factColumns('subscription_reports', 'f')}, i.slug as slug from ${inputRows(db, { slug: slugs })} cross join issues i cross join subscription_reports f
    where i.slug = input.slug and f.id in (${sql.join(newestOfEach)})`.execute(db)
  return rows.map((row) => factFromRow('subscription_reports', row))
}

/**
 * For each slug and book the newest reading, which shows that the book exists; of each category the newest one and the newest
 * one with a multiple; those of the same bids, which may print what these lack; and the newest number of bids of any category,
 * the largest one of its moment, which may contradict the total.
 */
async function newestOfCategories(
  db: Db,
  view: View,
  books: readonly { readonly slug: string; readonly book: Book }[],
  categories: readonly Category[],
): Promise<SubscriptionReport[]> {
  if (books.length === 0 || categories.length === 0) return []
  const input = inputRows(db, { slug: books.map(({ slug }) => slug), book: books.map(({ book }) => book) })
  const ofEach = categories.flatMap((category) => [
    sql`category = ${category}`,
    sql`times_sub is not null and category = ${category}`,
  ])
  const ofBook = (matches: RawBuilder<unknown>, order?: RawBuilder<unknown>) =>
    newest(db, view, sql`input.book`, matches, order)
  const largestBids = ofBook(sql`category <> 'TOTAL' and shares_bid is not null`, sql`shares_bid desc`)
  const newestOfEach = [...[sql`1 = 1`, ...ofEach].map((matches) => ofBook(matches)), largestBids]
  const { rows } = await sql<FactRow>`
    select ${factColumns('subscription_reports', 'f')}, i.slug as slug from ${input} cross join issues i
    cross join subscription_reports n cross join subscription_reports f
    where i.slug = input.slug and n.id in (${sql.join(newestOfEach)}) and f.id in (
      select id from subscription_reports
      where issue = i.id and book = n.book and category = n.category and ${isAlsoKnownTo(db, view)}
        and (id = n.id or shares_bid = n.shares_bid))`.execute(db)
  return rows.map((row) => factFromRow('subscription_reports', row))
}

/** The id of the newest matching reading of an issue `i` in a book. */
function newest(
  db: Db,
  view: View,
  book: RawBuilder<unknown>,
  matches: RawBuilder<unknown>,
  order = sql`recorded desc, id desc`,
): RawBuilder<unknown> {
  // No report is recorded before it was observed.
  const isPast = view.asOf === null ? sql`1 = 1` : sql`observed_at <= ${view.asOf}`
  return sql`(
    select id from subscription_reports
    where issue = i.id and book = ${book} and ${matches} and ${isPast} and ${isAlsoKnownTo(db, view)}
    order by observed_at desc, ${order} limit 1)`
}

/**
 * All quotes on these issues up to a version, retracted or not. They far outnumber all other facts, so what a source prints
 * beside a quote is left out, and a covering index is enough. Whole rows are read only of issues with a retracted quote,
 * since a retraction may name what is left out.
 */
export async function allQuotes(
  db: Db,
  version: number,
  groups: readonly IssueGroup[],
): Promise<GmpReport[]> {
  const hasRetracted = ({ facts }: IssueGroup) => facts.retractions.some(({ of }) => of.fact === 'gmp')
  const ofThese = (some: readonly IssueGroup[]) =>
    sql`${isAmong(
      db,
      sql`issue`,
      some.flatMap(({ issues }) => issues.map(({ number }) => number)),
    )} and round <= ${version}`
  const [some, others] = [groups.filter(hasRetracted), groups.filter((group) => !hasRetracted(group))]
  const quotes: GmpReport[] = some.length === 0 ? [] : await readFacts(db, 'gmp_reports', ofThese(some))
  if (others.length === 0) return quotes
  const slugs = new Map(others.flatMap(({ issues }) => issues.map(({ number, slug }) => [number, slug])))
  const { rows } = await sql<FactRow & { readonly issue: number }>`
    select id, issue, observed_at as "observedAt", source, recorded, gmp from gmp_reports
    where ${ofThese(others)}`.execute(db)
  for (const row of rows) {
    const slug = invariant(slugs.get(row.issue), `the slug of issue ${row.issue}`)
    quotes.push(factFromRow('gmp_reports', { ...row, slug }))
  }
  return quotes
}

export interface QuoteCount {
  readonly source: string
  readonly quotes: number
  /** When the newest of them was recorded. */
  readonly last: Instant
}

/** The number of GMP quotes of each source since a moment, as known to a view. */
export async function quoteCounts(db: Db, view: View, since: Instant): Promise<QuoteCount[]> {
  const { rows } = await sql<QuoteCount>`
    select source, count(*) as quotes, max(recorded) as last from gmp_reports
    where recorded >= ${since} and ${isKnownTo(view)}
    group by source order by source`.execute(db)
  return rows
}
