import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { invariant } from '../../invariant.ts'
import type { Instant } from '../../market/calendar.ts'
import {
  type AliasFact,
  compareRecorded,
  type Recorded,
  type RetractionFact,
} from '../../market/facts/fact.ts'
import { unretracted } from '../../market/facts/retraction.ts'
import {
  historiesOf,
  type Issue,
  type IssueHead,
  type IssueRecords,
  type IssueState,
  issuesFrom,
  knownRecords,
  stateAt,
} from '../../market/issues/issue.ts'
import { type Db, onePerStore } from '../engines/db.ts'
import { type FactOf, type FactTable, FIGURE_TABLES } from '../facts/fact-rows.ts'
import { type NumberedFact, type RetractionsOf, readFactsById } from '../facts/read-facts.ts'
import { factIdsOf, marketVersion, type RoundRange } from '../version/market-version.ts'
import { isInView, type View } from '../view.ts'

/** An issue as known to a view, with its number in the store. */
export type NumberedHead = IssueHead & { readonly number: number }

/** An issue's number in the store, and its slug. */
export interface NumberedSlug {
  readonly number: number
  readonly slug: string
}

interface FactsOfIssues extends IssueRecords {
  readonly aliases: readonly Recorded<AliasFact>[]
  readonly retractions: readonly Recorded<RetractionFact>[]
}

/** The facts that say what issues are, and all retractions of facts about them, each list in the order of recording. */
type BookFacts = {
  readonly [K in keyof FactsOfIssues]: readonly NumberedFact<FactsOfIssues[K][number]>[]
}

const NO_FACTS: BookFacts = { ipos: [], aliases: [], sames: [], listings: [], retractions: [] }

/** Issues that were ever reported to be the same, retracted or not, with the facts of all of them. */
export class IssueGroup {
  /** In the order of their numbers. */
  readonly issues: readonly NumberedSlug[]
  readonly facts: BookFacts
  #histories: ReadonlyMap<number, readonly IssueState<NumberedHead>[]> | undefined

  constructor(issues: readonly NumberedSlug[], facts: BookFacts) {
    this.issues = issues
    this.facts = facts
  }

  get slugs(): string[] {
    return this.issues.map(({ slug }) => slug)
  }

  /** All states that each issue had, of which every view shows one. By number. */
  get histories(): ReadonlyMap<number, readonly IssueState<NumberedHead>[]> {
    this.#histories ??= this.#derivedHistories()
    return this.#histories
  }

  get isDerived(): boolean {
    return this.#histories !== undefined
  }

  #derivedHistories() {
    const histories = historiesOf(this.slugs, this.facts)
    return new Map(
      this.issues.map(({ number, slug }) => [
        number,
        (histories.get(slug) ?? []).map(({ head, ...state }) => ({
          ...state,
          head: head && { ...head, number },
        })),
      ]),
    )
  }

  /** The facts that a view knows, without those that a retraction known to it takes back. */
  knownTo(view: View): IssueRecords & Pick<BookFacts, 'aliases'> {
    const { aliases, retractions } = this.facts
    const isKnown = isInView(view)
    return {
      ...knownRecords(this.facts, isKnown),
      aliases: unretracted(aliases.filter(isKnown), retractions.filter(isKnown)),
    }
  }
}

/**
 * What every issue is, for every view up to a version: the recorded facts that say it. It is held in memory whole and
 * does not change; a later version is another book, which shares what stayed the same.
 */
export interface IssueBook {
  readonly version: number
  /** The group of each issue, in the order of their numbers. */
  readonly groups: ReadonlyMap<number, IssueGroup>
  readonly numbers: ReadonlyMap<string, number>
  /**
   * By issue number: the last round with a fact about the issue, of the rounds after `trackedSince`. Shared between
   * versions; values only rise.
   */
  readonly lastFactRounds: Map<number, number>
  readonly trackedSince: number
}

/** The group of a slug. */
export const groupOf = ({ groups, numbers }: IssueBook, slug: string): IssueGroup | undefined =>
  groups.get(numbers.get(slug) ?? 0)

/** The numbers of all issues that were ever merged with this one, itself included. */
export const mergedNumbers = ({ groups }: IssueBook, number: number): number[] =>
  groups.get(number)?.issues.map((issue) => issue.number) ?? [number]

export const mergedSlugs = (book: IssueBook, slug: string): string[] => groupOf(book, slug)?.slugs ?? [slug]

/** The issue that the facts of a slug count for, as known to a view. */
export function issueIn(book: IssueBook, slug: string, view: View): Issue | undefined {
  const group = groupOf(book, slug)
  return group && issuesFrom(group.knownTo(view)).find(slug)
}

/** The retractions known to a view of facts about a slug. */
export const retractionsIn =
  (book: IssueBook, view: View): RetractionsOf =>
  (slug) =>
    groupOf(book, slug)?.facts.retractions.filter((one) => one.of.slug === slug && isInView(view)(one)) ?? []

