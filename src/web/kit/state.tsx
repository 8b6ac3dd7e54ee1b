import type { IpoState } from '../../market/issues/stages.ts'
import { en } from '../../texts/en.ts'

/** The state as a word and a colour. */
export const StateTag = ({ state }: { state: IpoState }) => (
  <span class={`tag state ${state}`}>{en.states.state(state)}</span>
)

const MOST_DOTS = 10

/** The days of bidding as dots, those that have begun filled: `●●○`. */
export function BiddingDots({ day, days }: { day: number; days: number }) {
  if (days > MOST_DOTS || day > days) return null
  return (
    <span class="dots" role="img" aria-label={en.ipo.biddingDay(day, days)}>
      {Array.from({ length: days }, (_, i) => (
        <span key={i} class={i < day ? 'full' : undefined} />
      ))}
    </span>
  )
}
