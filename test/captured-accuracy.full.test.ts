import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { accuracyReport, calibrationReport } from '../src/reports/scores/accuracy.ts'
import { gmp, ipo, listing } from './support/lines.ts'
import { marketOf } from './support/market-data.ts'
import { captures, needs } from './support/needs.ts'
import { recordAll } from './support/record.ts'
import { withStore } from './support/store.ts'

/** Real listings and their daily quotes, which are stored beside the project and not in it. */
const LISTINGS = new URL('../../shared/captures/tables/ipocentral-scoreboard.csv', import.meta.url)
const QUOTES = new URL('../../shared/captures/tables/ipocentral-gmp-daily.csv', import.meta.url)
needs(captures(existsSync(LISTINGS) && existsSync(QUOTES)))

const SOURCE = 'IPO Central'
const NOW = '2026-11-15T06:00:00.000Z'
/** 11:30 in India: after trading begins and before bidding ends. */
const at = (day: string) => `${day}T06:00:00.000Z`

interface Listed {
  readonly slug: string
  readonly board: string
  readonly opens: string
  readonly closes: string
  readonly lists: string
  readonly price: number
  readonly gain: number
  readonly listingPrice: number
  /** Whether the price is one at which NSE cut off SME listings. */
  readonly isCut: boolean
  readonly announced: string
  /** By day; of two lines of one day the later counts. */
  readonly quotes: ReadonlyMap<string, number>
}

function rowsOf(file: URL): Record<string, string>[] {
  const [head = '', ...lines] = readFileSync(file, 'utf8').trim().split('\n')
  const names = head.trim().split(',')
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, i) => [names[i], cell.trim()])))
}

const day = (from: string, days: number) =>
  new Date(Date.parse(from) + days * 86_400_000).toISOString().slice(0, 10)

function listedIn(): Listed[] {
  const quotes = Map.groupBy(rowsOf(QUOTES), (row) => row.ipo_company_name)
  return rowsOf(LISTINGS)
    .filter((row) => row.listing_price_src === 'nse_bhavcopy' && row.nse_symbol !== 'PNGJL')
    .map((row, i) => {
      const own = new Map((quotes.get(row.company) ?? []).map((q) => [q.gmp_date ?? '', Number(q.gmp_rs)]))
      const [price, listingPrice] = [Number(row.issue_price), Number(row.listing_price)]
      const [first = ''] = [...own.keys(), day(row.open_date ?? '', -3)].sort()
      return {
        slug: `listing-${i}`,
        board: row.series_type === 'SME' ? 'SME' : 'MAINBOARD',
        opens: row.open_date ?? '',
        closes: row.close_date ?? '',
        lists: row.listing_date ?? '',
        price,
        listingPrice,
        gain: round(((listingPrice - price) / price) * 100),
        isCut: row.series_type === 'SME' && isCutOff(row.listing_date ?? '', listingPrice, price),
        announced: first,
        quotes: own,
      }
    })
}

const isCutOff = (on: string, opened: number, price: number) =>
  (on >= '2024-07-04' && Math.abs(opened - 1.9 * price) < 0.0501) ||
  (on >= '2025-08-04' && Math.abs(opened - 0.8 * price) < 0.0501)

const factsOf = (each: Listed) => [
  ipo(each.slug, {
    board: each.board,
    issuePrice: each.price,
    openDate: each.opens,
    closeDate: each.closes,
    listingDate: each.lists,
    recordedAt: at(each.announced),
  }),
  listing(each.slug, each.lists, each.listingPrice, { recordedAt: at(each.lists) }),
  ...[...each.quotes].map(([on, amount]) => gmp(each.slug, on, amount, SOURCE, { recordedAt: at(on) })),
]

// From here on everything is computed from the tables, independently of the service.

const round = (value: number) => (Math.sign(value) * Math.round(Math.abs(value) * 100 + 1e-7)) / 100
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

interface Called {
  readonly board: string
  readonly year: string
  readonly implied: number
  readonly actual: number
  readonly average: number
  readonly median: number
  readonly isCut: boolean
  readonly lists: string
  /** The day of the moment, and the last day whose listings are known at it. */
  readonly on: string
  readonly lastDay: string
}

