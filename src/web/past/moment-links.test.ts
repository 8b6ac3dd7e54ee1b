import { expect, test } from 'vitest'
import { withAsOf, withMomentInLinks } from './moment-links.ts'

const AS_OF = '2026-01-12T11:30:00.000Z'

test.each([
  ['/ipos/acme', `/ipos/acme?asOf=${AS_OF}`],
  ['/ipos/acme/evidence#lastGmp', `/ipos/acme/evidence?asOf=${AS_OF}#lastGmp`],
  ['/scoreboard?board=sme&amp;page=2#calls', `/scoreboard?board=sme&amp;page=2&amp;asOf=${AS_OF}#calls`],
  ['/accuracy', `/accuracy?asOf=${AS_OF}`],
  ['/', `/?asOf=${AS_OF}`],
  ['/ipos?board=sme', `/ipos?board=sme&amp;asOf=${AS_OF}`],
  ['/deals/ACME', `/deals/ACME?asOf=${AS_OF}`],
  ['/deals/clients/SOME%20FUND', `/deals/clients/SOME%20FUND?asOf=${AS_OF}`],
  ['/downloads/scoreboard.csv?board=SME', `/downloads/scoreboard.csv?board=SME&amp;asOf=${AS_OF}`],
])('a link to %s keeps the moment', (link, kept) => {
  expect(withMomentInLinks(`<a class="x" href="${link}">a</a>`, AS_OF)).toBe(
    `<a class="x" href="${kept}">a</a>`,
  )
})

test.each([
  '/method#scoreboard',
  '/sources',
  '/deals/ACME/more/parts',
  '/downloads',
  '/downloads/gmp.csv-metadata.json',
  '/ipos/acme?asOf=2026-01-10T18:29:59.999Z',
  '/scoreboard?board=sme&amp;asOf=2026-01-10T18:29:59.999Z#calls',
  '#calls',
  'https://other.example/scoreboard',
])('a link to %s stays as it is', (link) => {
  const html = `<a href="${link}">a</a>`
  expect(withMomentInLinks(html, AS_OF)).toBe(html)
})

test('a form for a page with a past gets a hidden field, other forms get none', () => {
  expect(withMomentInLinks('<form class="x" action="/scoreboard#calls"><b>', AS_OF)).toBe(
    `<form class="x" action="/scoreboard#calls"><input type="hidden" name="asOf" value="${AS_OF}"/><b>`,
  )
  expect(withMomentInLinks('<form action="/sources"><b>', AS_OF)).toBe('<form action="/sources"><b>')
})

test('a name that looks like a link is left alone, since its quotation marks are escaped', () => {
  const html = '<td>x href=&quot;/scoreboard&quot;</td>'
  expect(withMomentInLinks(html, AS_OF)).toBe(html)
})

test('adds the moment to an address before its fragment', () => {
  expect(withAsOf('/scoreboard?board=sme#calls', 'now')).toBe('/scoreboard?board=sme&asOf=now#calls')
})