/** Visits every issue that a view knows, withdrawn ones included, highest number first. */
export function visitHeads(
  book: IssueBook,
  { version, asOf }: View,
  visit: (head: NumberedHead) => void,
): void {
  for (const history of historiesIn(book)) {
    const head = stateAt(history, version, asOf)?.head
    if (head) visit(head)
  }
}

const cachedHistories = new WeakMap<IssueBook, readonly (readonly IssueState<NumberedHead>[])[]>()

/** The histories of all issues, highest number first. */
function historiesIn(book: IssueBook): readonly (readonly IssueState<NumberedHead>[])[] {
  const cached = cachedHistories.get(book)
  if (cached) return cached
  const histories = [...book.groups].map(([number, group]) => group.histories.get(number) ?? []).reverse()
  cachedHistories.set(book, histories)
  return histories
}

/** An issue by its number, as known to a view. */
export const headAt = (
  { groups }: IssueBook,
  number: number,
  { version, asOf }: View,
): NumberedHead | undefined => stateAt(groups.get(number)?.histories.get(number) ?? [], version, asOf)?.head

/** The slug of a number in the store, also when the slug is merged into another issue. */
export function slugOfNumber({ groups }: IssueBook, number: number): string {
  const issue = groups.get(number)?.issues.find((one) => one.number === number)
  return invariant(issue, `the issue ${number}`).slug
}

/** True when an issue has the same facts at both versions. */
export function isUnchangedBetween(book: IssueBook, number: number, a: number, b: number): boolean {
  const earlier = Math.min(a, b)
  return earlier >= book.trackedSince && (book.lastFactRounds.get(number) ?? 0) <= earlier
}

/** An issue, and a moment in milliseconds at which the clock may change its state. */
export interface Milestone {
  readonly number: number
  readonly at: number
}

/** The milestones of all issues between two moments, including those of dates that were changed later. */
export function milestonesBetween({ groups }: IssueBook, after: number, upTo: number): Milestone[] {
  const found: Milestone[] = []
  for (const [number, { histories }] of groups)
    for (const { head } of histories.get(number) ?? [])
      for (const at of head ? [head.opens, head.closes, head.lists] : [])
        if (at !== null && at > after && at <= upTo) found.push({ number, at })
  return found
}

interface CachedBook {
  /** The book of the last version that was read. */
  book: IssueBook | undefined
  /** The last one of which all histories are derived. */
  listed: IssueBook | undefined
  /** Resolves when no read is in progress. */
  reading: Promise<unknown>
}

const cachedBook = onePerStore(
  (): CachedBook => ({ book: undefined, listed: undefined, reading: Promise.resolve() }),
)

/** The book of a store with all rounds up to at least a version. It is read once and then advanced. */
export async function issueBook(db: Db, version: number): Promise<IssueBook> {
  const cached = cachedBook(db)
  if (cached.listed && cached.listed.version >= version) return cached.listed
  const reading = cached.reading.then(async () => {
    cached.listed = await withHistories(await advance(db, cached, version))
    return cached.listed
  })
  // A failed read leaves the book as it was, so that the next request tries again.
  cached.reading = reading.catch(() => undefined)
  return reading
}

/**
 * The book of all committed rounds, read by a transaction on the store. It does not wait for a read of others, which may
 * wait for the connection of the transaction. What the transaction has written itself is in no committed round.
 */
export const committedBook = (store: Db, tx: Db): Promise<IssueBook> =>
  advance(tx, cachedBook(store), Number.MAX_SAFE_INTEGER)

async function advance(db: Db, cached: CachedBook, version: number): Promise<IssueBook> {
  const { book } = cached
  if (book && book.version >= version) return book
  // A version that is not committed yet may still gain facts, so the book stops at the committed one.
  const upTo = Math.min(version, (await marketVersion(db)).version)
  if (book && book.version >= upTo) return book
  const next = await (book ? advancedBook(db, book, upTo) : readBook(db, upTo))
  // Another reader may have got further meanwhile.
  if (!cached.book || cached.book.version < next.version) cached.book = next
  return cached.book
}

/** A book that is read anew. */
export const readBook = (db: Db, version: number): Promise<IssueBook> =>
  advancedBook(
    db,
    { version: 0, groups: new Map(), numbers: new Map(), lastFactRounds: new Map(), trackedSince: version },
    version,
  )

