import { parse } from 'csv-parse/sync'
import { h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { expect, test } from 'vitest'
import { deal, gmp, ipo, listing, subscription } from '../../test/support/lines.ts'
import { pageOf } from '../../test/support/pages.ts'
import { testServiceForAll } from '../../test/support/service.ts'
import { CsvLink } from './csv-link.tsx'

test('links to the whole table with the filters of the page, and leaves out those that are not set', () => {
  const filter = { board: ['SME'], client: 'A & B', symbol: undefined }
  expect(renderToString(h(CsvLink, { table: 'deals', filter }))).toBe(
    '<p class="csv small"><a href="/downloads/deals.csv?board=SME&amp;client=A%20%26%20B" rel="nofollow">Download this table (CSV)</a></p>',
  )
})

const DATED = { openDate: '2026-01-13', closeDate: '2026-01-15', issuePrice: 100 }
const KNOWN = { recordedAt: '2026-01-15T09:00:00.000Z' }
const service = testServiceForAll({
  now: '2026-01-28T06:00:00.000Z',
  lines: [
    ...['acme', 'zeta'].flatMap((slug) => [
      ipo(slug, { ...DATED, board: slug === 'acme' ? 'MAINBOARD' : 'SME', ...KNOWN }),
      gmp(slug, '2026-01-15', 20, 'IPOWatch', KNOWN),
      gmp(slug, '2026-01-15', 25, 'IPO Ji', KNOWN),
      subscription(slug, '2026-01-15T08:00:00.000Z', 'TOTAL', 3.25, KNOWN),
      listing(slug, '2026-01-20', 120),
    ]),
    deal('2026-01-20', { symbol: 'ACME' }),
    deal('2026-01-21', { symbol: 'ZETA', dealType: 'SELL' }),
  ],
})

test.each([
  ['/scoreboard', ['/downloads/scoreboard.csv'], 2],
  ['/scoreboard?board=sme&sort=name', ['/downloads/scoreboard.csv?board=sme'], 1],
  ['/deals', ['/downloads/deals.csv'], 2],
  ['/deals?dealType=SELL&from=2026-01-20', ['/downloads/deals.csv?dealType=SELL&from=2026-01-20'], 1],
  ['/deals/ACME', ['/downloads/deals.csv?symbol=ACME'], 1],
  ['/ipos/acme', ['/downloads/subscription.csv?slug=acme', '/downloads/gmp.csv?slug=acme'], 1],
  ['/accuracy', ['/downloads/accuracy.csv?horizon=close&group=all', '/downloads/accuracy.csv'], 3],
  [
    '/accuracy?horizon=last&source=IPO%20Ji',
    ['/downloads/accuracy.csv?horizon=last&group=all', '/downloads/accuracy.csv?source=IPO%20Ji'],
    3,
  ],
])('the tables of %s link to themselves with their filters', async (path, links, rows) => {
  const $ = await pageOf(service(), path)
  const found = $('main .csv a').map((_, link) => $(link).attr('href'))
  expect(found.get()).toEqual(links)
  const answers = await Promise.all(links.map((link) => service().get(link)))
  expect(answers.map(({ status }) => status)).toEqual(links.map(() => 200))
  expect(parse((await answers[0]?.text()) ?? '', { columns: true, record_delimiter: '\r\n' })).toHaveLength(
    rows,
  )
})
