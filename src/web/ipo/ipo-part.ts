import type { Day, Instant } from '../../market/calendar.ts'
import type { Status } from '../../market/issues/status.ts'
import type { IpoReport } from '../../reports/ipos/ipo.ts'

/** What a part of the page of an IPO may depend on. */
export interface IpoPartProps {
  readonly report: IpoReport
  readonly today: Day
  readonly clock: Instant
}

/** The status as the page shows it: only a price confirms a listing, so without one it counts as closed. */
export const confirmedStatus = ({ status, listing }: IpoReport['ipo']): Status =>
  status === 'LISTED' && listing === null ? 'CLOSED' : status
