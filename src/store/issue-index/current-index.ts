import type { Db } from '../engines/db.ts'
import { marketVersion } from '../version/market-version.ts'
import { advancedIndex, type IssueIndex } from './issue-index.ts'
import { startIndex } from './saved-index.ts'

interface Kept {
  index: IssueIndex | undefined
  /** Ends when nothing is being read. */
  reading: Promise<unknown>
}

const kept = new WeakMap<Db, Kept>()

/** The index of a store, with all rounds up to a version at least. It is read once, and then raised. */
export async function issueIndex(db: Db, version: number): Promise<IssueIndex> {
  const own = kept.get(db) ?? { index: undefined, reading: Promise.resolve() }
  kept.set(db, own)
  if (own.index && own.index.version >= version) return own.index
  const reading = own.reading.then(() => raise(db, own, version))
  // A failed reading leaves the index as it was, so that the next request tries again.
  own.reading = reading.catch(() => undefined)
  return reading
}

async function raise(db: Db, own: Kept, version: number): Promise<IssueIndex> {
  if (own.index && own.index.version >= version) return own.index
  // What is not committed yet may still gain facts, whatever version was asked for.
  const upTo = Math.min(version, (await marketVersion(db)).version)
  if (!own.index) own.index = await startIndex(db, upTo)
  else if (own.index.version < upTo) own.index = await advancedIndex(db, own.index, upTo)
  return own.index
}
