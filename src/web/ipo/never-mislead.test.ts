import type { CheerioAPI } from 'cheerio/slim'
import { describe, expect, test } from 'vitest'
import { deal, gmp, holiday, ipo, listing, retraction, subscription } from '../../../test/support/lines.ts'
import { pageOf, plain, textOf } from '../../../test/support/pages.ts'
import type { Line } from '../../../test/support/record.ts'
import { startTestService, testServiceForAll } from '../../../test/support/service.ts'
import { addDays } from '../../market/calendar.ts'

/** Bidding closed on Wednesday, 14 January; allotment is due on the 15th, listing on Monday, the 19th. */
const CLOSED = {
  exchanges: ['NSE', 'BSE'],
  issueType: 'book-built',
  priceMin: 95,
  priceMax: 100,
  lotSize: 150,
  openDate: '2026-01-12',
  closeDate: '2026-01-14',
  registrar: 'KFIN TECHNOLOGIES LIMITED',
}
const OPEN = { ...CLOSED, openDate: '2026-01-13', closeDate: '2026-01-15' }
const HOLIDAYS = [
  holiday('2026-01-26', 'Republic Day'),
  holiday('2026-02-19', 'Kite Festival', { segment: 'clearing' }),
]
const NOON = '06:30:00.000Z'
const RECORDED = '2026-01-14T05:00:00.000Z'

const pageAt = async (now: string, ...lines: Line[]) =>
  pageOf(await startTestService({ now, lines: [...HOLIDAYS, ...lines], linesAt: RECORDED }), '/ipos/loom')
const pageOn = (day: string, ...lines: Line[]) => pageAt(`${day}T${NOON}`, ...lines)
const previewOf = ($: CheerioAPI) => textOf($, 'head title') + $('meta[name="description"]').attr('content')

/** Past listings that all opened 5 points above an implied gain of 20 %, three below the issue price. */
const past = (n: number): Line[] =>
  Array.from({ length: n }, (_, i) => i).flatMap((i) => {
    const slug = `past-${i}`
    const [closeDate, listedOn] = [addDays('2025-09-01', i), addDays('2025-09-04', i)]
    const recordedAt = `${addDays(closeDate, -1)}T04:00:00.000Z`
    return [
      ipo(slug, { issuePrice: 100, openDate: closeDate, closeDate, listingDate: listedOn, recordedAt }),
      gmp(slug, addDays(closeDate, -1), 20, 'IPOWatch', { recordedAt }),
      gmp(slug, closeDate, 20, 'IPOWatch', { recordedAt: `${closeDate}T04:00:00.000Z` }),
      listing(slug, listedOn, i < 3 ? 90 : 125, { recordedAt: `${listedOn}T06:00:00.000Z` }),
    ]
  })

describe('a quote ages visibly', () => {
  const QUOTES = [gmp('loom', '2026-01-14', 20, 'IPOWatch'), gmp('loom', '2026-01-14', 22, 'InvestorGain')]

  test.each([
    ['2026-01-14', null],
    ['2026-01-17', null],
    ['2026-01-18', '4 days old'],
    ['2026-02-25', '42 days old'],
  ])('on %s a GMP of 14 January is marked as %s', async (day, age) => {
    const $ = await pageOn(day, ipo('loom', CLOSED), ...QUOTES, ...past(60))
    const isOld = age !== null
    const text = textOf($, '#gmp')
    expect(text.includes(age ?? 'days old')).toBe(isOld)
    expect($('#gmp .up').length > 0).toBe(!isOld)
    expect($('#gmp .old').length > 0).toBe(isOld)
    expect($('#gmp .range-bar').length > 0).toBe(!isOld)
    expect(previewOf($).includes('GMP')).toBe(!isOld)
    // Nothing in rupees is computed from an old one.
    for (const computed of ['would gain ₹3,150', '= ₹121', 'on this application about', 'Not a forecast'])
      expect(text.includes(computed), computed).toBe(!isOld)
    const amounts = $('#gmp data').map((_, data) => $(data).text())
    if (isOld) expect(amounts.get()).toEqual(['₹21', '+21.0%'])
  })
})

