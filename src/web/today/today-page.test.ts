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
    ['Upcoming', ['/ipos/next-nuts', '/ipos/undated-urns']],
    ['Awaiting listing', ['/ipos/waiting-wool']],
    ['Recently listed', ['/ipos/quiet-quilts', '/ipos/listed-lamps']],
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
      const values = row.find('.value data.num').map((_, data) => Number($(data).attr('value')))
      const shown = [each.lastGmp, each.lastGmpPct, each.lastSubX].filter((figure) => figure !== null)
      // A dispute has ranges instead, and the median in its note.
      if (each.gmpDisputed)
        expect(row.find('.quote-note data').attr('value'), each.slug).toBe(String(each.lastGmp))
      else expect(values.get(), each.slug).toEqual(shown)
      expect(row.find('.doubt-tag').length, each.slug).toBe(each.gmpDisputed ? 1 : 0)
    }
  })

  test('shows the expected and the actual gain as on the scoreboard', async () => {
    const service = await market()
    const $ = await pageOf(service, '/')
    const { rows } = await service.json('/api/public/market/scoreboard')
    const shown = rowOf($, 'listed-lamps').find('.value data.num')
    expect(shown.map((_, data) => Number($(data).attr('value'))).get()).toEqual([
      rows[0].listingPrice,
      rows[0].impliedPct,
      rows[0].actualPct,
    ])
  })

  test('shows the actual gain of a listing without quotes', async () => {
    const row = rowOf(await pageOf(await market(), '/'), 'quiet-quilts')
    expect(plain(row.text())).toContain('GMP implied no quote')
    expect(plain(row.text())).toContain('Listed at −2.5%')
  })

  test('shows an arrow only where the GMP moved, also as text', async () => {
    const rising = await startTestService({
      now: NOW,
      lines: MARKET.filter(({ source }) => source !== 'IPO Ji'),
    })
    const row = rowOf(await pageOf(rising, '/'), 'late-loom')
    expect(plain(row.find('.value .change').text())).toBe('▲ up 6 since yesterday')
    expect(plain(row.find('.quote-note').text())).toBe('1 source')
    expect(row.find('.spark')).toHaveLength(1)
  })

  test('shows the range where sources disagree, without an arrow', async () => {
    const row = rowOf(await pageOf(await market(), '/'), 'late-loom')
    expect(plain(row.find('.value').first().text())).toBe('₹20 to ₹44')
    expect(plain(row.find('.value').eq(1).text())).toBe('+20.0% to +44.0%')
    expect(plain(row.find('.quote-note').text())).toBe(
      '2 sources, median ₹32. 14 Jan: ₹38 (from other sources)',
    )
    expect(row.find('[class~="up"].change, [class~="down"].change')).toHaveLength(0)
  })

  test('names the day of a quote that is not of today', async () => {
    const row = rowOf(await pageOf(await market(), '/'), 'soon-soap')
    expect(plain(row.find('.label').first().text())).toBe('GMP of 14 Jan')
    expect(plain(row.find('.quote-note').text())).toBe('1 source')
  })

  test('shows an old GMP grey, with its age and without a change', async () => {
    const service = await startTestService({
      now: NOW,
      lines: [
        ...MARKET.filter(({ slug, fact }) => slug !== 'late-loom' || fact !== 'gmp'),
        gmp('late-loom', '2026-01-09', 30),
        gmp('late-loom', '2026-01-10', 41),
      ],
    })
    const row = rowOf(await pageOf(service, '/'), 'late-loom')
    expect(plain(row.find('.value').first().text())).toBe('₹41 5 days old')
    expect(row.find('.value data.old')).toHaveLength(2)
    expect(row.find('.up, .down, .change')).toHaveLength(0)
  })

  test('shows the day of bidding of a subscription until it is final', async () => {
    const subscribed = async (service: Awaited<ReturnType<typeof market>>) =>
      plain(
        rowOf(await pageOf(service, '/'), 'soon-soap')
          .find('.last')
          .text(),
      )
    const service = await market()
    expect(await subscribed(service)).toBe('Subscribed 81.65× day 3 of 3')
    service.setNow('2026-01-15T12:00:00.000Z')
    expect(await subscribed(service)).toBe('Subscribed 81.65× day 3 of 3')
    service.setNow('2026-01-16T12:00:00.000Z')
    expect(await subscribed(service)).toBe('Subscribed 81.65× 15 Jan, day 3 of 3')
    const afterwards = await startTestService({
      now: '2026-01-15T12:00:00.000Z',
      lines: [...MARKET, subscription('soon-soap', '2026-01-15T11:45:00.000Z', 'TOTAL', 92.4)],
    })
    expect(await subscribed(afterwards)).toBe('Subscribed 92.40×')
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
    expect(await rowText()).toBe('₹95–100, minimum ₹30,000. Allotment due by Fri 16 Jan, lists Tue 20 Jan.')
    await service.record('2026-01-15T12:00:00.000Z', [ipo('soon-soap', { board: 'SME', listingDate: null })])
    expect(await rowText()).toBe(
      '₹95–100, minimum ₹30,000. Allotment due by Fri 16 Jan, listing due Tue 20 Jan (expected).',
    )
  })

  test.each([
    ['announced', '2026-01-20'],
    ['expected', null],
  ])('an issue without a price after its %s listing day should have listed', async (_name, listingDate) => {
    const service = await startTestService({
      now: '2026-01-20T06:00:00.000Z',
      lines: [ipo('soon-soap', { ...dates('2026-01-13', '2026-01-15', ''), listingDate })],
    })
    const slugs = ['/ipos/soon-soap']
    expect(rowsUnder(await pageOf(service, '/'), 'Awaiting listing')).toEqual(slugs)
    service.setNow('2026-01-21T06:00:00.000Z')
    const $ = await pageOf(service, '/')
    expect(rowsUnder($, 'Awaiting listing')).toEqual([])
    expect(rowsUnder($, 'Recently listed')).toEqual([])
    expect(plain($('.quiet-rows li').text())).toBe(
      'soon soap Mainboard Should have listed by Tue 20 Jan; not confirmed here.',
    )
    await service.record('2026-01-21T06:00:00.000Z', [
      ipo('soon-soap', { issuePrice: 100 }),
      listing('soon-soap', '2026-01-20', 120),
    ])
    const listed = await pageOf(service, '/')
    expect(listed('.quiet-rows')).toHaveLength(0)
    expect(rowsUnder(listed, 'Recently listed')).toEqual(slugs)
  })

  test('shows the time left, and expires with it', async () => {
    const service = await market()
    const leftOf = async () =>
      plain(
        rowOf(await pageOf(service, '/'), 'soon-soap')
          .find('.facts')
          .text(),
      )
    expect(await leftOf()).toBe('₹95–100, minimum ₹30,000. Closes today, 4:00 pm (4 h left).')
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
    expect(words).toContain('No IPO with a GMP has listed yet, so its accuracy is not known.')
    expect(words).not.toContain('Open now')
    expect(words).toContain('No further IPO is announced.')
    expect(words).not.toContain('Should have listed')
  })

  test('begins with the next opening when nothing is open', async () => {
    const lines = [ipo('next-nuts', dates('2026-01-19', '2026-01-21', '2026-01-26'))]
    const service = await startTestService({ now: NOW, lines })
    const $ = await pageOf(service, '/')
    expect($('h2').first().contents().first().text()).toBe('Upcoming')
    expect(rowsUnder($, 'Upcoming')).toEqual(['/ipos/next-nuts'])
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
    [
      30,
      'GMP was too high in 50.0% of 30 IPOs, and missed the listing price by 10.00 percentage points on average.',
    ],
  ])('of %i listings: %s', async (n, sentence) => {
    const $ = await pageOf(await startTestService({ now: NOW, lines: scored(n) }), '/')
    expect(plain($('.lead').text())).toContain(sentence)
    expect($('main').text().split('too high')).toHaveLength(2)
  })
})
