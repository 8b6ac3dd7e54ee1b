import type { Day } from '../market/calendar.ts'
import type { Board } from '../market/facts/fact.ts'
import { businessDayNumber } from './business-days.ts'
import { chance, modulo, seeded } from './seeded.ts'

/** What becomes of the days that an issue was announced with. */
export type Fate = 'as planned' | 'moved later' | 'moved earlier' | 'withdrawn' | 'postponed'

/** A company's place on the endless schedule. */
export interface Slot {
  readonly index: number
  readonly board: Board
  /** The business day on which bidding is planned to open. */
  readonly opensOn: number
  readonly fate: Fate
}

// Two business days share three issues that go as planned: one of each board on the first, one on the second. Bidding
// lasts three days, so that at every moment at least three issues are open, and both boards are in every state.
const DAYS_A_ROUND = 20
const PLANNED_A_ROUND = 30
const EXTRA_A_ROUND = 3
const ISSUES_A_ROUND = PLANNED_A_ROUND + EXTRA_A_ROUND
/** Of the third issues so many belong to the SME board; with the others it makes three in five. */
const SME_SHARE_OF_THIRDS = 0.8
const SME_SHARE_OF_EXTRAS = 0.6

/** A list and no draw, so that every stretch of eight rounds has each of them. */
const FATES_OF_EXTRAS: readonly Fate[] = [
  'moved later',
  'as planned',
  'withdrawn',
  'as planned',
  'moved later',
  'as planned',
  'moved earlier',
  'moved later',
  'as planned',
  'withdrawn',
  'moved later',
  'as planned',
  'as planned',
  'moved later',
  'withdrawn',
  'as planned',
  'moved later',
  'postponed',
  'as planned',
  'moved later',
  'as planned',
  'withdrawn',
  'moved later',
  'as planned',
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
  return { index, board: isSme ? 'SME' : 'MAINBOARD', opensOn, fate: 'as planned' }
}

function extraSlot(index: number, round: number, seat: number): Slot {
  const random = seeded(`extra ${index}`)
  const opensOn = round * DAYS_A_ROUND + Math.floor(random() * DAYS_A_ROUND)
  const isSme = chance(random, SME_SHARE_OF_EXTRAS)
  const turn = modulo(round * EXTRA_A_ROUND + seat, FATES_OF_EXTRAS.length)
  return { index, board: isSme ? 'SME' : 'MAINBOARD', opensOn, fate: FATES_OF_EXTRAS[turn] ?? 'as planned' }
}

/** The slots planned to open from `first` to `last`, and some more on either side. */
export function slotsAround(first: Day, last: Day): Slot[] {
  const firstRound = Math.floor(businessDayNumber(first) / DAYS_A_ROUND)
  const lastRound = Math.floor(businessDayNumber(last) / DAYS_A_ROUND)
  const slots: Slot[] = []
  for (let index = firstRound * ISSUES_A_ROUND; index < (lastRound + 1) * ISSUES_A_ROUND; index++)
    slots.push(slotOf(index))
  return slots
}
