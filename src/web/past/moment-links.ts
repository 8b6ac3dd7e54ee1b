import type { Instant } from '../../market/calendar.ts'

/** The pages and tables that can be shown as of a past moment. */
const HAS_PAST = /^\/(?:ipos\/[^/]+(?:\/evidence)?|scoreboard|accuracy|downloads\/[a-z]+\.(?:csv|ndjson))$/

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
      HAS_PAST.test(pathOf(address)) && !HAS_MOMENT.test(address)
        ? ` href="${withAsOf(address, asOf, '&amp;')}"`
        : link,
    )
    .replace(/<form [^<>]*>/g, (form) =>
      HAS_PAST.test(pathOf(/ action="(\/[^"]*)"/.exec(form)?.[1] ?? ''))
        ? `${form}<input type="hidden" name="asOf" value="${asOf}"/>`
        : form,
    )
