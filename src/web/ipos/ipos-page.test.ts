import type { CheerioAPI } from 'cheerio/slim'
import { describe, expect, test } from 'vitest'
import { deal, gmp, ipo, listing, subscription } from '../../../test/support/lines.ts'
import { pageOf, plain, textOf } from '../../../test/support/pages.ts'
import type { Line } from '../../../test/support/record.ts'
import { type Answered, startTestService, testServiceForAll } from '../../../test/support/service.ts'
import { IPO_COLUMNS, type IpoColumn } from '../../reports/ipos/ipo-table.ts'

const NOW = '2026-01-15T06:00:00.000Z'
const JSON_IPOS = '/api/public/market/ipos'

/** A market in which every column has figures, gaps and ties. */
const MARKET: Line[] = [
  ipo('acme-foods', {
    symbol: 'ACMEF',
    priceMin: 95,
    priceMax: 100,
    issueSizeCr: 420.5,
    lotSize: 150,
    openDate: '2026-01-13',
    closeDate: '2026-01-16',
  }),
  gmp('acme-foods', '2026-01-15', 40, 'IPOWatch'),
  gmp('acme-foods', '2026-01-15', 12.5, 'Lantern Desk'),
  subscription('acme-foods', '2026-01-14T11:30:00.000Z', 'TOTAL', 8.416),
  ipo('beta-steel', {
    board: 'SME',
    priceMax: 52,
    issuePrice: 52,
    openDate: '2026-01-02',
    closeDate: '2026-01-06',
  }),
  gmp('beta-steel', '2026-01-06', -3, 'IPOWatch'),
  listing('beta-steel', '2026-01-09', 48),
  ipo('cargo-lines', { board: 'SME', openDate: '2026-01-13', closeDate: '2026-01-15' }),
  gmp('cargo-lines', '2026-01-14', 7, 'IPOWatch'),
  subscription('cargo-lines', '2026-01-14T11:30:00.000Z', 'TOTAL', 0.62),
  ipo('delta-seeds', { openDate: '2026-02-03', closeDate: '2026-02-05', issueSizeCr: 12 }),
  ipo('echo-hotels'),
]
/** For tests that only look. */
const shared = testServiceForAll({ now: NOW, lines: MARKET })
const market = (lines: readonly Line[] = MARKET) => startTestService({ now: NOW, lines })

/** Many issues, one opening per day. */
const many = (n: number): Line[] =>
  Array.from({ length: n }, (_, i) => {
    const day = new Date(Date.UTC(2025, 0, 1 + i)).toISOString().slice(0, 10)
    return ipo(`issue-${String(i).padStart(3, '0')}`, { openDate: day, closeDate: day })
  })

const slugsOf = ($: CheerioAPI): string[] =>
  $('#ipos-table tr[data-slug]')
    .map((_, tr) => $(tr).attr('data-slug') ?? '')
    .get()

/** A cell of the first row, by the heading of its column. */
function cellOf($: CheerioAPI, heading: string) {
  const headings = $('#ipos-table thead th').map((_, th) => plain($(th).text()).replace(/ [▲▼].*/, ''))
  return $('#ipos-table tbody tr').first().children().eq(headings.get().indexOf(heading))
}

const unknown = ['', 'not known', 'no quote', 'no quote yet', 'no price yet', 'not open yet']

/** The rows of the table in the shape of the JSON, as far as shown; a figure must be exact, or a phrase. */
function rowsOf($: CheerioAPI): Answered[] {
  return $('#ipos-table tr[data-slug]')
    .map((_, tr) => {
      const cells = $(tr).children()
      const figuresIn = (i: number): number[] => {
        const values = cells
          .eq(i)
          .find('data')
          .map((_j, data) => Number($(data).attr('value')))
        if (values.length === 0) expect(unknown).toContain(plain(cells.eq(i).text()))
        return values.get()
      }
      const day = (i: number) => {
        const iso = cells.eq(i).find('time').attr('datetime')
        return iso === undefined ? null : `${iso}T00:00:00.000Z`
      }
      const [gmps, gains] = [figuresIn(6), figuresIn(7)]
      // Where sources disagree, both figures are ranges.
      const isRange = cells.eq(6).find('.figure-range').length > 0
      expect(cells.eq(6).text().includes('sources disagree')).toBe(isRange)
      expect(gains.length).toBeLessThanOrEqual(isRange ? 2 : 1)
      const sourcesToday = /^(?:⚠ )?(\d+) sources?(?: disagree)? today$/.exec(
        plain(cells.eq(6).find('small').text()),
      )
      return {
        slug: cells.eq(0).find('a').attr('href')?.slice('/ipos/'.length),
        board: cells.eq(0).find('.tag').text().toUpperCase() || 'MAINBOARD',
        status: cells.eq(1).find('.state').text().toUpperCase(),
        openDate: day(2),
        closeDate: day(3),
        priceMax: figuresIn(4)[0] ?? null,
        issueSizeCr: figuresIn(5)[0] ?? null,
        lastGmp: isRange ? expect.any(Number) : (gmps[0] ?? null),
        ...(isRange && { gmpSpread: (gmps[1] ?? 0) - (gmps[0] ?? 0) }),
        lastGmpPct: isRange ? expect.any(Number) : (gains[0] ?? null),
        lastSubX: figuresIn(8)[0] ?? null,
        gmpSources: Number(sourcesToday?.[1] ?? 0),
        gmpDisputed: isRange,
      }
    })
    .get()
}

