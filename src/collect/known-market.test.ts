import { describe, expect, test } from 'vitest'
import { gmp, ipo, listing, retraction, same } from '../../test/support/lines.ts'
import { type Line, recordAll } from '../../test/support/record.ts'
import { openStore } from '../../test/support/store.ts'
import type { Db } from '../store/engines/db.ts'
import { learnIssueKeys } from '../store/issues/issue-keys.ts'
import { KnownMarket, marketAt, presentMarket } from './known-market.ts'

const NOW = '2026-03-20T06:00:00.000Z'
const EARLY = '2026-03-01T06:00:00.000Z'
const LATE = '2026-03-10T06:00:00.000Z'

async function storeWith(...lines: Line[]): Promise<Db> {
  const db = await openStore()
  await recordAll(
    db,
    NOW,
    lines.map((line) => ({ recordedAt: EARLY, ...line })),
  )
  return db
}

describe('an issue is known by', () => {
  test('the names from the exchanges and the operator, and its aliases', async () => {
    const db = await storeWith(
      ipo('acorn', { name: 'Acorn Mills Limited', symbol: 'ACORN', isin: 'INE0AAA01011' }),
      ipo('acorn', { name: 'ACORN MILLS LTD', symbol: 'ACORNMIL', bseCode: '549002', source: 'bse' }),
      ipo('acorn', { name: 'Squirrel', symbol: 'SQUIRREL', source: 'IPOWatch' }),
      { fact: 'alias', slug: 'acorn', name: 'Oakling', source: 'operator' },
    )
    const known = (await presentMarket(db)).index.find('acorn')
    expect(new Set(known?.names)).toEqual(new Set(['Acorn Mills Limited', 'ACORN MILLS LTD', 'Oakling']))
    expect(known?.symbols).toEqual(
      new Map([
        ['nse', new Set(['ACORN'])],
        ['bse', new Set(['ACORNMIL'])],
      ]),
    )
    expect([...(known?.isins ?? []), ...(known?.bseCodes ?? [])]).toEqual(['INE0AAA01011', '549002'])
  })

  test('one slug, once two are merged, with the keys of both', async () => {
    const db = await storeWith(
      ipo('acorn', { symbol: 'ACORN' }),
      ipo('akorn', { symbol: 'AKORN', source: 'bse' }),
      same('akorn', 'acorn'),
    )
    await learnIssueKeys(db, [{ source: 'ipowatch', key: 'id 7', slug: 'akorn' }], EARLY)
    const { index } = await presentMarket(db)
    expect([...index.all()].map(({ slug }) => slug)).toEqual(['acorn'])
    expect(index.withSymbol('AKORN').map(({ slug }) => slug)).toEqual(['acorn'])
    expect(index.withUpstreamKey('ipowatch', 'id 7').map(({ slug }) => slug)).toEqual(['acorn'])
  })
})

test('facts recorded after a moment are not known at it', async () => {
  const db = await storeWith(
    ipo('acorn'),
    ipo('birch', { recordedAt: LATE }),
    { fact: 'alias', slug: 'acorn', name: 'Oakling', source: 'operator', recordedAt: LATE },
    listing('acorn', '2026-03-09', 140, { recordedAt: LATE }),
  )
  await learnIssueKeys(db, [{ source: 'ipowatch', key: 'id 7', slug: 'acorn' }], LATE)
  const then = await marketAt(db, EARLY)
  expect([...then.index.all()]).toMatchObject([{ slug: 'acorn', listedAt: new Set() }])
  expect(then.index.withName('Oakling')).toEqual([])
  expect(then.index.withUpstreamKey('ipowatch', 'id 7')).toEqual([])
  const now = await presentMarket(db)
  expect([...now.index.all()]).toHaveLength(2)
  expect(now.index.withName('Oakling')).toHaveLength(1)
  expect(now.index.withUpstreamKey('ipowatch', 'id 7')).toHaveLength(1)
})

test('retracted facts are not known', async () => {
  const db = await storeWith(ipo('acorn'), ipo('birch'), retraction(ipo('birch'), { recordedAt: LATE }))
  const slugs = async (asOf: string | null) =>
    [...(await (asOf === null ? presentMarket(db) : marketAt(db, asOf))).index.all()].map(({ slug }) => slug)
  expect(await slugs(EARLY)).toEqual(['acorn', 'birch'])
  expect(await slugs(null)).toEqual(['acorn'])
})

describe('the listing day', () => {
  test.each<[string, Line[], string | null]>([
    ['is the one that was announced', [], '2026-03-17'],
    ['is the one on which it listed', [listing('acorn', '2026-03-18', 140)], '2026-03-18'],
  ])('%s', async (_name, more, day) => {
    const db = await openStore()
    await recordAll(db, NOW, [ipo('acorn', { listingDate: '2026-03-17' }), ...more])
    const knowledge = await presentMarket(db)
    const issue = knowledge.index.find('acorn')
    expect(issue && knowledge.lifeOf(issue).listingDay).toBe(day)
  })
})

