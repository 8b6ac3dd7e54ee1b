import { VERSION } from '../../project-file.ts'

/** Our name in `robots.txt`. */
export const AGENT = 'Greymark'

/** Identifies us, with an address for complaints. */
export function userAgent(contact: string): string {
  if (/[^ -~]/.test(contact)) throw new Error(`a contact must be printable ASCII text; got "${contact}"`)
  return contact === '' ? `${AGENT}/${VERSION}` : `${AGENT}/${VERSION} (+${contact})`
}
