import { expect, test } from 'vitest'
import { boardNamedIn, nameWithoutBoard } from './tracker-cells.ts'

test.each([
  ['Marigold Foods', 'Marigold Foods', null],
  ['Marigold Foods IPO', 'Marigold Foods', null],
  ['Marigold Foods NSE SME', 'Marigold Foods', 'SME'],
  ['Marigold Foods SME', 'Marigold Foods', 'SME'],
  ['Marigold Foods BSE SME IPO', 'Marigold Foods', 'SME'],
  ['Marigold Foods Ltd. (MAINBOARD)', 'Marigold Foods Ltd.', 'MAINBOARD'],
  ['Marigold Foods Mainline', 'Marigold Foods', 'MAINBOARD'],
  ['SME Lanterns', 'SME Lanterns', null],
  ['Gizmo', 'Gizmo', null],
  ['IPO', 'IPO', null],
])('%s is %s on board %s', (printed, name, board) => {
  expect(nameWithoutBoard(printed)).toBe(name)
  expect(boardNamedIn(printed)).toBe(board)
})

test.each([
  ['Mainboard', 'MAINBOARD'],
  ['NSE SME', 'SME'],
  ['sme', 'SME'],
  ['REIT', null],
])('%s alone names the board %s', (words, board) => {
  expect(boardNamedIn(words)).toBe(board)
})
