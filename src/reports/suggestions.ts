import type { Db } from '../store/db.ts'
import { issueHeads } from './issue-book.ts'
import type { Moment } from './moment.ts'

const MAX_SUGGESTIONS = 3
/** Below this likeness a suggestion is noise. */
const LEAST_LIKENESS = 0.3
/** No address of an issue is longer; what comes after it is like none. */
const LONGEST_COMPARED = 120

export interface Suggestion {
  readonly slug: string
  readonly name: string
}

/** Issues that someone who asked for `slug` may have meant, the likeliest first. */
export async function suggestions(db: Db, moment: Moment, slug: string): Promise<Suggestion[]> {
  const wanted = trigrams(slug.slice(0, LONGEST_COMPARED).toLowerCase())
  const mayBeLike = roughLikeness(wanted)
  return (await issueHeads(db, moment))
    .filter(({ head }) => mayBeLike(head.slug) >= LEAST_LIKENESS)
    .map(({ head }) => ({ head, likeness: likeness(wanted, trigrams(head.slug)) }))
    .filter((candidate) => candidate.likeness >= LEAST_LIKENESS)
    .sort((a, b) => b.likeness - a.likeness || (a.head.slug < b.head.slug ? -1 : 1))
    .slice(0, MAX_SUGGESTIONS)
    .map(({ head }) => ({ slug: head.slug, name: head.name }))
}

function trigrams(text: string): Set<string> {
  const padded = paddedText(text)
  return new Set(Array.from({ length: padded.length - 2 }, (_, i) => padded.slice(i, i + 3)))
}

const paddedText = (text: string): string => `  ${text} `

/** The share of trigrams that two texts have in common. */
const likeness = (a: Set<string>, b: Set<string>): number => a.intersection(b).size / a.union(b).size

const HASHES = 4096
const hashAt = (text: string, i: number): number =>
  (text.charCodeAt(i) * 961 + text.charCodeAt(i + 1) * 31 + text.charCodeAt(i + 2)) % HASHES

/** Never less than the likeness, and found without making a set for each of many thousand texts. */
function roughLikeness(wanted: Set<string>): (text: string) => number {
  const isWanted = new Uint8Array(HASHES)
  for (const trigram of wanted) isWanted[hashAt(trigram, 0)] = 1
  return (text) => {
    const padded = paddedText(text)
    let common = 0
    for (let i = 0; i + 2 < padded.length; i++) common += isWanted[hashAt(padded, i)] ?? 0
    return common / wanted.size
  }
}
