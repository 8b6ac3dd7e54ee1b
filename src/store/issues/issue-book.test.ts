import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ipo, listing, retraction, same } from '../../../test/support/lines.ts'
import { anyDatedLine, anyLine, anyMoment, founding } from '../../../test/support/market-facts.ts'
import { type Line, record, recordAll } from '../../../test/support/record.ts'
import { runs, withStore } from '../../../test/support/store.ts'
import { invariant } from '../../invariant.ts'
import type { Fact, Recorded } from '../../market/facts/fact.ts'
import { unretracted } from '../../market/facts/retraction.ts'
import type { Statement } from '../../market/facts/statement.ts'
import { headOf, type IssueHead, issuesFrom } from '../../market/issues/issue.ts'
import { readLine } from '../../sources/facts-file/read-line.ts'
import { recordRound } from '../append/record-round.ts'
import { DONE } from '../append/round.ts'
import type { Db } from '../engines/db.ts'
import { allFacts } from '../facts/all-facts.ts'
import { holdMarket } from '../version/market-version.ts'
import type { View } from '../view.ts'
import {
  committedBook,
  type IssueBook,
  issueBook,
  type NumberedHead,
  readBook,
  visitHeads,
} from './issue-book.ts'

const NOW = '2026-03-01T00:00:00.000Z'

const plain = ({ number: _, ...head }: IssueHead & { readonly number?: number }) => Object.values(head)
const bySlug = (heads: readonly IssueHead[]) => heads.map(plain).sort()

function headsIn(index: IssueBook, view: View): NumberedHead[] {
  const heads: NumberedHead[] = []
  visitHeads(index, view, (head) => heads.push(head))
  return heads
}

const indexed = async (db: Db, view: View) => bySlug(headsIn(await issueBook(db, view.version), view))
const readAnew = async (db: Db, view: View) => bySlug(headsIn(await readBook(db, view.version), view))
/** Derived without a book, from all facts that the view knows. */
async function derived(db: Db, view: View) {
  const facts: Recorded<Fact>[] = []
  for await (const fact of allFacts(db, view)) facts.push(fact)
  const retractions = facts.filter((fact) => fact.fact === 'retraction')
  const records = {
    ipos: unretracted(
      facts.filter((fact) => fact.fact === 'ipo'),
      retractions,
    ),
    sames: unretracted(
      facts.filter((fact) => fact.fact === 'same'),
      retractions,
    ),
    listings: unretracted(
      facts.filter((fact) => fact.fact === 'listing'),
      retractions,
    ),
  }
  return bySlug(issuesFrom(records).issues.map(headOf))
}

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

test('the book shows a view the same issues as their facts do, whatever the order of the rounds', async () => {
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
            if (i % 2 === 0) await issueBook(db, i + 2)
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

test('a book requested for a future version takes in the facts that are committed later', async () => {
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
    const numbers = headsIn(await issueBook(db, 2), now).map(({ number }) => number)
    const stored = await db
      .selectFrom('issues')
      .select('id')
      .where('slug', '<>', 'issue-3')
      .orderBy('id')
      .execute()
    expect(numbers.toReversed()).toEqual(stored.map(({ id }) => id))
  })
})

/** Records lines in a round that is rolled back, and returns the book that its transaction got after it had written them. */
async function rolledBack(db: Db, lines: readonly Line[]): Promise<IssueBook> {
  const books: IssueBook[] = []
  const statements = lines.map((line, i) => readLine(JSON.stringify(line), i + 1) as Statement)
  await recordRound(db, {
    ...{ source: 'import', work: 'import', started: NOW, now: () => NOW, dryRun: true },
    prepare: async (tx, _round, append) => {
      await append(statements)
      books.push(await committedBook(db, tx))
      return { rowsRead: lines.length, rowsRefused: 0, result: DONE }
    },
  })
  return invariant(books[0], 'the book of the transaction')
}

test.each([
  ['read before', true],
  ['read by the transaction for the first time', false],
])('a round that is rolled back leaves nothing in a book that was %s', async (_name, isReadBefore) => {
  await withStore(async (db) => {
    await recordAll(db, NOW, [ipo('alpha')])
    if (isReadBefore) await issueBook(db, 1)
    const lines = [ipo('beta'), ipo('alpha', { name: 'Alpha Mills' }), same('alpha', 'beta')]
    const { numbers } = await rolledBack(db, lines)
    expect([...numbers.keys()]).toEqual(['alpha'])
    // It gets the number and the ids that the round had.
    await recordAll(db, NOW, [ipo('gamma')])
    const view = { version: 2, asOf: null }
    const heads = headsIn(await issueBook(db, view.version), view)
    expect(heads.map(({ slug }) => slug).sort()).toEqual(['alpha', 'gamma'])
    expect(await indexed(db, view)).toEqual(await derived(db, view))
  })
})

test('a transaction does not wait for a read that waits for its connection', async () => {
  await withStore(async (db) => {
    await recordAll(db, NOW, [ipo('alpha')])
    const { book, listed } = await db.transaction().execute(async (tx) => {
      await holdMarket(tx)
      const listed = issueBook(db, 1)
      return { book: await committedBook(db, tx), listed }
    })
    expect([book.version, (await listed).version]).toEqual([1, 1])
  })
})
