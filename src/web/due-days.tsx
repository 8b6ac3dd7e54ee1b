import type { Day } from '../market/calendar.ts'
import type { IpoExpectedDays } from '../reports/schemas/offer.ts'
import { Weekday } from './figures.tsx'
import { capitalized } from './format.ts'

/** The announced and the expected days of an issue. */
interface DueDates {
  readonly allotmentDate: Day | null
  /** As announced. */
  readonly listingDay: Day | null
  readonly expected: IpoExpectedDays | null
}

/** What a closed issue waits for. `overdue`: the day on which it should have listed has passed. */
export interface DueStep {
  readonly step: 'allotment' | 'listing' | 'overdue'
  readonly day: Day
  /** By the timetable, not announced. */
  readonly isExpected: boolean
}

/** The next steps of a closed issue, soonest first; none while no day is known. */
export function dueSteps({ allotmentDate, listingDay, expected }: DueDates, today: Day): DueStep[] {
  const allotted = allotmentDate ?? expected?.allotmentDate ?? null
  const lists = listingDay ?? expected?.listingDate ?? null
  const isListingExpected = listingDay === null
  return [
    ...(allotted !== null && today <= allotted
      ? [{ step: 'allotment', day: allotted, isExpected: allotmentDate === null } as const]
      : []),
    ...(lists === null
      ? []
      : isListingExpected && lists < today
        ? [{ step: 'overdue', day: lists, isExpected: true } as const]
        : [{ step: 'listing', day: lists, isExpected: isListingExpected } as const]),
  ]
}

const WORDS = {
  allotment: 'allotment due by',
  listing: 'listing due',
  lists: 'lists',
  overdue: 'should have listed by',
} as const

interface DueTextProps {
  readonly due: DueStep
  readonly today: Day
  /** Begins a sentence. */
  readonly isFirst?: boolean
}

/** `allotment due by Thu 20 Aug`, `listing due Mon 24 Aug (expected)` */
export function DueText({ due: { step, day, isExpected }, today, isFirst = false }: DueTextProps) {
  const words = WORDS[step === 'listing' && !isExpected ? 'lists' : step]
  return (
    <>
      {isFirst ? capitalized(words) : words} <Weekday day={day} today={today} />
      {step === 'overdue' && '; not confirmed here'}
      {step === 'listing' && isExpected && ' (expected)'}
    </>
  )
}