describe('the figures equal those of the JSON', () => {
  test.each([
    ['everything', ''],
    ['all that are open', 'status=open'],
    ['several statuses of one board', 'status=upcoming,listed&board=sme'],
    ['a part of the name', 'q=eTa'],
    ['a symbol', 'q=acmef'],
    ['a name without its spaces', 'q=betasteel'],
    ['a name with other punctuation', 'q=be-ta.steel'],
  ])('%s', async (_name, query) => {
    const service = shared()
    // The page has another default order.
    const $ = await pageOf(service, `/ipos?${query}&sort=-opens`)
    const { ipos } = await service.json(`${JSON_IPOS}?${query}`)
    expect(ipos.length).toBeGreaterThan(0)
    const rows = rowsOf($)
    expect(ipos).toEqual(rows.map((row) => expect.objectContaining(row)))
    const json = new URL($('link[type="application/json"]').attr('href') ?? '', service.address)
    expect((await service.json(`${json.pathname}${json.search}`)).ipos).toEqual(ipos)
  })

  test('and include every kind of figure', async () => {
    const rows = rowsOf(await pageOf(shared(), '/ipos'))
    for (const key of ['lastGmp', 'lastGmpPct', 'lastSubX', 'priceMax', 'issueSizeCr', 'openDate']) {
      expect(new Set(rows.map((row) => row[key] === null))).toEqual(new Set([true, false]))
    }
    expect(rows.map(({ gmpDisputed }) => gmpDisputed)).toContain(true)
  })
})

describe('sorting', () => {
  test.each<[IpoColumn, string[], string[]]>([
    ['name', ['acme', 'beta', 'cargo', 'delta', 'echo'], ['echo', 'delta', 'cargo', 'beta', 'acme']],
    ['board', ['acme', 'delta', 'echo', 'beta', 'cargo'], ['beta', 'cargo', 'acme', 'delta', 'echo']],
    ['status', ['cargo', 'acme', 'delta', 'echo', 'beta'], ['beta', 'delta', 'echo', 'cargo', 'acme']],
    ['opens', ['beta', 'acme', 'cargo', 'delta', 'echo'], ['delta', 'acme', 'cargo', 'beta', 'echo']],
    ['closes', ['beta', 'cargo', 'acme', 'delta', 'echo'], ['delta', 'acme', 'cargo', 'beta', 'echo']],
    ['price', ['beta', 'acme', 'cargo', 'delta', 'echo'], ['acme', 'beta', 'cargo', 'delta', 'echo']],
    ['size', ['delta', 'acme', 'beta', 'cargo', 'echo'], ['acme', 'delta', 'beta', 'cargo', 'echo']],
    ['gmp', ['beta', 'cargo', 'acme', 'delta', 'echo'], ['acme', 'cargo', 'beta', 'delta', 'echo']],
    ['implied', ['beta', 'acme', 'cargo', 'delta', 'echo'], ['acme', 'beta', 'cargo', 'delta', 'echo']],
    ['subscribed', ['cargo', 'acme', 'beta', 'delta', 'echo'], ['acme', 'cargo', 'beta', 'delta', 'echo']],
    ['sources', ['beta', 'cargo', 'acme', 'delta', 'echo'], ['acme', 'beta', 'cargo', 'delta', 'echo']],
  ])('by %s puts unknown values last in both directions', async (column, up, down) => {
    const service = shared()
    const order = async (sort: string) =>
      slugsOf(await pageOf(service, `/ipos?sort=${sort}`)).map((slug) => slug.split('-')[0])
    expect(await order(column)).toEqual(up)
    expect(await order(`-${column}`)).toEqual(down)
  })

  test('is possible by every column, keeps the filter and returns to the first page', async () => {
    const $ = await pageOf(await market(many(120)), '/ipos?status=listed,closed&sort=name&page=2')
    const links = $('thead th a').map((_, a) => $(a).attr('href'))
    expect(links.get().toSorted()).toEqual(
      IPO_COLUMNS.filter((column) => column !== 'board' && column !== 'sources')
        .map((column) => {
          const next = { name: '-name', status: 'status' }[column as string] ?? `-${column}`
          // The default order has no parameter.
          return `/ipos?status=closed,listed${next === 'status' ? '' : `&sort=${next}`}`
        })
        .toSorted(),
    )
    const options = $('select[name="sort"] option').map((_, option) => $(option).attr('value') || 'status')
    expect(options.get().toSorted()).toEqual(
      IPO_COLUMNS.flatMap((column) => [column, `-${column}`]).toSorted(),
    )
    expect($('form.filters input[type=hidden]').attr('value')).toBe('closed,listed')
    expect(
      $('th[aria-sort]')
        .map((_, th) => $(th).attr('aria-sort'))
        .get(),
    ).toEqual(['ascending'])
    expect(plain($('th[aria-sort]').text())).toBe('IPO ▲ (A to Z)')
    expect($('select[name="sort"] option[selected]').attr('value')).toBe('name')
  })
})

