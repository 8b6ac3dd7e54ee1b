import { describe, expect, it } from 'vitest'
import { addDays, isRealDay, istDay, parseInstant } from '../market/calendar.ts'
import { dealKey, dealValue } from '../market/deals/deal.ts'
import type { Fact } from '../market/facts/fact.ts'
import { isTermOf, TERM_KEYS } from '../market/facts/term-table.ts'
import { slugOfName } from '../market/issues/names.ts'
import { issuesAlive } from './issue.ts'
import { demoFacts, EXAMPLE_ISSUE } from './market.ts'
import { companyName, NAME_COUNT } from './names.ts'
import { isBusinessDay } from './trading-days.ts'

const UP_TO = '2026-11-15T06:00:00.000Z'
const facts = demoFacts({ after: null, upTo: UP_TO })
const all = facts.map(({ fact }) => fact)
const deals = all.flatMap((fact) =>
  fact.fact === 'deal' && fact.symbol !== EXAMPLE_ISSUE.symbol ? fact : [],
)
const issues = issuesAlive('2025-10-01', '2026-11-15')

/** Figures that need not be whole. */
const FRACTIONS: ReadonlySet<string> = new Set([
  'timesSub',
  'deliveredPct',
  ...TERM_KEYS.filter((key) => isTermOf('crore', key)),
])

/** The amounts of a fact in paise, and its quantities. */
const amountsOf = (fact: Fact): number[] =>
  Object.entries(fact.fact === 'ipo' ? fact.said : fact).flatMap(([key, value]) =>
    typeof value === 'number' && !FRACTIONS.has(key) ? value : [],
  )

/** The moment or day that a fact is about; empty if it has none. */
function aboutOf(fact: Fact): string {
  if (fact.fact === 'gmp') return fact.reportedAt ?? fact.observedAt
  if (fact.fact === 'subscription') return fact.observedAt
  if (fact.fact === 'listing') return fact.listedOn
  return fact.fact === 'deal' ? fact.tradeDate : ''
}

describe('every invented fact', () => {
  it('is recorded in order, at a valid moment, and not before it happened', () => {
    let last = ''
    for (const { fact, recordedAt } of facts) {
      expect(recordedAt >= last && parseInstant(recordedAt) === recordedAt, recordedAt).toBe(true)
      const about = aboutOf(fact)
      const known = isRealDay(about) ? istDay(recordedAt) : recordedAt
      expect(about <= known, JSON.stringify(fact)).toBe(true)
      last = recordedAt
    }
    expect(last <= UP_TO).toBe(true)
  })

  it('has whole paise and shares, and never -0', () => {
    for (const fact of all)
      for (const amount of amountsOf(fact)) {
        expect(Number.isSafeInteger(amount), JSON.stringify(fact)).toBe(true)
        expect(Object.is(amount, -0)).toBe(false)
      }
  })

  it('has only known keys in the terms of an issue', () => {
    const known = new Set<string>(TERM_KEYS)
    for (const fact of all)
      if (fact.fact === 'ipo') expect(Object.keys(fact.said).filter((key) => !known.has(key))).toEqual([])
  })
})

