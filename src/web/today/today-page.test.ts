import type { CheerioAPI } from 'cheerio/slim'
import { describe, expect, test } from 'vitest'
import { gmp, ipo, listing, subscription } from '../../../test/support/lines.ts'
import { pageOf, plain } from '../../../test/support/pages.ts'
import { type Answered, startTestService } from '../../../test/support/service.ts'

const NOW = '2026-01-15T06:00:00.000Z'
const dates = (openDate: string, closeDate: string, listingDate: string) => ({
  openDate,
  closeDate,
  listingDate,
  priceMin: 95,
  priceMax: 100,
  lotSize: 150,
})

const MARKET = [
  ipo('late-loom', dates('2026-01-14', '2026-01-17', '2026-01-22')),
  ipo('soon-soap', { ...dates('2026-01-13', '2026-01-15', '2026-01-20'), board: 'SME' }),
  ipo('next-nuts', dates('2026-01-19', '2026-01-21', '2026-01-26')),
  ipo('undated-urns'),
  ipo('waiting-wool', dates('2026-01-08', '2026-01-12', '2026-01-16')),
  ipo('listed-lamps', { ...dates('2026-01-05', '2026-01-07', '2026-01-12'), issuePrice: 100 }),
  ipo('quiet-quilts', { ...dates('2026-01-05', '2026-01-07', '2026-01-13'), issuePrice: 80 }),
  listing('listed-lamps', '2026-01-12', 131.5),
  listing('quiet-quilts', '2026-01-13', 78),
  gmp('listed-lamps', '2026-01-07', 45),
  gmp('late-loom', '2026-01-14', 38, 'IPOWatch'),
  gmp('late-loom', '2026-01-15', 44, 'IPOWatch'),
  gmp('late-loom', '2026-01-15', 20, 'IPO Ji'),
  gmp('soon-soap', '2026-01-14', -3),
  subscription('soon-soap', '2026-01-15T05:30:00.000Z', 'TOTAL', 81.654),
]

const market = () => startTestService({ now: NOW, lines: MARKET })

/** The rows under a heading, by address. */
const rowsUnder = ($: CheerioAPI, heading: string): string[] =>
  $('h2')
    .filter((_, h2) => plain($(h2).contents().first().text()) === heading)
    .parent()
    .find('.ipo-row h3 a')
    .map((_, a) => $(a).attr('href') ?? '')
    .get()

const rowOf = ($: CheerioAPI, slug: string) => $(`.ipo-row:has(a[href="/ipos/${slug}"])`)

