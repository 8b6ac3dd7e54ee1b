import { addDays, type Day, END_OF_TIME, type Instant } from '../market/calendar.ts'
import {
  type AliasFact,
  compareRecorded,
  type Exchange,
  type IpoFact,
  type ListingFact,
  type Recorded,
  type Terms,
} from '../market/facts/fact.ts'
import { slugResolver } from '../market/facts/merged-slugs.ts'
import { RANK, rankOf } from '../market/facts/publisher.ts'
import { listingFrom } from '../market/issues/listing.ts'
import { termsFrom } from '../market/issues/terms.ts'
import { type Db, onePerStore } from '../store/engines/db.ts'
import { committedBook, groupOf, type IssueBook, type IssueGroup } from '../store/issues/issue-book.ts'
import { type IssueKey, issueKeys } from '../store/issues/issue-keys.ts'
import type { View } from '../store/view.ts'
import { beginAlike, IssueFinder, type KnownIssue, nameKeys } from './match/issue-finder.ts'
import type { IssueLife } from './screen.ts'

/** A fact that identifies an issue. */
type IdentifyingFact = Recorded<IpoFact> | Recorded<AliasFact> | Recorded<ListingFact>

/** An issue lists days after it closes, in troubled cases weeks. */
const LISTS_WITHIN_DAYS = 30

/** What collection needs to know about the issues. What is added to a copy of it does not change the original. */
export class KnownMarket {
  readonly index: IssueFinder
  readonly #original: KnownMarket | undefined
  readonly #facts = new Map<string, readonly IdentifyingFact[]>()

  constructor(original?: KnownMarket) {
    this.#original = original
    this.index = new IssueFinder(original?.index)
  }

  /** Adds facts about an issue after those that are known of it. */
  addFacts(slug: string, facts: readonly IdentifyingFact[]): void {
    this.setFacts(slug, [...this.#factsOf(slug), ...facts])
  }

  /** Replaces the facts about an issue by these, which are in the order of recording. */
  setFacts(slug: string, facts: readonly IdentifyingFact[]): void {
    this.#facts.set(slug, facts)
    const issue = knownIssue(slug, facts)
    if (issue) this.index.put(issue)
  }

  #factsOf(slug: string): readonly IdentifyingFact[] {
    return this.#facts.get(slug) ?? (this.#original ? this.#original.#factsOf(slug) : [])
  }

  /** The facts of a publisher about an issue so far. */
  statementsOf(slug: string, publisher: string): readonly Recorded<IpoFact>[] {
    return this.#factsOf(slug).filter(
      (fact): fact is Recorded<IpoFact> => fact.fact === 'ipo' && fact.source === publisher,
    )
  }

  lifeOf(issue: KnownIssue): IssueLife {
    return { terms: issue.terms, listingDay: this.listingDay(issue) }
  }

