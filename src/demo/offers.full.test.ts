import { describe, expect, it, test } from 'vitest'
import { NO_HOLIDAYS } from '../../test/support/holidays.ts'
import { addDays, type Instant, istDay, istInstant } from '../market/calendar.ts'
import { isExchangeAddress } from '../market/exchanges.ts'
import type { Fact, HolidayFact, IpoFact, Recorded } from '../market/facts/fact.ts'
import { TERM_KEYS } from '../market/facts/term-table.ts'
import { type Holidays, holidaysOf, isTradingDay } from '../market/holidays.ts'
import { limitExceeded, limitReached } from '../market/issues/listing.ts'
import { displayName } from '../market/issues/names.ts'
import { registrarOf } from '../market/issues/registrars.ts'
import { expectedDays } from '../market/issues/status.ts'
import { termsFrom } from '../market/issues/terms.ts'
import { issuesAlive } from './issue.ts'
import { demoFacts } from './market.ts'
import { type DemoFact, holidaysOfYear } from './trading-days.ts'

const UP_TO = '2026-11-15T06:00:00.000Z'
const facts = demoFacts({ after: null, upTo: UP_TO })
const issues = new Map(issuesAlive('2025-10-01', '2026-11-15').map((issue) => [issue.slug, issue]))

const ofKind = <K extends Fact['fact']>(kind: K, from: readonly DemoFact[] = facts) =>
  from.flatMap(({ fact, recordedAt }, id) =>
    fact.fact === kind ? [{ ...(fact as Extract<Fact, { fact: K }>), recorded: recordedAt, id }] : [],
  )
const notices = ofKind('ipo')
const holidayFacts = ofKind('holiday')

const knownAt = <T extends { readonly recorded: Instant }>(clock: Instant, all: readonly T[]): T[] =>
  all.filter(({ recorded }) => recorded <= clock)

/** The demo's exchanges have the same holidays. */
const holidaysAt = (clock: Instant, all: readonly Recorded<HolidayFact>[]): Holidays =>
  holidaysOf(knownAt(clock, all), ['NSE'])

/** What the rule expects of an issue at a moment, from the terms that were known then. */
function expectedAt(clock: Instant, ipos: readonly Recorded<IpoFact>[], holidays: Holidays) {
  const terms = termsFrom(knownAt(clock, ipos))
  return terms && expectedDays(terms, 'CLOSED', holidays)
}

describe('expected days', () => {
  test.each([UP_TO, '2029-03-02T06:00:00.000Z', '2034-07-30T20:00:00.000Z'])(
    'the day after its close, the expected listing day of every listed issue is the real one, until %s',
    (upTo) => {
      const all = demoFacts({ after: null, upTo })
      const holidays = ofKind('holiday', all)
      const iposOf = Map.groupBy(ofKind('ipo', all), ({ slug }) => slug)
      const listed = new Map(ofKind('listing', all).map((fact) => [fact.slug, fact.listedOn]))
      let moved = 0
      for (const [slug, listedOn] of listed) {
        const ipos = iposOf.get(slug) ?? []
        const closeDate = termsFrom(ipos)?.closeDate ?? ''
        const clock = istInstant(addDays(closeDate, 1), '12:00')
        const expected = expectedAt(clock, ipos, holidaysAt(clock, holidays))
        expect(expected?.listingDate, slug).toBe(listedOn)
        if (expectedAt(clock, ipos, NO_HOLIDAYS)?.listingDate !== listedOn) moved++
      }
      expect(listed.size).toBeGreaterThan(350)
      // Each holiday moves the days of several issues.
      expect(moved).toBeGreaterThan(40)
    },
  )

  it('are moved by a holiday for some current issue in every week', () => {
    const from = '2026-08-01T00:00:00.000Z'
    const all = demoFacts({ after: from, upTo: '2027-11-01T00:00:00.000Z' })
    const holidays = [...holidayFacts, ...ofKind('holiday', all)]
    const iposOf = [...Map.groupBy(ofKind('ipo', all), ({ slug }) => slug).values()]
    for (let day = '2026-10-20'; day < '2027-11-01'; day = addDays(day, 7)) {
      const clock = istInstant(day, '12:00')
      const known = holidaysAt(clock, holidays)
      const moved = iposOf.filter((ipos) => {
        const expected = expectedAt(clock, ipos, known)
        if (!expected || expected.listingDate <= day) return false
        return expected.listingDate !== expectedAt(clock, ipos, NO_HOLIDAYS)?.listingDate
      })
      expect(moved.length, day).toBeGreaterThan(0)
    }
  })

  it('are known only from bidding days that are trading days', () => {
    const holidays = holidaysOf(holidayFacts, ['NSE'])
    const days = notices.flatMap(({ said: { openDate, closeDate } }) =>
      [openDate ?? [], closeDate ?? []].flat(),
    )
    expect(days.filter((day) => !isTradingDay(day, holidays))).toEqual([])
  })
})

