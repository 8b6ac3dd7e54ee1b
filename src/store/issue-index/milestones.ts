import { PackedHead } from './chunk.ts'
import type { IssueIndex } from './issue-index.ts'

/** An issue, and a moment in milliseconds at which the clock may change its state. */
export interface Milestone {
  readonly number: number
  readonly at: number
}

/** The milestones of all issues between two moments, including those of dates that were changed later. */
export function milestonesBetween({ chunks }: IssueIndex, after: number, upTo: number): Milestone[] {
  const found: Milestone[] = []
  const head = new PackedHead()
  for (const chunk of chunks)
    for (let index = 0; index < chunk.slugs.length; index++) {
      const end = chunk.starts[index + 1] ?? 0
      for (let state = chunk.starts[index] ?? 0; state < end; state++) {
        const { number, opens, closes, lists } = head.at(chunk, index, state)
        for (const at of [opens, closes, lists])
          if (at !== null && at > after && at <= upTo) found.push({ number, at })
      }
    }
  return found
}
