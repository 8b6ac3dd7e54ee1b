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

/** The large figures by their labels. */
const figuresOf = ($: CheerioAPI): Record<string, number> =>
  Object.fromEntries(
    $('dl.score > div')
      .map((_, div) => [[$(div).find('dt').text(), Number($(div).find('data').attr('value'))]])
      .get(),
  )

const textsIn = ($: CheerioAPI, selector: string): string[] =>
  $(selector)
    .map((_, element) => plain($(element).text()).trim())
    .get()

/** A number, or counts such as `2 of 4` as they are. */
const figureIn = (text: string): number | string => (text.includes(' of ') ? text : Number.parseFloat(text))

/** The rows of the table, in the shape of the JSON. */
const rowsOf = ($: CheerioAPI): Answered[] =>
  $('#calls-table tbody tr')
    .map((_, tr) => {
      const cells = $(tr).children()
      const figure = (i: number) => Number(cells.eq(i).find('data').attr('value'))
      return {
        slug: cells.eq(0).find('a').attr('href')?.slice('/ipos/'.length),
        listedOn: cells.eq(1).find('time').attr('datetime'),
        issuePrice: figure(2),
        gmpAtClose: figure(3),
        listingPrice: figure(4),
        impliedPct: figure(5),
        actualPct: figure(6),
        errorPp: figure(7),
        directionHit: { '✓ right': true, '✗ wrong': false }[plain(cells.eq(8).text())],
      }
    })
    .get()

const slugsOf = ($: CheerioAPI): string[] => rowsOf($).map(({ slug }) => slug)

