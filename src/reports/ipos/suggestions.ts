import type { Db } from '../../store/engines/db.ts'
import type { Moment } from '../moment.ts'
import { visitIssues } from './issue-book.ts'

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
  const atMost = roughLikeness(wanted)
  const candidates: (Suggestion & { readonly likeness: number })[] = []
  await visitIssues(db, moment, (head) => {
    if (atMost(head.slug) < LEAST_LIKENESS) return
    const { slug: meant, name } = head
    candidates.push({ slug: meant, name, likeness: likeness(wanted, trigrams(meant)) })
  })
  return candidates
    .filter((candidate) => candidate.likeness >= LEAST_LIKENESS)
    .sort((a, b) => b.likeness - a.likeness || (a.slug < b.slug ? -1 : 1))
    .slice(0, MAX_SUGGESTIONS)
    .map(({ slug: meant, name }) => ({ slug: meant, name }))
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

/** Never less than the likeness, and found without making a set for each of many thousand texts. */
function roughLikeness(wanted: Set<string>): (text: string) => number {
  const isWanted = new Uint8Array(HASHES)
  for (const trigram of wanted)
    isWanted[hashOf(trigram.charCodeAt(0), trigram.charCodeAt(1), trigram.charCodeAt(2))] = 1
  return (text) => {
    let common = 0
    let [a, b] = [SPACE, SPACE]
    for (let i = 0; i <= text.length; i++) {
      const c = i < text.length ? text.charCodeAt(i) : SPACE
      common += isWanted[hashOf(a, b, c)] ?? 0
      a = b
      b = c
    }
    return common / wanted.size
  }
}
