import { describe, expect, test } from 'vitest'
import type { DownloadedDocument, Entry } from '../source.ts'
import { ipoji, readQuotes } from './ipoji.ts'

test('one page is requested, whatever the time', () => {
  expect(ipoji.plan({ now: '2031-03-12T14:30:00.000Z', days: [], lastRead: () => null })).toEqual([
    { document: 'gmp', url: 'https://ipoji.com/ipo-gmp', expects: 'html' },
  ])
})

const ROW = {
  type: 'mainboard',
  hasgmp: 'true',
  gmp: '84',
  name: 'Marigold Lanterns',
  rowurl: '/ipo-gmp/marigold-lanterns-ipo',
  band: '₹402-420',
  cell: '<a class="gmp-value-link" href="/ipo-gmp/x">+₹84<span class="gmp-mobile-pct"> (+20%)</span></a>',
  dates: '<span class="gmp-dates">Mar 11, 2031 – Mar 13, 2031</span>',
  updated:
    '<time class="gmp-updated-time" datetime="2031-03-12T14:15:00.000Z">12 Mar 2031, 7:45 PM IST</time>',
}
const NO_QUOTE = {
  hasgmp: 'false',
  gmp: '',
  rowurl: '/ipo/teal-chemicals-ipo',
  cell: '<span class="gmp-na" title="GMP not available yet">—</span>',
  updated: '<span class="gmp-na">—</span>',
}

const rowOf = (more: Partial<typeof ROW> = {}) => {
  const row = { ...ROW, ...more }
  return `<tr class="gmp-row" data-type="${row.type}" data-status="open" data-hasgmp="${row.hasgmp}"
      data-gmp="${row.gmp}" data-pct="20" data-indicative="504" data-name="${row.name}" data-rowurl="${row.rowurl}">
    <td class="gmp-col-name" data-label="IPO">
      <a class="gmp-ipo-link" href="/ipo/x">${row.name} IPO</a>
      <span class="gmp-mobile-meta"><span class="gmp-type-badge">Mainboard</span><span>Open</span></span>
    </td>
    <td data-label="Type"><span class="gmp-type-badge">Mainboard</span></td>
    <td class="gmp-num" data-label="Price Band">${row.band}</td>
    <td class="gmp-num gmp-pos" data-label="GMP" title="${row.name} IPO GMP: ₹84-86 — view day-wise history">
      ${row.cell}
    </td>
    <td class="gmp-num" data-label="GMP %">+20%</td>
    <td class="gmp-num" data-label="Indicative Listing">₹504</td>
    <td class="gmp-secondary" data-label="Open – Close">${row.dates}</td>
    <td data-label="Status"><span class="gmp-status">Open</span></td>
    <td class="gmp-secondary" data-label="Last Updated">${row.updated}</td>
  </tr>`
}

const pageOf = (...rows: readonly string[]) =>
  `<!doctype html><html><head><title>IPO GMP</title></head><body><table>
   <tr><th>IPO</th><th>Type</th></tr>${rows.join('')}</table></body></html>`

const answer = (body: string): DownloadedDocument => ({
  document: 'gmp',
  url: 'https://example.org',
  day: null,
  // 20:00 in India.
  fetchedAt: '2031-03-12T14:30:00.000Z',
  body,
})

const read = (more: Partial<typeof ROW>): Entry | undefined =>
  readQuotes(answer(pageOf(rowOf(more)))).entries[0]

test('a row with a quote', () => {
  const { entries, rows, unknownColumns } = readQuotes(answer(pageOf(rowOf())))
  expect(entries).toEqual([
    {
      row: 1,
      raw: expect.stringContaining('"data-name":"Marigold Lanterns"'),
      said: {
        kind: 'gmp',
        subject: {
          name: 'Marigold Lanterns',
          symbol: null,
          isin: null,
          bseCode: null,
          upstreamId: '/ipo-gmp/marigold-lanterns-ipo',
          board: 'MAINBOARD',
          openDate: '2031-03-11',
          closeDate: '2031-03-13',
          priceMin: 40200,
          priceMax: 42000,
        },
        observedAt: '2031-03-12',
        reportedAt: '2031-03-12T14:15:00.000Z',
        gmp: 8400,
        printed: '+₹84 (+20%)',
      },
    },
  ])
  expect({ rows, unknownColumns }).toEqual({ rows: 1, unknownColumns: [] })
})

