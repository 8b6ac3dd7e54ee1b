import { describe, expect, test } from 'vitest'
import { ipowatch } from '../ipowatch/ipowatch.ts'
import { Unreadable } from '../source.ts'
import { cellText } from './html-table.ts'
import { parseMarkup, shownText } from './markup.ts'

const nested = (depth: number, name: string, inner: string) =>
  `<${name}>`.repeat(depth) + inner + `</${name}>`.repeat(depth)

const quoteIn = (cell: string) => {
  const rows = `<tr><td>IPO Name</td><td>IPO GMP</td></tr><tr><td>Cedar Looms</td><td>${cell}</td></tr>`
  const body = `<html><body><table>${rows}</table></body></html>`
  const answer = { document: 'gmp', url: '', day: null, fetchedAt: '2026-01-14T10:00:00.000Z', body }
  return ipowatch.read(answer).entries.map((entry) => ('said' in entry ? entry.said : entry))
}

describe('markup that nests deeper than any page', () => {
  test.each([501, 3_000, 100_000])('has an unknown layout: %i elements in a cell', (depth) => {
    expect(() => quoteIn(nested(depth, 'b', '₹40'))).toThrow(Unreadable)
  })

  test.each([
    ['elements that are never ended', '<i>'.repeat(600)],
    ['ends of others', '<i></b>'.repeat(600)],
    ['elements that end others only beside them', '<p><td>'.repeat(600)],
  ])('is refused: %s', (_what, markup) => {
    expect(() => parseMarkup(markup)).toThrow(/nests more than 500 elements/)
  })
})

describe('markup is parsed', () => {
  test('that nests some hundred elements', () => {
    expect(quoteIn(nested(400, 'b', '₹40'))).toMatchObject([{ gmp: 4_000 }])
  })

  test.each([
    ['elements without an end', '<br>'.repeat(2_000)],
    ['elements side by side', '<b></b>'.repeat(2_000)],
    ['rows without end tags', `<table>${'<tr><td>a<td>b'.repeat(2_000)}</table>`],
    ['lists and paragraphs without end tags', '<li>a'.repeat(2_000) + '<p>a'.repeat(2_000)],
    ['what looks like markup in scripts', `<script>${'if (a<b) c;'.repeat(2_000)}</script>`],
    ['what looks like markup in comments', `<!-- ${'<b>'.repeat(2_000)} -->`],
  ])('with %s', (_what, markup) => {
    expect(cellText(parseMarkup(`${markup}<u>end</u>`)('u').text())).toBe('end')
  })
})

test.each([
  ['5<sup>1</sup>', '5 1'],
  ['<b>5</b><i>1</i>', '5 1'],
  ['<b>a</b><i>b</i>', 'ab'],
  ['a<br>b', 'a b'],
  ['<del>30</del>40<script>1</script><span hidden>2</span>', '40'],
  ['<span class="x d-none">2</span><span style="display: none">3</span>40<!-- 5 -->', '40'],
  ['&#8377;40 &amp; more', '₹40 & more'],
])('%s shows %j', (markup, text) => {
  const [element] = parseMarkup(`<td>${markup}</td>`)('td').toArray()
  expect(element && cellText(shownText(element))).toBe(text)
})
