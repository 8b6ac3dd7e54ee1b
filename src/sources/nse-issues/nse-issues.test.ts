import { describe, expect, test } from 'vitest'
import type { DownloadedDocument, PlanContext } from '../source.ts'
import { nseIssues } from './nse-issues.ts'

/** Noon in India. */
const NOON = '2026-08-04T06:30:00.000Z'
const PAGE = 'https://www.nseindia.com/market-data/all-upcoming-issues-ipo'

const contextAt = (now: string, read: Record<string, string> = {}): PlanContext => ({
  now,
  days: [],
  lastRead: (document) => read[document] ?? null,
})

const answer = (document: string, rows: object[]): DownloadedDocument => ({
  document,
  url: 'https://www.nseindia.com/',
  day: null,
  fetchedAt: NOON,
  body: JSON.stringify(rows),
})

const coming = (row: object = {}) => ({
  companyName: 'Lotus Kettles Limited',
  symbol: 'LOTUSKET',
  series: 'EQ',
  issueStartDate: '30-Jul-2026',
  issueEndDate: '04-Aug-2026',
  issuePrice: 'Rs.611 to Rs.643',
  noOfSharesOffered: '1',
  noOfsharesBid: '1',
  noOfTime: '1',
  ...row,
})

const past = (row: object = {}) => ({
  company: 'Lotus Kettles Limited',
  symbol: 'LOTUSKET',
  securityType: 'EQ',
  ipoStartDate: '30-JUL-2026',
  ipoEndDate: '03-AUG-2026',
  priceRange: 'Rs.611 to Rs.643',
  issuePrice: '-',
  listingDate: '-',
  ...row,
})

const followed = (document: string, rows: object[], context = contextAt(NOON)) =>
  nseIssues.follow?.(answer(document, rows), context).map((request) => request.document)

describe('the plan', () => {
  test('requests the three lists as a browser on their page would', () => {
    const shared = { expects: 'json', referer: PAGE, cookiesFrom: PAGE }
    expect(nseIssues.plan(contextAt(NOON))).toEqual([
      { document: 'current', url: 'https://www.nseindia.com/api/ipo-current-issue', ...shared },
      {
        document: 'upcoming',
        url: 'https://www.nseindia.com/api/all-upcoming-issues?category=ipo',
        ...shared,
      },
      { document: 'past', url: 'https://www.nseindia.com/api/public-past-issues', ...shared },
    ])
  })

  test.each([
    ['2026-08-04T04:30:00.000Z', true],
    ['2026-08-04T04:30:00.001Z', false],
  ])('with the past issues read at %s requests them again: %s', (past, isRequested) => {
    const documents = nseIssues.plan(contextAt(NOON, { past })).map(({ document }) => document)
    expect(documents).toEqual(isRequested ? ['current', 'upcoming', 'past'] : ['current', 'upcoming'])
  })

  test.each([
    ['2026-08-04T05:30:00.000Z', true],
    ['2026-08-04T05:30:00.001Z', false],
  ])('with the upcoming issues read at %s requests them again: %s', (upcoming, isRequested) => {
    const documents = nseIssues
      .plan(contextAt(NOON, { upcoming, past: NOON }))
      .map(({ document }) => document)
    expect(documents).toEqual(isRequested ? ['current', 'upcoming'] : ['current'])
  })
})

