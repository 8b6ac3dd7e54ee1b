import { expect, test } from 'vitest'
import { type Leader, leaderOf, type PairedPrediction } from './paired.ts'

/** Predictions of the listings from one number up to another, each off by so many points. */
const off = (from: number, to: number, points: (listing: number) => number): PairedPrediction[] =>
  Array.from({ length: to - from }, (_, i) => {
    const listing = from + i
    return { listing, implied: 1000 + points(listing) * 100, actual: 1000, median: 1000 }
  })
const by = (points: number) => () => points

test.each<[string, Record<string, PairedPrediction[]>, Pick<Leader, 'source' | 'rivals'> | null]>([
  ['the closer of two', { a: off(0, 40, by(8)), b: off(0, 40, by(-2)) }, { source: 'b', rivals: [] }],
  [
    'the closer one on common listings, although its other listings were harder',
    { calm: off(0, 60, by(3)), broad: [...off(0, 40, by(2)), ...off(60, 200, by(50))] },
    { source: 'broad', rivals: [] },
  ],
  [
    'a leader whose lead over one source could be luck',
    { a: off(0, 30, by(5)), b: off(0, 30, (i) => (i % 2 ? 0 : 9.9)), c: off(0, 30, by(20)) },
    { source: 'b', rivals: ['a'] },
  ],
  ['none on 29 common listings', { a: off(0, 60, by(1)), b: off(31, 99, by(9)) }, null],
  ['one on 30 common listings', { a: off(0, 60, by(1)), b: off(30, 99, by(9)) }, { source: 'a', rivals: [] }],
  ['none of equal sources', { a: off(0, 40, by(2)), b: off(0, 40, by(-2)) }, null],
  ['none of a single source', { a: off(0, 40, by(2)) }, null],
  ['none without sources', {}, null],
  [
    'one without regard to a source with few listings',
    { a: off(0, 40, by(1)), b: off(0, 40, by(2)), few: off(0, 29, by(0)) },
    { source: 'a', rivals: [] },
  ],
  [
    'none where each leads another',
    {
      a: [...off(0, 30, by(1)), ...off(30, 60, by(3))],
      b: [...off(0, 30, by(2)), ...off(60, 90, by(1))],
      c: [...off(30, 60, by(1)), ...off(60, 90, by(2))],
    },
    null,
  ],
])('%s', (_name, sources, leader) => {
  for (const entries of [Object.entries(sources), Object.entries(sources).reverse()]) {
    const found = leaderOf(new Map(entries))
    expect(found && { source: found.source, rivals: found.rivals }).toEqual(leader)
  }
})

test('has the errors of both on the common listings only', () => {
  const sources = { calm: off(0, 60, by(3)), broad: [...off(0, 40, by(2)), ...off(60, 200, by(50))] }
  expect(leaderOf(new Map(Object.entries(sources)))?.pairs).toEqual([
    { other: 'calm', n: 40, meanAbsErrorPp: 2, otherMeanAbsErrorPp: 3 },
  ])
})
