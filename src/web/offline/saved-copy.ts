import { share } from '../../texts/en/share.ts'

/** Where the content of every page begins. */
const CONTENT = /<main[^>]*>/
const DAY_MS = 86_400_000

const inIndia = (format: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-IN', { timeZone: 'Asia/Kolkata', ...format })
const DAY = inIndia({ day: 'numeric', month: 'short', year: 'numeric' })
const TIME = inIndia({ hour: 'numeric', minute: '2-digit', hour12: true })

/** `yesterday 5:12 pm` */
export function savedAtText(savedAt: Date, now: Date): string {
  const [day, time] = [DAY.format(savedAt), TIME.format(savedAt)]
  if (day === DAY.format(now)) return share.today(time)
  return day === DAY.format(now.getTime() - DAY_MS) ? share.yesterday(time) : `${day}, ${time}`
}

/** A saved page with its age above everything else, so that it never looks like a present one. */
export const withAge = (html: string, savedAt: Date, now: Date): string =>
  html.replace(
    CONTENT,
    (main) =>
      `${main}<p class="notice" role="status"><strong>${share.savedCopy(savedAtText(savedAt, now))}</strong></p>`,
  )

/** What is shown in place of a page that was never visited: those that were, by address, newest first. */
export function offlinePage(saved: ReadonlyMap<string, string>, styles: string): string {
  const links = [...saved].reverse().map(([address, html]) => {
    const title = /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? ''
    return `<li><a href="${address.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}">${title}</a></li>`
  })
  return (
    '<!doctype html><html lang="en-IN"><head><meta charset="utf-8"/>' +
    '<meta name="viewport" content="width=device-width, initial-scale=1"/>' +
    `<title>${share.offline}</title><link rel="stylesheet" href="${styles}"/></head>` +
    `<body><main id="content"><h1>${share.offline}</h1><p>${share.notSaved}</p><ul>${links.join('')}</ul></main></body></html>`
  )
}
