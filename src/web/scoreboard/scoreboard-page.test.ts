import type { CheerioAPI } from 'cheerio/slim'
import { describe, expect, test } from 'vitest'
import { gmp, ipo, listing } from '../../../test/support/lines.ts'
import { pageOf, plain } from '../../../test/support/pages.ts'
import type { Line } from '../../../test/support/record.ts'
import { type Answered, startTestService, testServiceForAll } from '../../../test/support/service.ts'
import { addDays } from '../../market/calendar.ts'
import { CALL_COLUMNS, type CallColumn } from '../../reports/scores/score-card.ts'

const NOW = '2026-11-12T06:00:00.000Z'
const JSON_SCOREBOARD = '/api/public/market/scoreboard'

/** The facts of an issue at 100 rupees that was quoted on its closing day and listed three days later. */
const call = (slug: string, closeDate: string, expected: number, actual: number, more: Line = {}): Line[] => [
  ipo(slug, { issuePrice: 100, closeDate, ...more }),
  gmp(slug, closeDate, expected),
  listing(slug, addDays(closeDate, 3), 100 + actual),
]

const MARKET: Line[] = [
  ...call('acme', '2025-12-01', 45, 31.5),
  ...call('beta', '2025-12-15', 10, -4),
  ...call('cargo', '2026-01-12', -5, 6.25, { board: 'SME' }),
  ...call('delta', '2026-02-02', -10, -12.5, { board: 'SME' }),
  ...call('echo', '2026-02-16', 0, 3, { board: 'SME' }),
  ...call('foxtrot', '2026-03-02', 240, 20, { board: 'SME' }),
  // Not scored, because it has no quote.
  ipo('golf', { issuePrice: 100, closeDate: '2026-03-09' }),
  listing('golf', '2026-03-12', 120),
]
/** For tests that only look. */
const shared = testServiceForAll({ now: NOW, lines: MARKET })
const market = (lines: readonly Line[]) => startTestService({ now: NOW, lines })

/** A number of calls of all kinds, one per day. */
const many = (n: number): Line[] =>
  Array.from({ length: n }, (_, i) =>
    call(
      `issue-${String(i).padStart(3, '0')}`,
      addDays('2024-10-01', i),
      (i * 7) % 60,
      ((i * 13) % 70) - 20,
      {
        board: i % 3 === 0 ? 'SME' : 'MAINBOARD',
      },
    ),
  ).flat()

const valueIn = ($: CheerioAPI, selector: string): number => Number($(selector).find('data').attr('value'))

/** The large figures by their labels. */
const figuresOf = ($: CheerioAPI): Record<string, number> =>
  Object.fromEntries(
    $('dl.score > div')
      .map((_, div) => [[$(div).find('dt').text(), Number($(div).find('data').attr('value'))]])
      .get(),
  )

/** The rows of the table, in the shape of the JSON. */
const rowsOf = ($: CheerioAPI): Answered[] =>
  $('#calls-table tbody tr')
    .map((_, tr) => {
      const cells = $(tr).children()
      const figure = (i: number) => Number(cells.eq(i).find('data').attr('value'))
      return {
        slug: cells.eq(0).find('a').attr('href')?.slice('/ipos/'.length),
        listedOn: cells.eq(2).find('time').attr('datetime'),
        issuePrice: figure(3),
        gmpAtClose: figure(4),
        listingPrice: figure(5),
        impliedPct: figure(6),
        actualPct: figure(7),
        errorPp: figure(8),
        directionHit: { '✓ right': true, '✗ wrong': false }[plain(cells.eq(9).text())],
      }
    })
    .get()

const slugsOf = ($: CheerioAPI): string[] => rowsOf($).map(({ slug }) => slug)

