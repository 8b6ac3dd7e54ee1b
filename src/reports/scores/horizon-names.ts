import type { Horizon } from '../../market/scores/horizon.ts'

/** The name of a horizon on a tab or in a row. */
export const HORIZON_NAMES: Readonly<Record<Horizon, string>> = {
  'close-7': '7 days before the close',
  'close-3': '3 days before',
  'close-1': '1 day before',
  close: 'at the close',
  last: 'just before listing',
}

/** The name of a horizon within a sentence. */
export const HORIZON_PHRASES: Readonly<Record<Horizon, string>> = {
  'close-7': 'about a week before bidding closed',
  'close-3': 'about 3 days before bidding closed',
  'close-1': 'the day before bidding closed',
  close: 'when bidding closed',
  last: 'after bidding had closed',
}
