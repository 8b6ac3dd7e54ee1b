import { type RawBuilder, sql } from 'kysely'
import { BOOKS, type Book } from '../../market/facts/fact.ts'
import type { SubscriptionReport } from '../../market/issues/subscription.ts'
import { type Db, isOnPostgres } from '../engines/db.ts'
import { inputRows } from '../engines/json-values.ts'
import { type FactRow, factColumns, factFromRow } from '../facts/fact-rows.ts'
import { type RetractionsOf, retractionsOn, unretractedFacts } from '../facts/unretracted-facts.ts'
import { isAlsoKnownTo, type View } from '../view.ts'

/** All subscription reports on these slugs, oldest first. */
export const subscriptionReports = (
  db: Db,
  view: View,
  slugs: readonly string[],
): Promise<SubscriptionReport[]> => unretractedFacts(db, view, 'subscription_reports', slugs)

/** The subscription reports that decide the newest total of the best book, and few others. */
export async function totalReadings(
  db: Db,
  view: View,
  slugs: readonly string[],
  known?: RetractionsOf,
): Promise<SubscriptionReport[]> {
  const retractionsOf = known ?? (await retractionsOn(db, view, slugs))
  const isRetractedOn = (slug: string) => retractionsOf(slug).some(({ of }) => of.fact === 'subscription')
  const found = await subscriptionReports(db, view, slugs.filter(isRetractedOn))
  let open = slugs.filter((slug) => !isRetractedOn(slug))
  // On PostgreSQL one statement for all books, since it takes less time than several do.
  for (const books of isOnPostgres(db) ? [BOOKS] : BOOKS.map((book) => [book])) {
    const readings = await newestOfBooks(db, view, open, books)
    found.push(...readings)
    const answered = new Set(readings.map(({ slug }) => slug))
    open = open.filter((slug) => !answered.has(slug))
  }
  return found
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
  // No report is recorded before it was observed.
  const isPast = view.asOf === null ? sql`1 = 1` : sql`observed_at <= ${view.asOf}`
  const newest = (book: Book, matches: RawBuilder<unknown>) => sql`(
    select id from subscription_reports
    where issue = i.id and book = ${book} and times_sub is not null and ${matches} and ${isPast} and ${isAlsoKnownTo(db, view)}
    order by observed_at desc, recorded desc, id desc limit 1)`
  const newestOfEach = books.flatMap((book) => [
    newest(book, sql`category = 'TOTAL'`),
    newest(book, sql`1 = 1`),
  ])
  const { rows } = await sql<FactRow>`
    select ${factColumns('subscription_reports', 'f')}, i.slug as slug from ${inputRows(db, { slug: slugs })} cross join issues i cross join subscription_reports f
    where i.slug = input.slug and f.id in (${sql.join(newestOfEach)})`.execute(db)
  return rows.map((row) => factFromRow('subscription_reports', row))
}
