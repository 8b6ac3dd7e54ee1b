import { OPEN_ALONE } from '../../market/facts/fact.ts'
import type { Paise } from '../../market/money.ts'
import type { CellUnder } from '../formats/csv.ts'
import type { ReportedListing } from '../source.ts'
import { countFrom, numberFrom, priceFrom } from './numbers.ts'

/** The figures of a day beside its opening price; each is `null` where it is not printed. */
export type DayFigures = Pick<ReportedListing, 'high' | 'low' | 'close' | 'volume' | 'deliveredPct'>

/** The headings of the figures; `null` for one that the exchange never prints. */
export type DayHeadings = Readonly<Record<keyof DayFigures, string | null>>

interface Figure {
  readonly from: (text: string) => number | null
  /** Completes the sentence "HEADING must be ...". */
  readonly right: string
}

const PRICE: Figure = { from: priceFrom, right: 'rupees above 0 with at most 2 decimals' }
const FIGURES: Readonly<Record<keyof DayFigures, Figure>> = {
  high: PRICE,
  low: PRICE,
  close: PRICE,
  volume: { from: (text) => countFrom(text) || null, right: 'a number of shares above 0' },
  deliveredPct: { from: percentFrom, right: 'a percentage from 0 to 100' },
}

/** Parses the other figures of a day with this opening price. A fault leaves out figures, never the opening price. */
export function dayFigures(
  cell: CellUnder,
  headings: DayHeadings,
  open: Paise,
): { readonly figures: DayFigures; readonly fault: string | null } {
  const faults: string[] = []
  const figure = (key: keyof DayFigures): number | null => {
    const heading = headings[key]
    const text = heading === null ? '' : cell(heading)
    if (text === '' || text === '-') return null
    const value = FIGURES[key].from(text)
    if (value === null) faults.push(`${heading} must be ${FIGURES[key].right}; got ${JSON.stringify(text)}`)
    return value
  }
  const figures: DayFigures = {
    high: figure('high'),
    low: figure('low'),
    close: figure('close'),
    volume: figure('volume'),
    deliveredPct: figure('deliveredPct'),
  }
  if (!isConsistent(figures, open))
    return {
      figures: OPEN_ALONE,
      fault: `the prices of ${headings.low} to ${headings.high} must contain the others`,
    }
  return { figures, fault: faults.length > 0 ? faults.join('; ') : null }
}

function isConsistent({ high, low, close }: DayFigures, open: Paise): boolean {
  const prices = [open, ...[high, low, close].filter((price) => price !== null)]
  return (
    Math.max(...prices) === (high ?? Math.max(...prices)) &&
    Math.min(...prices) === (low ?? Math.min(...prices))
  )
}

function percentFrom(text: string): number | null {
  const percent = numberFrom(text)
  return percent !== null && percent >= 0 && percent <= 100 ? percent : null
}
