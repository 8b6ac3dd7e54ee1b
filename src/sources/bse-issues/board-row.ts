import type { Day } from '../../market/calendar.ts'
import type { Board } from '../../market/facts/fact.ts'
import { type JsonObject, textOf } from '../formats/json.ts'
import { dayFromIso } from '../parsing/dates.ts'
import { outcomeTerms } from '../parsing/issue-name.ts'
import { NO_BAND } from '../parsing/price-band.ts'
import { type CellRule, cellIfPrinted, cellOf, type OptionalPart } from '../parsing/row.ts'
import type { ReportedTerms } from '../source.ts'
import { bseTerms, checkedPeriod, IPO_NUMBER, issueNamedIn, NO_PERIOD, optionalCells } from './issue-cells.ts'
import { amountOf, bandOf } from './price-cells.ts'

export const BOARD_LAYOUT = {
  what: 'the board of public issues',
  required: [
    'Scrip_Name',
    'Start_Dt',
    'End_Dt',
    'Price_Band',
    'Face_Val',
    'IR_flag',
    'Status',
    'eXCHANGE_PLATFORM',
    'IPO_NO',
  ],
  known: [
    'Scrip_cd',
    'short_name',
    'IR_FLAG_FULL',
    'FLAG',
    'Is_retailertype',
    'Cum_Shares_BuyBack',
    'RN',
    'LONG_NAME',
  ],
}

/** The rows of past issues, of which the status says nothing. */
export const PAST_BOARD_LAYOUT = {
  what: 'the list of past issues',
  required: BOARD_LAYOUT.required.filter((key) => !['Status', 'Face_Val'].includes(key)),
  known: [...BOARD_LAYOUT.known, 'Status', 'Face_Val'],
}

const PLATFORMS: ReadonlyMap<string, Board> = new Map([
  ['mainboard', 'MAINBOARD'],
  ['sme', 'SME'],
])
const PLATFORM: CellRule<Board> = {
  rule: 'issue-platform',
  expected: 'MainBoard or SME',
  from: (text) => PLATFORMS.get(text.toLowerCase().replace(/[\s-]/g, '')) ?? null,
}
const dayRule = (rule: string): CellRule<Day> => ({
  rule,
  expected: 'a day such as 2026-08-21T00:00:00',
  from: dayFromIso,
})
const OPEN_DAY = dayRule('open-day')
const CLOSE_DAY = dayRule('close-day')

/** The board also shows buybacks, offers for sale, rights and trusts. */
export const isIpo = (row: JsonObject): boolean => textOf(row, 'IR_flag')?.toUpperCase() === 'IPO'
export const isLive = (row: JsonObject): boolean => textOf(row, 'Status')?.toUpperCase() === 'L'

/** The terms in a row of the board of live or forthcoming issues. */
export function boardTerms(row: JsonObject, optionalPart: OptionalPart): ReportedTerms[] {
  const optional = optionalCells(row, ['IPO_NO', 'Scrip_Name'], optionalPart)
  const named = issueNamedIn(row, 'Scrip_Name', optional)
  const upstreamId = cellOf('IPO_NO', textOf(row, 'IPO_NO'), IPO_NUMBER)
  if (named === null) return []
  const { name, outcome } = named
  const cell = <T>(key: string, rule: CellRule<T>) => cellIfPrinted(key, textOf(row, key), rule)
  const board = optional(['eXCHANGE_PLATFORM'], () => cell('eXCHANGE_PLATFORM', PLATFORM))
  const daysIn = () => ({ openDate: cell('Start_Dt', OPEN_DAY), closeDate: cell('End_Dt', CLOSE_DAY) })
  const period = optional(['Start_Dt', 'End_Dt'], () => checkedPeriod(daysIn())) ?? NO_PERIOD
  const band = optional(['Price_Band'], () => bandOf(row, 'Price_Band')) ?? NO_BAND
  const faceValue = optional(['Face_Val'], () => amountOf(row, 'Face_Val', 'face-value'))
  return [
    bseTerms(
      { name, upstreamId, board, ...period, ...band },
      { ...period, ...band, faceValue, ...outcomeTerms(outcome) },
    ),
  ]
}