  listingDay({ slug, terms }: KnownIssue): Day | null {
    const listing = listingFrom(this.#factsOf(slug).filter((fact) => fact.fact === 'listing'))
    return listing?.listedOn ?? terms.listingDate
  }

  /**
   * True when an issue surely began to trade on a day: that is its listing day, or it has none yet, closed shortly before,
   * and has the name of the row.
   */
  isListing(issue: KnownIssue, { day, name }: { readonly day: Day; readonly name: string | null }): boolean {
    const { slug, terms } = issue
    if (terms.offMarket) return false
    const known = this.listingDay(issue)
    if (known !== null) return known === day
    const { closeDate } = terms
    return (
      closeDate !== null &&
      day > closeDate &&
      day <= addDays(closeDate, LISTS_WITHIN_DAYS) &&
      name !== null &&
      this.index.namesOf(slug).some((names) => beginAlike(names, nameKeys(name)))
    )
  }

  /** Since when each of these terms is stated; the last of them. */
  statedSince({ slug }: KnownIssue, terms: Partial<Terms>): Instant {
    const firsts = Object.entries(terms).map(([key, value]) =>
      this.#factsOf(slug)
        .flatMap((fact) =>
          fact.fact === 'ipo' && fact.said[key as keyof Terms] === value ? fact.recorded : [],
        )
        .reduce(earlier, END_OF_TIME),
    )
    return firsts.filter((first) => first !== END_OF_TIME).reduce(later, '')
  }
}

const earlier = (a: Instant, b: Instant): Instant => (a < b ? a : b)
const later = (a: Instant, b: Instant): Instant => (a > b ? a : b)

function knownIssue(slug: string, facts: readonly IdentifyingFact[]): KnownIssue | undefined {
  const ipos = facts.filter((fact) => fact.fact === 'ipo')
  const terms = termsFrom(ipos)
  if (!terms) return undefined
  const official = ipos.filter(({ source }) => rankOf(source) <= RANK.exchange)
  const symbols = new Map<string, Set<string>>()
  for (const { source, said } of official) {
    if (said.symbol) symbols.set(source, (symbols.get(source) ?? new Set()).add(said.symbol))
  }
  const aliases = facts.flatMap((fact) => (fact.fact === 'alias' ? fact.name : []))
  return {
    slug,
    terms,
    names: [...new Set([...official.map(({ said }) => said.name), terms.name, ...aliases])],
    symbols,
    isins: new Set(official.flatMap(({ said }) => said.isin ?? [])),
    bseCodes: new Set(official.flatMap(({ said }) => said.bseCode ?? [])),
    listedAt: new Set<Exchange>(facts.flatMap((fact) => (fact.fact === 'listing' ? fact.exchange : []))),
  }
}

/** Collection uses every round, whatever version is served. */
const EVERY_ROUND = Number.MAX_SAFE_INTEGER
export const viewUpTo = (asOf: Instant | null): View => ({ version: EVERY_ROUND, asOf })

/** The market at present, the book that it shows, and the last round in which a key of it was learned. */
interface LoadedMarket {
  readonly market: KnownMarket
  book: IssueBook | null
  learnedIn: number
}

const loadedMarkets = onePerStore<{ loaded: LoadedMarket | null }>(() => ({ loaded: null }))

/**
 * The market at present, of which nobody may change the original: it is advanced by what was recorded since. `tx` is a
 * transaction on the store that has learned no key yet, so that nothing enters that may be rolled back.
 */
export async function presentMarket(store: Db, tx: Db = store): Promise<KnownMarket> {
  const kept = loadedMarkets(store)
  const book = await committedBook(store, tx)
  const loaded =
    kept.loaded?.book && isContinuedIn(kept.loaded.book, book)
      ? kept.loaded
      : { market: new KnownMarket(), book: null, learnedIn: 0 }
  const keys = await issueKeys(tx, END_OF_TIME, loaded.learnedIn)
  // Another reader may have got further meanwhile.
  if (!loaded.book || loaded.book.version < book.version) {
    addIssues(loaded.market, changedGroups(loaded.book, book), null)
    loaded.book = book
  }
  addKeys(loaded.market, keys, book, null)
  for (const { learnedIn } of keys) loaded.learnedIn = Math.max(loaded.learnedIn, learnedIn)
  kept.loaded = loaded
  return new KnownMarket(loaded.market)
}

/** The market as known at a past moment. */
export async function marketAt(store: Db, asOf: Instant, tx: Db = store): Promise<KnownMarket> {
  const market = new KnownMarket()
  const book = await committedBook(store, tx)
  addIssues(market, changedGroups(null, book), asOf)
  addKeys(market, await issueKeys(tx, asOf), book, asOf)
  return market
}

/** True when nothing was merged or taken back since: both change what earlier facts mean. */
function isContinuedIn(before: IssueBook, after: IssueBook): boolean {
  for (const [number, { facts }] of after.groups) {
    const { sames = [], retractions = [] } = before.groups.get(number)?.facts ?? {}
    if (facts.sames.length > sames.length || facts.retractions.length > retractions.length) return false
  }
  return true
}

function changedGroups(before: IssueBook | null, after: IssueBook): Set<IssueGroup> {
  const changed = [...after.groups].filter(([number, group]) => before?.groups.get(number) !== group)
  return new Set(changed.map(([, group]) => group))
}

function addIssues(market: KnownMarket, groups: Iterable<IssueGroup>, asOf: Instant | null): void {
  for (const group of groups) {
    const { ipos, aliases, listings, sames } = group.knownTo(viewUpTo(asOf))
    const facts = [...ipos, ...aliases, ...listings].sort(compareRecorded)
    const resolve = slugResolver(sames)
    for (const [slug, own] of Map.groupBy(facts, (fact) => resolve(fact.slug))) market.setFacts(slug, own)
  }
}

function addKeys(
  market: KnownMarket,
  keys: readonly IssueKey[],
  book: IssueBook,
  asOf: Instant | null,
): void {
  for (const { source, key, slug } of keys) {
    const group = groupOf(book, slug)
    const sames = group && group.issues.length > 1 ? group.knownTo(viewUpTo(asOf)).sames : []
    market.index.learn({ source, key, slug: slugResolver(sames)(slug) })
  }
}
