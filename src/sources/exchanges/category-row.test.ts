import { describe, expect, test } from 'vitest'
import type { Category } from '../../market/facts/fact.ts'
import { categoryOfRow, isHeadingRow, isPartOfCategory } from './bids.ts'

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
