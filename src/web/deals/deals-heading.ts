import { EXCHANGES } from '../../market/facts/fact.ts'
import type { DealFilter } from '../../reports/deals/deals.ts'
import { en } from '../../texts/en.ts'
import { longDay } from '../../texts/format.ts'
import { type Phrase, phrase } from '../../texts/phrase.ts'

const words = en.deals

/**
 * Describes the filters of a list of deals: `Bulk deals of SOME FUND in ACME on BSE, bought only, since 13 Jan 2026`.
 * `clients` are the names that match the requested client, and `shown` is how a name from outside is shown.
 */
export function dealsHeading<T>(
  filter: DealFilter,
  clients: readonly string[],
  shown: (name: string) => T,
): Phrase<T> {
  const { symbol, exchange, client, from, to } = filter
  const [kind, side] = [only(filter.kind), only(filter.dealType)]
  const clientName = filter.clientName ?? (clients.length === 1 ? clients[0] : undefined)
  const isUnfiltered = (client ?? filter.clientName ?? symbol) === undefined
  return [
    kind === undefined ? (isUnfiltered ? 'Bulk and block deals' : 'Deals') : `${words.kind(kind)} deals`,
    ...(clientName !== undefined
      ? phrase<T>` of ${shown(clientName)}`
      : client !== undefined
        ? phrase<T>` of clients named “${shown(client)}”`
        : []),
    ...(symbol === undefined ? [] : phrase<T>` in ${shown(symbol)}`),
    exchange === undefined || exchange.length === EXCHANGES.length ? '' : ` on ${exchange.join(' and ')}`,
    side === undefined ? '' : `, ${words.side(side).toLowerCase()} only`,
    daysText(from, to),
  ]
}

function daysText(from: string | undefined, to: string | undefined): string {
  if (from === undefined) return to === undefined ? '' : `, until ${longDay(to)}`
  if (to === undefined) return `, since ${longDay(from)}`
  return from === to ? `, ${longDay(from)}` : `, ${longDay(from)} to ${longDay(to)}`
}

/** Choosing both of two values is no restriction. */
const only = <T>(chosen: readonly T[] | undefined): T | undefined =>
  chosen?.length === 1 ? chosen[0] : undefined
