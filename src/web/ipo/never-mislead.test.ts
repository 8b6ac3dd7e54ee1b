import type { CheerioAPI } from 'cheerio/slim'
import { describe, expect, test } from 'vitest'
import { gmp, holiday, ipo, listing, subscription } from '../../../test/support/lines.ts'
import { pageOf, plain } from '../../../test/support/pages.ts'
import type { Line } from '../../../test/support/record.ts'
import { startTestService } from '../../../test/support/service.ts'
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
const textOf = ($: CheerioAPI, selector: string) => plain($(selector).text())
const SHEET = '[aria-label="Grey-market premium"]'

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
  const QUOTES = [gmp('loom', '2026-01-14', 40, 'IPOWatch'), gmp('loom', '2026-01-14', 42, 'InvestorGain')]

  test.each([
    ['2026-01-14', null],
    ['2026-01-17', null],
    ['2026-01-18', '4 days old'],
    ['2026-02-25', '42 days old'],
  ])('on %s a GMP of 14 January is marked as %s', async (day, age) => {
    const $ = await pageOn(day, ipo('loom', CLOSED), ...QUOTES)
    const isOld = age !== null
    const text = textOf($, SHEET)
    expect(text.includes(age ?? 'days old')).toBe(isOld)
    expect(text.includes('would gain ₹6,150')).toBe(!isOld)
    expect(text.includes('= ₹141')).toBe(!isOld)
    expect($(`${SHEET} .up`).length > 0).toBe(!isOld)
    expect($(`${SHEET} .old`).length > 0).toBe(isOld)
    expect($('head title').text().includes('GMP')).toBe(!isOld)
    expect($('meta[name="description"]').attr('content')?.includes('GMP')).toBe(!isOld)
  })

  test('and nothing in rupees is computed from an old one', async () => {
    const $ = await pageOn('2026-02-25', ipo('loom', CLOSED), ...QUOTES)
    const amounts = $(`${SHEET} data`).map((_, data) => plain($(data).text()))
    expect(amounts.get()).toEqual(['₹41', '+41.0%'])
    expect(textOf($, SHEET)).not.toMatch(/would|smallest application|Range around/)
    expect(textOf($, `${SHEET} .caution`)).toMatch(/^This GMP is 42 days old\./)
  })
})

describe('a listing is confirmed by its price alone', () => {
  const ANNOUNCED = { ...CLOSED, listingDate: '2026-01-20' }

  test.each([
    [
      '2026-01-14T12:00:00.000Z',
      CLOSED,
      'Closed. Allotment due by Thu 15 Jan, listing due Mon 19 Jan (expected).',
    ],
    ['2026-01-15T04:00:00.000Z', CLOSED, 'Closed. Allotment due today, listing due Mon 19 Jan (expected).'],
    ['2026-01-19T06:00:00.000Z', CLOSED, 'Closed. Listing due today (expected).'],
    ['2026-01-20T06:00:00.000Z', CLOSED, 'Closed. Should have listed by Mon 19 Jan; not confirmed here.'],
    ['2026-01-20T06:00:00.000Z', ANNOUNCED, 'Closed. Lists today.'],
    ['2026-01-21T06:00:00.000Z', ANNOUNCED, 'Closed. Should have listed by Tue 20 Jan; not confirmed here.'],
    ['2026-03-02T06:00:00.000Z', ANNOUNCED, 'Closed. Should have listed by Tue 20 Jan; not confirmed here.'],
  ])('at %s', async (now, terms, words) => {
    const $ = await pageAt(now, ipo('loom', terms), gmp('loom', '2026-01-14', 40))
    expect(textOf($, '.lead')).toContain(words)
    expect(textOf($, 'main')).not.toMatch(/bids are counted|Listed\.|Listed on|listeddone|First trade/i)
  })

  test.each([
    ['2026-01-20', 'lists 20 Jan 2026'],
    ['2026-01-21', 'should have listed by 20 Jan 2026 (not confirmed)'],
  ])('also in the preview and in the chart, on %s', async (day, words) => {
    const lines = [ipo('loom', ANNOUNCED), gmp('loom', '2026-01-14', 40), gmp('loom', '2026-01-20', 41)]
    const $ = await pageOf(await startTestService({ now: `${day}T${NOON}`, lines }), '/ipos/loom')
    expect(plain($('meta[name="description"]').attr('content') ?? '')).toContain(words)
    const rules = $('.chart text').map((_, text) => $(text).text())
    expect(rules.get()).toContain(day === '2026-01-20' ? 'lists' : 'listing was due')
  })

  test.each([
    ['2026-01-12T06:00:00.000Z', /no quote yet/, 'not fixed'],
    ['2026-01-19T06:00:00.000Z', /no quote yet/, 'not known'],
    ['2026-01-20T06:00:00.000Z', /no quote(?! yet)/, 'not known'],
  ])('nothing is still to come of what is over, at %s', async (now, noQuote, issuePrice) => {
    const $ = await pageAt(now, ipo('loom', CLOSED))
    expect(textOf($, '.figures')).toMatch(noQuote)
    expect(textOf($, '.caution').includes('a GMP for it yet')).toBe(noQuote.source === 'no quote yet')
    expect(textOf($, '.terms')).toContain(`Issue price${issuePrice}`)
  })

  test('and then nothing is due any more', async () => {
    const $ = await pageOf(
      await startTestService({
        now: '2026-01-21T06:00:00.000Z',
        lines: [ipo('loom', { ...ANNOUNCED, issuePrice: 100 }), listing('loom', '2026-01-20', 120)],
      }),
      '/ipos/loom',
    )
    expect(textOf($, '.lead')).toContain('Listed on 20 Jan 2026 at ₹120 on NSE.')
    expect(textOf($, 'main')).not.toMatch(/due|not confirmed/)
  })
})

