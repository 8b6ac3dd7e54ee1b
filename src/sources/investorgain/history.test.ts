import { describe, expect, test } from 'vitest'
import { UNNAMED_SUBJECT } from '../source.ts'
import { readHistory } from './quotes.ts'

const dayRow = (gmp_date: string, gmp: string, more: object = {}) => ({
  ipo_id: 7101,
  gmp_date,
  gmp,
  ...more,
})

const read = (ipoGmpData: unknown) =>
  readHistory(
    {
      document: 'history/7101',
      url: 'https://example.org',
      day: null,
      // 20:00 in India.
      fetchedAt: '2031-03-12T14:30:00.000Z',
      body: JSON.stringify({ msg: 1, key: 'ig_ipo_gmp_v2:7101', ipoGmpData }),
    },
    '7101',
  )

const summary = (rows: readonly object[]) =>
  read(rows).entries.map((entry) => {
    if (!('said' in entry)) return entry.rule
    return entry.said.kind === 'gmp' ? [entry.said.observedAt, entry.said.gmp] : []
  })

test('a day with its last change', () => {
  const row = {
    Seq: 7,
    ...dayRow('12-03-2031', '37.5'),
    subject_to_sauda: '7600',
    max_ipo_price: '150.00',
    estimated_listing_price: '187.5',
    est_profit: '3750',
    gmp_active_record_flag: 1,
    total: '1.51',
    last_updated: '12-Mar-2031 19:45',
  }
  expect(read([row])).toEqual({
    entries: [
      {
        row: 1,
        raw: JSON.stringify(row),
        said: {
          kind: 'gmp',
          subject: { ...UNNAMED_SUBJECT, upstreamId: '7101', priceMax: 15_000 },
          observedAt: '2031-03-12',
          reportedAt: '2031-03-12T14:15:00.000Z',
          gmp: 3750,
          printed: '37.5',
          subjectToSauda: 760_000,
        },
      },
    ],
    rows: 1,
    unknownColumns: [],
  })
})

test.each([
  ['of another day', '13-Mar-2031 00:05'],
  ['in the future', '12-Mar-2031 20:05'],
  ['that is none', 'yesterday'],
])('a last change %s is left out', (_name, last_updated) => {
  const [entry] = read([dayRow('12-03-2031', '5', { last_updated })]).entries
  expect(entry).toMatchObject({ said: { observedAt: '2031-03-12', reportedAt: null } })
})

describe('the subject-to-sauda rate', () => {
  const entriesWith = (subject_to_sauda: unknown) =>
    read([dayRow('12-03-2031', '5', { subject_to_sauda })]).entries

  test.each<[unknown, number]>([
    ['7600', 760_000],
    ['₹16,000', 1_600_000],
    [7600.5, 760_050],
  ])('%j', (printed, subjectToSauda) => {
    expect(entriesWith(printed)).toMatchObject([{ said: { gmp: 500, subjectToSauda } }])
  })

  test.each(['0', '--', '', null])('%j is none', (printed) => {
    const [entry, ...others] = entriesWith(printed)
    expect([entry, others]).toMatchObject([{ said: { gmp: 500 } }, []])
    expect(entry).not.toHaveProperty('said.subjectToSauda')
  })

  test.each(['2100/31500', '-5', 'soon', '9'.repeat(20)])(
    '%j is reported, and the quote counts',
    (printed) => {
      const [entry, ...others] = entriesWith(printed)
      expect([entry, others]).toMatchObject([{ said: { gmp: 500 } }, [{ rule: 'sauda-unreadable' }]])
      expect(entry).not.toHaveProperty('said.subjectToSauda')
    },
  )
})

describe('zeros', () => {
  test('before the first quote are no quotes, in whatever order the days are', () => {
    const newestFirst = [
      dayRow('12-03-2031', '0'),
      dayRow('11-03-2031', '4'),
      dayRow('10-03-2031', '0'),
      dayRow('28-02-2031', '0'),
    ]
    const quotes = [
      ['2031-03-12', 0],
      ['2031-03-11', 400],
    ]
    expect(summary(newestFirst)).toEqual(quotes)
    expect(summary(newestFirst.toReversed())).toEqual(quotes.toReversed())
  })

  test('alone are no quotes', () => {
    expect(summary([dayRow('12-03-2031', '0'), dayRow('11-03-2031', '0')])).toEqual([])
  })

  test('after a quote below zero are quotes', () => {
    expect(summary([dayRow('12-03-2031', '0'), dayRow('11-03-2031', '-2')])).toEqual([
      ['2031-03-12', 0],
      ['2031-03-11', -200],
    ])
  })
})

test('days without a quote are no entries', () => {
  expect(summary([dayRow('12-03-2031', '--'), dayRow('11-03-2031', ''), dayRow('10-03-2031', '3')])).toEqual([
    ['2031-03-10', 300],
  ])
})

test('of a day that is listed twice the row written last counts', () => {
  expect(
    summary([
      dayRow('12-03-2031', '5', { Seq: 3 }),
      dayRow('12-03-2031', '6', { Seq: 4 }),
      dayRow('11-03-2031', '2'),
    ]),
  ).toEqual([
    ['2031-03-12', 600],
    ['2031-03-11', 200],
  ])
})

test.each([
  ['a range', dayRow('11-03-2031', '80- 90'), 'gmp-range'],
  ['a day that is none', dayRow('31-02-2031', '5'), 'gmp-day'],
  ['a future day', dayRow('13-03-2031', '5'), 'gmp-day'],
  ['another issue', { ...dayRow('11-03-2031', '5'), ipo_id: 7102 }, 'issue-other'],
])('%s is reported, and the other days are parsed', (_name, row, rule) => {
  expect(summary([row, dayRow('10-03-2031', '3')])).toEqual([rule, ['2031-03-10', 300]])
})

test.each([
  ['an empty list', []],
  ['an empty text', ''],
])('an issue without any day has %s', (_name, data) => {
  expect(read(data)).toEqual({ entries: [], rows: 0, unknownColumns: [] })
})

test('an unknown key is reported', () => {
  expect(read([dayRow('11-03-2031', '5', { kostak: '900' })]).unknownColumns).toEqual(['kostak'])
})
