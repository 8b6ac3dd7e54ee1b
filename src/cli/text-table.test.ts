import { expect, test } from 'vitest'
import { textTable } from './text-table.ts'

test('columns are as wide as needed, numbers are right-aligned, and no line ends in blanks', () => {
  const table = textTable(
    ['SOURCE', 'ROWS', 'STATE'],
    [
      ['nse', '12,040', 'ok'],
      ['a-long-name', '7', ''],
    ],
  )
  expect(table).toBe('SOURCE         ROWS  STATE\nnse          12,040  ok\na-long-name       7\n')
})

test.each([
  ['a column of numbers with a gap is right-aligned', ['10', '7', ''], ' N\n10\n 7\n\n'],
  ['a column with a word among numbers is left-aligned', ['10', '7', '-'], 'N\n10\n7\n-\n'],
])('%s', (_name, cells, table) => {
  const rows = cells.map((cell) => [cell])
  expect(textTable(['N'], rows)).toBe(table)
})

test('without rows only the headings are shown', () => {
  expect(textTable(['SOURCE', 'ROWS'], [])).toBe('SOURCE  ROWS\n')
})
