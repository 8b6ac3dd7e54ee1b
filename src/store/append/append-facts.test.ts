import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gmp, holiday, ipo, listing, retraction, same, subscription } from '../../../test/support/lines.ts'
import { type Line, recordAll } from '../../../test/support/record.ts'
import { openStore, runs, withStore } from '../../../test/support/store.ts'
import { END_OF_TIME, type Instant } from '../../market/calendar.ts'
import { claimsOf, repeatsTerms } from '../../market/facts/claim.ts'
import {
  compareRecorded,
  type Fact,
  type Recorded,
  type RetractableFact,
  type RetractionFact,
} from '../../market/facts/fact.ts'
import { unretracted } from '../../market/facts/retraction.ts'
import type { Statement } from '../../market/facts/statement.ts'
import { readLine } from '../../sources/facts-file/read-line.ts'
import type { Db } from '../engines/db.ts'
import { allFacts } from '../facts/all-facts.ts'
import { recordFacts } from './record-facts.ts'

const SLUGS = ['alpha', 'beta'] as const
const SOURCES = ['nse', 'IPOWatch'] as const
/** Few moments, values and subjects, so that facts often repeat, contradict and retract each other. */
const MOMENTS = ['2026-01-10T06:00:00.000Z', '2026-01-11T06:00:00.000Z', '2026-01-12T06:00:00.000Z'] as const

const anySlug = fc.constantFrom('alpha', ...SLUGS)
const anySource = fc.constantFrom(...SOURCES)
const anyValue = fc.constantFrom(10, 20)
const anyTerms = fc.record(
  { lotSize: fc.constantFrom(10, 20, null), priceMax: anyValue, symbol: fc.constantFrom('ACME', null) },
  { requiredKeys: [] },
)

const anyIpo: fc.Arbitrary<Line> = fc
  .record({ slug: anySlug, source: anySource, terms: anyTerms })
  .map(({ slug, source, terms }) => ipo(slug, { ...terms, source }))
const anyGmp: fc.Arbitrary<Line> = fc
  .record({ slug: anySlug, value: anyValue, source: anySource })
  .map(({ slug, value, source }) => gmp(slug, '2026-01-09', value, source))
const LINES_BY_KIND: fc.Arbitrary<Line>[] = [
  anyIpo,
  anyGmp,
  fc
    .record({ slug: anySlug, times: anyValue })
    .map(({ slug, times }) => subscription(slug, '2026-01-09T11:00:00.000Z', 'TOTAL', times)),
  fc.record({ slug: anySlug, price: anyValue }).map(({ slug, price }) => listing(slug, '2026-01-09', price)),
  fc.constantFrom(null, 'Kite Festival').map((name) => holiday('2026-01-26', name)),
  fc
    .record({ slug: anySlug, name: fc.constantFrom('Alpha & Sons', 'Beta & Sons'), source: anySource })
    .map(({ slug, name, source }) => ({ fact: 'alias', slug, name, source })),
  // Only in one direction, so that no circle is refused.
  fc.constant(same('beta', 'alpha')),
]

interface Import {
  readonly entries: readonly {
    readonly line: Line
    readonly moment: Instant | null
    readonly isOnlyNews: boolean
    /** The line is a retraction of the fact. */
    readonly isRetracted: boolean
  }[]
  /** Where the file is cut into batches. */
  readonly cut: number
}
const importsOf = (line: fc.Arbitrary<Line>): fc.Arbitrary<Import[]> =>
  fc.array(
    fc.record({
      entries: fc.array(
        fc.record({
          line,
          moment: fc.option(fc.constantFrom(...MOMENTS), { nil: null }),
          isOnlyNews: fc.boolean(),
          isRetracted: fc.boolean(),
        }),
        { minLength: 1, maxLength: 6 },
      ),
      cut: fc.nat(6),
    }),
    { minLength: 2, maxLength: 8 },
  )
/** Of one or two kinds, so that facts meet. */
const anyImports = fc
  .subarray([...LINES_BY_KIND, anyIpo, anyGmp], { minLength: 1, maxLength: 2 })
  .chain((kinds) => importsOf(fc.oneof(...kinds)))

/** The name of a fact in a retraction: its required keys. */
function nameOf({ fact, slug, name, source, ...keys }: Line): Line {
  const of = { fact, ...(slug !== undefined && { slug }), ...(name !== undefined && { name }), source }
  return fact === 'ipo' ? { ...of, board: keys.board } : { ...of, ...keys }
}

/** The statements of a file. Of undated facts on one subject only the first is used: others would be refused. */
function statementsOf({ entries }: Import): Statement[] {
  const undated = new Set<string>()
  return entries.flatMap(({ line, moment, isOnlyNews, isRetracted }, i) => {
    const isRetraction = isRetracted && moment !== null
    const read = readLine(JSON.stringify(isRetraction ? retraction(nameOf(line)) : line), i + 1)
    if ('reason' in read) throw new Error(`${JSON.stringify(line)}: ${read.reason}`)
    const subjects = claimsOf(read.fact).map(({ subject }) => subject)
    if (moment === null && subjects.some((subject) => undated.has(subject))) return []
    if (moment === null) for (const subject of subjects) undated.add(subject)
    return [{ ...read, recordedAt: moment, onlyNews: isOnlyNews && !isRetraction }]
  })
}

/** What the store must do, by comparing each fact with its source's whole history. */
class WholeHistory {
  facts: Recorded<Fact>[] = []

