import { describe, expect, test } from 'vitest'
import {
  type FactName,
  type GmpFact,
  type IpoFact,
  type PartialTerms,
  QUOTE_ALONE,
  type Recorded,
  type RetractionFact,
} from './fact.ts'
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
  ...QUOTE_ALONE,
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
    ['that does not exist takes nothing back', gmp(MONDAY), [], false],
    ['takes back the fact recorded before it', gmp(MONDAY), [retraction(TUESDAY)], true],
    ['leaves a fact that is recorded again after it', gmp(WEDNESDAY), [retraction(TUESDAY)], false],
    ['leaves a fact recorded at its own moment', gmp(TUESDAY), [retraction(TUESDAY)], false],
    [
      'takes a fact back again if it is repeated',
      gmp(WEDNESDAY),
      [retraction(TUESDAY), retraction(THURSDAY)],
      true,
    ],
    ['keeps a fact of another day', gmp(MONDAY, { observedAt: '2026-01-11' }), [retraction(TUESDAY)], false],
    ['keeps another figure', gmp(MONDAY, { gmp: 30_350 }), [retraction(TUESDAY)], false],
    ['keeps a fact of another source', gmp(MONDAY, { source: 'IPO Ji' }), [retraction(TUESDAY)], false],
    [
      'keeps a fact of another source of the same owner',
      gmp(MONDAY, { source: 'Chittorgarh' }),
      [retraction(TUESDAY, { ...MISPRINT, source: 'InvestorGain' })],
      false,
    ],
    ['keeps a fact of another issue', gmp(MONDAY, { slug: 'reed-lamps' }), [retraction(TUESDAY)], false],
    ['takes back the fact whatever was printed', gmp(MONDAY, { printed: null }), [retraction(TUESDAY)], true],
    [
      'takes back fewer facts when it names more keys',
      gmp(MONDAY),
      [retraction(TUESDAY, { ...MISPRINT, printed: '₹303' })],
      false,
    ],
    [
      'of a zero takes back the zero',
      gmp(MONDAY, { gmp: 0 }),
      [retraction(TUESDAY, { ...MISPRINT, gmp: 0 })],
      true,
    ],
    [
      'of a fact without a time stamp keeps those that have one',
      gmp(MONDAY, { reportedAt: MONDAY }),
      [retraction(TUESDAY, { ...MISPRINT, reportedAt: null })],
      false,
    ],
  ])('%s', (_name, fact, retractions, retracted) => {
    expect(isRetracted(fact, retractions)).toBe(retracted)
  })

  test('without a recordedAt takes back every earlier recording', () => {
    const recorded = [gmp(MONDAY), gmp(TUESDAY), gmp(THURSDAY)]
    expect(unretracted(recorded, [retraction(WEDNESDAY)])).toEqual([gmp(THURSDAY)])
  })

  test('with a recordedAt takes back that one recording', () => {
    const recorded = [gmp(MONDAY), gmp(TUESDAY), gmp(THURSDAY)]
    const named = retraction(WEDNESDAY, { ...MISPRINT, recordedAt: TUESDAY })
    expect(unretracted(recorded, [named])).toEqual([gmp(MONDAY), gmp(THURSDAY)])
  })

  test('with a recordedAt at which nothing was recorded takes nothing back', () => {
    const named = retraction(THURSDAY, { ...MISPRINT, recordedAt: WEDNESDAY })
    expect(unretracted([gmp(MONDAY), gmp(TUESDAY)], [named])).toEqual([gmp(MONDAY), gmp(TUESDAY)])
  })

  test('with a recordedAt in the future takes nothing back, even when that time comes', () => {
    const named = retraction(TUESDAY, { ...MISPRINT, recordedAt: WEDNESDAY })
    expect(unretracted([gmp(WEDNESDAY)], [named])).toEqual([gmp(WEDNESDAY)])
  })

  test('changes no answer from before its recording', () => {
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

  test('keeps the order of the remaining facts', () => {
    const recorded = [gmp(THURSDAY), gmp(MONDAY, { gmp: 4_500 }), gmp(MONDAY)]
    expect(unretracted(recorded, [retraction(TUESDAY)])).toEqual([gmp(THURSDAY), gmp(MONDAY, { gmp: 4_500 })])
    expect(unretracted(recorded, [])).toEqual(recorded)
  })
})

describe('the terms of an issue are named by their values', () => {
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
    ['not by a further key with another value', { ...NAMED, lotSize: 150 }, { lotSize: 151 }, false],
    ['by a further key that was left out, not', { ...NAMED, lotSize: 150 }, {}, false],
    ['by a list', { ...NAMED, exchanges: ['NSE', 'BSE'] }, { exchanges: ['NSE', 'BSE'] }, true],
    ['by another list, not', { ...NAMED, exchanges: ['NSE'] }, { exchanges: ['NSE', 'BSE'] }, false],
    ['by a null that was stated', { ...NAMED, openDate: null }, { openDate: null }, true],
    ['not by a null where a day was stated', { ...NAMED, openDate: null }, { openDate: '2026-01-13' }, false],
    // A missing key states nothing; a null withdraws an earlier statement. They are different facts.
    ['not by a null where nothing was stated', { ...NAMED, openDate: null }, { lotSize: 150 }, false],
    ['as another kind of fact, not', { ...NAMED, fact: 'alias' }, {}, false],
  ])('%s', (_name, name, said, isNamed) => {
    expect(isNamedBy(name, ipo(said))).toBe(isNamed)
  })
})
