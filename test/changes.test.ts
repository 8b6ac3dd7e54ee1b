import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Instant, instantFromMs, msOf } from '../src/market/calendar.ts'
import type { MarketChange } from '../src/reports/changes/change.ts'
import { readChanges, snapshotPage } from '../src/reports/changes/changes.ts'
import { changesEnd, positionAt } from '../src/reports/changes/changes-end.ts'
import { latestChanges } from '../src/reports/changes/latest-changes.ts'
import type { Position } from '../src/reports/changes/position.ts'
import { ipoList } from '../src/reports/ipos/ipo-list.ts'
import type { Moment } from '../src/reports/moment.ts'
import type { FullIpo } from '../src/reports/schemas/ipos.ts'
import type { Db } from '../src/store/engines/db.ts'
import { marketVersion } from '../src/store/version/market-version.ts'
import { holiday, ipo } from './support/lines.ts'
import { marketOf } from './support/market-data.ts'
import {
  anyDatedLine,
  anyHoliday,
  anyLine,
  anyMoment,
  anyQuote,
  founding,
  SLUGS,
} from './support/market-facts.ts'
import { type Line, record } from './support/record.ts'
import { runs, withStore } from './support/store.ts'

const ALL = 1000

/**
 * A consumer's copy of the list, updated by changes only: a change replaces the fields that it names, or the whole IPO.
 */
class Copy {
  readonly #ipos = new Map<string, Record<string, unknown>>()

  apply(changes: readonly Pick<MarketChange, 'slug' | 'new' | 'old'>[]): void {
    for (const change of changes) {
      if (change.slug === null) continue
      const known = this.#ipos.get(change.slug)
      if (known) expect(known).toMatchObject(change.old ?? {})
      if (change.new === null) this.#ipos.delete(change.slug)
      else this.#ipos.set(change.slug, { ...known, ...change.new })
    }
  }

