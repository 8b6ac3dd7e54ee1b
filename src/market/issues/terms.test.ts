import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { IpoFact, PartialTerms, Recorded, Terms } from '../facts/fact.ts'
import { referencePrice, termsFrom } from './terms.ts'

interface StatedTerms {
  readonly source: string
  readonly said: Partial<Terms>
}

const by =
  (source: string) =>
  (said: Partial<Terms>): StatedTerms => ({ source, said })
const operator = by('operator')
const nse = by('nse')
const bse = by('bse')
const investorGain = by('InvestorGain')
const chittorgarh = by('Chittorgarh')
const ipoWatch = by('IPOWatch')
const ipoJi = by('IPO Ji')
const lanternDesk = by('Lantern Desk')

/** Statements in order of recording, one per hour. */
const recordedInOrder = (...statements: readonly StatedTerms[]): Recorded<IpoFact>[] =>
  statements.map(({ source, said }, index) => statement(source, said, { hour: index, id: index + 1 }))

const statement = (
  source: string,
  said: Partial<Terms>,
  { hour, id }: { hour: number; id: number },
): Recorded<IpoFact> => ({
  fact: 'ipo',
  slug: 'lotus-kettles',
  said: { name: 'Lotus Kettles Limited', board: 'MAINBOARD', ...said },
  source,
  recorded: new Date(Date.parse('2026-01-05T00:00:00.000Z') + hour * 3_600_000).toISOString(),
  id,
})

test('has no terms without facts', () => {
  expect(termsFrom([])).toBeUndefined()
})

test('gives null, not zero, for a term that no source states', () => {
  expect(termsFrom(recordedInOrder(nse({})))).toEqual({
    name: 'Lotus Kettles Limited',
    board: 'MAINBOARD',
    symbol: null,
    isin: null,
    bseCode: null,
    exchanges: null,
    issueType: null,
    faceValue: null,
    priceMin: null,
    priceMax: null,
    issuePrice: null,
    lotSize: null,
    minLots: null,
    issueSizeCr: null,
    openDate: null,
    closeDate: null,
    allotmentDate: null,
    listingDate: null,
    withdrawn: null,
    postponed: null,
    registrar: null,
    leadManagers: null,
    documents: null,
    freshIssueShares: null,
    freshIssueCr: null,
    offerForSaleShares: null,
    offerForSaleCr: null,
    anchorShares: null,
    marketMakerShares: null,
    employeeDiscount: null,
    upiCutoffAt: null,
    industry: null,
    reservedFor: null,
    retailLimit: null,
    employeeLimit: null,
    shareholderLimit: null,
    niiMaxShares: null,
    offMarket: false,
  })
})

describe('the lot size comes from the best rank, and within a rank from the newest statement', () => {
  test.each<[string, number | null, StatedTerms[]]>([
    ['a single statement is used', 150, [ipoWatch({ lotSize: 150 })]],
    ['an exchange comes before a tracker', 150, [nse({ lotSize: 150 }), ipoWatch({ lotSize: 99 })]],
    ['an exchange comes before an earlier tracker', 150, [ipoWatch({ lotSize: 99 }), nse({ lotSize: 150 })]],
    ['the operator comes before an exchange', 140, [operator({ lotSize: 140 }), nse({ lotSize: 150 })]],
    [
      'the operator comes before both',
      140,
      [ipoJi({ lotSize: 99 }), operator({ lotSize: 140 }), bse({ lotSize: 150 })],
    ],
    ['of two exchanges the newer counts', 160, [nse({ lotSize: 150 }), bse({ lotSize: 160 })]],
    [
      'of two exchanges the newer counts, in the other order',
      150,
      [bse({ lotSize: 160 }), nse({ lotSize: 150 })],
    ],
    [
      'of two trackers the newer counts, built in or not',
      98,
      [ipoWatch({ lotSize: 99 }), lanternDesk({ lotSize: 98 })],
    ],
    ['a source may change its mind', 151, [nse({ lotSize: 150 }), nse({ lotSize: 151 })]],
    [
      'a repeated statement counts as new',
      150,
      [nse({ lotSize: 150 }), bse({ lotSize: 160 }), nse({ lotSize: 150 })],
    ],
    ['a missing key states nothing', 150, [nse({ lotSize: 150 }), nse({ minLots: 2 })]],
    ['zero is a value', 0, [nse({ lotSize: 0 }), ipoWatch({ lotSize: 99 })]],
  ])('%s', (_name, lotSize, statements) => {
    expect(termsFrom(recordedInOrder(...statements))?.lotSize).toBe(lotSize)
  })

  test('decides each field separately', () => {
    const terms = termsFrom(
      recordedInOrder(
        nse({ priceMin: 9_500, priceMax: 10_000, openDate: '2026-01-13' }),
        ipoWatch({ priceMax: 11_000, lotSize: 150, listingDate: '2026-01-21' }),
        operator({ openDate: '2026-01-14' }),
      ),
    )
    expect(terms).toMatchObject({
      priceMin: 9_500,
      priceMax: 10_000,
      lotSize: 150,
      openDate: '2026-01-14',
      listingDate: '2026-01-21',
    })
  })

  test('uses the later line of one instant', () => {
    const lines = [150, 160].map((lotSize, index) =>
      statement('nse', { lotSize }, { hour: 0, id: index + 1 }),
    )
    expect(termsFrom(lines)?.lotSize).toBe(160)
    expect(termsFrom(lines.toReversed())?.lotSize).toBe(160)
  })

  test('orders by time before line: a backfilled statement is old', () => {
    const today = statement('nse', { lotSize: 150 }, { hour: 9, id: 1 })
    const backfilled = statement('nse', { lotSize: 160 }, { hour: 1, id: 2 })
    expect(termsFrom([today, backfilled])?.lotSize).toBe(150)
  })
})

