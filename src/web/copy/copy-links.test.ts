import { expect, test } from 'vitest'
import { withCopyLinks } from './copy-links.ts'

const FILES = new Map([
  ['/ipos/acme', '/ipos/acme/'],
  ['/ipos?status=open&board=sme', '/ipos/open-sme/'],
  ['/deals/M&M', '/deals/M&M/'],
])

const linked = (html: string, liveUrl = '') =>
  withCopyLinks(html, { liveUrl, inCopy: (address) => FILES.get(address) })

test.each([
  ['a page', '<a href="/ipos/acme">', '<a href="/ipos/acme/">'],
  ['a place on a page', '<a href="/ipos/acme#dates">', '<a href="/ipos/acme/#dates">'],
  ['a choice', '<a href="/ipos?status=open&amp;board=sme">', '<a href="/ipos/open-sme/">'],
  ['a sign that HTML escapes', '<a href="/deals/M&amp;M">', '<a href="/deals/M&amp;M/">'],
  ['what the copy has not', '<a href="/ipos?q=a" rel="nofollow">', '<a rel="nofollow">'],
  ['a place on the same page', '<a href="#dates">', '<a href="#dates">'],
  ['another site', '<a href="https://example.com/ipos/acme">', '<a href="https://example.com/ipos/acme">'],
])('a link to %s', (_name, written, expected) => {
  expect(linked(written)).toBe(expected)
})

test('what a copy has not leads to the live service, but not by a cursor, which means nothing there', () => {
  const live = 'https://live.example'
  expect(linked('<a href="/ipos?q=a&amp;page=2#x">', live)).toBe(
    '<a href="https://live.example/ipos?q=a&amp;page=2#x">',
  )
  expect(linked('<a href="/ipos/acme">', live)).toBe('<a href="/ipos/acme/">')
  expect(linked('<a href="/deals?cursor=abc" rel="next">', live)).toBe('<a rel="next">')
})
