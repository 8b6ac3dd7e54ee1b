import { setImmediate } from 'node:timers/promises'
import { invariant } from '../../invariant.ts'
import { msOf } from '../../market/calendar.ts'
import type { Db } from '../engines/db.ts'
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
import {
  FIGURE_TABLES,
  HEAD_TABLES,
  type IssueFactTable,
  type IssueInRounds,
  issuesInRounds,
  type RoundRange,
} from './issues-in-rounds.ts'
import { type MergedSlugs, readMergedSlugs } from './merged-slugs.ts'

/**
 * How every issue looks in a list, to every view up to a version. It is kept in memory whole, so that lists are chosen and
 * ordered without reading the facts of all issues.
 */
export interface IssueIndex {
  readonly version: number
  readonly chunks: readonly Chunk[]
  readonly kinships: MergedSlugs
  /** By number: the last round that spoke of it in any way, of those after `watchedSince`. Shared, and only ever raised. */
  readonly touched: Map<number, number>
  readonly watchedSince: number
}

/** Issues are numbered from 1. */
const chunkOf = (number: number): number => Math.floor((number - 1) / ISSUES_PER_CHUNK)
const numberAt = (chunk: number, place: number): number => chunk * ISSUES_PER_CHUNK + place + 1

/** Shows every issue that a view knows of, withdrawn ones included, in turn. The newest come first. */
export function visitHeads(
  { chunks }: IssueIndex,
  { version, asOf }: View,
  visit: (head: VisitedHead) => void,
): void {
  const asOfMs = asOf === null ? Number.POSITIVE_INFINITY : msOf(asOf)
  const head = new PackedHead()
  for (const chunk of chunks.toReversed())
    for (let place = chunk.slugs.length - 1; place >= 0; place--) {
      const state = packedStateAt(chunk, place, version, asOfMs)
      if (state >= 0) visit(head.at(chunk, place, state))
    }
}

/** An issue by its number, as a view knows it. */
export function headAt(
  { chunks }: IssueIndex,
  number: number,
  { version, asOf }: View,
): PackedHead | undefined {
  const chunk = chunks[chunkOf(number)]
  if (!chunk) return undefined
  const place = number - chunk.first
  const state = packedStateAt(chunk, place, version, asOf === null ? Number.POSITIVE_INFINITY : msOf(asOf))
  return state < 0 ? undefined : new PackedHead().at(chunk, place, state)
}

/** Under which slug facts of an issue come in, whether or not it is an issue of its own. */
export const slugOfNumber = ({ chunks }: IssueIndex, number: number): string => {
  const chunk = chunks[chunkOf(number)]
  return invariant(chunk?.slugs[number - chunk.first], `the slug of issue ${number}`)
}

/** True when all that is known of an issue at one version is known at another, too, and nothing more. */
export function isUnchangedBetween(index: IssueIndex, number: number, a: number, b: number): boolean {
  const earlier = Math.min(a, b)
  return earlier >= index.watchedSince && (index.touched.get(number) ?? 0) <= earlier
}

export async function readIndex(db: Db, version: number): Promise<IssueIndex> {
  const kinships = await readMergedSlugs(db, version)
  const last = await db
    .selectFrom('issues')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirst()
  const chunks: Chunk[] = []
  for (let c = 0; c <= chunkOf(last?.id ?? 0); c++) {
    const numbers = Array.from({ length: ISSUES_PER_CHUNK }, (_, place) => numberAt(c, place))
    chunks.push(await readChunk(db, c, { numbers, earlier: [], version, kinships }))
    await setImmediate()
  }
  return { version, chunks, kinships, touched: new Map(), watchedSince: version }
}

/** The index with what rounds up to a later version brought: only the issues that they speak of are read. */
export async function advancedIndex(db: Db, index: IssueIndex, version: number): Promise<IssueIndex> {
  const rounds = { after: index.version, upTo: version }
  const news = await readTouched(db, HEAD_TABLES, rounds)
  const raised = await withNews(db, index, news, version)
  for (const { issue, round } of [...news, ...(await readTouched(db, FIGURE_TABLES, rounds))])
    for (const number of raised.kinships.ofNumber(issue))
      raised.touched.set(number, Math.max(round, raised.touched.get(number) ?? 0))
  return raised
}

/** The same for an index that nothing has been derived by yet, so that nobody asks what was spoken of before. */
export async function begunIndex(db: Db, index: IssueIndex, version: number): Promise<IssueIndex> {
  const news = await readTouched(db, HEAD_TABLES, { after: index.version, upTo: version })
  return { ...(await withNews(db, index, news, version)), watchedSince: version }
}

async function withNews(
  db: Db,
  index: IssueIndex,
  news: readonly IssueInRounds[],
  version: number,
): Promise<IssueIndex> {
  // Reading all kinships takes less than finding out whether there are new ones.
  const kinships = news.length > 0 ? await readMergedSlugs(db, version) : index.kinships
  const changed = new Set(news.flatMap(({ issue }) => kinships.ofNumber(issue)))
  const chunks = [...index.chunks]
  for (const [c, numbers] of Map.groupBy(changed, chunkOf)) {
    while (chunks.length <= c) chunks.push(packChunk(numberAt(chunks.length, 0), []))
    const earlier = unpackChunk(chunks[c] as Chunk)
    chunks[c] = await readChunk(db, c, { numbers, earlier, version, kinships })
    await setImmediate()
  }
  return { ...index, version, chunks, kinships }
}

const readTouched = async (
  db: Db,
  tables: readonly IssueFactTable[],
  rounds: RoundRange,
): Promise<IssueInRounds[]> =>
  (await Promise.all(tables.map((table) => issuesInRounds(db, table, rounds)))).flat()

/** A chunk in which the issues of these numbers are read, and the others are as they were. */
async function readChunk(
  db: Db,
  chunk: number,
  {
    numbers,
    earlier,
    version,
    kinships,
  }: { numbers: readonly number[]; earlier: readonly NamedHistory[]; version: number; kinships: MergedSlugs },
): Promise<Chunk> {
  const named = await db
    .selectFrom('issues')
    .selectAll()
    .where('id', '>=', numberAt(chunk, 0))
    .where('id', '<', numberAt(chunk + 1, 0))
    .execute()
  const slugs = new Map(named.map(({ id, slug }) => [id, slug]))
  const histories = await readHistories(db, numbers, { version, kinships })
  const read = new Set(numbers)
  return packChunk(
    numberAt(chunk, 0),
    Array.from({ length: ISSUES_PER_CHUNK }, (_, place) => {
      const number = numberAt(chunk, place)
      const slug = slugs.get(number) ?? ''
      const history = read.has(number) ? histories.get(slug) : earlier[place]?.history
      return { slug, history: history ?? [] }
    }),
  )
}
