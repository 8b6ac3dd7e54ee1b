import { describe, expect, test } from 'vitest'
import type { DownloadedDocument, Entry } from '../source.ts'
import { leadsOf, readQuoteList } from './quotes.ts'

const ROW = {
  '~orderby1': 7400,
  '~ipo_status1': 'O',
  '~ipo_category1': 'IPO',
  '~max_gmp1': '41',
  Name: '<a href="/gmp/marigold-lanterns-ipo/7101/" title="Marigold Lanterns" target="_parent">Marigold Lanterns</a> <span class="badge rounded-pill bg-success d-inline ms-2">O</span>',
  GMP: '&#8377;<b>37.5</b> (25.00%)<br><small style="font-size: 12px; color: #007BFF;""><b>12 ↓ / 41 ↑</b></small>',
  Rating: "<span style='font-size: 12px;'>&#128293;&#128293;</span>",
  Sub: '1.51x',
  'Price (₹)': '150',
  'IPO Size': '&#8377;300.00 Cr',
  Lot: '100',
  '~P/E': '33.12',
  '~id': 7101,
  Open: '11-Mar',
  Close: '13-Mar',
  'BoA Dt': '14-Mar',
  Listing: '18-Mar',
  'Updated-On': '<small style="font-size: 12px; color: #007BFF;"><b>12-Mar 19:45</b></small>',
  Anchor: '<span style="color:green;font-weight:bold;">✅</span>',
  '~Srt_Open': '2031-03-11',
  '~Srt_Close': '2031-03-13',
  '~Srt_BoA_Dt': '2031-03-14',
  '~Str_Listing': '2031-03-18',
  '~urlrewrite_folder_name': '/gmp/marigold-lanterns-ipo/7101/',
  '~IPO_Category': 'IPO',
  '~gmp_percent_calc': '25.00',
  '~ipo_name': 'Marigold Lanterns',
}

const answer = (rows: readonly object[]): DownloadedDocument => ({
  document: 'gmp/2031-03',
  url: 'https://example.org',
  day: null,
  // 20:00 in India.
  fetchedAt: '2031-03-12T14:30:00.000Z',
  body: JSON.stringify({ msg: 1, sSearchWhere: '', reportTableData: rows, totalRecords: rows.length }),
})

const read = (more: object): Entry | undefined => readQuoteList(answer([{ ...ROW, ...more }])).entries[0]
const quoteOf = (more: object) => {
  const entry = read(more)
  return entry && 'said' in entry && entry.said.kind === 'gmp' ? entry.said : undefined
}

test('a row with a quote', () => {
  expect(readQuoteList(answer([ROW]))).toEqual({
    entries: [
      {
        row: 1,
        raw: JSON.stringify(ROW),
        said: {
          kind: 'gmp',
          subject: {
            name: 'Marigold Lanterns',
            symbol: null,
            isin: null,
            bseCode: null,
            upstreamId: '7101',
            board: 'MAINBOARD',
            openDate: '2031-03-11',
            closeDate: '2031-03-13',
            priceMin: null,
            priceMax: 15_000,
          },
          observedAt: '2031-03-12',
          reportedAt: '2031-03-12T14:15:00.000Z',
          gmp: 3750,
          printed: '₹37.5 (25.00%)',
          printedLow: 1200,
          printedHigh: 4100,
        },
      },
    ],
    rows: 1,
    unknownColumns: [],
  })
})

