import { bestStatement } from '../best-statement.ts'
import { compareRecorded, type IpoFact, type Recorded, type Terms } from '../facts/fact.ts'
import type { OnOutvoted } from '../facts/outvoted.ts'
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
  const { terms, statements } = merge(ordered)
  return {
    ...terms,
    offMarket: terms.withdrawn === true || isStillPostponed(ordered, statements.get('postponed')),
  }
}

/** The terms, and the fact that decides each of them. */
function merge(ordered: readonly Recorded<IpoFact>[]) {
  const statements = new Map<keyof Terms, Recorded<IpoFact>>()
  const terms = Object.fromEntries(
    TERM_KEYS.map((key) => {
      const statement = bestStatement(ordered, ({ said }) => said[key])
      if (statement) statements.set(key, statement)
      return [key, statement ? statement.said[key] : null]
    }),
  ) as unknown as Terms
  return { terms, statements }
}

/** The fact that decides one of the terms; `undefined` when no source states it. */
export const termStatement = (
  facts: readonly Recorded<IpoFact>[],
  key: keyof Terms,
  onOutvoted?: OnOutvoted<Recorded<IpoFact>>,
): Recorded<IpoFact> | undefined =>
  bestStatement(facts.toSorted(compareRecorded), ({ said }) => said[key], onOutvoted)

/**
 * The facts that decide whether an issue is off the market, and the one with its new date; none when no source states
 * it.
 */
export function withdrawalFacts(
  facts: readonly Recorded<IpoFact>[],
  onOutvoted?: OnOutvoted<Recorded<IpoFact>>,
): Recorded<IpoFact>[] {
  const ordered = facts.toSorted(compareRecorded)
  const withdrawn = bestStatement(ordered, ({ said }) => said.withdrawn, onOutvoted)
  if (withdrawn?.said.withdrawn === true) return [withdrawn]
  const postponed = bestStatement(ordered, ({ said }) => said.postponed, onOutvoted)
  const newDate = postponed?.said.postponed === true ? newDateSince(ordered, postponed) : undefined
  return [withdrawn, postponed, newDate].filter((fact) => fact !== undefined)
}

/** True while an issue is postponed and has no new date. */
const isStillPostponed = (
  ordered: readonly Recorded<IpoFact>[],
  postponing: Recorded<IpoFact> | undefined,
): boolean => postponing?.said.postponed === true && newDateSince(ordered, postponing) === undefined

/**
 * The fact that ends a postponement. A postponed issue counts as withdrawn until an opening or closing day is stated
 * after the postponement, becomes the term that is used, and differs from the day known before.
 */
function newDateSince(
  ordered: readonly Recorded<IpoFact>[],
  postponing: Recorded<IpoFact>,
): Recorded<IpoFact> | undefined {
  const postponedAt = ordered.indexOf(postponing)
  const { terms: before } = merge(ordered.slice(0, postponedAt + 1))
  for (let i = postponedAt + 1; i < ordered.length; i++) {
    const { statements: now } = merge(ordered.slice(0, i + 1))
    for (const key of ['openDate', 'closeDate'] as const) {
      const newer = now.get(key)
      if (newer && compareRecorded(newer, postponing) > 0 && newer.said[key] !== before[key]) return newer
    }
  }
  return undefined
}

/** The price that percentages refer to: the issue price, or the upper end of the band until it is fixed. */
export const referencePrice = (terms: Pick<Terms, 'issuePrice' | 'priceMax'>): Paise | null =>
  terms.issuePrice ?? terms.priceMax