describe('null withdraws the earlier statement of its source', () => {
  test.each<[string, number | null, StatedTerms[]]>([
    ['then the term is unknown', null, [nse({ lotSize: 150 }), nse({ lotSize: null })]],
    [
      'then the next newest of the rank counts',
      160,
      [bse({ lotSize: 160 }), nse({ lotSize: 150 }), nse({ lotSize: null })],
    ],
    [
      'then, with no statement in the rank, the next rank counts',
      99,
      [
        ipoWatch({ lotSize: 99 }),
        bse({ lotSize: 160 }),
        nse({ lotSize: 150 }),
        nse({ lotSize: null }),
        bse({ lotSize: null }),
      ],
    ],
    [
      'of the two remaining trackers the newer counts',
      98,
      [ipoWatch({ lotSize: 99 }), ipoJi({ lotSize: 98 }), nse({ lotSize: 150 }), nse({ lotSize: null })],
    ],
    [
      'the operator’s withdrawal gives way to the exchange',
      150,
      [operator({ lotSize: 140 }), nse({ lotSize: 150 }), operator({ lotSize: null })],
    ],
    ['it withdraws no other source’s statement', 150, [nse({ lotSize: 150 }), operator({ lotSize: null })]],
    [
      'it withdraws no statement of another source of the same owner',
      99,
      [investorGain({ lotSize: 99 }), chittorgarh({ lotSize: null })],
    ],
    [
      'the source may state it again',
      152,
      [nse({ lotSize: 150 }), nse({ lotSize: null }), nse({ lotSize: 152 })],
    ],
    ['it takes back no other field', 150, [nse({ lotSize: 150, minLots: 2 }), nse({ minLots: null })]],
  ])('%s', (_name, lotSize, statements) => {
    expect(termsFrom(recordedInOrder(...statements))?.lotSize).toBe(lotSize)
  })
})

test.each<[string, string, StatedTerms[]]>([
  [
    'a closing day may be revised',
    '2026-01-19',
    [nse({ closeDate: '2026-01-16' }), nse({ closeDate: '2026-01-19' })],
  ],
  ['also backwards', '2026-01-15', [nse({ closeDate: '2026-01-16' }), nse({ closeDate: '2026-01-15' })]],
])('%s', (_name, closeDate, statements) => {
  expect(termsFrom(recordedInOrder(...statements))?.closeDate).toBe(closeDate)
})

const OLD = { openDate: '2026-01-13', closeDate: '2026-01-16' }
const NEW = { openDate: '2026-02-10', closeDate: '2026-02-12' }