describe('pages', () => {
  test('list every IPO once along their links', async () => {
    const service = await market(many(120))
    const seen: string[] = []
    for (let next: string | undefined = '/ipos?sort=name'; next !== undefined; ) {
      const $: CheerioAPI = await pageOf(service, next)
      seen.push(...slugsOf($))
      next = $('.pager a[rel="next"]').attr('href')
    }
    expect(seen).toEqual([...new Set(seen)].sort())
    expect(seen).toHaveLength(120)
  })

  test('show the position, with links to the next, previous, first and last', async () => {
    const $ = await pageOf(await market(many(120)), '/ipos?q=issue&page=2')
    expect($('.pager .shown').text()).toBe('51–100 of 120')
    expect(
      $('.pager a')
        .map((_, a) => [[$(a).text(), $(a).attr('href')]])
        .get(),
    ).toEqual([
      ['First', '/ipos?q=issue'],
      ['Previous', '/ipos?q=issue'],
      ['Next', '/ipos?q=issue&page=3'],
      ['Last', '/ipos?q=issue&page=3'],
    ])
  })

  test('beyond the end show the last one, with its address', async () => {
    const service = await startTestService({
      now: NOW,
      lines: many(60),
      env: { PUBLIC_URL: 'https://ipo.example' },
    })
    const $ = await pageOf(service, '/ipos?page=99')
    expect($('link[rel="canonical"]').attr('href')).toBe('https://ipo.example/ipos?page=2')
    expect(slugsOf($)).toHaveLength(10)
    expect($('main').text()).toContain('There is no page 99; this is the last one.')
  })

  test('are not mentioned when there is only one', async () => {
    const $ = await pageOf(shared(), '/ipos')
    expect($('.pager')).toHaveLength(0)
  })
})

