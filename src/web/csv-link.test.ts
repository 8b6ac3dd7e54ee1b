import { h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { expect, test } from 'vitest'
import { CsvLink } from './csv-link.tsx'

test('links to the whole table with the filters of the page, and leaves out those that are not set', () => {
  const filter = { board: ['SME'], client: 'A & B', symbol: undefined }
  expect(renderToString(h(CsvLink, { table: 'deals', filter }))).toBe(
    '<p class="csv small"><a href="/downloads/deals.csv?board=SME&amp;client=A%20%26%20B" rel="nofollow">Download this table (CSV)</a></p>',
  )
})