describe('the GMP cell', () => {
  test.each([
    ['below zero', '&#8377;<b>-3</b> (-2.22%)', -300, '₹-3 (-2.22%)'],
    ['zero', '&#8377;<b>0</b> (0.00%)<br><small><b>0 ↓ / 4 ↑</b></small>', 0, '₹0 (0.00%)'],
    ['without bold type', '₹18 (12.00%)', 1800, '₹18 (12.00%)'],
  ])('%s', (_name, GMP, gmp, printed) => {
    expect(quoteOf({ GMP })).toMatchObject({ gmp, printed })
  })

  test.each(['&#8377;<b>--</b> (%)', '&#8377;<b>--</b> (0.00%)<br><small><b>0 ↓ / 9 ↑</b></small>', ''])(
    '%s is no entry',
    (GMP) => {
      expect(read({ GMP })).toBeUndefined()
    },
  )

  test.each([
    '-&#8377;<b>3</b> (-3.00%)',
    '&#8377;<b>46</b> to 55',
    '&#8377;<b>1</b>,250',
    '&#8377;<b>5</b>.50',
    '&#8377;<del><b>10</b></del><b>12</b>',
  ])('%s is not parsed as its bold part alone', (GMP) => {
    expect(read({ GMP })).toHaveProperty('rule')
  })

  test('the lowest and the highest quote are never the quote', () => {
    expect(read({ GMP: '<small><b>12 ↓ / 41 ↑</b></small>' })).toMatchObject({ rule: 'gmp-unreadable' })
  })
})

describe('the range after the quote', () => {
  const withRange = (range: string) => ({
    GMP: `&#8377;<b>-1</b> (-1.00%)<br><small""><b>${range}</b></small>`,
  })

  test.each([
    ['46 ↓ / 55 ↑', { printedLow: 4600, printedHigh: 5500 }],
    ['5.50 ↓ / 10 ↑', { printedLow: 550, printedHigh: 1000 }],
    ['-5 ↓ / 34 ↑', { printedLow: -500, printedHigh: 3400 }],
    ['0 ↓ / 4 ↑', { printedLow: 0, printedHigh: 400 }],
    ['1,100 ↓/1,250 ↑', { printedLow: 110_000, printedHigh: 125_000 }],
  ])('%s', (range, read) => {
    expect(quoteOf(withRange(range))).toMatchObject({ gmp: -100, printed: '₹-1 (-1.00%)', ...read })
  })

  test.each(['0 ↓ / 0 ↑', '-- ↓ / -- ↑', ''])('%j is none', (range) => {
    expect(quoteOf(withRange(range))).toMatchObject({ gmp: -100 })
    expect(quoteOf(withRange(range))).not.toHaveProperty('printedLow')
    expect(readQuoteList(answer([{ ...ROW, ...withRange(range) }])).entries).toHaveLength(1)
  })

  test.each(['55 ↓ / 46 ↑', '46 / 55', '46 ↓', '46 ↓ / 55 ↑ / 60 ↑', '46 ↓ / -- ↑', '4% ↓ / 5% ↑', 'soon'])(
    '%s is reported, and the quote counts',
    (range) => {
      const { entries } = readQuoteList(answer([{ ...ROW, ...withRange(range) }]))
      expect(entries).toMatchObject([{ said: { gmp: -100 } }, { rule: 'range-unreadable' }])
      expect(entries[0]).not.toHaveProperty('said.printedLow')
    },
  )
})