describe('the filter', () => {
  test('is in the heading, in the form and in the address', async () => {
    const service = await startTestService({
      now: NOW,
      lines: MARKET,
      env: { PUBLIC_URL: 'https://ipo.example' },
    })
    // As forms send it: several values of one name, and empty fields.
    const $ = await pageOf(service, '/ipos?q=&status=open&status=upcoming&board=mainboard&sort=status')
    expect($('h1').text()).toBe('3 upcoming or open mainboard IPOs')
    const chips = $('.chips a').map((_, chip) => [
      [$(chip).text(), $(chip).attr('href'), $(chip).attr('aria-current') === 'true'],
    ])
    expect(chips.get()).toEqual([
      ['Upcoming', '/ipos?status=open&board=mainboard', true],
      ['Open', '/ipos?status=upcoming&board=mainboard', true],
      ['Closed', '/ipos?status=upcoming,open,closed&board=mainboard', false],
      ['Listed', '/ipos?status=upcoming,open,listed&board=mainboard', false],
      ['Mainboard', '/ipos?status=upcoming,open', true],
      ['SME', '/ipos?status=upcoming,open&board=mainboard,sme', false],
    ])
    const kept = $('form.filters input[type=hidden]').map((_, field) => $(field).attr('value'))
    expect(kept.get()).toEqual(['upcoming,open', 'mainboard'])
    expect($('link[rel="canonical"]').attr('href')).toBe(
      'https://ipo.example/ipos?status=upcoming,open&board=mainboard',
    )
    expect($('a.clear').attr('href')).toBe('/ipos')
  })

  test('that matches everything is none', async () => {
    const $ = await pageOf(shared(), '/ipos?status=open,closed,listed,upcoming&board=sme,mainboard')
    expect($('h1').text()).toBe('All 5 IPOs')
    expect($('a.clear')).toHaveLength(0)
  })

  test('that matches nothing is explained with a link back', async () => {
    const $ = await pageOf(shared(), '/ipos?q=%3Cb%3Enobody')
    expect($('h1').text()).toBe('No IPOs with “<b>nobody”')
    expect($('table')).toHaveLength(0)
    expect($('main p a').attr('href')).toBe('/ipos')
    expect($('.filters input[name="q"]').attr('value')).toBe('<b>nobody')
  })

  test('that matches no name suggests similar ones', async () => {
    const hrefs = async (query: string) => {
      const $ = await pageOf(shared(), `/ipos?${query}`)
      return $('.choices a')
        .map((_, a) => $(a).attr('href'))
        .get()
    }
    expect(await hrefs('q=bete%20stel')).toEqual(['/ipos/beta-steel'])
    expect(await hrefs('q=zzz')).toEqual([])
    expect(await hrefs('q=%26')).toEqual([])
  })

  test.each([
    ['status=shut', 'UPCOMING, OPEN, CLOSED, LISTED'],
    ['board=main', 'MAINBOARD, SME'],
    ['sort=lotSize', 'name, board, status'],
    ['page=0', 'a whole number from 1 on'],
    [`q=${'x'.repeat(101)}`, '1 to 100 characters'],
  ])('refuses %s and names valid values', async (query, words) => {
    const $ = await pageOf(shared(), `/ipos?${query}`, 400)
    expect($('main').text()).toContain(words)
  })
})

test.each([
  ['HTML', '<img src=x onerror=alert(1)> & "Sons"'],
  ['right to left', '\u200fשלום Foods'],
  ['emoji', '🚀 Rockets 👩‍🚀'],
  ['200 characters without a space', 'X'.repeat(200)],
])('a name of %s is text', async (_name, name) => {
  const $ = await pageOf(await market([ipo('odd', { name })]), '/ipos')
  expect($('#ipos-table bdi').text()).toBe(name)
  expect($('img')).toHaveLength(0)
})

test('an open issue closes on its closing day; a closed one waits', async () => {
  const service = await market()
  const stateOf = async () => plain(cellOf(await pageOf(service, '/ipos?q=cargo'), 'State').text())
  expect(await stateOf()).toBe('Open closes today, 4:00 pm, 4 h left')
  service.setNow('2026-01-15T10:30:00.000Z')
  expect(await stateOf()).toBe('Closed allotment due by tomorrow, listing due Tue 20 Jan')
})

test('shows the day and the age of a GMP until a price confirms the listing', async () => {
  const terms = { openDate: '2026-01-01', closeDate: '2026-01-05', listingDate: '2026-01-08', priceMax: 100 }
  const quoted = [ipo('acme', terms), gmp('acme', '2026-01-06', 12)]
  const gmpIn = async (lines: readonly Line[]) => {
    const cell = cellOf(await pageOf(await market(lines), '/ipos'), 'GMP')
    expect(cell.find('.old')).toHaveLength(1)
    return `${cell.attr('data-label')}: ${plain(cell.text())}`
  }
  expect(await gmpIn(quoted)).toBe('GMP: ₹12 1 source, 9 days old')
  expect(await gmpIn([...quoted, listing('acme', '2026-01-08', 90)])).toBe('Last GMP: ₹12 1 source, 6 Jan')
})

test('follows the clock with the status', async () => {
  const service = await market()
  expect(slugsOf(await pageOf(service, '/ipos?status=open'))).toEqual(['cargo-lines', 'acme-foods'])
  service.setNow('2026-01-15T10:30:00.000Z')
  expect(slugsOf(await pageOf(service, '/ipos?status=open'))).toEqual(['acme-foods'])
})