describe('the quote', () => {
  test.each([
    ['-4', '-₹4', -400],
    ['-4', '₹-4 (-1%)', -400],
    ['0', '₹0 (0%)', 0],
    ['12.5', '+₹12.5', 1250],
  ])('data-gmp %s shown as %s', (gmp, cell, paise) => {
    expect(read({ gmp, cell })).toMatchObject({ said: { gmp: paise, printed: cell } })
  })

  test('a row without one is no entry', () => {
    expect(readQuotes(answer(pageOf(rowOf(NO_QUOTE), rowOf()))).entries).toMatchObject([{ row: 2 }])
  })

  test.each([
    ['another amount', { gmp: '70' }],
    ['none in the attributes', { hasgmp: 'false', gmp: '' }],
    ['none in the cell', { cell: '—' }],
    ['no amount in the attributes', { gmp: '' }],
  ])('with a cell and attributes that differ is refused: %s', (_name, more) => {
    expect(read(more)).toMatchObject({ rule: 'gmp-contradiction' })
  })

  test('given as a range is refused', () => {
    expect(read({ cell: '₹84-86' })).toMatchObject({ rule: 'gmp-range' })
  })
})

describe('the subject of a row', () => {
  test.each([
    ['an SME issue', { type: 'sme' }, { board: 'SME' }],
    ['a board that is not known', { type: 'other' }, { board: null }],
    ['a name with IPO behind it', { name: 'Teal Chemicals Limited IPO' }, { name: 'Teal Chemicals Limited' }],
    ['one price', { band: '₹138' }, { priceMin: null, priceMax: 13_800 }],
    ['no band yet', { band: '—' }, { priceMin: null, priceMax: null }],
    ['no dates yet', { dates: '<span class="gmp-na">—</span>' }, { openDate: null, closeDate: null }],
  ])('%s', (_name, more, subject) => {
    expect(read(more)).toMatchObject({ said: { subject } })
  })

  test.each(['reit', 'invit'])('is no trust: units of type %s are no entry', (type) => {
    expect(readQuotes(answer(pageOf(rowOf({ type }), rowOf()))).entries).toMatchObject([{ row: 2 }])
  })

  test('is required', () => {
    expect(read({ name: '' })).toMatchObject({ rule: 'issue-unnamed' })
  })
})

describe('the time of a quote', () => {
  test('is of the next day in India after 18:30 UTC', () => {
    const updated = '<time datetime="2031-03-11T19:00:00.000Z">12 Mar 2031, 12:30 AM IST</time>'
    expect(read({ updated })).toMatchObject({
      said: { observedAt: '2031-03-12', reportedAt: '2031-03-11T19:00:00.000Z' },
    })
  })

  test('is taken from the text where there is no machine-readable moment', () => {
    expect(read({ updated: '12 Mar 2031, 7:45 PM IST' })).toMatchObject({
      said: { observedAt: '2031-03-12', reportedAt: '2031-03-12T14:15:00.000Z' },
    })
  })

  test('is the day of the reading without a stamp', () => {
    expect(read({ updated: '—' })).toMatchObject({ said: { observedAt: '2031-03-12', reportedAt: null } })
  })

  test.each([
    ['text', 'just now'],
    ['a moment that is none', '<time datetime="lately">lately</time>'],
    ['a future day', '<time datetime="2031-03-13T04:00:00.000Z">13 Mar 2031</time>'],
  ])('%s', (_name, updated) => {
    expect(read({ updated })).toMatchObject({ rule: 'updated-unreadable' })
  })
})

describe('a page of an unknown layout', () => {
  test.each([
    [
      'another page',
      '<html><head><title>Just a moment</title></head><body></body></html>',
      /"Just a moment" has no tr/,
    ],
    ['a table without rows', pageOf(), /has no tr.gmp-row/],
    ['half a page', pageOf(rowOf()).slice(0, -40), /cut short/],
    ['nothing', '', /empty/],
    ['JSON', '{"msg":1}', /no HTML page/],
  ])('%s', (_name, body, message) => {
    expect(() => readQuotes(answer(body))).toThrow(message)
  })

  test.each(['data-name', 'data-type', 'data-hasgmp', 'data-gmp', 'data-rowurl'])(
    'no attribute %s',
    (name) => {
      const body = pageOf(rowOf()).replaceAll(`${name}=`, `${name}-renamed=`)
      expect(() => readQuotes(answer(body))).toThrow(`has no ${name};`)
    },
  )

  test.each(['GMP', 'Price Band', 'Open – Close', 'Last Updated'])('no cell %s', (label) => {
    const body = pageOf(rowOf()).replaceAll(`data-label="${label}"`, 'data-label="Other"')
    expect(() => readQuotes(answer(body))).toThrow(`has no ${label};`)
  })

  test('an unknown attribute is reported', () => {
    const body = pageOf(rowOf()).replace('data-status', 'data-mood="up" data-status')
    expect(readQuotes(answer(body)).unknownColumns).toEqual(['data-mood'])
  })
})
