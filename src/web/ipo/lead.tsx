import { type Day, type Instant, istDay } from '../../market/calendar.ts'
import type { IpoReport } from '../../reports/ipos/ipo.ts'
import type { Listing } from '../../reports/schemas/ipos.ts'
import { DueText, dueSteps } from '../due-days.tsx'
import { ClockTime, LongDay, Rupees, Weekday } from '../figures.tsx'
import { band, counted } from '../format.ts'
import { timeLeft } from '../time-left.ts'
import { type IpoPartProps, shownStatus } from './ipo-part.ts'

/** The price and the next date, in one sentence each. */
export const Lead = ({ report, today, clock }: IpoPartProps) => (
  <p class="lead">
    <Price {...report.ipo} /> {report.calledOff === null && <Next {...{ report, today, clock }} />}
  </p>
)

function Price({ priceMin, priceMax, issuePrice, lotSize }: IpoReport['ipo']) {
  const price = band(priceMin, priceMax) ?? band(issuePrice, issuePrice)
  const lot = lotSize === null ? null : `${counted(lotSize, 'share')} a lot`
  if (price === null) return <>The price is not announced{lot === null ? '.' : `; ${lot}.`}</>
  return (
    <>
      {price} a share{lot === null ? '; the lot is not announced.' : `, ${lot}.`}
    </>
  )
}

function Next({ report: { ipo, milestones, listingDay }, today, clock }: IpoPartProps) {
  if (ipo.listing !== null) return <Listed listing={ipo.listing} />
  switch (shownStatus(ipo)) {
    case 'UPCOMING':
      return milestones.opens === null ? (
        <>Opening day not announced.</>
      ) : (
        <>
          Bidding opens <At at={milestones.opens} today={today} />.
        </>
      )
    case 'OPEN':
      return milestones.closes === null ? (
        <>Bidding is open; the closing day is not announced.</>
      ) : (
        <>
          Bidding closes <At at={milestones.closes} today={today} />,{' '}
          <strong class="nowrap">{timeLeft(clock, milestones.closes)?.text}</strong>.
        </>
      )
    default:
      return (
        <>
          Closed. <Waiting {...{ ipo, listingDay, today }} />
        </>
      )
  }
}

/** What a closed issue waits for. Deadlines are due, not announced. */
const Waiting = ({ ipo, listingDay, today }: Pick<IpoReport, 'ipo' | 'listingDay'> & { today: Day }) => {
  const steps = dueSteps({ ...ipo, listingDay, hasListingPrice: ipo.listing !== null }, today)
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

const At = ({ at, today }: { at: Instant; today: Day }) => (
  <>
    <Weekday day={istDay(at)} today={today} />, <ClockTime at={at} /> IST
  </>
)

const Listed = ({ listing: { listedOn, listingPrice, exchange } }: { listing: Listing }) => (
  <>
    Listed on <LongDay day={listedOn} /> at <Rupees value={listingPrice} /> on {exchange}.
  </>
)

const CALLED_OFF = {
  withdrawn: ['This issue was withdrawn.', 'There is nothing to apply for, and it will not list.'],
  postponed: ['This issue was postponed.', 'No new dates are announced; those below no longer hold.'],
} as const

export function CalledOff({ how }: { how: keyof typeof CALLED_OFF }) {
  const [what, meaning] = CALLED_OFF[how]
  return (
    <p class="notice" role="note">
      <strong>{what}</strong> {meaning}
    </p>
  )
}
