import type { ComponentChildren } from 'preact'
import type { Day, Instant } from '../../market/calendar.ts'
import { type StagesPassed, stagesAt } from '../../market/issues/stages.ts'
import type { IpoReport } from '../../reports/ipos/ipo.ts'
import type { IpoExpectedDays } from '../../reports/schemas/offer.ts'
import { Timeline } from '../charts/timeline.tsx'
import { DueText, dueSteps } from '../due-days.tsx'
import { Sourced } from '../evidence/sourced.tsx'
import { LongDay, Missing, Weekday } from '../figures.tsx'
import { SectionHeading } from '../section-heading.tsx'
import { timeLeft } from '../time-left.ts'
import type { IpoPartProps } from './ipo-part.ts'

/** The dates of an issue, and its progress through them. */
export function Dates({ report, today, clock }: IpoPartProps) {
  const { ipo, milestones, calledOff } = report
  const passed = stagesAt(clock, { status: ipo.status, milestones, allotmentDate: ipo.allotmentDate })
  return (
    <section class="sheet">
      <SectionHeading>Dates</SectionHeading>
      {calledOff === null ? (
        <>
          <Timeline
            passed={passed}
            expected={ipo.expected}
            today={today}
            now={now(report, { passed, clock, today })}
          />
          <ExpectedNote report={report} today={today} />
        </>
      ) : (
        <FormerDates report={report} />
      )}
    </section>
  )
}

interface NowContext {
  readonly passed: StagesPassed
  readonly clock: Instant
  readonly today: Day
}

function now(
  { ipo, milestones, listingDay }: IpoReport,
  { passed: { stages }, clock, today }: NowContext,
): ComponentChildren {
  const left = milestones.closes && timeLeft(clock, milestones.closes)?.text
  switch (ipo.status) {
    case 'UPCOMING':
      return 'Now: before bidding.'
    case 'OPEN':
      return left ? `Now: bidding, ${left}.` : 'Now: bidding.'
    case 'CLOSED': {
      const [due] = dueSteps({ ...ipo, listingDay, hasListingPrice: ipo.listing !== null }, today)
      if (due)
        return (
          <>
            Closed. <DueText due={due} today={today} isFirst />.
          </>
        )
      return stages[2]?.state === 'done'
        ? 'Now: shares are allotted, trading comes next.'
        : 'Closed. Allotment day not announced.'
    }
    case 'LISTED':
      return 'Now: it trades on the exchange.'
  }
}

/** The days that no exchange has announced, and where they come from. */
function ExpectedNote({ report: { ipo, listingDay, areHolidaysKnown }, today }: Omit<IpoPartProps, 'clock'>) {
  const { expected, allotmentDate, status } = ipo
  if (expected === null) return null
  const isOverdue = status === 'CLOSED' && listingDay === null && expected.listingDate < today
  return (
    <>
      <dl class="terms due">
        {allotmentDate === null && (
          <DueDay label="Allotment due by" path="allotmentDate" expected={expected} today={today} />
        )}
        <DueDay label="Credit of shares due by" path="creditDate" expected={expected} today={today} />
        {listingDay === null && (
          <DueDay
            label={isOverdue ? 'Should have listed by' : 'Listing due (expected)'}
            path="listingDate"
            expected={expected}
            today={today}
          />
        )}
      </dl>
      <p class="quiet small">
        {isOverdue && 'A listing is not confirmed here. '}
        By SEBI’s timetable, three working days after the close; an exchange may announce other days.
        {!areHolidaysKnown && ' Not all holidays are known yet: they may move these days.'}
      </p>
    </>
  )
}

interface DueDayProps {
  readonly label: string
  readonly path: 'allotmentDate' | 'creditDate' | 'listingDate'
  readonly expected: IpoExpectedDays
  readonly today: Day
}

const DueDay = ({ label, path, expected, today }: DueDayProps) => (
  <div>
    <dt>{label}</dt>
    <dd>
      <Sourced of="expected">
        <Weekday day={expected[path]} today={today} />
      </Sourced>
    </dd>
  </div>
)

/** The former dates of an issue that was withdrawn or postponed. */
const FormerDates = ({ report: { ipo } }: Pick<IpoPartProps, 'report'>) => (
  <dl class="terms">
    {(
      [
        ['Was to open', ipo.openDate],
        ['Was to close', ipo.closeDate],
        ['Was to list', ipo.listingDate],
      ] as const
    ).map(([label, date]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{date === null ? <Missing>not announced</Missing> : <LongDay day={date.slice(0, 10)} />}</dd>
      </div>
    ))}
  </dl>
)