  /** In the order of the list. */
  list(): unknown[] {
    const placeOf = (ipo: Record<string, unknown>) => String(ipo.openDate ?? '')
    return [...this.#ipos.values()]
      .sort((a, b) => (String(a.slug) < String(b.slug) ? -1 : 1))
      .sort((a, b) => (placeOf(a) === placeOf(b) ? 0 : placeOf(a) < placeOf(b) ? 1 : -1))
  }
}

/** All fields of the full list, but `withdrawn`, the dispute, the range, the chances and the score, which changes do not cover. */
type CoveredIpo = Omit<FullIpo, 'withdrawn' | 'dispute' | 'range80' | 'chances' | 'gmpAtCloseDisputed'>

async function fullList(db: Db, moment: Moment): Promise<CoveredIpo[]> {
  const { ipos } = await ipoList(marketOf(db), moment, { detail: 'full' }, null, ALL)
  return (ipos as FullIpo[]).map(
    ({ withdrawn, dispute, range80, chances, gmpAtCloseDisputed, ...ipo }) => ipo,
  )
}

const listAt = (db: Db, { version, moment }: Position): Promise<CoveredIpo[]> =>
  fullList(db, { version, asOf: moment, clock: moment })

async function snapshot(db: Db, position: Position, limit: number): Promise<MarketChange[]> {
  const changes: MarketChange[] = []
  for (let after: Parameters<typeof snapshotPage>[2] = null; ; ) {
    const page = await snapshotPage(marketOf(db), position, after, limit)
    expect(page.changes.length).toBeLessThanOrEqual(limit)
    changes.push(...page.changes)
    if (page.next === null) return changes
    after = page.next
  }
}

/** All changes between two positions by pages, with a check of the list wherever a page ends at a position. */
async function walk(
  db: Db,
  { since, end, limit }: { since: Position; end: Position; limit: number },
  onPage: (changes: readonly MarketChange[], reached: Position | null) => Promise<void>,
): Promise<MarketChange[]> {
  const changes: MarketChange[] = []
  let from = since
  for (let place: Parameters<typeof readChanges>[1]['place'] = null; ; ) {
    const page = await readChanges(marketOf(db), { since: from, end, place, limit })
    expect(page.changes.length).toBeLessThanOrEqual(limit)
    changes.push(...page.changes)
    await onPage(page.changes, page.place === null ? page.reached : null)
    if (page.isComplete) return changes
    from = page.reached
    place = page.place
  }
}

/** The facts that are recorded after some hours, and whether the list is checked then. */
const roundsOf = (line: fc.Arbitrary<Line>) =>
  fc.record({
    hours: fc.constantFrom(0, 0.5, 3, 11, 24, 70),
    lines: fc.array(line, { maxLength: 6 }),
    isChecked: fc.boolean(),
  })

const START = '2026-01-06T04:00:00.000Z'

const anyKind = fc.oneof({ weight: 3, arbitrary: anyLine }, { weight: 1, arbitrary: anyDatedLine })

/**
 * Issues that are due to list, on different exchanges; facts then move their days, their lock-ins or the holidays, or quote them.
 */
const DUE: Line[] = [
  ipo('alpha', { openDate: '2026-01-05', closeDate: '2026-01-08', anchorShares: 101 }),
  ipo('beta', { openDate: '2026-01-06', closeDate: '2026-01-09', anchorShares: 50, exchanges: ['BSE'] }),
  ipo('gamma', { openDate: '2026-01-06', closeDate: '2026-01-12', listingDate: '2026-01-15' }),
]
const SOME_DAYS = ['2026-01-08', '2026-01-09', '2026-01-13', null]
const anyDueLine = fc.oneof(
  { weight: 6, arbitrary: anyHoliday },
  { weight: 4, arbitrary: anyQuote },
  {
    weight: 3,
    arbitrary: fc
      .record({
        day: fc.constantFrom('2026-02-08', '2026-02-09', '2026-02-11', '2026-04-09', '2026-04-10'),
        exchange: fc.constantFrom('NSE', 'BSE'),
        name: fc.constantFrom('Kite Festival', null),
      })
      .map(({ day, name, ...more }) => holiday(day, name, more)),
  },
  {
    weight: 1,
    arbitrary: fc
      .record(
        {
          closeDate: fc.constantFrom(...SOME_DAYS),
          listingDate: fc.constantFrom(...SOME_DAYS),
          allotmentDate: fc.constantFrom(...SOME_DAYS),
          anchorShares: fc.constantFrom(100, null),
          withdrawn: fc.boolean(),
          exchanges: fc.constantFrom(['NSE', 'BSE'], ['BSE'], null),
        },
        { requiredKeys: [] },
      )
      .chain((more) => fc.constantFrom(...SLUGS).map((slug) => ipo(slug, more))),
  },
  { weight: 1, arbitrary: anyDatedLine },
)

test.each([
  ['any facts', founding, roundsOf(anyKind)],
  ['holidays', DUE, roundsOf(anyDueLine)],
])(
  'changes by %s applied from nothing give the list, at every position on the way',
  async (_what, first, anyRound) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyRound, { minLength: 2, maxLength: 7 }),
        fc.integer({ min: 1, max: 4 }),
        anyMoment,
        async (rounds, limit, past) =>
          withStore(async (db) => {
            const copy = new Copy()
            let now = msOf(START)
            let since: Position | null = null
            const reached: { moment: Instant; position: Position }[] = []
            const take = async (round: { hours: number; lines: readonly Line[] }) => {
              now += round.hours * 3_600_000 + 1000
              await record(db, instantFromMs(now), round.lines, { skipBad: true })
            }
            const check = async () => {
              const { version, recorded } = await marketVersion(db)
              const { end } = await changesEnd(db, { version, committed: recorded }, instantFromMs(now))
              if (since === null) copy.apply(await snapshot(db, end, limit))
              else {
                const paged = await walk(db, { since, end, limit }, async (changes, reached) => {
                  copy.apply(changes)
                  if (reached) expect(copy.list()).toEqual(await listAt(db, reached))
                })
                const whole = await walk(db, { since, end, limit: ALL }, async () => undefined)
                expect(paged).toEqual(whole)
              }
              since = end
              reached.push({ moment: instantFromMs(now), position: end })
              expect(copy.list()).toEqual(await listAt(db, end))
            }
            await take({ hours: 0, lines: first })
            for (const round of rounds) {
              await take(round)
              if (round.isChecked) await check()
            }
            now += 1000
            await check()
            const end = since as unknown as Position
            const present = { version: end.version, asOf: null, clock: instantFromMs(now) }
            expect(await fullList(db, present)).toEqual(await listAt(db, end))

            const latest = (await latestChanges(marketOf(db), end, ALL)).map(
              ({ position }) => position.moment,
            )
            expect(latest).toEqual(latest.toSorted().reverse())
            expect(latest.length === 0 || (latest[0] ?? '') <= end.moment).toBe(true)

            // The changes since a moment are those since the position that an answer had then.
            for (const { moment, position } of reached) {
              const at = await positionAt(db, moment, end.version)
              const [byMoment, byPosition] = [
                await walk(db, { since: at, end, limit: ALL }, async () => undefined),
                await walk(db, { since: position, end, limit: ALL }, async () => undefined),
              ]
              expect(byMoment).toEqual(byPosition)
            }

            // An answer as of a past moment has a position, too, from which a reader can continue.
            const from = { version: end.version, moment: past < end.moment ? past : end.moment }
            const later = new Copy()
            later.apply(await snapshot(db, from, limit))
            await walk(db, { since: from, end, limit }, async (changes) => later.apply(changes))
            expect(later.list()).toEqual(await listAt(db, end))
          }),
      ),
      runs(20),
    )
  },
)
