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

/** A change of the planned days, and the day on which it was announced. */
export type ScheduleChange =
  | { readonly kind: 'none' }
  | { readonly kind: 'moved' | 'withdrawn'; readonly on: Day }
  | { readonly kind: 'postponed'; readonly on: Day; readonly resumedOn: Day }

export interface IssueDays {
  readonly announcedOn: Day
  readonly planned: BiddingDays
  /** The actual days; for a withdrawn issue the planned ones. */
  readonly held: BiddingDays
  readonly bandOn: Day
  readonly change: ScheduleChange
}

/** Three days of bidding, allotment on the next business day, and listing three business days after the close. */
const biddingDays = (opensOn: number): BiddingDays => ({
  openDate: businessDay(opensOn),
  closeDate: businessDay(opensOn + 2),
  allotmentDate: businessDay(opensOn + 3),
  listingDate: businessDay(opensOn + 5),
})

export function issueDaysOf({ opensOn, outcome }: Slot, random: Random): IssueDays {
  const { heldFrom, change } = changeOf(outcome, opensOn, random)
  const held = biddingDays(heldFrom)
  return {
    // Three to five weeks ahead, mostly nearer to five.
    announcedOn: businessDay(opensOn - Math.max(wholeBetween(random, 15, 25), wholeBetween(random, 15, 25))),
    planned: biddingDays(opensOn),
    held,
    bandOn: bandDay(held.openDate, random),
    change,
  }
}

function changeOf(
  outcome: Slot['outcome'],
  opensOn: number,
  random: Random,
): { heldFrom: number; change: ScheduleChange } {
  const shortlyBefore = businessDay(opensOn - wholeBetween(random, 1, 4))
  switch (outcome) {
    case 'as planned':
      return { heldFrom: opensOn, change: { kind: 'none' } }
    case 'withdrawn':
      return { heldFrom: opensOn, change: { kind: 'withdrawn', on: shortlyBefore } }
    case 'moved later':
      return { heldFrom: opensOn + wholeBetween(random, 2, 8), change: { kind: 'moved', on: shortlyBefore } }
    case 'moved earlier': {
      const heldFrom = opensOn - wholeBetween(random, 2, 4)
      return { heldFrom, change: { kind: 'moved', on: businessDay(heldFrom - 7) } }
    }
    case 'postponed': {
      const resumedOn = businessDay(opensOn + wholeBetween(random, 4, 8))
      return { heldFrom: opensOn + 18, change: { kind: 'postponed', on: shortlyBefore, resumedOn } }
    }
  }
}

/** The price band is advertised on a weekday five to eight days before the opening. */
const bandDay = (openDate: Day, random: Random): Day =>
  pick(
    random,
    [-8, -7, -6, -5].map((days) => addDays(openDate, days)).filter((day) => !isWeekend(day)),
  )

/** The days that the exchange has announced by the end of a day. */
export const daysKnownOn = (day: Day, { planned, held, change }: IssueDays): BiddingDays => {
  const changedOn =
    change.kind === 'postponed' ? change.resumedOn : change.kind === 'moved' ? change.on : null
  return changedOn !== null && changedOn <= day ? held : planned
}

/** Every fact of an issue is within this many days before and after its planned opening. */
export const DAYS_OF_LIFE = { beforePlan: 42, afterPlan: 42 } as const
