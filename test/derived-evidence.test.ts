import { describe, expect, test } from 'vitest'
import { evidenceReport } from '../src/reports/evidence/evidence.ts'
import { ipoAnswer } from '../src/reports/ipos/ipo-among-others.ts'
import type { Db } from '../src/store/engines/db.ts'
import { marketVersion } from '../src/store/version/market-version.ts'
import { evidenceFaults } from './support/evidence.ts'
import { gmp, holiday, ipo, listing, retraction, subscription } from './support/lines.ts'
import { marketOf } from './support/market-data.ts'
import { type Line, recordAll } from './support/record.ts'
import type { Answered } from './support/service.ts'
import { withStore } from './support/store.ts'

const NOW = '2026-03-01T00:00:00.000Z'
/** Friday, while bidding goes on. */
const CLOCK = '2026-02-06T06:00:00.000Z'

/** The lines are recorded a minute after each other, the first as number 1. */
async function evidenceOf(db: Db, lines: readonly Line[], clock = CLOCK): Promise<Answered> {
  const start = Date.parse('2026-02-01T00:00:00.000Z')
  await recordAll(
    db,
    NOW,
    lines.map((line, i) => ({ recordedAt: new Date(start + i * 60_000).toISOString(), ...line })),
  )
  return evidenceAt(db, clock)
}

async function evidenceAt(db: Db, clock: string): Promise<Answered> {
  const { version } = await marketVersion(db)
  const moment = { version, asOf: clock, clock }
  const report = await ipoAnswer(marketOf(db), moment, 'acorn')
  const found = await evidenceReport(marketOf(db), moment, 'acorn')
  expect(evidenceFaults(report?.ipo, found?.evidence, clock)).toEqual([])
  return found?.evidence
}

const figureIn = ({ figures }: Answered, path: string): Answered =>
  figures.find((one: Answered) => one.path === path)

const kindsOf = ({ facts }: Answered): string[] => facts.map(({ kind }: Answered) => kind)

/** Bidding from Thursday 5 to Monday 9 February 2026. */
const offered = (more: Line = {}) =>
  ipo('acorn', { openDate: '2026-02-05', closeDate: '2026-02-09', ...more })

describe('lock-ins', () => {
  const anchored = (more: Line = {}) => offered({ anchorShares: 4_501, ...more })

  test.each<[string, Line[], string[], number[]]>([
    ['from the day that is due', [anchored()], ['openDate', 'closeDate', 'anchorShares'], []],
    [
      'from an announced day',
      [anchored({ allotmentDate: '2026-02-11' }), holiday('2026-02-10')],
      ['openDate', 'allotmentDate', 'anchorShares'],
      [],
    ],
    [
      'with holidays before the day that is due and on the last days, and no others',
      [
        anchored(),
        holiday('2026-02-10'),
        holiday('2026-02-11', 'Bank Day', { segment: 'clearing' }),
        holiday('2026-03-16'),
        holiday('2026-03-17', 'Bank Day', { segment: 'clearing' }),
        holiday('2026-05-13'),
        holiday('2026-05-15'),
      ],
      ['openDate', 'closeDate', 'anchorShares'],
      [4, 3, 2, 6],
    ],
    [
      'of an issue that opened before the second one',
      [anchored({ openDate: '2022-03-31', allotmentDate: '2022-04-08' })],
      ['openDate', 'allotmentDate', 'anchorShares'],
      [],
    ],
  ])('%s', async (_name, lines, from, facts) => {
    await withStore(async (db) => {
      const evidence = await evidenceOf(db, lines)
      expect(figureIn(evidence, 'lockIns')).toMatchObject({ rule: 'lock-in', from, facts: facts.toSorted() })
    })
  })

  test('have no evidence while they are unknown', async () => {
    await withStore(async (db) => {
      expect(figureIn(await evidenceOf(db, [offered()]), 'lockIns')).toBeUndefined()
    })
  })
})

