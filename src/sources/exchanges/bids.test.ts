import { describe, expect, test } from 'vitest'
import type { Category } from '../../market/facts/fact.ts'
import { BadCell } from '../parsing/row.ts'
import { bidCounts, categoryOfRow, isHeadingRow, isPartOfCategory } from './bids.ts'

describe('a row of bids', () => {
  test.each<[string | null, string, Category | null]>([
    ['1', 'Qualified Institutional Buyers(QIBs)', 'QIB'],
    ['1.', 'Qualified Institutional Buyers(QIBs)', 'QIB'],
    [' 2 ', 'Non Institutional Investors', 'NII'],
    ['2.1', 'more than Ten Lakh Rupees', 'BNII'],
    ['2.1.', 'more than Ten Lakh Rupees', 'BNII'],
    ['2. 2', 'upto Ten Lakh Rupees', 'SNII'],
    ['3 .', 'Individual Investors', 'RII'],
    ['4', 'Employees', 'EMP'],
    ['5', 'Shareholders', 'SHA'],
    ['6', 'Policy Holders', 'POL'],
    [null, 'Total', 'TOTAL'],
    ['', 'TOTAL ', 'TOTAL'],
    ['7', 'Total', null],
    ['.1', 'Qualified Institutional Buyers(QIBs)', null],
    [null, 'Anchor', null],
    [null, 'Sub Total', null],
  ])('numbered %j, "%s", is of category %s', (number, label, category) => {
    expect(categoryOfRow(number, label)).toBe(category)
  })

  test.each<[string | null, boolean]>([
    ['1(a)', true],
    ['1(D)', true],
    ['2.1 (b)', true],
    ['1(a).', true],
    ['1(a)(i)', true],
    ['1', false],
    ['2.1', false],
    ['(a)', false],
    [null, false],
  ])('numbered %j is part of a category: %s', (number, isPart) => {
    expect(isPartOfCategory(number)).toBe(isPart)
  })

  test.each<[string | null, boolean]>([
    ['Sr.No.', true],
    ['Sr. No', true],
    ['S.No.', true],
    ['1', false],
    [null, false],
  ])('numbered %j is that of the headings: %s', (number, isHeading) => {
    expect(isHeadingRow(number)).toBe(isHeading)
  })
})

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