describe('the figures equal those of the JSON', () => {
  test('the summary', async () => {
    const service = shared()
    const $ = await pageOf(service, '/scoreboard')
    const { summary, rows } = await service.json(JSON_SCOREBOARD)
    expect(figuresOf($)).toEqual({
      'average miss': summary.avgAbsErrorPp,
      'direction right': summary.directionHitPct,
      'promised too much': 66.67,
      listings: summary.n,
    })
    expect(rows.filter(({ errorPp }: Answered) => errorPp > 0)).toHaveLength(4)
    expect($('h1').text()).toContain(`${summary.avgAbsErrorPp} percentage points`)
    expect($('link[type="application/json"]').attr('href')).toBe(JSON_SCOREBOARD)
  })

  test('the rows, in the same order', async () => {
    const service = shared()
    const { rows } = await service.json(JSON_SCOREBOARD)
    expect(rows).toEqual(
      rowsOf(await pageOf(service, '/scoreboard')).map((row) => expect.objectContaining(row)),
    )
  })

  test('the rows along all pages', async () => {
    const service = await market(many(120))
    const { rows } = await service.json(JSON_SCOREBOARD)
    const seen: Answered[] = []
    for (let next: string | undefined = '/scoreboard'; next !== undefined; ) {
      const $: CheerioAPI = await pageOf(service, next)
      seen.push(...rowsOf($))
      next = $('.pager a[rel="next"]').attr('href')
    }
    expect(seen).toHaveLength(120)
    expect(rows).toEqual(seen.map((row) => expect.objectContaining(row)))
  })
})

describe('the scatter', () => {
  test('counts expected and actual gains and losses, and those that are neither', async () => {
    const $ = await pageOf(shared(), '/scoreboard')
    expect(
      $('.quadrants text')
        .map((_, text) => plain($(text).text().replace(',', ', ')))
        .get(),
    ).toEqual([
      'promised loss, came gain: 1',
      'promised gain, came gain: 2',
      'promised loss, came loss: 1',
      'promised gain, came loss: 1',
    ])
    expect($('main').text()).toContain('1 with a promise or an outcome of exactly 0 is in none')
    expect($('main').text()).toContain('66.7% of these listings opened above')
  })

  test('has a shape for each board, and each mark has its figures as text', async () => {
    const $ = await pageOf(shared(), '/scoreboard')
    const marks = $('.marks use[data-says]')
    expect(
      marks.map((_, use) => [[$(use).attr('href'), plain($(use).attr('data-says') ?? '')]]).get(),
    ).toEqual([
      [
        '#mark-sme',
        '⁨delta⁩, SME, listed 5 Feb 2026: implied −10.0%, actual −12.5%, promised 2.50 points too much',
      ],
      [
        '#mark-sme',
        '⁨cargo⁩, SME, listed 15 Jan 2026: implied −5.0%, actual +6.3%, promised 11.25 points too little',
      ],
      [
        '#mark-sme',
        '⁨echo⁩, SME, listed 19 Feb 2026: implied 0.0%, actual +3.0%, promised 3.00 points too little',
      ],
      [
        '#mark-mainboard',
        '⁨beta⁩, Mainboard, listed 18 Dec 2025: implied +10.0%, actual −4.0%, promised 14.00 points too much',
      ],
      [
        '#mark-mainboard',
        '⁨acme⁩, Mainboard, listed 4 Dec 2025: implied +45.0%, actual +31.5%, promised 13.50 points too much',
      ],
      [
        '#mark-sme',
        '⁨foxtrot⁩, SME, listed 5 Mar 2026: implied +240.0%, actual +20.0%, promised 220.00 points too much',
      ],
    ])
  })

  test('draws points beyond the frame at its edge, with an arrow and a text', async () => {
    const $ = await pageOf(await market([...many(80), ...call('far', '2026-05-05', 400, -60)]), '/scoreboard')
    const far = $('.marks use[data-says*="far"]')
    expect([far.attr('data-x'), far.next().attr('href')]).toEqual(['100', '#mark-down'])
    expect($('main').text()).toContain('One listing lies beyond the frame; it is drawn at its edge')
  })

  test('links to the table of its listings', async () => {
    const $ = await pageOf(shared(), '/scoreboard')
    const href = $('main a:contains("The same listings as a table")').attr('href')
    expect($(`${href} table tbody tr`)).toHaveLength($('.marks use[data-says]').length)
  })

  test.each([
    ['few ticks', 60, 0],
    ['many ticks', 95, 55],
  ])('with %s, has the label of 0 and none over the texts of its quadrants', async (_name, gain, loss) => {
    const lines = [...call('up', '2026-05-05', gain, gain), ...call('down', '2026-05-06', -loss, -loss)]
    const $ = await pageOf(await market(lines), '/scoreboard')
    const labels = $('#calls-title')
      .closest('svg')
      .find('text')
      .filter((_, text) => $(text).text().endsWith('%'))
      .map((_, text) => ({
        label: plain($(text).text()),
        x: $(text).attr('x'),
        y: Number($(text).attr('y')),
        look: $(text).attr('class') ?? '',
      }))
      .get()
    const below = labels.filter(({ y }) => y > 408)
    expect(below.map(({ label }) => label)).toContain('0%')
    expect(below.find(({ label }) => label === '0%')?.look).not.toContain('roomy')
    expect(below.length).toBeLessThanOrEqual(7)
    const beside = labels.filter(({ x, y }) => x === '0' && y <= 408).map(({ y }) => y)
    expect(beside.length).toBeGreaterThan(3)
    const top = Math.min(...beside)
    expect(beside.filter((y) => y !== top && (y < 80 || y > 368))).toEqual([])
  })

  test('draws the newest 500 and states that', async () => {
    const $ = await pageOf(await market(many(503)), '/scoreboard')
    expect($('.marks use[data-says]')).toHaveLength(500)
    expect($('.marks use[data-says*="issue 002"]')).toHaveLength(0)
    expect($('main').text()).toContain('The newest 500 of 503 listings are drawn.')
  })
})

