import { type Instant, istDay } from '../../market/calendar.ts'
import { clockTime, longDay } from '../../texts/format.ts'

/** `12 Jan 2026, 5:00 pm IST` */
export const momentText = (at: Instant): string => `${longDay(istDay(at))}, ${clockTime(at)} IST`

/** The notice of a page that shows a past moment. */
export const PastBanner = ({ asOf, present }: { asOf: Instant; present: string }) => (
  <p class="notice line past" role="note">
    <span>
      As of{' '}
      <strong>
        <time dateTime={asOf}>{momentText(asOf)}</time>
      </strong>
      .
    </span>{' '}
    <a href={present}>Go to the present page</a>
  </p>
)
