import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FirstOf, rowNumbersOf, SortedPage } from './sorted-page.ts'

describe('sorting', () => {
  const sorted = (items: readonly (readonly [string, string | number | null])[], descending: boolean) => {
    const table = new SortedPage<string>({ descending, page: 1 })
    for (const [slug, value] of items) table.offer({ value, slug, row: slug })
    return table.page().rows
  }

  test.each<[string, readonly (readonly [string, string | number | null])[], string[], string[]]>([
    [
      'numbers by their size',
      [
        ['a', 10],
        ['b', 9],
        ['c', -1],
      ],
      ['c', 'b', 'a'],
      ['a', 'b', 'c'],
    ],
    [
      'text by its letters',
      [
        ['a', 'y'],
        ['b', 'x'],
      ],
      ['b', 'a'],
      ['a', 'b'],
    ],
    [
      'the unknown last either way',
      [
        ['a', null],
        ['b', 2],
        ['c', 1],
      ],
      ['c', 'b', 'a'],
      ['b', 'c', 'a'],
    ],
    [
      'nothing known by slug',
      [
        ['b', null],
        ['a', null],
      ],
      ['a', 'b'],
      ['a', 'b'],
    ],
    [
      'ties by slug either way',
      [
        ['b', 1],
        ['c', 2],
        ['a', 1],
      ],
      ['a', 'b', 'c'],
      ['c', 'a', 'b'],
    ],
    [
      'zero as a number, not as unknown',
      [
        ['a', 0],
        ['b', null],
        ['c', 1],
      ],
      ['a', 'c', 'b'],
      ['c', 'a', 'b'],
    ],
  ])('puts %s', (_name, items, up, down) => {
    expect(sorted(items, false)).toEqual(up)
    expect(sorted(items, true)).toEqual(down)
  })
})

test('the first items are those that sorting puts first', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 50 })),
      fc.integer({ min: 1, max: 20 }),
      (items, count) => {
        const compare = (a: number, b: number) => a - b
        const first = new FirstOf(count, compare)
        for (const item of items) first.offer(item)
        expect(first.sorted()).toEqual(items.toSorted(compare).slice(0, count))
      },
    ),
  )
})

describe('pages', () => {
  /** The page of the numbers from `n` down to 1 in ascending order. */
  const pageOf = (n: number, page: number) => {
    const table = new SortedPage<number>({ descending: false, page })
    for (let row = n; row > 0; row--) table.offer({ value: row, slug: String(row), row })
    return table.page()
  }

  test.each<[string, number, number, { page: number; pages: number; first: number; last: number }]>([
    ['the first', 120, 1, { page: 1, pages: 3, first: 1, last: 50 }],
    ['one in the middle', 120, 2, { page: 2, pages: 3, first: 51, last: 100 }],
    ['the last', 120, 3, { page: 3, pages: 3, first: 101, last: 120 }],
    ['one beyond the last', 120, 1_000_000, { page: 3, pages: 3, first: 101, last: 120 }],
    ['a full one', 50, 1, { page: 1, pages: 1, first: 1, last: 50 }],
    ['one row more', 51, 2, { page: 2, pages: 2, first: 51, last: 51 }],
  ])('%s', (_name, total, requested, { page, pages, first, last }) => {
    const shown = pageOf(total, requested)
    expect(shown).toMatchObject({ page, pages, total })
    expect([shown.rows[0], shown.rows.at(-1)]).toEqual([first, last])
    expect(rowNumbersOf(shown)).toEqual({ first, last })
  })

  test('a table may have fewer rows on a page', () => {
    const table = new SortedPage<number>({ descending: false, page: 3, pageSize: 25 })
    for (let i = 1; i <= 60; i++) table.offer({ value: i, slug: `${i}`, row: i })
    expect(table.page()).toMatchObject({ page: 3, pages: 3, total: 60 })
    expect(rowNumbersOf(table.page())).toEqual({ first: 51, last: 60 })
  })

  test('an empty table has one empty page', () => {
    expect(pageOf(0, 7)).toEqual({ rows: [], page: 1, pages: 1, total: 0, pageSize: 50 })
  })
})
