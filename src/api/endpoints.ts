import { BOARDS, DEAL_KINDS, DEAL_TYPES, EXCHANGES } from '../market/fact.ts'
import { STATUSES } from '../market/status.ts'
import { asOf, cursor, day, limit, oneOrMore, type Parameters, text, ticker } from './parameters.ts'
import type { ComponentName } from './schemas.ts'

export const BASE = '/api/public/market'
export const IPOS_LIMIT = { standard: 60, maximum: 200 }
export const DEALS_LIMIT = { standard: 100, maximum: 300 }

export const IPO_PARAMETERS = {
  status: oneOrMore(STATUSES, 'Only IPOs of this status.'),
  board: oneOrMore(BOARDS, 'Only IPOs of this board.'),
  q: text('Only IPOs whose name or symbol contains this, in any letter case.', 'foods'),
  limit: limit(IPOS_LIMIT.standard, IPOS_LIMIT.maximum),
  asOf,
  cursor,
} satisfies Parameters

export const DEAL_PARAMETERS = {
  symbol: ticker('Only deals of this ticker, in any letter case.', 'ACME'),
  kind: oneOrMore(DEAL_KINDS, 'Only deals of this kind.'),
  dealType: oneOrMore(DEAL_TYPES, 'Only deals of this direction.'),
  exchange: oneOrMore(EXCHANGES, 'Only deals that this exchange disclosed.'),
  client: text('Only deals whose client name contains this, in any letter case.', 'fund'),
  from: day('Only deals from this day on.', '2026-01-01'),
  to: day('Only deals up to and including this day.', '2026-01-31'),
  limit: limit(DEALS_LIMIT.standard, DEALS_LIMIT.maximum),
  asOf,
  cursor,
} satisfies Parameters

export const MOMENT_PARAMETERS = { asOf } satisfies Parameters

/** What the OpenAPI document and the index say of each endpoint. */
export interface EndpointText {
  readonly path: string
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly parameters: Parameters
  readonly hasSlug: boolean
  readonly isList: boolean
  readonly body: ComponentName
}

export const ENDPOINTS: readonly EndpointText[] = [
  {
    path: `${BASE}/ipos`,
    operationId: 'listIpos',
    summary: 'Tracked IPOs',
    description: 'Every tracked IPO with price band, dates, reported GMP, subscription and board.',
    parameters: IPO_PARAMETERS,
    hasSlug: false,
    isList: true,
    body: 'IposBody',
  },
  {
    path: `${BASE}/ipos/{slug}`,
    operationId: 'getIpo',
    summary: 'One IPO',
    description: 'One IPO with its terms, its day-by-day GMP history and its category-wise subscription.',
    parameters: MOMENT_PARAMETERS,
    hasSlug: true,
    isList: false,
    body: 'IpoBody',
  },
  {
    path: `${BASE}/deals`,
    operationId: 'listDeals',
    summary: 'Bulk and block deals',
    description: 'Bulk and block deals as disclosed by the exchange.',
    parameters: DEAL_PARAMETERS,
    hasSlug: false,
    isList: true,
    body: 'DealsBody',
  },
  {
    path: `${BASE}/scoreboard`,
    operationId: 'getScoreboard',
    summary: 'Scoreboard',
    description:
      'Implied GMP against the actual listing price for every scored listing, with the direction-hit rate.',
    parameters: MOMENT_PARAMETERS,
    hasSlug: false,
    isList: false,
    body: 'ScoreboardBody',
  },
  {
    path: `${BASE}/sources`,
    operationId: 'listSources',
    summary: 'Sources',
    description:
      'Every source: who owns it, when it is read, when it was last heard and last said something new, and what is wrong with it.',
    parameters: MOMENT_PARAMETERS,
    hasSlug: false,
    isList: false,
    body: 'SourcesBody',
  },
]
