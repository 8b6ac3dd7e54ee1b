import type { Static } from 'typebox'
import { DEAL_KINDS, DEAL_TYPES, EXCHANGES } from '../../market/facts/fact.ts'
import {
  answerBody,
  dayAsMomentField,
  listOf,
  namedObject,
  numberField,
  oneOfField,
  textField,
  wholeField,
} from './fields.ts'

export const Deal = namedObject('Deal', 'One bulk or block deal.', {
  symbol: textField("NSE's symbol; on BSE the disclosed short name.", 'ACME'),
  clientName: textField('Name of the client as disclosed by the exchange.', 'SOME FUND'),
  dealType: oneOfField(DEAL_TYPES, 'Direction of the deal.', 'BUY'),
  kind: oneOfField(DEAL_KINDS, 'Kind of deal.', 'BULK'),
  quantity: wholeField('Number of shares.', 81000),
  price: numberField('Price per share, rupees.', 128.5),
  valueCr: numberField('Quantity times price in crore rupees, with 4 decimals.', 1.0409),
  exchange: oneOfField(EXCHANGES, 'Exchange that disclosed the deal.', 'NSE'),
  tradeDate: dayAsMomentField('Trade day in India', '2026-01-21'),
  securityName: textField('The company as disclosed.', 'Acme Foods Limited'),
})
export type Deal = Static<typeof Deal>

export const DealsBody = answerBody('DealsBody', {
  deals: listOf(Deal, 'Trade day newest first, then highest value first.'),
})
