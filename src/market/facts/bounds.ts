import type { Day } from '../calendar.ts'
import { MAX_RUPEES, type Paise } from '../money.ts'
import { FACTS, type Fact, type Field, type ValueKind } from './fact.ts'
import { TERM_KEYS, TERMS } from './term-table.ts'

/** The exchanges publish no files from before this day, so an earlier day is a misprint. */
export const FIRST_DAY: Day = '1990-01-01'
/** A later day is a misprint. */
export const LAST_DAY: Day = '2999-12-31'
/** A larger issue size in crore is a misprint, and so is a larger subscription multiple. */
export const MAX_CRORE = 1e9
export const MAX_TIMES = 1e9

const MAX_PAISE: number = MAX_RUPEES * 100

export const isMarketDay = (day: Day): boolean => day >= FIRST_DAY && day <= LAST_DAY

/** The price or face value of a share is above zero. A GMP may be zero or negative. */
export const isPrice = (paise: Paise): boolean =>
  Number.isSafeInteger(paise) && paise > 0 && paise <= MAX_PAISE
export const isCrore = (crore: number): boolean => crore > 0 && crore <= MAX_CRORE
export const isMultiple = (times: number): boolean => times >= 0 && times <= MAX_TIMES

interface Bound {
  /** Completes the sentence "KEY must be ...". */
  readonly expected: string
  readonly holds: (value: unknown) => boolean
}

const number =
  (isWithin: (value: number) => boolean): Bound['holds'] =>
  (value) =>
    typeof value === 'number' && isWithin(value)

const PRICE: Readonly<Bound> = {
  expected: 'above 0 paise, and no more than a price can be',
  holds: number(isPrice),
}
/** Of an instant only the day is checked. */
const DAY: Readonly<Bound> = {
  expected: `a day from ${FIRST_DAY} to ${LAST_DAY}`,
  holds: (value) => typeof value === 'string' && isMarketDay(value.slice(0, 10)),
}

const OF_KIND: Readonly<Partial<Record<ValueKind, Bound>>> = {
  price: PRICE,
  amount: {
    expected: 'whole paise, and no more than an amount can be',
    holds: number((paise) => Number.isSafeInteger(paise) && Math.abs(paise) <= MAX_PAISE),
  },
  count: {
    expected: 'a whole number from 1',
    holds: number((count) => Number.isSafeInteger(count) && count >= 1),
  },
  countFromZero: {
    expected: 'a whole number from 0',
    holds: number((count) => Number.isSafeInteger(count) && count >= 0),
  },
  percent: {
    expected: 'a percentage from 0 to 100',
    holds: number((percent) => percent >= 0 && percent <= 100),
  },
  crore: { expected: `above 0 and at most ${MAX_CRORE}`, holds: number(isCrore) },
  multiple: { expected: `from 0 to ${MAX_TIMES}`, holds: number(isMultiple) },
  day: DAY,
  moment: DAY,
}

/** By key, since a key has the same bounds in every kind of fact. */
const BOUNDS: ReadonlyMap<string, Bound | undefined> = new Map([
  ...TERM_KEYS.map((key) => [key, OF_KIND[TERMS[key].kind]] as const),
  ...Object.values(FACTS).flatMap((fields) =>
    Object.entries<Field>(fields).map(([key, { kind }]) => [key, OF_KIND[kind]] as const),
  ),
  ['previousClose', PRICE],
])

/**
 * Describes the first value that is impossible in a market; `undefined` if there is none. Unknown values are allowed.
 */
export function boundsFault(values: object): string | undefined {
  for (const [key, value] of Object.entries(values)) {
    if (value === null || value === undefined) continue
    const bound = BOUNDS.get(key)
    if (bound !== undefined && !bound.holds(value))
      return `${key} must be ${bound.expected}; got ${JSON.stringify(value) ?? String(value)}`
  }
  return undefined
}

/** The same check for a fact. Retractions are exempt: they may name facts that should not have been recorded. */
export function boundsFaultOf(fact: Fact): string | undefined {
  if (fact.fact === 'retraction') return undefined
  return boundsFault(fact.fact === 'ipo' ? fact.said : fact)
}
