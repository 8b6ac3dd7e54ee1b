import { sql } from 'kysely'
import type { Instant } from '../../market/calendar.ts'
import { boundsFaultOf } from '../../market/facts/bounds.ts'
import type { Refusal, Statement } from '../../market/facts/statement.ts'
import { timingFault } from '../../market/facts/timing.ts'
import { FACT_TABLES } from '../tables.ts'
import { appendDeals, type DealStatement, IdSet } from './append-deals.ts'
import { appendFacts, type SubjectStatement } from './append-facts.ts'
import { appendRetractions, type RetractionStatement } from './append-retractions.ts'
import { refuseMergeCircles } from './refuse-merge-circles.ts'
import type { Round } from './round.ts'
import { WaitingFacts } from './waiting-facts.ts'

/** Batches in the order of their lines; a `Refusal` represents a line that could not be parsed. */
export type Batches =
  | AsyncIterable<readonly (Statement | Refusal)[]>
  | Iterable<readonly (Statement | Refusal)[]>

/**
 * Appends the facts of all batches in the round's transaction. Facts that cannot be appended go to the round's
 * refusals.
 */
export async function appendAll(
  round: Round,
  { now, batches }: { readonly now: () => Instant; readonly batches: Batches },
): Promise<void> {
  const waiting = new WaitingFacts(round.tx)
  const matchedDeals = new IdSet()
  for await (const batch of batches) {
    round.counts.read += batch.length
    const clock = now()
    const sound = batch.filter((entry) => isSound(round, entry, clock))
    const dated = sound.filter(({ fact, recordedAt }) => recordedAt !== null || fact.fact === 'deal')
    await take(round, dated, matchedDeals)
    await waiting.add(sound.filter(({ fact, recordedAt }) => recordedAt === null && fact.fact !== 'deal'))
  }
  // Runs before the undated facts are compared with the stored ones, and once more for those among them.
  await refuseMergeCircles(round)
  await waiting.settle(round, (statements) => take(round, statements, matchedDeals))
  await refuseMergeCircles(round)
  await refuseUnknownSlugs(round)
}

async function take(round: Round, statements: readonly Statement[], matchedDeals: IdSet): Promise<void> {
  const {
    deals = [],
    retractions = [],
    others = [],
  } = Object.groupBy(statements, ({ fact }) =>
    fact.fact === 'deal' ? 'deals' : fact.fact === 'retraction' ? 'retractions' : 'others',
  )
  if (deals.length > 0) await appendDeals(round, deals as DealStatement[], matchedDeals)
  if (others.length > 0) await appendFacts(round, others as SubjectStatement[])
  if (retractions.length > 0) await appendRetractions(round, retractions as RetractionStatement[])
}

function isSound(round: Round, entry: Statement | Refusal, now: Instant): entry is Statement {
  const reason =
    'reason' in entry
      ? entry.reason
      : entry.recordedAt !== null && entry.recordedAt > now
        ? `recordedAt ${entry.recordedAt} lies in the future (now ${now})`
        : (boundsFaultOf(entry.fact) ?? timingFault(entry.fact, entry.recordedAt ?? round.expected))
  if (reason !== undefined) round.refusals.add(entry.line, reason)
  return reason === undefined
}

/** Deletes the facts about slugs without any `ipo` fact again, before the transaction is committed. */
async function refuseUnknownSlugs({ tx, id: round, issueIds, refusals, counts }: Round): Promise<void> {
  for (const { slug, id, lines, repeated } of issueIds.unknown()) {
    let removed = 0
    for (const table of FACT_TABLES) {
      if (table === 'deals' || table === 'holidays') continue
      const isAbout = table === 'sames' ? sql`(issue = ${id} or same_as = ${id})` : sql`issue = ${id}`
      const removal = sql`delete from ${sql.table(table)} where round = ${round} and ${isAbout}`
      removed += Number((await removal.execute(tx)).numAffectedRows ?? 0)
    }
    await tx.deleteFrom('issues').where('id', '=', id).execute()
    counts.taken -= removed
    counts.known -= repeated
    const reason = `no "ipo" fact, stored or in this file, has the slug "${slug}"`
    refusals.addMany(lines, removed + repeated, reason)
  }
}
