import type { Day } from '../market/calendar.ts'
import type { IpoExpectedDays } from '../reports/schemas/offer.ts'
import { capitalized } from '../texts/format.ts'
import { NearDay, PlainDay, Weekday } from './figures.tsx'

/** The announced and the expected days of an issue that was not withdrawn or postponed. */
interface DueDates {
  readonly allotmentDate: Day | null
  /** As announced. */
  readonly listingDay: Day | null
  readonly expected: IpoExpectedDays | null
  /** Only a price confirms a listing, not its day. */
  readonly hasListingPrice: boolean
}

/** What a closed issue waits for. `overdue`: the day on which it should have listed has passed. */
export interface DueStep {
  readonly step: 'allotment' | 'listing' | 'overdue'
  readonly day: Day
  /** By the timetable, not announced. */
  readonly isExpected: boolean
}

/** The next steps of a closed issue, soonest first; none while no day is known and once it has listed. */
export function dueSteps(
  { allotmentDate, listingDay, expected, hasListingPrice }: DueDates,
  today: Day,
): DueStep[] {
  if (hasListingPrice) return []
  const allotted = allotmentDate ?? expected?.allotmentDate ?? null
  const lists = listingDay ?? expected?.listingDate ?? null
  const isExpected = listingDay === null
  if (lists !== null && lists < today) return [{ step: 'overdue', day: lists, isExpected }]
  return [
    ...(allotted !== null && today <= allotted
      ? [{ step: 'allotment', day: allotted, isExpected: allotmentDate === null } as const]
      : []),
    ...(lists === null ? [] : [{ step: 'listing', day: lists, isExpected } as const]),
  ]
}

/** True when the day on which it should have listed has passed without a price. */
export const isOverdue = (of: DueDates, today: Day): boolean => dueSteps(of, today)[0]?.step === 'overdue'

function wordsOf({ step, day, isExpected }: DueStep, today: Day): string {
  switch (step) {
    case 'allotment':
      return day === today ? 'allotment due' : 'allotment due by'
    case 'listing':
      return isExpected ? 'listing due' : 'lists'
    case 'overdue':
      return 'should have listed by'
  }
}

/** What a closed issue waits for, as a sentence: `Allotment due today, listing due Mon 24 Aug (expected).` */
export function DueSentence({ of, today }: { of: DueDates; today: Day }) {
  const steps = dueSteps(of, today)
  if (steps.length === 0) return <>Listing day not announced.</>
  return (
    <>
      {steps.map((due, i) => (
        <span key={due.step}>
          {i > 0 && ', '}
          <DueText due={due} today={today} isFirst={i === 0} />
        </span>
      ))}
      .
    </>
  )
}

interface DueTextProps {
  readonly due: DueStep
  readonly today: Day
  /** Begins a sentence. */
  readonly isFirst?: boolean
  /** Beside a status that already states that a listing is not confirmed. */
  readonly isBeside?: boolean
}

/** `allotment due by Thu 20 Aug`, `listing due Mon 24 Aug (expected)`, `lists today` */
export function DueText({ due, today, isFirst = false, isBeside = false }: DueTextProps) {
  const { step, day, isExpected } = due
  const words = wordsOf(due, today)
  if (step === 'overdue' && isBeside)
    return (
      <>
        {words} <PlainDay day={day} today={today} />
      </>
    )
  return (
    <>
      {isFirst ? capitalized(words) : words}{' '}
      {day === today ? <NearDay day={day} today={today} /> : <Weekday day={day} today={today} />}
      {step === 'overdue' && '; not confirmed here'}
      {step === 'listing' && isExpected && ' (expected)'}
    </>
  )
}
