import { type Day, type Instant, istDay } from '../../market/calendar.ts'
import type { IpoReport } from '../../reports/ipos/ipo.ts'
import type { Listing } from '../../reports/schemas/ipos.ts'
import { en } from '../../texts/en.ts'
import { band, counted } from '../../texts/format.ts'
import { DueSentence } from '../due-days.tsx'
import { ClockTime, LongDay, Rupees, Weekday } from '../figures.tsx'

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
          Closed. <DueSentence of={{ ...ipo, listingDay, hasListingPrice: false }} today={today} />
        </>
      )
  }
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

/** The notice of an issue that does not take place as announced. */
export function CalledOff({ how }: { how: NonNullable<IpoReport['calledOff']> }) {
  const [what, meaning] = en.calledOff(how)
  return (
    <p class="notice" role="note">
      <strong>{what}.</strong> {meaning} {how === 'postponed' && 'The dates below no longer hold.'}
    </p>
  )
}
