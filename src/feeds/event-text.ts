import type { MarketChange } from '../reports/changes/change.ts'
import { isSamePosition, positionName } from '../reports/changes/position.ts'
import { publishedChange } from '../reports/changes/published-change.ts'
import type { ServedMarket } from '../reports/served-market.ts'

/** A line that readers pass over, so that nobody on the way takes the connection for a dead one. */
export const HEARTBEAT = ':\n'

/** An event in the words of the HTML standard. One without an id leaves the reader at the last one that had one. */
const eventText = (event: string, id: string | null, data: unknown): string =>
  `${id === null ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

/** After how many milliseconds a reader that loses its connection comes back. */
export const retryText = (ms: number): string => `retry: ${ms}\n`

/** What a reader gets first: the position from which on changes are sent, and the disclaimer for all of them. */
export const greetingText = (position: string, disclaimer: string): string =>
  eventText('position', position, { position, disclaimer })

/** For a reader whose own position is none of this store: what it has is to be dropped, and changes follow from here. */
export const resetText = (position: string): string => eventText('reset', position, { position })

type Market = Pick<ServedMarket, 'demo'>

/**
 * One event per step. The last step of a page may go on: then its event has no id, since whoever comes back must be told
 * the rest of it.
 */
export function changesText(market: Market, changes: readonly MarketChange[], isWhole: boolean): string {
  const steps: MarketChange[][] = []
  for (const change of changes) {
    const last = steps.at(-1)
    if (last?.[0] && isSamePosition(last[0].position, change.position)) last.push(change)
    else steps.push([change])
  }
  return steps
    .map((step, i) => {
      const ends = isWhole || i < steps.length - 1
      const id = ends && step[0] ? positionName(market, step[0].position) : null
      return eventText('changes', id, { changes: step.map((change) => publishedChange(market, change)) })
    })
    .join('')
}
