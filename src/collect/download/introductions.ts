import { DAY_MS, type Instant, instantFromMs, istClock, msOf } from '../../market/calendar.ts'
import { EXCHANGE_TABLE, exchangeOfHost } from '../../market/exchanges.ts'
import type { Exchange } from '../../market/facts/fact.ts'
import { VERSION } from '../../project-file.ts'
import type { Trial } from '../../store/collection/host-access.ts'
import type { Reception } from '../../store/tables.ts'

/** Our name in `robots.txt`. */
export const ROBOT_NAME = 'Greymark'

/**
 * How we introduce ourselves to a host. None names a browser: `named` has our name alone, `marked` the beginning that
 * exchanges expect and our name, `plain` that beginning alone. `own` is a text of the operator.
 */
type IntroductionName = 'named' | 'marked' | 'plain' | 'own'

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

/** An introduction, and what a host did with it. */
export interface Received {
  readonly introduction: Introduction
  readonly reception: Reception
}

/** How to introduce ourselves to a host now. */
export interface Choice {
  /** The one that the host serves, as far as is known. */
  readonly served: Introduction | undefined
  /** Those that may be tried, the one that the host serves or at least answers first; others at most once a day. */
  readonly toTry: readonly Introduction[]
  /** What the host did with the others. */
  readonly inVain: readonly Received[]
  /** From when on the next of these may be tried. */
  readonly notBefore: Instant
}

/** Chooses among the introductions that are possible at a host, in their order, by what became of them before. */
export function chooseIntroduction(
  possible: readonly Introduction[],
  trials: readonly Trial[],
  now: Instant,
): Choice {
  const trialOf = ({ agent }: Introduction) => trials.find((trial) => trial.agent === agent)
  const firstThatIs = (reception: Reception) =>
    possible.find((each) => trialOf(each)?.reception === reception)
  const served = firstThatIs('served')
  const current = served ?? firstThatIs('denied')
  const toTry: Introduction[] = current ? [current] : []
  const inVain: Received[] = []
  const again: Instant[] = []
  for (const introduction of possible.filter((each) => each !== current)) {
    const trial = trialOf(introduction)
    // One of the far future is of a clock that was wrong.
    const isRecent = trial && Math.abs(msOf(now) - msOf(trial.tried)) < DAY_MS
    if (!isRecent || trial.reception === 'served') toTry.push(introduction)
    else {
      inVain.push({ introduction, reception: trial.reception })
      again.push(instantFromMs(msOf(trial.tried) + DAY_MS))
    }
  }
  return { served, toTry, inVain, notBefore: again.sort()[0] ?? now }
}

interface ExchangeRefusal {
  readonly exchange: Exchange
  readonly received: readonly Received[]
  /** What the exchange did with `plain` when it was tried by hand; `undefined` when it was not. */
  readonly plain: Reception | undefined
  /** True when the exchange serves other documents. */
  readonly isServedElsewhere: boolean
  /** Until when it is not requested. */
  readonly until: Instant
}

export const RECEPTION_WORDS: Readonly<Record<Reception, string>> = {
  served: 'serves it',
  denied: 'denies access',
  cut: 'closes the connection before it answers',
  silent: 'does not answer',
}

/** What an exchange did instead of serving a document, and what the operator can do about it. */
export function refusalWords(refusal: ExchangeRefusal): string {
  const { exchange, received, isServedElsewhere, until } = refusal
  const done = [...Map.groupBy(received, ({ reception }) => reception)].map(
    ([reception, all]) =>
      `${RECEPTION_WORDS[reception]} (introduced as ${all.map(({ introduction }) => introduction.name).join(', ')})`,
  )
  const what = `${exchange} ${done.join(' and ')}`
  // Without a full stop, as all messages about faults.
  const then = `Left alone until ${istClock(until)} in India`
  if (isServedElsewhere) return `${what}. ${then}`
  return `${what}, as it does for programs that it does not know and for addresses of data centres. ${adviceFor(refusal)} ${then}`
}

/** What the operator of a machine can do that an exchange does not serve. */
export function adviceFor({
  exchange,
  received,
  plain,
}: Pick<ExchangeRefusal, 'exchange' | 'received' | 'plain'>): string {
  const ifAllowed = ifTermsAllow(exchange)
  if (plain === 'served') return `It serves AGENT=plain: set that, ${ifAllowed}.`
  const isChosen = received.some(({ introduction: { name } }) => name === 'plain' || name === 'own')
  if (isChosen || plain !== undefined) return `Collect on a line at home, ${ifAllowed}, ${SEND}.`
  return `Run "greymark check-sources"; then set AGENT=plain, ${ifAllowed}, or collect on a line at home ${SEND}.`
}

export const SEND = 'and send the facts here (docs/operating.md)'
export const ifTermsAllow = (exchange: Exchange): string =>
  `if its terms (${EXCHANGE_TABLE[exchange].termsOfUse}) allow it`