describe('a listing is confirmed by its price alone', () => {
  const ANNOUNCED = { ...CLOSED, listingDate: '2026-01-20' }

  test.each([
    ['2026-01-14T12:00:00.000Z', CLOSED, 'Closed', 'allotment due by tomorrow, listing due Mon 19 Jan'],
    ['2026-01-15T04:00:00.000Z', CLOSED, 'Closed', 'allotment due today, listing due Mon 19 Jan'],
    ['2026-01-19T06:00:00.000Z', CLOSED, 'Closed', 'listing due today'],
    ['2026-01-20T06:00:00.000Z', CLOSED, 'Listing not confirmed', 'should have listed by Mon 19 Jan; '],
    ['2026-01-20T06:00:00.000Z', ANNOUNCED, 'Closed', 'lists today'],
    ['2026-01-21T06:00:00.000Z', ANNOUNCED, 'Listing not confirmed', 'should have listed by Tue 20 Jan; '],
    ['2026-03-02T06:00:00.000Z', ANNOUNCED, 'Listing not confirmed', 'should have listed by Tue 20 Jan; '],
  ])('at %s', async (now, terms, state, words) => {
    const $ = await pageAt(now, ipo('loom', terms), gmp('loom', '2026-01-14', 40))
    expect($('.lead .state').text()).toBe(state)
    expect(textOf($, '.lead')).toContain(words)
    expect($('#result')).toHaveLength(0)
    expect(textOf($, 'main')).not.toMatch(/not final yet|listed on|\bListed\b|listing gain|Allotted/)
  })

  test.each([
    ['2026-01-20', 'lists 20 Jan 2026', 'lists'],
    ['2026-01-21', 'should have listed by 20 Jan 2026', 'listing was due'],
  ])('also in the preview and in the chart, on %s', async (day, words, mark) => {
    const days = ['10', '11', '13', '14', '20'].map((of) => gmp('loom', `2026-01-${of}`, 40))
    const service = await startTestService({
      now: `${day}T${NOON}`,
      lines: [ipo('loom', ANNOUNCED), ...days],
    })
    const $ = await pageOf(service, '/ipos/loom')
    expect(previewOf($)).toContain(words)
    const marks = $('.chart .rule + text').map((_, text) => $(text).text())
    expect(marks.get()).toContain(mark)
  })

  test.each([
    ['2026-01-12T06:00:00.000Z', /no quote yet/, 'not fixed'],
    ['2026-01-19T06:00:00.000Z', /no quote yet/, 'not known'],
    ['2026-01-20T06:00:00.000Z', /no quote(?! yet)/, 'not known'],
  ])('nothing is still to come of what is over, at %s', async (now, noQuote, issuePrice) => {
    const $ = await pageAt(now, ipo('loom', CLOSED))
    expect(textOf($, '#gmp .figures')).toMatch(noQuote)
    expect(textOf($, '#gmp').includes('a GMP for it yet')).toBe(noQuote.source === 'no quote yet')
    expect(textOf($, '#details')).toContain(`Issue price${issuePrice}`)
  })

  test('and then nothing is due any more', async () => {
    const lines = [ipo('loom', { ...ANNOUNCED, issuePrice: 100 }), listing('loom', '2026-01-20', 120)]
    const $ = await pageOf(await startTestService({ now: '2026-01-21T06:00:00.000Z', lines }), '/ipos/loom')
    expect(textOf($, '.lead')).toContain('listed 20 Jan')
    expect(textOf($, '#result')).toContain('Listed at₹120on NSE, 20 Jan 2026')
    expect(textOf($, 'main')).not.toMatch(/\bdue\b|not confirmed|should have/)
    expect($('#gmp, #allotment, #amount')).toHaveLength(0)
  })
})

test.each([
  ['2026-01-13T03:00:00.000Z', 'opens 13 Jan 2026, closes 15 Jan 2026', ['Opens', 'Closes']],
  ['2026-01-14T06:00:00.000Z', 'opened 13 Jan 2026, closes 15 Jan 2026', ['Opened', 'Closes']],
  ['2026-01-16T06:00:00.000Z', 'opened 13 Jan 2026, closed 15 Jan 2026', ['Closed']],
])('at %s the preview and the embedded page have the right tense', async (now, brief, labels) => {
  const service = await startTestService({ now, lines: [ipo('loom', OPEN)], linesAt: '2026-01-12T05:00:00Z' })
  expect(previewOf(await pageOf(service, '/ipos/loom'))).toContain(brief)
  const embedded = await pageOf(service, '/embed/loom')
  const terms = embedded('dt').map((_, term) => embedded(term).text().trim())
  expect(terms.get().filter((term) => /^(Open|Close)/.test(term))).toEqual(labels)
})

