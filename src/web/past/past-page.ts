import type { Instant } from '../../market/calendar.ts'
import { Problem } from '../../request/problems.ts'
import type { Page } from '../page.ts'
import { withAsOf } from './moment-links.ts'
import { momentText } from './past-banner.tsx'

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

/** Explains that what exists today may not have been known at a past moment. */
export const unknownThen = (error: unknown, asOf: Instant): unknown =>
  error instanceof Problem && error.code === 'NOT_FOUND'
    ? new Problem('NOT_FOUND', `nothing was recorded here by ${momentText(asOf)}`, error.details)
    : error
