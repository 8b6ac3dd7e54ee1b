import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { gmp, ipo, listing, retraction, same } from '../../../test/support/lines.ts'
import { marketOf } from '../../../test/support/market-data.ts'
import { type Line, record, recordAll } from '../../../test/support/record.ts'
import { runs, withStore } from '../../../test/support/store.ts'
import { Owners } from '../../market/facts/publisher.ts'
import { HORIZONS } from '../../market/scores/horizon.ts'
import type { Db } from '../../store/engines/db.ts'
import { marketVersion } from '../../store/version/market-version.ts'
import { ipoAnswer } from '../ipos/ipo-among-others.ts'
import { accuracyReport, calibrationReport, medianAccuracy } from './accuracy.ts'
import { listedPredictions } from './listed-predictions.ts'
import { similarIpos } from './similar-ipos.ts'

const NOW = '2026-03-01T00:00:00.000Z'
const at = (version: number, asOf: string | null = null) => ({ version, asOf, clock: asOf ?? NOW })

/** One issue with a quote every morning, known before it opens. */
const quotedIssue = (slug: string, quotes: Readonly<Record<string, number>>, price: number): Line[] => [
  ipo(slug, {
    issuePrice: 100,
    openDate: '2026-01-13',
    closeDate: '2026-01-16',
    listingDate: '2026-01-21',
    recordedAt: '2026-01-08T04:00:00.000Z',
  }),
  ...Object.entries(quotes).map(([source, amount]) =>
    gmp(slug, '2026-01-15', amount, source, { recordedAt: '2026-01-15T04:00:00.000Z' }),
  ),
  listing(slug, '2026-01-21', price, { recordedAt: '2026-01-21T06:00:00.000Z' }),
]

class BreakableOwners extends Owners {
  isBroken = false
  override of(source: string): string {
    if (this.isBroken) throw new Error('broken')
    return super.of(source)
  }
}

describe('the accuracy report', () => {
  test('is computed again after a failure', async () => {
    await withStore(async (db) => {
      await recordAll(db, NOW, quotedIssue('lotus-kettles', { 'Lantern Desk': 20 }, 130))
      const owners = new BreakableOwners()
      const market = { db, owners }
      // The predictions are cached, so that the computation itself fails.
      await listedPredictions(market, 1)
      owners.isBroken = true
      await expect(accuracyReport(market, at(1))).rejects.toThrow('broken')
      owners.isBroken = false
      expect(await accuracyReport(market, at(1))).toMatchObject({ listings: 1 })
    })
  })

  test('has no figures in a market without listings', async () => {
    await withStore(async (db) => {
      await recordAll(db, NOW, [ipo('lotus-kettles')])
      const report = await accuracyReport(marketOf(db), at(1))
      expect(report).toMatchObject({ listings: 0, scoreboardN: 0, inBothN: 0, sources: [] })
      expect(report.median.map(({ horizon }) => horizon)).toEqual(HORIZONS)
      for (const { overall, byBoard, byYear, bySize, calibration } of report.median) {
        expect(byYear).toEqual([])
        for (const { n } of [overall, ...byBoard, ...bySize, ...calibration]) expect(n).toBe(0)
        expect(overall).toMatchObject({ meanAbsErrorPp: null, zero: { skill: null } })
      }
    })
  })

  test('compares each source with the median, with a rank from 20 listings on', async () => {
    await withStore(async (db) => {
      // Harbour is 10 too high; Lantern, on half of them, 6 too low.
      const lines = Array.from({ length: 39 }, (_, i) =>
        quotedIssue(`issue-${i}`, { Harbour: 30, ...(i % 2 === 0 ? {} : { Lantern: 14 }) }, 120),
      )
      await recordAll(db, NOW, lines.flat())
      const { sources, median } = await accuracyReport(marketOf(db), at(1))
      const close = sources.map(({ source, horizons }) => ({
        source,
        ...horizons.find(({ horizon }) => horizon === 'close'),
      }))
      expect(close).toMatchObject([
        { source: 'Harbour', rank: 1, overall: { n: 39, meanAbsErrorPp: 10, biasPp: 10 } },
        { source: 'Lantern', rank: null, overall: { n: 19, meanAbsErrorPp: 6, biasPp: -6 } },
      ])
      expect(close.map(({ againstMedian }) => againstMedian)).toEqual([
        { n: 39, meanAbsErrorPp: 10, medianMeanAbsErrorPp: 6.1 },
        { n: 19, meanAbsErrorPp: 6, medianMeanAbsErrorPp: 2 },
      ])
      expect(median[3]?.overall).toMatchObject({ n: 39, meanAbsErrorPp: 6.1, directionHitPct: 100 })
      expect(median[3]?.byYear.map(({ year, n }) => [year, n])).toEqual([['2026', 39]])
      // Nothing had listed before them.
      expect(median[3]?.overall.boardAverage).toEqual(median[3]?.overall.zero)
    })
  })

  test('counts no backfilled quote, and states how many listings the scoreboard has', async () => {
    await withStore(async (db) => {
      const late = quotedIssue('lotus-kettles', { Harbour: 30 }, 120).map((line) => ({
        ...line,
        recordedAt: NOW,
      }))
      await recordAll(db, NOW, [...late, ...quotedIssue('mill-town', { Harbour: 10 }, 120)])
      const report = await accuracyReport(marketOf(db), at(1))
      expect(report).toMatchObject({ listings: 2, scoreboardN: 2, inBothN: 1 })
      expect(report.median.map(({ overall }) => overall.n)).toEqual([0, 0, 1, 1, 1])
    })
  })
})

