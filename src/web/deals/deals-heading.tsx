import type { ComponentChildren } from 'preact'
import { EXCHANGES } from '../../market/facts/fact.ts'
import type { DealFilter } from '../../reports/deals/deals.ts'
import { en } from '../../texts/en.ts'
import { harmless, longDay } from '../../texts/format.ts'
import { Name } from '../figures.tsx'

const words = en.deals

/** A text of ours, or a name from outside. */
type Part = string | { readonly name: string }

/** Describes the filters of a list of deals. `clients` are the names that match the requested client. */
export function dealsHeading(
  filter: DealFilter,
  clients: readonly string[],
): { title: string; shown: ComponentChildren } {
  const parts = [...subject(filter, clients), ...limits(filter)]
  return {
    title: parts.map((part) => (typeof part === 'string' ? part : harmless(part.name))).join(''),
    shown: parts.map((part) => (typeof part === 'string' ? part : <Name>{part.name}</Name>)),
  }
}

/** `Bulk deals of SOME FUND in ACME` */
function subject(filter: DealFilter, [client, ...others]: readonly string[]): Part[] {
  const { symbol } = filter
  const kind = only(filter.kind)
  const isUnfiltered = (filter.client ?? filter.clientName ?? symbol) === undefined
  return [
    kind === undefined ? (isUnfiltered ? 'Bulk and block deals' : 'Deals') : `${words.kind(kind)} deals`,
    ...clientParts(filter, client, others.length === 0),
    ...(symbol === undefined ? [] : [' in ', { name: symbol }]),
  ]
}

/** ` of SOME FUND`, or ` of clients named “fund”` where several names match. */
function clientParts(filter: DealFilter, match: string | undefined, isOnly: boolean): Part[] {
  const name = filter.clientName ?? (isOnly ? match : undefined)
  if (name !== undefined) return [' of ', { name }]
  return filter.client === undefined ? [] : [' of clients named “', { name: filter.client }, '”']
}

/** ` on BSE, bought only, since 13 Jan 2026` */
function limits({ exchange, dealType, from, to }: DealFilter): Part[] {
  const side = only(dealType)
  return [
    ...(exchange === undefined || exchange.length === EXCHANGES.length
      ? []
      : [` on ${exchange.join(' and ')}`]),
    ...(side === undefined ? [] : [`, ${words.side(side).toLowerCase()} only`]),
    ...daysText(from, to),
  ]
}

function daysText(from: string | undefined, to: string | undefined): string[] {
  if (from === undefined) return to === undefined ? [] : [`, until ${longDay(to)}`]
  if (to === undefined) return [`, since ${longDay(from)}`]
  return [from === to ? `, ${longDay(from)}` : `, ${longDay(from)} to ${longDay(to)}`]
}

/** Choosing both of two values is no restriction. */
const only = <T,>(chosen: readonly T[] | undefined): T | undefined =>
  chosen?.length === 1 ? chosen[0] : undefined