describe.each(['withdrawn', 'postponed'])('an issue that was %s', (how) => {
  const QUOTES = [gmp('loom', '2026-01-14', 94, 'IPOWatch'), gmp('loom', '2026-01-14', 219, 'InvestorGain')]

  test('begins with that, and nothing is due', async () => {
    const $ = await pageOn('2026-01-14', ipo('loom', { ...CLOSED, [how]: true, listingDate: '2026-01-13' }))
    expect($('.ipo .notice ~ .columns')).toHaveLength(1)
    expect(textOf($, '.ipo .notice')).toContain(`This issue was ${how}.`)
    expect(textOf($, 'main')).not.toMatch(/\bdue\b|should have|Check allotment|lists|refund|credited/i)
  })

  test('shows no gain, and its last quotes as history', async () => {
    const $ = await pageOn('2026-01-14', ipo('loom', { ...OPEN, [how]: true }), ...QUOTES)
    expect(textOf($, '#gmp')).toContain('The last GMP was ₹94 to ₹219 (sources disagreed), 2 sources today.')
    expect(textOf($, 'main')).not.toMatch(/would|At price|How much do I need|%/)
    expect($('main .up, main .range-bar, .chart .rule, #amount, #allotment')).toHaveLength(0)
    expect(previewOf($)).toMatch(new RegExp(`loom Limited \\(Mainboard IPO\\) was ${how}\\.$`))
  })
})

describe('where sources disagree', () => {
  test('the headline is the range, and so is what it would mean', async () => {
    const $ = await pageOn(
      '2026-01-14',
      ipo('loom', OPEN),
      gmp('loom', '2026-01-14', 94, 'IPOWatch'),
      gmp('loom', '2026-01-14', 219, 'InvestorGain'),
    )
    const figures = $('#gmp .figures > div').map((_, figure) => $(figure).find('.figure-range').text())
    expect(figures.get()).toEqual(['₹94 to ₹219', '+94.0% to +219.0%'])
    expect(textOf($, '#gmp')).toContain('2 sources disagree')
    expect(textOf($, '#gmp')).toContain(
      'would gain ₹14,100 at the lowest quote and gain ₹32,850 at the highest.',
    )
    expect(textOf($, '#gmp .range-bar .said')).toBe('₹29,100 to ₹47,850')
    expect(previewOf($)).toContain('GMP ₹94 to ₹219 (sources disagree)')
  })

  test('the loss side is shown too', async () => {
    const $ = await pageOn(
      '2026-01-14',
      ipo('loom', OPEN),
      gmp('loom', '2026-01-14', -4, 'IPOWatch'),
      gmp('loom', '2026-01-14', 10, 'InvestorGain'),
    )
    expect(textOf($, '#gmp')).toContain(
      '1 lot would lose ₹600 at the lowest quote and gain ₹1,500 at the highest.',
    )
    expect(textOf($, '#gmp .figures')).toContain('−4.0% to +10.0%')
  })

  test.each([
    [[20, 22], true],
    [[10, 32], false],
  ])(
    'of %j, nothing is computed from the median alone without naming it',
    async ([low = 0, high = 0], agree) => {
      const $ = await pageOn(
        '2026-01-14',
        ipo('loom', OPEN),
        gmp('loom', '2026-01-14', low, 'IPOWatch'),
        gmp('loom', '2026-01-14', high, 'InvestorGain'),
        ...past(60),
      )
      const text = textOf($, '#gmp')
      expect(text.includes('In similar IPOs the GMP was off by')).toBe(agree)
      expect(text.includes('Of 60 IPOs on both boards with an implied gain of')).toBe(agree)
      expect($('#gmp .range-bar .similar').length > 0).toBe(agree)
      expect(text.includes('is not shown while sources disagree')).toBe(!agree)
      expect(text).toContain('Over all 60 past listings on both boards')
      expect(text).toContain('By the distances of 60 past listings from their GMP')
      expect(text.includes('around the median of ₹21')).toBe(!agree)
    },
  )
})

