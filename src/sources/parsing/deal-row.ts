import { Compile } from 'typebox/compile'
import type { Day } from '../../market/calendar.ts'
import { dealValue } from '../../market/deals/deal.ts'
import type { DealKind, DealType, Exchange } from '../../market/facts/fact.ts'
import { rupeesFromPaise } from '../../market/money.ts'
import { describe, FIELDS } from '../facts-file/fields.ts'
import type { BadRow, Entry } from '../source.ts'
import { countFrom, paiseFrom } from './numbers.ts'

/** A disclosed deal as an exchange prints it. */
export interface PrintedDeal {
  readonly row: number
  readonly raw: string
  readonly exchange: Exchange
  readonly kind: DealKind
  readonly date: string
  /** The parsed `date`, whose form depends on the layout; `null` when it is no day. */
  readonly tradeDate: Day | null
  readonly symbol: string
  readonly securityName: string
  readonly clientName: string
  readonly side: string
  readonly quantity: string
  readonly price: string
}

const SIDES: Readonly<Record<string, DealType>> = {
  BUY: 'BUY',
  B: 'BUY',
  P: 'BUY',
  SELL: 'SELL',
  S: 'SELL',
}

/** In this order: the first rule that a row breaks is reported. */
const RULES = {
  tradeDate: 'deal-date',
  symbol: 'deal-symbol',
  securityName: 'deal-security',
  clientName: 'deal-client',
  dealType: 'deal-side',
  quantity: 'deal-quantity',
  price: 'deal-price',
} as const
type Key = keyof typeof RULES

/** A deal must have the form of the facts file, or an export could not be imported again. */
const CHECKS = Object.entries(RULES).map(([key, rule]) => {
  const schema = FIELDS.deal?.[key]
  if (!schema) throw new Error(`deals have no ${key}`)
  return { key: key as Key, rule, expected: describe(schema), form: Compile(schema) }
})

/** Parses a row of disclosed deals. Names stay as disclosed, except for spaces around them. */
export function dealEntry(deal: PrintedDeal): Entry {
  const { row, raw, exchange, kind, tradeDate } = deal
  const badRow = (rule: string, reason: string): BadRow => ({ row, raw, rule, reason })
  const names = {
    symbol: deal.symbol.trim(),
    securityName: deal.securityName.trim(),
    clientName: deal.clientName.trim(),
  }
  const dealType = SIDES[deal.side.trim().toUpperCase()] ?? null
  const quantity = countFrom(deal.quantity)
  const price = paiseFrom(deal.price)
  const rupees = price === null ? null : rupeesFromPaise(price)

  const values: Record<Key, unknown> = { tradeDate, ...names, dealType, quantity, price: rupees }
  const broken = CHECKS.find(({ key, form }) => !form.Check(values[key]))
  if (broken)
    return badRow(broken.rule, `${broken.key} must be ${broken.expected}; got ${shown(deal, broken.key)}`)
  if (tradeDate === null || dealType === null || quantity === null || price === null)
    throw new Error('the form of the facts file lets null pass')
  if (!Number.isSafeInteger(dealValue({ quantity, price })))
    return badRow('deal-value', `${deal.quantity} shares at ${deal.price} are beyond any real deal`)
  return {
    row,
    raw,
    said: { kind: 'deal', deal: { exchange, kind, tradeDate, ...names, dealType, quantity, price } },
  }
}

const PRINTED_AS: Readonly<Partial<Record<Key, keyof PrintedDeal>>> = { tradeDate: 'date', dealType: 'side' }

const shown = (deal: PrintedDeal, key: Key): string =>
  JSON.stringify(deal[PRINTED_AS[key] ?? (key as keyof PrintedDeal)])
