import type { Day } from '../../market/calendar.ts'
import { RUPEES_PER_CRORE } from '../../market/money.ts'
import { asciiUpper } from '../../market/text-order.ts'
import { count, croreText, plainDay, rupees } from '../../texts/format.ts'
import type { AlertedDeal } from './alert-body.ts'
import { type AlertWords, line } from './alert-line.ts'
import { plainName } from './plain-line.ts'

/** The words for a bulk or block deal. */
export function dealWords(deal: AlertedDeal, today: Day): AlertWords {
  const { symbol, securityName, clientName, exchange, kind, dealType, tradeDate, quantity, price, value } =
    deal
  const what = `${kind.toLowerCase()} ${dealType.toLowerCase()} of ${count(quantity)} shares`
  return {
    title: line(
      `${plainName(symbol)}: ${what} by ${plainName(clientName)} at ${rupees(price)} on ${exchange}, ` +
        `${plainDay(tradeDate, today)}, ${croreText(value / RUPEES_PER_CRORE)}`,
    ),
    lines: securityName === null ? [] : [line(plainName(securityName))],
    // Browsers remove a part of a path that consists of dots.
    path: /^\.{1,2}$/.test(symbol)
      ? '/deals'
      : `/deals/${encodeURIComponent(asciiUpper(symbol.toWellFormed()))}`,
  }
}