/** The book advanced to a later version. Only the facts of the new rounds are read. */
async function advancedBook(db: Db, book: IssueBook, version: number): Promise<IssueBook> {
  const ids = await factIdsOf(db, { after: book.version, upTo: version })
  const news: BookFacts = {
    ipos: await factsIn(db, 'issue_facts', ids),
    aliases: await factsIn(db, 'aliases', ids),
    sames: await factsIn(db, 'sames', ids),
    listings: await factsIn(db, 'listings', ids),
    retractions: await factsIn(db, 'retractions', ids),
  }
  const groups = new Map(book.groups)
  const numbers = new Map(book.numbers)
  const next = { ...book, version, groups, numbers }
  const put = (group: IssueGroup) => {
    for (const { number } of group.issues) groups.set(number, group)
  }
  const bySlug = factsBySlug(news)
  const added = [...bySlug].filter(([slug]) => !numbers.has(slug))
  for (const issue of added.map(([slug, facts]) => ({ number: numberIn(facts), slug })).sort(byNumber)) {
    numbers.set(issue.slug, issue.number)
    put(new IssueGroup([issue], NO_FACTS))
  }
  for (const { slug, as } of news.sames) put(mergedGroup(next, slug, as))
  const note = (issue: number, round: number) => {
    for (const number of mergedNumbers(next, issue))
      book.lastFactRounds.set(number, Math.max(round, book.lastFactRounds.get(number) ?? 0))
  }
  for (const [slug, facts] of bySlug) {
    const { issues, facts: earlier } = invariant(groupOf(next, slug), `the issue ${slug}`)
    put(new IssueGroup(issues, joinedFacts(earlier, facts)))
    for (const { issue, round } of Object.values(facts).flat()) note(issue, round)
  }
  // Nobody asks what changed before the book was read for the first time.
  if (version > book.trackedSince) for (const { issue, round } of await figuresIn(db, ids)) note(issue, round)
  return next
}

const byNumber = (a: NumberedSlug, b: NumberedSlug): number => a.number - b.number

/** The number of the issue that these facts are about. */
const numberIn = (facts: BookFacts): number =>
  invariant(Object.values(facts).flat()[0], 'a fact about an issue').issue

const mergedGroup = (book: IssueBook, ...slugs: readonly string[]): IssueGroup => {
  const groups = new Set(slugs.flatMap((slug) => groupOf(book, slug) ?? []))
  return [...groups].reduce(
    (a, b) => new IssueGroup([...a.issues, ...b.issues].sort(byNumber), joinedFacts(a.facts, b.facts)),
  )
}

const joinedFacts = (a: BookFacts, b: BookFacts): BookFacts => ({
  ipos: inOrder(a.ipos, b.ipos),
  aliases: inOrder(a.aliases, b.aliases),
  sames: inOrder(a.sames, b.sames),
  listings: inOrder(a.listings, b.listings),
  retractions: inOrder(a.retractions, b.retractions),
})

const inOrder = <F extends { readonly recorded: Instant; readonly id: number }>(
  a: readonly F[],
  b: readonly F[],
): readonly F[] => (b.length === 0 ? a : [...a, ...b].sort(compareRecorded))

type BookFact = BookFacts[keyof BookFacts][number]

const slugOf = (fact: BookFact): string => (fact.fact === 'retraction' ? String(fact.of.slug) : fact.slug)

/** Splits facts by the slug that each is about. */
function factsBySlug(facts: BookFacts): Map<string, BookFacts> {
  const found = new Map<string, BookFacts>()
  for (const [name, list] of Object.entries(facts) as [string, readonly BookFact[]][])
    for (const [slug, own] of Map.groupBy(list, slugOf))
      found.set(slug, { ...(found.get(slug) ?? NO_FACTS), [name]: own })
  return found
}

/** Facts that are read at once, after which other work of the process gets a turn. */
const FACTS_AT_ONCE = 2000

/** The facts of a table about issues, with ids in a range. */
async function factsIn<T extends Exclude<FactTable, 'deals' | 'holidays'>>(
  db: Db,
  table: T,
  { after, upTo }: RoundRange,
): Promise<NumberedFact<Recorded<FactOf[T]>>[]> {
  const facts: NumberedFact<Recorded<FactOf[T]>>[] = []
  for (let last = after; ; last = facts.at(-1)?.id ?? last) {
    const page = await readFactsById(db, table, { after: last, upTo }, FACTS_AT_ONCE)
    facts.push(...page)
    if (page.length < FACTS_AT_ONCE) return facts
    await setImmediate()
  }
}

/** The issues with reports on their figures, and the last of the rounds with such a report. */
async function figuresIn(db: Db, { after, upTo }: RoundRange) {
  const found: { readonly issue: number; readonly round: number }[] = []
  for (const table of FIGURE_TABLES) {
    // Grouped by the bare column, SQLite would read all facts in the order of an index.
    const { rows } = await sql<{ issue: number; round: number }>`
      select issue + 0 as issue, max(round) as round from ${sql.table(table)}
      where id > ${after} and id <= ${upTo} group by issue + 0`.execute(db)
    found.push(...rows)
  }
  return found
}

/** Issues whose histories are derived at once, after which other work of the process gets a turn. */
const ISSUES_AT_ONCE = 256

/** The book after the histories of all issues are derived. */
async function withHistories(book: IssueBook): Promise<IssueBook> {
  let derived = 0
  for (const group of book.groups.values()) {
    if (group.isDerived || group.histories.size === 0) continue
    if (++derived % ISSUES_AT_ONCE === 0) await setImmediate()
  }
  return book
}
