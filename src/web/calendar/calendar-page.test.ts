import type { CheerioAPI } from 'cheerio/slim'
import { describe, expect, test } from 'vitest'
import { holiday, ipo, listing } from '../../../test/support/lines.ts'
import { pageOf, plain } from '../../../test/support/pages.ts'
import { startTestService, testServiceForAll } from '../../../test/support/service.ts'
import { addMonths, lastDayOf } from '../../reports/calendar-month.ts'

const NOW = '2026-01-15T06:00:00.000Z'

const MARKET = [
  ipo('open-oils', { openDate: '2026-01-13', closeDate: '2026-01-16' }),
  ipo('next-nuts', {
    board: 'SME',
    openDate: '2026-01-19',
    closeDate: '2026-01-21',
    allotmentDate: '2026-01-22',
    listingDate: '2026-01-27',
  }),
  ipo('old-ovens', { openDate: '2025-12-26', closeDate: '2025-12-30', issuePrice: 50 }),
  listing('old-ovens', '2026-01-05', 61),
  ipo('late-lamps', { openDate: '2026-01-02', closeDate: '2026-01-06', listingDate: '2026-01-09' }),
  ipo('slow-soaps', { openDate: '2026-01-01', closeDate: '2026-01-05' }),
  ipo('gone-gloves', { openDate: '2026-01-20', closeDate: '2026-01-22', withdrawn: true }),
  ipo('undated-urns'),
  ipo('far-fans', { openDate: '2026-03-02', closeDate: '2026-03-04' }),
  holiday('2026-01-20', 'Lantern Day'),
  holiday('2026-01-20', 'Lantern Day (clearing)', { segment: 'clearing' }),
  holiday('2026-01-29', 'Bank Day', { segment: 'clearing' }),
]
const shared = testServiceForAll({ now: NOW, lines: MARKET })

/** The entries of each day that has any: the label and the names behind it. */
function entriesOf($: CheerioAPI): Record<string, string[]> {
  const days = $('.days > li:not(.blank)').get()
  return Object.fromEntries(
    days.map((li) => [
      $(li).find('time').attr('datetime') ?? '',
      [
        ...$(li)
          .find('.holiday')
          .map((_, p) => plain($(p).text()))
          .get(),
        ...$(li)
          .find('.entries')
          .map((_, div) => {
            const names = $(div)
              .find('li')
              .map((_i, one) => plain($(one).text()))
              .get()
            return `${$(div).hasClass('due') ? 'due: ' : ''}${$(div).find('.kind').text()}: ${names.join(', ')}`
          })
          .get(),
      ],
    ]),
  )
}

test('shows where lock-ins end, months after the other days', async () => {
  const anchored = { openDate: '2026-01-05', closeDate: '2026-01-07', anchorShares: 100 }
  const lines = [
    ipo('acme-oils', { ...anchored, allotmentDate: '2026-01-08', listingDate: '2026-01-12' }),
    ipo('twin-tiles', { ...anchored, listingDate: '2026-01-12' }),
    ipo('gone-gloves', { ...anchored, withdrawn: true }),
  ]
  const service = await startTestService({ now: '2026-02-10T06:00:00.000Z', lines })
  expect(entriesOf(await pageOf(service, '/calendar'))).toMatchObject({
    '2026-02-07': ['30-day lock-in ended: acme oils', 'due: 30-day lock-in ended (about): twin tiles'],
  })
  expect(entriesOf(await pageOf(service, '/calendar?month=2026-04'))).toEqual({
    '2026-04-08': ['90-day lock-in ends: acme oils', 'due: 90-day lock-in ends (about): twin tiles'],
  })
})

test('shows what opens, closes, is due and lists in this month, with holidays', async () => {
  const $ = await pageOf(shared(), '/calendar')
  expect($('h1').text()).toBe('IPO calendar: January 2026')
  expect(entriesOf($)).toEqual({
    '2026-01-01': ['Opened: slow soaps'],
    '2026-01-02': ['Opened: late lamps'],
    '2026-01-05': ['Closed: slow soaps', 'Listed: old ovens'],
    '2026-01-06': ['Closed: late lamps', 'due: Allotment was due: slow soaps'],
    '2026-01-08': ['due: Should have listed: slow soaps'],
    '2026-01-09': ['due: Should have listed: late lamps'],
    '2026-01-13': ['Opened: open oils'],
    // Today has a row even without entries, for the link to it.
    '2026-01-15': [],
    '2026-01-16': ['Closes: open oils'],
    '2026-01-19': ['Opens: next nuts SME', 'due: Allotment due: open oils'],
    '2026-01-20': ['Market holiday: Lantern Day'],
    '2026-01-21': ['Closes: next nuts SME'],
    '2026-01-22': ['Allotment: next nuts SME', 'due: Listing due: open oils'],
    '2026-01-27': ['Lists: next nuts SME'],
    '2026-01-29': ['Clearing holiday: Bank Day'],
  })
  expect($('.days > li')).toHaveLength(31)
  expect($('.days > li.today time').attr('datetime')).toBe('2026-01-15')
  expect(plain($('.lead').text())).toBe(
    '4 openings, 4 closings and 2 listings. 1 more listing is due. 2 IPOs should have listed.',
  )
})

test('names withdrawn and postponed issues only below the month, and undated ones not at all', async () => {
  const $ = await pageOf(shared(), '/calendar')
  expect($('.days').text()).not.toContain('gone gloves')
  expect(plain($('main p:has(s)').text())).toBe('Withdrawn or postponed: gone gloves.')
  expect($('main').text()).not.toContain('undated')
})

