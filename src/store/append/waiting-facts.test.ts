import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gmp, ipo, retraction } from '../../../test/support/lines.ts'
import type { Line } from '../../../test/support/record.ts'
import { runs, withStore } from '../../../test/support/store.ts'
import type { Statement } from '../../market/facts/statement.ts'
import { readLine } from '../../sources/facts-file/read-line.ts'
import type { Db } from '../engines/db.ts'
import { beginRound } from './round.ts'
import { WaitingFacts } from './waiting-facts.ts'

const NOW = '2026-01-20T06:00:00.000Z'
const anyGmp = fc
  .record({ slug: fc.constantFrom('alpha', 'beta'), value: fc.constantFrom(10, 20) })
  .map(({ slug, value }) => gmp(slug, '2026-01-09', value))
const anyLine: fc.Arbitrary<Line> = fc.oneof(
  anyGmp,
  fc
    .record({ lotSize: fc.constantFrom(1, 2), minLots: fc.constantFrom(1, 2) })
    .map((terms) => ipo('alpha', terms)),
  fc.constantFrom('Kite Festival', null).map((name) => ({
    ...{ fact: 'holiday', exchange: 'NSE', segment: 'trading', day: '2026-01-26', source: 'nse' },
    name,
  })),
  anyGmp.map((line) => retraction(line)),
)

/** What is taken and what is refused of these batches. */
const settled = (db: Db, batches: readonly Statement[][], mostInMemory: number) =>
  db.transaction().execute(async (tx) => {
    const round = await beginRound(tx, NOW)
    const waiting = new WaitingFacts(tx, mostInMemory)
    for (const batch of batches) await waiting.add(batch)
    const pages: (readonly Statement[])[] = []
    await waiting.settle(round, async (page) => void pages.push(page))
    return { pages, refusals: round.refusals.first, count: round.refusals.count }
  })

test('facts that wait in memory and in tables are taken and refused alike', async () => {
  await withStore(async (db) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyLine, { maxLength: 12 }),
        fc.nat(12),
        fc.nat(12),
        async (lines, cut, most) => {
          const statements = lines.map((line, i) => readLine(JSON.stringify(line), i + 1) as Statement)
          const batches = [statements.slice(0, cut), statements.slice(cut)]
          const inMemory = await settled(db, batches, 100)
          expect(await settled(db, batches, 0)).toEqual(inMemory)
          expect(await settled(db, batches, most)).toEqual(inMemory)
        },
      ),
      runs(200),
    )
  })
})
