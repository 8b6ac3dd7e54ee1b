import { istClock } from '../market/calendar.ts'
import { type Paise, rupeesFromPaise } from '../market/money.ts'
import { RUPEE_KEYS } from '../sources/facts-file/fields.ts'
import { isWithoutIssue, type Observation, type Subject } from '../sources/source.ts'
import { rupees } from '../texts/format.ts'

const inRupees = (amount: Paise): string => rupees(rupeesFromPaise(amount))

/** Describes the content of a row. */
export function rowText(observation: Observation): string {
  switch (observation.kind) {
    case 'gmp':
      return `GMP ${inRupees(observation.gmp)} on ${observation.observedAt}${observation.reportedAt ? `, stamped ${istClock(observation.reportedAt)}` : ''}`
    case 'subscription':
      return `${observation.category} ${observation.timesSub} times (book ${observation.book})${observation.observedAt ? ` at ${istClock(observation.observedAt)}` : ''}`
    case 'listing':
      return `opened at ${inRupees(observation.listingPrice)} on ${observation.exchange}, ${observation.listedOn}${observation.previousClose === null ? '' : `, previous close ${inRupees(observation.previousClose)}`}`
    case 'deal': {
      const { exchange, kind, dealType, quantity, symbol, price, clientName, tradeDate } = observation.deal
      return `${exchange} ${kind} ${tradeDate}: ${clientName} ${dealType} ${quantity} ${symbol} at ${inRupees(price)}`
    }
    case 'holiday': {
      const { exchange, segment, day, name } = observation
      return `${exchange} ${segment} holiday ${day}: ${name ?? 'no longer listed'}`
    }
    case 'terms':
      return Object.entries(observation.terms)
        .map(([key, value]) => `${key} ${termText(key, value)}`)
        .join(', ')
  }
}

const termText = (key: string, value: unknown): string =>
  RUPEE_KEYS.has(key) && typeof value === 'number' ? inRupees(value) : String(value)

/** Describes how a row identifies its issue: name, codes, days and prices. */
export function subjectText(observation: Observation): string {
  if (isWithoutIssue(observation)) return ''
  const { name, symbol, isin, bseCode, upstreamId, board, openDate, closeDate }: Subject = observation.subject
  const parts = [
    name && `"${name}"`,
    symbol,
    isin,
    bseCode && `BSE ${bseCode}`,
    upstreamId && `no. ${upstreamId}`,
    board,
    openDate && `opens ${openDate}`,
    closeDate && `closes ${closeDate}`,
    bandText(observation.subject),
  ]
  return parts.filter(Boolean).join(', ')
}

function bandText({ priceMin, priceMax }: Subject): string {
  if (priceMax === null) return ''
  return priceMin === null || priceMin === priceMax
    ? `price ${inRupees(priceMax)}`
    : `price ${inRupees(priceMin)} to ${inRupees(priceMax)}`
}
