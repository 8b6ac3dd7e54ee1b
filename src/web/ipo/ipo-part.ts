import type { Day, Instant } from '../../market/calendar.ts'
import { confirmedStatus, type Status } from '../../market/issues/status.ts'
import type { IpoReport } from '../../reports/ipos/ipo.ts'
import { isOverdue } from '../due-days.tsx'

/** What a part of the page of an IPO may depend on. */
export interface IpoPartProps {
  readonly report: IpoReport
  readonly today: Day
  readonly clock: Instant
}

/** The status as the page shows it. */
export const shownStatus = ({ status, listing }: IpoReport['ipo']): Status =>
  confirmedStatus(status, listing !== null)

/** True when the day on which the issue should have listed has passed without a price. */
export const isPastListing = ({ ipo, listingDay }: IpoReport, today: Day): boolean =>
  isOverdue({ ...ipo, listingDay, hasListingPrice: ipo.listing !== null }, today)
