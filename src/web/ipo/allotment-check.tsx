import { type Day, type Instant, istDay } from '../../market/calendar.ts'
import { allotmentCheckPages, allotmentResultFrom } from '../../market/issues/registrars.ts'
import type { IpoReport } from '../../reports/ipos/ipo.ts'
import { dueSteps } from '../due-days.tsx'
import { Sourced } from '../evidence/sourced.tsx'
import { ExternalLink } from '../external-link.tsx'
import { Missing, Name, Weekday } from '../figures.tsx'
import { SectionHeading } from '../section-heading.tsx'
import { type IpoPartProps, shownStatus } from './ipo-part.ts'

/** The announced or expected day of the allotment; `null` for an issue without an allotment to check. */
function allotmentDay({ ipo, calledOff }: IpoReport): Day | null {
  if (calledOff !== null || ipo.listing !== null) return null
  return ipo.allotmentDate ?? ipo.expected?.allotmentDate ?? null
}

/** When the page begins to show the check first; `null` if it never does. */
export function allotmentCheckFrom(report: IpoReport): Instant | null {
  const day = allotmentDay(report)
  return day === null ? null : allotmentResultFrom(day)
}

/** True from the evening of the allotment day until the issue has listed, or should have. */
export function isResultDue(report: IpoReport, clock: Instant): boolean {
  const from = allotmentCheckFrom(report)
  if (from === null || from > clock || shownStatus(report.ipo) !== 'CLOSED') return false
  const { ipo, listingDay } = report
  const [next] = dueSteps({ ...ipo, listingDay, hasListingPrice: false }, istDay(clock))
  return next?.step !== 'overdue'
}

/** Once the result may be up: the link to the registrar, and the second way. */
export function CheckAllotment({ report, today }: Omit<IpoPartProps, 'clock'>) {
  const { registrar } = report.ipo
  const day = allotmentDay(report)
  return (
    <section class="sheet check" aria-label="Check the allotment">
      <p class="first-way">
        {registrar?.allotmentUrl ? (
          <ExternalLink href={registrar.allotmentUrl}>{`Check allotment at ${registrar.name}`}</ExternalLink>
        ) : (
          <strong>Check allotment at the registrar</strong>
        )}
      </p>
      <p class="small">
        The result may be up
        {day !== null && (
          <>
            : it was due by the evening of <Weekday day={day} today={today} />
          </>
        )}
        . <Registrar report={report} /> <SecondWay report={report} />
      </p>
      <Privacy />
    </section>
  )
}

const Registrar = ({ report: { ipo } }: Pick<IpoPartProps, 'report'>) => {
  const { registrar } = ipo
  if (registrar === null) return <Missing>The registrar is not known yet.</Missing>
  if (registrar.allotmentUrl !== null) return null
  return (
    <>
      The registrar is <Name>{registrar.name}</Name>; <Missing>no page known</Missing>.
    </>
  )
}

/** The exchanges' own pages; the registrar may be slow on that evening. */
function SecondWay({ report: { ipo } }: Pick<IpoPartProps, 'report'>) {
  const pages = allotmentCheckPages(ipo.board, ipo.exchanges)
  if (pages.length === 0) return null
  return (
    <>
      Second way:{' '}
      {pages.map(({ exchange, url, needsLogin }, i) => (
        <span key={exchange}>
          {i > 0 && ', '}
          <ExternalLink href={url}>{`${exchange}’s page`}</ExternalLink>
          {needsLogin && ' (needs a login)'}
        </span>
      ))}
      .
    </>
  )
}

const Privacy = () => (
  <p class="quiet small">
    These pages belong to the registrar and the exchange, and ask for your PAN or application number. Nothing
    of that kind is asked for here.
  </p>
)

/** Before and after that: where the result can be checked, and from when. */
export function AllotmentPages({ report, today }: Omit<IpoPartProps, 'clock'>) {
  const { ipo, calledOff } = report
  if (ipo.listing !== null || calledOff !== null) return null
  const day = allotmentDay(report)
  const { registrar } = ipo
  return (
    <section class="sheet">
      <SectionHeading>Where to check the allotment</SectionHeading>
      <p class="small">
        {day !== null && day >= today && (
          <>
            From the evening of <Weekday day={day} today={today} />:{' '}
          </>
        )}
        {registrar?.allotmentUrl ? (
          <>
            <Sourced of="registrar">
              <Name>{registrar.name}</Name>
            </Sourced>
            , <ExternalLink href={registrar.allotmentUrl}>the registrar’s page</ExternalLink>.
          </>
        ) : (
          <Registrar report={report} />
        )}{' '}
        <SecondWay report={report} />
      </p>
      <Privacy />
    </section>
  )
}
