import { BOARDS } from '../market/facts/fact.ts'
import { HORIZONS } from '../market/scores/horizon.ts'
import { ACCURACY_GROUPS } from '../reports/downloads/accuracy-rows.ts'
import { EVENT_KINDS } from '../reports/ipos/calendar.ts'
import { ACCURACY_PARAMETERS, DEAL_PARAMETERS, IPO_PARAMETERS } from './market-parameters.ts'
import { asOf } from './moment-parameter.ts'
import { dayParameter, oneOrMore, type Parameters, wholeName } from './parameters.ts'
import { since } from './position.ts'

export const CALENDAR_PARAMETERS = {
  board: oneOrMore(BOARDS, 'Only IPOs of this board.'),
  event: oneOrMore(EVENT_KINDS, 'Only days of this kind.'),
  asOf,
} satisfies Parameters

const { status, board, q } = IPO_PARAMETERS
export const IPO_DOWNLOAD_PARAMETERS = { status, board, q, asOf } satisfies Parameters

const { limit: _limit, cursor: _cursor, ...dealParameters } = DEAL_PARAMETERS
export const DEAL_DOWNLOAD_PARAMETERS = dealParameters satisfies Parameters

/** For reports about IPOs. */
export const REPORT_DOWNLOAD_PARAMETERS = {
  slug: wholeName('Only reports on this IPO.', 'acme-foods'),
  board,
  from: dayParameter('Only reports about this day or later ones.', '2026-01-01'),
  to: dayParameter('Only reports about this day or earlier ones.', '2026-01-31'),
  asOf,
} satisfies Parameters

export const SCORE_DOWNLOAD_PARAMETERS = { board, asOf } satisfies Parameters

export const RANGE_DOWNLOAD_PARAMETERS = {
  board,
  horizon: oneOrMore(HORIZONS, 'Only ranges at this horizon.'),
  asOf,
} satisfies Parameters

export const ACCURACY_DOWNLOAD_PARAMETERS = {
  horizon: oneOrMore(HORIZONS, 'Only figures at this horizon.'),
  source: ACCURACY_PARAMETERS.source,
  group: oneOrMore(ACCURACY_GROUPS, 'Only groups of this kind; all is the whole.'),
  asOf,
} satisfies Parameters

export const EVENT_PARAMETERS = { since } satisfies Parameters