test.each([
  [0, 20, 'No past listing here to test GMP against yet.', null],
  [17, 20, 'On both boards only 17 past listings had a GMP (3 opened below the issue price)', null],
  [29, 20, 'On both boards only 29 past listings had a GMP (3 opened below the issue price)', null],
  [30, 20, 'In similar IPOs the GMP was off by 7.5 points on average', '₹1,100'],
  [30, 103, 'No past listing had an implied gain of 100% or more', null],
])('small samples are counts: of %i listings, at a GMP of ₹%i', async (n, premium, words, error) => {
  for (const board of ['MAINBOARD', 'SME']) {
    const terms = { ...OPEN, board, lotSize: board === 'SME' ? 75 : 150 }
    const $ = await pageOn('2026-01-14', ipo('loom', terms), gmp('loom', '2026-01-14', premium), ...past(n))
    const text = textOf($, '#gmp')
    expect(text).toContain(words)
    expect(text.match(/on this application about (₹[\d,]+)/)?.[1] ?? null).toBe(error)
    expect(text.includes('points on average')).toBe(n >= 30)
  }
})

test.each([
  ['2026-01-13', 'Day 1 of 3, not final yet', 'subscribed 0.40× (day 1 of 3)'],
  ['2026-01-14', 'Day 2 of 3, not final yet', 'subscribed 0.40× (day 2 of 3)'],
])('a subscription of %s has its day', async (day, words, brief) => {
  const now = `${day}T${NOON}`
  const bids = subscription('loom', `${day}T05:30:00.000Z`, 'TOTAL', 0.4)
  const service = await startTestService({ now, lines: [...HOLIDAYS, ipo('loom', OPEN), bids] })
  const $ = await pageOf(service, '/ipos/loom')
  expect(textOf($, '#subscription h2')).toContain(words)
  expect(previewOf($)).toContain(brief)
})

describe('the link to check the allotment', () => {
  const LINK = '#allotment a[href="https://ipostatus.kfintech.com/"]'
  /** The parts before that of the GMP. */
  const isFirst = ($: CheerioAPI) => $('#gmp').prevAll('#allotment').length === 1

  test('comes first from 18:00 of the allotment day, and the page expires then', async () => {
    const now = '2026-01-15T12:29:59.000Z'
    const lines = [...HOLIDAYS, ipo('loom', CLOSED)]
    const service = await startTestService({ now, lines, linesAt: RECORDED })
    const before = await pageOf(service, '/ipos/loom')
    expect(isFirst(before)).toBe(false)
    expect(textOf(before, '#allotment')).toContain('From the evening of Thu 15 Jan.')
    service.setNow('2026-01-15T12:30:00.000Z')
    const $ = await pageOf(service, '/ipos/loom')
    expect(isFirst($)).toBe(true)
    expect($('[id=allotment]')).toHaveLength(1)
    expect($(LINK).text()).toContain('Check allotment at KFin Technologies')
    expect($(LINK).attr('rel')).toBe('noreferrer nofollow external')
    expect(textOf($, '#allotment')).toContain('The result may be up.')
    expect($('main input')).toHaveLength(0)
  })

  test.each([
    [{}, '2026-01-19T06:00:00.000Z', true],
    [{}, '2026-01-20T06:00:00.000Z', false],
    [{ allotmentDate: '2026-01-16' }, '2026-01-15T13:00:00.000Z', false],
    [{ allotmentDate: '2026-01-16' }, '2026-01-16T13:00:00.000Z', true],
  ])(
    'follows an announced day %j and leaves the top after the listing day: at %s',
    async (more, now, first) => {
      const $ = await pageAt(now, ipo('loom', { ...CLOSED, ...more }))
      expect($(LINK)).toHaveLength(1)
      expect(isFirst($)).toBe(first)
    },
  )
})

