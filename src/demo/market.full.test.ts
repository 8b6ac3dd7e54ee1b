import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { NO_HOLIDAYS } from '../../test/support/holidays.ts'
import { OWNERS } from '../../test/support/market-data.ts'
import { addDays, type Instant, istDay } from '../market/calendar.ts'
import {
  BOARDS,
  type Board,
  type DealFact,
  type GmpFact,
  type IpoFact,
  type ListingFact,
  type Recorded,
} from '../market/facts/fact.ts'
import { gmpDays } from '../market/gmp/gmp.ts'
import { listingFrom } from '../market/issues/listing.ts'
import { STATUSES, type Status, statusAt } from '../market/issues/status.ts'
import { type IssueTerms, termsFrom } from '../market/issues/terms.ts'
import { type Score, type ScoreSummary, scoreOf, summaryOf } from '../market/scores/scoreboard.ts'
import { issuesAlive } from './issue.ts'
import { demoFacts, EXAMPLE_ISSUE } from './market.ts'
import type { DemoFact } from './trading-days.ts'

interface ViewedIssue {
  readonly slug: string
  readonly terms: IssueTerms
  readonly status: Status
  readonly score: Score | undefined
  readonly isCurrent: boolean
  readonly isQuoted: boolean
  readonly isDisputed: boolean
}

interface MarketView {
  readonly issues: ViewedIssue[]
  /** Issues that have not listed, or listed in the last 14 days. */
  readonly current: ViewedIssue[]
  readonly summary: ScoreSummary
  readonly deals: DealFact[]
}

/** The market at a moment by the rules of `src/market`. */
function demoViewAt(clock: Instant, facts: readonly DemoFact[]): MarketView {
  const recorded = facts.map(({ fact, recordedAt }, id) => ({ ...fact, recorded: recordedAt, id }))
  const ipo = recorded.filter((fact): fact is Recorded<IpoFact> => fact.fact === 'ipo')
  const gmp = recorded.filter((fact): fact is Recorded<GmpFact> => fact.fact === 'gmp')
  const listing = recorded.filter((fact): fact is Recorded<ListingFact> => fact.fact === 'listing')
  const reports = Map.groupBy(gmp, ({ slug }) => slug)
  const listings = Map.groupBy(listing, ({ slug }) => slug)

  const issues = [...Map.groupBy(ipo, ({ slug }) => slug)].flatMap(([slug, facts]) => {
    const terms = termsFrom(facts)
    if (!terms) return []
    return [
      viewedIssue(clock, {
        slug,
        terms,
        reports: reports.get(slug) ?? [],
        listings: listings.get(slug) ?? [],
      }),
    ]
  })
  return {
    issues,
    current: issues.filter(({ isCurrent }) => isCurrent),
    summary: summaryOf(issues.flatMap(({ score }) => score ?? [])),
    deals: recorded.filter((fact): fact is Recorded<DealFact> => fact.fact === 'deal'),
  }
}

interface IssueFacts {
  readonly slug: string
  readonly terms: IssueTerms
  readonly reports: readonly Recorded<GmpFact>[]
  readonly listings: readonly Recorded<ListingFact>[]
}

function viewedIssue(clock: Instant, { slug, terms, reports, listings }: IssueFacts): ViewedIssue {
  const listing = listingFrom(listings)
  const status = statusAt(clock, {
    ...terms,
    withdrawn: terms.offMarket,
    hasListingPrice: listing !== undefined,
  })
  const oldestShown = addDays(istDay(clock), -14)
  const isRecent = status !== 'LISTED' || (listing?.listedOn ?? terms.listingDate ?? '') >= oldestShown
  return {
    slug,
    terms,
    status,
    score: scoreOf(terms, listing, reports, OWNERS, NO_HOLIDAYS),
    isCurrent: !terms.offMarket && isRecent,
    isQuoted: reports.length > 0,
    isDisputed: gmpDays(reports, OWNERS, NO_HOLIDAYS).some(({ disputed }) => disputed),
  }
}

const countOf = (issues: readonly ViewedIssue[], status: Status, board?: Board): number =>
  issues.filter((issue) => issue.status === status && (board === undefined || issue.terms.board === board))
    .length

const momentsUntil2035 = fc
  .date({ min: new Date('2026-01-01T00:00:00Z'), max: new Date('2035-12-31T23:59:59Z'), noInvalidDate: true })
  .map((date) => date.toISOString())
const HOUR_MS = 3_600_000
const laterBy = (moment: Instant, ms: number): Instant => new Date(Date.parse(moment) + ms).toISOString()
const lines = (facts: readonly DemoFact[]) => facts.map((one) => JSON.stringify(one)).join('\n')

