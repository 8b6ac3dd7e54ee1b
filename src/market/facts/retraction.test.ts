import { describe, expect, test } from 'vitest'
import type { FactName, GmpFact, IpoFact, PartialTerms, Recorded, RetractionFact } from './fact.ts'
import { isNamedBy, isRetracted, unretracted } from './retraction.ts'

const MONDAY = '2026-01-12T08:00:00.000Z'
const TUESDAY = '2026-01-13T08:00:00.000Z'
const WEDNESDAY = '2026-01-14T08:00:00.000Z'
const THURSDAY = '2026-01-15T08:00:00.000Z'

const gmp = (recorded: string, more: Partial<GmpFact> = {}): Recorded<GmpFact> => ({
  fact: 'gmp',
  slug: 'lotus-kettles',
  observedAt: '2026-01-12',
  gmp: 3_035_000,
  source: 'IPOWatch',
  reportedAt: null,
  printed: '₹30350',
  url: null,
  ...more,
  recorded,
  id: 1,
})

const MISPRINT: FactName = {
  fact: 'gmp',
  slug: 'lotus-kettles',
  observedAt: '2026-01-12',
  gmp: 3_035_000,
  source: 'IPOWatch',
}

const retraction = (recorded: string, of: FactName = MISPRINT): Recorded<RetractionFact> => ({
  fact: 'retraction',
  of,
  reason: 'misprint',
  source: 'operator',
  recorded,
  id: 2,
})

describe('a retraction', () => {
  test.each<[string, Recorded<GmpFact>, Recorded<RetractionFact>[], boolean]>([
    ['that never came takes nothing', gmp(MONDAY), [], false],
    ['takes the fact recorded before it', gmp(MONDAY), [retraction(TUESDAY)], true],
    ['leaves the fact said again after it', gmp(WEDNESDAY), [retraction(TUESDAY)], false],
    ['leaves a fact recorded at its own moment', gmp(TUESDAY), [retraction(TUESDAY)], false],
    [
      'takes a fact said again if it comes again',
      gmp(WEDNESDAY),
      [retraction(TUESDAY), retraction(THURSDAY)],
      true,
    ],
    ['takes no fact of another day', gmp(MONDAY, { observedAt: '2026-01-11' }), [retraction(TUESDAY)], false],
    ['takes no other figure', gmp(MONDAY, { gmp: 30_350 }), [retraction(TUESDAY)], false],
    ['takes no fact of another source', gmp(MONDAY, { source: 'IPO Ji' }), [retraction(TUESDAY)], false],
    [
      'takes no fact of another name of the same owner',
      gmp(MONDAY, { source: 'Chittorgarh' }),
      [retraction(TUESDAY, { ...MISPRINT, source: 'InvestorGain' })],
      false,
    ],
    ['takes no fact of another issue', gmp(MONDAY, { slug: 'reed-lamps' }), [retraction(TUESDAY)], false],
    ['takes the fact whatever was printed', gmp(MONDAY, { printed: null }), [retraction(TUESDAY)], true],
    [
      'takes less when it names more',
      gmp(MONDAY),
      [retraction(TUESDAY, { ...MISPRINT, printed: '₹303' })],
      false,
    ],
    [
      'of a zero takes the zero',
      gmp(MONDAY, { gmp: 0 }),
      [retraction(TUESDAY, { ...MISPRINT, gmp: 0 })],
      true,
    ],
    [
      'of a fact without a time stamp takes none that has one',
      gmp(MONDAY, { reportedAt: MONDAY }),
      [retraction(TUESDAY, { ...MISPRINT, reportedAt: null })],
      false,
    ],
  ])('%s', (_name, fact, retractions, retracted) => {
    expect(isRetracted(fact, retractions)).toBe(retracted)
  })

  test('without a recordedAt takes every earlier saying', () => {
    const said = [gmp(MONDAY), gmp(TUESDAY), gmp(THURSDAY)]
    expect(unretracted(said, [retraction(WEDNESDAY)])).toEqual([gmp(THURSDAY)])
  })

  test('with a recordedAt takes that one saying', () => {
    const said = [gmp(MONDAY), gmp(TUESDAY), gmp(THURSDAY)]
    const named = retraction(WEDNESDAY, { ...MISPRINT, recordedAt: TUESDAY })
    expect(unretracted(said, [named])).toEqual([gmp(MONDAY), gmp(THURSDAY)])
  })

  test('with a recordedAt that nothing was said at takes nothing', () => {
    const named = retraction(THURSDAY, { ...MISPRINT, recordedAt: WEDNESDAY })
    expect(unretracted([gmp(MONDAY), gmp(TUESDAY)], [named])).toEqual([gmp(MONDAY), gmp(TUESDAY)])
  })

  test('of a moment that is still to come takes nothing, even when that moment comes', () => {
    const named = retraction(TUESDAY, { ...MISPRINT, recordedAt: WEDNESDAY })
    expect(unretracted([gmp(WEDNESDAY)], [named])).toEqual([gmp(WEDNESDAY)])
  })

  test('that is not known yet changes no answer of the past', () => {
    const facts = [gmp(MONDAY)]
    const retractions = [retraction(WEDNESDAY)]
    const asOf = (moment: string) =>
      unretracted(
        facts.filter(({ recorded }) => recorded <= moment),
        retractions.filter(({ recorded }) => recorded <= moment),
      )
    expect(asOf(TUESDAY)).toHaveLength(1)
    expect(asOf(WEDNESDAY)).toHaveLength(0)
  })

  test('leaves the order of what stands', () => {
    const said = [gmp(THURSDAY), gmp(MONDAY, { gmp: 4_500 }), gmp(MONDAY)]
    expect(unretracted(said, [retraction(TUESDAY)])).toEqual([gmp(THURSDAY), gmp(MONDAY, { gmp: 4_500 })])
    expect(unretracted(said, [])).toEqual(said)
  })
})

