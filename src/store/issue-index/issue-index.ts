import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { invariant } from '../../invariant.ts'
import { factsByKey } from '../../market/facts/issue-facts.ts'
import {
  type FactsByRound,
  historiesOf,
  type IssueHead,
  type IssueState,
  stateAt,
} from '../../market/issues/issue.ts'
import { type Db, onePerStore } from '../engines/db.ts'
import { isAmong, lastIdIn } from '../engines/statements.ts'
import { FIGURE_TABLES, HEAD_TABLES, type ISSUE_TABLES } from '../facts/fact-rows.ts'
import { readFactsWithRounds } from '../facts/read-facts.ts'
import { factIdsOf, marketVersion, type RoundRange } from '../version/market-version.ts'
import type { View } from '../view.ts'

/** An issue as known to a view, with its number in the store. */
export type NumberedHead = IssueHead & { readonly number: number }

/** An issue with all states that it had, of which every view shows one. */
interface IndexedIssue {
  readonly number: number
  readonly slug: string
  readonly history: readonly IssueState<NumberedHead>[]
}

/**
 * How every issue looks in a list, for every view up to a version. It is held in memory whole, so that lists are
 * filtered and sorted without reading the facts of all issues.
 */
export interface IssueIndex {
  readonly version: number
  /** In the order of their numbers. */
  readonly issues: ReadonlyMap<number, IndexedIssue>
  readonly mergedSlugs: MergedSlugs
  /**
   * By issue number: the last round with a fact about the issue, of the rounds after `trackedSince`. Shared between
   * versions; values only rise.
   */
  readonly lastFactRounds: Map<number, number>
  readonly trackedSince: number
}

/** Visits every issue that a view knows, withdrawn ones included, highest number first. */
export function visitHeads(
  { issues }: IssueIndex,
  { version, asOf }: View,
  visit: (head: NumberedHead) => void,
): void {
  for (const { history } of [...issues.values()].reverse()) {
    const head = stateAt(history, version, asOf)?.head
    if (head) visit(head)
  }
}

/** An issue by its number, as known to a view. */
export const headAt = (
  { issues }: IssueIndex,
  number: number,
  { version, asOf }: View,
): NumberedHead | undefined => stateAt(issues.get(number)?.history ?? [], version, asOf)?.head

/** The slug of a number in the store, also when the slug is merged into another issue. */
export const slugOfNumber = ({ issues }: IssueIndex, number: number): string =>
  invariant(issues.get(number), `the issue ${number}`).slug

/** True when an issue has the same facts at both versions. */
export function isUnchangedBetween(index: IssueIndex, number: number, a: number, b: number): boolean {
  const earlier = Math.min(a, b)
  return earlier >= index.trackedSince && (index.lastFactRounds.get(number) ?? 0) <= earlier
}

/** An issue, and a moment in milliseconds at which the clock may change its state. */
export interface Milestone {
  readonly number: number
  readonly at: number
}

/** The milestones of all issues between two moments, including those of dates that were changed later. */
export function milestonesBetween({ issues }: IssueIndex, after: number, upTo: number): Milestone[] {
  const found: Milestone[] = []
  for (const { number, history } of issues.values())
    for (const { head } of history)
      for (const at of head ? [head.opens, head.closes, head.lists] : [])
        if (at !== null && at > after && at <= upTo) found.push({ number, at })
  return found
}

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

/** Issues that are read at once, after which other work of the process gets a turn. */
const ISSUES_AT_ONCE = 256

export async function readIndex(db: Db, version: number): Promise<IssueIndex> {
  const mergedSlugs = await readMergedSlugs(db, version)
  const last = await lastIdIn(db, 'issues')
  const issues = new Map<number, IndexedIssue>()
  for (let first = 1; first <= last; first += ISSUES_AT_ONCE) {
    const numbers = Array.from({ length: ISSUES_AT_ONCE }, (_, i) => first + i)
    for (const issue of await readIssues(db, numbers, { version, mergedSlugs }))
      issues.set(issue.number, issue)
    await setImmediate()
  }
  return { version, issues, mergedSlugs, lastFactRounds: new Map(), trackedSince: version }
}

/** The index advanced to a later version. Only the issues with facts in the new rounds are read. */
export async function advancedIndex(db: Db, index: IssueIndex, version: number): Promise<IssueIndex> {
  const rounds = { after: index.version, upTo: version }
  const changes = await issuesInRounds(db, HEAD_TABLES, rounds)
  // Reading all merged slugs is faster than finding out whether there are new ones.
  const mergedSlugs = changes.length > 0 ? await readMergedSlugs(db, version) : index.mergedSlugs
  const changed = [...new Set(changes.flatMap(({ issue }) => mergedSlugs.ofNumber(issue)))].sort(
    (a, b) => a - b,
  )
  const issues = new Map(index.issues)
  for (const issue of changed.length > 0 ? await readIssues(db, changed, { version, mergedSlugs }) : [])
    issues.set(issue.number, issue)
  for (const { issue, round } of [...changes, ...(await issuesInRounds(db, FIGURE_TABLES, rounds))])
    for (const number of mergedSlugs.ofNumber(issue))
      index.lastFactRounds.set(number, Math.max(round, index.lastFactRounds.get(number) ?? 0))
  return { ...index, version, issues, mergedSlugs }
}