describe('a company', () => {
  it('has a unique name and ticker', () => {
    const names = Array.from({ length: NAME_COUNT }, (_, index) => companyName(index))
    expect(NAME_COUNT).toBeGreaterThan(600)
    expect(new Set(names.map(({ name }) => slugOfName(name))).size).toBe(NAME_COUNT)
    expect(new Set(names.map(({ ticker }) => ticker)).size).toBe(NAME_COUNT)
    expect(names.every(({ ticker }) => /^[A-Z]{10}$/.test(ticker))).toBe(true)
  })

  it('has a unique slug also when names repeat', () => {
    const slugs = issuesAlive('2024-01-01', '2045-01-01').map(({ slug }) => slug)
    expect(slugs.length).toBeGreaterThan(NAME_COUNT)
    expect(new Set(slugs).size).toBe(slugs.length)
  })

  it('has lots and prices that fit its board', () => {
    for (const { board, offer, exchanges } of issues) {
      const lotRupees = (offer.lotSize * offer.priceMax) / 100
      const [least, most] = board === 'SME' ? [120_000, 146_000] : [13_500, 15_000]
      expect(lotRupees).toBeGreaterThanOrEqual(least)
      expect(lotRupees).toBeLessThanOrEqual(most)
      expect(offer.priceMin <= offer.issuePrice && offer.issuePrice <= offer.priceMax).toBe(true)
      expect(exchanges).toHaveLength(board === 'SME' ? 1 : 2)
    }
  })

  it('has its days on trading days and its band five to eight days ahead', () => {
    for (const { announcedOn, bandOn, held } of issues) {
      const { openDate, closeDate, allotmentDate, listingDate } = held
      const days = [announcedOn, bandOn, openDate, closeDate, allotmentDate, listingDate]
      expect(days.filter((day) => !isBusinessDay(day))).toEqual([])
      expect(days).toEqual(days.toSorted())
      expect(bandOn >= addDays(openDate, -8) && bandOn <= addDays(openDate, -5)).toBe(true)
    }
  })
})

describe('the order book', () => {
  it('never shrinks, ends below 200 times, and is rarely undersubscribed', () => {
    const readings = all.flatMap((fact) =>
      fact.fact === 'subscription' && fact.timesSub !== null ? { ...fact, timesSub: fact.timesSub } : [],
    )
    const series = Map.groupBy(readings, ({ slug, category }) => `${slug} ${category}`)
    for (const [key, book] of series) {
      const times = book.map(({ timesSub }) => timesSub)
      expect(times, key).toEqual(times.toSorted((a, b) => a - b))
    }
    const totals = readings.flatMap(({ category, timesSub }) => (category === 'TOTAL' ? timesSub : []))
    expect(Math.max(...totals)).toBeGreaterThan(100)
    expect(Math.max(...totals)).toBeLessThanOrEqual(200)
    const last = [...series].flatMap(([key, book]) =>
      key.endsWith(' TOTAL') ? (book.at(-1)?.timesSub ?? 0) : [],
    )
    expect(last.some((times) => times < 1)).toBe(true)
    expect(last.filter((times) => times < 1).length / last.length).toBeLessThan(0.15)
  })
})

describe('the deals', () => {
  it('are 12 to 25 a trading day, worth 5 lakh to 500 crore rupees each', () => {
    for (const [day, rows] of Map.groupBy(deals, ({ tradeDate }) => tradeDate)) {
      expect(isBusinessDay(day)).toBe(true)
      expect(rows.length).toBeGreaterThanOrEqual(12)
      expect(rows.length).toBeLessThanOrEqual(25)
    }
    const values = deals.map((deal) => dealValue(deal) / 100)
    expect(Math.min(...values)).toBeGreaterThanOrEqual(500_000)
    expect(Math.max(...values)).toBeLessThanOrEqual(5_000_000_000)
  })

  it('have a buyer and a seller in every block', () => {
    const blocks = deals.filter(({ kind }) => kind === 'BLOCK')
    const buys = blocks.filter(({ dealType }) => dealType === 'BUY')
    expect(buys.length).toBeGreaterThan(20)
    expect(buys.length * 2).toBe(blocks.length)
  })

  it('include a few exact duplicates', () => {
    const twice = [...Map.groupBy(deals, dealKey).values()].filter((rows) => rows.length > 1)
    expect(twice.length).toBeGreaterThan(2)
    expect(twice.length).toBeLessThan(40)
  })

  it('are only in shares that are listed by then', () => {
    const listedOn = new Map(issues.map(({ symbol, held }) => [symbol, held.listingDate]))
    for (const { symbol, tradeDate } of deals) expect((listedOn.get(symbol) ?? '') <= tradeDate).toBe(true)
    expect(deals.filter(({ symbol }) => listedOn.has(symbol)).length).toBeGreaterThan(300)
  })
})