describe('the terms of an issue are named by what was said of them', () => {
  const ipo = (said: Partial<PartialTerms>): Recorded<IpoFact> => ({
    fact: 'ipo',
    slug: 'lotus-kettles',
    said: { name: 'Lotus Kettles Limited', board: 'MAINBOARD', ...said },
    source: 'nse',
    recorded: MONDAY,
    id: 1,
  })
  const NAMED: FactName = {
    fact: 'ipo',
    slug: 'lotus-kettles',
    name: 'Lotus Kettles Limited',
    board: 'MAINBOARD',
    source: 'nse',
  }

  test.each<[string, FactName, Partial<PartialTerms>, boolean]>([
    ['by the required keys alone', NAMED, { lotSize: 150 }, true],
    ['by another name, not', { ...NAMED, name: 'Reed Lamps Limited' }, {}, false],
    ['by a further key', { ...NAMED, lotSize: 150 }, { lotSize: 150 }, true],
    ['by a further key that says otherwise, not', { ...NAMED, lotSize: 150 }, { lotSize: 151 }, false],
    ['by a further key that was left out, not', { ...NAMED, lotSize: 150 }, {}, false],
    ['by a list', { ...NAMED, exchanges: ['NSE', 'BSE'] }, { exchanges: ['NSE', 'BSE'] }, true],
    ['by another list, not', { ...NAMED, exchanges: ['NSE'] }, { exchanges: ['NSE', 'BSE'] }, false],
    ['by a null that was said', { ...NAMED, openDate: null }, { openDate: null }, true],
    ['by a null where a day was said, not', { ...NAMED, openDate: null }, { openDate: '2026-01-13' }, false],
    // A key left out says nothing; a null takes an earlier word back. They are different facts.
    ['by a null where nothing was said, not', { ...NAMED, openDate: null }, { lotSize: 150 }, false],
    ['as another kind of fact, not', { ...NAMED, fact: 'alias' }, {}, false],
  ])('%s', (_name, name, said, isNamed) => {
    expect(isNamedBy(name, ipo(said))).toBe(isNamed)
  })
})
