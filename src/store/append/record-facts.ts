import { sql } from 'kysely'
import type { Instant } from '../../market/calendar.ts'
import type { Refusal, Statement } from '../../market/statement.ts'
import { timingFault } from '../../market/timing.ts'
import type { Db } from '../db.ts'
import { lockMarket, nextRecorded } from '../market-version.ts'
import { FACT_TABLES } from '../tables.ts'
import { appendDeals, type DealStatement, IdSet } from './append-deals.ts'
import { appendIssueFacts, type IssueStatement } from './append-facts.ts'
import { appendRetractions, type RetractionStatement } from './append-retractions.ts'
import { refuseCircles } from './circles.ts'
import { IssueIds } from './issue-ids.ts'
import { RefusalLog } from './refusal-log.ts'
import { type Round, UNTIL_COMMIT } from './round.ts'
import { Waiting } from './waiting.ts'

export interface Recording {
  /** Who brings the facts: a source's id, or `import`. */
  readonly source: string
  readonly now: () => Instant
  /** Batches in the order of their lines; a refusal stands for a line that could not be read at all. */
  readonly batches:
    | AsyncIterable<readonly (Statement | Refusal)[]>
    | Iterable<readonly (Statement | Refusal)[]>
  /** Take the good lines although others are refused. */
  readonly skipBad?: boolean
  /** Find out what would happen, and change nothing. */
  readonly dryRun?: boolean
}

export interface Outcome {
  readonly read: number
  readonly taken: number
  readonly known: number
  readonly refused: number
  /** The first refused lines, in order. */
  readonly refusals: Refusal[]
  /** The time that facts without one of their own got; `null` when the market is as it was before. */
  readonly committed: Instant | null
}

class NothingCommitted extends Error {}

/** Records facts as one round in one transaction: all of them, or with a refused line none, unless bad lines may be skipped. */
export async function recordFacts(db: Db, recording: Recording): Promise<Outcome> {
  let outcome: Outcome | undefined
  try {
    await db.transaction().execute(async (tx) => {
      const { now, skipBad = false, dryRun = false } = recording
      const started = now()
      const { last_round, last_fact, recorded: lastRecorded } = await lockMarket(tx)
      const round: Round = {
        tx,
        id: last_round,
        idBase: last_fact,
        expected: nextRecorded(started, lastRecorded, 0),
        issueIds: new IssueIds(tx),
        refusals: new RefusalLog(),
        counts: { read: 0, taken: 0, known: 0 },
      }
      await appendAll(round, recording)
      const { refusals, counts } = round
      const mayCommit = !dryRun && (skipBad || refusals.count === 0)
      const isCommitted = mayCommit && counts.taken > 0
      const recorded = nextRecorded(now(), lastRecorded, counts.taken)
      outcome = {
        ...counts,
        refused: refusals.count,
        refusals: refusals.first,
        committed: isCommitted ? recorded : null,
      }
      if (!isCommitted) throw new NothingCommitted()
      await commit(round, { source: recording.source, started, recorded })
    })
  } catch (error) {
    if (!(error instanceof NothingCommitted)) throw error
  }
  if (!outcome) throw new Error('the transaction ended without an outcome')
  return outcome
}

async function appendAll(round: Round, { now, batches }: Recording): Promise<void> {
  const waiting = new Waiting(round.tx)
  const matchedDeals = new IdSet()
  for await (const batch of batches) {
    round.counts.read += batch.length
    const clock = now()
    const sound = batch.filter((entry) => isSound(round, entry, clock))
    const dated = sound.filter(({ fact, recordedAt }) => recordedAt !== null || fact.fact === 'deal')
    await take(round, dated, matchedDeals)
    await waiting.add(sound.filter(({ fact, recordedAt }) => recordedAt === null && fact.fact !== 'deal'))
  }
  // Before the undated facts are compared with what stands, and once more for those among them.
  await refuseCircles(round)
  await waiting.settle(round, (statements) => take(round, statements, matchedDeals))
  await refuseCircles(round)
  await refuseUnknownSlugs(round)
}

async function take(round: Round, statements: readonly Statement[], matchedDeals: IdSet): Promise<void> {
  const {
    deals = [],
    retractions = [],
    issues = [],
  } = Object.groupBy(statements, ({ fact }) =>
    fact.fact === 'deal' ? 'deals' : fact.fact === 'retraction' ? 'retractions' : 'issues',
  )
  if (deals.length > 0) await appendDeals(round, deals as DealStatement[], matchedDeals)
  if (issues.length > 0) await appendIssueFacts(round, issues as IssueStatement[])
  if (retractions.length > 0) await appendRetractions(round, retractions as RetractionStatement[])
}

function isSound(round: Round, entry: Statement | Refusal, now: Instant): entry is Statement {
  const reason =
    'reason' in entry
      ? entry.reason
      : entry.recordedAt !== null && entry.recordedAt > now
        ? `recordedAt ${entry.recordedAt} lies in the future (now ${now})`
        : timingFault(entry.fact, entry.recordedAt ?? round.expected)
  if (reason !== undefined) round.refusals.add(entry.line, reason)
  return reason === undefined
}

/** What was said of slugs that no `ipo` fact knows is taken out again: the transaction has not been committed. */
async function refuseUnknownSlugs({ tx, id: round, issueIds, refusals, counts }: Round): Promise<void> {
  for (const { slug, id, lines, repeated } of issueIds.unknown()) {
    let removed = 0
    for (const table of FACT_TABLES) {
      if (table === 'deals') continue
      const speaksOf = table === 'sames' ? sql`(issue = ${id} or same_as = ${id})` : sql`issue = ${id}`
      const result =
        await sql`delete from ${sql.table(table)} where round = ${round} and ${speaksOf}`.execute(tx)
      removed += Number(result.numAffectedRows ?? 0)
    }
    await tx.deleteFrom('issues').where('id', '=', id).execute()
    counts.taken -= removed
    counts.known -= repeated
    refusals.addMany(
      lines,
      removed + repeated,
      `no "ipo" fact, stored or in this file, has the slug "${slug}"`,
    )
  }
}

/** Facts that brought no time of their own get the moment of the commit, for all of them the same. */
async function commit(
  { tx, id, counts, refusals }: Round,
  { source, started, recorded }: { source: string; started: Instant; recorded: Instant },
): Promise<void> {
  let lastFact = 0
  for (const table of FACT_TABLES) {
    await sql`update ${sql.table(table)} set recorded = ${recorded} where recorded = ${UNTIL_COMMIT}`.execute(
      tx,
    )
    const { rows } = await sql<{ id: number | null }>`select max(id) as id from ${sql.table(table)}`.execute(
      tx,
    )
    lastFact = Math.max(lastFact, rows[0]?.id ?? 0)
  }
  const committed = { version: id, last_fact: lastFact, recorded }
  await tx.updateTable('market_version').set(committed).where('id', '=', 1).execute()
  await tx
    .insertInto('rounds')
    .values({
      id,
      source,
      started,
      committed: recorded,
      version: id,
      outcome: 'done',
      rows_read: counts.read,
      rows_kept: counts.taken,
      rows_refused: refusals.count,
    })
    .execute()
}
