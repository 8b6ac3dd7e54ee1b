import { isRealDay } from '../../src/market/calendar.ts'

const PRICES = new Set([
  'faceValue',
  'priceMin',
  'priceMax',
  'issuePrice',
  'listingPrice',
  'previousClose',
  'price',
])
const COUNTS = new Set(['lotSize', 'minLots', 'quantity'])
const DAYS = new Set(['openDate', 'closeDate', 'allotmentDate', 'listingDate', 'listedOn', 'tradeDate'])
const MOMENTS = new Set(['observedAt', 'reportedAt'])
const [FIRST_YEAR, LAST_YEAR] = [1990, 2999]

const isDay = (value: unknown): boolean =>
  typeof value === 'string' &&
  isRealDay(value.slice(0, 10)) &&
  Number(value.slice(0, 4)) >= FIRST_YEAR &&
  Number(value.slice(0, 4)) <= LAST_YEAR

function isRight(key: string, value: unknown): boolean {
  if (typeof value === 'number' && !Number.isFinite(value)) return false
  if (PRICES.has(key)) return typeof value === 'number' && value > 0
  if (COUNTS.has(key)) return Number.isSafeInteger(value) && (value as number) >= 1
  if (DAYS.has(key)) return isDay(value) && (value as string).length === 10
  if (MOMENTS.has(key)) return isDay(value)
  if (key === 'issueSizeCr') return typeof value === 'number' && value > 0
  if (key === 'timesSub') return typeof value === 'number' && value >= 0
  return key !== 'gmp' || Number.isSafeInteger(value)
}

/** Faults of figures and days, checked independently of the rules that refuse them, which may be wrong. */
export function brokenValue(value: object): string | undefined {
  for (const [key, inner] of Object.entries(value)) {
    if (inner === null || inner === undefined) continue
    if (!isRight(key, inner)) return `${key} is ${JSON.stringify(inner) ?? String(inner)}`
    const broken = typeof inner === 'object' ? brokenValue(inner) : undefined
    if (broken !== undefined) return broken
  }
  return undefined
}

/** The name of a property that every object has. */
export function pollution(): string | undefined {
  for (const key in {}) return key
  return undefined
}
