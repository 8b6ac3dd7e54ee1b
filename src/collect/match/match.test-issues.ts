import { invariant } from '../../invariant.ts'
import type { IpoFact } from '../../market/facts/fact.ts'
import { type IssueTerms, termsFrom } from '../../market/issues/terms.ts'
import { type Subject, UNNAMED_SUBJECT } from '../../sources/source.ts'
import type { IssueKey } from '../../store/issues/issue-keys.ts'
import { IssueFinder, type KnownIssue } from './issue-finder.ts'
import type { Reporter } from './match.ts'

export const NSE: Reporter = { source: 'nse-issues', publisher: 'nse' }
export const BSE: Reporter = { source: 'bse-issues', publisher: 'bse' }
export const TRACKER: Reporter = { source: 'ipowatch', publisher: 'IPOWatch' }

/** A finder of these issues, and of the keys that sources use for them. */
export function finderOf(issues: readonly KnownIssue[], keys: readonly IssueKey[] = []): IssueFinder {
  const finder = new IssueFinder()
  for (const issue of issues) finder.put(issue)
  for (const key of keys) finder.learn(key)
  return finder
}

const REPORT: IpoFact = { fact: 'ipo', slug: '', said: { name: '', board: 'MAINBOARD' }, source: 'nse' }
/** The terms of an issue of which nothing but a name and a board is known. */
const NO_TERMS = invariant(termsFrom([{ ...REPORT, recorded: '', id: 1 }]), 'the terms of one report')

/** An invented issue with what identifies it. */
export function issue(
  slug: string,
  name: string,
  more: Partial<IssueTerms> & {
    symbols?: Readonly<Record<string, string>>
    aliases?: readonly string[]
  } = {},
): KnownIssue {
  const { symbols = {}, aliases = [], ...said } = more
  const terms = { ...NO_TERMS, name, ...said }
  return {
    slug,
    terms,
    names: [name, ...aliases],
    symbols: new Map(Object.entries(symbols).map(([publisher, symbol]) => [publisher, new Set([symbol])])),
    isins: new Set(terms.isin === null ? [] : [terms.isin]),
    bseCodes: new Set(terms.bseCode === null ? [] : [terms.bseCode]),
    listedAt: new Set(),
  }
}

/** The subject of a row. */
export const row = (name: string | null, more: Partial<Subject> = {}): Subject => ({
  ...UNNAMED_SUBJECT,
  name,
  ...more,
})
