import { sql } from 'kysely'
import type { Instant } from '../../market/calendar.ts'
import type {
  GmpFact,
  HolidayFact,
  IpoFact,
  ListingFact,
  PartialTerms,
  SubscriptionFact,
} from '../../market/facts/fact.ts'
import { isRetracted, unretracted } from '../../market/facts/retraction.ts'
import type { Db } from '../engines/db.ts'
import { TABLE_OF } from './fact-rows.ts'
import { holidayRetractions, issueRetractions, readFacts } from './read-facts.ts'

export type ReportedFigure = GmpFact | SubscriptionFact | ListingFact | HolidayFact

/** When a row was downloaded, in which download, and as of which past moment it is judged (`null` for now). */
export interface ReadingTime {
  readonly readAt: Instant
  readonly fetch: number
  readonly asOf: Instant | null
}

/** Condition on statements `w` about the same figure. */
function isSameFigure(fact: ReportedFigure) {
  switch (fact.fact) {
    case 'gmp':
      return sql`w.observed_at = ${fact.observedAt}`
    case 'subscription':
      return sql`w.observed_at = ${fact.observedAt} and w.category = ${fact.category} and w.book = ${fact.book}`
    case 'listing':
      return sql`w.exchange = ${fact.exchange}`
    case 'holiday':
      return sql`w.exchange = ${fact.exchange} and w.segment = ${fact.segment} and w.day = ${fact.day}`
  }
}

const isOfIssue = (fact: ReportedFigure | IpoFact) =>
  'slug' in fact ? sql`w.issue in (select id from issues where slug = ${fact.slug})` : sql`1 = 1`

/**
 * True for a statement `w` on the issue, if the fact is about one, that its source made in a later download `d`, or that
 * was imported from a file.
 */
const isLater = (fact: ReportedFigure | IpoFact, { readAt, fetch, asOf }: ReadingTime) => sql<boolean>`
  (${isOfIssue(fact)} and w.source = ${fact.source}
    and (w.fetch is null or d.fetched > ${readAt} or (d.fetched = ${readAt} and d.id > ${fetch}))
    and ${asOf === null ? sql`1 = 1` : sql`w.recorded <= ${asOf}`})`

/** True when the source has made a later statement on this figure, so that the one that was read is not its latest. */
export async function hasSupersedingStatement(
  db: Db,
  fact: ReportedFigure,
  time: ReadingTime,
): Promise<boolean> {
  const { rows } = await sql<{ found: number }>`
    select count(*) as found from ${sql.table(TABLE_OF[fact.fact])} w left join fetches d on d.id = w.fetch
    where ${isLater(fact, time)} and ${isSameFigure(fact)}`.execute(db)
  return Number(rows[0]?.found ?? 0) > 0
}

/** The terms of an issue that the source has stated since, without those retracted. */
export async function supersedingTerms(
  db: Db,
  fact: IpoFact,
  time: ReadingTime,
): Promise<Partial<PartialTerms>> {
  const later = await readFacts(
    db,
    'issue_facts',
    sql`f.id in (select w.id from issue_facts w left join fetches d on d.id = w.fetch where ${isLater(fact, time)})`,
  )
  const current = unretracted(later, await retractionsOf(db, fact))
  return Object.assign({}, ...current.map(({ said }) => said))
}

/** True when the statement has been retracted since, whichever recording of it the retraction names. */
export async function isRetractedSince(
  db: Db,
  fact: ReportedFigure | IpoFact,
  { readAt }: ReadingTime,
): Promise<boolean> {
  const ofAnyRecording = (await retractionsOf(db, fact)).map((retraction) => {
    const { recordedAt: _, ...of } = retraction.of
    return { ...retraction, of }
  })
  return isRetracted({ ...fact, recorded: readAt, id: 0 }, ofAnyRecording)
}

async function retractionsOf(db: Db, fact: ReportedFigure | IpoFact) {
  if (!('slug' in fact)) return holidayRetractions(db)
  const { slug } = fact
  return (await issueRetractions(db, sql`issue in (select id from issues where slug = ${slug})`))(slug)
}
