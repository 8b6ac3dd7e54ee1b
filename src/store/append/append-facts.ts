import { sql } from 'kysely'
import { invariant } from '../../invariant.ts'
import { claimsOf, repeatsTerms, slugsNamedIn } from '../../market/facts/claim.ts'
import { compareRecorded, type Fact, type Recorded, type RetractableFact } from '../../market/facts/fact.ts'
import { unretracted } from '../../market/facts/retraction.ts'
import type { Statement } from '../../market/facts/statement.ts'
import { type FactOf, rowFromFact, TABLE_OF } from '../facts/fact-rows.ts'
import { issueRetractions } from '../facts/retractions.ts'
import type { NewRow } from '../tables.ts'
import { insertRows } from './insert-rows.ts'
import { PENDING_TIMESTAMP } from './pending-timestamp.ts'
import type { Round } from './round.ts'
import { isSubjectTable, storedStatements } from './stored-statements.ts'

type IssueFact = Exclude<RetractableFact, { fact: 'deal' }>
export type IssueStatement = Statement & { readonly fact: IssueFact }

/** The same saying, whenever it was said. */
const sayingOf = (fact: Fact): string => JSON.stringify(claimsOf(fact))

/** Takes facts about issues: what is identical to a stored one, or repeats its source's last word, is already known. */
export async function appendIssueFacts(round: Round, statements: readonly IssueStatement[]): Promise<void> {
  const { tx, issueIds } = round
  await issueIds.prepare(statements.flatMap(({ fact }) => slugsNamedIn(fact)))
  const ids = [...new Set(statements.map(({ fact }) => issueIds.idOf(fact.slug)))]
  const retractionsOf = await issueRetractions(tx, sql`issue in (${sql.join(ids)})`)
  for (const [kind, group] of Map.groupBy(statements, ({ fact }) => fact.fact)) {
    const table = TABLE_OF[kind]
    if (!isSubjectTable(table)) continue
    const facts = group.map(({ fact }) => fact) as FactOf[typeof table][]
    const words = Map.groupBy<string, Recorded<IssueFact>>(
      await storedStatements(tx, table, facts, issueIds.idOf),
      subjectOf,
    )
    const rows: NewRow<typeof table>[] = []
    for (const { fact, recordedAt, line, fetch, onlyNews = false } of group) {
      const subject = subjectOf(fact)
      const said = words.get(subject) ?? []
      const saidBefore = recordedAt === null ? said : said.filter(({ recorded }) => recorded <= recordedAt)
      const known =
        said.some((earlier) => earlier.recorded === recordedAt && sayingOf(earlier) === sayingOf(fact)) ||
        ((recordedAt === null || onlyNews) &&
          repeatsLastWord(fact, unretracted(saidBefore, retractionsOf(fact.slug))))
      noteSlugs(round, fact, line)
      if (known) {
        round.counts.known++
        issueIds.repeat(slugsNamedIn(fact))
        continue
      }
      const stamp = { id: round.idBase + line, recorded: recordedAt ?? PENDING_TIMESTAMP }
      words.set(subject, [...said, { ...fact, ...stamp }])
      const origin = { ...stamp, round: round.id, fetch: fetch ?? null }
      rows.push(rowFromFact(table, fact as FactOf[typeof table], origin, issueIds.idOf))
    }
    await insertRows(tx, table, rows)
    round.counts.taken += rows.length
  }
}

function noteSlugs({ issueIds }: Round, fact: IssueFact, line: number): void {
  if (fact.fact === 'ipo') issueIds.exists(fact.slug)
  else for (const slug of slugsNamedIn(fact)) issueIds.mention(slug, line)
}

const subjectOf = (fact: IssueFact): string =>
  fact.fact === 'ipo'
    ? JSON.stringify(['ipo', fact.slug, fact.source])
    : invariant(claimsOf(fact)[0], `what a ${fact.fact} fact is about`).subject

/** Retracted words count as never said: what is said again after its retraction is new. */
function repeatsLastWord(fact: IssueFact, said: readonly Recorded<IssueFact>[]): boolean {
  if (fact.fact === 'ipo')
    return repeatsTerms(
      fact,
      said.filter((earlier) => earlier.fact === 'ipo'),
    )
  const last = said.toSorted(compareRecorded).at(-1)
  return last !== undefined && sayingOf(last) === sayingOf(fact)
}
