import { exchangeOfHost } from '../../market/exchanges.ts'
import { VERSION } from '../../project-file.ts'

/** Our name in `robots.txt`. */
export const ROBOT_NAME = 'Greymark'

/**
 * How we introduce ourselves to a host. None names a browser: `named` has our name alone, `marked` the beginning that
 * exchanges expect and our name, `plain` that beginning alone. `own` is a text of the operator.
 */
export type IntroductionName = 'named' | 'marked' | 'plain' | 'own'

export interface Introduction {
  readonly name: IntroductionName
  /** The text of `User-Agent`. */
  readonly agent: string
}

/** Says neither our name nor that of a browser. */
export const PLAIN_AGENT = 'Mozilla/5.0'

/** Identifies us, with an address for complaints. */
export function userAgent(contact: string): string {
  if (/[^ -~]/.test(contact)) throw new Error(`a contact must be printable ASCII text; got "${contact}"`)
  return contact === '' ? `${ROBOT_NAME}/${VERSION}` : `${ROBOT_NAME}/${VERSION} (+${contact})`
}

const markedAgent = (contact: string): string =>
  `${PLAIN_AGENT} (${ROBOT_NAME}/${VERSION}${contact === '' ? '' : `; +${contact}`})`

/** The person who runs a robot (RFC 9110, 10.1.2); `undefined` when the contact is no e-mail address. */
export const emailOf = (contact: string): string | undefined =>
  /^[^\s@:/,<>]+@[^\s@:/,<>]+\.[^\s@:/,<>]+$/.test(contact) ? contact : undefined

/** Every introduction that is possible with these settings. `plain` says who sends it only in `From`. */
export function possibleIntroductions(contact: string, agent: string): readonly Introduction[] {
  const introductions: Introduction[] = [
    { name: 'named', agent: userAgent(contact) },
    { name: 'marked', agent: markedAgent(contact) },
  ]
  if (emailOf(contact) !== undefined) introductions.push({ name: 'plain', agent: PLAIN_AGENT })
  if (isOwnText(agent)) introductions.push({ name: 'own', agent })
  return introductions
}

const isOwnText = (agent: string): boolean => !['', 'named', 'marked', 'plain'].includes(agent)

/**
 * The introductions for a host, in the order in which they are tried. Trackers get `named`. At an exchange `named` and
 * `marked` are tried, unless the operator has set one: `plain` does not have our name, so that it is never tried by
 * itself.
 */
export function introductionsFor(host: string, contact: string, agent: string): readonly Introduction[] {
  const chosen = isOwnText(agent) ? 'own' : agent
  const names =
    exchangeOfHost(host) === undefined ? ['named'] : chosen === '' ? ['named', 'marked'] : [chosen]
  return possibleIntroductions(contact, agent).filter(({ name }) => names.includes(name))
}
