import { describe, expect, test } from 'vitest'
import { Unreadable } from '../source.ts'
import { bestTable, cellText, readPage, titleOf } from './html-table.ts'

const page = (body: string) => readPage(`<!doctype html><html><body>${body}</body></html>`)
const line = (tag: string, ...cells: string[]) =>
  `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`
const HEADINGS = ['Company', 'GMP']

const cellsOf = (body: string, within?: string) => {
  const table = bestTable(page(body), HEADINGS, within)
  return table?.rows.map(({ text }) => table.headings.map((heading) => text(heading)))
}

describe('a page', () => {
  test.each([
    ['is empty', ' \n', 'empty'],
    ['is JSON', '{"msg":"not found"}', 'no HTML page'],
    ['is plain text', 'Too many requests', 'no HTML page'],
    ['was cut short in a table', '<html><body><table><tr><td>Acme</td>', 'cut short'],
    [
      'was cut short after an early end in a script',
      '<html><script>"</body>"</script><table><tr>',
      'cut short',
    ],
  ])('that %s is unreadable', (_name, body, message) => {
    expect(() => readPage(body)).toThrow(Unreadable)
    expect(() => readPage(body)).toThrow(message)
  })

  test.each([
    ['a comment of its cache', '</body></html>\n<!-- served from cache -->'],
    ['a script', '</body></html><script>count()</script>'],
    ['nothing but a table', ''],
  ])('may end with %s', (_name, end) => {
    expect(() => readPage(`<html><body><table><tr><td>Acme</td></tr></table>${end}`)).not.toThrow()
  })

  test('has a title', () => {
    expect(titleOf(readPage('<html><title> Access\n denied</title></html>'))).toBe('Access denied')
    expect(titleOf(page(''))).toBe('without a title')
  })
})

describe('the table', () => {
  test.each([
    ['th', 'th'],
    ['the cells of the first row', 'td'],
  ])('may have its headings in %s', (_name, tag) => {
    const body = `<table>${line(tag, 'Company', 'GMP')}${line('td', 'Acme', '₹5')}</table>`
    expect(cellsOf(body)).toEqual([['Acme', '₹5']])
  })

  test('is the one with the most of the headings, of several', () => {
    const history = `<table>${line('th', 'Date', 'GMP')}${line('td', '21 August', '₹4')}</table>`
    const current = `<table>${line('th', 'Company', 'GMP', 'Lot')}${line('td', 'Acme', '₹5', '40')}</table>`
    expect(cellsOf(history + current + history)).toEqual([['Acme', '₹5', '40']])
  })

  test('is null when no heading is known', () => {
    expect(bestTable(page(`<table>${line('th', 'Firma', 'Aufgeld')}</table>`), HEADINGS)).toBeNull()
    expect(bestTable(page('<h1>Server error</h1>'), HEADINGS)).toBeNull()
  })

  test('is found in noscript elements', () => {
    const body = `<noscript><table>${line('th', 'Company', 'GMP')}${line('td', 'Acme', '₹5')}</table></noscript>`
    expect(cellsOf(body)).toEqual([['Acme', '₹5']])
  })

  test('does not contain the rows of a table within it', () => {
    const inner = `<table>${line('td', 'low', '4')}${line('td', 'high', '6')}</table>`
    const body = `<table>${line('th', 'Company', 'GMP')}${line('td', 'Acme', `₹5 ${inner}`)}${line('td', 'Bolt', '₹7')}</table>`
    expect(cellsOf(body)?.map(([name]) => name)).toEqual(['Acme', 'Bolt'])
  })

  test.each([
    ['the table', '#live'],
    ['its body', '#rows'],
    ['an element around it', '.live'],
  ])('may be selected by %s', (_name, within) => {
    const old = `<table>${line('th', 'Company', 'GMP')}${line('td', 'Old', '₹1')}</table>`
    const live = `<div class="live"><table id="live"><tbody id="rows">${line('th', 'Company', 'GMP')}${line('td', 'Acme', '₹5')}</tbody></table></div>`
    expect(cellsOf(old + live, within)).toEqual([['Acme', '₹5']])
  })

  test('is recognised by headings without case, spaces and sorting marks', () => {
    const table = bestTable(page(`<table>${line('th', ' COMPANY ▲▼', 'G M P↕')}</table>`), HEADINGS)
    expect(table?.headings).toEqual(['COMPANY', 'G M P'])
    expect(table?.rows).toEqual([])
  })
})

