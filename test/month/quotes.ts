import { evening, morning } from './days.ts'

/** The quotes that the trackers print, by day of March. `null` is a row without a quote, a missing day no row. */
export type Quotes = Readonly<Record<number, number | null>>

/** A row of a tracker: its own name and number for an issue, and the terms that it prints. */
export interface TrackerRow {
  readonly name: string
  readonly id?: number
  readonly board: 'Mainboard' | 'NSE SME' | 'BSE SME'
  readonly open: number
  readonly close: number
  readonly price: string
  readonly quotes: Quotes
  /** Quotes that InvestorGain changes after the evening's round; only its history shows them. */
  readonly late?: Quotes
  /** The text with the listing price, and the day from which the row shows it. */
  readonly listed?: { readonly from: number; readonly text: string }
  /** The text of the cell on a morning instead of the evening's quote: a misprint, or an earlier quote. */
  readonly slips?: Readonly<Record<number, string>>
}

const MARIGOLD = { board: 'Mainboard', open: 10, close: 12, price: '150' } as const
const TAMARIND = { board: 'NSE SME', open: 11, close: 13, price: '120' } as const
const QUOKKA = { board: 'BSE SME', open: 12, close: 17, price: '60' } as const
const SAFFRON_BOILERS = { board: 'NSE SME', open: 13, close: 18, price: '90' } as const
const ENGINEERING_AT_FIRST = { board: 'Mainboard', open: 17, close: 19, price: '320' } as const
const ENGINEERING = { board: 'Mainboard', open: 17, close: 21, price: '300' } as const
const HARBOUR_AT_FIRST = { board: 'Mainboard', open: 18, close: 20, price: '200' } as const
const HARBOUR = { board: 'Mainboard', open: 25, close: 27, price: '180' } as const
const NILGIRI = { board: 'Mainboard', open: 20, close: 24, price: '100' } as const

export const INVESTORGAIN: readonly TrackerRow[] = [
  {
    ...MARIGOLD,
    name: 'Marigold Lanterns',
    id: 7101,
    quotes: { 5: 12, 6: 15, 7: 18, 10: 24, 11: 30, 12: 33, 13: 36, 14: 36, 17: 36 },
    late: { 11: 31.5 },
    listed: { from: 17, text: 'L@181.50 (21.00%)' },
  },
  {
    ...TAMARIND,
    name: 'Tamarind Agro Foods',
    id: 7102,
    quotes: { 6: null, 7: 60, 10: 66, 11: 72, 12: 84, 13: 90, 14: 96, 17: 102, 18: 108 },
    listed: { from: 18, text: 'L@228.00 (90.00%)' },
  },
  {
    ...SAFFRON_BOILERS,
    name: 'Saffron Boilers',
    id: 7104,
    quotes: { 12: 9, 13: 9, 14: 9, 17: 4.5, 18: 4.5, 19: 0, 20: 0, 21: 0 },
    listed: { from: 21, text: 'L@85.50 (-5.00%)' },
  },
  {
    ...ENGINEERING_AT_FIRST,
    name: 'Saffron Boilers Engineering',
    id: 7105,
    quotes: { 13: 24, 14: 18, 17: 12, 18: 6 },
  },
  {
    ...ENGINEERING,
    name: 'Saffron Boilers Engineering',
    id: 7105,
    quotes: { 19: 3, 20: 3, 21: 0, 24: 0, 25: 6, 26: 6 },
    slips: { 19: '30350' },
    listed: { from: 26, text: 'L@300.00 (0.00%)' },
  },
  { ...HARBOUR_AT_FIRST, name: 'Harbour Cement', id: 7106, quotes: { 13: 20, 14: 16, 17: 12 } },
  {
    ...HARBOUR,
    name: 'Harbour Cement',
    id: 7106,
    quotes: { 21: 9, 24: 9, 25: 9, 26: 18, 27: 18, 28: 27, 31: 36 },
  },
  {
    board: 'NSE SME',
    open: 24,
    close: 26,
    price: '80',
    name: 'Wren Textiles',
    id: 7107,
    quotes: { 20: 4, 21: 4, 24: 4, 25: 2 },
  },
  {
    ...NILGIRI,
    name: 'Chaiwala',
    id: 7108,
    quotes: { 18: 25, 19: 22, 20: 20, 21: 16, 24: 14, 25: 11, 26: 10, 27: 10 },
    slips: { 20: '21' },
    listed: { from: 27, text: 'L@112.00 (12.00%)' },
  },
]

