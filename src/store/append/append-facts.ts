import { sql } from 'kysely'
import { invariant } from '../../invariant.ts'
import { claimsOf, repeatsTerms, slugsNamedIn } from '../../market/facts/claim.ts'
import {
  compareRecorded,
  type Fact,
  type Recorded,
  type RetractableFact,
  type RetractionFact,
} from '../../market/facts/fact.ts'
import { unretracted } from '../../market/facts/retraction.ts'
import type { Statement } from '../../market/facts/statement.ts'
import { type FactOf, rowFromFact } from '../facts/fact-rows.ts'
import { holidayRetractions, issueRetractions } from '../facts/unretracted-facts.ts'
import { type NewRow, TABLE_OF } from '../tables.ts'
import { insertRows } from './insert-rows.ts'
import { type Round, recordedTimeOf } from './round.ts'
import { isSubjectTable, storedStatements } from './stored-statements.ts'

/** A fact that is compared with its source's earlier statements on the same subject. */
type SubjectFact = Exclude<RetractableFact, { fact: 'deal' }>
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
    const facts = group.map(({ fact }) => fact) as FactOf[typeof table][]
    const bySubject = Map.groupBy<string, Recorded<SubjectFact>>(
      await storedStatements(tx, table, facts, issueIds.idOf),
      subjectOf,
    )
    const rows: NewRow<typeof table>[] = []
    for (const statement of group) {
      const { fact, recordedAt, line, onlyNews = false } = statement
      const subject = subjectOf(fact)
      const stored = bySubject.get(subject) ?? []
      const storedBefore =
        recordedAt === null ? stored : stored.filter(({ recorded }) => recorded <= recordedAt)
      const known =
        stored.some((earlier) => earlier.recorded === recordedAt && contentOf(earlier) === contentOf(fact)) ||
        ((recordedAt === null || onlyNews) &&
          repeatsLatest(fact, unretracted(storedBefore, retractionsOf(fact))))
      noteSlugs(round, fact, line)
      if (known) {
        round.counts.known++
        issueIds.repeat(slugsNamedIn(fact))
        continue
      }
      const stamp = recordedTimeOf(round, statement)
      bySubject.set(subject, [...stored, { ...fact, id: stamp.id, recorded: stamp.recorded }])
      rows.push(rowFromFact(table, fact as FactOf[typeof table], stamp, issueIds.idOf))
    }
    await insertRows(tx, table, rows)
    round.counts.taken += rows.length
  }
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

const subjectOf = (fact: SubjectFact): string =>
  fact.fact === 'ipo'
    ? JSON.stringify(['ipo', fact.slug, fact.source])
    : invariant(claimsOf(fact)[0], `what a ${fact.fact} fact is about`).subject

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
