import { writeCursor } from '../../request/cursor.ts'
import type { OwnExamples } from './described-parameter.ts'

/** A moment at which the fixed IPO of the demo has listed. The common example is a moment during its bidding. */
export const AFTER_LISTING = '2026-01-31T12:00:00.000Z'

/** A walk through the first version of the demo, so that its cursor is valid on every day. */
const DEMO_WALK = { filter: {}, limit: 20, demo: true, version: 1, clock: AFTER_LISTING }

/** Examples that find something in the demo market on every day, by operation. */
export const OWN_EXAMPLES: Readonly<Record<string, OwnExamples>> = {
  listIpos: {
    cursor: writeCursor({
      ...DEMO_WALK,
      walk: 'ipos',
      after: { openDate: '2026-01-14', slug: 'acme-foods' },
    }),
  },
  listDeals: {
    asOf: AFTER_LISTING,
    cursor: writeCursor({
      ...DEMO_WALK,
      walk: 'deals',
      after: {
        tradeDate: '2026-01-31',
        value: 0,
        symbol: 'ACME',
        clientName: 'SOME FUND',
        dealType: 'BUY',
        recorded: AFTER_LISTING,
        id: 0,
      },
    }),
  },
  getScoreboard: { asOf: AFTER_LISTING },
  getAccuracy: { asOf: AFTER_LISTING },
  getCalibration: { asOf: AFTER_LISTING },
  listChanges: {
    cursor: writeCursor({
      ...DEMO_WALK,
      walk: 'changes',
      after: { openDate: '2026-01-14', slug: 'acme-foods' },
    }),
  },
}
