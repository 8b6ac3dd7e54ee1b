import type { Day } from '../market/calendar.ts'
import type { Board } from '../market/facts/fact.ts'
import type { Paise } from '../market/money.ts'

/** How a source identifies an issue: everything that it prints, and nothing else. */
export interface Subject {
  readonly name: string | null
  readonly symbol: string | null
  readonly isin: string | null
  /** BSE's trading code. */
  readonly bseCode: string | null
  /** The source's own number or address for it. */
  readonly upstreamId: string | null
  readonly board: Board | null
  readonly openDate: Day | null
  readonly closeDate: Day | null
  readonly priceMin: Paise | null
  readonly priceMax: Paise | null
}

export const UNNAMED_SUBJECT: Subject = {
  name: null,
  symbol: null,
  isin: null,
  bseCode: null,
  upstreamId: null,
  board: null,
  openDate: null,
  closeDate: null,
  priceMin: null,
  priceMax: null,
}
