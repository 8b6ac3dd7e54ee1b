import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gmp, holiday, ipo, listing, retraction, same, subscription } from '../../test/support/lines.ts'
import { marketOf } from '../../test/support/market-data.ts'
import { type Line, record, recordAll } from '../../test/support/record.ts'
import { runs, withStore } from '../../test/support/store.ts'
import type { Db } from '../store/engines/db.ts'
import { ipoTable } from './ipos/ipo-table.ts'
import { trackedPages } from './ipos/tracked-pages.ts'
import { scoredListings } from './scores/scoreboard.ts'

const NOW = '2026-03-01T00:00:00.000Z'
const SLUGS = ['alpha', 'beta', 'gamma', 'delta']
/** Later than every fact, so that it shows the same as the present; past moments are not cached. */
const UNCACHED = '2999-01-01T00:00:00.000Z'

const listed = (slug: string): Line[] => [
  ipo(slug, { issuePrice: 100, openDate: '2026-01-05', closeDate: '2026-01-07' }),
  listing(slug, '2026-01-12', 120),
  gmp(slug, '2026-01-05', 20, 'IPO Ji'),
  gmp(slug, '2026-01-06', 10),
]

const slug = fc.constantFrom(...SLUGS)
const anyLine: fc.Arbitrary<Line> = fc.oneof(
  fc.tuple(slug, fc.integer({ min: 1, max: 40 })).map(([s, amount]) => gmp(s, '2026-01-07', amount)),
  slug.map((s) => retraction(gmp(s, '2026-01-06', 10))),
  slug.map((s) =>
    retraction({ fact: 'listing', slug: s, exchange: 'NSE', listedOn: '2026-01-12', listingPrice: 120 }),
  ),
  fc.tuple(slug, fc.constantFrom(90, 110)).map(([s, issuePrice]) => ipo(s, { issuePrice })),
  fc.tuple(slug, fc.boolean()).map(([s, withdrawn]) => ipo(s, { withdrawn })),
  fc
    .tuple(slug, fc.integer({ min: 1, max: 9 }))
    .map(([s, times]) => subscription(s, '2026-01-07T11:00:00.000Z', 'TOTAL', times)),
  fc.constantFrom(null, 'Kite Festival').map((name) => holiday('2026-01-06', name)),
  fc.constant(retraction(holiday('2026-01-06'))),
  fc.constant(same('alpha', 'beta')),
  fc.constant(retraction(same('alpha', 'beta'))),
)

async function shown(db: Db, version: number, asOf: string | null) {
  const moment = { version, asOf, clock: NOW }
  const sorted = { descending: true } as const
  return {
    scores: await scoredListings(marketOf(db), moment),
    byGmp: await ipoTable(marketOf(db), moment, {}, { key: 'gmp', ...sorted }, 1),
    bySubscription: await ipoTable(marketOf(db), moment, {}, { key: 'subscribed', ...sorted }, 1),
    pages: await trackedPages(marketOf(db), moment),
  }
}

test('cached values of issues equal newly derived ones, whatever the rounds in between recorded', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(anyLine, { minLength: 1, maxLength: 3 }), { maxLength: 6 }),
      async (rounds) => {
        await withStore(async (db) => {
          await recordAll(db, NOW, SLUGS.flatMap(listed))
          await shown(db, 1, null)
          for (const [i, lines] of rounds.entries()) {
            await record(db, `2026-03-0${1 + i}T12:00:00.000Z`, lines, { skipBad: true })
            expect(await shown(db, i + 2, null)).toEqual(await shown(db, i + 2, UNCACHED))
          }
          // A walk continues at its own version, whatever was recorded since.
          for (let version = 1; version <= rounds.length; version++)
            expect(await shown(db, version, null)).toEqual(await shown(db, version, UNCACHED))
        })
      },
    ),
    runs(25),
  )
})