/** On the evening of the 21st an old cache answers, with the list of the previous morning. */
export const INVESTORGAIN_STALE = { at: evening(21), shows: morning(20) }

export const IPOWATCH: readonly TrackerRow[] = [
  {
    ...MARIGOLD,
    name: 'Marigold Lanterns',
    quotes: { 5: null, 6: 14, 7: 18, 10: 21, 11: 27, 12: 33, 13: 36, 14: 39, 17: 39 },
  },
  {
    ...TAMARIND,
    name: 'Tamarind Agro',
    quotes: { 7: 60, 10: 66, 11: 75, 12: 84, 13: 96, 14: 96, 17: 102, 18: 108 },
  },
  {
    ...QUOKKA,
    name: 'Quokka Pumps',
    quotes: { 10: 3, 11: 3, 12: 0, 13: -3, 14: -6, 17: -6, 18: -9, 19: -9, 20: -9 },
  },
  // Three days under a name that matches no issue, then under the right one.
  { ...ENGINEERING_AT_FIRST, name: 'Saffron Boilers Engg', quotes: { 17: 15, 18: 9 } },
  { ...ENGINEERING, name: 'Saffron Boilers Engg', quotes: { 19: 6 } },
  { ...ENGINEERING, name: 'Saffron Boilers Engineering', quotes: { 20: 3, 21: 0, 24: 3, 25: 3, 26: 6 } },
  { ...HARBOUR_AT_FIRST, name: 'Harbour Cement', quotes: { 13: 20, 14: 20, 17: 10 } },
  { ...HARBOUR, name: 'Harbour Cement', quotes: { 21: 9, 24: 9, 25: 18, 26: 18, 27: 27, 28: 22.5, 31: 27 } },
  {
    ...NILGIRI,
    name: 'Chaiwala',
    quotes: { 17: 20, 18: 20, 19: 20, 20: 18, 21: 15, 24: 12, 25: 10, 26: 10, 27: 10 },
    slips: { 24: '12%' },
  },
]

export const IPOJI: readonly TrackerRow[] = [
  {
    ...MARIGOLD,
    name: 'Marigold Lanterns',
    quotes: { 5: null, 6: 15, 7: 16.5, 10: 24, 11: 30, 12: 30, 13: 37.5, 14: 37.5, 17: 37.5 },
  },
  { ...SAFFRON_BOILERS, name: 'Saffron Boilers Limited', quotes: { 13: 9, 14: 9, 17: 9, 18: 13.5 } },
]

export const IPOPREMIUM: readonly TrackerRow[] = [
  {
    ...MARIGOLD,
    name: 'Marigold Lanterns Ltd.',
    price: '142-150',
    quotes: { 10: 9, 11: 27, 12: 31.5, 13: 36, 14: 37.5, 17: 37.5 },
  },
  {
    ...QUOKKA,
    name: 'Quokka Pumps Ltd.',
    price: '57-60',
    quotes: { 12: null, 13: null, 14: -6, 17: -3, 18: -3 },
  },
  {
    ...ENGINEERING_AT_FIRST,
    name: 'Saffron Boilers Engineering Ltd.',
    price: '304-320',
    quotes: { 17: 9, 18: 6 },
    slips: { 18: '8 (2.50%)' },
  },
  {
    ...ENGINEERING,
    name: 'Saffron Boilers Engineering Ltd.',
    price: '285-300',
    quotes: { 25: 3, 26: 3 },
  },
  // A trust, which is not an IPO.
  { board: 'Mainboard', open: 17, close: 20, price: '99-100', name: 'Cobalt Roads InvIT', quotes: { 17: 1 } },
]
/** Its page does not change from the evening of the 18th to the 24th. */
export const IPOPREMIUM_FROZEN = { at: 18, until: 24 }

/** The operator's own table. */
export const BANYAN: readonly TrackerRow[] = [
  {
    ...MARIGOLD,
    name: 'Marigold Lanterns',
    price: '142-150',
    quotes: { 10: 24, 11: 30, 12: 36, 13: 36, 14: 36, 17: 36 },
  },
  {
    ...NILGIRI,
    name: 'Nilgiri Commerce',
    price: '95-100',
    quotes: { 20: 19, 21: 15, 24: 13, 25: 11, 26: 10, 27: 10 },
  },
]