type Known = Pick<IssueIndex, 'version' | 'mergedSlugs'>

/** The issues of these numbers with their states at every round up to a version. */
async function readIssues(db: Db, numbers: readonly number[], known: Known): Promise<IndexedIssue[]> {
  const named = await db.selectFrom('issues').selectAll().where('id', 'in', numbers).orderBy('id').execute()
  const histories = await readHistories(db, numbers, known)
  return named.map(({ id: number, slug }) => ({
    number,
    slug,
    history: (histories.get(slug) ?? []).map(({ head, ...state }) => ({
      ...state,
      head: head && { ...head, number },
    })),
  }))
}

/** The states of each of these issues at every round up to a version, by slug. Issues merged with them are included. */
async function readHistories(
  db: Db,
  numbers: readonly number[],
  { version, mergedSlugs }: Known,
): Promise<Map<string, readonly IssueState[]>> {
  const all = new Set(numbers.flatMap((number) => mergedSlugs.ofNumber(number)))
  const matches = sql`${isAmong(db, sql`issue`, [...all])} and round <= ${version}`
  const isOfHead = sql`${matches} and fact in ('ipo', 'same', 'listing')`
  const facts: FactsByRound = {
    ipos: await readFactsWithRounds(db, 'issue_facts', matches),
    sames: await readFactsWithRounds(db, 'sames', matches),
    listings: await readFactsWithRounds(db, 'listings', matches),
    retractions: await readFactsWithRounds(db, 'retractions', isOfHead),
  }
  const mergeKeyOf = (slug: string) => mergedSlugs.ofSlug(slug)[0] ?? slug
  const factsOf = factsByKey(facts, mergeKeyOf)
  const histories = new Map<string, readonly IssueState[]>()
  // A slug without any term is no issue, whatever other facts it has.
  for (const mergeKey of new Set(facts.ipos.map(({ slug }) => mergeKeyOf(slug))))
    for (const [slug, history] of historiesOf(mergedSlugs.ofSlug(mergeKey), factsOf(mergeKey)))
      histories.set(slug, history)
  return histories
}

/** An issue, and the last of the rounds with a fact about it. */
interface IssueInRounds {
  readonly issue: number
  readonly round: number
}

/** The issues with facts in these rounds. */
async function issuesInRounds(
  db: Db,
  tables: readonly (typeof ISSUE_TABLES)[number][],
  rounds: RoundRange,
): Promise<IssueInRounds[]> {
  const { after, upTo } = await factIdsOf(db, rounds)
  const found: IssueInRounds[] = []
  for (const table of tables) {
    // Grouped by the bare column, SQLite would read all facts in the order of an index.
    const { rows } = await sql<IssueInRounds>`
      select issue + 0 as issue, max(round) as round from ${sql.table(table)}
      where id > ${after} and id <= ${upTo} and issue is not null group by issue + 0`.execute(db)
    found.push(...rows)
  }
  return found
}

/** An issue's number in the store, and its slug. */
interface NumberedSlug {
  readonly number: number
  readonly slug: string
}

/** The issues that were ever reported to be the same, retracted or not: their facts are read together. */
class MergedSlugs {
  readonly #byNumber = new Map<number, NumberedSlug[]>()
  readonly #bySlug = new Map<string, NumberedSlug[]>()

  constructor(pairs: Iterable<readonly [NumberedSlug, NumberedSlug]>) {
    for (const [a, b] of pairs) {
      const merged = [...new Map([...this.of(a), ...this.of(b)].map((one) => [one.number, one])).values()]
      for (const one of merged) {
        this.#byNumber.set(one.number, merged)
        this.#bySlug.set(one.slug, merged)
      }
    }
  }

  /** The numbers of all issues merged with this one, itself included. */
  ofNumber(number: number): number[] {
    return this.#byNumber.get(number)?.map((merged) => merged.number) ?? [number]
  }

  ofSlug(slug: string): string[] {
    return this.#bySlug.get(slug)?.map((merged) => merged.slug) ?? [slug]
  }

  /** All issues merged with this one, itself included. */
  of(issue: NumberedSlug): readonly NumberedSlug[] {
    return this.#byNumber.get(issue.number) ?? [issue]
  }
}

async function readMergedSlugs(db: Db, version: number): Promise<MergedSlugs> {
  const { rows } = await sql<{ issue: number; slug: string; same_as: number; same_slug: string }>`
    select distinct s.issue, i.slug, s.same_as, o.slug as same_slug
    from sames s join issues i on i.id = s.issue join issues o on o.id = s.same_as
    where s.round <= ${version}`.execute(db)
  return new MergedSlugs(
    rows.map(({ issue, slug, same_as, same_slug }) => [
      { number: issue, slug },
      { number: same_as, slug: same_slug },
    ]),
  )
}
