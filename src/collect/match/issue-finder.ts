import type { Exchange } from '../../market/facts/fact.ts'
import type { IssueTerms } from '../../market/issues/terms.ts'
import type { IssueKey } from '../../store/issues/issue-keys.ts'
import { type NameKey, nameKeys } from './name-key.ts'

/** An issue with everything that identifies it. */
export interface KnownIssue {
  readonly slug: string
  readonly terms: IssueTerms
  /** Every name from an exchange, the operator or an alias. */
  readonly names: readonly string[]
  /** By publisher: an exchange gives an issue one symbol, so another symbol means another issue. */
  readonly symbols: ReadonlyMap<string, ReadonlySet<string>>
  readonly isins: ReadonlySet<string>
  readonly bseCodes: ReadonlySet<string>
  /** The exchanges on which its listing price is known. */
  readonly listedAt: ReadonlySet<Exchange>
}

/** Finds issues by their keys. */
export class IssueFinder {
  readonly #bySlug = new Map<string, KnownIssue>()
  readonly #byKey = new Map<string, Set<string>>()
  readonly #namesOf = new Map<string, NameKey[][]>()

  constructor(issues: Iterable<KnownIssue>, upstreamKeys: Iterable<IssueKey> = []) {
    for (const issue of issues) this.put(issue)
    for (const { source, key, slug } of upstreamKeys) this.learn(source, key, slug)
  }

  /** Adds an issue, or replaces its older state. */
  put(issue: KnownIssue): void {
    const { slug } = issue
    this.#bySlug.set(slug, issue)
    const names = issue.names.map(nameKeys)
    this.#namesOf.set(slug, names)
    for (const [whole] of names) if (whole) this.#point(`name ${whole.joined}`, slug)
    for (const symbols of issue.symbols.values())
      for (const symbol of symbols) this.#point(`symbol ${symbol.toUpperCase()}`, slug)
    for (const isin of issue.isins) this.#point(`isin ${isin}`, slug)
    for (const code of issue.bseCodes) this.#point(`bse ${code}`, slug)
  }

  learn(source: string, key: string, slug: string): void {
    this.#point(`upstream ${source} ${key}`, slug)
  }

  #point(key: string, slug: string): void {
    const slugs = this.#byKey.get(key) ?? new Set()
    this.#byKey.set(key, slugs.add(slug))
  }

  #at(key: string): KnownIssue[] {
    return [...(this.#byKey.get(key) ?? [])]
      .map((slug) => this.#bySlug.get(slug))
      .filter((found) => found !== undefined)
  }

  withSymbol = (symbol: string) => this.#at(`symbol ${symbol.toUpperCase()}`)
  withIsin = (isin: string) => this.#at(`isin ${isin}`)
  withBseCode = (code: string) => this.#at(`bse ${code}`)
  withUpstreamKey = (source: string, key: string) => this.#at(`upstream ${source} ${key}`)

  /** Issues of exactly this name, including the text in brackets. */
  withName(name: string): KnownIssue[] {
    const [whole] = nameKeys(name)
    return whole ? this.#at(`name ${whole.joined}`) : []
  }

  find = (slug: string): KnownIssue | undefined => this.#bySlug.get(slug)
  namesOf = (slug: string): readonly (readonly NameKey[])[] => this.#namesOf.get(slug) ?? []
  all = (): Iterable<KnownIssue> => this.#bySlug.values()
}