  /** Returns how many of the statements are new. */
  import(statements: readonly Statement[], cut: number, idBase: number): number {
    const before = this.facts.length
    // Those of merged slugs wait until the end of the file, because only all of them together show a circle.
    const [dated, merging] = [false, true].map((is) =>
      statements.filter((one) => one.recordedAt !== null && isOfMerge(one) === is),
    ) as [Statement[], Statement[]]
    const batches = [
      dated.filter(({ line }) => line <= cut),
      dated.filter(({ line }) => line > cut),
      merging,
      statements.filter(({ recordedAt }) => recordedAt === null),
    ]
    for (const batch of batches) {
      const retractions = this.facts.filter((fact) => fact.fact === 'retraction')
      const [named, others] = [true, false].map((is) =>
        batch.filter(({ fact }) => (fact.fact === 'retraction') === is),
      )
      for (const statement of [...(others ?? []), ...(named ?? [])]) {
        const { fact, recordedAt, line } = statement
        if (this.#isKnown(statement, retractions)) continue
        this.facts.push({ ...fact, recorded: recordedAt ?? END_OF_TIME, id: idBase + line })
      }
    }
    return this.facts.length - before
  }

  commit(moment: Instant): void {
    this.facts = this.facts.map((fact) =>
      fact.recorded === END_OF_TIME ? { ...fact, recorded: moment } : fact,
    )
  }

  #isKnown({ fact, recordedAt, onlyNews }: Statement, retractions: readonly Recorded<RetractionFact>[]) {
    const isSame = (other: Fact) => JSON.stringify(claimsOf(other)) === JSON.stringify(claimsOf(fact))
    if (this.facts.some((other) => other.recorded === recordedAt && isSame(other))) return true
    if (fact.fact === 'retraction' || (recordedAt !== null && !onlyNews)) return false
    const earlier = this.facts.filter(
      (other) => subjectOf(other) === subjectOf(fact) && other.recorded <= (recordedAt ?? other.recorded),
    ) as Recorded<RetractableFact>[]
    const standing = unretracted(earlier, retractions).sort(compareRecorded)
    if (fact.fact !== 'ipo') return standing.length > 0 && isSame(standing.at(-1) as Fact)
    return repeatsTerms(fact, standing as Recorded<typeof fact>[])
  }
}

const isOfMerge = ({ fact }: Statement): boolean =>
  fact.fact === 'same' || (fact.fact === 'retraction' && fact.of.fact === 'same')

const subjectOf = (fact: Fact): string =>
  fact.fact === 'ipo' ? JSON.stringify(['ipo', fact.slug, fact.source]) : (claimsOf(fact)[0]?.subject ?? '')

async function storedFacts(db: Db): Promise<Recorded<Fact>[]> {
  const facts: Recorded<Fact>[] = []
  for await (const fact of allFacts(db)) facts.push(fact)
  return facts
}

test('facts are known or new as if compared with the whole history of their source', async () => {
  await fc.assert(
    fc.asyncProperty(anyImports, async (imports) =>
      withStore(async (db) => {
        const expected = new WholeHistory()
        const setUp = SLUGS.map((slug, i) => readLine(JSON.stringify(ipo(slug)), i + 1) as Statement)
        let clock = 0
        for (const { entries, cut } of [{ entries: [], cut: 0 }, ...imports]) {
          const statements = clock === 0 ? setUp : statementsOf({ entries, cut })
          const now = `2026-02-01T06:${String(clock++).padStart(2, '0')}:00.000Z`
          const idBase = Math.max(0, ...expected.facts.map(({ id }) => id))
          const taken = expected.import(statements, cut, idBase)
          const outcome = await recordFacts(db, {
            source: 'import',
            now: () => now,
            batches: [
              statements.filter(({ line }) => line <= cut),
              statements.filter(({ line }) => line > cut),
            ],
          })
          expect(outcome).toMatchObject({ taken, known: statements.length - taken, refused: 0 })
          if (outcome.committed !== null) expected.commit(outcome.committed)
          expect(await storedFacts(db)).toEqual(expected.facts.toSorted(compareRecorded))
        }
      }),
    ),
    runs(100),
  )
})

const after = (minutes: number): Instant => `2026-02-01T06:${String(minutes).padStart(2, '0')}:00.000Z`

test('a term is compared with its last statement, however many statements left it out since', async () => {
  const db = await openStore()
  await recordAll(db, after(0), [ipo('alpha', { lotSize: 10 })])
  for (let i = 1; i <= 12; i++) await recordAll(db, after(i), [ipo('alpha', { priceMax: 100 + i })])
  expect(await recordAll(db, after(20), [ipo('alpha', { lotSize: 10 })])).toMatchObject({ known: 1 })
  expect(await recordAll(db, after(21), [ipo('alpha', { lotSize: 20 })])).toMatchObject({ taken: 1 })
  expect(await recordAll(db, after(22), [ipo('alpha', { symbol: null })])).toMatchObject({ known: 1 })
})

test('a fact is compared with the last statement that is not retracted, however many are', async () => {
  const db = await openStore()
  const quote = (amount: number) => gmp('alpha', '2026-01-09', amount)
  await recordAll(db, after(0), [ipo('alpha'), quote(40)])
  for (let i = 1; i <= 12; i++) await recordAll(db, after(i), [quote(100 + i)])
  for (let i = 1; i <= 12; i++) await recordAll(db, after(20 + i), [retraction(quote(100 + i))])
  expect(await recordAll(db, after(40), [quote(40)])).toMatchObject({ known: 1 })
  expect(await recordAll(db, after(41), [quote(112)])).toMatchObject({ taken: 1 })
})