describe('a disclosed deal proves that a share trades', () => {
  const LOOM = ipo('loom', { ...CLOSED, symbol: 'LOOM', issuePrice: 100 })
  const QUOTE = gmp('loom', '2026-01-14', 20)
  const traded = (day: string, more: Line = {}) => deal(day, { symbol: 'loom', ...more })
  const WORDS = 'Trading by Mon 19 Jan (deal disclosed); listing day and opening price not received.'

  test('on its page, in lists, on cards and when it is embedded', async () => {
    const service = await startTestService({
      now: '2026-01-21T06:00:00.000Z',
      lines: [...HOLIDAYS, LOOM, QUOTE, traded('2026-01-20'), traded('2026-01-19')],
    })
    const $ = await pageOf(service, '/ipos/loom')
    expect($('.lead .state').text()).toBe('Trading')
    expect(textOf($, '.lead')).toContain(WORDS)
    expect(textOf($, '#dates')).toBe(
      'DatesOpenedMon 12 JanClosedWed 14 JanTrading byMon 19 Jan (deal disclosed)',
    )
    expect(textOf($, '#details')).toContain('Bulk and block deals in LOOM')
    expect(textOf($, '#gmp')).toContain('The share already trades')
    expect(textOf($, 'main')).not.toMatch(/should have|not confirmed|was due|would gain|= ₹/i)
    expect($('#allotment, #amount')).toHaveLength(0)
    for (const path of ['/', '/ipos', '/ipos?status=closed']) {
      const list = await pageOf(service, path)
      expect(textOf(list, 'tr[data-slug="loom"]'), path).toContain(WORDS)
    }
    expect(textOf(await pageOf(service, '/ipos?status=listed'), 'tbody')).toBe('')
    expect(textOf(await pageOf(service, '/embed/loom'), 'dl')).toContain(
      'Trading byMon 19 Jan; deal disclosed',
    )
    expect(textOf(await pageOf(service, '/calendar'), '#d2026-01-19')).toContain('Trading by 19 Jan')
    expect(textOf(await pageOf(service, '/calendar'), '.lead')).toBe('1 opening and 1 closing.')
    const { ipo: loom } = await service.json('/api/public/market/ipos/loom')
    expect(loom).toMatchObject({ status: 'CLOSED', listing: null, listingDate: null })
  })

  test.each<[what: string, lines: Line[]]>([
    ['of before the close', [traded('2025-06-02'), traded('2026-01-19')]],
    ['under the short name of BSE', [traded('2026-01-19', { exchange: 'BSE' })]],
    ['in another share', [traded('2026-01-19', { symbol: 'LOOMS' })]],
    [
      'in an issue that listed under its symbol before',
      [
        traded('2026-01-19'),
        ipo('old-loom', { symbol: 'LOOM', openDate: '2025-02-03', closeDate: '2025-02-05', issuePrice: 50 }),
        listing('old-loom', '2025-02-10', 60),
      ],
    ],
    [
      'that was retracted',
      [
        traded('2026-01-19', { recordedAt: '2026-01-19T14:00:00.000Z' }),
        retraction({ ...traded('2026-01-19') }, { recordedAt: '2026-01-20T04:00:00.000Z' }),
      ],
    ],
  ])('but not a deal %s', async (_, lines) => {
    const service = await startTestService({
      now: '2026-01-21T06:00:00.000Z',
      lines: [...HOLIDAYS, LOOM, ...lines],
    })
    expect((await pageOf(service, '/ipos/loom'))('.lead .state').text()).toBe('Listing not confirmed')
  })

  test('as of each moment', async () => {
    const service = await startTestService({
      now: '2026-01-22T06:00:00.000Z',
      lines: [
        ipo('loom', { ...CLOSED, symbol: 'LOOM', recordedAt: RECORDED }),
        traded('2026-01-19', { recordedAt: '2026-01-20T14:00:00.000Z' }),
      ],
    })
    const stateAt = async (asOf: string) =>
      (await pageOf(service, `/ipos/loom?asOf=${asOf}`))('.lead .state').text()
    expect(await stateAt('2026-01-20T13:59:59Z')).toBe('Listing not confirmed')
    expect(await stateAt('2026-01-20T14:00:00Z')).toBe('Trading')
    await service.record('2026-01-22T06:00:00.000Z', [
      ipo('loom', { issuePrice: 100 }),
      listing('loom', '2026-01-19', 120),
    ])
    expect((await pageOf(service, '/ipos/loom'))('.lead .state').text()).toBe('Listed')
  })
})

