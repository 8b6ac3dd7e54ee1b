import type { CheerioAPI } from 'cheerio/slim'
import { describe, expect, test } from 'vitest'
import { gmp, ipo, listing } from '../../../test/support/lines.ts'
import { pageOf, plain } from '../../../test/support/pages.ts'
import type { Line } from '../../../test/support/record.ts'
import { startTestService } from '../../../test/support/service.ts'
import { addDays } from '../../market/calendar.ts'

const NOW = '2026-06-10T06:00:00.000Z'
const at = (day: string, hour: string) => `${day}T${hour}:00.000Z`

/** The facts of an issue at 100 rupees that was announced, quoted and listed, each recorded on its day. */
function listedIssue(i: number, quotes: Readonly<Record<string, number>>, actual: number): Line[] {
  const slug = `issue-${i}`
  const closes = addDays('2026-02-02', i)
  const terms = { issuePrice: 100, openDate: addDays(closes, -2), closeDate: closes }
  return [
    ipo(slug, { ...terms, recordedAt: at(addDays(closes, -20), '05:00') }),
    ...Object.entries(quotes).map(([source, amount]) =>
      gmp(slug, closes, amount, source, { recordedAt: at(closes, '06:00') }),
    ),
    listing(slug, addDays(closes, 3), 100 + actual, { recordedAt: at(addDays(closes, 3), '05:00') }),
  ]
}

/** IPO Ji is 2 points off, IPOWatch 10; only IPO Premium has too few listings for a rank. */
const listed = (n: number): Line[] =>
  Array.from({ length: n }, (_, i) =>
    listedIssue(
      i,
      { 'IPO Ji': 32, IPOWatch: 40, ...(i < 5 && { 'IPO Premium': 30 }) },
      i % 5 === 0 ? -10 : 30,
    ),
  ).flat()
const MARKET = listed(25)

/** An open issue with a similar implied gain; bidding closes today. */
const OPEN = { priceMax: 100, openDate: '2026-06-08', closeDate: '2026-06-10', lotSize: 10 }
const open = (slug: string, amount: number): Line[] => [
  ipo(slug, { ...OPEN, recordedAt: '2026-06-01T05:00:00.000Z' }),
  gmp(slug, '2026-06-10', amount, 'IPO Ji', { recordedAt: '2026-06-10T05:00:00.000Z' }),
]

const market = (n = 25) =>
  startTestService({ now: NOW, lines: [...listed(n), ...open('like', 36), ...open('odd', 55)] })

const rowsIn = ($: CheerioAPI, table: string): string[] =>
  $(`${table} tbody tr`)
    .map((_, tr) => plain($(tr).find('th').text()))
    .get()

