import { compareRecorded, type IpoFact, type Recorded, type Terms } from '../facts/fact.ts'
import type { OnOutvoted } from '../facts/outvoted.ts'
import { rankOf } from '../facts/publisher.ts'
import { TERM_KEYS } from '../facts/term-table.ts'
import type { Paise } from '../money.ts'

type RankedStatement = { readonly value: unknown; readonly rank: number; readonly fact: Recorded<IpoFact> }

type RankedStatements = ReadonlyMap<string, RankedStatement>

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
  return { ...terms, offMarket: terms.withdrawn === true || isStillPostponed(ordered, statements) }
}

function merge(ordered: readonly Recorded<IpoFact>[]) {
  const statements = new Map<string, RankedStatement>()
  const terms = Object.fromEntries(
    TERM_KEYS.map((key) => {
      const statement = bestStatement(ordered, key)
      if (statement) statements.set(key, statement)
      return [key, statement ? statement.value : null]
    }),
  ) as unknown as Terms
  return { terms, statements }
}

/** The fact that decides one of the terms; `undefined` when no source states it. */
export const termStatement = (
  facts: readonly Recorded<IpoFact>[],
  key: keyof Terms,
  onOutvoted?: OnOutvoted<Recorded<IpoFact>>,
): Recorded<IpoFact> | undefined => bestStatement(facts.toSorted(compareRecorded), key, onOutvoted)?.fact

/**
 * The facts that decide whether an issue is off the market, and the one with its new date; none when no source states
 * it.
 */
export function withdrawalFacts(
  facts: readonly Recorded<IpoFact>[],
  onOutvoted?: OnOutvoted<Recorded<IpoFact>>,
): Recorded<IpoFact>[] {
  const ordered = facts.toSorted(compareRecorded)
  const withdrawn = bestStatement(ordered, 'withdrawn', onOutvoted)
  if (withdrawn?.value === true) return [withdrawn.fact]
  const postponed = bestStatement(ordered, 'postponed', onOutvoted)
  const newDate = postponed?.value === true ? newDateSince(ordered, postponed) : undefined
  return [withdrawn?.fact, postponed?.fact, newDate].filter((fact) => fact !== undefined)
}

function bestStatement(
  ordered: readonly Recorded<IpoFact>[],
  key: keyof Terms,
  onOutvoted?: OnOutvoted<Recorded<IpoFact>>,
): RankedStatement | undefined {
  let best: RankedStatement | undefined
  const seenSources: string[] = []
  const others: RankedStatement[] = []
  // Newest first: only the last statement of each source counts, and within a rank the first one found wins.
  for (let i = ordered.length - 1; i >= 0; i--) {
    const fact = ordered[i]
    const value = fact?.said[key]
    if (fact === undefined || value === undefined) continue
    if (seenSources.includes(fact.source)) {
      onOutvoted?.(fact, 'later-word')
      continue
    }
    seenSources.push(fact.source)
    const statement = { value, rank: rankOf(fact.source), fact }
    if (value === null) onOutvoted?.(fact, 'taken-back')
    else if (best && statement.rank >= best.rank) others.push(statement)
    else {
      if (best) others.push(best)
      best = statement
    }
  }
  if (onOutvoted && best)
    for (const { fact, rank } of others) onOutvoted(fact, rank === best.rank ? 'older-word' : 'lower-rank')
  return best
}

const isNewer = (a: RankedStatement, b: RankedStatement) => compareRecorded(a.fact, b.fact) > 0

/** True while an issue is postponed and has no new date. */
const isStillPostponed = (ordered: readonly Recorded<IpoFact>[], best: RankedStatements): boolean =>
  best.get('postponed')?.value === true && newDateSince(ordered, best.get('postponed')) === undefined

/**
 * The fact that ends a postponement. A postponed issue counts as withdrawn until an opening or closing day is stated
 * after the postponement, becomes the term that is used, and differs from the day known before.
 */
function newDateSince(
  ordered: readonly Recorded<IpoFact>[],
  postponing: RankedStatement | undefined,
): Recorded<IpoFact> | undefined {
  if (!postponing) return undefined
  const postponedAt = ordered.indexOf(postponing.fact)
  const { statements: before } = merge(ordered.slice(0, postponedAt + 1))
  for (let i = postponedAt + 1; i < ordered.length; i++) {
    const { statements: now } = merge(ordered.slice(0, i + 1))
    for (const key of ['openDate', 'closeDate']) {
      const newer = now.get(key)
      if (newer && isNewer(newer, postponing) && newer.value !== before.get(key)?.value) return newer.fact
    }
  }
  return undefined
}

/** The price that percentages refer to: the issue price, or the upper end of the band until it is fixed. */
export const referencePrice = (terms: Pick<Terms, 'issuePrice' | 'priceMax'>): Paise | null =>
  terms.issuePrice ?? terms.priceMax