describe('the default order', () => {
  const day = (openDate: string, closeDate: string, more: Line = {}): Line => ({
    openDate,
    closeDate,
    ...more,
  })
  const LINES = [
    ipo('listed-before', day('2025-12-01', '2025-12-03')),
    listing('listed-before', '2025-12-08', 90),
    ipo('listed-last', day('2026-01-05', '2026-01-07')),
    listing('listed-last', '2026-01-12', 90),
    ipo('unconfirmed', day('2026-01-01', '2026-01-05', { listingDate: '2026-01-08' })),
    ipo('awaiting', day('2026-01-08', '2026-01-12', { listingDate: '2026-01-16' })),
    ipo('undated'),
    ipo('upcoming-later', day('2026-02-03', '2026-02-05')),
    ipo('upcoming-soon', day('2026-01-19', '2026-01-21')),
    ipo('open-longer', day('2026-01-13', '2026-01-19')),
    ipo('open-last-day', day('2026-01-13', '2026-01-15')),
  ]

  test('is open, upcoming soonest first, awaiting listing, unconfirmed, listed latest first', async () => {
    const $ = await pageOf(await market(LINES), '/ipos')
    expect(slugsOf($)).toEqual([
      'open-last-day',
      'open-longer',
      'upcoming-soon',
      'upcoming-later',
      'undated',
      'awaiting',
      'unconfirmed',
      'listed-last',
      'listed-before',
    ])
    expect(plain($('main').text())).toContain('Sorted by state, open first.')
  })

  test('an issue without a price after its listing day is not shown as listed', async () => {
    const $ = await pageOf(await market(LINES), '/ipos?q=unconfirmed')
    expect(plain(cellOf($, 'State').text())).toMatch(/^Listing not confirmed should have listed by Thu 8 Jan/)
    expect(plain(cellOf($, 'GMP').text())).toBe('no quote')
  })

  test.each([
    ['status=listed', ['listed-last', 'listed-before'], '2 listed IPOs', true],
    ['status=closed', ['lists-today', 'awaiting', 'unconfirmed'], '3 closed IPOs', true],
    [
      'status=closed,listed',
      ['lists-today', 'awaiting', 'unconfirmed', 'listed-last', 'listed-before'],
      '5 closed or listed IPOs',
      false,
    ],
  ])(
    'the filter "%s" agrees with the table about listings without a price',
    async (query, slugs, heading, isExplained) => {
      const today = ipo('lists-today', day('2026-01-07', '2026-01-09', { listingDate: '2026-01-15' }))
      const $ = await pageOf(await market([...LINES, today]), `/ipos?${query}`)
      expect(slugsOf($)).toEqual(slugs)
      expect($('h1').text()).toBe(heading)
      expect($('main').text().includes('an IPO counts as closed here')).toBe(isExplained)
    },
  )
})

test('shows an old GMP grey with its age, and the day of bidding', async () => {
  const lines = [
    ipo('acme-foods', { priceMax: 100, openDate: '2026-01-13', closeDate: '2026-01-16' }),
    gmp('acme-foods', '2026-01-10', 40),
    subscription('acme-foods', '2026-01-14T11:30:00.000Z', 'TOTAL', 8.416),
  ]
  const $ = await pageOf(await market(lines), '/ipos')
  expect(plain(cellOf($, 'GMP').text())).toBe('₹40 1 source, 5 days old')
  expect(plain(cellOf($, 'Subscribed').text())).toBe('8.42× day 2 of 4')
  expect($('tbody .old')).toHaveLength(2)
  expect($('tbody .up, tbody .range-bar')).toHaveLength(0)
})

test.each([
  ['a total of the first day', '2026-01-05T11:30:00.000Z', '0.97× day 1 of 3'],
  ['a total of the last day', '2026-01-07T05:30:00.000Z', '0.97× day 3 of 3'],
  ['the final total', '2026-01-07T13:00:00.000Z', '0.97× final'],
])('after the close shows the day of %s unless it is final', async (_name, readAt, text) => {
  const terms = { openDate: '2026-01-05', closeDate: '2026-01-07' }
  const onlyBids = { timesSub: null, sharesBid: 9_000 }
  const lines = [
    ipo('acme', terms),
    subscription('acme', readAt, 'TOTAL', 0.97),
    subscription('acme', '2026-01-08T06:00:00.000Z', 'TOTAL', 0, onlyBids),
  ]
  const subscribed = async (more: readonly Line[]) =>
    plain(cellOf(await pageOf(await market([...lines, ...more]), '/ipos'), 'Subscribed').text())
  expect(await subscribed([])).toBe(text)
  expect(await subscribed([listing('acme', '2026-01-12', 90)])).toBe(text.replace(' final', ''))
})