/** The part of `facts` whose companies, days of deals or years of holidays are also in `window`. */
function sharedWith(window: readonly DemoFact[], facts: readonly DemoFact[]): DemoFact[] {
  const slugs = new Set(window.flatMap(({ fact }) => ('slug' in fact ? fact.slug : [])))
  const isExample = (fact: DemoFact['fact']) => fact.fact === 'deal' && fact.symbol === EXAMPLE_ISSUE.symbol
  const firstDeals =
    window.flatMap(({ fact }) => (fact.fact === 'deal' && !isExample(fact) ? fact.tradeDate : []))[0] ?? ''
  const holidays = window.flatMap(({ fact }) => (fact.fact === 'holiday' ? fact.day : [])).toSorted()
  return facts.filter(({ fact }) => {
    if (fact.fact === 'holiday') return fact.day >= (holidays[0] ?? '')
    if (fact.fact === 'deal') return isExample(fact) || fact.tradeDate >= firstDeals
    return 'slug' in fact && slugs.has(fact.slug)
  })
}

function expectLivelyMarket(moment: Instant) {
  const facts = demoFacts({ after: null, upTo: moment })
  const { current, summary, deals, issues } = demoViewAt(moment, facts)

  expect(current.length).toBeGreaterThanOrEqual(50)
  expect(current.length).toBeLessThanOrEqual(75)
  for (const status of STATUSES)
    for (const board of BOARDS)
      expect(countOf(current, status, board), `${status} on ${board} at ${moment}`).toBeGreaterThan(0)
  expect(countOf(current, 'OPEN'), moment).toBeGreaterThanOrEqual(3)
  const smeShare = issues.filter(({ terms }) => terms.board === 'SME').length / issues.length
  expect(Math.abs(smeShare - 0.6)).toBeLessThan(0.04)

  expect(summary.n).toBeGreaterThanOrEqual(300)
  expect(summary.n).toBeLessThanOrEqual(450)
  expect(Math.abs((summary.avgAbsErrorPp ?? 0) - 13)).toBeLessThan(3)
  expect(Math.abs((summary.directionHitPct ?? 0) - 75)).toBeLessThan(7)
  expect(deals.length).toBeGreaterThan(700)
  expect(deals.length).toBeLessThan(1300)
  expect(facts.length).toBeLessThan(80_000)
}

const MOMENTS: readonly (readonly [string, Instant])[] = [
  ['a Saturday night', '2026-08-15T18:45:00.000Z'],
  ['a Sunday noon', '2027-02-28T06:30:00.000Z'],
  ['New Year at midnight in India', '2027-12-31T18:30:00.000Z'],
  ['the first moment of a quarter in India', '2028-03-31T18:30:00.000Z'],
  ['the last moment of a quarter in India', '2029-06-30T18:29:59.999Z'],
  ['the opening of bidding', '2030-01-07T04:30:00.000Z'],
  ['the close of SME bidding', '2031-05-20T10:30:00.000Z'],
  ['the close of mainboard bidding', '2032-02-29T11:30:00.000Z'],
  ['before the opening on a Monday', '2035-12-31T04:29:59.999Z'],
]

describe('the demo at a moment', () => {
  test.each(MOMENTS)('is lively on %s', (_name, moment) => expectLivelyMarket(moment))

  it('is lively at any other moment', () => {
    fc.assert(fc.property(momentsUntil2035, expectLivelyMarket), { numRuns: 2 })
  })

  it('has at least three open issues, and both boards in every status, at every fifth hour of a month', () => {
    const all = demoFacts({ after: '2026-08-01T00:00:00.000Z', upTo: '2026-11-30T18:30:00.000Z' })
    // Issues that listed more than 14 days before the month are not current in any of its hours.
    const isOver = ({ fact, recordedAt }: DemoFact) => fact.fact === 'listing' && recordedAt < '2026-10-17'
    const over = new Set(all.filter(isOver).map(({ fact }) => 'slug' in fact && fact.slug))
    const notices = all.filter(
      ({ fact }) => (fact.fact === 'ipo' || fact.fact === 'listing') && !over.has(fact.slug),
    )
    // Five days of these are every hour of the day.
    for (let hour = 0; hour < 30 * 24; hour += 5) {
      const moment = laterBy('2026-10-31T18:30:00.000Z', hour * HOUR_MS)
      const known = notices.filter(({ recordedAt }) => recordedAt <= moment)
      const { current } = demoViewAt(moment, known)
      expect(countOf(current, 'OPEN'), moment).toBeGreaterThanOrEqual(3)
      for (const status of STATUSES)
        for (const board of BOARDS) expect(countOf(current, status, board), moment).toBeGreaterThan(0)
    }
  })

  it('has every special case: moved both ways, withdrawn, postponed, fixed-price, unquoted, disputed', () => {
    const moment = '2026-11-15T06:00:00.000Z'
    const facts = demoFacts({ after: null, upTo: moment })
    const notices = facts.flatMap(({ fact }) => (fact.fact === 'ipo' ? fact : []))
    const moves = [...Map.groupBy(notices, ({ slug }) => slug).values()].flatMap((notices) => {
      const opens = notices.flatMap(({ said: { openDate } }) => openDate ?? [])
      const [planned = '', held = ''] = [opens.at(0), opens.at(-1)]
      return planned === held ? [] : planned < held ? 'later' : 'earlier'
    })
    expect(moves.filter((move) => move === 'later').length).toBeGreaterThan(5)
    expect(moves).toContain('earlier')
    expect(notices.filter(({ said }) => said.withdrawn).length).toBeGreaterThan(2)
    expect(notices.some(({ said }) => said.postponed)).toBe(true)
    expect(notices.some(({ said }) => said.issueType === 'fixed-price')).toBe(true)

    const listed = demoViewAt(moment, facts).issues.filter(({ status }) => status === 'LISTED')
    expect(listed.some(({ isQuoted }) => !isQuoted)).toBe(true)
    expect(listed.filter(({ isDisputed }) => isDisputed).length / listed.length).toBeCloseTo(0.3, 1)
    const quotes = listed.flatMap(({ score }) => score?.gmpAtClose ?? [])
    expect(quotes).toContain(0)
    expect(quotes.some((gmp) => gmp < 0)).toBe(true)
  })
})