describe('the page of accuracy', () => {
  test('lists sources by average error, those with few listings last', async () => {
    const page = await pageOf(await market(), '/accuracy')
    expect(plain(page('h1').text())).toBe('Too few listings to say which source is most accurate')
    expect(rowsIn(page, '#sources-ranked')).toEqual([
      'IPO Ji',
      'IPOWatch',
      'IPO Premium few',
      'Median of all sources',
    ])
  })

  test.each([
    [29, 'Too few listings to say which source is most accurate', '29 of 29'],
    [30, 'No source is clearly the most accurate so far', '100.0% 88.7% to 100.0%'],
  ])('with %i listings has as headline: %s', async (n, headline, correct) => {
    const lines = Array.from({ length: n }, (_, i) =>
      listedIssue(i, { 'IPO Ji': 32, IPOWatch: 32 }, 30),
    ).flat()
    const $ = await pageOf(await startTestService({ now: NOW, lines }), '/accuracy')
    expect(plain($('h1').text())).toBe(headline)
    expect(plain($('#sources-ranked .whole td').eq(4).text())).toBe(correct)
  })

  test.each<[string, (i: number) => Record<string, number>, string, string]>([
    [
      'on different IPOs',
      (i) => (i < 30 ? { 'IPO Ji': 31 } : { IPOWatch: 50 }),
      'No source is clearly the most accurate so far',
      'only if it was closer than every other one on the IPOs that both quoted, at least 30 of them.',
    ],
    [
      'on common IPOs, whatever one quoted beside them',
      (i) => (i < 30 ? { 'IPO Ji': 33, IPOWatch: 32 } : { IPOWatch: 50 }),
      'On the same IPOs, \u2068IPOWatch\u2069 was closest so far',
      'IPOWatch was closer than every other source with at least 30 listings. Its lead is more than luck.',
    ],
    [
      'on common IPOs, where the difference could be chance',
      (i) => ({ 'IPO Ji': 35, IPOWatch: i % 2 === 0 ? 30 : 39.9 }),
      'On the same IPOs, \u2068IPOWatch\u2069 was closest so far, but that could be luck',
      'Its lead over IPO Ji could be luck.',
    ],
  ])('compares sources %s', async (_which, quotes, headline, reason) => {
    const lines = Array.from({ length: 60 }, (_, i) => listedIssue(i, quotes(i), 30)).flat()
    const $ = await pageOf(await startTestService({ now: NOW, lines }), '/accuracy')
    expect(plain($('h1').text())).toBe(headline)
    expect(plain($('main').text())).toContain(reason)
  })

  test.each([
    [1, ['1', '2.00', '2.00', '+2.00', '1 of 1', 'too few', 'too few', 'same']],
    [29, ['29', '2.00', '2.00', '+2.00', '29 of 29', 'too few', 'too few', 'same']],
    [
      30,
      [
        '30',
        '2.00 2.00 to 2.00',
        '2.00 2.00 to 2.00',
        '+2.00 +2.00 to +2.00',
        '100.0% 88.7% to 100.0%',
        '93%',
        '33%',
        'same',
      ],
    ],
  ])('with %i listings shows %j', async (n, cells) => {
    const lines = Array.from({ length: n }, (_, i) => listedIssue(i, { 'IPO Ji': 32 }, 30)).flat()
    const $ = await pageOf(await startTestService({ now: NOW, lines }), '/accuracy')
    const shown = $('#sources-ranked .whole td').map((_, td) => plain($(td).text()))
    expect(shown.get()).toEqual(cells)
    expect($('#sources-ranked td:not(:last-child) .within').length > 0).toBe(n >= 30)
  })

  test('compares what the GMP implied with the actual gain, with a sign', async () => {
    const lines = listedIssue(0, { 'IPO Ji': 30 }, 31)
    const $ = await pageOf(await startTestService({ now: NOW, lines }), '/accuracy')
    const cell = $('#sources-ranked .whole td[data-label="Too high (+), too low (−)"]')
    expect(plain(cell.text())).toBe('−1.00')
  })

  test('shows the figures of the JSON', async () => {
    const service = await market(30)
    const page = await pageOf(service, '/accuracy')
    const { median } = await service.json('/api/public/market/accuracy?horizon=close')
    const shown = page('#sources-ranked .whole data')
      .map((_, data) => Number(page(data).attr('value')))
      .get()
    const { n, meanAbsErrorPp, medianAbsErrorPp, biasPp, directionHitPct, zero, boardAverage } =
      median.horizons.find((one: { horizon: string }) => one.horizon === 'close')
    expect(shown).toEqual([
      n,
      meanAbsErrorPp,
      medianAbsErrorPp,
      biasPp,
      directionHitPct,
      zero.skill,
      boardAverage.skill,
    ])
  })

  test('has the outcomes by what the GMP had said; very few are not drawn', async () => {
    const page = await pageOf(await market(), '/accuracy')
    const rows = page('#reliability-table tbody tr').map((_, tr) => plain(page(tr).text()))
    expect(rows.get()).toEqual(['30 to 40%25+30.0%+30.0% to +30.0%5 of 25'])
    expect(page('.plot')).toHaveLength(0)
  })

  test('draws the outcomes of five ranges and more', async () => {
    const lines = Array.from({ length: 25 }, (_, i) => listedIssue(i, { 'IPO Ji': (i % 5) * 10 }, 30)).flat()
    const page = await pageOf(await startTestService({ now: NOW, lines }), '/accuracy')
    expect(page('#reliability-table tbody tr')).toHaveLength(5)
    expect(page('.plot .outcome circle')).toHaveLength(5)
  })

  test('compares with simple guesses', async () => {
    const $ = await pageOf(await market(), '/accuracy')
    const said = $('#guesses li')
      .map((_, li) => plain($(li).text()))
      .get()
    expect(said).toEqual([
      'Right about gain or loss in 20 of 25. Always guessing “gain” is right in 20 of 25.',
      'Average miss in points: GMP 13.20, assuming no gain 26.00, the board’s average gain so far 16.00, its median gain so far 11.60.',
    ])
  })

  test('counts a GMP of exactly 0 and listings at a limit by themselves', async () => {
    const sme = ipo('issue-1', { board: 'SME', recordedAt: '2026-01-20T05:00:00.000Z' })
    const lines = [...listedIssue(0, { 'IPO Ji': 0 }, 5), ...listedIssue(1, { 'IPO Ji': 60 }, 90), sme]
    const $ = await pageOf(await startTestService({ now: NOW, lines }), '/accuracy')
    const said = plain($('#guesses').text())
    expect(said).toContain(
      'IPOs with a GMP of exactly 0: 1. Opened above the issue price: 1, at it: 0, below it: 0. Without them: 1 of 1 right',
    )
    expect(said).toContain('1 SME listing was cut off')
    expect(said).toContain('Average miss without it: 5.00 points.')
  })

  test('shows how often listings opened within their range, and only from 100 on what was asked', async () => {
    const few = await pageOf(await market(), '/accuracy')
    expect(plain(few('#ranges').text())).toContain(
      'A range needs 50 earlier listings with a GMP at this stage.',
    )
    const later = '2026-12-01T06:00:00.000Z'
    const lines = (n: number) =>
      Array.from({ length: n }, (_, i) => listedIssue(i, { 'IPO Ji': 30 }, 30 + (i % 10))).flat()
    const some = await pageOf(await startTestService({ now: later, lines: lines(70) }), '/accuracy')
    const rows = some('#ranges tbody tr').map((_, tr) => plain(some(tr).text()))
    expect(rows.get()).toEqual([
      expect.stringMatching(/^Both boards few70/),
      expect.stringMatching(/^Mainboard few70/),
      expect.stringMatching(/^SME few00none/),
    ])
    expect(some('#ranges').text()).not.toContain('8 of 10')
    const many = await pageOf(await startTestService({ now: later, lines: lines(170) }), '/accuracy')
    expect(many('#ranges').text()).toContain('8 of 10 of those lie inside')
    expect(many('#ranges').text()).toContain('not a forecast or a recommendation')
  })

  test('shows one source by groups, in any letter case, and another horizon', async () => {
    const $ = await pageOf(await market(), '/accuracy?horizon=last&source=ipowatch')
    expect(plain($('h2').text())).toContain('IPOWatch, by group')
    expect($('.tabs [aria-current]').attr('href')).toBe('/accuracy?horizon=last&source=IPOWatch')
    expect($('.tabs [aria-current]').text()).toBe('just before listing')
  })

  test.each(['', '?horizon=last&source=IPOWatch'])(
    'has the parameters "%s" in its JSON too',
    async (query) => {
      const $ = await pageOf(await market(), `/accuracy${query}`)
      expect($('link[type="application/json"]').attr('href')).toBe(`/api/public/market/accuracy${query}`)
    },
  )

  test.each([
    ['/accuracy?horizon=tomorrow', 400],
    ['/accuracy?source=Nobody', 404],
  ])('%s is answered with %i', async (path, status) => {
    expect((await (await market()).get(path)).status).toBe(status)
  })

  test('explains why its number differs from the scoreboard’s', async () => {
    const late = await startTestService({ now: NOW, lines: MARKET.map(({ recordedAt, ...line }) => line) })
    for (const path of ['/accuracy', '/scoreboard'])
      expect(plain((await pageOf(late, path))('main').text())).toContain(
        'The scoreboard counts 25 listings, accuracy 0 at the close; 0 are in both.',
      )
    const page = await pageOf(await market(), '/accuracy')
    expect(plain(page('main').text())).not.toContain('The scoreboard counts')
  })

  test.each<[what: string, quotes: Record<string, number>[], words: string | null]>([
    ['few listings', Array.from({ length: 29 }, () => ({ 'IPO Ji': 30, IPOWatch: 40 })), null],
    [
      'one source that is closer',
      Array.from({ length: 30 }, () => ({ 'IPO Ji': 30, IPOWatch: 40 })),
      '1 of 2 sources with at least 30 listings was closer on average than the median of all on the same IPOs: IPO Ji.',
    ],
    [
      'two sources that are closer',
      Array.from({ length: 30 }, () => ({ 'IPO Ji': 30, IPOWatch: 31, 'IPO Premium': 40, InvestorGain: 50 })),
      '2 of 4 sources with at least 30 listings were closer on average than the median of all on the same IPOs: IPO Ji and IPOWatch.',
    ],
    [
      'sources that are as close',
      Array.from({ length: 30 }, () => ({ 'IPO Ji': 32, IPOWatch: 32 })),
      'No source with at least 30 listings was closer than the median of all on the same IPOs.',
    ],
  ])('says in words which sources beat the median: %s', async (_, quotes, expected) => {
    const lines = quotes.flatMap((ofOne, i) => listedIssue(i, ofOne, 30))
    const service = await startTestService({ now: NOW, lines })
    for (const path of ['/accuracy', '/scoreboard']) {
      const text = plain((await pageOf(service, path))('main').text())
      if (expected === null) expect(text).not.toContain('of all on the same IPOs')
      else expect(text, path).toContain(expected)
    }
  })

  test('has the average of its own set of quotes, and the scoreboard only that of the scoreboard', async () => {
    const service = await market()
    expect(rowsIn(await pageOf(service, '/accuracy'), '#sources-ranked')).toContain('Median of all sources')
    const scoreboard = await pageOf(service, '/scoreboard')
    expect(rowsIn(scoreboard, '#sources-ranked')).toEqual(['IPO Ji', 'IPOWatch', 'IPO Premium few'])
    expect(plain(scoreboard('main').text())).toContain('another set of quotes than that of the average above')
  })
})

test.each([
  [
    25,
    'like',
    'Of 25 IPOs on both boards with an implied gain of 30 to 40% when bidding closed, 20 opened above',
  ],
  [30, 'like', 'off by 13.3 points on average, mostly too high; on this application about ₹130.'],
  [25, 'odd', 'On both boards only 25 past listings had a GMP'],
])('of %i listings, the page of an IPO compares with those of similar gains: %s', async (n, slug, words) => {
  const $ = await pageOf(await market(n), `/ipos/${slug}`)
  expect(plain($('#gmp').text())).toContain(words)
  expect($('#gmp').text().includes('In similar IPOs')).toBe(n === 30)
})
