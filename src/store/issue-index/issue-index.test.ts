import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ipo, listing, retraction, same } from '../../../test/support/lines.ts'
import { anyDatedLine, anyLine, anyMoment, founding } from '../../../test/support/market-facts.ts'
import { type Line, record, recordAll } from '../../../test/support/record.ts'
import { runs, withStore } from '../../../test/support/store.ts'
import { headOf, type IssueHead, issuesFrom } from '../../market/issues/issue.ts'
import type { Db } from '../engines/db.ts'
import { issueRecords } from '../issues/issue-records.ts'
import type { View } from '../view.ts'
import { type IssueIndex, issueIndex, type NumberedHead, readIndex, visitHeads } from './issue-index.ts'

const NOW = '2026-03-01T00:00:00.000Z'

const plain = ({ number: _, ...head }: IssueHead & { readonly number?: number }) => Object.values(head)
const bySlug = (heads: readonly IssueHead[]) => heads.map(plain).sort()

function headsIn(index: IssueIndex, view: View): NumberedHead[] {
  const heads: NumberedHead[] = []
  visitHeads(index, view, (head) => heads.push(head))
  return heads
}

const indexed = async (db: Db, view: View) => bySlug(headsIn(await issueIndex(db, view.version), view))
const readAnew = async (db: Db, view: View) => bySlug(headsIn(await readIndex(db, view.version), view))
/** Derived without an index, from all facts that the view knows. */
const derived = async (db: Db, view: View) =>
  bySlug(issuesFrom(await issueRecords(db, view)).issues.map(headOf))

const anyHeadLine: fc.Arbitrary<Line> = fc.oneof(
  { weight: 6, arbitrary: anyLine },
  { weight: 1, arbitrary: fc.constant(same('beta', 'gamma')) },
  { weight: 1, arbitrary: fc.constant(retraction(same('beta', 'gamma'))) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom('alpha', 'beta'), fc.constantFrom('nse', 'IPOWatch'))
      .map(([slug, source]) => retraction({ fact: 'ipo', slug, source })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('2026-01-07', '2026-01-12').map((day) => retraction(listing('beta', day, 90))),
  },
)
/** Also about the past, so that the order of rounds differs from the order of recording times. */
const anyRound = fc.array(
  fc.oneof(
    anyHeadLine,
    anyDatedLine,
    fc.tuple(anyHeadLine, anyDatedLine).map(([line, { recordedAt }]) => ({ ...line, recordedAt })),
  ),
  { minLength: 1, maxLength: 10 },
)

test('the index shows a view the same issues as their facts do, whatever the order of the rounds', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyRound, { minLength: 1, maxLength: 6 }),
      fc.array(fc.option(anyMoment), { minLength: 2, maxLength: 6 }),
      async (rounds, moments) => {
        await withStore(async (db) => {
          await recordAll(db, NOW, founding)
          for (const [i, lines] of rounds.entries()) {
            await record(db, `2026-03-0${1 + i}T12:00:00.000Z`, lines, { skipBad: true })
            // Some rounds are indexed alone, some together with the next.
            if (i % 2 === 0) await issueIndex(db, i + 2)
          }
          for (let version = 1; version <= rounds.length + 1; version++)
            for (const asOf of [null, ...moments]) {
              const truth = await derived(db, { version, asOf })
              expect(await indexed(db, { version, asOf })).toEqual(truth)
              if (asOf === null && version > rounds.length)
                expect(await readAnew(db, { version, asOf })).toEqual(truth)
            }
        })
      },
    ),
    runs(20),
  )
})

test('an index requested for a future version takes in the facts that are committed later', async () => {
  await withStore(async (db) => {
    const later = { version: 1000, asOf: null }
    expect(await indexed(db, later)).toEqual([])
    await recordAll(db, NOW, [ipo('alpha')])
    expect(await indexed(db, later)).toEqual(await derived(db, later))
    expect(await indexed(db, later)).toHaveLength(1)
  })
})

test('many issues are found, each by its own number', async () => {
  await withStore(async (db) => {
    const lines = Array.from({ length: 600 }, (_, i) => ipo(`issue-${i}`, { symbol: `SYM${i}` }))
    await recordAll(db, NOW, lines.slice(0, 300))
    const view = { version: 1, asOf: null }
    expect(await indexed(db, view)).toEqual(await derived(db, view))
    await recordAll(db, NOW, [
      ...lines.slice(300),
      ipo('issue-7', { name: 'Seven' }),
      same('issue-3', 'issue-599'),
    ])
    const now = { version: 2, asOf: null }
    expect(await indexed(db, now)).toEqual(await derived(db, now))
    expect(await indexed(db, view)).toEqual(await derived(db, view))
    const numbers = headsIn(await issueIndex(db, 2), now).map(({ number }) => number)
    const stored = await db
      .selectFrom('issues')
      .select('id')
      .where('slug', '<>', 'issue-3')
      .orderBy('id')
      .execute()
    expect(numbers.toReversed()).toEqual(stored.map(({ id }) => id))
  })
})
