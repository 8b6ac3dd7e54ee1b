import { describe, expect, test } from 'vitest'
import type { Terms } from '../market/facts/fact.ts'
import { type ReportedTerms, type Subject, UNNAMED_SUBJECT } from '../sources/source.ts'
import { bhavcopy, bse, Market, nse, terms, tracker } from './collect-round.test-market.ts'

const THEN = '2026-03-01T06:00:00.000Z'
const NOW = '2026-03-02T06:00:00.000Z'
const ISIN = 'INE0AAA01011'
const ACORN: Partial<Terms> = { symbol: 'ACORN', openDate: '2024-05-06', closeDate: '2024-05-08' }

const row = (
  subject: Partial<Subject>,
  onlyKnown: ReportedTerms['onlyKnown'],
  said: Partial<Terms> = { isin: ISIN },
): ReportedTerms => ({
  kind: 'terms',
  subject: { ...UNNAMED_SUBJECT, ...subject },
  terms: said,
  ...(onlyKnown && { onlyKnown }),
})

/** The ISIN of the one issue after a list of all securities was read, and what was refused. */
async function isinAfter(
  known: Partial<Terms>,
  { on = '2024-05-13', name = 'Acorn Mills Limited', symbol = 'ACORN' },
) {
  const market = await Market.open()
  await market.collectPage(nse, THEN, [terms({ ...ACORN, ...known })])
  const security = row({ symbol }, { listedOn: on, name }, { isin: ISIN, listingDate: on })
  await market.collectPage(bhavcopy, NOW, [security], { work: 'backfill' })
  const facts = await market.factsOf('ipo')
  return {
    isin: facts.at(-1)?.said.isin,
    issues: new Set(facts.map(({ slug }) => slug)).size,
    refusals: (await market.refusals()).length,
  }
}

describe('a row of a list of all securities', () => {
  test.each<[string, Partial<Terms>, Parameters<typeof isinAfter>[1]]>([
    ['of its symbol and its listing day', { listingDate: '2024-05-13' }, {}],
    [
      'also if the company has another name by now',
      { listingDate: '2024-05-13' },
      { name: 'Oak Group Limited' },
    ],
    ['of its symbol and name, listed days after it closed', {}, {}],
  ])('adds to an issue %s', async (_what, known, security) => {
    expect(await isinAfter(known, security)).toEqual({ isin: ISIN, issues: 1, refusals: 0 })
  })

  test.each<[string, Partial<Terms>, Parameters<typeof isinAfter>[1]]>([
    [
      'of another listing day: the symbol was used before',
      { listingDate: '2024-05-13' },
      { on: '2011-02-03' },
    ],
    ['of a company that listed before the issue closed', {}, { on: '2024-05-08' }],
    ['of a company that listed long after', {}, { on: '2024-06-08' }],
    ['of another name, while the listing day is not known', {}, { name: 'Oak Group Limited' }],
    ['of another symbol, whatever its name and day', { listingDate: '2024-05-13' }, { symbol: 'ACORNMIL' }],
    ['of an issue that was withdrawn', { withdrawn: true }, {}],
  ])('is skipped if it is %s', async (_what, known, security) => {
    expect(await isinAfter(known, security)).toEqual({ isin: undefined, issues: 1, refusals: 0 })
  })

  test('never makes an issue', async () => {
    const market = await Market.open()
    const named = row(
      { symbol: 'OAK', name: 'Oak Group Limited', board: 'SME' },
      { listedOn: '2024-05-13', name: 'Oak Group Limited' },
    )
    const report = await market.collectPage(bse, NOW, [
      { ...named, terms: { name: 'Oak Group Limited', board: 'SME' } },
    ])
    expect([report.taken, report.refused]).toEqual([0, 0])
  })
})

describe('a tracker’s row of a past month', () => {
  const asked = { name: 'Acorn Mills', upstreamId: '71' }
  const keysAfter = async (subject: Partial<Subject>) => {
    const market = await Market.open()
    await market.collectPage(nse, THEN, [terms(ACORN)])
    await market.collectPage(tracker, NOW, [row(subject, { listedOn: null, name: null }, {})], {
      work: 'backfill',
    })
    const keys = await market.db
      .selectFrom('issue_keys')
      .select('key')
      .where('source', '=', tracker.id)
      .execute()
    expect(await market.factsOf('ipo')).toHaveLength(1)
    expect(await market.refusals()).toEqual([])
    return keys.map(({ key }) => key)
  }

  test('gives its number of an issue with the same days, and states nothing', async () => {
    expect(await keysAfter({ ...asked, openDate: '2024-05-06' })).toContain('id 71')
  })

  test.each([
    ['other days', { ...asked, openDate: '2024-05-07', closeDate: '2024-05-09' }],
    ['no days', asked],
    ['the name of another company', { upstreamId: '71', name: 'Oak Group', openDate: '2024-05-06' }],
  ])('is skipped with %s', async (_what, subject) => expect(await keysAfter(subject)).toEqual([]))
})
