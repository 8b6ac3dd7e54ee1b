import Type from 'typebox'
import { shortName } from '../../market/issues/legal-form.ts'
import { matchesOf } from '../../market/issues/name-search.ts'
import { Deal } from '../../reports/schemas/deals.ts'
import { nullable } from '../../reports/schemas/fields.ts'
import type { FullIpo } from '../../reports/schemas/ipos.ts'
import { DEAL_PARAMETERS, IPO_PARAMETERS } from '../../request/market-parameters.ts'
import { invalidParameter } from '../../request/problems.ts'
import { joined } from '../../texts/format.ts'
import { argument, type Call, limitArgument } from '../arguments.ts'
import { answered, type ToolMarket } from '../market-client.ts'
import { pageOfList } from '../pages.ts'
import { likeSlugs } from './find-ipos.ts'
import { count, picked, tool, total } from './tool.ts'

const STANDARD_LIMIT = 25
/** The most shares that a message names. */
const MOST_NAMES = 5
/** Shares are found by name among these newest deals: as many as the service gives at once. */
const NEWEST_DEALS = 300

const dealFields = picked(Deal)

const input = {
  company: argument(
    IPO_PARAMETERS.q,
    'Only deals in this company, as people say it: its name, a part of it, or its ticker.',
  ),
  symbol: argument(IPO_PARAMETERS.q, 'The same; an earlier name of company.'),
  client: argument(DEAL_PARAMETERS.client, 'Only deals whose client name contains this, in any letter case.'),
  kind: argument(DEAL_PARAMETERS.kind, 'Only deals of these kinds.'),
  side: argument(DEAL_PARAMETERS.dealType, 'Only deals of this direction.'),
  exchange: argument(DEAL_PARAMETERS.exchange, 'Only deals that these exchanges disclosed.'),
  from: argument(DEAL_PARAMETERS.from, 'Only deals from this day on, as YYYY-MM-DD.'),
  to: argument(DEAL_PARAMETERS.to, 'Only deals up to and including this day, as YYYY-MM-DD.'),
  limit: limitArgument(STANDARD_LIMIT, 200, 'deals'),
}
type DealsCall = Call<typeof input>

export const findDeals = tool({
  name: 'find_deals',
  title: 'Find bulk and block deals',
  description:
    'Lists bulk and block deals that NSE and BSE disclosed: who bought or sold how many shares of which company at which price. Trade day newest first, then highest value first. Prices are rupees a share, valueCr is crore rupees, days are trade days in India. The exchanges disclose deals after the trading day; a missing deal proves nothing.',
  input,
  output: {
    count,
    total,
    searched: nullable(
      Type.String(),
      'Which symbol a company stands for, and what was tried when no deal was found. Null otherwise.',
      null,
    ),
    deals: Type.Array(Type.Object(dealFields.properties)),
  },
  async run(call, market) {
    const { company, symbol, client, kind, side, exchange, from, to, limit = STANDARD_LIMIT } = call.values
    if (company !== undefined && symbol !== undefined && company !== symbol)
      throw invalidParameter('symbol', 'give company or symbol, not both: they mean the same')
    const wanted = company ?? symbol
    const share =
      wanted === undefined || call.after !== undefined ? NO_SHARE : await shareNamed(wanted, call, market)
    const filter = { symbol: share.symbol, client, kind, dealType: side, exchange, from, to, asOf: call.asOf }
    return pageOfList(market, call, limit, async (paging) => {
      const query = paging.cursor ? {} : filter
      const { deals, meta, disclaimer } = answered(await market.client.deals({ ...query, ...paging }))
      const none = deals.length === 0 && !share.isUnknown ? 'No deal matches.' : ''
      const searched = `${share.searched} ${none}`.trim() || null
      return {
        entries: deals,
        after: meta.next,
        disclaimer,
        build: (entries) => ({
          total: meta.total,
          searched,
          deals: entries.map((deal) => dealFields.of(deal as object)),
        }),
      }
    })
  },
})

const NO_SHARE = { symbol: undefined, searched: '', isUnknown: false }

interface Share {
  readonly symbol: string | null
  readonly name: string
}

/** The symbol of a company that is called this, and how it was found. Several are refused, with their names. */
async function shareNamed(
  wanted: string,
  { asOf }: DealsCall,
  { client }: ToolMarket,
): Promise<{ symbol: string; searched: string; isUnknown?: boolean }> {
  const said = JSON.stringify(wanted)
  const exact = answered(await client.deals({ symbol: wanted, limit: 1, asOf }))
  if (exact.deals.length > 0) return { symbol: wanted, searched: '' }
  const { ipos, meta } = answered(await client.ipos({ q: wanted, detail: 'full', limit: 20, asOf }))
  const newest = answered(await client.deals({ limit: NEWEST_DEALS, asOf }))
  const traded = newest.deals.map(({ symbol, securityName }) => ({ symbol, name: securityName }))
  const tradedLike = (orMisspelt: boolean) =>
    matchesOf<Share>(traded, wanted, ({ name, symbol }) => [name, symbol], orMisspelt)
  const found = new Map<string, Share>()
  for (const share of [...(ipos as FullIpo[]), ...tradedLike(false)])
    found.set(share.symbol ?? share.name, found.get(share.symbol ?? share.name) ?? share)
  // Who asks for deals means a share that has some.
  const symbols = new Set<string | null>(traded.map(({ symbol }) => symbol))
  const place = ({ symbol }: Share) => (symbols.has(symbol) ? 0 : symbol === null ? 2 : 1)
  const shares = [...found.values()].sort((a, b) => place(a) - place(b))
  const named = shares.filter(({ symbol, name }) => isSame(symbol, wanted) || isSame(name, wanted))
  const [share, other] = named.length === 1 ? named : shares
  if (share && other) {
    const more = shares.length + (meta.total ?? ipos.length) - ipos.length - MOST_NAMES
    const names = [...shares.slice(0, MOST_NAMES).map(nameOf), ...(more > 0 ? [`${more} more`] : [])]
    throw invalidParameter(
      'company',
      `several companies match ${said}: ${joined(names, 'and')}; give company one of these symbols`,
    )
  }
  if (!share) {
    const misspelt = [...new Set(tradedLike(true).map(nameOf))].slice(0, MOST_NAMES)
    const meant = misspelt.length > 0 ? misspelt : await likeSlugs(client, wanted, asOf)
    const question = meant.length > 0 ? ` Did you mean ${joined(meant, 'or')}?` : ''
    return {
      ...{ symbol: wanted, isUnknown: true },
      searched: `No deal has the symbol ${said}, and neither an IPO here nor a share of the newest ${NEWEST_DEALS} deals has such a name. Other companies are found by their exact symbol, on BSE its short name.${question}`,
    }
  }
  const { symbol, name } = share
  if (symbol === null) return { symbol: wanted, searched: `${said} is ${name}, whose symbol is unknown.` }
  return { symbol, searched: `${said} is ${name}, ${symbol}.` }
}

const nameOf = ({ name, symbol }: Share): string => `${name} (${symbol ?? 'no symbol'})`

/** In any letter case, with or without the legal form. */
const isSame = (text: string | null, wanted: string): boolean =>
  text !== null && shortName(text).toLowerCase() === shortName(wanted).toLowerCase()
