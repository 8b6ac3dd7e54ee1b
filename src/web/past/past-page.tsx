import type { Instant } from '../../market/calendar.ts'
import { invalidParameter, Problem } from '../../request/problems.ts'
import { en } from '../../texts/en.ts'
import { joined } from '../../texts/format.ts'
import type { Page } from '../page.ts'
import { PAGES_WITH_PAST, withAsOf } from './moment-links.ts'

const momentText = en.copy.moment

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

/** The value of `asOf` that redirects to the page as of the time of the request. */
export const NOW = 'now'

/**
 * A page as it was at a moment. Its canonical address is that of the present page. The preview of a shared link must not
 * mix the two: its title has the moment, and it has no card, because cards show the present.
 */
export const pastPage = (page: Page, asOf: Instant): Page => ({
  ...page,
  title: `${page.title} (as of ${momentText(asOf)})`,
  description: `As of ${momentText(asOf)}: ${page.description}`,
  ...(page.json !== undefined && { json: withAsOf(page.json, asOf) }),
  card: null,
  noindex: true,
})

/** For pages that show the present alone: an older moment would be mistaken for theirs. */
export function refuseAsOf(fields: Readonly<Record<string, unknown>>): void {
  if (fields.asOf === undefined) return
  throw invalidParameter(
    'asOf',
    `this address shows the present only; asOf works on ${joined(PAGES_WITH_PAST, 'and')}, on tables for download, and in JSON`,
  )
}

/** Explains that what exists today may not have been known at a past moment. */
export const unknownThen = (error: unknown, asOf: Instant): unknown =>
  error instanceof Problem && error.code === 'NOT_FOUND'
    ? new Problem('NOT_FOUND', `nothing was recorded here by ${momentText(asOf)}`, error.details)
    : error
