import type { Instant } from '../../market/calendar.ts'
import type { Db } from '../engines/db.ts'
import { writingRound } from '../version/market-version.ts'

/** A source's own key for an issue. */
export interface IssueKey {
  readonly source: string
  readonly key: string
  readonly slug: string
}

/** The keys that were learned up to a moment, and in a round or later, each with its round. */
export const issueKeys = (
  db: Db,
  upTo: Instant,
  since = 0,
): Promise<(IssueKey & { readonly learnedIn: number })[]> =>
  db
    .selectFrom('issue_keys')
    .innerJoin('issues', 'issues.id', 'issue_keys.issue')
    .select(['issue_keys.source', 'issue_keys.key', 'issues.slug', 'issue_keys.learned_in as learnedIn'])
    .where('learned', '<=', upTo)
    .where('learned_in', '>=', since)
    .orderBy('learned')
    .orderBy('issue_keys.issue')
    .orderBy('issue_keys.key')
    .execute()

/** Every slug in use, so that none is used twice. */
export async function allSlugs(db: Db): Promise<Set<string>> {
  const rows = await db.selectFrom('issues').select('slug').execute()
  return new Set(rows.map(({ slug }) => slug))
}

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