describe('holidays', () => {
  it.each([2024, 2026, 2031])(
    'of %i are of both kinds, apart from each other, and one is announced late',
    (year) => {
      const holidays = holidaysOfYear(year)
      const banksOnly = holidays.filter(({ segments }) => !segments.includes('trading'))
      expect(banksOnly).toHaveLength(5)
      expect(holidays.length).toBe(18)
      expect(new Set(holidays.map(({ day }) => day.slice(0, 7))).size).toBe(12)
      for (const [i, { day }] of holidays.entries())
        expect(day >= addDays(holidays[i - 1]?.day ?? '2000-01-01', 6)).toBe(true)
      const late = holidays.filter(({ announcedOn }) => announcedOn.slice(0, 4) === String(year))
      expect(late.map(({ day, announcedOn }) => day === addDays(announcedOn, 9))).toEqual([true])
    },
  )

  it('of the next year are announced in December', () => {
    const years = (upTo: Instant) =>
      new Set(ofKind('holiday', demoFacts({ after: null, upTo })).map(({ day }) => day.slice(0, 4)))
    expect(years('2026-12-11T12:00:00.000Z')).not.toContain('2027')
    expect(years('2026-12-11T13:00:00.000Z')).toContain('2027')
  })
})

describe('the terms of issues', () => {
  it.each(TERM_KEYS)('have %s somewhere', (key) => {
    expect(notices.some(({ said }) => said[key] !== undefined && said[key] !== null)).toBe(true)
  })

  it('have registrars with a page, and one without', () => {
    const registrars = notices.flatMap(({ said }) => (said.registrar ? registrarOf(said.registrar) : []))
    expect(registrars.filter(({ allotmentUrl }) => allotmentUrl === null).length).toBeGreaterThan(20)
    expect(new Set(registrars.map(({ name }) => name)).size).toBe(7)
  })

  it('have documents on hosts of the exchanges', () => {
    const documents = notices.flatMap(({ said }) => said.documents ?? [])
    expect(documents.filter(({ url }) => !isExchangeAddress(url) || !url.includes('/demo/'))).toEqual([])
    expect(new Set(documents.map(({ kind }) => kind)).size).toBe(4)
  })

  it('fit the board', () => {
    for (const { said } of notices) {
      if (said.board === 'SME')
        expect(said.anchorShares ?? said.reservedFor ?? said.niiMaxShares).toBeUndefined()
      else expect(said.marketMakerShares).toBeUndefined()
      if (said.employeeDiscount !== undefined) expect(said.reservedFor).toContain('EMP')
      if (said.shareholderLimit !== undefined) expect(said.reservedFor).toContain('SHA')
      if (said.upiCutoffAt !== undefined)
        expect(said.upiCutoffAt).toBe(istInstant(said.closeDate ?? '', '17:00'))
    }
  })

  it('have names in capitals from BSE, which are displayed like the others', () => {
    const inCapitals = notices.filter(({ said }) => said.name === said.name.toUpperCase())
    expect(new Set(inCapitals.map(({ source }) => source))).toEqual(new Set(['bse']))
    for (const { slug, said } of inCapitals) expect(displayName(said.name)).toBe(issues.get(slug)?.name)
  })

  it('have a closing day that moved later while the issue was open', () => {
    const extended = [...issues.values()].filter(
      ({ change, slug }) => change?.kind === 'extended' && notices.some((notice) => notice.slug === slug),
    )
    expect(extended.length).toBeGreaterThan(5)
    for (const { slug, planned } of extended) {
      const closes = notices.flatMap(({ said, ...notice }) =>
        notice.slug === slug && said.closeDate ? { day: said.closeDate, on: istDay(notice.recorded) } : [],
      )
      const moved = closes.find(({ day }) => day > planned.closeDate)
      if (!moved) continue
      expect(moved.on >= planned.openDate && moved.on < planned.closeDate, slug).toBe(true)
    }
  })
})