describe('the subject of a row', () => {
  test.each([
    [
      'the name without the board in it',
      '<a>Teal Chemicals NSE SME</a> <span class="badge">U</span>',
      'Teal Chemicals',
    ],
    ['the name beside badges', '<a>Teal Chemicals</a><span class="badge">BSE SME</span>', 'Teal Chemicals'],
    ['a name that has an entity', '<a>Teal &amp; Sons</a>', 'Teal & Sons'],
    ['the plain name where there is no link', '<span class="badge">U</span>', 'Marigold Lanterns'],
  ])('%s', (_name, Name, name) => {
    expect(quoteOf({ Name })?.subject.name).toBe(name)
  })

  test('has the text of the cell where there is neither a link nor a plain name', () => {
    const more = { Name: 'Teal Chemicals <span class="badge">U</span>', '~ipo_name': undefined }
    expect(quoteOf(more)?.subject.name).toBe('Teal Chemicals')
  })

  const WITHOUT_CATEGORY = { '~IPO_Category': undefined, '~ipo_category1': undefined }
  test.each([
    ['by its category', { '~IPO_Category': 'SME' }, 'SME'],
    ['by the older category', { '~IPO_Category': undefined, '~ipo_category1': 'SME' }, 'SME'],
    ['by a badge', { Name: '<a>Teal</a><span class="badge">BSE SME</span>' }, 'SME'],
    ['by the badge IPO', { Name: '<a>Teal</a><span class="badge">IPO</span>' }, 'MAINBOARD'],
    ['by its name', { Name: '<a>Teal NSE SME</a>' }, 'SME'],
    ['that is not printed', {}, null],
  ])('has a board %s', (_name, more, board) => {
    expect(quoteOf({ ...WITHOUT_CATEGORY, ...more })?.subject.board).toBe(board)
  })

  test.each([
    ['by its category', { '~IPO_Category': 'InvIT' }],
    ['by a badge', { Name: '<a>Teal</a><span class="badge">REIT</span>' }],
  ])('is left out when it is a trust %s', (_name, more) => {
    const page = answer([{ ...ROW, ...more }, ROW])
    expect(readQuoteList(page).entries).toMatchObject([{ row: 2 }])
    expect(leadsOf(page.body).leads).toEqual(leadsOf(answer([ROW]).body).leads)
    expect(leadsOf(answer([{ ...ROW, ...more }]).body).leads).toEqual([])
  })

  test('has the price under its older heading', () => {
    expect(quoteOf({ 'Price (₹)': undefined, Price: '1,065' })?.subject.priceMax).toBe(106_500)
  })

  test('has no prices and days that are not printed', () => {
    const more = { 'Price (₹)': '', '~Srt_Open': '', '~Srt_Close': '0000-00-00' }
    expect(quoteOf(more)?.subject).toMatchObject({ priceMax: null, openDate: null, closeDate: null })
  })

  test('with neither a name nor an id is refused', () => {
    const nobody = { ...ROW, Name: '', '~ipo_name': '', '~id': '' }
    expect(readQuoteList(answer([ROW, nobody])).entries[1]).toMatchObject({ row: 2, rule: 'issue-unnamed' })
  })
})

describe('the time of a quote', () => {
  test('is the day of the reading without a stamp', () => {
    const { entries } = readQuoteList(answer([ROW, { ...ROW, 'Updated-On': '' }]))
    expect(entries[1]).toMatchObject({ said: { observedAt: '2031-03-12', reportedAt: null } })
  })

  test.each([
    ['a time of a clock that is ahead is left out', '12-Mar 20:04', '2031-03-12', null],
    ['an hour with one figure', '2-Mar 9:05', '2031-03-02', '2031-03-02T03:35:00.000Z'],
    ['a day of last year', '30-Dec 23:10', '2030-12-30', '2030-12-30T17:40:00.000Z'],
  ])('%s', (_name, updated, observedAt, reportedAt) => {
    expect(quoteOf({ 'Updated-On': `<small><b>${updated}</b></small>` })).toMatchObject({
      observedAt,
      reportedAt,
    })
  })

  test('is refused with an invalid stamp', () => {
    expect(read({ 'Updated-On': '<b>just now</b>' })).toMatchObject({
      rule: 'updated-unreadable',
      reason: 'Updated-On is "just now", a time up to now such as 12-Mar 18:05 was expected',
    })
  })
})

test('a bad row does not affect the others, and an unknown column is reported', () => {
  const rows = [ROW, { ...ROW, GMP: '<b>870-880</b>' }, { ...ROW, Kostak: '900' }]
  const { entries, unknownColumns, ...rest } = readQuoteList(answer(rows))
  expect(entries.map((entry) => ('said' in entry ? entry.said.kind : entry.rule))).toEqual([
    'gmp',
    'gmp-range',
    'gmp',
  ])
  expect(unknownColumns).toEqual(['Kostak'])
  expect(rest.rows).toBe(3)
})
