import { readFileSync } from 'node:fs'

/** What `robots.txt` calls us. */
export const AGENT = 'Greymark'

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  readonly version: string
}

/** The version of this release. */
export const VERSION = version

/** Says who asks, and where an upstream's owner can complain. */
export function userAgent(contact: string): string {
  if (/[^ -~]/.test(contact))
    throw new Error(`a contact is of plain ASCII letters and signs; got "${contact}"`)
  return contact === '' ? `${AGENT}/${VERSION}` : `${AGENT}/${VERSION} (+${contact})`
}
