import { sql } from 'kysely'
import { END_OF_TIME, type Instant } from '../../market/calendar.ts'
import type { Db } from '../engines/db.ts'
import { isOfKind } from '../engines/statements.ts'

/** A quote that waits as `unknown-issue`. */
export interface UnannouncedQuote {
  readonly id: number
  /** The id of the source. */
  readonly source: string
  /** JSON of the parsed row. */
  readonly said: string
  readonly firstSeen: Instant
  /** The last reading of the row, up to the moment. */
  readonly lastSeen: Instant
}

type Row = UnannouncedQuote & { readonly rule: string; readonly candidates: string }

/**
 * The quotes that wait as `unknown-issue`, now or as of a moment, oldest first. They are bounded by time alone, because
 * a round without news raises no market version.
 */
export async function unannouncedQuotes(db: Db, asOf: Instant | null): Promise<UnannouncedQuote[]> {
  const rows = await (asOf === null ? unannouncedNow(db) : unannouncedThen(db, asOf))
  const announced = asOf === null ? new Set() : await announcedBy(db, asOf)
  return rows.flatMap(({ rule, candidates, ...row }) =>
    rule === 'unknown-issue' || JSON.parse(candidates).every((slug: string) => !announced.has(slug))
      ? row
      : [],
  )
}

const isQuote = (db: Db) => isOfKind(db, sql`r.said`, 'gmp')

async function unannouncedNow(db: Db): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select r.id, r.source, r.said, r.rule, r.candidates, r.first_seen as "firstSeen", r.last_seen as "lastSeen"
    from refusals r where r.settled is null and r.rule = 'unknown-issue' and ${isQuote(db)} order by r.id`.execute(
    db,
  )
  return rows
}

/**
 * A row is known from the commit of its round, or from its reading where a past moment was recorded (the round then
 * started at that moment). A row that another rule refuses by now was unknown until the first issue that it may be about
 * was announced. Readings between the first and the last one are those of its document.
 */
async function unannouncedThen(db: Db, asOf: Instant): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select r.id, r.source, r.said, r.rule, r.candidates, r.first_seen as "firstSeen",
      case when r.last_seen <= ${asOf} then r.last_seen else coalesce((
        select max(f.fetched) from fetches f
        where f.source = r.source and f.document = r.document and f.reading is not null
          and f.fetched >= r.first_seen and f.fetched <= ${asOf}), r.first_seen) end as "lastSeen"
    from refusals r left join rounds o on o.id = r.round
    where r.first_seen <= ${asOf} and ${isQuote(db)}
      and (o.committed <= ${asOf} or o.id is null or (o.work = 'collect' and o.started = r.first_seen))
      and ((r.rule = 'unknown-issue' and coalesce(r.settled_at, ${END_OF_TIME}) > ${asOf})
        or (r.rule <> 'unknown-issue' and r.candidates <> '[]'))
    order by r.id`.execute(db)
  return rows
}

/** The slugs of issues with terms that were recorded up to a moment. */
async function announcedBy(db: Db, asOf: Instant): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('issues')
    .select('slug')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('issue_facts as f')
          .select('f.id')
          .whereRef('f.issue', '=', 'issues.id')
          .where('f.recorded', '<=', asOf),
      ),
    )
    .execute()
  return new Set(rows.map(({ slug }) => slug))
}
