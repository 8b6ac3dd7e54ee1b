import type { Db } from '../engines/db.ts'
import { onePerStore } from '../engines/per-store.ts'
import { marketVersion } from '../version/market-version.ts'
import { advancedIndex, type IssueIndex, readIndex } from './issue-index.ts'

interface CachedIndex {
  index: IssueIndex | undefined
  /** Resolves when no read is in progress. */
  reading: Promise<unknown>
}

const cachedIndex = onePerStore((): CachedIndex => ({ index: undefined, reading: Promise.resolve() }))

/** The index of a store with all rounds up to at least a version. It is read once and then advanced. */
export async function issueIndex(db: Db, version: number): Promise<IssueIndex> {
  const cached = cachedIndex(db)
  if (cached.index && cached.index.version >= version) return cached.index
  const reading = cached.reading.then(() => advance(db, cached, version))
  // A failed read leaves the index as it was, so that the next request tries again.
  cached.reading = reading.catch(() => undefined)
  return reading
}

async function advance(db: Db, cached: CachedIndex, version: number): Promise<IssueIndex> {
  if (cached.index && cached.index.version >= version) return cached.index
  // A version that is not committed yet may still gain facts, so the index stops at the committed one.
  const upTo = Math.min(version, (await marketVersion(db)).version)
  if (!cached.index) cached.index = await readIndex(db, upTo)
  else if (cached.index.version < upTo) cached.index = await advancedIndex(db, cached.index, upTo)
  return cached.index
}
