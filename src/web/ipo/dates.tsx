import type { Day } from '../../market/calendar.ts'
import { stagesAt } from '../../market/issues/status.ts'
import type { IpoReport } from '../../reports/ipos/ipo.ts'
import { AlertsLine } from '../alerts/alerts-line.tsx'
import { Timeline } from '../charts/timeline.tsx'
import { Sourced } from '../evidence/sourced.tsx'
import { LongDay, Missing, Weekday } from '../figures.tsx'
import { SectionHeading } from '../section-heading.tsx'
import { type IpoPartProps, shownStatus } from './ipo-part.ts'

/** The dates of an issue, and its progress through them. */
export function Dates({ report, today, clock }: IpoPartProps) {
  const { ipo, milestones, calledOff } = report
  const status = shownStatus(ipo)
  const passed = stagesAt(clock, { status, milestones, allotmentDate: ipo.allotmentDate })
  return (
    <section class="sheet">
      <SectionHeading>Dates</SectionHeading>
      {calledOff === null ? (
        <>
          <Timeline passed={passed} expected={ipo.expected} today={today} />
          {ipo.listing === null && (
            <>
              <DaysToCome report={report} today={today} />
              <AlertsLine />
            </>
          )}
        </>
      ) : (
        <FormerDates report={report} />
      )}
    </section>
  )
}

/** A day that is due or announced, and the path of its evidence. */
interface DayToCome {
  readonly label: string
  readonly day: Day
  readonly path: string
  readonly isAnnounced: boolean
}

/** Allotment, refund, credit and listing: announced days before those of the timetable. */
function daysToCome({ ipo, listingDay }: IpoReport, today: Day): DayToCome[] {
  const { expected, allotmentDate } = ipo
  const due = (label: string, day: Day | undefined): DayToCome[] =>
    day === undefined ? [] : [{ label, day, path: 'expected', isAnnounced: false }]
  const announced = (label: string, day: Day, path: string): DayToCome[] => [
    { label, day, path, isAnnounced: true },
  ]
  const lists = listingDay ?? expected?.listingDate
  const isOverdue = lists !== undefined && lists < today
  return [
    ...(allotmentDate === null
      ? due('Allotment due by', expected?.allotmentDate)
      : announced('Allotment', allotmentDate, 'allotmentDate')),
    ...due('Refund due by', expected?.creditDate),
    ...due('Shares credited by', expected?.creditDate),
    ...(listingDay === null
      ? due(isOverdue ? 'Should have listed by' : 'Listing due', expected?.listingDate)
      : announced(isOverdue ? 'Should have listed by' : 'Listing', listingDay, 'listingDate')),
  ]
}

function DaysToCome({ report, today }: Omit<IpoPartProps, 'clock'>) {
  const days = daysToCome(report, today)
  if (days.length === 0) return null
  return (
    <>
      <dl class="terms due">
        {days.map(({ label, day, path, isAnnounced }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <Sourced of={path}>
                <Weekday day={day} today={today} />
              </Sourced>
              {isAnnounced && <small>announced</small>}
            </dd>
          </div>
        ))}
      </dl>
      {report.ipo.expected !== null && (
        <p class="quiet small">
          Days that are due follow SEBI’s timetable, three working days after the close; an exchange may
          announce other days. A refund releases the blocked money.
          {!report.areHolidaysKnown && ' Not all holidays are known yet: they may move these days.'}
        </p>
      )}
    </>
  )
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