describe('quotes that disagreed when bidding closed', () => {
  const LISTED = { ...CLOSED, issuePrice: 100 }
  const shared = testServiceForAll({
    now: '2026-01-21T06:00:00.000Z',
    lines: [
      ...HOLIDAYS,
      ...['loom', 'calm'].flatMap((slug) => [ipo(slug, LISTED), listing(slug, '2026-01-19', 160)]),
      ...[gmp('loom', '2026-01-14', 46, 'IPOWatch'), gmp('loom', '2026-01-14', 126, 'InvestorGain')],
      gmp('calm', '2026-01-14', 50),
    ],
  })

  test('keep their mark and their range on the page and in lists', async () => {
    const $ = await pageOf(shared(), '/ipos/loom')
    expect(textOf($, '#result .figures')).toContain('GMP had said+46.0% to +126.0% ⚠ sources disagreed')
    expect(textOf($, '#result')).toContain('GMP ₹46 to ₹126 at closing')
    expect(textOf($, '#result')).toContain(
      'The median of the GMPs on which sources disagreed was 26.0 points too high.',
    )
    const today = await pageOf(shared(), '/')
    expect(textOf(today, 'tr[data-slug="loom"]')).toContain('+46.0% to +126.0% ⚠ sources disagreed')
    expect(textOf(today, 'tr[data-slug="calm"]')).not.toContain('disagree')
    expect(textOf(await pageOf(shared(), '/ipos'), 'tr[data-slug="loom"]')).toContain('⚠ 2 sources disagree')
  })

  test('are marked on the scoreboard, which has the average without them', async () => {
    const $ = await pageOf(shared(), '/scoreboard')
    const rows = $('#calls-table tbody tr').map((_, row) => plain($(row).text()))
    expect(rows.get()).toEqual([
      'calm 19 Jan 2026₹100 ₹50₹160+50.0%+60.0%−10.00✓ right',
      'loom 19 Jan 2026₹100₹46 to ₹126, median ₹86₹160+46.0% to +126.0% ⚠ sources disagreed+60.0%+26.00✓ right by the median',
    ])
    expect(textOf($, 'main')).toContain(
      'Without 1 IPO whose sources disagreed at the close, the average miss is 10.00 points, over 1 listing.',
    )
  })

  test('are told apart in the answer about one IPO and in the downloads, and not in the scoreboard', async () => {
    const base = '/api/public/market'
    for (const [slug, disputed] of [
      ['loom', true],
      ['calm', false],
    ] as const) {
      expect((await shared().json(`${base}/ipos/${slug}`)).ipo.gmpAtCloseDisputed).toBe(disputed)
      const { ipos } = await shared().json(`${base}/ipos?detail=full&q=${slug}`)
      expect(ipos[0].gmpAtCloseDisputed).toBe(disputed)
      for (const table of ['scoreboard', 'ipos']) {
        const rows = (await (await shared().get(`/downloads/${table}.ndjson`)).text()).trim().split('\n')
        expect(rows.map((row) => JSON.parse(row))).toContainEqual(
          expect.objectContaining({ slug, gmpAtCloseDisputed: disputed }),
        )
      }
    }
    expect(Object.keys((await shared().json(`${base}/scoreboard`)).rows[0])).not.toContain(
      'gmpAtCloseDisputed',
    )
  })
})

test.each<[what: string, now: string, allotmentDate: string | null, label: string]>([
  ['due', '2026-01-14T12:00:00.000Z', null, 'Allotment due by'],
  ['due today', '2026-01-15T04:00:00.000Z', null, 'Allotment due by'],
  ['announced', '2026-01-14T12:00:00.000Z', '2026-01-16', 'Allotment'],
  ['announced for today', '2026-01-16T04:00:00.000Z', '2026-01-16', 'Allotment'],
])(
  'an allotment that is %s has one label on the page, its card and when it is embedded',
  async (_, now, day, label) => {
    const service = await startTestService({
      now,
      lines: [...HOLIDAYS, ipo('loom', { ...CLOSED, allotmentDate: day })],
      linesAt: RECORDED,
    })
    const labelsIn = ($: CheerioAPI, selector: string) =>
      $(selector)
        .map((_i, one) => plain($(one).text()))
        .get()
    expect(labelsIn(await pageOf(service, '/ipos/loom'), '#dates li > span:first-child')).toContain(label)
    expect(labelsIn(await pageOf(service, '/embed/loom'), 'dt')).toContain(label)
  },
)
