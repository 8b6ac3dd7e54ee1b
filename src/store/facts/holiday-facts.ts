import { sql } from 'kysely'
import type { HolidayFact, Recorded } from '../../market/facts/fact.ts'
import type { Retracted } from '../../market/facts/issue-facts.ts'
import { retractionOf } from '../../market/facts/retraction.ts'
import type { Db } from '../engines/db.ts'
import { addCounts, type FactCount } from '../issues/fact-counts.ts'
import { isKnownTo, type View } from '../view.ts'
import { readFacts } from './read-facts.ts'
import { holidayRetractions } from './unretracted-facts.ts'

/** The holidays that a view knows, oldest statement first, and the retractions of those that are retracted. */
export async function allHolidayFacts(
  db: Db,
  view: View,
): Promise<{ readonly facts: readonly Recorded<HolidayFact>[]; readonly retracted: Retracted }> {
  const facts = await readFacts(db, 'holidays', isKnownTo(view))
  const retractions = facts.length === 0 ? [] : await holidayRetractions(db, isKnownTo(view))
  const retracted = facts.flatMap((fact) => {
    const retraction = retractionOf(fact, retractions)
    return retraction ? [[fact.id, retraction] as const] : []
  })
  return { facts, retracted: new Map(retracted) }
}

/** The same without the retracted ones. */
export async function holidayFacts(db: Db, view: View): Promise<Recorded<HolidayFact>[]> {
  const { facts, retracted } = await allHolidayFacts(db, view)
  return facts.filter(({ id }) => !retracted.has(id))
}

/** Counts the holidays and their retractions that a view knows. The count never decreases in later views. */
export async function holidayCount(db: Db, view: View): Promise<FactCount> {
  const { rows } = await sql<FactCount>`
    select count(*) as facts, coalesce(max(recorded), '') as last from holidays where ${isKnownTo(view)}
    union all
    select count(*), coalesce(max(recorded), '') from retractions
    where issue is null and fact = 'holiday' and ${isKnownTo(view)}`.execute(db)
  return rows.reduce(addCounts, { facts: 0, last: '' })
}