describe('the accuracy report at a moment', () => {
  const medianOf = async (lines: readonly Line[], asOf: string | null = null) =>
    withStore(async (db) => {
      await recordAll(db, NOW, lines)
      return (await accuracyReport(marketOf(db), at(1, asOf))).median
    })

  test('uses no quote that was recorded later', async () => {
    const mistaken = listing('lotus-kettles', '2026-01-10', 105, { recordedAt: '2026-01-10T06:00:00.000Z' })
    const { recordedAt: _when, ...named } = mistaken
    const lines = [
      ...quotedIssue('lotus-kettles', { Harbour: 30 }, 120),
      mistaken,
      retraction(named, { recordedAt: '2026-01-11T06:00:00.000Z' }),
    ]
    const then = await medianOf(lines, '2026-01-10T12:00:00.000Z')
    expect(then.map(({ overall }) => overall.n)).toEqual([0, 0, 0, 0, 0])
    expect((await medianOf(lines)).map(({ overall }) => overall.n)).toEqual([0, 0, 1, 1, 1])
  })

  test('is that of the present from the last change on, and not before', async () => {
    await withStore(async (db) => {
      await recordAll(db, NOW, quotedIssue('lotus-kettles', { Harbour: 30 }, 120))
      const market = marketOf(db)
      const { median: present } = await accuracyReport(market, at(1))
      const overallAt = async (asOf: string) =>
        (await accuracyReport(market, at(1, asOf))).median.map(({ overall }) => overall.n)
      expect(await overallAt('2026-01-21T05:59:59.999Z')).toEqual([0, 0, 0, 0, 0])
      expect(await overallAt('2026-01-21T06:00:00.000Z')).toEqual([0, 0, 1, 1, 1])
      expect(await medianAccuracy(market, at(1, '2026-01-21T06:00:00.000Z'))).toEqual(present)
      expect(await medianAccuracy(market, at(1, '2026-02-01T00:00:00.000Z'))).toEqual(present)
    })
  })

  test('uses the average of the board that the issue was known to be on', async () => {
    const before = [
      ipo('mill-town', { issuePrice: 100, recordedAt: '2026-01-02T06:00:00.000Z' }),
      listing('mill-town', '2026-01-02', 150, { recordedAt: '2026-01-02T06:00:00.000Z' }),
    ]
    const moved = ipo('lotus-kettles', { board: 'SME', recordedAt: '2026-01-25T06:00:00.000Z' })
    const median = await medianOf([...before, ...quotedIssue('lotus-kettles', { Harbour: 30 }, 120), moved])
    expect(median[3]?.overall.boardAverage.meanAbsErrorPp).toBe(30)
    expect(median[3]?.byBoard.map(({ board, n }) => [board, n])).toEqual([
      ['MAINBOARD', 0],
      ['SME', 1],
    ])
  })

  test('uses no quote that was retracted by the time stamp of its source', async () => {
    const misprint = gmp('lotus-kettles', '2026-01-16', 900, 'Harbour', {
      reportedAt: '2026-01-16T03:50:00.000Z',
    })
    const lines = [
      ...quotedIssue('lotus-kettles', { Harbour: 30 }, 120),
      { ...misprint, recordedAt: '2026-01-16T04:00:00.000Z' },
      retraction(misprint, { recordedAt: '2026-01-16T05:00:00.000Z' }),
    ]
    expect((await medianOf(lines))[3]?.overall.biasPp).toBe(10)
  })
})

