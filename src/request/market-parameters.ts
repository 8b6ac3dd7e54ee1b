import { BOARDS, DEAL_KINDS, DEAL_TYPES, EXCHANGES } from '../market/facts/fact.ts'
import { STATUSES } from '../market/issues/status.ts'
import { HORIZONS } from '../market/scores/horizon.ts'
import type { DealFilter } from '../reports/deals/deals.ts'
import { EVENT_KINDS } from '../reports/ipos/calendar.ts'
import { DETAILS, type DetailFilter, type IpoFilter } from '../reports/ipos/ipo-list.ts'
import {
  asOf,
  cursor,
  dayParameter,
  limit,
  monthParameter,
  oneOrMore,
  oneValue,
  type Parameter,
  type Parameters,
  textParameter,
  ticker,
  wholeName,
} from './parameters.ts'
import { since } from './position.ts'

/** One parameter for each key of a filter, and those for paging. A parameter without a key does not compile. */
type ParametersOf<Filter> = Readonly<Record<keyof Filter | 'limit' | 'asOf' | 'cursor', Parameter<unknown>>>

export const IPO_PARAMETERS = {
  status: oneOrMore(STATUSES, 'Only IPOs of this status.'),
  board: oneOrMore(BOARDS, 'Only IPOs of this board.'),
  q: textParameter(
    'Only IPOs whose name or symbol contains this, in any letter case; the words of a name in any order, with any legal form, and with IPO after it.',
    'foods',
  ),
  lockIn: monthParameter(
    'Only IPOs of which a lock-in of the anchor investors ends in this month.',
    '2026-02',
  ),
  detail: oneValue(
    DETAILS,
    'With full, each item has all fields of the answer about one IPO, without histories and single quotes.',
    'summary',
  ),
  limit: limit(60, 200),
  asOf,
  cursor,
} satisfies ParametersOf<IpoFilter & DetailFilter>

export const DEAL_PARAMETERS = {
  symbol: ticker('Only deals of this ticker, in any letter case.', 'ACME'),
  kind: oneOrMore(DEAL_KINDS, 'Only deals of this kind.'),
  dealType: oneOrMore(DEAL_TYPES, 'Only deals of this direction.'),
  exchange: oneOrMore(EXCHANGES, 'Only deals that this exchange disclosed.'),
  client: textParameter('Only deals whose client name contains this, in any letter case.', 'fund'),
  clientName: wholeName('Only deals of the client with exactly this name, as disclosed.', 'SOME FUND'),
  from: dayParameter('Only deals from this day on.', '2026-01-01'),
  to: dayParameter('Only deals up to and including this day.', '2026-01-31'),
  limit: limit(100, 300),
  asOf,
  cursor,
} satisfies ParametersOf<DealFilter>

export const STANDARD_HORIZON = 'close'

export const ACCURACY_PARAMETERS = {
  horizon: oneValue(HORIZONS, 'The horizon of the parts by board, year and size.', STANDARD_HORIZON),
  source: textParameter('Only this source besides the median, by its name in any letter case.', 'IPOWatch'),
  asOf,
} satisfies Parameters

export const SCOREBOARD_PARAMETERS = {
  board: oneOrMore(BOARDS, 'Only listings of this board; the summary is then of these alone.'),
  asOf,
} satisfies Parameters

/** Whether all changes are listed, or only news. */
const CHANGE_SCOPES = ['all', 'news'] as const

export const CHANGE_PARAMETERS = {
  since,
  scope: oneValue(
    CHANGE_SCOPES,
    'With news, without what is no news: a first load, IPOs that can no longer be applied for when they are first recorded, and history that sources report. A change of kind added counts the IPOs that are left out. Not for a copy of the list; since=0 gives the whole list in both.',
    'all',
  ),
  limit: limit(200, 1000),
  asOf,
  cursor,
} satisfies Parameters

/** For the stream of changes. */
export const EVENT_PARAMETERS = { since } satisfies Parameters

export const CALENDAR_PARAMETERS = {
  board: IPO_PARAMETERS.board,
  event: oneOrMore(EVENT_KINDS, 'Only days of this kind.'),
  ipo: textParameter('Only days of the IPO with this slug, however old they are.', 'acme-foods'),
  asOf,
} satisfies Parameters

export const MOMENT_PARAMETERS = { asOf } satisfies Parameters
