import { expect, test } from 'vitest'
import { gmp, ipo, listing } from './support/lines.ts'
import { testServiceForAll } from './support/service.ts'

const TERMS = { openDate: '2026-01-05', closeDate: '2026-01-07', issuePrice: 100 }
const scored = (slug: string, board: string, premium: number) => [
  ipo(slug, { ...TERMS, board }),
  gmp(slug, '2026-01-07', premium),
  listing(slug, '2026-01-12', 110),
]

const service = testServiceForAll({
  lines: [...scored('main-one', 'MAINBOARD', 20), ...scored('small-one', 'SME', 40)],
})

test.each<[query: string, slugs: string[], avgAbsErrorPp: number]>([
  ['', ['main-one', 'small-one'], 20],
  ['?board=SME', ['small-one'], 30],
  ['?board=mainboard', ['main-one'], 10],
  ['?board=SME,MAINBOARD', ['main-one', 'small-one'], 20],
])('the scoreboard%s lists and sums up only its boards', async (query, slugs, avgAbsErrorPp) => {
  const { summary, rows } = await service().json(`/api/public/market/scoreboard${query}`)
  expect(rows.map(({ slug }: { slug: string }) => slug)).toEqual(slugs)
  expect(summary).toMatchObject({ n: slugs.length, avgAbsErrorPp })
})
