import { sql } from 'kysely'
import type { Instant } from '../../market/calendar.ts'
import type {
  GmpFact,
  IpoFact,
  ListingFact,
  PartialTerms,
  SubscriptionFact,
} from '../../market/facts/fact.ts'
import { isRetracted, unretracted } from '../../market/facts/retraction.ts'
import type { Db } from '../engines/db.ts'
import { TABLE_OF } from './fact-rows.ts'
import { readFacts } from './read-facts.ts'
import { issueRetractions } from './retractions.ts'

export type ReportedFigure = GmpFact | SubscriptionFact | ListingFact

/** When something was read, in which download, and at what past moment that is looked at; `null` for now. */
export interface ReadingTime {
  readonly readAt: Instant
  readonly fetch: number
  readonly asOf: Instant | null
}

/** What tells the words on one figure from those on others. */
function isSameFigure(fact: ReportedFigure) {
  switch (fact.fact) {
    case 'gmp':
      return sql`w.observed = ${fact.observedAt}`
    case 'subscription':
      return sql`w.observed = ${fact.observedAt} and w.category = ${fact.category} and w.book = ${fact.book}`
    case 'listing':
      return sql`w.exchange = ${fact.exchange}`
  }
}

/** True for a word `w` on the issue that its source said in a later download `d`, or that somebody brought by a file. */
const isLater = (
  { slug, source }: ReportedFigure | IpoFact,
  { readAt, fetch, asOf }: ReadingTime,
) => sql<boolean>`
  (w.issue in (select id from issues where slug = ${slug}) and w.source = ${source}
    and (w.fetch is null or d.fetched > ${readAt} or (d.fetched = ${readAt} and d.id > ${fetch}))
    and ${asOf === null ? sql`1 = 1` : sql`w.recorded <= ${asOf}`})`

/** True when the source has said something of this figure since: then what was read is not its last word. */
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

/** What the source has said since of an issue's terms, and not taken back. */
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
  const stands = unretracted(later, await retractionsOf(db, fact.slug))
  return Object.assign({}, ...stands.map(({ said }) => said))
}

/** True when what was read has been taken back since, whichever of its sayings the retraction names. */
export async function isRetractedSince(
  db: Db,
  fact: ReportedFigure | IpoFact,
  { readAt }: ReadingTime,
): Promise<boolean> {
  const ofAnySaying = (await retractionsOf(db, fact.slug)).map((retraction) => {
    const { recordedAt: _, ...of } = retraction.of
    return { ...retraction, of }
  })
  return isRetracted({ ...fact, recorded: readAt, id: 0 }, ofAnySaying)
}

const retractionsOf = async (db: Db, slug: string) =>
  (await issueRetractions(db, sql`issue in (select id from issues where slug = ${slug})`))(slug)
