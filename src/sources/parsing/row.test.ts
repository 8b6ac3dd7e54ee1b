import { expect, test } from 'vitest'
import { type Observation, UNNAMED_SUBJECT } from '../source.ts'
import { BadCell, type CellRule, cellIfPrinted, cellOf, parseRow } from './row.ts'

const LOT: CellRule<number> = {
  rule: 'lot',
  expected: 'a number',
  from: (text) => (/^\d+$/.test(text) ? Number(text) : null),
}

const observation: Observation = { kind: 'terms', subject: UNNAMED_SUBJECT, terms: { lotSize: 50 } }

test('a cell gives the value that its rule parses from it', () => {
  expect(cellOf('Lot', '50', LOT)).toBe(50)
})

test.each([
  ['fifty', 'Lot is "fifty", a number was expected'],
  [null, 'Lot is empty, a number was expected'],
])('a cell of %j is refused by name', (text, reason) => {
  expect(() => cellOf('Lot', text, LOT)).toThrow(new BadCell('lot', reason))
})

test('a cell that may be empty is refused only when it has an invalid value', () => {
  expect(cellIfPrinted('Lot', null, LOT)).toBeNull()
  expect(() => cellIfPrinted('Lot', 'fifty', LOT)).toThrow(BadCell)
})

test('a row becomes an entry for each of its observations', () => {
  expect(parseRow(3, 'row', () => [observation, observation])).toEqual([
    { row: 3, raw: 'row', said: observation },
    { row: 3, raw: 'row', said: observation },
  ])
})

test('a bad cell turns its whole row into one fault', () => {
  const badTerms = () => [{ ...observation, terms: { lotSize: cellOf('Lot', '?', LOT) } }]
  expect(parseRow(3, 'row', badTerms)).toEqual([
    { row: 3, raw: 'row', rule: 'lot', reason: 'Lot is "?", a number was expected' },
  ])
})

test('a bad cell that is optional is reported by itself, and the rest is accepted', () => {
  const lotOf = (text: string) => () => cellOf('Lot', text, LOT)
  const entries = parseRow(3, 'row', (optionalPart) => {
    const lots = [optionalPart(lotOf('?')), optionalPart(lotOf('50')), optionalPart(lotOf('!'), 'the cell')]
    return [{ ...observation, terms: { lotSize: lots[1] ?? null, minLots: lots[0] ?? null } }]
  })
  expect(entries).toEqual([
    { row: 3, raw: 'row', said: { ...observation, terms: { lotSize: 50, minLots: null } } },
    { row: 3, raw: 'row', rule: 'lot', reason: 'Lot is "?", a number was expected' },
    { row: 3, raw: 'the cell', rule: 'lot', reason: 'Lot is "!", a number was expected' },
  ])
})

test('an error of the program is not taken for a fault of the row', () => {
  const fail = () => {
    throw new TypeError('oops')
  }
  expect(() => parseRow(1, 'row', fail)).toThrow(TypeError)
  expect(() => parseRow(1, 'row', (optionalPart) => [optionalPart(fail) ?? observation])).toThrow(TypeError)
})
