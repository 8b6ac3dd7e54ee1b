import { VERSION } from '../../project-file.ts'

/** What `robots.txt` calls us. */
export const AGENT = 'Greymark'

/** Says who asks, and where an upstream's owner can complain. */
export function userAgent(contact: string): string {
  if (/[^ -~]/.test(contact))
    throw new Error(`a contact is of plain ASCII letters and signs; got "${contact}"`)
  return contact === '' ? `${AGENT}/${VERSION}` : `${AGENT}/${VERSION} (+${contact})`
}
