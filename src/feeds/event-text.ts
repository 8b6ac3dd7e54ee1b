import type { Change } from '../reports/changes.ts'
import { isSamePosition, positionName } from '../reports/position.ts'
import type { ServedMarket } from '../reports/served-market.ts'
import { toldChange } from '../reports/told-changes.ts'

/** A line that readers pass over, so that nobody on the way takes the connection for a dead one. */
export const HEARTBEAT = ':\n'

/** Readers that lose their connection come back after so long. */
const RETRY_MS = 5000

/** An event in the words of the HTML standard. One without an id leaves the reader at the last one that had one. */
const eventText = (event: string, id: string | null, data: unknown): string =>
  `${id === null ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

/** What a reader gets first: from where on it is told, and what belongs to all of it. */
export const greetingText = (position: string, disclaimer: string): string =>
  `retry: ${RETRY_MS}\n${eventText('position', position, { position, disclaimer })}`

type Market = Pick<ServedMarket, 'demo'>

/**
 * One event per step. The last step of a page may go on: then its event has no id, since whoever comes back must be told
 * the rest of it.
 */
export function changesText(market: Market, changes: readonly Change[], isWhole: boolean): string {
  const steps: Change[][] = []
  for (const change of changes) {
    const last = steps.at(-1)
    if (last?.[0] && isSamePosition(last[0].position, change.position)) last.push(change)
    else steps.push([change])
  }
  return steps
    .map((step, i) => {
      const ends = isWhole || i < steps.length - 1
      const id = ends && step[0] ? positionName(market, step[0].position) : null
      return eventText('changes', id, { changes: step.map((change) => toldChange(market, change)) })
    })
    .join('')
}