describe('its rows', () => {
  const rowsOf = (...lines: string[]) =>
    bestTable(page(`<table>${line('th', 'Company', 'GMP')}${lines.join('')}</table>`), HEADINGS)?.rows ?? []

  test('are counted without notes, blank rows and repeated headings', () => {
    const rows = rowsOf(
      '<tr><td colspan="2">Open a demat account</td></tr>',
      line('td', 'Acme', '₹5'),
      line('td', ' ', '&nbsp;'),
      line('th', 'Company', 'GMP'),
      line('td', 'Bolt', '₹7'),
    )
    expect(rows.map(({ row, raw }) => [row, raw])).toEqual([
      [1, 'Acme | ₹5'],
      [2, 'Bolt | ₹7'],
    ])
  })

  test('are misfits when their cells do not fit the headings', () => {
    const rows = rowsOf(line('td', 'Acme', '₹5'), line('td', 'Bolt', '7', '8'))
    expect(rows.map(({ misfit }) => misfit)).toEqual([null, 'the row has 3 cells, the heading 2'])
  })
})

test.each([
  ['₹<b>5</b> (4%)', '₹5 (4%)'],
  ['₹5<sup>1</sup>', '₹5 1'],
  ['<b>31</b><i>5</i>', '31 5'],
  ['<span>7</span><span class="rating">2</span>', '7 2'],
  ['₹<b>1</b>,250', '₹1 ,250'],
  ['<del>31</del>35', '35'],
  ['<span style="display:none">31</span>31', '31'],
  ['<span hidden>-</span>31', '31'],
  ['₹5<br>4 ↓ / 6 ↑', '₹5 4 ↓ / 6 ↑'],
  ['<div>₹5</div><div>6</div>', '₹5 6'],
  ['5<style>b{}</style><script>var x = 9</script>', '5'],
  ['&#8377;5&nbsp;\n (4%)', '₹5 (4%)'],
  ['Bolt &amp; Nut', 'Bolt & Nut'],
])('the cell %s shows %s', (cell, shown) => {
  const body = `<table>${line('th', 'Company', 'GMP')}${line('td', 'Acme', cell)}</table>`
  expect(cellsOf(body)?.[0]?.[1]).toBe(shown)
})

test('text has single spaces', () => {
  expect(cellText('\u00A0 Acme \n\t Foods\u200B')).toBe('Acme Foods')
})

test('an invisible row is not parsed', () => {
  const rows = [
    '<tr hidden><td>Acme</td><td>5</td></tr>',
    '<tr style="display: none"><td>Bolt</td><td>6</td></tr>',
    line('td', 'Cedar', '7'),
  ].join('')
  expect(cellsOf(`<table>${line('th', 'Company', 'GMP')}${rows}</table>`)).toEqual([['Cedar', '7']])
})

test('an endless page without an end is rejected at once', () => {
  expect(() => readPage(`<html>${'</body>'.repeat(150_000)}<td>`)).toThrow('cut short')
})

test('of nested tables each has its own lines, however deep they nest', () => {
  const nested = '<table><tr><td>'.repeat(150)
  expect(cellsOf(`${nested}<table>${line('th', ...HEADINGS)}${line('td', 'Acme', '₹12')}</table>`)).toEqual([
    ['Acme', '₹12'],
  ])
})

test('a line of very many cells is parsed', () => {
  const cells = Array.from({ length: 100_000 }, () => '<td>')
  expect(cellsOf(`<table>${line('th', ...HEADINGS)}<tr>${cells.join('')}</tr></table>`)).toEqual([])
})
