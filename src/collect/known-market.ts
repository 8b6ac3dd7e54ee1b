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
import { isRetracted } from '../market/facts/retraction.ts'
import { listingFrom } from '../market/issues/listing.ts'
import { termsFrom } from '../market/issues/terms.ts'
import { type Db, onePerStore } from '../store/engines/db.ts'
import { type IssueKey, issueKeys, keysLearnedSince } from '../store/issues/issue-keys.ts'
import {
  IDENTITY_TABLES,
  type IdentityFacts,
  type IdentityTable,
  identityFactsAfter,
  identityFactsAt,
} from '../store/issues/issue-records.ts'
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
    this.#setFacts(slug, [...this.#factsOf(slug), ...facts])
  }

  /** Adds facts about an issue in the order in which they were recorded. */
  addRecorded(slug: string, facts: readonly IdentifyingFact[]): void {
    this.#setFacts(slug, [...this.#factsOf(slug), ...facts].sort(compareRecorded))
  }

  #setFacts(slug: string, facts: readonly IdentifyingFact[]): void {
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

/** The market of a store, and how far it has been read. */
interface LoadedMarket {
  readonly market: KnownMarket
  /** The slug that an issue has after all merges. */
  readonly resolve: (slug: string) => string
  /** The last id read from each table, and the last round in which a key was learned. */
  readonly last: Record<IdentityTable | 'keys', number>
}

const NOTHING_READ = { issue_facts: 0, aliases: 0, listings: 0, sames: 0, retractions: 0, keys: 0 }

const loadedMarkets = onePerStore<{ loaded: LoadedMarket | null }>(() => ({ loaded: null }))

/**
 * The market at present, of which nobody may change the original. It is read once per store, and later only what was
 * recorded since. `tx` is a transaction on the store that has not written yet, so that nothing enters that may be
 * rolled back.
 */
export async function presentMarket(store: Db, tx: Db = store): Promise<KnownMarket> {
  const kept = loadedMarkets(store)
  const { loaded } = kept
  if (loaded) {
    const news = await identityFactsAfter(tx, loaded.last)
    const keys = await keysLearnedSince(tx, loaded.last.keys)
    // A merge or a retraction changes what earlier facts mean.
    if (news.sames.length === 0 && news.retractions.length === 0) {
      addNews(loaded, news, keys)
      return new KnownMarket(loaded.market)
    }
  }
  kept.loaded = marketFrom(await identityFactsAfter(tx, NOTHING_READ), await keysLearnedSince(tx, 0))
  return new KnownMarket(kept.loaded.market)
}

/** The market as known at a past moment. */
export async function marketAt(db: Db, asOf: Instant): Promise<KnownMarket> {
  const facts = await identityFactsAt(db, viewUpTo(asOf))
  const keys = await issueKeys(db, asOf)
  return marketFrom(
    facts,
    keys.map((key) => ({ ...key, learnedIn: 0 })),
  ).market
}

type LearnedKey = IssueKey & { readonly learnedIn: number }

function marketFrom(facts: IdentityFacts, keys: readonly LearnedKey[]): LoadedMarket {
  const retractions = Map.groupBy(facts.retractions, ({ of }) => String(of.slug))
  const current = <F extends IdentifyingFact | IdentityFacts['sames'][number]>(all: readonly F[]): F[] =>
    all.filter((fact) => !isRetracted(fact, retractions.get(fact.slug) ?? []))
  const loaded: LoadedMarket = {
    market: new KnownMarket(),
    resolve: slugResolver(current(facts.sames)),
    last: { ...NOTHING_READ },
  }
  const { issue_facts, aliases, listings } = facts
  addNews(
    loaded,
    { issue_facts: current(issue_facts), aliases: current(aliases), listings: current(listings) },
    keys,
  )
  for (const table of IDENTITY_TABLES)
    for (const { id } of facts[table]) loaded.last[table] = Math.max(loaded.last[table], id)
  return loaded
}

/** Leaves out what another reader has added meanwhile. */
function addNews(
  { market, resolve, last }: LoadedMarket,
  news: Pick<IdentityFacts, 'issue_facts' | 'aliases' | 'listings'>,
  keys: readonly LearnedKey[],
): void {
  const facts = [
    ...news.issue_facts.filter(({ id }) => id > last.issue_facts),
    ...news.aliases.filter(({ id }) => id > last.aliases),
    ...news.listings.filter(({ id }) => id > last.listings),
  ]
  for (const [slug, ofIssue] of Map.groupBy(facts, (fact) => resolve(fact.slug)))
    market.addRecorded(slug, ofIssue)
  for (const table of ['issue_facts', 'aliases', 'listings'] as const)
    for (const { id } of news[table]) last[table] = Math.max(last[table], id)
  for (const { learnedIn, ...key } of keys) {
    market.index.learn({ ...key, slug: resolve(key.slug) })
    last.keys = Math.max(last.keys, learnedIn)
  }
}
