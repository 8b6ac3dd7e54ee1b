import type { Horizon } from '../../market/scores/horizon.ts'

/** The name of a horizon within a sentence. */
export const HORIZON_PHRASES: Readonly<Record<Horizon, string>> = {
  'close-7': 'about a week before bidding closed',
  'close-3': 'about 3 days before bidding closed',
  'close-1': 'the day before bidding closed',
  close: 'when bidding closed',
  last: 'after bidding had closed',
}
