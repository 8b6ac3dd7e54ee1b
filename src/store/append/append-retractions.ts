import { sql } from 'kysely'
import { invariant } from '../../invariant.ts'
import { slugsNamedIn } from '../../market/facts/claim.ts'
import type { Recorded, RetractableFact, RetractionFact } from '../../market/facts/fact.ts'
import { isNamedBy, unretracted } from '../../market/facts/retraction.ts'
import type { Statement } from '../../market/facts/statement.ts'
import { rowFromFact } from '../facts/fact-rows.ts'
import { readFacts } from '../facts/read-facts.ts'
import { TABLE_OF } from '../tables.ts'
import { insertRows } from './insert-rows.ts'
import { PENDING_TIMESTAMP } from './pending-timestamp.ts'
import { lineOf, type Round, recordedTimeOf } from './round.ts'

export type RetractionStatement = Statement & { readonly fact: RetractionFact }

/**
 * Appends retractions. One without `recordedAt` is already known while it holds: it was recorded before, and no fact
 * that it names was recorded since.
 */
export async function appendRetractions(
  round: Round,
  statements: readonly RetractionStatement[],
): Promise<void> {
  await round.issueIds.prepare(statements.flatMap(({ fact }) => slugsNamedIn(fact)))
  for (const statement of statements) {
    const { fact, recordedAt, line } = statement
    if (recordedAt === null && (await contradictsDealOfFile(round, statement))) continue
    for (const slug of slugsNamedIn(fact)) round.issueIds.mention(slug, line)
    if (await isKnown(round, statement)) {
      round.counts.known++
      round.issueIds.repeat(slugsNamedIn(fact))
      continue
    }
    const row = rowFromFact('retractions', fact, recordedTimeOf(round, statement), round.issueIds.idOf)
    await insertRows(round.tx, 'retractions', [row])
    round.writtenTables.add('retractions')
    round.counts.taken++
  }
}

async function isKnown(round: Round, { fact, recordedAt }: RetractionStatement): Promise<boolean> {
  const stored = await readFacts(
    round.tx,
    'retractions',
    sql`${onSameSubject(round, fact)} and named = ${JSON.stringify(fact.of)} and reason = ${fact.reason} and source = ${fact.source}`,
  )
  if (recordedAt !== null) return stored.some(({ recorded }) => recorded === recordedAt)
  if (stored.length === 0) return false
  const named = await factsNamedBy(round, fact)
  const retractions = await readFacts(round.tx, 'retractions', onSameSubject(round, fact))
  return unretracted(named, retractions).length === 0
}

async function factsNamedBy(round: Round, { of }: RetractionFact): Promise<Recorded<RetractableFact>[]> {
  const table = TABLE_OF[of.fact]
  const condition =
    of.fact === 'deal'
      ? sql`trade_date = ${of.tradeDate} and symbol = ${of.symbol}`
      : of.fact === 'holiday'
        ? sql`day = ${of.day}`
        : sql`issue = ${round.issueIds.idOf(String(of.slug))}`
  const facts: Recorded<RetractableFact>[] = await readFacts(round.tx, table, condition)
  return facts.filter((fact) => isNamedBy(of, fact))
}

function onSameSubject(round: Round, { of }: RetractionFact) {
  if (of.fact === 'deal') return sql`deal_trade_date = ${of.tradeDate} and deal_symbol = ${of.symbol}`
  if (of.fact === 'holiday') return sql`fact = 'holiday'`
  return sql`issue = ${round.issueIds.idOf(String(of.slug))}`
}

/** Refuses a deal and its retraction when both would get the commit time of this round. */
async function contradictsDealOfFile(round: Round, { fact, line }: RetractionStatement): Promise<boolean> {
  if (fact.of.fact !== 'deal') return false
  const named = await factsNamedBy(round, fact)
  const ofThisFile = named.filter(({ recorded }) => recorded === PENDING_TIMESTAMP)
  if (ofThisFile.length === 0) return false
  const ids = ofThisFile.map(({ id }) => id)
  await round.tx.deleteFrom('deals').where('id', 'in', ids).execute()
  round.dealTotals.forget(ids.map(() => ({ symbol: String(fact.of.symbol) })))
  await renumberOccurrences(
    round,
    named.filter(({ id }) => !ids.includes(id)),
  )
  round.counts.taken -= ids.length
  for (const id of ids) round.refusals.add(lineOf(round, id), contradiction(line))
  round.refusals.add(line, contradiction(lineOf(round, invariant(ids[0], 'the deal that is contradicted'))))
  return true
}

/** Occurrences count from 1 without a gap, or the next file would fill it. */
async function renumberOccurrences({ tx }: Round, left: readonly { id: number }[]): Promise<void> {
  if (left.length === 0) return
  const ids = left.map(({ id }) => id)
  const rows = await tx
    .selectFrom('deals')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('occurrence')
    .execute()
  for (const [i, { id }] of rows.entries()) {
    await tx
      .updateTable('deals')
      .set({ occurrence: i + 1 })
      .where('id', '=', id)
      .execute()
  }
}

export const contradiction = (otherLine: number): string =>
  `contradicts line ${otherLine}, which also has no recordedAt: give both a recordedAt, or drop one`