describe('expected days', () => {
  const clearing = { segment: 'clearing' }
  const bse = { exchange: 'BSE', source: 'bse' }

  test.each<[string, Line[], string[], number[]]>([
    ['without holidays', [], ['2026-02-10', '2026-02-11', '2026-02-12'], []],
    ['a holiday', [holiday('2026-02-10')], ['2026-02-11', '2026-02-12', '2026-02-13'], [2]],
    [
      'both lists of a day',
      [holiday('2026-02-10'), holiday('2026-02-10', 'Kite Festival', clearing)],
      ['2026-02-11', '2026-02-12', '2026-02-13'],
      [3, 2],
    ],
    [
      'two clearing holidays before the credit',
      [holiday('2026-02-12', 'Bank Day', clearing), holiday('2026-02-11', 'Bank Day', clearing)],
      ['2026-02-10', '2026-02-13', '2026-02-16'],
      [3, 2],
    ],
    [
      'a clearing holiday on the listing day, which is not left out',
      [holiday('2026-02-12', 'Bank Day', clearing)],
      ['2026-02-10', '2026-02-11', '2026-02-12'],
      [],
    ],
    [
      'holidays on a weekend, before the close and after the listing',
      [holiday('2026-02-14'), holiday('2026-02-09'), holiday('2026-02-13')],
      ['2026-02-10', '2026-02-11', '2026-02-12'],
      [],
    ],
    [
      'a holiday of the other exchange',
      [holiday('2026-02-10', 'Mela', bse)],
      ['2026-02-10', '2026-02-11', '2026-02-12'],
      [],
    ],
  ])('%s', async (_name, holidays, [allotmentDate, creditDate, listingDate], facts) => {
    await withStore(async (db) => {
      const evidence = await evidenceOf(db, [offered(), ...holidays])
      expect(figureIn(evidence, 'expected')).toMatchObject({
        rule: 'working-days',
        from: ['openDate', 'closeDate'],
        value: { allotmentDate, creditDate, listingDate, rule: 'T+3' },
        facts,
        outvoted: [],
        earlier: [],
      })
    })
  })

  test('of an issue on BSE alone leave out its holidays, and those of NSE where it has none', async () => {
    await withStore(async (db) => {
      const evidence = await evidenceOf(db, [
        offered({ exchanges: ['BSE'] }),
        holiday('2026-02-10', 'Mela', bse),
        holiday('2026-02-11'),
        holiday('2026-02-12', 'Bank Day', clearing),
      ])
      expect(figureIn(evidence, 'expected')).toMatchObject({
        from: ['openDate', 'closeDate', 'exchanges'],
        value: { allotmentDate: '2026-02-11', creditDate: '2026-02-13', listingDate: '2026-02-16' },
        facts: [2, 4],
      })
      expect(evidence.facts.at(1)).toMatchObject({
        ...{ fact: 2, kind: 'holiday', slug: null, source: 'bse', rank: 2, observedAt: '2026-02-10' },
        said: { exchange: 'BSE', segment: 'trading', day: '2026-02-10', name: 'Mela' },
        ...{ round: 1, roundWork: 'import', retracted: null },
      })
    })
  })

  test('list the reports of holidays that do not count', async () => {
    await withStore(async (db) => {
      const evidence = await evidenceOf(db, [
        offered(),
        holiday('2026-02-10'),
        holiday('2026-02-10', null),
        holiday('2026-02-11', 'Mela', { source: 'Lantern Desk' }),
        holiday('2026-02-11'),
        holiday('2026-02-12'),
        retraction(holiday('2026-02-12')),
      ])
      expect(figureIn(evidence, 'expected')).toMatchObject({
        value: { allotmentDate: '2026-02-10', creditDate: '2026-02-12', listingDate: '2026-02-13' },
        facts: [5],
        outvoted: [
          { fact: 6, rule: 'retracted' },
          { fact: 4, rule: 'lower-rank' },
          { fact: 3, rule: 'taken-back' },
          { fact: 2, rule: 'later-word' },
        ],
      })
      expect(kindsOf(evidence)).toEqual(['ipo', ...Array(5).fill('holiday'), 'retraction'])
      expect(evidence.facts.at(-1)).toMatchObject({ slug: null, said: { of: { fact: 'holiday' } } })
    })
  })

  test('know only the holidays recorded by then, and end with the listing', async () => {
    await withStore(async (db) => {
      await evidenceOf(db, [
        offered({ listingDate: '2026-02-13' }),
        holiday('2026-02-10', 'Mela', { recordedAt: '2026-02-07T00:00:00.000Z' }),
      ])
      const [before, after, listed] = [
        await evidenceAt(db, CLOCK),
        await evidenceAt(db, '2026-02-07T00:00:00.000Z'),
        await evidenceAt(db, '2026-02-13T05:00:00.000Z'),
      ]
      expect(figureIn(before, 'expected').facts).toEqual([])
      expect(kindsOf(before)).toEqual(['ipo'])
      expect(figureIn(after, 'expected').facts).toEqual([2])
      expect(figureIn(listed, 'expected')).toBeUndefined()
      expect(kindsOf(listed)).toEqual(['ipo'])
    })
  })
})

