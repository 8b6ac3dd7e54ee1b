import { expect, test } from 'vitest'
import { ipo } from '../../../test/support/lines.ts'
import { pageOf, plain } from '../../../test/support/pages.ts'
import { startTestService } from '../../../test/support/service.ts'
import { emptyStoreUrl, openStore } from '../../../test/support/store.ts'
import { Market, nse, plainSource, quote, terms } from '../../collect/collect-round.test-market.ts'
import { UNNAMED_SUBJECT } from '../../sources/source.ts'

const tracker = plainSource('ipowatch', 'IPOWatch')
const named = (name: string, day: string, priceMax: number | null) =>
  quote(1_500, day, {
    printed: '₹15 (15%)',
    subject: { ...UNNAMED_SUBJECT, name, openDate: '2026-03-10', closeDate: null, priceMax },
  })

test('lists companies without any gain, and search engines leave it out', async () => {
  const url = await emptyStoreUrl()
  const rows = new Market(await openStore(url))
  await rows.collectPage(nse, '2026-03-01T06:00:00.000Z', [terms({})])
  await rows.collectPage(tracker, '2026-03-02T06:00:00.000Z', [
    named('Birch <b>Foods</b>', '2026-03-02', 10_000),
    named('Aspen Mills', '2026-03-02', null),
  ])
  await rows.collectPage(tracker, '2026-03-03T06:00:00.000Z', [
    named('Birch <b>Foods</b>', '2026-03-03', 10_000),
  ])
  const service = await startTestService({ now: '2026-03-04T06:00:00.000Z', url })
  const $ = await pageOf(service, '/unannounced')
  expect(
    $('tbody tr')
      .map((_, tr) => plain($(tr).text()))
      .get(),
  ).toEqual([
    'Birch <b>Foods</b> from IPOWatch₹15 from 10 Mar2 Mar to 3 Mar',
    'Aspen Mills from IPOWatchnot knownfrom 10 Mar2 Mar',
  ])
  expect($('.lead').text()).toContain('neither NSE nor BSE')
  expect($('main').text()).not.toContain('%')
  expect($('meta[name="robots"]').attr('content')).toBe('noindex')
  expect($('link[type="application/json"]').attr('href')).toBe('/api/public/market/unannounced')
})

test.each([
  ['2026-03-06T06:00:00.000Z', '₹15', 0],
  ['2026-03-07T06:00:00.000Z', '₹15 4 days old', 1],
])('shows a quote of 3 March grey and with its age once it is old: at %s', async (now, text, grey) => {
  const url = await emptyStoreUrl()
  const rows = new Market(await openStore(url))
  await rows.collectPage(nse, '2026-03-01T06:00:00.000Z', [terms({})])
  await rows.collectPage(tracker, '2026-03-03T06:00:00.000Z', [named('Aspen Mills', '2026-03-03', 10_000)])
  const $ = await pageOf(await startTestService({ now, url }), '/unannounced')
  expect(plain($('thead').text())).toContain('Bidding days')
  expect(plain($('tbody td').eq(0).text())).toBe(text)
  expect($('tbody .old')).toHaveLength(grey)
})

test('says when there is none, and is linked from the list', async () => {
  const service = await startTestService({ now: '2026-03-04T06:00:00.000Z', lines: [ipo('acme-foods')] })
  expect((await pageOf(service, '/unannounced'))('main').text()).toContain('There is no such company now.')
  expect((await pageOf(service, '/ipos'))('a[href="/unannounced"]')).toHaveLength(1)
})