test.each([
  ['2026-01-13T03:00:00.000Z', 'opens 13 Jan 2026, closes 15 Jan 2026', ['Opens', 'Closes']],
  ['2026-01-14T06:00:00.000Z', 'opened 13 Jan 2026, closes 15 Jan 2026', ['Opened', 'Closes']],
  ['2026-01-16T06:00:00.000Z', 'opened 13 Jan 2026, closed 15 Jan 2026', ['Closed']],
])('at %s the preview and the embedded page have the right tense', async (now, brief, labels) => {
  const service = await startTestService({
    now,
    lines: [ipo('loom', OPEN)],
    linesAt: '2026-01-12T05:00:00.000Z',
  })
  const $ = await pageOf(service, '/ipos/loom')
  expect(plain($('meta[name="description"]').attr('content') ?? '')).toContain(brief)
  const embedded = await pageOf(service, '/embed/loom')
  const terms = embedded('dt').map((_, term) => plain(embedded(term).text()))
  expect(terms.get().filter((term) => /^(Open|Close)/.test(term))).toEqual(labels)
})

test.each(['withdrawn', 'postponed'])(
  'an issue that was %s begins with that, and nothing is due',
  async (how) => {
    const $ = await pageOn('2026-01-14', ipo('loom', { ...CLOSED, [how]: true, listingDate: '2026-01-13' }))
    expect($('.ipo > .notice ~ h1').length).toBe(1)
    expect(textOf($, '.notice')).toContain(`This issue was ${how}.`)
    expect(textOf($, 'main')).not.toMatch(/\bdue\b|should have|Check allotment|lists/i)
  },
)

describe('where sources disagree', () => {
  const QUOTES = [gmp('loom', '2026-01-14', 94, 'IPOWatch'), gmp('loom', '2026-01-14', 219, 'InvestorGain')]

  test('the headline is the range, and the median is in the small print', async () => {
    const $ = await pageOn('2026-01-14', ipo('loom', OPEN), ...QUOTES)
    const figures = $('.figures > div').map((_, figure) => plain($(figure).text()))
    expect(figures.get().slice(1)).toEqual([
      'Grey-market premium (GMP)₹94 to ₹219 ⚠ sources disagreemedian ₹156.50 of 2 sources today',
      'Implied gain (price + GMP)+94.0% to +219.0%at the lowest and the highest quote',
    ])
    expect(textOf($, '.caution')).toContain(
      '1 lot would gain ₹14,100 at the lowest quote and gain ₹32,850 at the highest.',
    )
    expect($('head title').text()).toContain('GMP ₹94 to ₹219 (sources disagree)')
  })

  test('a withdrawn issue has the range too, in its small print', async () => {
    const $ = await pageOn('2026-01-14', ipo('loom', { ...OPEN, withdrawn: true }), ...QUOTES)
    expect(textOf($, '.former')).toContain(
      'was ₹94 to ₹219 (sources disagreed), median ₹156.50 of 2 sources today.',
    )
  })

  test('the loss side is shown too', async () => {
    const $ = await pageOn(
      '2026-01-14',
      ipo('loom', OPEN),
      gmp('loom', '2026-01-14', -4, 'IPOWatch'),
      gmp('loom', '2026-01-14', 10, 'InvestorGain'),
    )
    expect(textOf($, '.caution')).toContain(
      '1 lot would lose ₹600 at the lowest quote and gain ₹1,500 at the',
    )
    expect(textOf($, '.figures')).toContain('−4.0% to +10.0%')
  })

  test.each([
    [[20, 22], true],
    [[10, 32], false],
  ])('of %j, nothing below is computed from the median alone', async ([low = 0, high = 0], agree) => {
    const $ = await pageOn(
      '2026-01-14',
      ipo('loom', OPEN),
      gmp('loom', '2026-01-14', low, 'IPOWatch'),
      gmp('loom', '2026-01-14', high, 'InvestorGain'),
      ...past(60),
    )
    const text = textOf($, SHEET)
    expect(text.includes('GMP that implied 10 to 25%')).toBe(agree)
    expect(text.includes('on the smallest application is about')).toBe(agree)
    expect(text.includes('Of 60 IPOs on both boards with an implied gain of')).toBe(agree)
    expect(text.includes('Over all 60 past listings on both boards')).toBe(!agree)
    expect(text.includes('How similar IPOs listed is not shown while sources disagree.')).toBe(!agree)
    expect(text).toContain(`Range around ${agree ? 'this GMP' : 'the median of ₹21'} from 60 past listings:`)
  })
})

