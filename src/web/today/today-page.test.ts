import type { CheerioAPI } from 'cheerio/slim'
import { describe, expect, test } from 'vitest'
import { gmp, ipo, listing, subscription } from '../../../test/support/lines.ts'
import { pageOf, plain, textOf } from '../../../test/support/pages.ts'
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

/** The rows under a heading, by slug. */
const rowsUnder = ($: CheerioAPI, heading: string): string[] =>
  $(`section:has(> h2:contains("${heading}")) tr[data-slug]`)
    .map((_, row) => $(row).attr('data-slug') ?? '')
    .get()

const rowOf = ($: CheerioAPI, slug: string) => $(`tr[data-slug="${slug}"]`)
/** The cell of an IPO below a heading. */
const cellOf = ($: CheerioAPI, slug: string, label: string) =>
  rowOf($, slug).find(`td[data-label="${label}"]`)
/** When: the cell beside the name. */
const whenOf = ($: CheerioAPI, slug: string) => plain(rowOf($, slug).children().eq(1).text())
const valuesIn = (cell: ReturnType<typeof rowOf>): number[] =>
  cell
    .find('data')
    .toArray()
    .map(({ attribs }) => Number(attribs.value))

describe('Today', () => {
  test('counts the open IPOs', async () => {
    const $ = await pageOf(await market(), '/')
    expect($('h1').text()).toBe('2 IPOs are open now')
    expect($('title').text()).toBe('Greymark: 2 IPOs are open now')
  })

  test.each([
    ['Open now', ['soon-soap', 'late-loom']],
    ['Upcoming', ['next-nuts', 'undated-urns']],
    ['Awaiting listing', ['waiting-wool']],
    ['Recently listed', ['quiet-quilts', 'listed-lamps']],
  ])('shows under "%s" the right IPOs, in order', async (heading, slugs) => {
    expect(rowsUnder(await pageOf(await market(), '/'), heading)).toEqual(slugs)
  })

  test('shows the figures of the JSON', async () => {
    const service = await market()
    const $ = await pageOf(service, '/')
    const { ipos } = await service.json('/api/public/market/ipos')
    expect(ipos).toHaveLength($('tr[data-slug]').length)
    for (const each of ipos.filter(({ status }: Answered) => status !== 'LISTED')) {
      const [gmps, gains, times] = ['GMP', 'At price + GMP', 'Subscribed'].map((label) =>
        valuesIn(cellOf($, each.slug, label)),
      )
      const isDisputed = cellOf($, each.slug, 'GMP').text().includes('sources disagree')
      expect(isDisputed, each.slug).toBe(each.gmpDisputed)
      // Where sources disagree, both are ranges.
      if (isDisputed) expect((gmps?.[1] ?? 0) - (gmps?.[0] ?? 0)).toBe(each.gmpSpread)
      else expect([gmps?.[0] ?? null, gains?.[0] ?? null]).toEqual([each.lastGmp, each.lastGmpPct])
      expect(times?.[0] ?? null, each.slug).toBe(each.lastSubX)
    }
  })

  test('shows the chance of the smallest application, as the list of open IPOs does', async () => {
    const bids = subscription('soon-soap', '2026-01-15T05:00:00.000Z', 'RII', 4, {
      ...{ sharesOffered: 300_000, sharesBid: 1_200_000 },
    })
    const service = await startTestService({ now: NOW, lines: [...MARKET, bids] })
    const today = await pageOf(service, '/')
    expect(textOf(today, 'tr[data-slug=soon-soap]')).toContain('Chance now: Individuals about 1 in 4')
    const list = await pageOf(service, '/ipos?status=OPEN')
    expect(textOf(list, 'tr[data-slug=soon-soap]')).toContain('Chance now: Individuals about 1 in 4')
    expect(textOf(today, 'tr[data-slug=late-loom]')).not.toContain('Chance')
  })

  test('shows the gain that the GMP implied and the actual one as on the scoreboard', async () => {
    const service = await market()
    const $ = await pageOf(service, '/')
    const { rows } = await service.json('/api/public/market/scoreboard')
    expect(valuesIn(rowOf($, 'listed-lamps'))).toEqual([
      rows[0].listingPrice,
      rows[0].actualPct,
      rows[0].impliedPct,
    ])
    expect(textOf($, 'tr[data-slug=quiet-quilts] td[data-label="Listing gain"]')).toBe('−2.5%')
    expect(textOf($, 'tr[data-slug=quiet-quilts] td[data-label="GMP had said"]')).toBe('no quote')
  })

  test('shows an arrow only where the GMP moved, also as text', async () => {
    const lines = MARKET.filter(({ source }) => source !== 'IPO Ji')
    const cell = cellOf(await pageOf(await startTestService({ now: NOW, lines }), '/'), 'late-loom', 'GMP')
    expect(plain(cell.find('.change').text())).toBe('▲ up 6 since yesterday')
    expect(plain(cell.find('small').text())).toBe('1 source today')
  })

  test('shows the range where sources disagree, without an arrow', async () => {
    const $ = await pageOf(await market(), '/')
    expect(plain(cellOf($, 'late-loom', 'GMP').text())).toBe('₹20 to ₹44 ⚠ 2 sources disagree today')
    expect(plain(cellOf($, 'late-loom', 'At price + GMP').text())).toBe('+20.0% to +44.0%')
    expect(rowOf($, 'late-loom').find('.change')).toHaveLength(0)
    expect(rowOf($, 'late-loom').find('.range-bar').attr('aria-label')).toBe(
      'Issue price ₹15,000, at price + GMP ₹18,000 to ₹21,600',
    )
  })

  test('names the day of a quote that is not of today', async () => {
    const $ = await pageOf(await market(), '/')
    expect(plain(cellOf($, 'soon-soap', 'GMP').text()).replace('\u2060', '')).toBe('−₹3 1 source, 14 Jan')
  })

  test('shows an old GMP grey, with its age, without a change and without rupees', async () => {
    const others = MARKET.filter(({ slug, fact }) => slug !== 'late-loom' || fact !== 'gmp')
    const old = [gmp('late-loom', '2026-01-09', 30), gmp('late-loom', '2026-01-10', 41)]
    const $ = await pageOf(await startTestService({ now: NOW, lines: [...others, ...old] }), '/')
    expect(plain(cellOf($, 'late-loom', 'GMP').text())).toBe('₹41 1 source, 5 days old')
    const row = rowOf($, 'late-loom')
    expect(row.find('data.old')).toHaveLength(2)
    expect(row.find('.up, .down, .change, .range-bar')).toHaveLength(0)
  })

  test('shows the day of bidding of a subscription until it is final, and who bids', async () => {
    const service = await market()
    const subscribed = async (of = service) =>
      plain(cellOf(await pageOf(of, '/'), 'soon-soap', 'Subscribed').text())
    for (const now of [NOW, '2026-01-15T12:00:00.000Z', '2026-01-16T12:00:00.000Z']) {
      service.setNow(now)
      expect(await subscribed()).toBe('81.65× day 3 of 3')
    }
    const afterwards = await startTestService({
      now: '2026-01-15T12:00:00.000Z',
      lines: [...MARKET, subscription('soon-soap', '2026-01-15T11:45:00.000Z', 'TOTAL', 92.4)],
    })
    expect(await subscribed(afterwards)).toBe('92.40× final')
    await service.record(NOW, [subscription('soon-soap', '2026-01-15T05:30:00.000Z', 'RII', 12.3)])
    service.setNow(NOW)
    expect(whenOf(await pageOf(service, '/'), 'soon-soap')).toContain('Individuals 12.30×')
  })

  test('names what a closed issue waits for', async () => {
    const service = await market()
    const rowText = async () => whenOf(await pageOf(service, '/'), 'soon-soap')
    service.setNow('2026-01-15T12:00:00.000Z')
    expect(await rowText()).toBe('allotment due by tomorrow, lists Tue 20 Jan')
    await service.record('2026-01-15T12:00:00.000Z', [ipo('soon-soap', { board: 'SME', listingDate: null })])
    expect(await rowText()).toBe('allotment due by tomorrow, listing due Tue 20 Jan')
  })

  test.each([
    ['announced', '2026-01-20'],
    ['expected', null],
  ])('an issue without a price after its %s listing day should have listed', async (_name, listingDate) => {
    const service = await startTestService({
      now: '2026-01-20T06:00:00.000Z',
      lines: [ipo('soon-soap', { ...dates('2026-01-13', '2026-01-15', ''), listingDate })],
    })
    const slugs = ['soon-soap']
    expect(rowsUnder(await pageOf(service, '/'), 'Awaiting listing')).toEqual(slugs)
    service.setNow('2026-01-21T06:00:00.000Z')
    const $ = await pageOf(service, '/')
    expect(rowsUnder($, 'Awaiting listing')).toEqual([])
    expect(rowsUnder($, 'Recently listed')).toEqual([])
    expect(textOf($, 'details summary')).toBe('1 IPO past its listing day; listing price not received yet')
    expect(whenOf($, 'soon-soap')).toContain('should have listed by Tue 20 Jan; ')
    expect($('details tr[data-slug]')).toHaveLength(1)
    await service.record('2026-01-21T06:00:00.000Z', [
      ipo('soon-soap', { issuePrice: 100 }),
      listing('soon-soap', '2026-01-20', 120),
    ])
    const listed = await pageOf(service, '/')
    expect(listed('details')).toHaveLength(0)
    expect(rowsUnder(listed, 'Recently listed')).toEqual(slugs)
  })

  test('shows the time left, and expires with it', async () => {
    const service = await market()
    const leftOf = async () => whenOf(await pageOf(service, '/'), 'soon-soap')
    expect(await leftOf()).toBe('closes today, 4:00 pm, 4 h left')
    expect(valuesIn(rowOf(await pageOf(service, '/'), 'soon-soap'))).toContain(30_000)
    service.setNow('2026-01-15T07:30:00.000Z')
    expect(await leftOf()).toContain('3 h left')
    service.setNow('2026-01-15T09:41:00.000Z')
    expect(await leftOf()).toContain('45 min left')
    service.setNow('2026-01-15T10:30:00.000Z')
    expect(rowsUnder(await pageOf(service, '/'), 'Open now')).toEqual(['late-loom'])
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
    expect($('tr[data-slug]')).toHaveLength(0)
    const words = plain($('main').text())
    expect(words).toContain('No IPO with a GMP has listed yet, so its accuracy is not known.')
    expect(words).not.toContain('Open now')
    expect(words).toContain('No further IPO is announced.')
    expect(words).not.toContain('hould have listed')
  })

  test('begins with the next opening when nothing is open', async () => {
    const lines = [ipo('next-nuts', dates('2026-01-19', '2026-01-21', '2026-01-26'))]
    const service = await startTestService({ now: NOW, lines })
    const $ = await pageOf(service, '/')
    expect($('section:not([hidden]) h2').first().contents().first().text()).toBe('Upcoming')
    expect(rowsUnder($, 'Upcoming')).toEqual(['next-nuts'])
  })
})

describe('the accuracy of the GMP', () => {
  const scored = (n: number) =>
    Array.from({ length: n }, (_, i) => {
      const slug = `old-${i}`
      return [
        ipo(slug, { ...dates('2025-12-01', '2025-12-03', '2025-12-08'), issuePrice: 100 }),
        gmp(slug, '2025-12-03', i % 2 === 0 ? 30 : 10),
        listing(slug, '2025-12-08', 120),
      ]
    }).flat()

  test.each([
    [17, 'GMP was too high in 9 of 17 listings, too few for a percentage.'],
    [29, 'GMP was too high in 15 of 29 listings, too few for a percentage.'],
    [30, 'GMP was too high in 50.0% of 30 IPOs, and off by 10.0 points on average.'],
  ])('of %i listings: %s', async (n, sentence) => {
    const $ = await pageOf(await startTestService({ now: NOW, lines: scored(n) }), '/')
    expect(plain($('.lead').text())).toContain(sentence)
    expect($('main').text().split('too high')).toHaveLength(2)
  })
})