describe('readings of the order book', () => {
  const readings = ofKind('subscription')

  it('have shares on the mainboard, and applications on SME boards', () => {
    for (const { book, category, timesSub, sharesOffered, sharesBid, applications } of readings) {
      expect(sharesBid).not.toBeNull()
      expect(applications === null).toBe(book === 'ALL')
      const hasMultiple = book !== 'NSE' || category === 'TOTAL'
      expect([timesSub !== null, sharesOffered !== null]).toEqual([hasMultiple, hasMultiple])
      if (sharesOffered !== null) expect(timesSub).toBeCloseTo((sharesBid ?? 0) / sharesOffered, 1)
    }
    expect(new Set(readings.map(({ book }) => book))).toEqual(new Set(['ALL', 'NSE', 'BSE']))
    expect(new Set(readings.map(({ category }) => category))).toContain('SHA')
  })

  it('are on every day of bidding, and the last is at 19:00', () => {
    const totals = Map.groupBy(
      readings.filter(({ category }) => category === 'TOTAL'),
      ({ slug }) => slug,
    )
    const ended = [...totals].flatMap(([slug, ofIssue]) => {
      const held = issues.get(slug)?.held
      return held && istInstant(addDays(held.closeDate, 1), '00:00') <= UP_TO ? { held, ofIssue } : []
    })
    expect(ended.length).toBeGreaterThan(350)
    for (const { held, ofIssue } of ended) {
      const days = new Set(ofIssue.map(({ observedAt }) => istDay(observedAt)))
      expect(days.size).toBeGreaterThanOrEqual(3)
      expect([days.has(held.openDate), ofIssue.at(-1)?.observedAt]).toEqual([
        true,
        istInstant(held.closeDate, '19:00'),
      ])
    }
  })
})

describe('listing days', () => {
  const listings = ofKind('listing')

  it('have figures that fit the opening price', () => {
    const full = listings.filter(({ close }) => close !== null)
    expect(full.length).toBeGreaterThan(350)
    for (const { listingPrice, high, low, close, volume, deliveredPct } of full) {
      expect(high).toBeGreaterThanOrEqual(Math.max(listingPrice, close ?? 0))
      expect(low).toBeLessThanOrEqual(Math.min(listingPrice, close ?? 0))
      expect(volume).toBeGreaterThan(0)
      expect(deliveredPct).toBeGreaterThan(0)
      expect(deliveredPct).toBeLessThanOrEqual(100)
    }
  })

  it('stay within the limits of SME boards, and reach both', () => {
    const reached = new Map<string | null, number>()
    for (const listing of listings) {
      const { board = 'MAINBOARD', offer } = issues.get(listing.slug) ?? {}
      const price = offer?.issuePrice ?? 0
      if (board === 'SME') expect(limitExceeded(listing, price)).toBeNull()
      const limit = limitReached(board, listing, price)
      reached.set(limit, (reached.get(limit) ?? 0) + 1)
    }
    expect(reached.get('upper')).toBeGreaterThan(2)
    expect(reached.get('lower')).toBeGreaterThan(2)
  })
})

test('only InvestorGain prints a range, which contains the quote, and rates for an application', () => {
  const quotes = ofKind('gmp')
  for (const { source, gmp, printedLow, printedHigh, subjectToSauda } of quotes) {
    expect(printedLow !== null && printedHigh !== null).toBe(source === 'InvestorGain')
    expect((printedLow ?? gmp) <= gmp && (printedHigh ?? gmp) >= gmp).toBe(true)
    if (subjectToSauda !== null) expect(subjectToSauda).toBeGreaterThan(0)
  }
  expect(quotes.some(({ subjectToSauda }) => subjectToSauda !== null)).toBe(true)
})
