import { compareRecorded, type IpoFact, type Recorded, type Terms } from '../facts/fact.ts'
import { bestStatement, type OnOutvoted } from '../facts/outvoted.ts'
import { TERM_KEYS } from '../facts/term-table.ts'
import type { Paise } from '../money.ts'

/** The terms of an issue as derived from all of its sources. */
export interface IssueTerms extends Terms {
  /** Withdrawn, or postponed without new dates since. */
  readonly offMarket: boolean
}

/**
 * Each term is the statement of the source with the best rank, and within a rank the newest. Only the last statement of
 * each source counts, and none if that is `null`. `undefined` without facts.
 */
export function termsFrom(facts: readonly Recorded<IpoFact>[]): IssueTerms | undefined {
  if (facts.length === 0) return undefined
  const ordered = facts.toSorted(compareRecorded)
  const terms: Record<string, unknown> = { ...NO_TERMS, offMarket: withdrawalIn(ordered).isOff }
  // Most issues have statements about half of the terms.
  const stated = new Set(ordered.flatMap(({ said }) => Object.keys(said) as (keyof Terms)[]))
  for (const key of stated) terms[key] = statementIn(ordered, key)?.said[key] ?? null
  return terms as unknown as IssueTerms
}

/** Copied for each issue, so that all have their keys in the same order. */
const NO_TERMS: Readonly<Record<string, null>> = Object.fromEntries(TERM_KEYS.map((key) => [key, null]))

/** The fact that decides one of the terms; `undefined` when no source states it. */
export const termStatement = (
  facts: readonly Recorded<IpoFact>[],
  key: keyof Terms,
  onOutvoted?: OnOutvoted<Recorded<IpoFact>>,
): Recorded<IpoFact> | undefined => statementIn(facts.toSorted(compareRecorded), key, onOutvoted)

const statementIn = (
  ordered: readonly Recorded<IpoFact>[],
  key: keyof Terms,
  onOutvoted?: OnOutvoted<Recorded<IpoFact>>,
) => bestStatement(ordered, ({ said }) => said[key], onOutvoted)

/**
 * The facts that decide whether an issue is off the market, and the one with its new date; none when no source states
 * it.
 */
export const withdrawalFacts = (
  facts: readonly Recorded<IpoFact>[],
  onOutvoted?: OnOutvoted<Recorded<IpoFact>>,
): Recorded<IpoFact>[] => withdrawalIn(facts.toSorted(compareRecorded), onOutvoted).facts

/** Whether an issue is withdrawn, or postponed without a new date, and the facts that decide it. */
function withdrawalIn(
  ordered: readonly Recorded<IpoFact>[],
  onOutvoted?: OnOutvoted<Recorded<IpoFact>>,
): { readonly isOff: boolean; readonly facts: Recorded<IpoFact>[] } {
  const withdrawn = statementIn(ordered, 'withdrawn', onOutvoted)
  if (withdrawn?.said.withdrawn === true) return { isOff: true, facts: [withdrawn] }
  const postponed = statementIn(ordered, 'postponed', onOutvoted)
  const isPostponed = postponed?.said.postponed === true
  const newDate = isPostponed ? newDateSince(ordered, postponed) : undefined
  const facts = [withdrawn, postponed, newDate].filter((fact) => fact !== undefined)
  return { isOff: isPostponed && newDate === undefined, facts }
}

/**
 * The fact that ends a postponement. A postponed issue counts as withdrawn until an opening or closing day is stated
 * after the postponement, becomes the term that is used, and differs from the day known before.
 */
function newDateSince(
  ordered: readonly Recorded<IpoFact>[],
  postponing: Recorded<IpoFact>,
): Recorded<IpoFact> | undefined {
  const upToPostponing = ordered.indexOf(postponing) + 1
  for (let known = upToPostponing + 1; known <= ordered.length; known++)
    for (const key of ['openDate', 'closeDate'] as const) {
      const before = statementIn(ordered.slice(0, upToPostponing), key)?.said[key] ?? null
      const newer = statementIn(ordered.slice(0, known), key)
      if (newer && compareRecorded(newer, postponing) > 0 && newer.said[key] !== before) return newer
    }
  return undefined
}

/** The price that percentages refer to: the issue price, or the upper end of the band until it is fixed. */
export const referencePrice = (terms: Pick<Terms, 'issuePrice' | 'priceMax'>): Paise | null =>
  terms.issuePrice ?? terms.priceMax