const DAYS = { 'close-7': 7, 'close-3': 3, 'close-1': 1, close: 0 } as const

function calledAt(horizon: string, all: readonly Listed[]): Called[] {
  return all.flatMap((each) => {
    const days = DAYS[horizon as keyof typeof DAYS]
    // Quotes of that day are known by the end of bidding, but not when trading begins.
    const lastDay = days === undefined ? day(each.lists, -1) : day(each.closes, -days)
    const firstDay = day(lastDay < each.closes ? lastDay : each.closes, -7)
    if (each.announced > lastDay) return []
    const quoted = [...each.quotes.keys()].filter((on) => on <= lastDay && on >= firstDay).sort()
    const amount = each.quotes.get(quoted.at(-1) ?? '')
    if (amount === undefined) return []
    const before = all.filter((other) => other.board === each.board && other.lists <= lastDay)
    return [
      {
        board: each.board,
        year: each.lists.slice(0, 4),
        implied: round((amount / each.price) * 100),
        actual: each.gain,
        average: before.length === 0 ? 0 : round(mean(before.map(({ gain }) => gain))),
        median: before.length === 0 ? 0 : middleOf(before.map(({ gain }) => gain).sort((a, b) => a - b)),
        isCut: each.isCut,
        lists: each.lists,
        on: days === undefined ? each.lists : lastDay,
        lastDay,
      },
    ]
  })
}

/** Student's distribution by integrating its density. */
function studentWithin(t: number, freedom: number): number {
  const steps = 4000
  const density = (x: number) => (1 + (x * x) / freedom) ** (-(freedom + 1) / 2)
  const area = (to: number) => {
    let sum = 0
    for (let i = 0; i < steps; i++) sum += density(((i + 0.5) * to) / steps)
    return (sum * to) / steps
  }
  // The tail, by the substitution x = 1 / y.
  let beyond = 0
  for (let i = 0; i < steps; i++) {
    const y = (i + 0.5) / steps / t
    beyond += density(1 / y) / (y * y)
  }
  const within = area(t)
  return within / (within + beyond / steps / t)
}

const quantiles = new Map<number, number>()
function student(freedom: number): number {
  const known = quantiles.get(freedom)
  if (known !== undefined) return known
  let [low, high] = [1.9, 13]
  for (let i = 0; i < 30; i++) {
    const middle = (low + high) / 2
    if (studentWithin(middle, freedom) < 0.95) low = middle
    else high = middle
  }
  quantiles.set(freedom, low)
  return low
}

function meanWithin(values: number[]) {
  if (values.length < 2) return null
  const middle = mean(values)
  const deviation = Math.sqrt(
    values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1),
  )
  const reach = (student(values.length - 1) * deviation) / Math.sqrt(values.length)
  return { low: middle - reach, high: middle + reach }
}

/** The shares within 1.96 of their own standard errors of the observed one, by trial. */
function shareWithin(hits: number, n: number) {
  if (n === 0) return null
  const isNear = (share: number) =>
    (hits / n - share) ** 2 <= (1.959963984540054 ** 2 * share * (1 - share)) / n
  const edge = (far: number) => {
    let [outside, inside] = [far, hits / n]
    if (isNear(far)) return far
    for (let i = 0; i < 40; i++) {
      const middle = (outside + inside) / 2
      if (isNear(middle)) inside = middle
      else outside = middle
    }
    return inside
  }
  return { low: edge(0) * 100, high: edge(1) * 100 }
}

function medianWithin(sorted: number[]) {
  const n = sorted.length
  let [combinations, total, left] = [1n, 0n, 0]
  while (left < n && (total + combinations) * 40n <= 2n ** BigInt(n)) {
    total += combinations
    combinations = (combinations * BigInt(n - left)) / BigInt(left + 1)
    left++
  }
  return left === 0 ? null : { low: sorted[left - 1], high: sorted[n - left] }
}