describe('the figures equal those of the JSON', () => {
  test('the summary', async () => {
    const service = await market(many(40))
    const $ = await pageOf(service, '/scoreboard')
    const { summary, rows } = await service.json(JSON_SCOREBOARD)
    const countOf = (matches: (row: Answered) => boolean) => rows.filter(matches).length
    expect(figuresOf($)).toEqual({
      'Average miss': summary.avgAbsErrorPp,
      'GMP was too high in': (countOf(({ errorPp }) => errorPp > 0) / summary.n) * 100,
      'Right about gain or loss in': summary.directionHitPct,
      'Opened below the issue price': countOf(({ actualPct }) => actualPct < 0),
    })
    expect($('h1').text()).toContain(`${summary.avgAbsErrorPp.toFixed(1)} percentage points`)
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

describe('few listings', () => {
  /** That many listings, of which all but the first open above the issue price, as their GMP implied. */
  const gains = (n: number): Line[] =>
    Array.from({ length: n }, (_, i) =>
      call(`issue-${i}`, addDays('2025-10-01', i), 20, i === 0 ? -5 : 10),
    ).flat()

  test.each<[number, string, string[], string]>([
    [
      17,
      'Too few listings to say how accurate the GMP is',
      ['10.88 points', '17 of 17 IPOs', '16 of 17 IPOs', '1 of 17'],
      'Only 17 listings so far. Below 30, counts are shown instead of percentages',
    ],
    [
      29,
      'Too few listings to say how accurate the GMP is',
      ['10.52 points', '29 of 29 IPOs', '28 of 29 IPOs', '1 of 29'],
      'Only 29 listings so far.',
    ],
    [
      30,
      'The GMP is off by 10.5 percentage points on average',
      ['10.50 points', '100.0% of IPOs', '96.7% of IPOs', '1 of 30'],
      '',
    ],
  ])('%i: no percentage below 30, and a note that they are few', async (n, heading, figures, note) => {
    const $ = await pageOf(await market(gains(n)), '/scoreboard')
    $('dl.score small').remove()
    expect($('h1').text()).toBe(heading)
    expect(textsIn($, 'dl.score dd')).toEqual(figures)
    expect(plain($('.few-note').text())).toContain(note)
    expect($('.few-note')).toHaveLength(note === '' ? 0 : 1)
    const shares = plain(
      $('main')
        .text()
        .replaceAll(/[+−]\d+\.\d%/g, ''),
    ).match(/\d+\.\d%/g)
    expect(shares === null).toBe(n < 30)
  })
})

describe('the scatter', () => {
  test('counts expected and actual gains and losses, and those that are neither', async () => {
    const $ = await pageOf(shared(), '/scoreboard')
    expect(textsIn($, '#quadrants tr > *')).toEqual([
      ...['GMP had said', 'Opened above issue price', 'Opened below issue price'],
      ...['a gain', '2', '1'],
      ...['a loss', '1', '1'],
    ])
    expect($('main').text()).toContain('1 more with a GMP or a listing gain of exactly 0 is in none')
    expect($('#calls-description').text()).toContain('GMP said gain, listed at a loss: 1')
  })

  test('has a shape for each board, and each mark has its figures as text', async () => {
    const $ = await pageOf(shared(), '/scoreboard')
    const marks = $('.marks [data-text]')
    expect(
      marks.map((_, mark) => [[$(mark).attr('class'), plain($(mark).attr('data-text') ?? '')]]).get(),
    ).toEqual([
      [
        'sme',
        '⁨delta⁩, SME, listed 5 Feb 2026: GMP had said −10.0%, listing gain −12.5%, GMP 2.5 points too high',
      ],
      [
        'sme',
        '⁨cargo⁩, SME, listed 15 Jan 2026: GMP had said −5.0%, listing gain +6.3%, GMP 11.3 points too low',
      ],
      ['sme', '⁨echo⁩, SME, listed 19 Feb 2026: GMP had said 0.0%, listing gain +3.0%, GMP 3.0 points too low'],
      [
        'mainboard',
        '⁨beta⁩, Mainboard, listed 18 Dec 2025: GMP had said +10.0%, listing gain −4.0%, GMP 14.0 points too high',
      ],
      [
        'mainboard',
        '⁨acme⁩, Mainboard, listed 4 Dec 2025: GMP had said +45.0%, listing gain +31.5%, GMP 13.5 points too high',
      ],
      [
        'sme',
        '⁨foxtrot⁩, SME, listed 5 Mar 2026: GMP had said +240.0%, listing gain +20.0%, GMP 220.0 points too high',
      ],
    ])
  })

  test('draws points beyond the frame at its edge, with an arrow and a text', async () => {
    const $ = await pageOf(await market([...many(80), ...call('far', '2026-05-05', 400, -60)]), '/scoreboard')
    const far = $('.marks [data-text*="far"]')
    expect([far.attr('data-x'), far.next().attr('href')]).toEqual(['98', '#mark-down'])
    expect($('main').text()).toContain('One listing is beyond the frame; it is drawn at its edge')
  })

  test('links to the table of its listings', async () => {
    const $ = await pageOf(shared(), '/scoreboard')
    const href = $('main a:contains("The same listings as a table")').attr('href')
    expect($(`${href} table tbody tr`)).toHaveLength($('.marks [data-text]').length)
  })

  test.each([
    ['few ticks', 60, 0],
    ['many ticks', 95, 55],
  ])(
    'with %s, has the label of 0 on both axes, and those of gains beside the plot',
    async (_name, gain, loss) => {
      const lines = [
        ...['a', 'b', 'c', 'd'].flatMap((slug) => call(slug, '2026-05-05', gain, gain)),
        ...call('down', '2026-05-06', -loss, -loss),
      ]
      const $ = await pageOf(await market(lines), '/scoreboard')
      const drawing = $('#calls-title').closest('svg')
      const labels = drawing
        .find('text')
        .filter((_, text) => $(text).text().endsWith('%'))
        .map((_, text) => ({
          label: plain($(text).text()),
          x: Number.parseFloat($(text).attr('x') ?? ''),
          y: Number($(text).attr('y')),
          look: $(text).attr('class') ?? '',
        }))
        .get()
      const plotLeft = Math.min(
        ...drawing.find('line').map((_, line) => Number.parseFloat($(line).attr('x1') ?? '')),
      )
      const below = labels.filter(({ y }) => y > 390)
      expect(below.find(({ label }) => label === '0%')?.look).not.toContain('roomy')
      expect(below.length).toBeLessThanOrEqual(7)
      const beside = labels.filter(({ y }) => y <= 390)
      expect(beside.map(({ label }) => label)).toContain('0%')
      expect(beside.length).toBeGreaterThan(3)
      for (const { x, look } of beside) expect([x < plotLeft, look]).toEqual([true, 'end'])
    },
  )

  test('draws the newest 300 and states that', async () => {
    const $ = await pageOf(await market(many(303)), '/scoreboard')
    expect($('.marks [data-text]')).toHaveLength(300)
    expect($('.marks [data-text*="issue 002"]')).toHaveLength(0)
    expect($('main').text()).toContain('The newest 300 of 303 listings are drawn.')
  })
})

test('fewer than five listings are not drawn', async () => {
  for (const [n, drawings] of [
    [4, 0],
    [5, 2],
  ] as const)
    expect((await pageOf(await market(many(n)), '/scoreboard'))('main .plot').length, `${n}`).toBe(drawings)
})

describe('the histogram', () => {
  test('has the same counts in its bars and in its table', async () => {
    const $ = await pageOf(shared(), '/scoreboard')
    const counts = $('#errors-table tbody tr').map((_, tr) => [
      [$(tr).find('th').text(), Number($(tr).find('td').first().find('data').attr('value'))],
    ])
    expect(counts.get().filter(([, n]) => n !== 0)).toEqual([
      ['GMP 10 to 20 points too low', 1],
      ['GMP 0 to 10 points too low', 1],
      ['GMP exact, or up to 10 points too high', 1],
      ['GMP 10 to 20 points too high', 2],
      ['GMP 50 points too high or more', 1],
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
    expect(plain(few('main').text())).toContain('the GMP was 8.0 points too high (median).')
    const enough = await pageOf(await market(many(40)), '/scoreboard')
    expect(plain(enough('main').text())).toMatch(
      /For half of them it was between [\d.]+ points too low and [\d.]+ points too high\./,
    )
  })
})

describe('groups', () => {
  const groupsOf = ($: CheerioAPI) =>
    $('#groups tbody tr')
      .map((_, tr) => [
        [
          plain($(tr).find('th').text()),
          ...$(tr)
            .find('data')
            .map((_i, data) => figureIn($(data).text())),
        ],
      ])
      .get()

  test('by board and by year have the figures of their listings, and small ones are marked', async () => {
    expect(groupsOf(await pageOf(shared(), '/scoreboard'))).toEqual([
      ['Mainboard few', 2, 13.75, '1 of 2', '2 of 2'],
      ['SME few', 4, 59.19, '2 of 4', '2 of 4'],
      ['2026 few', 4, 59.19, '2 of 4', '2 of 4'],
      ['2025 few', 2, 13.75, '1 of 2', '2 of 2'],
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
    expect(figuresOf($)).toMatchObject({ 'Average miss': 59.19, 'Opened below the issue price': 1 })
    expect(slugsOf($)).toEqual(['foxtrot', 'delta', 'echo', 'cargo'])
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
    expect($('link[type="application/json"]').attr('href')).toBe(`${JSON_SCOREBOARD}?board=sme`)
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
    expect(keys).toHaveLength(CALL_COLUMNS.length - 1)
    expect($('.sort-field option')).toHaveLength(2 * CALL_COLUMNS.length)
    for (const href of keys) expect(href).toMatch(/^\/scoreboard(\?sort=-?\w+)?#calls$/)
    expect(plain($('th[aria-sort="ascending"]').text())).toBe(
      'Too high (+) or too low (−), points ▲ (GMP too low first)',
    )
    expect($('.pager .shown').text()).toBe('26–50 of 60')
  })

  test('of a page beyond the end shows the last one, with a note', async () => {
    const $ = await pageOf(await market(many(60)), '/scoreboard?page=99')
    expect(plain($('#calls > p').first().text())).toBe(
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
    expect($('h1').text()).toBe('No IPO has been scored yet')
    expect($('main svg, main table, main dl')).toHaveLength(0)
    expect($('main a[href="/method#scoreboard"]')).toHaveLength(1)
  })

  test('of one board is explained for that board', async () => {
    const $ = await pageOf(await market(call('acme', '2025-12-01', 45, 31.5)), '/scoreboard?board=sme')
    expect($('h1').text()).toBe('No SME IPO has been scored yet')
  })
})

test.each([
  ['HTML', '"><script>alert(1)</script>'],
  ['right to left', '\u200fשלום Foods'],
  ['emoji', '🚀 Rockets 👩‍🚀'],
  ['200 characters without a space', 'X'.repeat(200)],
])('shows a name of %s as text, in the table and in the text of a mark', async (_name, name) => {
  const $ = await pageOf(
    await market([...many(4), ...call('odd', '2026-01-12', 5, 6, { name })]),
    '/scoreboard',
  )
  expect($('#calls-table bdi').first().text()).toBe(name)
  const texts = $('.marks [data-text]').map((_, mark) => $(mark).attr('data-text') ?? '')
  expect(texts.get().join()).toContain(`\u2068${name}\u2069`)
  expect($('main script')).toHaveLength(0)
  expect(rowsOf($)[0]?.impliedPct).toBe(5)
})
