import type { RoundReport } from '../../src/collect/collect-round.ts'
import { type Instant, isRealDay } from '../../src/market/calendar.ts'
import { readLine } from '../../src/sources/facts-file/read-line.ts'
import { writeLine } from '../../src/sources/facts-file/write-line.ts'
import type { Observation } from '../../src/sources/source.ts'
import type { Db } from '../../src/store/engines/db.ts'
import { allFacts } from '../../src/store/facts/all-facts.ts'
import { marketVersion } from '../../src/store/version/market-version.ts'

const PRICES = new Set(
  'faceValue priceMin priceMax issuePrice listingPrice previousClose price issueSizeCr'.split(' '),
)
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

/** Faults of the facts of a store: each must be plausible, and importable again from a facts file. */
export async function brokenFacts(db: Db): Promise<string[]> {
  const broken: string[] = []
  for await (const fact of allFacts(db)) {
    const line = writeLine(fact, fact.recorded)
    const again = readLine(line, 1)
    const fault = brokenValue(fact) ?? ('reason' in again ? again.reason : undefined)
    if (fault !== undefined) broken.push(`the store has ${line}: ${fault}`)
  }
  return broken
}

/** All facts that are recorded up to a moment. */
export async function knownAt(db: Db, asOf: Instant): Promise<string> {
  const lines: string[] = []
  const { version } = await marketVersion(db)
  for await (const fact of allFacts(db, { version, asOf })) lines.push(writeLine(fact, fact.recorded))
  return lines.join('\n')
}

/** Refused rows of a round that are not in the store. A row that equals an earlier one is stored as that one. */
export async function lostRefusals(db: Db, { source, rows }: RoundReport): Promise<string[]> {
  const lost: string[] = []
  for (const { raw, said, refused } of rows) {
    if (refused === null) continue
    const alike = await db
      .selectFrom('refusals')
      .select(['raw', 'said'])
      .where('source', '=', source)
      .where('rule', '=', refused.rule)
      .execute()
    const kept = alike.some(
      (row) => row.raw === raw || (said !== null && sayingOf(row.said) === sayingOf(said)),
    )
    if (!kept) lost.push(`${source} refused a row by ${refused.rule} that is not kept: ${raw.slice(0, 100)}`)
  }
  return lost
}

/** The content of a row, without the time of reading that replaces a missing stamp. */
function sayingOf(said: Observation | string | null): string {
  const {
    observedAt: _,
    isUnstamped: __,
    ...rest
  } = typeof said === 'string' ? JSON.parse(said) : (said ?? {})
  return JSON.stringify(rest)
}