test('similar IPOs are those of the horizon and the bin of the issue', async () => {
  await withStore(async (db) => {
    const lines = Array.from({ length: 20 }, (_, i) => quotedIssue(`issue-${i}`, { Harbour: 25 }, 110 + i))
    await recordAll(db, NOW, lines.flat())
    const followed = (impliedPct: number | null, closes: string | null) =>
      similarIpos(marketOf(db), at(1), { impliedPct, closes })
    expect(await followed(29.99, '2026-03-01T11:30:00.000Z')).toMatchObject({
      horizon: 'close',
      from: 20,
      to: 30,
      n: 20,
      medianActualPct: 19.5,
      aboveIssuePricePct: 100,
      isFew: false,
    })
    expect(await followed(30, '2026-02-20T11:30:00.000Z')).toMatchObject({
      horizon: 'last',
      n: 0,
      isFew: true,
    })
    expect(await followed(25, null)).toBeNull()
    expect(await followed(null, '2026-03-01T11:30:00.000Z')).toBeNull()
    const { horizons } = await calibrationReport(marketOf(db), at(1))
    expect(horizons.map(({ n }) => n)).toEqual([0, 0, 20, 20, 20])
  })
})

describe('for any history', () => {
  const SLUGS = ['alpha', 'beta', 'gamma']
  const slug = fc.constantFrom(...SLUGS)
  const source = fc.constantFrom('Harbour', 'Lantern', 'InvestorGain', 'Chittorgarh')
  const recordedAt = fc
    .tuple(fc.integer({ min: 8, max: 28 }), fc.constantFrom('04:00', '11:29', '11:31'))
    .map(([day, time]) => `2026-01-${String(day).padStart(2, '0')}T${time}:00.000Z`)
  const day = recordedAt.map((moment) => moment.slice(0, 10))
  const line: fc.Arbitrary<Line> = fc.oneof(
    {
      weight: 4,
      arbitrary: fc
        .tuple(slug, recordedAt, fc.integer({ min: -20, max: 60 }), source)
        .map(([s, when, amount, who]) => gmp(s, when.slice(0, 10), amount, who, { recordedAt: when })),
    },
    fc
      .tuple(slug, recordedAt, fc.constantFrom(110, 95))
      .map(([s, when, price]) => listing(s, when.slice(0, 10), price, { recordedAt: when })),
    fc
      .tuple(slug, recordedAt, day, fc.constantFrom(100, 90), fc.constantFrom('SME', 'MAINBOARD'))
      .map(([s, when, closeDate, issuePrice, board]) =>
        ipo(s, { closeDate, issuePrice, board, recordedAt: when }),
      ),
    fc
      .tuple(slug, recordedAt, fc.boolean())
      .map(([s, when, withdrawn]) => ipo(s, { withdrawn, recordedAt: when })),
    recordedAt.map((when) => same('alpha', 'beta', { recordedAt: when })),
    fc
      .tuple(slug, recordedAt)
      .map(([s, when]) => retraction({ ...gmp(s, '2026-01-15', 20, 'Harbour') }, { recordedAt: when })),
    fc
      .tuple(slug, recordedAt)
      .map(([s, when]) => retraction({ ...listing(s, '2026-01-21', 130) }, { recordedAt: when })),
  )
  const BEGINNING = SLUGS.flatMap((s) => quotedIssue(s, { Harbour: 20, Lantern: 30 }, 130))
  const rounds = fc.array(fc.array(line, { minLength: 1, maxLength: 4 }), { maxLength: 4 })

  /** Records the rounds, reading the report after each, so that it is cached. Returns the version. */
  async function live(db: Db, history: readonly (readonly Line[])[]): Promise<number> {
    let version = 0
    for (const lines of history) {
      await record(db, NOW, lines, { skipBad: true })
      version = (await marketVersion(db)).version
      await accuracyReport(marketOf(db), at(version))
    }
    return version
  }

  test('the report of a past moment equals that of a store without later facts', async () => {
    await fc.assert(
      fc.asyncProperty(rounds, recordedAt, async (history, cut) => {
        await withStore(async (db) => {
          const all = [BEGINNING, ...history]
          const then = await accuracyReport(marketOf(db), at(await live(db, all), cut))
          const known = all.map((lines) => lines.filter((one) => String(one.recordedAt) <= cut))
          await withStore(async (other) => {
            await record(other, NOW, known.flat(), { skipBad: true })
            expect(then).toEqual(await accuracyReport(marketOf(other), at(1)))
          })
        })
      }),
      runs(30),
    )
  })

  test('the expected gain is what the service showed at that moment', async () => {
    let compared = 0
    await fc.assert(
      fc.asyncProperty(rounds, async (history) => {
        await withStore(async (db) => {
          const version = await live(db, [BEGINNING, ...history])
          for (const { slug: of, predictions } of await listedPredictions(marketOf(db), version)) {
            for (const { value: prediction } of Object.values(predictions).flat()) {
              if (!prediction) continue
              const shown = await ipoAnswer(marketOf(db), at(version, prediction.at), of)
              expect(shown?.ipo.lastGmpPct).toBe(prediction.impliedPct)
              compared++
            }
          }
        })
      }),
      runs(15),
    )
    expect(compared).toBeGreaterThan(0)
  })
})
