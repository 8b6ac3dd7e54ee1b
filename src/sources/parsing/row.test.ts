import { expect, test } from 'vitest'
import { rowBelow } from '../formats/csv.ts'
import { type Observation, UNNAMED_SUBJECT } from '../source.ts'
import { BadCell, type CellRule, cellIfPrinted, cellOf, jsonRow, parseRow, Row, readJsonRows } from './row.ts'

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

const row = () => new Row({ row: 3, raw: 'row', text: () => null })

test('a row becomes an entry for each of its observations', () => {
  expect(parseRow(row(), () => [observation, observation])).toEqual([
    { row: 3, raw: 'row', said: observation },
    { row: 3, raw: 'row', said: observation },
  ])
})

test('a bad cell turns its whole row into one fault', () => {
  const badTerms = () => [{ ...observation, terms: { lotSize: cellOf('Lot', '?', LOT) } }]
  expect(parseRow(row(), badTerms)).toEqual([
    { row: 3, raw: 'row', rule: 'lot', reason: 'Lot is "?", a number was expected' },
  ])
})

test('a bad cell that is optional is reported with the cells that name its row, and the rest is accepted', () => {
  const cells = { Name: 'Acme', Lot: '?', Minimum: '50', Maximum: '!', Other: 1 }
  const entries = parseRow(jsonRow(cells, 3, ['Name']), (row) => {
    const lots = [
      row.optionalCell('Lot', LOT),
      row.optionalCell('Minimum', LOT),
      row.optional(['Maximum', 'Other'], () => row.cell('Maximum', LOT)),
    ]
    row.report([], 'name', 'the name is odd')
    return [{ ...observation, terms: { lotSize: lots[1] ?? null, minLots: lots[0] ?? null } }]
  })
  const raw = JSON.stringify(cells)
  expect(entries).toEqual([
    { row: 3, raw, said: { ...observation, terms: { lotSize: 50, minLots: null } } },
    {
      row: 3,
      raw: '{"Name":"Acme","Lot":"?"}',
      rule: 'lot',
      reason: 'Lot is "?", a number was expected',
    },
    {
      row: 3,
      raw: '{"Name":"Acme","Maximum":"!","Other":1}',
      rule: 'lot',
      reason: 'Maximum is "!", a number was expected',
    },
    { row: 3, raw: '{"Name":"Acme"}', rule: 'name', reason: 'the name is odd' },
  ])
})

test('an error of the program is not taken for a fault of the row', () => {
  const fail = () => {
    throw new TypeError('oops')
  }
  expect(() => parseRow(row(), fail)).toThrow(TypeError)
  expect(() => parseRow(row(), (one) => [one.optional([], fail) ?? observation])).toThrow(TypeError)
})

test('the cells of a table are found by heading, those of JSON by key, and empty ones are none', () => {
  const rows = [
    rowBelow(['lotsize', 'price'], ['50', ''], { row: 1, raw: '50,', misfit: null }),
    jsonRow({ 'Lot Size': 50, Price: ' ' }, 1),
  ]
  for (const { text } of rows)
    expect(['Lot Size', 'Price', 'Board'].map((column) => text(column))).toEqual(['50', null, null])
})

test('a list gives the entries of all its rows, and the keys that nobody knows', () => {
  const layout = { what: 'the list', required: ['Lot'], known: [] }
  const read = (...rows: object[]) =>
    readJsonRows(rows as Record<string, unknown>[], layout, (one) => [
      { ...observation, terms: { lotSize: one.cell('Lot', LOT) } },
    ])
  expect(read({ Lot: '50', Mood: 1 }, { Lot: '?' })).toMatchObject({
    entries: [
      { row: 1, said: { terms: { lotSize: 50 } } },
      { row: 2, rule: 'lot' },
    ],
    rows: 2,
    unknownColumns: ['Mood'],
  })
  expect(() => read({ Mood: 1 })).toThrow('the list has no Lot; found Mood')
})
