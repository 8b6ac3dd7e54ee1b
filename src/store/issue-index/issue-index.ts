import { setImmediate } from 'node:timers/promises'
import { invariant } from '../../invariant.ts'
import { msOf } from '../../market/calendar.ts'
import type { Db } from '../engines/db.ts'
import { lastIdIn } from '../engines/last-id.ts'
import { FIGURE_TABLES, HEAD_TABLES } from '../tables.ts'
import type { View } from '../view.ts'
import {
  type Chunk,
  ISSUES_PER_CHUNK,
  type NamedHistory,
  PackedHead,
  packChunk,
  packedStateAt,
  unpackChunk,
  type VisitedHead,
} from './chunk.ts'
import { readHistories } from './issue-histories.ts'
import { type IssueInRounds, issuesInRounds } from './issues-in-rounds.ts'
import { type MergedSlugs, readMergedSlugs } from './merged-slugs.ts'

/**
 * How every issue looks in a list, for every view up to a version. It is held in memory whole, so that lists are
 * filtered and sorted without reading the facts of all issues.
 */
export interface IssueIndex {
  readonly version: number
  readonly chunks: readonly Chunk[]
  readonly mergedSlugs: MergedSlugs
  /**
   * By issue number: the last round with a fact about the issue, of the rounds after `watchedSince`. Shared between
   * versions; values only rise.
   */
  readonly lastFactRounds: Map<number, number>
  readonly trackedSince: number
}

/** Issues are numbered from 1. */
const chunkOf = (number: number): number => Math.floor((number - 1) / ISSUES_PER_CHUNK)
const numberAt = (chunk: number, index: number): number => chunk * ISSUES_PER_CHUNK + index + 1

/** Visits every issue that a view knows, withdrawn ones included, highest number first. */
export function visitHeads(
  { chunks }: IssueIndex,
  { version, asOf }: View,
  visit: (head: VisitedHead) => void,
): void {
  const asOfMs = asOf === null ? Number.POSITIVE_INFINITY : msOf(asOf)
  const head = new PackedHead()
  for (const chunk of chunks.toReversed())
    for (let index = chunk.slugs.length - 1; index >= 0; index--) {
      const state = packedStateAt(chunk, index, version, asOfMs)
      if (state >= 0) visit(head.at(chunk, index, state))
    }
}

/** An issue by its number, as known to a view. */
export function headAt(
  { chunks }: IssueIndex,
  number: number,
  { version, asOf }: View,
): PackedHead | undefined {
  const chunk = chunks[chunkOf(number)]
  if (!chunk) return undefined
  const index = number - chunk.first
  const state = packedStateAt(chunk, index, version, asOf === null ? Number.POSITIVE_INFINITY : msOf(asOf))
  return state < 0 ? undefined : new PackedHead().at(chunk, index, state)
}

/** The slug of a number in the store, also when the slug is merged into another issue. */
export const slugOfNumber = ({ chunks }: IssueIndex, number: number): string => {
  const chunk = chunks[chunkOf(number)]
  return invariant(chunk?.slugs[number - chunk.first], `the slug of issue ${number}`)
}

/** True when an issue has the same facts at both versions. */
export function isUnchangedBetween(index: IssueIndex, number: number, a: number, b: number): boolean {
  const earlier = Math.min(a, b)
  return earlier >= index.trackedSince && (index.lastFactRounds.get(number) ?? 0) <= earlier
}

export async function readIndex(db: Db, version: number): Promise<IssueIndex> {
  const mergedSlugs = await readMergedSlugs(db, version)
  const last = await lastIdIn(db, 'issues')
  const chunks: Chunk[] = []
  for (let c = 0; c <= chunkOf(last); c++) {
    const numbers = Array.from({ length: ISSUES_PER_CHUNK }, (_, index) => numberAt(c, index))
    chunks.push(await readChunk(db, c, { numbers, earlier: [], version, mergedSlugs }))
    await setImmediate()
  }
  return { version, chunks, mergedSlugs, lastFactRounds: new Map(), trackedSince: version }
}

/** The index advanced to a later version. Only the issues with facts in the new rounds are read. */
export async function advancedIndex(db: Db, index: IssueIndex, version: number): Promise<IssueIndex> {
  const rounds = { after: index.version, upTo: version }
  const changes = await issuesInRounds(db, HEAD_TABLES, rounds)
  const advanced = await withChanges(db, index, changes, version)
  for (const { issue, round } of [...changes, ...(await issuesInRounds(db, FIGURE_TABLES, rounds))])
    for (const number of advanced.mergedSlugs.ofNumber(issue))
      advanced.lastFactRounds.set(number, Math.max(round, advanced.lastFactRounds.get(number) ?? 0))
  return advanced
}

async function withChanges(
  db: Db,
  index: IssueIndex,
  changes: readonly IssueInRounds[],
  version: number,
): Promise<IssueIndex> {
  // Reading all merged slugs is faster than finding out whether there are new ones.
  const mergedSlugs = changes.length > 0 ? await readMergedSlugs(db, version) : index.mergedSlugs
  const changed = new Set(changes.flatMap(({ issue }) => mergedSlugs.ofNumber(issue)))
  const chunks = [...index.chunks]
  for (const [c, numbers] of Map.groupBy(changed, chunkOf)) {
    while (chunks.length <= c) chunks.push(packChunk(numberAt(chunks.length, 0), []))
    const earlier = unpackChunk(chunks[c] as Chunk)
    chunks[c] = await readChunk(db, c, { numbers, earlier, version, mergedSlugs })
    await setImmediate()
  }
  return { ...index, version, chunks, mergedSlugs }
}

/** Reads the issues of these numbers and takes the others of the chunk from `earlier`. */
async function readChunk(
  db: Db,
  chunk: number,
  {
    numbers,
    earlier,
    version,
    mergedSlugs,
  }: Pick<IssueIndex, 'version' | 'mergedSlugs'> & {
    readonly numbers: readonly number[]
    readonly earlier: readonly NamedHistory[]
  },
): Promise<Chunk> {
  const named = await db
    .selectFrom('issues')
    .selectAll()
    .where('id', '>=', numberAt(chunk, 0))
    .where('id', '<', numberAt(chunk + 1, 0))
    .execute()
  const slugs = new Map(named.map(({ id, slug }) => [id, slug]))
  const histories = await readHistories(db, numbers, { version, mergedSlugs })
  const read = new Set(numbers)
  return packChunk(
    numberAt(chunk, 0),
    Array.from({ length: ISSUES_PER_CHUNK }, (_, index) => {
      const number = numberAt(chunk, index)
      const slug = slugs.get(number) ?? ''
      const history = read.has(number) ? histories.get(slug) : earlier[index]?.history
      return { slug, history: history ?? [] }
    }),
  )
}

/** An issue, and a moment in milliseconds at which the clock may change its state. */
export interface Milestone {
  readonly number: number
  readonly at: number
}

/** The milestones of all issues between two moments, including those of dates that were changed later. */
export function milestonesBetween({ chunks }: IssueIndex, after: number, upTo: number): Milestone[] {
  const found: Milestone[] = []
  const head = new PackedHead()
  for (const chunk of chunks)
    for (let index = 0; index < chunk.slugs.length; index++) {
      const end = chunk.starts[index + 1] ?? 0
      for (let state = chunk.starts[index] ?? 0; state < end; state++) {
        const { number, opens, closes, lists } = head.at(chunk, index, state)
        for (const at of [opens, closes, lists])
          if (at !== null && at > after && at <= upTo) found.push({ number, at })
      }
    }
  return found
}
