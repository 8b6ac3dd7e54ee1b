import { nameMatch } from '../../market/issues/name-search.ts'
import { slugOfName } from '../../market/issues/names.ts'
import type { Db } from '../../store/engines/db.ts'
import type { Moment } from '../moment.ts'
import { visitIssues } from './issues-in-view.ts'

const MAX_SUGGESTIONS = 3
/** Candidates below this likeness are not suggested. */
const LEAST_LIKENESS = 0.3
/** No slug is longer; further characters are ignored. */
const LONGEST_COMPARED = 120

export interface Suggestion {
  readonly slug: string
  readonly name: string
}

/** Issues that a visitor may have looked for, also with a letter or two that differ, or else with a slug like the name. */
export async function issuesMeant(db: Db, moment: Moment, typed: string): Promise<Suggestion[]> {
  const rankOf = nameMatch(typed)
  const found: (Suggestion & { readonly rank: number })[] = []
  await visitIssues(db, moment, ({ slug, name, symbol }) => {
    const rank = rankOf(name, symbol)
    if (rank !== null) found.push({ slug, name, rank })
  })
  return found.length === 0
    ? suggestions(db, moment, slugOfName(typed))
    : firstOf(found.sort((a, b) => a.rank - b.rank))
}

const firstOf = (found: readonly Suggestion[]): Suggestion[] =>
  found.slice(0, MAX_SUGGESTIONS).map(({ slug, name }) => ({ slug, name }))

/** Issues that a request for `slug` may have meant, the likeliest first. */
export async function suggestions(db: Db, moment: Moment, slug: string): Promise<Suggestion[]> {
  const requested = trigrams(slug.slice(0, LONGEST_COMPARED).toLowerCase())
  const atMost = roughLikeness(requested)
  const candidates: (Suggestion & { readonly likeness: number })[] = []
  await visitIssues(db, moment, (head) => {
    if (atMost(head.slug) < LEAST_LIKENESS) return
    candidates.push({ ...head, likeness: likeness(requested, trigrams(head.slug)) })
  })
  return firstOf(
    candidates
      .filter((candidate) => candidate.likeness >= LEAST_LIKENESS)
      .sort((a, b) => b.likeness - a.likeness || (a.slug < b.slug ? -1 : 1)),
  )
}

function trigrams(text: string): Set<string> {
  const padded = `  ${text} `
  return new Set(Array.from({ length: padded.length - 2 }, (_, i) => padded.slice(i, i + 3)))
}

/** The share of trigrams that two texts have in common. */
const likeness = (a: Set<string>, b: Set<string>): number => a.intersection(b).size / a.union(b).size

const HASHES = 4096
const SPACE = 32
const hashOf = (a: number, b: number, c: number): number => (a * 961 + b * 31 + c) % HASHES

/** An upper bound of the likeness, computed without a set for each of many thousand texts. */
function roughLikeness(requested: Set<string>): (text: string) => number {
  const isRequested = new Uint8Array(HASHES)
  for (const trigram of requested)
    isRequested[hashOf(trigram.charCodeAt(0), trigram.charCodeAt(1), trigram.charCodeAt(2))] = 1
  return (text) => {
    let common = 0
    let [a, b] = [SPACE, SPACE]
    for (let i = 0; i <= text.length; i++) {
      const c = i < text.length ? text.charCodeAt(i) : SPACE
      common += isRequested[hashOf(a, b, c)] ?? 0
      a = b
      b = c
    }
    return common / requested.size
  }
}
