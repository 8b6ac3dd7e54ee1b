import { expect, test } from 'vitest'
import { Market, nse, quote, terms, tracker } from '../collect-round.test-market.ts'
import type { KnownIssue } from './issue-finder.ts'
import { finderOf, issue, row, TRACKER } from './match.test-issues.ts'
import { matchSubject } from './match.ts'

const first = issue('acorn-mills', 'Acorn Mills Limited', { openDate: '2026-03-10', offMarket: true })
const second = issue('acorn-mills-2026', 'Acorn Mills Limited', { openDate: '2026-03-24', priceMax: 18_000 })

const known = (...issues: KnownIssue[]) =>
  finderOf(
    [first, second],
    issues.map(({ slug }) => ({ source: TRACKER.source, key: 'id 7106', slug })),
  )
const numbered = { upstreamId: '7106', priceMax: 18_000 }
const ambiguous = (...candidates: string[]) => ({ kind: 'ambiguous', candidates })
const found = { kind: 'found', slug: second.slug }

/** A history of quotes has only its site's number, and includes the days before a postponement. */
test.each([
  ['of an issue on the market is its row', known(second), row(null, numbered), found],
  [
    'of one that was called off may be of its next attempt',
    known(first),
    row(null, numbered),
    ambiguous(first.slug),
  ],
  [
    'of both attempts may be of either',
    known(first, second),
    row(null, numbered),
    ambiguous(first.slug, second.slug),
  ],
  [
    'beside new days is of the next attempt',
    known(first, second),
    row(null, { ...numbered, openDate: '2026-03-24' }),
    found,
  ],
])('a row with the number %s', (_what, index, subject, outcome) => {
  expect(matchSubject(index, subject, TRACKER)).toMatchObject(outcome)
})

test('a number that one row of a round has beside a name applies to the rows after it', async () => {
  const market = await Market.open()
  await market.collectPage(nse, '2026-03-01T06:00:00.000Z', [
    terms({ symbol: 'ACORN', openDate: '2026-03-10' }),
  ])
  const report = await market.collectPage(tracker, '2026-03-05T06:00:00.000Z', [
    quote(900, '2026-03-05', { subject: row('Acorn Mills', { upstreamId: '7106' }) }),
    quote(800, '2026-03-04', { subject: row(null, { upstreamId: '7106' }) }),
  ])
  expect(report).toMatchObject({ taken: 2, refused: 0 })
})
