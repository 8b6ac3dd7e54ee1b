import { expect, inject, test } from 'vitest'
import {
  expectedAccuracy,
  expectedFields,
  expectedScoreboard,
  historyOf,
  predictionsIn,
} from './support/oracle.ts'
import { momentsOf, randomMarket } from './support/oracle-market.ts'
import type { Line } from './support/record.ts'
import { type Answered, startTestService, type TestService } from './support/service.ts'

const NOW = '2026-06-01T06:00:00.000Z'
const IS_WIDE = inject('isFull') && !inject('postgres')
/** The first has every case below. */
const MARKETS = [23, ...(IS_WIDE ? Array.from({ length: 11 }, (_, i) => i) : [])].map((i) => `market ${i}`)

/** Cases among the fields that the issues of a market should have. */
const CASES: Readonly<Record<string, (ipo: Answered) => boolean>> = {
  'a quote of an earlier day': ({ sources, lastGmpDay }) =>
    sources.some(({ observedAt }: Answered) => observedAt < lastGmpDay),
  'a second source of an owner': ({ sources }) => sources.some(({ counted }: Answered) => !counted),
  'a dispute': ({ gmpDisputed }) => gmpDisputed,
  'a chance': ({ chances }) =>
    chances.some(({ basis, chance }: Answered) => basis === 'applications' && chance > 0 && chance < 1),
  'a bound': ({ chances }) =>
    chances.some(({ basis, chance }: Answered) => basis === 'at-least' && chance > 0 && chance < 1),
  'an unknown chance': ({ chances }) => chances.some(({ chance }: Answered) => chance === null),
  'one lock-in': ({ lockIns }) => lockIns.length === 1,
  'two lock-ins': ({ lockIns }) => lockIns.length === 2,
}

/** Gives the differences between answers as of a moment and the rules, in words. */
function comparison({ json }: TestService, lines: readonly Line[]) {
  const viewAt = historyOf(lines)
  const predictions = predictionsIn(lines, viewAt)
  let asked = 0
  return async (asOf: string): Promise<string[]> => {
    const view = viewAt(asOf)
    const faults: string[] = []
    const compare = (place: string, actual: Answered, expected: Answered) => {
      for (const [key, value] of Object.entries(expected)) {
        const [got, due] = [JSON.stringify(actual?.[key]), JSON.stringify(value)]
        if (got !== due) faults.push(`${place} as of ${asOf}: ${key} is ${got}, by the rules ${due}`)
      }
    }
    const ask = (path: string) => json(`/api/public/market/${path}asOf=${asOf}`)
    const slugsOf = (all: readonly Answered[]) => all.map(({ slug }) => slug).toSorted()
    const find = (all: readonly Answered[], slug: string) => all.find((one) => one.slug === slug)

    const issues = [...view.issues.values()].map((issue) => expectedFields(view, issue))
    // One in five is enough from day to day, because the list has most of the fields too.
    for (const expected of issues)
      if (IS_WIDE || ++asked % 5 === 0)
        compare(expected.slug, (await ask(`ipos/${expected.slug}?`)).ipo, expected)
    const { ipos } = await ask('ipos?detail=full&limit=200&')
    compare('the list', { slugs: slugsOf(ipos) }, { slugs: slugsOf(view.tracked) })
    for (const { slug } of view.tracked) {
      const { sources: _, ...expected } = find(issues, slug)
      compare(`${slug} in the list`, find(ipos, slug), expected)
    }
    const [{ summary, rows }, due] = [await ask('scoreboard?'), expectedScoreboard(view)]
    compare(
      'the scoreboard',
      { ...summary, slugs: slugsOf(rows) },
      { ...due.summary, slugs: slugsOf(due.rows) },
    )
    for (const row of due.rows) compare(`the score of ${row.slug}`, find(rows, row.slug), row)
    const { horizons } = (await ask('accuracy?')).median
    for (const [i, expected] of expectedAccuracy(view, predictions, asOf).entries())
      compare(`accuracy at ${horizons[i].horizon}`, horizons[i], expected)
    return faults
  }
}

test.each(MARKETS)(
  'GMP, scores, chances and lock-ins of %s follow from the words of the rules, as of 100 moments',
  async (seed) => {
    const lines = randomMarket(seed)
    const service = await startTestService({ now: NOW, lines, env: { REQUESTS_PER_MINUTE: '1000000' } })
    const faultsAt = comparison(service, lines)
    for (const moment of momentsOf(seed, lines, 100)) expect(await faultsAt(moment)).toEqual([])
  },
)

test('the first market has every case', () => {
  const [seed = ''] = MARKETS
  const lines = randomMarket(seed)
  const viewAt = historyOf(lines)
  const views = momentsOf(seed, lines, 100).map(viewAt)
  const all = views.flatMap((view) => [...view.issues.values()].map((issue) => expectedFields(view, issue)))
  expect(Object.entries(CASES).filter(([, isMet]) => !all.some(isMet))).toEqual([])
})