describe('the histogram', () => {
  test('has the same counts in its bars and in its table', async () => {
    const $ = await pageOf(shared(), '/scoreboard')
    const counts = $('#errors-table tbody tr').map((_, tr) => [
      [$(tr).find('th').text(), Number($(tr).find('td').first().find('data').attr('value'))],
    ])
    expect(counts.get().filter(([, n]) => n !== 0)).toEqual([
      ['promised 10 to 20 points too little', 1],
      ['promised 0 to 10 points too little', 1],
      ['exact, or up to 10 points too much', 1],
      ['promised 10 to 20 points too much', 2],
      ['promised 50 points too much or more', 1],
    ])
    expect($('.error-bar')).toHaveLength(counts.length)
    expect(
      $('.count')
        .map((_, text) => Number($(text).text()))
        .get(),
    ).toEqual([1, 1, 1, 2, 1])
  })

  test('draws the median, but not through the count above its bar', async () => {
    const $ = await pageOf(await market(many(60)), '/scoreboard')
    const rules = $('.plot .median-rule')
    expect(rules.length).toBeGreaterThan(0)
    const at = Number.parseFloat(rules.attr('x1') ?? '')
    const counts = $('.count').filter(
      (_, text) => Math.abs(Number.parseFloat($(text).attr('x') ?? '') - at) < 100 / 24,
    )
    expect(counts).toHaveLength(1)
    const bottom = Number(counts.attr('y'))
    for (const rule of rules) {
      const [from, to] = [Number($(rule).attr('y1')), Number($(rule).attr('y2'))]
      expect(from >= bottom || to <= bottom - 12).toBe(true)
    }
  })

  test('gives the median, and the middle half if there are enough listings', async () => {
    const few = await pageOf(shared(), '/scoreboard')
    expect(plain(few('main').text())).toContain('The median error is +8.00 points. Plus means')
    const enough = await pageOf(await market(many(40)), '/scoreboard')
    expect(plain(enough('main').text())).toMatch(
      /the middle half lies between [+−][\d.]+ and [+−][\d.]+\. Plus/,
    )
  })
})

describe('groups', () => {
  const groupsOf = ($: CheerioAPI) =>
    $('.groups tbody tr')
      .map((_, tr) => [
        [
          plain($(tr).find('th').text()),
          ...$(tr)
            .find('data')
            .map((_i, data) => Number($(data).attr('value'))),
        ],
      ])
      .get()

  test('by board and by year have the figures of their listings, and small ones are marked', async () => {
    expect(groupsOf(await pageOf(shared(), '/scoreboard'))).toEqual([
      ['Mainboard few', 2, 13.75, 50, 100],
      ['SME few', 4, 59.19, 50, 50],
      ['2026 few', 4, 59.19, 50, 50],
      ['2025 few', 2, 13.75, 50, 100],
    ])
  })

  test('of 20 listings are not small', async () => {
    const $ = await pageOf(await market(many(60)), '/scoreboard')
    expect(groupsOf($).map(([name, n]) => [name, n])).toEqual([
      ['Mainboard', 40],
      ['SME', 20],
      ['2024', 60],
    ])
  })

  test('of one board fill the page, with links to the others', async () => {
    const $ = await pageOf(shared(), '/scoreboard?board=sme&sort=-errorPp')
    expect(figuresOf($)).toMatchObject({ listings: 4, 'average miss': 59.19 })
    expect(slugsOf($)).toEqual(['foxtrot', 'delta', 'echo', 'cargo'])
    expect($('.marks use[data-says]')).toHaveLength(4)
    expect(
      $('.tabs a')
        .map((_, a) => $(a).attr('href'))
        .get(),
    ).toEqual([
      '/scoreboard?sort=-errorPp',
      '/scoreboard?board=mainboard&sort=-errorPp',
      '/scoreboard?board=sme&sort=-errorPp',
    ])
    expect($('.tabs [aria-current]').text()).toBe('SME')
  })
})