describe('applications', () => {
  const priced = { priceMin: 95, priceMax: 100, lotSize: 150 }

  test('come from the published terms and the facts with the other ones', async () => {
    await withStore(async (db) => {
      const evidence = await evidenceOf(db, [
        offered({ ...priced, employeeDiscount: 10, reservedFor: ['EMP', 'SHA'], retailLimit: 50_000 }),
        offered({ shareholderLimit: 200_000, source: 'bse' }),
        offered({ shareholderLimit: 100_000, source: 'IPOWatch' }),
        offered({ retailLimit: null }),
      ])
      const { value, ...figure } = figureIn(evidence, 'application')
      expect(value.map(({ category, maxAmount }: Answered) => [category, maxAmount])).toEqual([
        ['RII', 195_000],
        ['SNII', 990_000],
        ['BNII', null],
        ['EMP', 499_500],
        ['SHA', 195_000],
      ])
      expect(figure).toMatchObject({
        rule: 'application',
        from: ['board', 'openDate', 'lotSize', 'priceMin', 'priceMax', 'employeeDiscount'],
        facts: [1, 2],
        outvoted: [
          { fact: 4, rule: 'taken-back' },
          { fact: 3, rule: 'lower-rank' },
        ],
      })
      expect(figureIn(evidence, 'minAmount')).toMatchObject({
        ...{ value: 15_000, rule: 'application', from: ['application'], facts: [], earlier: [] },
      })
    })
  })

  test('have the earlier ones, and none while the lot is unknown', async () => {
    await withStore(async (db) => {
      const evidence = await evidenceOf(db, [
        offered(priced),
        offered({ niiMaxShares: 3_000 }),
        offered({ lotSize: null }),
      ])
      const { value, earlier } = figureIn(evidence, 'application')
      expect(value).toEqual([])
      expect(earlier.map((one: Answered) => [one.value.at(-1).maxShares, one.facts])).toEqual([
        [3_000, [2]],
        [null, []],
      ])
      expect(figureIn(evidence, 'minAmount')).toBeUndefined()
    })
  })

  test('that were never known have no evidence', async () => {
    await withStore(async (db) => {
      const evidence = await evidenceOf(db, [offered({ priceMax: 100 })])
      expect(figureIn(evidence, 'application')).toBeUndefined()
    })
  })
})

describe('chances', () => {
  const priced = { priceMin: 95, priceMax: 100, lotSize: 150 }
  const read = (category: string, more: Line = {}) =>
    subscription('acorn', '2026-02-06T05:00:00.000Z', category, 2, {
      ...{ sharesOffered: 300_000, sharesBid: 600_000, recordedAt: '2026-02-06T05:01:00.000Z' },
      ...more,
    })

  test('come from the terms and the newest bids', async () => {
    await withStore(async (db) => {
      const evidence = await evidenceOf(db, [
        offered({ ...priced, freshIssueCr: 320, offerForSaleShares: 500_000 }),
        subscription('acorn', '2026-02-05T11:00:00.000Z', 'RII', 1, {
          recordedAt: '2026-02-05T11:01:00.000Z',
        }),
        read('RII'),
        read('SNII', { applications: 12 }),
        read('TOTAL'),
      ])
      expect(figureIn(evidence, 'chances')).toMatchObject({
        ...{ rule: 'chance', facts: [], outvoted: [], earlier: [] },
        value: [
          { category: 'RII', chance: 0.4752, basis: 'at-least', allotments: 1_901 },
          { category: 'SNII', chance: 1, basis: 'applications', applications: 12, allotments: 135 },
        ],
        from: [
          ...['application', 'board', 'openDate', 'priceMin', 'priceMax', 'freshIssueCr'],
          ...['offerForSaleShares', 'subsByDay[2].sharesOffered', 'subsByDay[2].sharesBid'],
          ...['subsByDay[1].sharesOffered', 'subsByDay[1].sharesBid', 'subsByDay[1].applications'],
        ],
      })
    })
  })

  test('have evidence where none is known for want of shares on offer, and none without bids', async () => {
    await withStore(async (db) => {
      const individuals = { book: 'NSE', timesSub: null, sharesOffered: null, applications: 250 }
      const evidence = await evidenceOf(db, [
        offered({ ...priced, board: 'SME', exchanges: ['NSE'] }),
        read('RII', individuals),
      ])
      expect(figureIn(evidence, 'chances').value).toEqual([
        {
          ...{ category: 'RII', chance: null, basis: 'applications', applications: 250, allotments: null },
          asOf: '2026-02-06T05:00:00.000Z',
        },
      ])
      expect(figureIn(await evidenceAt(db, '2026-02-01T00:00:00.000Z'), 'chances')).toBeUndefined()
    })
  })
})

