import { onTestFinished } from 'vitest'
import { createClient, type FollowChangesOptions, type FollowedEvent } from '../../src/client/index.ts'

export interface Followed {
  readonly events: FollowedEvent[]
  /** The changes so far: the kind, the slug and the new GMP. */
  changes(): string[]
  /** The kinds of events so far. */
  types(): string[]
  /** Where a program that handled all of them would continue. */
  position(): string | undefined
  isEnded(): boolean
  /** Aborts the loop and waits for its end. */
  stop(): Promise<void>
}

/** Runs a loop over the changes beside the test, and ends it after the test. */
export function follow(address: string, options: FollowChangesOptions = {}): Followed {
  const events: FollowedEvent[] = []
  const ending = new AbortController()
  let isEnded = false
  const loop = (async () => {
    for await (const event of createClient(address).follow({ ...options, signal: ending.signal }))
      events.push(event)
    isEnded = true
  })()
  const stop = () => {
    ending.abort()
    return loop
  }
  onTestFinished(stop)
  return {
    events,
    changes: () =>
      events.flatMap((event) =>
        event.type === 'changes'
          ? event.changes.map(({ kind, slug, new: now }) => `${kind} ${slug} ${now?.lastGmp ?? ''}`.trimEnd())
          : [],
      ),
    types: () => events.map(({ type }) => type),
    position: () => events.flatMap((event) => ('position' in event ? event.position : [])).at(-1),
    isEnded: () => isEnded,
    stop,
  }
}
