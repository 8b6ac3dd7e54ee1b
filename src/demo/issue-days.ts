import { addDays, type Day } from '../market/calendar.ts'
import { nextClearingDay, nextTradingDay } from '../market/working-days.ts'
import { businessDay, isBusinessDay } from './business-days.ts'
import { holidaysFrom } from './holidays.ts'
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
  | { readonly kind: 'moved' | 'withdrawn' | 'extended'; readonly on: Day }
  | { readonly kind: 'postponed'; readonly on: Day; readonly resumedOn: Day }

export interface IssueDays {
  readonly announcedOn: Day
  readonly planned: BiddingDays
  /** The actual days; for a withdrawn issue the planned ones. */
  readonly held: BiddingDays
  readonly bandOn: Day
  readonly change: ScheduleChange
}

/** Bidding closes two trading days after it opens, and later if it is extended. */
const BIDDING_LASTS = 2
const EXTENDED_BY = 2

/** Bidding on trading days, then the days of SEBI's timetable: allotment, credit and listing one working day apart. */
function biddingDays(opensOn: number, extendedBy = 0): BiddingDays {
  const [openDate, closeDate] = [businessDay(opensOn), businessDay(opensOn + BIDDING_LASTS + extendedBy)]
  const holidays = holidaysFrom(closeDate)
  const allotmentDate = nextClearingDay(closeDate, holidays)
  const creditDate = nextClearingDay(allotmentDate, holidays)
  return { openDate, closeDate, allotmentDate, listingDate: nextTradingDay(creditDate, holidays) }
}

export function issueDaysOf({ opensOn, outcome }: Slot, random: Random): IssueDays {
  const { heldFrom, change } = changeOf(outcome, opensOn, random)
  const held = biddingDays(heldFrom, change.kind === 'extended' ? EXTENDED_BY : 0)
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
    // In the evening before the last day of bidding.
    case 'extended':
      return { heldFrom: opensOn, change: { kind: 'extended', on: businessDay(opensOn + BIDDING_LASTS - 1) } }
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

/** The price band is advertised on a trading day five to eight days before the opening. */
const bandDay = (openDate: Day, random: Random): Day =>
  pick(random, [-8, -7, -6, -5].map((days) => addDays(openDate, days)).filter(isBusinessDay))

/** The days that the exchange has announced by the end of a day. */
export const daysKnownOn = (day: Day, { planned, held, change }: IssueDays): BiddingDays => {
  const changedOn = changeAnnouncedOn(change)
  return changedOn !== null && changedOn <= day ? held : planned
}

/** The day on which the days that differ from the plan were announced; `null` if there are none. */
function changeAnnouncedOn(change: ScheduleChange): Day | null {
  if (change.kind === 'postponed') return change.resumedOn
  return change.kind === 'moved' || change.kind === 'extended' ? change.on : null
}

/** Every fact of an issue is within this many days before and after its planned opening. */
export const DAYS_OF_LIFE = { beforePlan: 42, afterPlan: 42 } as const
