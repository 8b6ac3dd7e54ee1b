import { BOARDS } from '../market/fact.ts'
import { EVENT_KINDS } from '../reports/calendar.ts'
import { asOf, oneOrMore, type Parameters } from './parameters.ts'

export const CALENDAR_PARAMETERS = {
  board: oneOrMore(BOARDS, 'Only IPOs of this board.'),
  event: oneOrMore(EVENT_KINDS, 'Only days of this kind.'),
  asOf,
} satisfies Parameters
