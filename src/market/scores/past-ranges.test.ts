import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '../calendar.ts'
import { BOARDS, type Board } from '../facts/fact.ts'
import type { ListingOutcome, Prediction, PredictionHistory, TimedValue } from './prediction.ts'
import { PastRanges, rangeAround } from './range.ts'

const at = (day: number, time = '06:00:00.000') => `${addDays('2026-01-01', day)}T${time}Z`

const outcomeOf = (day: number, actualPct: number, board: Board = 'MAINBOARD'): ListingOutcome => ({
  board,
  listedOn: addDays('2026-01-01', day),
  actualPct,
  limit: null,
})

/** An issue that was predicted three days before it listed. */
const issue = (
  slug: string,
  listed: number,
  impliedPct: number,
  actualPct: number,
  more: Partial<PredictionHistory> = {},
): PredictionHistory => {
  const prediction: Prediction = {
    at: at(listed - 3),
    board: 'MAINBOARD',
    exchanges: ['NSE'],
    impliedPct,
    bySource: [],
  }
  return {
    slug,
    predictions: {
      ...{ 'close-7': [], 'close-3': [], 'close-1': [] },
      close: [{ since: prediction.at, value: prediction }],
      last: [{ since: at(listed), value: { ...prediction, at: at(listed, '04:29:59.999') } }],
    },
    outcome: [{ since: at(listed), value: outcomeOf(listed, actualPct) }],
    ...more,
  }
}

/** One listing a day, with misses of 1 to 60 points. */
const SIXTY = Array.from({ length: 60 }, (_, i) => issue(`issue-${i}`, i, 5, 6 + i))

describe('past predictions', () => {
  test('get no range before 50 outcomes were recorded, and then one from those before', () => {
    const { listings, judged } = new PastRanges(SIXTY, 'close').judgedAt(null)
    expect(listings).toHaveLength(60)
    // Issue 52 was predicted on day 49, when the outcomes of days 0 to 49 were known.
    expect(judged.map(({ slug }) => slug)).toEqual(SIXTY.slice(52).map(({ slug }) => slug))
    expect(judged[0]).toEqual({
      slug: 'issue-52',
      board: 'MAINBOARD',
      at: '2026-02-19T06:00:00.000Z',
      listedOn: '2026-02-22',
      implied: 500,
      actual: 5800,
      limit: null,
      range: { low: 1000, high: 5100, listings: 50, basis: 'size' },
      isHeld: false,
    })
  })

  test('are taken at each horizon by itself', () => {
    const { judged } = new PastRanges(SIXTY, 'last').judgedAt(null)
    // Just before it listed, the outcomes of the days before were known.
    expect(judged[0]).toMatchObject({ slug: 'issue-50', range: { listings: 50 } })
    expect(new PastRanges(SIXTY, 'close-7').judgedAt(null)).toEqual({ listings: [], judged: [] })
  })

  test('are judged at a past moment by the listings of then', () => {
    const past = new PastRanges(SIXTY, 'close')
    expect(past.judgedAt(at(53)).judged.map(({ slug }) => slug)).toEqual(['issue-52', 'issue-53'])
    const target = { board: 'MAINBOARD', exchanges: null, implied: 500, day: '2026-03-01' } as const
    expect(rangeAround(target, past.missesAt(at(48)))).toBeNull()
    expect(rangeAround(target, past.missesAt(at(49)))?.listings).toBe(50)
    expect(rangeAround(target, past.missesAt(null))?.listings).toBe(60)
  })

  test('use a revised outcome from its revision on, and a retracted one no longer', () => {
    const steps: TimedValue<ListingOutcome | null>[] = [
      { since: at(0), value: outcomeOf(0, 6) },
      { since: at(10), value: outcomeOf(0, 300) },
      { since: at(55), value: null },
    ]
    const revised = [issue('issue-0', 0, 5, 6, { outcome: steps }), ...SIXTY.slice(1)]
    const ranges = new PastRanges(revised, 'close').judgedAt(null).judged.map(({ range }) => range)
    // Without the lowest miss, and with a highest one that is left out.
    expect(ranges[0]).toEqual({ low: 1100, high: 5200, listings: 50, basis: 'size' })
    expect(ranges.map(({ listings }) => listings)).toEqual([50, 51, 52, 53, 54, 55, 55, 56])
  })
})

describe('a later outcome', () => {
  const anyIssue = (slug: string) =>
    fc
      .tuple(
        fc.integer({ min: 0, max: 90 }),
        fc.integer({ min: -10, max: 70 }),
        fc.integer({ min: -30, max: 95 }),
        fc.constantFrom(...BOARDS),
        fc.option(fc.integer({ min: 1, max: 40 })),
      )
      .map(([listed, implied, actual, board, revised]) =>
        issue(slug, listed, implied, actual, {
          outcome: [
            { since: at(listed), value: outcomeOf(listed, actual, board) },
            ...(revised === null
              ? []
              : [{ since: at(listed + revised), value: outcomeOf(listed, actual + 7, board) }]),
          ],
        }),
      )
  const market = fc.tuple(...Array.from({ length: 90 }, (_, i) => anyIssue(`issue-${i}`)))

  /** The ranges of the predictions up to a moment, by slug. */
  const rangesUpTo = (cut: string, histories: readonly PredictionHistory[]) => {
    const early = new Set(
      histories
        .filter(({ predictions: { close } }) => close[0] && close[0].since <= cut)
        .map(({ slug }) => slug),
    )
    const { judged } = new PastRanges(histories, 'close').judgedAt(null)
    return new Map(judged.filter(({ slug }) => early.has(slug)).map(({ slug, range }) => [slug, range]))
  }

  test('changes no earlier range', () => {
    fc.assert(
      fc.property(market, market, fc.integer({ min: 30, max: 90 }), (some, others, day) => {
        const cut = at(day)
        const altered = some.map((past, i) => {
          const known = past.outcome.filter(({ since }) => since <= cut)
          const other = others[i]?.outcome[0]?.value ?? null
          // All that was recorded after the moment is replaced by something else.
          return { ...past, outcome: [...known, { since: at(200), value: other }] }
        })
        expect(rangesUpTo(cut, altered)).toEqual(rangesUpTo(cut, some))
      }),
      { numRuns: 60 },
    )
  })
})
