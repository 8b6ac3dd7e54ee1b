import { type RawBuilder, sql } from 'kysely'
import type { Fact, Recorded } from '../../market/facts/fact.ts'
import { type Db, isOnPostgres } from '../engines/db.ts'
import { merged } from '../facts/all-facts.ts'
import { FACT_TABLES, type FactTable } from '../facts/fact-rows.ts'
import { readFacts } from '../facts/read-facts.ts'
import type { StoreRow } from '../tables.ts'
import { factIdsOf } from '../version/market-version.ts'
import {
  BEGINNING,
  isOwnPosition,
  lastPosition,
  type PieceEntry,
  type PieceFetch,
  type Position,
  type RoundName,
} from './piece.ts'

/** Number of rows that are read ahead from each table. */
const PAGE = 1000

/**
 * Runs work on the store as it is now, whatever is committed meanwhile: what follows each other in a piece belongs
 * together.
 */
export const atOneMoment = <T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> =>
  isOnPostgres(db)
    ? db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work)
    : db.transaction().execute(work)

/** All that was recorded after a position; all of the store if the position is not one of this store. */
export async function* pieceSince(tx: Db, since: Position): AsyncGenerator<PieceEntry> {
  const from = (await isOwnPosition(tx, since)) ? since : BEGINNING
  const to = await lastPosition(tx)
  yield { piece: 'begin', from, to }
  yield* changedRefusals(tx, from, 'removed')
  yield* roundsWithFacts(tx, from)
  yield* changedRefusals(tx, from, 'stored')
  yield* learnedKeys(tx, from)
  yield { piece: 'end', position: to }
}

async function* roundsWithFacts(tx: Db, { round: after }: Position): AsyncGenerator<PieceEntry> {
  let { after: lastFact } = await factIdsOf(tx, { after, upTo: after })
  const begun = lastFact
  const facts = merged(
    FACT_TABLES.map((table) => factsAfter(tx, table, begun)),
    (a, b) => a.id - b.id,
  )
  let lastIssue = await lastIssueOf(tx, lastFact)
  let nextFact = await facts.next()
  for await (const { id, version: _, last_fact: __, ...round } of roundsAfter(tx, after)) {
    yield { piece: 'round', round: { ...round, occurrence: await occurrenceOf(tx, id, round) } }
    const sent = new Set<number>()
    for (const fetch of await fetchesWith(tx, sql`round = ${id}`)) {
      yield { piece: 'fetch', fetch }
      sent.add(fetch.id)
    }
    const base = lastFact
    for (; !nextFact.done && nextFact.value.round <= id; nextFact = await facts.next()) {
      const { fact, fetch, occurrence, issue } = nextFact.value
      if (issue !== null && issue > lastIssue) {
        yield* issuesIn(tx, lastIssue, issue)
        lastIssue = issue
      }
      // A stored answer that is parsed again is one of an earlier round.
      if (fetch !== null && !sent.has(fetch))
        for (const other of await fetchesWith(tx, sql`id = ${fetch}`)) yield { piece: 'fetch', fetch: other }
      if (fetch !== null) sent.add(fetch)
      lastFact = nextFact.value.id
      const more = { ...(fetch !== null && { fetch }), ...(occurrence !== undefined && { occurrence }) }
      yield {
        piece: 'fact',
        fact: { fact, recordedAt: fact.recorded, number: lastFact - base, ...more },
      }
    }
  }
}

async function* roundsAfter(tx: Db, after: number): AsyncGenerator<StoreRow<'rounds'>> {
  for (let last = after; ; ) {
    const { rows } = await sql<StoreRow<'rounds'>>`
      select * from rounds where id > ${last} order by id limit ${PAGE}`.execute(tx)
    yield* rows
    if (rows.length < PAGE) return
    last = rows.at(-1)?.id ?? last
  }
}

interface StoredFact {
  readonly id: number
  readonly round: number
  readonly fetch: number | null
  readonly occurrence?: number
  /** The highest number of an issue that it names. */
  readonly issue: number | null
  readonly fact: Recorded<Fact>
}

const ISSUE_OF: Partial<Record<FactTable, RawBuilder<unknown>>> = {
  deals: sql`null`,
  holidays: sql`null`,
  sames: sql`case when same_as > issue then same_as else issue end`,
}

/** The last number that an issue has got up to a fact about terms, which every issue has. */
async function lastIssueOf(tx: Db, lastFact: number): Promise<number> {
  const { rows } = await sql<{ last: number | null }>`
    select max(issue) as last from issue_facts where id <= ${lastFact}`.execute(tx)
  return rows[0]?.last ?? 0
}

