import { sql } from 'kysely'
import { claimsOf, repeatsTerms, slugsNamedIn } from '../../market/facts/claim.ts'
import { compareRecorded, type Fact, type Recorded, type RetractionFact } from '../../market/facts/fact.ts'
import { unretracted } from '../../market/facts/retraction.ts'
import type { Statement } from '../../market/facts/statement.ts'
import { type FactOf, rowFromFact } from '../facts/fact-rows.ts'
import { holidayRetractions, issueRetractions } from '../facts/unretracted-facts.ts'
import { type NewRow, TABLE_OF } from '../tables.ts'
import { insertRows } from './insert-rows.ts'
import { type Round, recordedTimeOf } from './round.ts'
import { isOnlyNews, isSubjectTable, StoredStatements, type SubjectFact } from './stored-statements.ts'

/** A fact that is compared with its source's earlier statements on the same subject. */
export type SubjectStatement = Statement & { readonly fact: SubjectFact }

/** Key of a statement's content, without the time of recording. */
const contentOf = (fact: Fact): string => JSON.stringify(claimsOf(fact))

/**
 * Appends facts about issues and holidays. A fact that is identical to a stored one, or repeats its source's latest
 * statement, is already known.
 */
export async function appendFacts(round: Round, statements: readonly SubjectStatement[]): Promise<void> {
  const { tx, issueIds } = round
  await issueIds.prepare(statements.flatMap(({ fact }) => slugsNamedIn(fact)))
  const retractionsOf = await readRetractions(round, statements)
  for (const [kind, group] of Map.groupBy(statements, ({ fact }) => fact.fact)) {
    const table = TABLE_OF[kind]
    if (!isSubjectTable(table)) continue
    const stored = new StoredStatements(tx, table, issueIds.idOf)
    await stored.read(group, retractionsOf)
    const rows: NewRow<typeof table>[] = []
    for (const statement of group) {
      const { fact, line } = statement
      noteSlugs(round, fact, line)
      if (isKnown(statement, stored.of(fact), retractionsOf(fact))) {
        round.counts.known++
        issueIds.repeat(slugsNamedIn(fact))
        continue
      }
      const stamp = recordedTimeOf(round, statement)
      stored.add({ ...fact, id: stamp.id, recorded: stamp.recorded })
      rows.push(rowFromFact(table, fact as FactOf[typeof table], stamp, issueIds.idOf))
    }
    if (rows.length === 0) continue
    await insertRows(tx, table, rows)
    round.writtenTables.add(table)
    round.counts.taken += rows.length
  }
}

function isKnown(
  statement: SubjectStatement,
  stored: readonly Recorded<SubjectFact>[],
  retractions: readonly Recorded<RetractionFact>[],
): boolean {
  const { fact, recordedAt } = statement
  if (stored.length === 0) return false
  const isStored = (earlier: Recorded<SubjectFact>) =>
    earlier.recorded === recordedAt && contentOf(earlier) === contentOf(fact)
  if (stored.some(isStored)) return true
  if (!isOnlyNews(statement)) return false
  const before = recordedAt === null ? stored : stored.filter(({ recorded }) => recorded <= recordedAt)
  return repeatsLatest(fact, unretracted(before, retractions))
}

/** The retractions that may name one of these facts. */
async function readRetractions(
  { tx, issueIds }: Round,
  statements: readonly SubjectStatement[],
): Promise<(fact: SubjectFact) => Recorded<RetractionFact>[]> {
  const facts = statements.map(({ fact }) => fact)
  const ids = [...new Set(facts.flatMap((fact) => ('slug' in fact ? issueIds.idOf(fact.slug) : [])))]
  const ofIssues = ids.length === 0 ? () => [] : await issueRetractions(tx, sql`issue in (${sql.join(ids)})`)
  const ofHolidays = facts.some(({ fact }) => fact === 'holiday') ? await holidayRetractions(tx) : []
  return (fact) => ('slug' in fact ? ofIssues(fact.slug) : ofHolidays)
}

function noteSlugs({ issueIds }: Round, fact: SubjectFact, line: number): void {
  if (fact.fact === 'ipo') issueIds.exists(fact.slug)
  else for (const slug of slugsNamedIn(fact)) issueIds.mention(slug, line)
}

/** Retracted statements are ignored: a fact that is reported again after its retraction is new. */
function repeatsLatest(fact: SubjectFact, stored: readonly Recorded<SubjectFact>[]): boolean {
  if (fact.fact === 'ipo')
    return repeatsTerms(
      fact,
      stored.filter((earlier) => earlier.fact === 'ipo'),
    )
  const last = stored.toSorted(compareRecorded).at(-1)
  return last !== undefined && contentOf(last) === contentOf(fact)
}
