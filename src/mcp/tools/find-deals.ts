import Type from 'typebox'
import { DEAL_KINDS, DEAL_TYPES, EXCHANGES } from '../../market/facts/fact.ts'
import { Deal } from '../../reports/schemas/deals.ts'
import { dayField } from '../../reports/schemas/fields.ts'
import { queryFrom } from '../arguments.ts'
import { fittingPage, pageFields } from './list-page.ts'
import {
  asOfInput,
  cursorInput,
  dayOfInstant,
  inputOf,
  limitInput,
  outputOf,
  type Tool,
  textInput,
  valuesInput,
} from './tool.ts'

const LIMITS = { standard: 25, maximum: 200 }

/** Parameters of the endpoint, each with the argument of the tool. */
const PARAMETERS = {
  symbol: 'symbol',
  client: 'client',
  kind: 'kind',
  dealType: 'side',
  exchange: 'exchange',
  from: 'from',
  to: 'to',
  cursor: 'cursor',
  asOf: 'asOf',
}

export const findDeals: Tool = {
  name: 'find_deals',
  title: 'Find bulk and block deals',
  description:
    'Lists bulk and block deals that NSE and BSE disclosed: who bought or sold how many shares of which company at which price. Trade day newest first, then highest value first. Prices are rupees a share, valueCr is crore rupees, days are trade days in India. The exchanges disclose deals after the trading day; a missing deal proves nothing.',
  input: inputOf({
    symbol: textInput('Only deals of this ticker, such as ACME.'),
    client: textInput('Only deals whose client name contains this text, in any letter case.'),
    kind: valuesInput(DEAL_KINDS, 'Only deals of these kinds.'),
    side: valuesInput(DEAL_TYPES, 'Only deals of this direction.'),
    exchange: valuesInput(EXCHANGES, 'Only deals that these exchanges disclosed.'),
    from: textInput('Only deals from this day on, as YYYY-MM-DD.'),
    to: textInput('Only deals up to and including this day, as YYYY-MM-DD.'),
    limit: limitInput(LIMITS.standard, LIMITS.maximum, 'deals'),
    cursor: cursorInput,
    asOf: asOfInput,
  }),
  output: outputOf({
    ...pageFields,
    deals: Type.Array(
      Type.Object({ ...Deal.properties, tradeDate: dayField('Trade day in India.', '2026-01-21') }),
    ),
  }),
  run: (given, reader) =>
    fittingPage(reader, {
      operation: 'listDeals',
      given,
      limits: LIMITS,
      query: queryFrom(given, PARAMETERS),
      length: ({ deals }) => deals.length,
      build: ({ body, total, next }, count) => ({
        count,
        total,
        next,
        deals: body.deals
          .slice(0, count)
          .map((deal) => ({ ...deal, tradeDate: dayOfInstant(deal.tradeDate) })),
        disclaimer: body.disclaimer,
      }),
    }),
}
