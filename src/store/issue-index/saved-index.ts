import { deserialize, serialize } from 'node:v8'
import { VERSION } from '../../project-file.ts'
import { type Db, isStoreUnavailable } from '../engines/db.ts'
import { HEAD_TABLES } from '../tables.ts'
import { holdMarket, marketVersion } from '../version/market-version.ts'
import type { Chunk } from './chunk.ts'
import { advancedUntracked, type IssueIndex, readIndex } from './issue-index.ts'
import { issuesInRounds, type RoundRange } from './issues-in-rounds.ts'
import { readMergedSlugs } from './merged-slugs.ts'

/**
 * Deriving tens of thousands of issues takes seconds, so the index is saved in the store. It is the index of one
 * version and later rounds are read on top: it may be old, but not wrong.
 */
interface SavedHead {
  /** Another release may derive issues differently, so each release saves its own. */
  readonly release: string
  readonly version: number
  readonly chunks: number
}

const HEAD_PART = 0
/** Raised with every change of how issues are derived or packed, also between releases. */
export const INDEX_FORMAT = 2

/** Reading this many issues again at a start takes little time. */
const ISSUES_LEFT_UNSAVED = 500

/** The saved index; `undefined` when there is none that this release can use. */
export async function savedIndex(db: Db): Promise<IssueIndex | undefined> {
  const rows = await db.selectFrom('issue_index').selectAll().orderBy('part').execute()
  const [head, ...chunks] = rows.map(({ content }) => readPart(content))
  if (!isUsable(head) || head.chunks !== chunks.length || chunks.includes(undefined)) return undefined
  const { version } = head
  const mergedSlugs = await readMergedSlugs(db, version)
  return { version, chunks: chunks as Chunk[], mergedSlugs, lastFactRounds: new Map(), trackedSince: version }
}

function readPart(content: Uint8Array): unknown {
  try {
    return deserialize(content)
  } catch {
    // Another version of Node may serialize in a way that this one cannot read.
    return undefined
  }
}

const isUsable = (head: unknown): head is SavedHead =>
  typeof head === 'object' && head !== null && Reflect.get(head, 'release') === releaseName

const releaseName = `${VERSION} ${INDEX_FORMAT}`

/** The index of a version, from the saved one and the rounds since. */
export async function startIndex(db: Db, version: number): Promise<IssueIndex> {
  const saved = await savedIndex(db)
  if (!saved) return readIndex(db, version)
  return saved.version >= version ? saved : advancedUntracked(db, saved, version)
}

/**
 * Saves the index again when many issues have new facts. Call it after a round is committed: a failure is only reported,
 * because the facts are recorded, every start can derive the index from them, and the next round saves it.
 */
export async function saveIndex(db: Db): Promise<void> {
  try {
    await saveIfWorthIt(db)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    if (!isStoreUnavailable(error)) process.emitWarning(`the index of the issues was not saved: ${reason}`)
  }
}

async function saveIfWorthIt(db: Db): Promise<void> {
  const { version } = await marketVersion(db)
  const before = (await savedHead(db))?.version ?? 0
  if (!(await isWorthSaving(db, { after: before, upTo: version }))) return
  const saved = await savedIndex(db)
  const index = saved ? await advancedUntracked(db, saved, version) : await readIndex(db, version)
  const head: SavedHead = { release: releaseName, version, chunks: index.chunks.length }
  const parts = [{ part: HEAD_PART, content: serialize(head) }]
  for (const [c, chunk] of index.chunks.entries())
    if (saved?.chunks[c] !== chunk) parts.push({ part: c + 1, content: serialize(chunk) })
  await db.transaction().execute(async (tx) => {
    await holdMarket(tx)
    // Another process saved in the meantime, perhaps a newer index.
    if (((await savedHead(tx))?.version ?? 0) !== before) return
    const all = tx.deleteFrom('issue_index')
    const numbers = parts.map(({ part }) => part)
    await (saved ? all.where('part', 'in', numbers) : all).execute()
    for (const part of parts) await tx.insertInto('issue_index').values(part).execute()
  })
}

async function isWorthSaving(db: Db, rounds: RoundRange): Promise<boolean> {
  const changed = await issuesInRounds(db, HEAD_TABLES, rounds)
  return new Set(changed.map(({ issue }) => issue)).size > ISSUES_LEFT_UNSAVED
}

async function savedHead(db: Db): Promise<SavedHead | undefined> {
  const row = await db.selectFrom('issue_index').selectAll().where('part', '=', HEAD_PART).executeTakeFirst()
  const head = row && readPart(row.content)
  return isUsable(head) ? head : undefined
}
