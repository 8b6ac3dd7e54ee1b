import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NO_HOLIDAYS } from '../../../test/support/holidays.ts'
import {
  type Fact,
  OPEN_ALONE,
  QUOTE_ALONE,
  type Recorded,
  type RetractableFact,
  type Terms,
} from '../facts/fact.ts'
import { Owners } from '../facts/publisher.ts'
import { type FactsOfSlugs, type PredictionHistory, predictionAt, predictionHistories } from './prediction.ts'

const OWNERS = new Owners()

const CITED = { printed: null, url: null }
const SLUGS = ['lotus-kettles', 'lotus-kettles-2026']
const [SLUG = '', OTHER = ''] = SLUGS

type RecordedFact = Fact & { readonly recorded: string }

const terms = (recorded: string, said: Partial<Terms> = {}, slug = SLUG, source = 'nse'): RecordedFact => ({
  fact: 'ipo',
  slug,
  said: { name: 'Lotus Kettles Limited', board: 'MAINBOARD', ...said },
  source,
  recorded,
})
const quote = (
  recorded: string,
  gmp: number,
  source = 'Lantern',
  slug = SLUG,
  day?: string,
): RecordedFact => ({
  fact: 'gmp',
  slug,
  observedAt: day ?? recorded.slice(0, 10),
  gmp: gmp * 100,
  source,
  reportedAt: null,
  ...QUOTE_ALONE,
  ...CITED,
  recorded,
})
const listed = (recorded: string, listedOn: string, price: number, slug = SLUG): RecordedFact => ({
  fact: 'listing',
  ...OPEN_ALONE,
  slug,
  listedOn,
  listingPrice: price * 100,
  exchange: 'NSE',
  source: 'nse',
  ...CITED,
  recorded,
})
const retracted = (recorded: string, { recorded: _when, ...of }: RecordedFact): RecordedFact => ({
  fact: 'retraction',
  of:
    of.fact === 'ipo'
      ? { fact: 'ipo', slug: of.slug, ...of.said, source: of.source }
      : { ...(of as RetractableFact) },
  reason: 'misprint',
  source: 'operator',
  recorded,
})
const same = (recorded: string): RecordedFact => ({
  fact: 'same',
  slug: OTHER,
  as: SLUG,
  source: 'operator',
  recorded,
})

function factsFrom(facts: readonly RecordedFact[]): FactsOfSlugs {
  const numbered = facts.map((fact, id) => ({ ...fact, id }) as Recorded<Fact>)
  const of = <K extends Fact['fact']>(kind: K) =>
    numbered.filter((fact) => fact.fact === kind) as Recorded<Extract<Fact, { fact: K }>>[]
  return {
    ipos: of('ipo'),
    sames: of('same'),
    listings: of('listing'),
    retractions: of('retraction'),
    gmp: of('gmp'),
  }
}

const TERMS = {
  openDate: '2026-01-13',
  closeDate: '2026-01-16',
  issuePrice: 10_000,
  listingDate: '2026-01-21',
}
const BASE = [
  terms('2026-01-05T06:00:00.000Z', TERMS),
  quote('2026-01-08T06:00:00.000Z', 10),
  quote('2026-01-12T06:00:00.000Z', 20),
  quote('2026-01-15T06:00:00.000Z', 30),
  quote('2026-01-16T06:00:00.000Z', 40),
  quote('2026-01-20T06:00:00.000Z', 50),
  listed('2026-01-21T06:00:00.000Z', '2026-01-21', 131.5),
]

function historyOf(facts: readonly RecordedFact[]): PredictionHistory {
  const history = predictionHistories(SLUGS, factsFrom(facts), OWNERS, () => NO_HOLIDAYS).find(
    ({ slug }) => slug === SLUG,
  )
  if (!history) throw new Error('no history')
  return history
}

/** The expected gain of the median, by horizon. */
function expectedByHorizon(facts: readonly RecordedFact[]): Record<string, number> {
  const { predictions } = historyOf(facts)
  return Object.fromEntries(
    Object.entries(predictions).flatMap(([horizon, steps]) => {
      const final = steps.at(-1)?.value
      return final ? [[horizon, final.impliedPct]] : []
    }),
  )
}

const ALL = { 'close-7': 10, 'close-3': 20, 'close-1': 30, close: 40, last: 50 }

