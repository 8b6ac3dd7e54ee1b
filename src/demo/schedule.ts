import type { Day } from '../market/calendar.ts'
import type { Board } from '../market/facts/fact.ts'
import { businessDayNumber } from './business-days.ts'
import { chance, modulo, seeded } from './seeded.ts'

/** What happens to the planned days of an issue. */
export type PlanOutcome =
  | 'as planned'
  | 'moved later'
  | 'moved earlier'
  | 'extended'
  | 'withdrawn'
  | 'postponed'

/** A company's place on the unlimited schedule. */
export interface Slot {
  readonly index: number
  readonly board: Board
  /** The business day on which bidding is planned to open. */
  readonly opensOn: number
  readonly outcome: PlanOutcome
}

// Every two business days three issues open as planned: one of each board on the first, one on the second. Bidding
// lasts three days, so that at every moment at least three issues are open, and both boards are in every state.
const DAYS_A_ROUND = 20
const PLANNED_A_ROUND = 30
const EXTRA_A_ROUND = 3
const ISSUES_A_ROUND = PLANNED_A_ROUND + EXTRA_A_ROUND
/** The share of SME issues among every third issue; with the others, three in five issues are SME. */
const SME_SHARE_OF_THIRDS = 0.8
const SME_SHARE_OF_EXTRAS = 0.6

/** A fixed list instead of random draws, so that every eight rounds have each outcome. */
const OUTCOMES_OF_EXTRAS: readonly PlanOutcome[] = [
  'moved later',
  'extended',
  'withdrawn',
  'as planned',
  'moved later',
  'extended',
  'moved earlier',
  'moved later',
  'as planned',
  'withdrawn',
  'moved later',
  'extended',
  'as planned',
  'moved later',
  'withdrawn',
  'extended',
  'moved later',
  'postponed',
  'as planned',
  'extended',
  'as planned',
  'withdrawn',
  'moved later',
  'extended',
]

function slotOf(index: number): Slot {
  const round = Math.floor(index / ISSUES_A_ROUND)
  const seat = modulo(index, ISSUES_A_ROUND)
  return seat < PLANNED_A_ROUND
    ? plannedSlot(index, round, seat)
    : extraSlot(index, round, seat - PLANNED_A_ROUND)
}

function plannedSlot(index: number, round: number, seat: number): Slot {
  const third = seat % 3
  const opensOn = round * DAYS_A_ROUND + Math.floor(seat / 3) * 2 + (third === 2 ? 1 : 0)
  const isSme = third === 1 || (third === 2 && chance(seeded(`board ${index}`), SME_SHARE_OF_THIRDS))
  return { index, board: isSme ? 'SME' : 'MAINBOARD', opensOn, outcome: 'as planned' }
}

function extraSlot(index: number, round: number, seat: number): Slot {
  const random = seeded(`extra ${index}`)
  const opensOn = round * DAYS_A_ROUND + Math.floor(random() * DAYS_A_ROUND)
  const isSme = chance(random, SME_SHARE_OF_EXTRAS)
  const at = modulo(round * EXTRA_A_ROUND + seat, OUTCOMES_OF_EXTRAS.length)
  return {
    index,
    board: isSme ? 'SME' : 'MAINBOARD',
    opensOn,
    outcome: OUTCOMES_OF_EXTRAS[at] ?? 'as planned',
  }
}

/** The slots planned to open from `first` to `last`, and some before and after. */
export function slotsAround(first: Day, last: Day): Slot[] {
  const firstRound = Math.floor(businessDayNumber(first) / DAYS_A_ROUND)
  const lastRound = Math.floor(businessDayNumber(last) / DAYS_A_ROUND)
  const slots: Slot[] = []
  for (let index = firstRound * ISSUES_A_ROUND; index < (lastRound + 1) * ISSUES_A_ROUND; index++)
    slots.push(slotOf(index))
  return slots
}