test('an added fact takes effect at once', async () => {
  const db = await storeWith(ipo('acorn', { symbol: 'ACORN' }), gmp('acorn', '2026-03-01', 12))
  const knowledge = await presentMarket(db)
  const fact = { fact: 'ipo', source: 'nse', recorded: NOW, id: Number.MAX_SAFE_INTEGER } as const
  knowledge.addFacts('acorn', [
    { ...fact, slug: 'acorn', said: { name: 'Acorn Limited', board: 'SME', isin: 'INE0AAA01011' } },
  ])
  knowledge.addFacts('birch', [{ ...fact, slug: 'birch', said: { name: 'Birch Limited', board: 'SME' } }])
  expect(knowledge.index.withIsin('INE0AAA01011')).toMatchObject([
    { slug: 'acorn', terms: { board: 'SME', symbol: 'ACORN' } },
  ])
  expect(knowledge.index.withName('Birch')).toMatchObject([{ slug: 'birch' }])
  expect(knowledge.statementsOf('acorn', 'nse')).toHaveLength(2)
  expect(knowledge.statementsOf('acorn', 'bse')).toEqual([])
})

test('what is added to a copy is not in the original, nor in what is asked for next', async () => {
  const db = await storeWith(ipo('acorn', { symbol: 'ACORN' }))
  const original = await presentMarket(db)
  const copy = new KnownMarket(original)
  const fact = { fact: 'ipo', source: 'nse', recorded: NOW, id: Number.MAX_SAFE_INTEGER } as const
  copy.addFacts('acorn', [{ ...fact, slug: 'acorn', said: { name: 'Oakling', board: 'SME' } }])
  copy.addFacts('birch', [{ ...fact, slug: 'birch', said: { name: 'Birch', board: 'SME' } }])
  copy.index.learn({ source: 'ipowatch', key: 'id 7', slug: 'acorn' })
  expect([...copy.index.all()].map(({ slug }) => slug)).toEqual(['acorn', 'birch'])
  expect(copy.index.withSymbol('ACORN')).toMatchObject([{ terms: { board: 'SME' } }])
  for (const market of [original, await presentMarket(db)]) {
    expect([...market.index.all()]).toMatchObject([{ slug: 'acorn', terms: { board: 'MAINBOARD' } }])
    expect(market.index.withName('Oakling')).toEqual([])
    expect(market.index.withUpstreamKey('ipowatch', 'id 7')).toEqual([])
    expect(market.statementsOf('acorn', 'nse')).toHaveLength(1)
  }
})

describe('the market that was read before knows what was recorded since', () => {
  const market = (db: Db) => presentMarket(db)
  /** The same facts, read all at once. */
  const whole = (db: Db) => marketAt(db, '2026-04-01T00:00:00.000Z')
  const contentsOf = async (known: KnownMarket) =>
    [...known.index.all()]
      .map((issue) => ({ issue, nse: known.statementsOf(issue.slug, 'nse'), day: known.listingDay(issue) }))
      .sort((a, b) => (a.issue.slug < b.issue.slug ? -1 : 1))

  test.each<[string, Line[]]>([
    ['an issue', [ipo('cedar')]],
    ['other terms', [ipo('acorn', { name: 'Acorn Limited', symbol: 'ACORNLTD' })]],
    [
      'terms that were recorded earlier',
      [ipo('acorn', { lotSize: 7, recordedAt: '2026-02-01T00:00:00.000Z' })],
    ],
    ['a name', [{ fact: 'alias', slug: 'acorn', name: 'Oakling', source: 'operator' }]],
    ['a listing', [listing('acorn', '2026-03-09', 140)]],
    ['a merge', [same('birch', 'acorn')]],
    ['a retraction', [retraction(ipo('birch'), { recordedAt: LATE })]],
  ])('%s', async (_name, more) => {
    const db = await storeWith(ipo('acorn', { lotSize: 5 }), ipo('birch'))
    await market(db)
    await recordAll(db, NOW, more)
    expect(await contentsOf(await market(db))).toEqual(await contentsOf(await whole(db)))
  })

  test('and the keys that were learned since', async () => {
    const db = await storeWith(ipo('acorn'))
    for (const key of ['id 7', 'id 8']) {
      await learnIssueKeys(db, [{ source: 'ipowatch', key, slug: 'acorn' }], LATE)
      expect((await market(db)).index.withUpstreamKey('ipowatch', key)).toMatchObject([{ slug: 'acorn' }])
    }
  })
})
