import { istClock } from '../market/calendar.ts'
import type { Terms } from '../market/facts/fact.ts'
import { type Paise, rupeesFromPaise } from '../market/money.ts'
import type { Observation, Subject } from '../sources/source.ts'

const rupees = (amount: Paise) =>
  `₹${rupeesFromPaise(amount).toLocaleString('en-IN', { maximumFractionDigits: 2 })}`

const AMOUNTS: readonly (keyof Terms)[] = ['faceValue', 'priceMin', 'priceMax', 'issuePrice']

/** What a row says, in words. */
export function rowText(said: Observation): string {
  switch (said.kind) {
    case 'gmp':
      return `GMP ${rupees(said.gmp)} on ${said.observedAt}${said.reportedAt ? `, stamped ${istClock(said.reportedAt)}` : ''}`
    case 'subscription':
      return `${said.category} ${said.timesSub} times (book ${said.book})${said.observedAt ? ` at ${istClock(said.observedAt)}` : ''}`
    case 'listing':
      return `opened at ${rupees(said.listingPrice)} on ${said.exchange}, ${said.listedOn}${said.previousClose === null ? '' : `, previous close ${rupees(said.previousClose)}`}`
    case 'deal': {
      const { exchange, kind, dealType, quantity, symbol, price, clientName, tradeDate } = said.deal
      return `${exchange} ${kind} ${tradeDate}: ${clientName} ${dealType} ${quantity} ${symbol} at ${rupees(price)}`
    }
    case 'terms':
      return Object.entries(said.terms)
        .map(([key, value]) => `${key} ${termStatements(key as keyof Terms, value)}`)
        .join(', ')
  }
}

const termStatements = (key: keyof Terms, value: unknown): string =>
  AMOUNTS.includes(key) && typeof value === 'number' ? rupees(value) : String(value)

/** By what a row calls its issue, in words; all that helps to tell it apart. */
export function subjectText(said: Observation): string {
  if (said.kind === 'deal') return ''
  const { name, symbol, isin, bseCode, upstreamId, board, openDate, closeDate }: Subject = said.subject
  const parts = [
    name && `"${name}"`,
    symbol,
    isin,
    bseCode && `BSE ${bseCode}`,
    upstreamId && `no. ${upstreamId}`,
    board,
    openDate && `opens ${openDate}`,
    closeDate && `closes ${closeDate}`,
    bandWords(said.subject),
  ]
  return parts.filter(Boolean).join(', ')
}

function bandWords({ priceMin, priceMax }: Subject): string {
  if (priceMax === null) return ''
  return priceMin === null || priceMin === priceMax
    ? `price ${rupees(priceMax)}`
    : `price ${rupees(priceMin)} to ${rupees(priceMax)}`
}
