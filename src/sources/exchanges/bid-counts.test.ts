import { expect, test } from 'vitest'
import { BadCell } from '../parsing/row.ts'
import { bidCounts } from './bids.ts'

const counts = (offered: string | null, bid: string | null, timesSub: number) =>
  bidCounts(['offered', 'bid'], [offered, bid], timesSub)

test.each<[string | null, string | null, number, number | null, number | null]>([
  ['1000', '2500', 2.5, 1000, 2500],
  ['1.0E7', '1.36E7', 1.36, 10_000_000, 13_600_000],
  ['7715999.0', '1.3813E7', 1.7901764891, 7_715_999, 13_813_000],
  ['4000', '2779', 0.69, 4000, 2779],
  ['1000', '0', 0, 1000, 0],
  ['1000', null, 2.5, 1000, null],
  [null, '2500', 2.5, null, 2500],
])('of %s shares offered, %s were bid for at %s times', (offered, bid, times, sharesOffered, sharesBid) => {
  expect(counts(offered, bid, times)).toEqual({ sharesOffered, sharesBid, applications: null })
})

test.each<[string, string, number]>([
  ['1000', '2500', 3],
  ['1000', '2500', 0],
  ['1000', '250000', 2.5],
  ['1000', 'x', 2.5],
  ['1000', '2500.5', 2.5],
  ['1000', '-1', 0],
])('of %s shares offered, %s bids at %s times are a misprint', (offered, bid, times) => {
  expect(() => counts(offered, bid, times)).toThrow(BadCell)
})
