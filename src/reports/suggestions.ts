import type { Db } from '../store/db.ts'
import { issueBook } from './issue-book.ts'
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
  const { issues } = await issueBook(db, moment)
  const wanted = trigrams(slug.slice(0, LONGEST_COMPARED).toLowerCase())
  return issues
    .map((issue) => ({
      slug: issue.slug,
      name: issue.terms.name,
      likeness: likeness(wanted, trigrams(issue.slug)),
    }))
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
