import type { Instant } from '../../market/calendar.ts'

/** The pages that can be shown as of a past moment. */
export const PAGES_WITH_PAST = [
  '/',
  '/ipos',
  '/ipos/:slug',
  '/ipos/:slug/evidence',
  '/unannounced',
  '/calendar',
  '/scoreboard',
  '/accuracy',
  '/deals',
  '/deals/:symbol',
  '/deals/clients/:clientName',
  '/changes',
] as const

/** Whether the path is that of one of them, or of a table that can. */
const hasPast = (path: string): boolean =>
  PAGES_WITH_PAST.some((page) => isOfPage(path.split('/'), page.split('/'))) ||
  /^\/downloads\/[a-z]+\.(?:csv|ndjson)$/.test(path)

const isOfPage = (parts: readonly string[], page: readonly string[]): boolean =>
  parts.length === page.length &&
  page.every((part, i) => (part.startsWith(':') ? parts[i] !== '' : parts[i] === part))

/** A link that has its own moment leads there from every page. */
const HAS_MOMENT = /[?&;]asOf=/

const pathOf = (address: string): string => address.split(/[?#]/, 1)[0] ?? ''

/** The same address with `asOf`, before its fragment. */
export function withAsOf(address: string, asOf: string, separator = '&'): string {
  const hash = address.indexOf('#')
  const [start, fragment] = hash < 0 ? [address, ''] : [address.slice(0, hash), address.slice(hash)]
  return `${start}${start.includes('?') ? separator : '?'}asOf=${asOf}${fragment}`
}

/**
 * Adds the moment to the links and forms of a rendered page that lead to pages with a past, so that a visitor stays in
 * it. Text on a page cannot look like an attribute, because its quotation marks are escaped.
 */
export const withMomentInLinks = (html: string, asOf: Instant): string =>
  html
    .replace(/ href="(\/[^"]*)"/g, (link, address: string) =>
      hasPast(pathOf(address)) && !HAS_MOMENT.test(address)
        ? ` href="${withAsOf(address, asOf, '&amp;')}"`
        : link,
    )
    .replace(/<form [^<>]*>/g, (form) =>
      hasPast(pathOf(/ action="(\/[^"]*)"/.exec(form)?.[1] ?? ''))
        ? `${form}<input type="hidden" name="asOf" value="${asOf}"/>`
        : form,
    )
