import type { AliasFact, Recorded } from '../../market/facts/fact.ts'
import type { Db } from '../engines/db.ts'
import { readFacts } from '../facts/read-facts.ts'
import { issueRetractions } from '../facts/retractions.ts'
import { withoutRetracted } from '../facts/unretracted-facts.ts'
import { isKnownTo, type View } from '../view.ts'

/** Other names of issues, as known to a view. */
export async function aliasFacts(db: Db, view: View): Promise<Recorded<AliasFact>[]> {
  const known = isKnownTo(view)
  return withoutRetracted<'aliases'>(await readFacts(db, 'aliases', known), await issueRetractions(db, known))
}

/** Every slug in use, so that none is used twice. */
export async function allSlugs(db: Db): Promise<Set<string>> {
  const rows = await db.selectFrom('issues').select('slug').execute()
  return new Set(rows.map(({ slug }) => slug))
}
