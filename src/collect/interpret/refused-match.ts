import type { Match } from '../match/match.ts'
import { type Objection, objection } from '../screen/refusal-rules.ts'

/** The refusal of a row whose issue was not found. */
export function refusedMatch(
  match: Exclude<Match, { kind: 'found' }>,
  name: string | null,
): Objection & { readonly candidates: readonly string[] } {
  const { candidates } = match
  const text = name === null ? 'no match' : `"${name}"`
  const rule = `${match.kind}-issue` as const
  return { ...objection(rule, text), candidates }
}
