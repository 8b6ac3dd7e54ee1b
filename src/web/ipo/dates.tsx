import type { Instant } from '../../market/calendar.ts'
import { type StagesPassed, stagesAt } from '../../market/issues/stages.ts'
import type { IpoReport } from '../../reports/ipos/ipo.ts'
import { Timeline } from '../charts/timeline.tsx'
import { LongDay, Missing } from '../figures.tsx'
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
        <Timeline passed={passed} today={today} now={now(report, passed, clock)} />
      ) : (
        <FormerDates report={report} />
      )}
    </section>
  )
}

function now({ ipo, milestones }: IpoReport, { stages }: StagesPassed, clock: Instant): string {
  const left = milestones.closes && timeLeft(clock, milestones.closes)?.text
  switch (ipo.status) {
    case 'UPCOMING':
      return 'Now: before bidding.'
    case 'OPEN':
      return left ? `Now: bidding, ${left}.` : 'Now: bidding.'
    case 'CLOSED':
      return stages[2]?.state === 'done'
        ? 'Now: shares are allotted, trading comes next.'
        : 'Now: bids are counted.'
    case 'LISTED':
      return 'Now: it trades on the exchange.'
  }
}

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