test('a registrar and documents are one figure each, and the fact has the printed name', async () => {
  await withStore(async (db) => {
    const documents = [{ kind: 'rhp', url: 'https://nsearchives.nseindia.com/RHP_ACORN.zip' }]
    const registrar = 'M/s. KFin Technologies Limited'
    const evidence = await evidenceOf(db, [
      offered({ registrar, documents }),
      offered({ registrar: 'Teak Registry' }),
    ])
    expect(figureIn(evidence, 'registrar')).toMatchObject({
      value: { name: 'Teak Registry', allotmentUrl: null },
      ...{ rule: 'strongest-word', facts: [2], outvoted: [{ fact: 1, rule: 'later-word' }] },
      earlier: [{ value: { name: 'KFin Technologies', allotmentUrl: expect.any(String) }, facts: [1] }],
    })
    expect(figureIn(evidence, 'documents')).toMatchObject({ value: documents, facts: [1] })
    expect(evidence.facts[0].said.registrar).toBe(registrar)
  })
})

test('the day and the owners of the last GMP come from its quotes, and have earlier values', async () => {
  await withStore(async (db) => {
    const evidence = await evidenceOf(db, [
      offered(),
      gmp('acorn', '2026-01-30', 40),
      gmp('acorn', '2026-01-31', 45, 'InvestorGain'),
      gmp('acorn', '2026-01-31', 44, 'Chittorgarh'),
      gmp('acorn', '2026-01-31', 41),
    ])
    expect(figureIn(evidence, 'lastGmpDay')).toMatchObject({
      ...{ value: '2026-01-31', rule: 'last-day', facts: [4, 5] },
      earlier: [{ value: '2026-01-30', facts: [2] }],
    })
    expect(figureIn(evidence, 'lastGmpOwners')).toMatchObject({
      ...{ value: 2, rule: 'one-voice', facts: [4, 5] },
      earlier: [{ value: 1, facts: [2] }],
    })
    const before = await evidenceAt(db, '2026-02-01T00:00:00.000Z')
    expect(figureIn(before, 'lastGmpOwners')).toMatchObject({ value: 0, facts: [], earlier: [] })
    expect(figureIn(before, 'lastGmpDay')).toBeUndefined()
  })
})

describe('the listing day', () => {
  const listed = (more: Line) => listing('acorn', '2026-02-05', 190, more)
  const later = { recordedAt: '2026-02-05T12:00:00.000Z' }

  test('has its figures from the fact that counts, and others only where they have the figure', async () => {
    await withStore(async (db) => {
      const evidence = await evidenceOf(db, [
        ipo('acorn', { board: 'SME', issuePrice: 100 }),
        listed({ ...later, high: 199.5, low: 180, close: 181, volume: 12_000, deliveredPct: 61.256 }),
        listed({ ...later, exchange: 'BSE', source: 'bse', low: 179 }),
      ])
      expect(figureIn(evidence, 'listing.low')).toMatchObject({
        ...{ value: 180, rule: 'listing', facts: [2], outvoted: [{ fact: 3, rule: 'other-exchange' }] },
      })
      expect(figureIn(evidence, 'listing.high')).toMatchObject({ value: 199.5, facts: [2], outvoted: [] })
      expect(figureIn(evidence, 'listing.deliveredPct').value).toBe(61.26)
      expect(figureIn(evidence, 'listing.volume').value).toBe(12_000)
      expect(figureIn(evidence, 'listing.atLimit')).toMatchObject({
        ...{ value: 'upper', rule: 'limit', facts: [] },
        from: ['listing.listingPrice', 'listing.exchange', 'listing.listedOn', 'issuePrice', 'board'],
      })
    })
  })

  test.each<[string, number, string | undefined]>([
    ['lower', 80.05, 'lower'],
    ['none', 80.1, undefined],
    ['upper', 189.95, 'upper'],
  ])('is at the limit %s with an opening price of %d', async (_name, listingPrice, limit) => {
    await withStore(async (db) => {
      const terms = ipo('acorn', { board: 'SME', issuePrice: 100 })
      const evidence = await evidenceOf(db, [terms, listed({ ...later, listingPrice })])
      expect(figureIn(evidence, 'listing.atLimit')?.value).toBe(limit)
    })
  })
})