describe('Today', () => {
  test('counts the open IPOs', async () => {
    const $ = await pageOf(await market(), '/')
    expect($('h1').text()).toBe('2 IPOs are open now')
    expect($('title').text()).toBe('Greymark: 2 IPOs are open now')
  })

  test.each([
    ['Open now', ['/ipos/soon-soap', '/ipos/late-loom']],
    ['Opens next', ['/ipos/next-nuts', '/ipos/undated-urns']],
    ['Awaiting listing', ['/ipos/waiting-wool']],
    ['Listed lately', ['/ipos/quiet-quilts', '/ipos/listed-lamps']],
  ])('shows under "%s" the right IPOs, in order', async (heading, slugs) => {
    expect(rowsUnder(await pageOf(await market(), '/'), heading)).toEqual(slugs)
  })

  test('shows the figures of the JSON', async () => {
    const service = await market()
    const $ = await pageOf(service, '/')
    const { ipos } = await service.json('/api/public/market/ipos')
    expect(ipos.length).toBe($('.ipo-row').length)
    for (const each of ipos.filter(({ status }: Answered) => status !== 'LISTED')) {
      const row = rowOf($, each.slug)
      const shown = [each.lastGmp, each.lastGmpPct, each.lastSubX].filter((figure) => figure !== null)
      const values = row.find('.value data.num').map((_, data) => Number($(data).attr('value')))
      expect(values.get(), each.slug).toEqual(shown)
      expect(row.find('.doubt-tag').length, each.slug).toBe(each.gmpDisputed ? 1 : 0)
    }
  })

  test('shows the expected and the actual gain as on the scoreboard', async () => {
    const service = await market()
    const $ = await pageOf(service, '/')
    const { rows, summary } = await service.json('/api/public/market/scoreboard')
    const shown = rowOf($, 'listed-lamps').find('data.num')
    expect(shown.map((_, data) => Number($(data).attr('value'))).get()).toEqual([
      rows[0].listingPrice,
      rows[0].impliedPct,
      rows[0].actualPct,
    ])
    expect(plain($('.lead').text())).toContain('off by 13.50 percentage points on average')
    expect($(`.lead data[value="${summary.directionHitPct}"]`).text()).toBe('100.0%')
  })

  test('shows the actual gain of a listing without quotes', async () => {
    const row = rowOf(await pageOf(await market(), '/'), 'quiet-quilts')
    expect(plain(row.text())).toContain('GMP implied no quote')
    expect(plain(row.text())).toContain('came −2.5%')
  })

  test('shows the direction since the previous day, also as text', async () => {
    const row = rowOf(await pageOf(await market(), '/'), 'late-loom')
    expect(plain(row.find('.change').text())).toBe('14 Jan: ₹38 (from other sources)')
    expect(row.find('.spark')).toHaveLength(1)
    expect(plain(row.find('.label').first().text())).toBe('GMP · 2 sources')
    const rising = await startTestService({
      now: NOW,
      lines: MARKET.filter(({ source }) => source !== 'IPO Ji'),
    })
    expect(
      plain(
        rowOf(await pageOf(rising, '/'), 'late-loom')
          .find('.change')
          .text(),
      ),
    ).toBe('▲ up 6 since yesterday')
  })

  test('names the day of a quote that is not of today', async () => {
    const row = rowOf(await pageOf(await market(), '/'), 'soon-soap')
    expect(plain(row.find('.label').first().text())).toBe('GMP · 14 Jan, 1 source')
  })

  test('names what a closed issue waits for', async () => {
    const service = await market()
    const rowText = async () =>
      plain(
        rowOf(await pageOf(service, '/'), 'soon-soap')
          .find('.facts')
          .text(),
      )
    service.setNow('2026-01-15T12:00:00.000Z')
    expect(await rowText()).toBe('₹95–100 · allotment due by Fri 16 Jan, lists Tue 20 Jan')
    await service.record('2026-01-15T12:00:00.000Z', [ipo('soon-soap', { listingDate: null })])
    expect(await rowText()).toBe('₹95–100 · allotment due by Fri 16 Jan, listing due Tue 20 Jan (expected)')
    service.setNow('2026-01-21T06:00:00.000Z')
    expect(await rowText()).toBe('₹95–100 · should have listed by Tue 20 Jan; not confirmed here')
  })

  test('shows the time left, and expires with it', async () => {
    const service = await market()
    const leftOf = async () =>
      plain(
        rowOf(await pageOf(service, '/'), 'soon-soap')
          .find('.facts')
          .text(),
      )
    expect(await leftOf()).toBe('₹95–100, minimum ₹30,000 · closes today, 4:00 pm · 4 h left')
    service.setNow('2026-01-15T07:30:00.000Z')
    expect(await leftOf()).toContain('3 h left')
    service.setNow('2026-01-15T09:41:00.000Z')
    expect(await leftOf()).toContain('45 min left')
    service.setNow('2026-01-15T10:30:00.000Z')
    expect(rowsUnder(await pageOf(service, '/'), 'Open now')).toEqual(['/ipos/late-loom'])
  })

  test('is never cached beyond the time at which its text changes', async () => {
    const service = await market()
    service.setNow('2026-01-15T10:29:30.000Z')
    expect((await service.get('/')).headers.get('cache-control')).toMatch(/^public, max-age=30,/)
  })

  test('explains when there is nothing to show', async () => {
    const service = await startTestService({ now: NOW, lines: [ipo('gone-gloves', { withdrawn: true })] })
    const $ = await pageOf(service, '/')
    expect($('h1').text()).toBe('No IPO is open now')
    expect($('.ipo-row')).toHaveLength(0)
    const words = plain($('main').text())
    expect(words).toContain('The grey market has not been scored yet')
    expect(words).toContain('Nothing to apply for just now.')
    expect(words).toContain('No further IPO is announced.')
    expect(words).not.toContain('Keeping score')
  })

  test('names the next opening when nothing is open', async () => {
    const lines = [ipo('next-nuts', dates('2026-01-19', '2026-01-21', '2026-01-26'))]
    const service = await startTestService({ now: NOW, lines })
    const $ = await pageOf(service, '/')
    expect(plain($('main').text())).toContain('The next one, next nuts, opens Mon 19 Jan.')
  })
})
