const HIDDEN = '***'
/** A reason is one line in a log or a table. */
const MAX_LENGTH = 200
/** Shorter parts of an address, such as `api` or `services`, are no secrets. */
const SHORTEST_SECRET_PART = 8

/** Makes a line for people of a text from a receiver, which may repeat our secrets. */
export type ShowText = (text: string) => string

/** Shows texts of a receiver in one line of limited length, without control characters and without these secrets. */
export function showWithout(secrets: readonly string[]): ShowText {
  const forms = secrets.filter((secret) => secret !== '').flatMap(writtenForms)
  const longestFirst = [...new Set(forms)].sort((a, b) => b.length - a.length)
  const anySecret =
    longestFirst.length > 0 ? new RegExp(longestFirst.map(RegExp.escape).join('|'), 'gi') : null
  return (text) => {
    const line = text
      .toWellFormed()
      .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
      .trim()
    const shown = anySecret ? line.replace(anySecret, HIDDEN) : line
    return shown.length > MAX_LENGTH ? `${shown.slice(0, MAX_LENGTH).toWellFormed()}…` : shown
  }
}

/** As it is, as in an address, and as mail servers receive it. */
const writtenForms = (secret: string): string[] => [
  secret,
  encodeURIComponent(secret.toWellFormed()),
  Buffer.from(secret).toString('base64'),
]

/** The parts of an address that may be secret: all but its host and its short words. */
export function secretsOfAddress(url: URL): string[] {
  const { href, pathname, search, searchParams } = url
  const parts = [...pathname.split('/'), ...searchParams.values()]
  const longParts = parts.filter(({ length }) => length >= SHORTEST_SECRET_PART)
  const path = pathname === '/' ? [] : [pathname, `${pathname}${search}`]
  return [href, ...path, ...longParts]
}