async function* issuesIn(tx: Db, after: number, upTo: number): AsyncGenerator<PieceEntry> {
  const query = tx.selectFrom('issues').select('slug').where('id', '>', after).where('id', '<=', upTo)
  for (const { slug } of await query.orderBy('id').execute()) yield { piece: 'issue', slug }
}

async function* factsAfter(tx: Db, table: FactTable, after: number): AsyncGenerator<StoredFact> {
  const occurrence = table === 'deals' ? sql`, occurrence` : sql``
  for (let last = after; ; ) {
    const { rows } = await sql<Omit<StoredFact, 'fact'>>`
      select id, round, "fetch", ${ISSUE_OF[table] ?? sql`issue`} as issue ${occurrence} from ${sql.table(table)}
      where id > ${last} order by id limit ${PAGE}`.execute(tx)
    const end = rows.at(-1)?.id ?? last
    const facts: Recorded<Fact>[] = await readFacts(tx, table, sql`id > ${last} and id <= ${end}`)
    const byId = new Map(facts.map((fact) => [fact.id, fact]))
    for (const row of rows) {
      const fact = byId.get(row.id)
      if (fact) yield { ...row, fact }
    }
    if (rows.length < PAGE) return
    last = end
  }
}

/** Downloads by id. One that no round has made facts of belongs to no piece yet. */
async function fetchesWith(tx: Db, condition: RawBuilder<unknown>): Promise<PieceFetch[]> {
  const { rows } = await sql<StoreRow<'fetches'>>`
    select * from fetches where ${condition} order by id`.execute(tx)
  return rows.map(({ round: _, batch: __, ...fetch }) => fetch)
}

async function* changedRefusals(
  tx: Db,
  { round: after }: Position,
  which: 'removed' | 'stored',
): AsyncGenerator<PieceEntry> {
  const stored = sql`select 1 from refusals r where r.identity = c.identity`
  for (let last = ''; ; ) {
    const { rows } = await sql<{ identity: string }>`
      select c.identity from refusal_changes c
      where c.round > ${after === 0 ? -1 : after} and c.identity > ${last}
        and ${which === 'stored' ? sql`exists` : sql`not exists`} (${stored})
      order by c.identity limit ${PAGE}`.execute(tx)
    if (which === 'removed') for (const { identity } of rows) yield { piece: 'removed', identity }
    else if (rows.length > 0)
      yield* refusalsOf(
        tx,
        rows.map(({ identity }) => identity),
      )
    if (rows.length < PAGE) return
    last = rows.at(-1)?.identity ?? last
  }
}

async function* refusalsOf(tx: Db, identities: readonly string[]): AsyncGenerator<PieceEntry> {
  const rows = await tx
    .selectFrom('refusals')
    .selectAll()
    .where('identity', 'in', [...identities])
    .orderBy('id')
    .execute()
  for (const { round, fetch: _, ...refusal } of rows) {
    const first = await tx
      .selectFrom('rounds')
      .select(['source', 'work', 'started', 'committed'])
      .where('id', '=', round)
      .executeTakeFirst()
    const firstIn = first ? { ...first, occurrence: await occurrenceOf(tx, round, first) } : null
    yield { piece: 'refusal', refusal, firstIn }
  }
}

async function occurrenceOf(tx: Db, id: number, round: Omit<RoundName, 'occurrence'>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from rounds where ${isNamed(round)} and id <= ${id}`.execute(tx)
  return Number(rows[0]?.count)
}

/** In SQL, true for the rounds of this name. */
export const isNamed = ({ source, work, started, committed }: Omit<RoundName, 'occurrence'>) =>
  sql`source = ${source} and work = ${work} and started = ${started} and committed = ${committed}`

async function* learnedKeys(tx: Db, { round: after }: Position): AsyncGenerator<PieceEntry> {
  const keys = await tx
    .selectFrom('issue_keys')
    .innerJoin('issues', 'issues.id', 'issue_keys.issue')
    .select(['issue_keys.source', 'issue_keys.key', 'issues.slug', 'issue_keys.learned'])
    .where('issue_keys.learned_in', '>', after === 0 ? -1 : after)
    .orderBy('learned')
    .orderBy('issue_keys.issue')
    .orderBy('issue_keys.key')
    .execute()
  for (const key of keys) yield { piece: 'key', ...key }
}
