import { sql } from 'kysely'
import { BOOKS, type Book } from '../../market/facts/fact.ts'
import type { SubscriptionReport } from '../../market/issues/subscription.ts'
import type { Db } from '../engines/db.ts'
import { jsonValueRows } from '../engines/json-values.ts'
import { factFromRow, type JoinedRow } from '../facts/fact-rows.ts'
import { retractionsOn, unretractedFacts } from '../facts/unretracted-facts.ts'
import { isKnownTo, type View } from '../view.ts'

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
): Promise<SubscriptionReport[]> {
  const retractionsOf = await retractionsOn(db, view, slugs)
  const isRetractedOn = (slug: string) => retractionsOf(slug).some(({ of }) => of.fact === 'subscription')
  const found = await subscriptionReports(db, view, slugs.filter(isRetractedOn))
  let open = slugs.filter((slug) => !isRetractedOn(slug))
  for (const book of BOOKS) {
    const readings = await newestOfBook(db, view, open, book)
    found.push(...readings)
    const answered = new Set(readings.map(({ slug }) => slug))
    open = open.filter((slug) => !answered.has(slug))
  }
  return found
}

/**
 * For each slug the newest total of a book, and its newest multiple in any category, which shows that the book exists.
 */
async function newestOfBook(
  db: Db,
  view: View,
  slugs: readonly string[],
  book: Book,
): Promise<SubscriptionReport[]> {
  if (slugs.length === 0) return []
  const rowsOfSlugs = slugs.map((slug) => [slug])
  // No report is recorded before it was observed.
  const isPast = view.asOf === null ? sql`1 = 1` : sql`observed <= ${view.asOf}`
  const newest = (matches: ReturnType<typeof sql>) => sql`(
    select id from subscription_reports
    where issue = i.id and book = ${book} and times is not null and ${matches} and ${isPast} and ${isKnownTo(view)}
    order by observed desc, recorded desc, id desc limit 1)`
  const { rows } = await sql<JoinedRow<'subscription_reports'>>`
    select f.*, i.slug as slug from ${jsonValueRows(db, rowsOfSlugs)} cross join issues i cross join subscription_reports f
    where i.slug = input.value ->> 0
      and f.id in (${newest(sql`category = 'TOTAL'`)}, ${newest(sql`1 = 1`)})`.execute(db)
  return rows.map((row) => factFromRow('subscription_reports', row))
}
