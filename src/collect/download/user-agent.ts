import { VERSION } from '../../project-file.ts'

/** Our name in `robots.txt`. */
export const AGENT = 'Greymark'

/** Identifies us, and tells an upstream's owner where to complain. */
export function userAgent(contact: string): string {
  if (/[^ -~]/.test(contact)) throw new Error(`a contact must be printable ASCII text; got "${contact}"`)
  return contact === '' ? `${AGENT}/${VERSION}` : `${AGENT}/${VERSION} (+${contact})`
}