describe('the expected gain at each horizon', () => {
  const late = (fact: RecordedFact, recorded: string): RecordedFact => ({ ...fact, recorded })
  test.each<[string, RecordedFact[], Record<string, number>]>([
    ['the newest quote that was known', BASE, ALL],
    [
      'a quote recorded exactly at the end of bidding, and none a moment later',
      [...BASE, quote('2026-01-16T11:30:00.000Z', 41), quote('2026-01-16T11:30:00.001Z', 90)],
      { ...ALL, close: 41 },
    ],
    [
      'for a small issue, the end of its bidding an hour earlier',
      [
        ...BASE,
        terms('2026-01-05T06:00:00.000Z', { ...TERMS, board: 'SME' }),
        quote('2026-01-16T10:31:00.000Z', 90),
      ],
      ALL,
    ],
    [
      'nothing of a day on which the closing day was not known yet',
      BASE.map((fact) => (fact.fact === 'ipo' ? late(fact, '2026-01-14T06:00:00.000Z') : fact)),
      { 'close-1': 30, close: 40, last: 50 },
    ],
    [
      'nothing where all was filled in afterwards',
      BASE.map((fact) => late(fact, '2026-01-25T06:00:00.000Z')),
      {},
    ],
    [
      'the one before bidding was extended',
      [...BASE, terms('2026-01-16T12:00:00.000Z', { ...TERMS, closeDate: '2026-01-19' })],
      ALL,
    ],
    [
      'the end of bidding as moved in time',
      [...BASE, terms('2026-01-12T12:00:00.000Z', { ...TERMS, closeDate: '2026-01-15' })],
      { 'close-7': 10, 'close-1': 20, close: 30, last: 50 },
    ],
    [
      'by the upper band while the price is not fixed',
      [
        terms('2026-01-05T06:00:00.000Z', { ...TERMS, issuePrice: null, priceMax: 20_000 }),
        terms('2026-01-16T12:00:00.000Z', { issuePrice: 10_000 }),
        ...BASE.slice(1),
      ],
      { 'close-7': 5, 'close-3': 10, 'close-1': 15, close: 20, last: 50 },
    ],
    [
      'nothing while no price is known',
      [terms('2026-01-05T06:00:00.000Z', { ...TERMS, issuePrice: null }), ...BASE.slice(1)],
      {},
    ],
    [
      'no quote of more than a week before the day, and last none of more than a week before the close',
      [
        terms('2026-01-01T06:00:00.000Z', TERMS),
        quote('2026-01-02T06:00:00.000Z', 70),
        quote('2026-01-09T06:00:00.000Z', 10),
        ...BASE.slice(-1),
      ],
      { 'close-7': 10, 'close-3': 10, 'close-1': 10, close: 10, last: 10 },
    ],
    [
      'a misprint until it was retracted',
      [
        ...BASE,
        quote('2026-01-13T09:00:00.000Z', 900),
        retracted('2026-01-13T12:00:00.000Z', quote('', 900, 'Lantern', SLUG, '2026-01-13')),
      ],
      { ...ALL, 'close-3': 900 },
    ],
    [
      'nothing while it was withdrawn',
      [
        ...BASE,
        terms('2026-01-14T06:00:00.000Z', { withdrawn: true }),
        terms('2026-01-15T20:00:00.000Z', { withdrawn: false }),
      ],
      { 'close-7': 10, 'close-3': 20, close: 40, last: 50 },
    ],
    [
      'nothing once a listing price is known',
      [...BASE.slice(0, -1), listed('2026-01-14T06:00:00.000Z', '2026-01-14', 131.5)],
      { 'close-7': 10, 'close-3': 20, last: 20 },
    ],
    [
      'last nothing that was recorded after trading began',
      [...BASE, quote('2026-01-21T04:29:59.999Z', 60), quote('2026-01-21T04:30:00.000Z', 90)],
      { ...ALL, last: 60 },
    ],
    [
      'last none that was recorded together with an earlier report of the listing price',
      [...BASE, listed('2026-01-21T04:00:00.000Z', '2026-01-21', 120), quote('2026-01-21T04:00:00.000Z', 90)],
      ALL,
    ],
    [
      'the quotes of another address only once they were known to be of this issue',
      [
        ...BASE,
        terms('2026-01-05T06:00:00.000Z', TERMS, OTHER),
        quote('2026-01-14T06:00:00.000Z', 35, 'Harbour', OTHER),
        quote('2026-01-16T07:00:00.000Z', 60, 'Harbour', OTHER),
        same('2026-01-15T18:00:00.000Z'),
      ],
      { ...ALL, close: 50 },
    ],
  ])('%s', (_name, facts, expected) => {
    expect(expectedByHorizon(facts)).toEqual(expected)
  })

  test('gives the expected gain of each source by its own last quote', () => {
    const facts = [
      ...BASE,
      quote('2026-01-15T07:00:00.000Z', 20, 'Harbour'),
      quote('2026-01-16T07:00:00.000Z', 10, 'Mill'),
    ]
    const close = historyOf(facts).predictions.close[0]?.value
    expect(close).toEqual({
      at: '2026-01-16T11:30:00.000Z',
      board: 'MAINBOARD',
      exchanges: null,
      impliedPct: 20,
      bySource: [
        { source: 'Harbour', impliedPct: 20 },
        { source: 'Lantern', impliedPct: 40 },
        { source: 'Mill', impliedPct: 10 },
      ],
    })
  })
})

