import { compareRecorded, type IpoFact, type Recorded, type Terms } from '../facts/fact.ts'
import type { OnOutvoted } from '../facts/outvoted.ts'
import { rankOf } from '../facts/publisher.ts'
import { TERM_KEYS } from '../facts/term-table.ts'
import type { Paise } from '../money.ts'

type Word = { readonly value: unknown; readonly rank: number; readonly fact: Recorded<IpoFact> }

type Words = ReadonlyMap<string, Word>

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
  const { terms, words } = merge(ordered)
  return { ...terms, offMarket: terms.withdrawn === true || isStillPostponed(ordered, words) }
}

function merge(ordered: readonly Recorded<IpoFact>[]) {
  const words = new Map<string, Word>()
  const terms = Object.fromEntries(
    TERM_KEYS.map((key) => {
      const word = strongestWord(ordered, key)
      if (word) words.set(key, word)
      return [key, word ? word.value : null]
    }),
  ) as unknown as Terms
  return { terms, words }
}

/** The fact that decides one of the terms; `undefined` when no source states it. */
export const termStatement = (
  facts: readonly Recorded<IpoFact>[],
  key: keyof Terms,
  passOver?: OnOutvoted<Recorded<IpoFact>>,
): Recorded<IpoFact> | undefined => strongestWord(facts.toSorted(compareRecorded), key, passOver)?.fact

/**
 * The facts that decide whether an issue is off the market, and the one with its new date; none when no source states
 * it.
 */
export function withdrawalFacts(
  facts: readonly Recorded<IpoFact>[],
  passOver?: OnOutvoted<Recorded<IpoFact>>,
): Recorded<IpoFact>[] {
  const ordered = facts.toSorted(compareRecorded)
  const withdrawn = strongestWord(ordered, 'withdrawn', passOver)
  if (withdrawn?.value === true) return [withdrawn.fact]
  const postponed = strongestWord(ordered, 'postponed', passOver)
  const newDate = postponed?.value === true ? newDateSince(ordered, postponed) : undefined
  return [withdrawn?.fact, postponed?.fact, newDate].filter((fact) => fact !== undefined)
}

function strongestWord(
  ordered: readonly Recorded<IpoFact>[],
  key: keyof Terms,
  passOver?: OnOutvoted<Recorded<IpoFact>>,
): Word | undefined {
  let best: Word | undefined
  const heard: string[] = []
  const others: Word[] = []
  // Newest first: only the last statement of each source counts, and within a rank the first one found wins.
  for (let i = ordered.length - 1; i >= 0; i--) {
    const fact = ordered[i]
    const value = fact?.said[key]
    if (fact === undefined || value === undefined) continue
    if (heard.includes(fact.source)) {
      passOver?.(fact, 'later-word')
      continue
    }
    heard.push(fact.source)
    const word = { value, rank: rankOf(fact.source), fact }
    if (value === null) passOver?.(fact, 'taken-back')
    else if (best && word.rank >= best.rank) others.push(word)
    else {
      if (best) others.push(best)
      best = word
    }
  }
  if (passOver && best)
    for (const { fact, rank } of others) passOver(fact, rank === best.rank ? 'older-word' : 'lower-rank')
  return best
}

const isNewer = (a: Word, b: Word) => compareRecorded(a.fact, b.fact) > 0

/** True while an issue is postponed and has no new date. */
const isStillPostponed = (ordered: readonly Recorded<IpoFact>[], words: Words): boolean =>
  words.get('postponed')?.value === true && newDateSince(ordered, words.get('postponed')) === undefined

/**
 * The fact that ends a postponement. A postponed issue counts as withdrawn until an opening or closing day is stated
 * after the postponement, becomes the term that is used, and differs from the day known before.
 */
function newDateSince(
  ordered: readonly Recorded<IpoFact>[],
  postponing: Word | undefined,
): Recorded<IpoFact> | undefined {
  if (!postponing) return undefined
  const postponedAt = ordered.indexOf(postponing.fact)
  const { words: before } = merge(ordered.slice(0, postponedAt + 1))
  for (let i = postponedAt + 1; i < ordered.length; i++) {
    const { words: now } = merge(ordered.slice(0, i + 1))
    for (const key of ['openDate', 'closeDate']) {
      const word = now.get(key)
      if (word && isNewer(word, postponing) && word.value !== before.get(key)?.value) return word.fact
    }
  }
  return undefined
}

/** The price that percentages refer to: the issue price, or the upper end of the band until it is fixed. */
export const referencePrice = (terms: Pick<Terms, 'issuePrice' | 'priceMax'>): Paise | null =>
  terms.issuePrice ?? terms.priceMax
