import type { StaticCopy } from './static-copy.tsx'

/**
 * Leads the links of a rendered page to the files of a static copy. What a copy does not have, it leads to the live service,
 * or leaves as text where there is none. Text on a page cannot look like an attribute, because its quotation marks are
 * escaped.
 */
export const withCopyLinks = (html: string, { inCopy, liveUrl }: StaticCopy): string =>
  html.replace(/ href="(\/[^"]*)"/g, (link, written: string) => {
    const address = written.replaceAll('&amp;', '&')
    const hash = address.indexOf('#')
    const [asked, fragment] = hash < 0 ? [address, ''] : [address.slice(0, hash), address.slice(hash)]
    const file = inCopy(asked)
    if (file !== undefined) return ` href="${escaped(file + fragment)}"`
    // A cursor of this copy means nothing elsewhere.
    return liveUrl === '' || asked.includes('cursor=')
      ? ''
      : link.replace(written, () => `${liveUrl}${written}`)
  })

const escaped = (address: string): string => address.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