test('shows the range where sources disagree', async () => {
  const $ = await pageOf(shared(), '/ipos?q=acme')
  expect(plain(cellOf($, 'GMP').text())).toBe('₹12.50 to ₹40 ⚠ 2 sources disagree today')
  expect(plain(cellOf($, 'At price + GMP').text())).toBe('+12.5% to +40.0%')
})

test('links to the same rows as CSV', async () => {
  const service = shared()
  const $ = await pageOf(service, '/ipos?status=open,upcoming&board=mainboard&q=a&sort=-gmp')
  const csv = $('.csv a').attr('href') ?? ''
  expect(csv).toBe('/downloads/ipos.csv?status=upcoming,open&board=mainboard&q=a')
  const lines = (await (await service.get(csv)).text()).trim().split('\n')
  expect(lines).toHaveLength(1 + slugsOf($).length)
})

test('links to the companies that only trackers mention', async () => {
  expect((await pageOf(shared(), '/ipos'))('a[href="/unannounced"]')).toHaveLength(1)
})

test('a total that is below a category is never called final', async () => {
  const dates = { openDate: '2026-01-08', closeDate: '2026-01-13', priceMax: 100, lotSize: 100 }
  const bids = (slug: string, category: string, sharesBid: number) =>
    subscription(slug, '2026-01-13T12:00:00.000Z', category, 3, { sharesBid })
  const $ = await pageOf(
    await market([
      ...[ipo('right', dates), bids('right', 'TOTAL', 500), bids('right', 'QIB', 500)],
      ...[
        ipo('wrong', dates),
        bids('wrong', 'TOTAL', 499),
        bids('wrong', 'QIB', 500),
        bids('wrong', 'EMP', 2),
      ],
    ]),
    '/ipos',
  )
  const subscribed = (slug: string) => plain($(`tr[data-slug="${slug}"]`).children().eq(8).text())
  expect(subscribed('right')).toBe('3.00× final')
  expect(subscribed('wrong')).toBe('3.00× day 4 of 4')
})

test('an IPO has one state, under one filter, wherever it is shown', async () => {
  const dates = (openDate: string, closeDate: string) => ({ openDate, closeDate })
  const STATES = [
    ipo('listed', dates('2026-01-05', '2026-01-07')),
    listing('listed', '2026-01-12', 90),
    ipo('overdue', dates('2026-01-01', '2026-01-05')),
    ipo('awaiting', dates('2026-01-08', '2026-01-13')),
    ipo('undated'),
    ipo('open', dates('2026-01-13', '2026-01-19')),
  ]
  const ofNse = { symbol: 'WEAVE', exchanges: ['NSE'] }
  const service = await market([
    ...STATES,
    deal('2026-01-09', { symbol: 'WEAVE' }),
    ipo('weave', { ...dates('2026-01-01', '2026-01-05'), ...ofNse }),
  ])
  const names: [string, string, string | null, string][] = await service.json('/search/names.json')
  const stateOfRow = ($: CheerioAPI, slug: string) => $(`tr[data-slug="${slug}"] .state`).text()
  const all = await pageOf(service, '/ipos')
  expect(new Set(slugsOf(all).map((slug) => stateOfRow(all, slug)))).toEqual(
    new Set(['Open', 'Upcoming', 'Closed', 'Listing not confirmed', 'Trading', 'Listed']),
  )
  const filters = new Map<string, string[]>()
  for (const status of ['upcoming', 'open', 'closed', 'listed']) {
    const $ = await pageOf(service, `/ipos?status=${status}`)
    for (const slug of slugsOf($)) {
      const state = stateOfRow($, slug)
      filters.set(state, [...new Set([...(filters.get(state) ?? []), status])])
      expect(textOf(await pageOf(service, `/ipos/${slug}`), '.lead .state'), slug).toBe(state)
      expect(names.find(([of]) => of === slug)?.[3], slug).toBe(`IPO, ${state.toLowerCase()}`)
      expect(textOf(await pageOf(service, `/embed/${slug}`), '.kind'), slug).toMatch(
        new RegExp(`, ${state.toLowerCase()}$`),
      )
    }
  }
  expect([...filters.values()].map(({ length }) => length)).toEqual([...filters.values()].map(() => 1))
})
