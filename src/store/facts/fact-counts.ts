import { sql } from 'kysely'
import type { Instant } from '../../market/calendar.ts'
import type { Db } from '../engines/db.ts'
import { groupOf, type IssueBook } from '../issues/issue-book.ts'
import { isAlsoKnownTo, isInView, isKnownTo, type View } from '../view.ts'
import { ISSUE_TABLES } from './fact-rows.ts'
import { isOf } from './read-facts.ts'

/** Number and newest time of some facts, retracted or not. It never decreases in later views. */
export interface FactCount {
  readonly facts: number
  /** When the newest of them was recorded. */
  readonly last: Instant
}

export const addCounts = (a: FactCount, b: FactCount): FactCount => ({
  facts: a.facts + Number(b.facts),
  last: a.last > b.last ? a.last : b.last,
})

/** Counts the facts about these slugs from which terms and listing are derived, and their retractions. */
export function termFactCount(book: IssueBook, view: View, slugs: readonly string[]): FactCount {
  const counted = slugs.flatMap((slug) => {
    const { ipos = [], sames = [], listings = [], retractions = [] } = groupOf(book, slug)?.facts ?? {}
    return [
      ...[...ipos, ...sames, ...listings].filter((fact) => fact.slug === slug),
      ...retractions.filter(({ of }) => of.slug === slug && ['ipo', 'same', 'listing'].includes(of.fact)),
    ].filter(isInView(view))
  })
  const last = counted.reduce((latest, { recorded }) => (recorded > latest ? recorded : latest), '')
  return { facts: counted.length, last }
}

/** Counts the holidays and their retractions. */
export async function holidayCount(db: Db, view: View): Promise<FactCount> {
  const { rows } = await sql<FactCount>`
    select count(*) as facts, coalesce(max(recorded), '') as last from holidays where ${isKnownTo(view)}
    union all
    select count(*), coalesce(max(recorded), '') from retractions
    where issue is null and fact = 'holiday' and ${isKnownTo(view)}`.execute(db)
  return rows.reduce(addCounts, { facts: 0, last: '' })
}

/** Counts the facts about each of these slugs that decide what is shown of an issue. A slug without any is left out. */
export async function issueFactCounts(
  db: Db,
  view: View,
  slugs: readonly string[],
): Promise<Map<string, FactCount>> {
  if (slugs.length === 0) return new Map()
  const counts = ISSUE_TABLES.map(
    (table) => sql`select issue, count(*) as facts, max(recorded) as last from ${sql.table(table)}
      where ${isOf(db, slugs)} and ${isAlsoKnownTo(db, view)} group by issue`,
  )
  const { rows } = await sql<FactCount & { slug: string }>`
    select i.slug as slug, sum(n.facts) as facts, max(n.last) as last
    from (${sql.join(counts, sql` union all `)}) n join issues i on i.id = n.issue group by i.slug`.execute(
    db,
  )
  return new Map(rows.map(({ slug, facts, last }) => [slug, { facts: Number(facts), last }]))
}