describe('off the market', () => {
  test.each<[string, boolean, StatedTerms[]]>([
    ['a plain issue is not', false, [nse(OLD)]],
    ['a withdrawn one is', true, [nse(OLD), nse({ withdrawn: true })]],
    ['a withdrawn one is, whatever dates follow', true, [nse({ ...OLD, withdrawn: true }), nse(NEW)]],
    [
      'one that a tracker withdraws against an exchange is not',
      false,
      [nse({ withdrawn: false }), ipoJi({ withdrawn: true })],
    ],
    [
      'one that the operator declares not withdrawn is not',
      false,
      [nse({ withdrawn: true }), operator({ withdrawn: false })],
    ],
    [
      'one whose withdrawal was taken back is not',
      false,
      [nse({ withdrawn: true }), nse({ withdrawn: null })],
    ],
    ['a postponed one is', true, [nse(OLD), nse({ postponed: true })]],
    ['one postponed before any date is', true, [nse({ postponed: true })]],
    ['a postponed one is not once it has new dates', false, [nse(OLD), nse({ postponed: true }), nse(NEW)]],
    ['one postponed before any date is not once it has dates', false, [nse({ postponed: true }), nse(OLD)]],
    [
      'a new opening day is enough',
      false,
      [nse(OLD), nse({ postponed: true }), nse({ openDate: NEW.openDate })],
    ],
    [
      'a new closing day is enough',
      false,
      [nse(OLD), nse({ postponed: true }), nse({ closeDate: NEW.closeDate })],
    ],
    ['new dates of the other exchange are enough', false, [nse(OLD), nse({ postponed: true }), bse(NEW)]],
    ['earlier dates are new dates too', false, [nse(NEW), nse({ postponed: true }), nse(OLD)]],
    ['the same dates repeated do not revive it', true, [nse(OLD), nse({ postponed: true }), nse(OLD)]],
    [
      'the same dates from another source do not revive it',
      true,
      [nse(OLD), nse({ postponed: true }), bse(OLD)],
    ],
    [
      'dates that a better rank overrules do not end it',
      true,
      [nse(OLD), nse({ postponed: true }), ipoJi(NEW)],
    ],
    [
      'dates that are withdrawn again are not new dates',
      true,
      [nse(OLD), nse({ postponed: true }), nse({ openDate: null, closeDate: null })],
    ],
    ['a new lot size is no new date', true, [nse(OLD), nse({ postponed: true }), nse({ lotSize: 150 })]],
    [
      'a new listing day is not a new date of bidding',
      true,
      [nse(OLD), nse({ postponed: true }), nse({ listingDate: '2026-02-20' })],
    ],
    [
      'one no longer postponed is not',
      false,
      [nse(OLD), nse({ postponed: true }), nse({ postponed: false })],
    ],
    [
      'one whose postponement was taken back is not',
      false,
      [nse(OLD), nse({ postponed: true }), nse({ postponed: null })],
    ],
    [
      'one postponed a second time is',
      true,
      [nse(OLD), nse({ postponed: true }), nse({ ...NEW, postponed: false }), nse({ postponed: true })],
    ],
    [
      'an older statement that counts again is not a new date',
      true,
      [
        ipoJi({ openDate: '2026-01-12', closeDate: '2026-01-15' }),
        nse(OLD),
        nse({ postponed: true }),
        nse({ openDate: null, closeDate: null }),
      ],
    ],
    [
      'after new dates, a return to the old ones does not restart it',
      false,
      [nse(OLD), nse({ postponed: true }), nse(NEW), nse(OLD)],
    ],
  ])('%s', (_name, offMarket, statements) => {
    expect(termsFrom(recordedInOrder(...statements))?.offMarket).toBe(offMarket)
  })
})

describe('the price that percentages refer to', () => {
  test.each<[string, number | null, Pick<Terms, 'issuePrice' | 'priceMax'>]>([
    ['is the issue price', 9_800, { issuePrice: 9_800, priceMax: 10_000 }],
    ['is the upper band until the issue price is fixed', 10_000, { issuePrice: null, priceMax: 10_000 }],
    ['is the one price of a fixed-price issue', 13_800, { issuePrice: 13_800, priceMax: 13_800 }],
    ['is the issue price when no band is known', 13_800, { issuePrice: 13_800, priceMax: null }],
    ['is unknown while no price is', null, { issuePrice: null, priceMax: null }],
  ])('%s', (_name, price, terms) => {
    expect(referencePrice(terms)).toBe(price)
  })
})

test('does not depend on the order of the facts', () => {
  const days = fc.constantFrom(null, '2026-01-13', '2026-01-14', '2026-01-15')
  const flags = fc.constantFrom(null, true, false)
  const words: fc.Arbitrary<Partial<PartialTerms>> = fc.record(
    {
      lotSize: fc.constantFrom(null, 0, 1, 2),
      openDate: days,
      closeDate: days,
      withdrawn: flags,
      postponed: flags,
    },
    { requiredKeys: [] },
  )
  const sources = fc.constantFrom('operator', 'nse', 'bse', 'InvestorGain', 'Chittorgarh', 'Lantern Desk')
  const statements = fc.array(fc.tuple(sources, words, fc.integer({ min: 0, max: 3 })), {
    minLength: 1,
    maxLength: 8,
  })
  const shuffled = statements
    .map((all) => all.map(([source, said, hour], index) => statement(source, said, { hour, id: index + 1 })))
    .chain((facts) =>
      fc.tuple(
        fc.constant(facts),
        fc.shuffledSubarray(facts, { minLength: facts.length, maxLength: facts.length }),
      ),
    )
  fc.assert(
    fc.property(shuffled, ([facts, others]) => {
      expect(termsFrom(others)).toEqual(termsFrom(facts))
    }),
    { numRuns: 500 },
  )
})