describe('sorting', () => {
  test.each<[CallColumn, string]>([
    ['name', 'acme beta cargo delta echo foxtrot'],
    ['board', 'acme beta cargo delta echo foxtrot'],
    ['listedOn', 'acme beta cargo delta echo foxtrot'],
    ['issuePrice', 'acme beta cargo delta echo foxtrot'],
    ['gmpAtClose', 'delta cargo echo beta acme foxtrot'],
    ['impliedPct', 'delta cargo echo beta acme foxtrot'],
    ['listingPrice', 'delta beta echo cargo foxtrot acme'],
    ['actualPct', 'delta beta echo cargo foxtrot acme'],
    ['errorPp', 'cargo echo delta acme beta foxtrot'],
    ['directionHit', 'beta cargo echo acme delta foxtrot'],
  ])('by %s', async (column, order) => {
    expect(slugsOf(await pageOf(shared(), `/scoreboard?sort=${column}`)).join(' ')).toBe(order)
  })

  test('is possible by every column, and links to the table', async () => {
    const $ = await pageOf(await market(many(60)), '/scoreboard?sort=errorPp&page=2')
    const keys = $('#calls-table thead a')
      .map((_, a) => $(a).attr('href'))
      .get()
    expect(keys).toHaveLength(CALL_COLUMNS.length)
    for (const href of keys) expect(href).toMatch(/^\/scoreboard(\?sort=-?\w+)?#calls$/)
    expect(plain($('th[aria-sort="ascending"]').text())).toBe('Error, points ▲ (promised too little first)')
    expect($('.pager .shown').text()).toBe('51–60 of 60')
  })

  test('of a page beyond the end shows the last one, with a note', async () => {
    const $ = await pageOf(await market(many(60)), '/scoreboard?page=99')
    expect(plain($('.about-table').text())).toBe(
      'There is no page 99; this is the last one. Sorted by listing day, latest first.',
    )
    expect(slugsOf($)).toHaveLength(10)
  })

  test.each([
    ['sort=lotSize', 'name, board, listedOn'],
    ['board=main', 'MAINBOARD, SME'],
    ['page=x', 'a whole number from 1 on'],
  ])('refuses %s and names valid values', async (query, words) => {
    expect((await pageOf(shared(), `/scoreboard?${query}`, 400))('main').text()).toContain(words)
  })
})

describe('no scored listing', () => {
  test('is explained with a link to the method', async () => {
    const $ = await pageOf(await market([ipo('golf')]), '/scoreboard')
    expect($('h1').text()).toBe('The grey market has not been scored yet')
    expect($('main svg, main table, main dl')).toHaveLength(0)
    expect($('main a[href="/method#scoreboard"]')).toHaveLength(1)
  })

  test('of one board is explained for that board', async () => {
    const $ = await pageOf(await market(call('acme', '2025-12-01', 45, 31.5)), '/scoreboard?board=sme')
    expect($('h1').text()).toBe('The SME grey market has not been scored yet')
  })
})

test.each([
  ['HTML', '"><script>alert(1)</script>'],
  ['right to left', '\u200fשלום Foods'],
  ['emoji', '🚀 Rockets 👩‍🚀'],
  ['200 characters without a space', 'X'.repeat(200)],
])('shows a name of %s as text, in the table and in the text of a mark', async (_name, name) => {
  const $ = await pageOf(await market(call('odd', '2026-01-12', 5, 6, { name })), '/scoreboard')
  expect($('#calls-table bdi').text()).toBe(name)
  expect($('use[data-says]').attr('data-says')).toContain(`\u2068${name}\u2069`)
  expect($('main script')).toHaveLength(0)
  expect(valueIn($, '#calls-table .key')).toBe(5)
})