describe('small samples', () => {
  const cautionFor = async (n: number, premium: number) =>
    textOf(
      await pageOn('2026-01-14', ipo('loom', OPEN), gmp('loom', '2026-01-14', premium), ...past(n)),
      '.caution',
    )

  test.each([
    [0, 20, 'No past listing here to test GMP against yet.'],
    [
      17,
      20,
      'On both boards, only 17 past listings had a GMP (3 opened below the issue price): too few to say',
    ],
    [
      29,
      20,
      'On both boards, only 29 past listings had a GMP (3 opened below the issue price): too few to say',
    ],
    [
      30,
      20,
      'GMP that implied 10 to 25% the day before bidding closed was off by 7.50 percentage points on average (30 listings on both boards)',
    ],
    [
      30,
      103,
      'No past listing had an implied gain of 50% or more the day before bidding closed: too few for an error margin. Over all 30 past listings on both boards GMP was off by 7.50 percentage points on average, and 3 of them opened below the issue price.',
    ],
  ])('of %i listings, at a GMP of ₹%i', async (n, premium, words) => {
    const caution = await cautionFor(n, premium)
    expect(caution).toContain(words)
    const isMeasured = n >= 30 && premium === 20
    expect(caution.includes('on the smallest application is about ₹1,125')).toBe(isMeasured)
    expect(caution.includes('is about')).toBe(isMeasured)
  })

  test('of the other board are named as listings of both', async () => {
    const $ = await pageOn('2026-01-14', ipo('loom', { ...OPEN, board: 'SME' }), ...past(11))
    expect(textOf($, '.caution')).toContain('On both boards, only 11 past listings had a GMP (3 opened below')
  })
})

test.each([
  ['2026-01-13', 'Day 1 of 3, not final yet.', 'subscribed 0.40× (day 1 of 3)'],
  ['2026-01-14', 'Day 2 of 3, not final yet.', 'subscribed 0.40× (day 2 of 3)'],
])('a subscription of %s has its day', async (day, words, brief) => {
  const read = `${day}T05:30:00.000Z`
  const service = await startTestService({
    now: `${day}T${NOON}`,
    lines: [...HOLIDAYS, ipo('loom', OPEN), subscription('loom', read, 'TOTAL', 0.4)],
  })
  const $ = await pageOf(service, '/ipos/loom')
  expect(plain($('section:has(> h2:contains("Subscription"))').first().text())).toContain(words)
  expect($('meta[name="description"]').attr('content')).toContain(brief)
})

describe('the link to check the allotment', () => {
  const LINK = 'main .check a[href="https://ipostatus.kfintech.com/"]'

  test('comes first from 18:00 of the allotment day, and the page expires then', async () => {
    const service = await startTestService({
      now: '2026-01-15T12:29:59.000Z',
      lines: [...HOLIDAYS, ipo('loom', CLOSED)],
      linesAt: RECORDED,
    })
    const before = await pageOf(service, '/ipos/loom')
    expect(before(LINK)).toHaveLength(0)
    expect(textOf(before, '.side')).toContain('From the evening of Thu 15 Jan: KFin Technologies')
    service.setNow('2026-01-15T12:30:00.000Z')
    const $ = await pageOf(service, '/ipos/loom')
    expect($(LINK).text()).toBe('Check allotment at KFin Technologies')
    expect($(LINK).attr('rel')).toBe('noreferrer nofollow external')
    expect(textOf($, '.check')).toContain(
      'The result may be up: it was due by the evening of Thu 15 Jan. Second way: BSE’s page www.bseindia.com.',
    )
    expect(textOf($, '.side')).not.toContain('Where to check')
    expect($('main input')).toHaveLength(0)
  })

  test.each([
    ['2026-01-19T06:00:00.000Z', 1],
    ['2026-01-20T06:00:00.000Z', 0],
  ])('leaves the top once the issue should have listed: at %s', async (now, links) => {
    const $ = await pageAt(now, ipo('loom', CLOSED))
    expect($(LINK)).toHaveLength(links)
    if (links === 0) expect(textOf($, '.side')).toContain('Where to check the allotmentKFin Technologies')
  })

  test('follows an announced allotment day', async () => {
    const terms = { ...CLOSED, allotmentDate: '2026-01-16' }
    expect((await pageAt('2026-01-15T13:00:00.000Z', ipo('loom', terms)))(LINK)).toHaveLength(0)
    expect((await pageAt('2026-01-16T13:00:00.000Z', ipo('loom', terms)))(LINK)).toHaveLength(1)
  })
})
