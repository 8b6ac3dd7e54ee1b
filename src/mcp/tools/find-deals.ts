import Type from 'typebox'
import { DEAL_KINDS, DEAL_TYPES, EXCHANGES } from '../../market/facts/fact.ts'
import { Deal } from '../../reports/schemas/deals.ts'
import { dayField, nullable } from '../../reports/schemas/fields.ts'
import type { FullIpo } from '../../reports/schemas/ipos.ts'
import { argumentText, queryFrom, type ToolArguments } from '../arguments.ts'
import { type MarketReader, ReadFailure } from '../market-reader.ts'
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
/** The most companies that a message names. */
const COMPANIES = 5

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
    symbol: textInput('Only deals in this company: its ticker, such as ACME, or a part of its name.'),
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
    searched: nullable(
      Type.String(),
      'Which symbol a name in symbol stands for, and what was tried when no deal was found. Null otherwise.',
      null,
    ),
    deals: Type.Array(
      Type.Object({ ...Deal.properties, tradeDate: dayField('Trade day in India.', '2026-01-21') }),
    ),
  }),
  async run(given, reader) {
    const wanted = argumentText(given.symbol)
    const found = await dealsPage(given, reader, null)
    if (wanted === undefined || found.count > 0) return found
    const companies = await companiesLike(wanted, given, reader)
    const own = companies.find(({ symbol }) => symbol?.toLowerCase() === wanted.toLowerCase())
    const [company, other] = own ? [own] : companies
    if (company && other) {
      const names = companies
        .slice(0, COMPANIES)
        .map(({ name, symbol }) => `${name} (${symbol ?? 'no symbol'})`)
      throw new ReadFailure(
        `several companies match symbol "${wanted}": ${names.join(', ')}; give one symbol`,
      )
    }
    if (!company)
      return {
        ...found,
        searched: `No deal has the symbol "${wanted}", and no IPO has a name or symbol that contains it. Only companies with an IPO here are found by name, others by their exact symbol.`,
      }
    const { name, symbol } = company
    if (symbol === null) return { ...found, searched: `"${wanted}" is ${name}, whose symbol is unknown.` }
    const named = own
      ? found
      : await dealsPage({ ...given, symbol }, reader, `"${wanted}" is ${name}, ${symbol}.`)
    return named.count > 0 ? named : { ...named, searched: `No deal of ${symbol} (${name}) matches.` }
  },
}

const dealsPage = (given: ToolArguments, reader: MarketReader, searched: string | null) =>
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
      searched,
      deals: body.deals.slice(0, count).map((deal) => ({ ...deal, tradeDate: dayOfInstant(deal.tradeDate) })),
      disclaimer: body.disclaimer,
    }),
  })

/** Companies with an IPO whose name or symbol contains a text. */
async function companiesLike(
  text: string,
  { asOf }: ToolArguments,
  reader: MarketReader,
): Promise<readonly Pick<FullIpo, 'name' | 'symbol'>[]> {
  const query = { q: text, detail: 'full', limit: '20', ...queryFrom({ asOf }, { asOf: 'asOf' }) }
  const { body } = await reader.read('listIpos', { query })
  return body.ipos as FullIpo[]
}
