import { addDays, type Day } from '../market/calendar.ts'
import { businessDay, isWeekend } from './business-days.ts'
import type { Slot } from './schedule.ts'
import { pick, type Random, wholeBetween } from './seeded.ts'

export interface BiddingDays {
  readonly openDate: Day
  readonly closeDate: Day
  readonly allotmentDate: Day
  readonly listingDate: Day
}

/** What came between plan and listing, and the day on which it was said. */
export type ScheduleChange =
  | { readonly kind: 'none' }
  | { readonly kind: 'moved' | 'withdrawn'; readonly on: Day }
  | { readonly kind: 'postponed'; readonly on: Day; readonly resumedOn: Day }

/** The life of an issue in days. */
export interface IssueDays {
  readonly announcedOn: Day
  readonly planned: BiddingDays
  /** The days on which it was held; for a withdrawn issue still the planned ones. */
  readonly held: BiddingDays
  readonly bandOn: Day
  readonly turn: ScheduleChange
}

/** Three days of bidding, allotment on the next and listing on the third day after the close. */
const biddingDays = (opensOn: number): BiddingDays => ({
  openDate: businessDay(opensOn),
  closeDate: businessDay(opensOn + 2),
  allotmentDate: businessDay(opensOn + 3),
  listingDate: businessDay(opensOn + 5),
})

export function issueDaysOf({ opensOn, fate }: Slot, random: Random): IssueDays {
  const { heldFrom, turn } = turnOf(fate, opensOn, random)
  const held = biddingDays(heldFrom)
  return {
    // Three to five weeks ahead, most of them nearer to five.
    announcedOn: businessDay(opensOn - Math.max(wholeBetween(random, 15, 25), wholeBetween(random, 15, 25))),
    planned: biddingDays(opensOn),
    held,
    bandOn: bandDay(held.openDate, random),
    turn,
  }
}

function turnOf(
  fate: Slot['fate'],
  opensOn: number,
  random: Random,
): { heldFrom: number; turn: ScheduleChange } {
  const shortlyBefore = businessDay(opensOn - wholeBetween(random, 1, 4))
  switch (fate) {
    case 'as planned':
      return { heldFrom: opensOn, turn: { kind: 'none' } }
    case 'withdrawn':
      return { heldFrom: opensOn, turn: { kind: 'withdrawn', on: shortlyBefore } }
    case 'moved later':
      return { heldFrom: opensOn + wholeBetween(random, 2, 8), turn: { kind: 'moved', on: shortlyBefore } }
    case 'moved earlier': {
      const heldFrom = opensOn - wholeBetween(random, 2, 4)
      return { heldFrom, turn: { kind: 'moved', on: businessDay(heldFrom - 7) } }
    }
    case 'postponed': {
      const resumedOn = businessDay(opensOn + wholeBetween(random, 4, 8))
      return { heldFrom: opensOn + 18, turn: { kind: 'postponed', on: shortlyBefore, resumedOn } }
    }
  }
}

/** The price band is advertised on a weekday five to eight days before the opening. */
const bandDay = (openDate: Day, random: Random): Day =>
  pick(
    random,
    [-8, -7, -6, -5].map((days) => addDays(openDate, days)).filter((day) => !isWeekend(day)),
  )

/** The days that the exchange gives at the end of a day. */
export const daysKnownOn = (day: Day, { planned, held, turn }: IssueDays): BiddingDays => {
  const changedOn = turn.kind === 'postponed' ? turn.resumedOn : turn.kind === 'moved' ? turn.on : null
  return changedOn !== null && changedOn <= day ? held : planned
}

/** Every fact of a course lies within so many days before and after its planned opening. */
export const DAYS_OF_LIFE = { beforePlan: 42, afterPlan: 42 } as const
