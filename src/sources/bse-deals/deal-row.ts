import type { Day } from '../../market/calendar.ts'
import type { DealKind } from '../../market/facts/fact.ts'
import { dayFromDMY } from '../parsing/days.ts'
import { dealEntry } from '../parsing/deal-row.ts'
import type { Entry } from '../source.ts'

/** The heading of each cell, which differs between the web interface and the download. */
export interface DealColumns {
  readonly date: string
  readonly security: string
  readonly client: string
  readonly side: string
  readonly quantity: string
  readonly price: string
}

export interface DealRow {
  readonly row: number
  readonly raw: string
  /** Empty where there is none. */
  readonly cell: (column: string) => string
}

/** Parses a row. BSE prints only the short name of a security; its code means nothing to other exchanges. */
export function bseDealEntry({ row, raw, cell }: DealRow, kind: DealKind, columns: DealColumns): Entry {
  const date = cell(columns.date)
  const security = cell(columns.security)
  return dealEntry({
    row,
    raw,
    exchange: 'BSE',
    kind,
    date,
    tradeDate: dayFromDMY(date),
    symbol: security,
    securityName: security,
    clientName: cell(columns.client),
    side: cell(columns.side),
    quantity: cell(columns.quantity),
    price: cell(columns.price),
  })
}

/** Refuses deals of another day in a list of one day. */
export function refuseOtherDay(entry: Entry, requested: Day | null): Entry {
  if (requested === null || !('said' in entry) || entry.said.kind !== 'deal') return entry
  const { tradeDate } = entry.said.deal
  if (tradeDate === requested) return entry
  const reason = `the deal is of ${tradeDate}, those of ${requested} were requested`
  return { row: entry.row, raw: entry.raw, rule: 'deal-day', reason }
}