describe('a list leads to', () => {
  test('the detail of each current issue that is due', () => {
    const context = contextAt(NOON, { 'ipo-detail/LOTUSKET': '2026-08-04T06:15:00.000Z' })
    const rows = [
      coming(),
      coming({ symbol: 'REED&LAMP', series: 'SME' }),
      coming({ symbol: 'AMBERLAMP', series: 'BE' }),
    ]
    expect(nseIssues.follow?.(answer('current', rows), context)).toMatchObject([
      {
        document: 'ipo-detail/LOTUSKET',
        url: 'https://www.nseindia.com/api/ipo-detail?symbol=LOTUSKET&series=EQ',
        expects: 'json',
        referer: PAGE,
        cookiesFrom: PAGE,
      },
      {
        document: 'ipo-detail/REED&LAMP',
        url: 'https://www.nseindia.com/api/ipo-detail?symbol=REED%26LAMP&series=SME',
      },
      {
        document: 'ipo-detail/AMBERLAMP',
        url: 'https://www.nseindia.com/api/ipo-detail?symbol=AMBERLAMP&series=EQ',
      },
    ])
  })

  test('one detail for rows that repeat', () => {
    expect(followed('current', [coming(), coming()])).toEqual(['ipo-detail/LOTUSKET'])
  })

  test('no detail of a symbol that no address can contain, and those of the others', () => {
    const rows = [coming({ symbol: 'HALF\ud83e' }), coming()]
    expect(followed('current', rows)).toEqual(['ipo-detail/LOTUSKET'])
  })

  test('the detail of an issue whose other cells cannot be parsed', () => {
    expect(followed('current', [coming({ issuePrice: 'soon' })])).toEqual(['ipo-detail/LOTUSKET'])
  })

  test.each([
    ['never', {}, true],
    ['six hours ago', { 'ipo-detail/LOTUSKET': '2026-08-04T00:30:00.000Z' }, true],
    ['less than six hours ago', { 'ipo-detail/LOTUSKET': '2026-08-04T00:30:01.000Z' }, false],
  ])('the detail of an upcoming issue that was read %s: %s', (_name, read, isFollowed) => {
    expect(followed('upcoming', [coming()], contextAt(NOON, read))).toEqual(
      isFollowed ? ['ipo-detail/LOTUSKET'] : [],
    )
  })

  test.each([
    ['once the bids are final', '2026-08-04T04:30:00.000Z', null, true],
    ['not before', '2026-08-04T04:29:59.000Z', null, false],
    ['again when it was last read before that', NOON, '2026-08-04T04:29:59.000Z', true],
    ['not again when it was read since', NOON, '2026-08-04T04:30:00.000Z', false],
    [
      'once a day for three weeks, since tables lag',
      '2026-08-24T06:30:00.000Z',
      '2026-08-23T10:30:00.000Z',
      true,
    ],
    ['not more often', '2026-08-24T06:30:00.000Z', '2026-08-23T10:30:01.000Z', false],
    ['and then no more', '2026-08-25T06:30:00.000Z', '2026-08-23T10:30:00.000Z', false],
    ['120 days after the close', '2026-12-01T06:30:00.000Z', null, true],
    ['not 121 days after the close', '2026-12-02T06:30:00.000Z', null, false],
  ])('the detail of a past issue %s', (_name, now, lastRead, isFollowed) => {
    const context = contextAt(now, lastRead === null ? {} : { 'ipo-detail/LOTUSKET': lastRead })
    expect(followed('past', [past()], context)).toEqual(isFollowed ? ['ipo-detail/LOTUSKET'] : [])
  })

  test.each([
    ['of another security', past({ securityType: 'RR' })],
    ['of a further offer', past({ symbol: 'LOTUSFPO' })],
    ['without a symbol', past({ symbol: null })],
    ['without a day of closing', past({ ipoEndDate: '-' })],
  ])('nothing from a row %s', (_name, row) => {
    expect(followed('past', [row])).toEqual([])
  })

  test('nothing from a detail', () => {
    expect(followed('ipo-detail/LOTUSKET', [])).toEqual([])
  })
})

test('each document is parsed by its own parser', () => {
  expect(nseIssues.read(answer('past', [past()])).rows).toBe(1)
  expect(() => nseIssues.read(answer('ipo-detail/LOTUSKET', []))).toThrow(/the detail of an issue/)
  expect(() => nseIssues.read(answer('ofs', []))).toThrow(/ofs is no document/)
})
