import { type Instant, istClock } from '../../market/calendar.ts'
import { EXCHANGE_TABLE } from '../../market/exchanges.ts'
import type { Exchange } from '../../market/facts/fact.ts'
import type { Reception } from '../../store/collection/access-tables.ts'
import type { Received } from './trials.ts'

export interface ExchangeRefusal {
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
