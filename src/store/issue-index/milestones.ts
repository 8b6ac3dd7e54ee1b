import { PackedHead } from './chunk.ts'
import type { IssueIndex } from './issue-index.ts'

/** An issue, and a moment in milliseconds at which the clock may change it. */
export interface Milestone {
  readonly number: number
  readonly at: number
}

/** The milestones between two moments that issues have, or once had before their dates were moved. */
export function milestonesBetween({ chunks }: IssueIndex, after: number, upTo: number): Milestone[] {
  const found: Milestone[] = []
  const head = new PackedHead()
  for (const chunk of chunks)
    for (let place = 0; place < chunk.slugs.length; place++) {
      const end = chunk.starts[place + 1] ?? 0
      for (let state = chunk.starts[place] ?? 0; state < end; state++) {
        const { number, opens, closes, lists } = head.at(chunk, place, state)
        for (const at of [opens, closes, lists])
          if (at !== null && at > after && at <= upTo) found.push({ number, at })
      }
    }
  return found
}