const middleOf = (sorted: number[]) =>
  ((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2

function summed(called: readonly Called[]) {
  const free = called.filter(({ isCut }) => !isCut)
  const nonzero = called.filter(({ implied }) => implied !== 0)
  return {
    ...errorsOf(called),
    withoutLimits: errorsOf(free),
    atLimitN: called.length - free.length,
    alwaysGainHits: called.filter(({ actual }) => actual > 0).length,
    zeroGmp: { n: called.length - nonzero.length },
    directionWithoutZero: { n: nonzero.length, hits: errorsOf(nonzero).directionHits },
    ...baselinesOf(called),
  }
}

function baselinesOf(called: readonly Called[]) {
  const own = mean(called.map(({ implied, actual }) => Math.abs(implied - actual)))
  const against = (forecast: (call: Called) => number) => {
    const other = mean(called.map((call) => Math.abs(forecast(call) - call.actual)))
    return called.length === 0
      ? { meanAbsErrorPp: null, skill: null }
      : { meanAbsErrorPp: other, skill: 1 - own / other }
  }
  return {
    zero: against(() => 0),
    boardAverage: against(({ average }) => average),
    boardMedian: against(({ median }) => median),
  }
}

function errorsOf(called: readonly Called[]) {
  const n = called.length
  const errors = called.map(({ implied, actual }) => implied - actual)
  const sizes = errors.map(Math.abs).sort((a, b) => a - b)
  const hits = called.filter(({ implied, actual }) => Math.sign(implied) === Math.sign(actual)).length
  const orNull = (value: number) => (n === 0 ? null : value)
  const whole = meanWithin(sizes)
  return {
    n,
    biasPp: orNull(mean(errors)),
    biasInterval: meanWithin(errors),
    meanAbsErrorPp: orNull(mean(sizes)),
    meanAbsErrorInterval: whole && { ...whole, low: Math.max(0, whole.low) },
    medianAbsErrorPp: orNull(middleOf(sizes)),
    medianAbsErrorInterval: medianWithin(sizes),
    directionHits: hits,
    directionHitPct: orNull((hits / n) * 100),
    directionHitInterval: shareWithin(hits, n),
    isFew: n < 20,
  }
}

const isBetween = ({ implied }: Called, from: number | null, to: number | null) =>
  (from === null || implied >= from) && (to === null || implied < to)

function partsOf(called: readonly Called[]) {
  const years = [...new Set(called.map(({ year }) => year))].sort().reverse()
  const ends = [null, 0, 10, 25, 50, null]
  return {
    overall: summed(called),
    byBoard: ['MAINBOARD', 'SME'].map((board) => ({
      board,
      ...summed(called.filter((call) => call.board === board)),
    })),
    byYear: years.map((year) => ({ year, ...summed(called.filter((call) => call.year === year)) })),
    bySize: ends.slice(1).map((to, i) => ({
      from: ends[i],
      to,
      ...summed(called.filter((call) => isBetween(call, ends[i] ?? null, to))),
    })),
  }
}

function outcomesOf(called: readonly Called[], from: number | null, to: number | null) {
  const inside = called.filter((call) => isBetween(call, from, to))
  const outcomes = inside.map(({ actual }) => actual).sort((a, b) => a - b)
  const above = outcomes.filter((actual) => actual > 0).length
  const [n, quarter] = [outcomes.length, Math.floor(outcomes.length / 4)]
  return {
    from,
    to,
    n,
    medianImpliedPct: n === 0 ? null : middleOf(inside.map(({ implied }) => implied).sort((a, b) => a - b)),
    medianActualPct: n === 0 ? null : middleOf(outcomes),
    middleHalf: n < 20 ? null : { low: outcomes[quarter], high: outcomes[n - 1 - quarter] },
    aboveIssuePrice: above,
    aboveIssuePricePct: n === 0 ? null : (above / n) * 100,
    aboveIssuePriceInterval: shareWithin(above, n),
    belowIssuePrice: outcomes.filter((actual) => actual < 0).length,
    isFew: n < 20,
  }
}

/** How often listings opened within the range around their GMP. */
function rangesIn(called: readonly Called[], board?: string) {
  const sizeOf = ({ implied }: Called) => [0, 10, 25, 50].filter((from) => implied >= from).length
  const judged = called.flatMap((call) => {
    if (board !== undefined && call.board !== board) return []
    const before = called.filter(({ lists }) => lists <= call.lastDay)
    const ofBoard = before.filter((other) => other.board === call.board)
    const ofSize = ofBoard.filter((other) => sizeOf(other) === sizeOf(call))
    const used = [ofSize, ofBoard].find(({ length }) => length >= 50)
    if (!used) return []
    const misses = used.map(({ implied, actual }) => round(actual - implied)).sort((a, b) => a - b)
    const isSme = call.board === 'SME'
    const ceiling = isSme && call.on >= '2024-07-04' ? 90 : Number.POSITIVE_INFINITY
    const floor = isSme && call.on >= '2025-08-04' ? -20 : -100
    const [low = 0, high = 0] = [Math.floor((used.length + 1) / 10), Math.ceil((9 * (used.length + 1)) / 10)]
      .map((rank) => round(call.implied + (misses[rank - 1] ?? 0)))
      .map((gain) => Math.min(Math.max(gain, floor), ceiling))
    const opened = call.isCut ? Math.min(Math.max(Math.round(call.actual), floor), ceiling) : call.actual
    return [low <= opened && opened <= high]
  })
  return { judged: judged.length, held: judged.filter(Boolean).length }
}

/** Compares every number of the expected value, with a tolerance of 0.01. */
function expectNear(actual: unknown, expected: unknown, place: string): void {
  if (typeof expected === 'number' && typeof actual === 'number') {
    expect(Math.abs(actual - expected), `${place}: ${actual}, not ${expected}`).toBeLessThan(0.010001)
  } else if (typeof expected === 'object' && expected !== null) {
    for (const [key, value] of Object.entries(expected))
      expectNear((actual as Record<string, unknown> | null)?.[key], value, `${place}.${key}`)
  } else expect(actual, place).toEqual(expected)
}

test('the accuracy of real listings equals an independent computation', async () => {
  const all = listedIn()
  await withStore(async (db) => {
    await recordAll(db, NOW, all.flatMap(factsOf))
    const moment = { version: 1, asOf: null, clock: NOW }
    const { median, sources, listings } = await accuracyReport(marketOf(db), moment)
    const calibration = await calibrationReport(marketOf(db), moment)
    expect(listings).toBe(287)
    for (const record of median) {
      const called = calledAt(record.horizon, all)
      const parts = partsOf(called)
      expectNear(record, parts, record.horizon)
      expect(record.byYear.map(({ year }) => year)).toEqual(parts.byYear.map(({ year }) => year))
      const ends = [null, ...Array.from({ length: 13 }, (_, i) => -20 + 10 * i), null]
      const bins = ends.slice(1).map((to, i) => outcomesOf(called, ends[i] ?? null, to))
      expectNear(calibration.horizons.find(({ horizon }) => horizon === record.horizon)?.bins, bins, 'bins')
      const ranges = calibration.ranges.find(({ horizon }) => horizon === record.horizon)
      expect(ranges?.overall).toMatchObject({ n: called.length, ...rangesIn(called) })
      for (const part of ranges?.byBoard ?? []) expect(part).toMatchObject(rangesIn(called, part.board))
    }
    expect(median.map(({ horizon, overall }) => [horizon, overall.n])).toEqual([
      ['close-7', 159],
      ['close-3', 261],
      ['close-1', 278],
      ['close', 280],
      ['last', 287],
    ])
    expect(median.at(-1)?.overall).toMatchObject({ n: 287, meanAbsErrorPp: 11.67, atLimitN: 8 })
    expect(calibration.ranges.map(({ overall: { judged, held } }) => [judged, held])).toEqual([
      [89, 80],
      [174, 151],
      [183, 158],
      [185, 160],
      [188, 161],
    ])
    // A single source is the median.
    expect(sources.map(({ source }) => source)).toEqual([SOURCE])
    expectNear(sources[0]?.horizons, median, SOURCE)
    expect(sources[0]?.horizons.map(({ rank }) => rank)).toEqual([1, 1, 1, 1, 1])
  })
})
