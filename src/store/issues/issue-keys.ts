import type { Instant } from '../../market/calendar.ts'
import type { Db } from '../engines/db.ts'
import { writingRound } from '../version/market-version.ts'

/** A source's own key for an issue. */
export interface IssueKey {
  readonly source: string
  readonly key: string
  readonly slug: string
}

export async function issueKeys(db: Db, upTo: Instant): Promise<IssueKey[]> {
  return db
    .selectFrom('issue_keys')
    .innerJoin('issues', 'issues.id', 'issue_keys.issue')
    .select(['issue_keys.source', 'issue_keys.key', 'issues.slug'])
    .where('learned', '<=', upTo)
    .orderBy('learned')
    .orderBy('issue_keys.issue')
    .orderBy('issue_keys.key')
    .execute()
}

/** The keys that were learned in a round or later, each with its round. */
export const keysLearnedSince = (db: Db, round: number): Promise<(IssueKey & { learnedIn: number })[]> =>
  db
    .selectFrom('issue_keys')
    .innerJoin('issues', 'issues.id', 'issue_keys.issue')
    .select(['issue_keys.source', 'issue_keys.key', 'issues.slug', 'issue_keys.learned_in as learnedIn'])
    .where('learned_in', '>=', round)
    .execute()

export async function learnIssueKeys(tx: Db, keys: readonly IssueKey[], learned: Instant): Promise<void> {
  for (const { source, key, slug } of keys) {
    await tx
      .insertInto('issue_keys')
      .columns(['source', 'key', 'issue', 'learned', 'learned_in'])
      .expression((eb) =>
        eb
          .selectFrom('issues')
          .select((row) => [
            row.val(source).as('source'),
            row.val(key).as('key'),
            'id',
            row.val(learned).as('learned'),
            writingRound.as('learned_in'),
          ])
          .where('slug', '=', slug),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}
