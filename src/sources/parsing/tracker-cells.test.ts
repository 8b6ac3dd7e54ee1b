import { describe, expect, test } from 'vitest'
import { boardNamedIn, gmpFrom, nameWithoutBoard, quoteIn } from './tracker-cells.ts'

const contentOf = (cell: string) => {
  const read = gmpFrom(cell)
  if (read.kind === 'quote') return read.gmp / 100
  return read.kind === 'none' ? 'none' : read.rule
}

describe('the content of a GMP cell', () => {
  test.each([
    ['₹380', 380],
    ['₹13.3', 13.3],
    ['60', 60],
    ['+₹3', 3],
    ['₹ 1,250', 1250],
    ['Rs. 45', 45],
    ['Rs45', 45],
    ['INR 45', 45],
  ])('%s is an amount with or without sign and currency', (cell, rupees) => {
    expect(contentOf(cell)).toBe(rupees)
  })

  test.each([
    ['-₹5', -5],
    ['₹-3', -3],
    ['Rs. -15', -15],
    ['- 7', -7],
    ['−7', -7],
    ['−₹7', -7],
    ['₹–2.5', -2.5],
    ['+₹-3', -3],
    ['₹-3 (-2.22%)', -3],
  ])('%s is below zero', (cell, rupees) => {
    expect(contentOf(cell)).toBe(rupees)
  })

  test.each([
    ['₹30 (25.00%)', 30],
    ['31 (22.5%)', 31],
    ['+₹3 (+3%)', 3],
    ['₹10 (15.15%%)', 10],
    ['₹10 (%)', 10],
  ])('%s has a percentage, which is ignored', (cell, rupees) => {
    expect(contentOf(cell)).toBe(rupees)
  })

  test.each([
    '',
    '-',
    '--',
    '—',
    '₹-',
    '₹–',
    '₹--',
    '₹ --',
    'Rs. -',
    'NA',
    'N/A',
    'n.a.',
    '₹-- (0.00%)',
    '₹-- (%)',
    '₹- (0.00%)',
  ])('"%s" is no quote', (cell) => {
    expect(contentOf(cell)).toBe('none')
  })

  test.each(['0', '₹0', '₹0 (0.00%)', '-0'])(
    '%s is a quote of zero unless its source means otherwise',
    (cell) => {
      expect(gmpFrom(cell)).toEqual({ kind: 'quote', gmp: 0 })
    },
  )

  test.each(['870-880', '0.50-0.80', '80- 90', '₹69-70', '₹69 – ₹70', '65 to 70', '-5 - -3'])(
    '%s is a range, and neither end is guessed',
    (cell) => {
      expect(contentOf(cell)).toBe('gmp-range')
    },
  )

  test.each(['17.32%', '+3%', '-%', '15.15%%'])('%s is a percentage and never rupees', (cell) => {
    expect(contentOf(cell)).toBe('gmp-percentage')
  })

  test.each([
    ['an amount glued to a rating', '₹72🔥'],
    ['a low and a high', '20 ↓ / 35 ↑'],
    ['an amount glued to a low and a high', '₹30 (25.00%)20 ↓ / 35 ↑'],
    ['an amount glued to a time', '₹17 (16.50%)4-Sep 17:59'],
    ['an amount glued to a day', '₹17(16.50%)4'],
    ['two amounts', '17 16'],
    ['two amounts with a comma between', '₹10, ₹120'],
    ['two bare amounts with a comma between', '10, 120'],
    ['two amounts with a point between', '₹5.₹6'],
    ['a power of ten', '5E1'],
    ['an endless cell', `(${' '.repeat(50_000)}x`],
    ['a long cell', '₹5 '.repeat(60)],
    ['two amounts with currency', '₹17₹16'],
    ['more than two decimals', '₹1.005'],
    ['text', 'coming soon'],
  ])('%s is unreadable', (_what, cell) => {
    expect(contentOf(cell)).toBe('gmp-unreadable')
  })

  test('a refusal shows the whole cell', () => {
    expect(gmpFrom('870-880')).toMatchObject({ reason: '"870-880" is a range, one amount was expected' })
  })

  test('the quote of a row is an amount, nothing, or a bad cell', () => {
    expect(quoteIn('₹-3')).toBe(-300)
    expect(quoteIn('₹--')).toBeNull()
    expect(() => quoteIn('870-880')).toThrow(expect.objectContaining({ rule: 'gmp-range' }))
  })
})

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
