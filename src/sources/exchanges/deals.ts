import { Compile } from 'typebox/compile'
import { atFirstUse } from '../../at-first-use.ts'
import type { Day } from '../../market/calendar.ts'
import { dealValue } from '../../market/deals/deal.ts'
import type { DealKind, DealType, Exchange } from '../../market/facts/fact.ts'
import { rupeesFromPaise } from '../../market/money.ts'
import { describe, FIELDS } from '../facts-file/fields.ts'
import { type CsvLayout, readCsv } from '../formats/csv.ts'
import { countFrom, paiseFrom } from '../parsing/numbers.ts'
import { BadCell, parseRow, type Row } from '../parsing/row.ts'
import type { ParsedDocument, ReportedDeal } from '../source.ts'

/** The rule of each value, in this order: the first rule that a row breaks is reported. */
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

/** How an exchange prints a disclosed deal. */
export interface DealLayout {
  readonly exchange: Exchange
  readonly headings: Readonly<Record<Key, string>>
  readonly dayFrom: (text: string) => Day | null
}

const SIDES: Readonly<Record<string, DealType>> = {
  BUY: 'BUY',
  B: 'BUY',
  P: 'BUY',
  SELL: 'SELL',
  S: 'SELL',
}

/** A deal must have the form of the facts file, or an export could not be imported again. */
const CHECKS = Object.entries(RULES).map(([key, rule]) => {
  const schema = FIELDS.deal?.[key]
  if (!schema) throw new Error(`deals have no ${key}`)
  return { key: key as Key, rule, expected: describe(schema), form: atFirstUse(() => Compile(schema)) }
})

/** The deal of a row; throws `BadCell`. Names stay as disclosed, except for spaces around them. */
export function dealIn(
  { text }: Row,
  kind: DealKind,
  { exchange, headings, dayFrom }: DealLayout,
): ReportedDeal {
  const printed = (key: Key) => text(headings[key]) ?? ''
  const names = {
    symbol: printed('symbol').trim(),
    securityName: printed('securityName').trim(),
    clientName: printed('clientName').trim(),
  }
  const tradeDate = dayFrom(printed('tradeDate'))
  const dealType = SIDES[printed('dealType').trim().toUpperCase()] ?? null
  const quantity = countFrom(printed('quantity'))
  const price = paiseFrom(printed('price'))
  const rupees = price === null ? null : rupeesFromPaise(price)

  const values: Record<Key, unknown> = { tradeDate, ...names, dealType, quantity, price: rupees }
  const broken = CHECKS.find(({ key, form }) => !form().Check(values[key]))
  if (broken) {
    const got = JSON.stringify(printed(broken.key))
    throw new BadCell(broken.rule, `${broken.key} must be ${broken.expected}; got ${got}`)
  }
  if (tradeDate === null || dealType === null || quantity === null || price === null)
    throw new Error('the form of the facts file lets null pass')
  if (!Number.isSafeInteger(dealValue({ quantity, price })))
    throw new BadCell(
      'deal-value',
      `${printed('quantity')} shares at ${printed('price')} are beyond any real deal`,
    )
  return { kind: 'deal', deal: { exchange, kind, tradeDate, ...names, dealType, quantity, price } }
}

/** The headings of the cells; one cell may be two names of a security. */
export const dealHeadingsOf = ({ headings }: DealLayout): string[] => [...new Set(Object.values(headings))]

/** Parses a CSV of disclosed deals. */
export function readDealsCsv(
  body: string,
  kind: DealKind,
  layout: DealLayout,
  file: Omit<CsvLayout, 'required'>,
): ParsedDocument {
  const { rows, unknownColumns } = readCsv(body, { ...file, required: dealHeadingsOf(layout) })
  const entries = rows.flatMap((cells) => parseRow(cells, (row) => [dealIn(row, kind, layout)]))
  return { entries, rows: rows.length, unknownColumns }
}
