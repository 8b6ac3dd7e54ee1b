import { addDays, type Day, END_OF_TIME, type Instant } from '../market/calendar.ts'
import type { Exchange, IpoFact, Recorded, Terms } from '../market/facts/fact.ts'
import { slugResolver } from '../market/facts/merged-slugs.ts'
import { RANK, rankOf } from '../market/facts/publisher.ts'
import { type ListingReport, listingFrom } from '../market/issues/listing.ts'
import { termsFrom } from '../market/issues/terms.ts'
import type { Db } from '../store/engines/db.ts'
import { type IssueKey, issueKeys } from '../store/issues/issue-keys.ts'
import { aliasFacts, issueRecords } from '../store/issues/issue-records.ts'
import type { View } from '../store/view.ts'
import { IssueFinder, type KnownIssue } from './match/issue-finder.ts'
import { beginAlike, nameKeys } from './match/name-key.ts'
import type { IssueLife } from './screen/screen-figures.ts'

/** What collection needs to know about the issues. */
export class KnownMarket {
  readonly index: IssueFinder
  readonly #dossiers: Map<string, Dossier>

  constructor(dossiers: Map<string, Dossier>, keys: readonly IssueKey[]) {
    this.#dossiers = dossiers
    this.index = new IssueFinder(
      [...dossiers].map(([slug, dossier]) => knownIssue(slug, dossier)).filter(isPresent),
      keys,
    )
  }

  /** Adds a fact of the current round, so that later rows of the round see it. */
  addFact(fact: Recorded<IpoFact>): void {
    const dossier = this.#dossiers.get(fact.slug) ?? { facts: [], aliases: [], listings: [] }
    const grown = { ...dossier, facts: [...dossier.facts, fact] }
    this.#dossiers.set(fact.slug, grown)
    const issue = knownIssue(fact.slug, grown)
    if (issue) this.index.put(issue)
  }

  /** The facts of a publisher about an issue so far. */
  statementsOf(slug: string, publisher: string): readonly Recorded<IpoFact>[] {
    return this.#dossiers.get(slug)?.facts.filter(({ source }) => source === publisher) ?? []
  }

  lifeOf(issue: KnownIssue): IssueLife {
    return { terms: issue.terms, listingDay: this.listingDay(issue) }
  }

  listingDay({ slug, terms }: KnownIssue): Day | null {
    const listing = listingFrom(this.#dossiers.get(slug)?.listings ?? [])
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
    const facts = this.#dossiers.get(slug)?.facts ?? []
    const firsts = Object.entries(terms).map(([key, value]) =>
      facts
        .flatMap(({ said, recorded }) => (said[key as keyof Terms] === value ? recorded : []))
        .reduce(earlier, END_OF_TIME),
    )
    return firsts.filter((first) => first !== END_OF_TIME).reduce(later, '')
  }
}

const earlier = (a: Instant, b: Instant): Instant => (a < b ? a : b)
const later = (a: Instant, b: Instant): Instant => (a > b ? a : b)

/** An issue lists days after it closes, in troubled cases weeks. */
const LISTS_WITHIN_DAYS = 30

/** The facts that identify an issue. */
interface Dossier {
  readonly facts: readonly Recorded<IpoFact>[]
  readonly aliases: readonly string[]
  readonly listings: readonly ListingReport[]
}

/** Collection uses every round, whatever version is served. */
const EVERY_ROUND = Number.MAX_SAFE_INTEGER
export const viewUpTo = (asOf: Instant | null): View => ({ version: EVERY_ROUND, asOf })

/** The market as known at a moment, or with `null` at present. */
export async function readKnownMarket(db: Db, asOf: Instant | null, clock: Instant): Promise<KnownMarket> {
  const view = viewUpTo(asOf)
  const { ipos, sames, listings } = await issueRecords(db, view)
  const aliases = await aliasFacts(db, view)
  const resolve = slugResolver(sames)
  const listingsOf = Map.groupBy(listings, ({ slug }) => resolve(slug))
  const aliasesOf = Map.groupBy(aliases, ({ slug }) => resolve(slug))
  const dossiers = new Map<string, Dossier>()
  for (const [slug, facts] of Map.groupBy(ipos, (fact) => resolve(fact.slug))) {
    dossiers.set(slug, {
      facts,
      aliases: (aliasesOf.get(slug) ?? []).map(({ name }) => name),
      listings: listingsOf.get(slug) ?? [],
    })
  }
  const keys = await issueKeys(db, clock)
  return new KnownMarket(
    dossiers,
    keys.map((key) => ({ ...key, slug: resolve(key.slug) })),
  )
}

function knownIssue(slug: string, { facts, aliases, listings }: Dossier): KnownIssue | undefined {
  const terms = termsFrom(facts)
  if (!terms) return undefined
  const official = facts.filter(({ source }) => rankOf(source) <= RANK.exchange)
  const symbols = new Map<string, Set<string>>()
  for (const { source, said } of official) {
    if (said.symbol) symbols.set(source, (symbols.get(source) ?? new Set()).add(said.symbol))
  }
  const presentValues = <T>(values: readonly (T | null | undefined)[]) => new Set(values.filter(isPresent))
  return {
    slug,
    terms,
    names: [...new Set([...official.map(({ said }) => said.name), terms.name, ...aliases])],
    symbols,
    isins: presentValues(official.map(({ said }) => said.isin)),
    bseCodes: presentValues(official.map(({ said }) => said.bseCode)),
    listedAt: new Set<Exchange>(listings.map(({ exchange }) => exchange)),
  }
}

const isPresent = <T>(value: T | null | undefined): value is T => value !== null && value !== undefined