describe('subscription', () => {
  const read = (day: string, hour: string, times: number | null, more: Line = {}): Line => ({
    ...subscription('acorn', `${day}T${hour}:00.000Z`, 'TOTAL', 0, { recordedAt: `${day}T${hour}:00.000Z` }),
    timesSub: times,
    ...more,
  })
  const after = '2026-02-10T12:00:00.000Z'

  test('has the numbers of a day from the facts that print them', async () => {
    await withStore(async (db) => {
      const evidence = await evidenceOf(
        db,
        [
          offered(),
          holiday('2026-02-06'),
          read('2026-02-05', '06:00', 1, { sharesOffered: 5_000, sharesBid: 9_000, applications: 60 }),
          read('2026-02-05', '07:00', 2, { sharesBid: 9_000 }),
          read('2026-02-05', '08:00', null, { sharesBid: 9_000, applications: 70 }),
          read('2026-02-09', '08:00', null, { sharesBid: 12_000, sharesOffered: 4_000 }),
          read('2026-02-10', '08:00', 3.456, { sharesBid: 12_000 }),
        ],
        after,
      )
      const of = (path: string) => {
        const { value, facts, rule } = figureIn(evidence, path)
        return [value, facts, rule]
      }
      expect(of('subsByDay[0].timesSub')).toEqual([2, [4], 'newest-reading'])
      expect(of('subsByDay[0].sharesOffered')).toEqual([5_000, [3], 'newest-reading'])
      expect(of('subsByDay[0].sharesBid')).toEqual([9_000, [4], 'newest-reading'])
      expect(of('subsByDay[0].applications')).toEqual([70, [5], 'newest-reading'])
      expect(of('subsByDay[0].dayNumber')).toEqual([1, [], 'working-days'])
      expect(of('subsByDay[0].days')).toEqual([2, [2], 'working-days'])
      expect(of('subsByDay[1].dayNumber')).toEqual([2, [2], 'working-days'])
      expect(of('subsByDay[1].timesSub')).toEqual([3.46, [7], 'newest-reading'])
      expect(of('subsByDay[1].sharesBid')).toEqual([12_000, [7], 'newest-reading'])
      expect(of('subs[0].sharesOffered')).toEqual([4_000, [6], 'newest-reading'])
      expect(of('subs[0].observedAt')).toEqual(['2026-02-10T08:00:00.000Z', [7], 'newest-reading'])
      expect(figureIn(evidence, 'subs[0].applications')).toBeUndefined()
    })
  })

  test('of a day with bids alone has their fact', async () => {
    await withStore(async (db) => {
      const evidence = await evidenceOf(
        db,
        [offered(), read('2026-02-05', '06:00', null, { sharesBid: 10 })],
        after,
      )
      expect(figureIn(evidence, 'subsByDay[0].timesSub')).toBeUndefined()
      expect(figureIn(evidence, 'subsByDay[0].sharesBid').facts).toEqual([2])
    })
  })
})

test('a range around the GMP comes from the GMP, and from past listings that are no facts of the issue', async () => {
  await withStore(async (db) => {
    const past = Array.from({ length: 55 }, (_, i): Line[] => {
      const slug = `past-${i}`
      return [
        ipo(slug, {
          ...{ openDate: '2025-11-03', closeDate: '2025-11-05', issuePrice: 100 },
          recordedAt: '2025-11-01T00:00:00.000Z',
        }),
        ...['2025-11-04', '2025-11-05'].map((day) =>
          gmp(slug, day, i, 'IPOWatch', { recordedAt: `${day}T05:00:00.000Z` }),
        ),
        listing(slug, '2025-11-10', 100 + 2 * i, { recordedAt: '2025-11-10T12:00:00.000Z' }),
      ]
    })
    const evidence = await evidenceOf(
      db,
      [
        offered({ priceMax: 100, recordedAt: '2026-02-01T00:00:00.000Z' }),
        gmp('acorn', '2026-02-09', 20, 'IPOWatch', { recordedAt: '2026-02-09T05:00:00.000Z' }),
        ...past.flat(),
      ],
      '2026-02-09T06:00:00.000Z',
    )
    expect(figureIn(evidence, 'range80')).toMatchObject({
      rule: 'range',
      value: { listings: 55 },
      ...{ from: ['lastGmpPct', 'lastGmpDay', 'board', 'closeDate'], facts: [], outvoted: [], earlier: [] },
    })
    expect(evidence.facts).toHaveLength(2)
  })
})