describe('the outcome', () => {
  const onBse = (fact: RecordedFact): RecordedFact => ({ ...fact, exchange: 'BSE' }) as RecordedFact
  const sme = terms('2025-01-05T06:00:00.000Z', { board: 'SME', issuePrice: 10_000 })

  test.each<[string, RecordedFact[], unknown]>([
    ['of a mainboard listing has no limit', [listed('2026-01-21T06:00:00.000Z', '2026-01-21', 190)], null],
    [
      'at the upper limit of SME shares',
      [sme, listed('2026-01-21T06:00:00.000Z', '2026-01-21', 190)],
      'upper',
    ],
    ['at the lower limit', [sme, listed('2026-01-21T06:00:00.000Z', '2026-01-21', 80)], 'lower'],
    ['within the limits', [sme, listed('2026-01-21T06:00:00.000Z', '2026-01-21', 189)], null],
    [
      'follows the exchange whose price counts, even if the price stays the same',
      [
        sme,
        onBse(listed('2025-02-03T06:00:00.000Z', '2025-02-03', 80)),
        listed('2025-02-04T06:00:00.000Z', '2025-02-03', 80),
      ],
      null,
    ],
  ])('%s', (_name, facts, limit) => {
    const { outcome } = historyOf([terms('2025-01-05T05:00:00.000Z', { issuePrice: 10_000 }), ...facts])
    expect(outcome.at(-1)?.value?.limit).toBe(limit)
  })
})

describe('a later fact', () => {
  const day = fc.integer({ min: 6, max: 24 }).map((d) => `2026-01-${String(d).padStart(2, '0')}`)
  const moment = fc
    .tuple(
      day,
      fc.constantFrom('04:00:00.000', '04:29:59.999', '04:30:00.000', '11:30:00.000', '20:00:00.000'),
    )
    .map(([on, time]) => `${on}T${time}Z`)
  const slug = fc.constantFrom(...SLUGS)
  const amount = fc.integer({ min: -20, max: 90 })
  const source = fc.constantFrom('Lantern', 'Harbour')
  const someTerms = fc.record(
    {
      closeDate: fc.option(day),
      listingDate: fc.option(day),
      issuePrice: fc.constantFrom(10_000, 8_000, null),
      withdrawn: fc.boolean(),
      board: fc.constantFrom('MAINBOARD' as const, 'SME' as const),
    },
    { requiredKeys: [] },
  )
  const plain: fc.Arbitrary<RecordedFact> = fc.oneof(
    { weight: 4, arbitrary: fc.tuple(moment, amount, source, slug).map((of) => quote(...of)) },
    fc.tuple(moment, someTerms, slug).map((of) => terms(...of)),
    fc.tuple(moment, amount, slug).map(([at, gain, of]) => listed(at, at.slice(0, 10), 100 + gain, of)),
    moment.map(same),
  )
  const laterFact = fc.oneof(
    { weight: 3, arbitrary: plain },
    // Names a fact of the initial ones, so that the retraction has an effect.
    fc.tuple(moment, fc.constantFrom(...BASE)).map(([at, of]) => retracted(at, of)),
  )
  const facts = fc.array(laterFact, { maxLength: 12 }).map((more) => [...BASE, ...more])

  /** All that a history states about the time up to an instant. */
  const upTo = (cut: string, histories: readonly PredictionHistory[]) =>
    histories.map(({ slug: of, predictions, outcome }) => ({
      of,
      predictions: Object.values(predictions).map((steps) => steps.filter(({ since }) => since <= cut)),
      outcome: outcome.filter(({ since }) => since <= cut),
    }))

  test('changes no earlier prediction and no earlier outcome', () => {
    fc.assert(
      fc.property(facts, facts, moment, (some, others, cut) => {
        const known = some.filter(({ recorded }) => recorded <= cut)
        const altered = [...known, ...others.filter(({ recorded }) => recorded > cut)]
        const [before, after] = [factsFrom(some), factsFrom(altered)].map((all) =>
          predictionHistories(SLUGS, all, OWNERS, () => NO_HOLIDAYS),
        )
        expect(upTo(cut, after ?? [])).toEqual(upTo(cut, before ?? []))
        // The listing day may be learned later; the predictions before that time may not change.
        for (const { slug: of, predictions } of before ?? [])
          for (const { value } of predictions.last)
            if (value && value.at <= cut)
              expect(predictionAt(of, factsFrom(altered), value.at, OWNERS, NO_HOLIDAYS)).toEqual(value)
      }),
      { numRuns: 150 },
    )
  })
})