describe('the IPO of the examples', () => {
  const example = (upTo: Instant) =>
    demoFacts({ after: null, upTo }).filter(({ fact }) =>
      fact.fact === 'deal'
        ? fact.symbol === EXAMPLE_ISSUE.symbol
        : 'slug' in fact && fact.slug === EXAMPLE_ISSUE.slug,
    )

  it('has the same facts on every day', () => {
    const facts = example('2026-02-01T00:00:00.000Z')
    expect(new Set(facts.map(({ fact }) => fact.fact))).toEqual(
      new Set(['ipo', 'gmp', 'subscription', 'listing', 'deal']),
    )
    for (const moment of ['2026-11-15T06:00:00.000Z', '2035-01-01T00:00:00.000Z'])
      expect(lines(example(moment))).toBe(lines(facts))
  })

  it('has no company of the schedule with its slug or ticker', () => {
    const { slug, symbol } = EXAMPLE_ISSUE
    const others = issuesAlive('2024-01-01', '2040-01-01')
    expect(others.filter((other) => other.slug === slug || other.symbol === symbol)).toEqual([])
  })
})

describe('the demo as time passes', () => {
  it('never changes past facts, and continues where it stopped', () => {
    const gapMs = fc.oneof(
      fc.integer({ min: 0, max: 48 * HOUR_MS }),
      fc.integer({ min: 0, max: 2000 * HOUR_MS }),
    )
    fc.assert(
      fc.property(momentsUntil2035, gapMs, (then, gap) => {
        const now = laterBy(then, gap)
        const past = demoFacts({ after: null, upTo: then })
        const since = demoFacts({ after: then, upTo: now })
        const whole = demoFacts({ after: null, upTo: now })
        expect(since.every(({ recordedAt }) => recordedAt > then && recordedAt <= now)).toBe(true)
        expect(lines(sharedWith(whole, [...past, ...since]))).toBe(lines(whole))
      }),
      { numRuns: 2 },
    )
  })

  it('has the same facts in one step or in many', () => {
    const [from, to] = ['2026-10-30T18:29:00.000Z', '2026-11-09T05:00:00.000Z']
    const steps: DemoFact[] = []
    for (let after = from; after < to; after = laterBy(after, 6 * HOUR_MS)) {
      const next = laterBy(after, 6 * HOUR_MS)
      steps.push(...demoFacts({ after, upTo: next < to ? next : to }))
    }
    expect(lines(steps)).toBe(lines(demoFacts({ after: from, upTo: to })))
    expect(steps.length).toBeGreaterThan(500)
  })

  it('begins at the same company after a restart an hour later', () => {
    const firstAt = (upTo: Instant) =>
      demoFacts({ after: null, upTo }).find(({ fact }) => fact.fact !== 'holiday')
    const first = firstAt('2026-11-15T06:00:00.000Z')
    expect(firstAt('2026-11-15T07:00:00.000Z')).toEqual(first)
    expect(istDay(first?.recordedAt ?? '')).toBe('2025-10-01')
  })

  it('has no facts for an empty time span', () => {
    expect(demoFacts({ after: '2026-11-15T06:00:00.000Z', upTo: '2026-11-15T06:00:00.000Z' })).toEqual([])
  })
})
