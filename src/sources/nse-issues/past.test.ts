import { expect, test } from 'vitest'
import { type DownloadedDocument, type PastContext, Unreadable } from '../source.ts'
import { nseIssues } from './nse-issues.ts'

const NOW = '2026-11-18T06:30:00.000Z'
const RANGE = { from: '2025-01-01', to: '2025-12-31' }
const LIST = 'past/2025-01-01/2025-12-31'

const context = (read: Record<string, string> = {}): PastContext => ({
  ...{ now: NOW, days: [], isKnown: () => true },
  lastRead: (document) => read[document] ?? null,
})
const row = (symbol: string, opens: string, closes: string, more: object = {}) => ({
  ...{ company: `${symbol} Limited`, symbol, securityType: 'EQ', ipoStartDate: opens, ipoEndDate: closes },
  ...{ priceRange: 'Rs.95 to Rs.100', issuePrice: '100', listingDate: '-' },
  ...more,
})
const answer = (body: unknown, document = LIST): DownloadedDocument => ({
  ...{ document, url: 'https://exchange.test/', day: null, fetchedAt: NOW, body: JSON.stringify(body) },
})

const ROWS = [
  row('AMBERLAMP', '27-DEC-2024', '31-DEC-2024', { listingDate: '03-JAN-2025' }),
  row('LOTUSKET', '03-MAR-2025', '05-MAR-2025'),
  row('REED&LAMP', '10-NOV-2025', '12-NOV-2025', { securityType: 'SME' }),
  row('OLDMILL', '02-MAR-2012', '06-MAR-2012'),
  row('NEWMILL', '02-MAR-2026', '04-MAR-2026'),
]

test('the list of a range is requested with its days', () => {
  expect(nseIssues.past?.lists(RANGE, context())).toMatchObject([
    {
      document: LIST,
      url: 'https://www.nseindia.com/api/public-past-issues?from_date=01-01-2025&to_date=31-12-2025',
      cookiesFrom: 'https://www.nseindia.com/market-data/all-upcoming-issues-ipo',
    },
  ])
})

test.each([[ROWS], [{ data: ROWS }]])('only rows of the range are read, whatever the answer has', (body) => {
  const { entries, rows } = nseIssues.read(answer(body))
  const symbols = entries.map(
    (entry) => 'said' in entry && entry.said.kind === 'terms' && entry.said.subject.symbol,
  )
  expect({ rows, symbols }).toEqual({ rows: 5, symbols: ['AMBERLAMP', 'LOTUSKET', 'REED&LAMP'] })
})

test('leads to the details of issues that closed in the range, the newest first', () => {
  const requests = nseIssues.past?.follow?.(answer(ROWS), context()) ?? []
  expect(requests.map(({ document, url }) => [document, new URL(url).search])).toEqual([
    ['ipo-detail/REED&LAMP', '?symbol=REED%26LAMP&series=SME'],
    ['ipo-detail/LOTUSKET', '?symbol=LOTUSKET&series=EQ'],
  ])
})

test.each([
  ['while bids came in', '2025-03-05T08:00:00.000Z', true],
  ['after they had closed', '2025-03-06T04:30:00.000Z', false],
])('a detail that was read %s is requested: %s', (_when, read, isRequested) => {
  const requests = nseIssues.past?.follow?.(answer([ROWS[1]]), context({ 'ipo-detail/LOTUSKET': read }))
  expect(requests).toHaveLength(isRequested ? 1 : 0)
})

test.each([
  ['a page', answer('<html><title>Access Denied</title></html>')],
  ['other columns', answer([{ symbol: 'LOTUSKET', name: 'Lotus Kettles' }])],
  ['a list without a range', answer(ROWS, 'past/2025')],
])('refuses %s', (_what, document) => expect(() => nseIssues.read(document)).toThrow(Unreadable))
