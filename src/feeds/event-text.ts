import { type MarketChange, publishedChange } from '../reports/changes/change.ts'
import { positionName } from '../reports/changes/position.ts'
import type { ServedMarket } from '../reports/served-market.ts'

/** A comment line, which clients ignore; it keeps proxies from closing an idle connection. */
export const HEARTBEAT = ':\n'

/** Formats an event as in the HTML standard. Without an id, the client keeps the last one. */
const eventText = (event: string, id: string | null, data: unknown): string =>
  `${id === null ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

/** Sets the delay in milliseconds before a client reconnects. */
export const retryText = (ms: number): string => `retry: ${ms}\n`

/** The first event: the position after which changes are sent, and the disclaimer for all of them. */
export const greetingText = (position: string, disclaimer: string): string =>
  eventText('position', position, { position, disclaimer })

/** For a client whose position is unknown to this store: it must drop its data, and changes follow from here. */
export const resetText = (position: string): string => eventText('reset', position, { position })

/**
 * Formats one event per step. If the last step of a page continues on the next, its event has no id, because a client that
 * reconnects must still get the rest of it.
 */
export function changesText(
  market: Pick<ServedMarket, 'demo'>,
  changes: readonly MarketChange[],
  isWhole: boolean,
): string {
  const steps = [...Map.groupBy(changes, ({ position }) => positionName(market, position))]
  return steps
    .map(([position, step], i) => {
      const id = isWhole || i < steps.length - 1 ? position : null
      return eventText('changes', id, { changes: step.map((change) => publishedChange(market, change)) })
    })
    .join('')
}