test('days before today are behind a line that opens, in the current month alone', async () => {
  const $ = await pageOf(shared(), '/calendar')
  expect($('details.earlier summary').text()).toBe('Earlier this month')
  expect($('.days > li.gone')).toHaveLength(14)
  expect($('#d2026-01-15').hasClass('gone')).toBe(false)
  for (const month of ['2025-12', '2026-02'])
    expect((await pageOf(shared(), `/calendar?month=${month}`))('details.earlier')).toHaveLength(0)
  const first = await startTestService({ now: '2026-02-01T06:00:00.000Z', lines: MARKET })
  expect((await pageOf(first, '/calendar'))('details.earlier')).toHaveLength(0)
})

test('links to the calendar to subscribe to', async () => {
  const $ = await pageOf(shared(), '/calendar')
  expect(plain($('p:has(a[href="/feeds/calendar.ics"])').text())).toBe(
    'Subscribe in your calendar (.ics). If a date changes, your calendar updates.',
  )
})

describe('another month', () => {
  test('has its own address, which search engines leave out', async () => {
    const service = await startTestService({
      now: NOW,
      lines: MARKET,
      env: { PUBLIC_URL: 'https://ipo.example' },
    })
    const $ = await pageOf(service, '/calendar?month=2026-03')
    expect(entriesOf($)).toEqual({
      '2026-03-02': ['Opens: far fans'],
      '2026-03-04': ['Closes: far fans'],
      '2026-03-05': ['due: Allotment due: far fans'],
      '2026-03-09': ['due: Listing due: far fans'],
    })
    expect($('link[rel="canonical"]').attr('href')).toBe('https://ipo.example/calendar?month=2026-03')
    expect($('meta[name="robots"]').attr('content')).toBe('noindex')
    const now = await pageOf(service, '/calendar?month=2026-01')
    expect(now('link[rel="canonical"]').attr('href')).toBe('https://ipo.example/calendar')
    expect(now('meta[name="robots"]')).toHaveLength(0)
  })

  test.each<[string, string[]]>([
    ['/calendar', ['/calendar?month=2025-12', '/calendar?month=2026-02']],
    ['/calendar?month=2025-12', ['/calendar', '/calendar']],
    ['/calendar?month=2028-01', ['/calendar?month=2027-12', '/calendar']],
  ])('is linked from %s, within the limits', async (path, links) => {
    const $ = await pageOf(shared(), path)
    expect(
      $('.month-links a')
        .map((_, a) => $(a).attr('href'))
        .get(),
    ).toEqual(links)
  })

  test.each([
    ['2026-13', 'month must be a month as YYYY-MM, such as 2026-11; got "2026-13".'],
    ['soon', 'month must be a month as YYYY-MM, such as 2026-11; got "soon".'],
    ['2026-1', 'month must be a month as YYYY-MM, such as 2026-11; got "2026-1".'],
    ['2025-11', 'The calendar has the months from 2025-12 to 2028-01; got "2025-11".'],
    ['2028-02', 'The calendar has the months from 2025-12 to 2028-01; got "2028-02".'],
  ])('%s is refused, with what would be right', async (month, text) => {
    const $ = await pageOf(shared(), `/calendar?month=${month}`, 400)
    expect(plain($('main').text())).toContain(text)
  })

  test('with nothing but an allotment is not called empty', async () => {
    const lines = [
      ipo('acme', { openDate: '2026-01-27', closeDate: '2026-01-30', listingDate: '2026-03-02' }),
    ]
    const $ = await pageOf(await startTestService({ now: NOW, lines }), '/calendar?month=2026-02')
    expect(entriesOf($)).toEqual({ '2026-02-02': ['due: Allotment due: acme'] })
    expect(plain($('.lead').text())).toBe('No opening, closing or listing.')
  })

  test.each([
    [1, '1 listing is due.'],
    [2, '2 listings are due.'],
  ])('with %i days that are due but not announced does not count them as listings', async (n, text) => {
    const lines = Array.from({ length: n }, (_, i) =>
      ipo(`acme-${i}`, { openDate: '2026-01-27', closeDate: '2026-01-29' }),
    )
    const $ = await pageOf(await startTestService({ now: NOW, lines }), '/calendar?month=2026-02')
    expect(plain($('.lead').text())).toBe(text)
  })

  test('without any day is called empty', async () => {
    const $ = await pageOf(shared(), '/calendar?month=2026-08')
    expect(plain($('.lead').text())).toBe('No IPO has a known day in this month.')
    expect(entriesOf($)).toEqual({})
  })
})

test('the first day is below its weekday', async () => {
  // 1 January 2026 is a Thursday, 1 March 2026 a Sunday.
  expect((await pageOf(shared(), '/calendar'))('.days > li').first().attr('class')).toContain('starts-4')
  const march = await pageOf(shared(), '/calendar?month=2026-03')
  expect(march('.days > li').first().attr('class')).toContain('starts-7')
})

test('months are counted over the ends of years', () => {
  expect(addMonths('2025-12', 1)).toBe('2026-01')
  expect(addMonths('2026-01', -1)).toBe('2025-12')
  expect(addMonths('2026-01', -13)).toBe('2024-12')
  expect(lastDayOf('2028-02')).toBe('2028-02-29')
})
