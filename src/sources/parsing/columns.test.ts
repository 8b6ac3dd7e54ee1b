import { expect, test } from 'vitest'
import { Unreadable } from '../source.ts'
import { findColumns } from './tracker-table.ts'

const LAYOUT = {
  aliases: { name: ['Company', 'IPO Name'], gmp: ['IPO GMP', 'GMP'], price: ['Price'] },
  ignored: ['Lot Size'],
} as const

const find = (...headings: string[]) => findColumns(headings, LAYOUT)

test('columns are found by any of their names, in any order, case and spacing', () => {
  expect([...find('gmp ', 'ipo  name', 'LOT SIZE').keys]).toEqual([
    ['name', 'iponame'],
    ['gmp', 'gmp'],
  ])
})

test('headings that are neither read nor known are reported, blank ones not', () => {
  expect(find('Company', 'GMP', 'Lot Size', 'Mood', '').unknown).toEqual(['Mood'])
})

test('of two names of one column the first is read, and the other reported', () => {
  const { keys, unknown } = find('Company', 'GMP', 'IPO GMP')
  expect(keys.get('gmp')).toBe('ipogmp')
  expect(unknown).toEqual(['GMP'])
})

test.each([
  [
    'a required column is missing',
    ['Company', 'Premium'],
    'no column IPO GMP or GMP; found Company, Premium',
  ],
  ['a column that is read is there twice', ['Company', 'GMP', 'gmp'], 'the column gmp twice'],
  ['there are no headings', [''], 'no column Company or IPO Name; found none'],
])('it is unreadable when %s', (_name, headings, message) => {
  expect(() => find(...headings)).toThrow(Unreadable)
  expect(() => find(...headings)).toThrow(message)
})
