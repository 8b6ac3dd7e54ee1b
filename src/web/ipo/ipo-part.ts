import type { Day, Instant } from '../../market/calendar.ts'
import type { IpoReport } from '../../reports/ipos/ipo.ts'

/** What a part of the page of an IPO may depend on. */
export interface IpoPartProps {
  readonly report: IpoReport
  readonly today: Day
  readonly clock: Instant
}
