import { describe, expect, test } from 'vitest'
import { deal, gmp, ipo, listing, retraction, same, subscription } from '../../../test/support/lines.ts'
import { type Line, record, recordAll } from '../../../test/support/record.ts'
import { openStore } from '../../../test/support/store.ts'
import { readLine } from '../../sources/facts-file/read-line.ts'
import { writeLine } from '../../sources/facts-file/write-line.ts'
import type { Db } from '../engines/db.ts'
import { allFacts } from '../facts/all-facts.ts'
import { gmpReports } from '../facts/figure-reports.ts'
import { marketVersion } from '../version/market-version.ts'
import { recordFacts } from './record-facts.ts'

const NOW = '2026-01-20T06:00:00.000Z'
const LATER = '2026-01-20T07:00:00.000Z'
const LATEST = '2026-01-20T08:00:00.000Z'

async function exported(db: Db): Promise<string[]> {
  const lines: string[] = []
  for await (const fact of allFacts(db)) lines.push(writeLine(fact, fact.recorded))
  return lines
}

const counts = ({ taken, known, refused }: { taken: number; known: number; refused: number }) => ({
  taken,
  known,
  refused,
})

test('a fact outside the bounds of the market is refused, whatever its source', async () => {
  const db = await openStore()
  const outcome = await record(db, NOW, [
    ipo('alpha', { openDate: '1926-01-13' }),
    ipo('beta', { closeDate: '9999-12-31' }),
    gmp('alpha', '1926-01-14', 40),
    deal('1926-01-14'),
  ])
  expect(outcome.refusals.map(({ reason }) => reason)).toEqual(
    ['openDate', 'closeDate', 'observedAt', 'tradeDate'].map((key) =>
      expect.stringContaining(`${key} must be`),
    ),
  )
  expect(await exported(db)).toEqual([])
})

describe('a round', () => {
  test('raises the market version once, however many facts it has', async () => {
    const db = await openStore()
    expect((await marketVersion(db)).version).toBe(0)
    await recordAll(db, NOW, [ipo('alpha'), gmp('alpha', '2026-01-19', 40), deal('2026-01-19')])
    expect((await marketVersion(db)).version).toBe(1)
  })

  test('without new facts leaves the version and the store unchanged', async () => {
    const db = await openStore()
    await recordAll(db, NOW, [ipo('alpha')])
    const before = await marketVersion(db)
    expect(counts(await recordAll(db, LATER, [ipo('alpha')]))).toEqual({ taken: 0, known: 1, refused: 0 })
    expect(await marketVersion(db)).toEqual(before)
  })

  test('gives its facts a time after every moment that can have been requested before', async () => {
    const db = await openStore()
    await recordAll(db, NOW, [ipo('alpha')])
    await recordAll(db, NOW, [ipo('beta')])
    const [first = '', second = ''] = (await exported(db)).map((line) => JSON.parse(line).recordedAt)
    expect(first > NOW).toBe(true)
    expect(second > first).toBe(true)
  })

  test('is stamped after the previous round, although the clock was set back', async () => {
    const db = await openStore()
    await recordAll(db, LATER, [ipo('alpha')])
    await recordAll(db, NOW, [ipo('beta')])
    const [first = '', second = ''] = (await exported(db)).map((line) => JSON.parse(line).recordedAt)
    expect(second > first).toBe(true)
  })

  test('with a refused line is rejected whole', async () => {
    const db = await openStore()
    const outcome = await record(db, NOW, [ipo('alpha'), { fact: 'gmp' }])
    expect(outcome).toMatchObject({ refused: 1, committed: null })
    expect(await exported(db)).toEqual([])
  })

  test('accepts the good lines when bad ones may be skipped', async () => {
    const db = await openStore()
    const outcome = await record(db, NOW, [ipo('alpha'), { fact: 'gmp' }], { skipBad: true })
    expect(outcome).toMatchObject({ taken: 1, refused: 1, committed: expect.any(String) })
    expect(await exported(db)).toHaveLength(1)
  })

  test('changes nothing on a dry run, but reports what would happen', async () => {
    const db = await openStore()
    const outcome = await record(db, NOW, [ipo('alpha'), deal('2026-01-19')], { dryRun: true })
    expect(outcome).toMatchObject({ taken: 2, committed: null })
    expect(await exported(db)).toEqual([])
  })
})

describe('a fact without recordedAt', () => {
  test('leaves three rows when a source reports A, then B, then A, and the past stays correct', async () => {
    const db = await openStore()
    await recordAll(db, NOW, [ipo('alpha'), gmp('alpha', '2026-01-19', 40)])
    await recordAll(db, LATER, [gmp('alpha', '2026-01-19', 45)])
    await recordAll(db, LATEST, [gmp('alpha', '2026-01-19', 40)])
    const gmpAt = async (asOf: string) => (await gmpReports(db, { version: 3, asOf }, ['alpha'])).at(-1)?.gmp
    expect(await gmpReports(db, { version: 3, asOf: null }, ['alpha'])).toHaveLength(3)
    expect(await gmpAt('2026-01-20T06:30:00.000Z')).toBe(4000)
    expect(await gmpAt('2026-01-20T07:30:00.000Z')).toBe(4500)
    expect(await gmpAt('2026-01-20T08:30:00.000Z')).toBe(4000)
  })

  const first: Line[] = [
    ipo('alpha', { openDate: '2026-01-13', lotSize: 150 }),
    gmp('alpha', '2026-01-19', 40),
    subscription('alpha', '2026-01-19T11:00:00.000Z', 'TOTAL', 3.2),
    listing('alpha', '2026-01-20', 131.5),
    { fact: 'alias', slug: 'alpha', name: 'Alpha & Sons', source: 'operator' },
  ]
  test.each<[string, Line, 'taken' | 'known']>([
    ['the same GMP again', gmp('alpha', '2026-01-19', 40), 'known'],
    ['another GMP', gmp('alpha', '2026-01-19', 41), 'taken'],
    ['the same GMP by another source', gmp('alpha', '2026-01-19', 40, 'IPO Ji'), 'taken'],
    ['the same GMP of another day', gmp('alpha', '2026-01-18', 40), 'taken'],
    [
      'the same GMP with a time stamp',
      gmp('alpha', '2026-01-19', 40, 'IPOWatch', { reportedAt: '2026-01-19T08:00:00Z' }),
      'taken',
    ],
    [
      'the same GMP with an empty citation',
      gmp('alpha', '2026-01-19', 40, 'IPOWatch', { url: null, printed: null }),
      'known',
    ],
    ['the same terms again', ipo('alpha', { openDate: '2026-01-13', lotSize: 150 }), 'known'],
    ['some of the same terms', ipo('alpha', { lotSize: 150 }), 'known'],
    ['a revised day', ipo('alpha', { openDate: '2026-01-12' }), 'taken'],
    ['a term taken back', ipo('alpha', { lotSize: null }), 'taken'],
    ['a null for a term that was never reported', ipo('alpha', { isin: null }), 'known'],
    ['the same terms by another source', ipo('alpha', { openDate: '2026-01-13', source: 'bse' }), 'taken'],
    [
      'the same multiple again',
      subscription('alpha', '2026-01-19T11:00:00.000Z', 'TOTAL', 3.2, { book: 'ALL' }),
      'known',
    ],
    [
      'the same moment in another notation',
      subscription('alpha', '2026-01-19T11:00Z', 'TOTAL', 3.2),
      'known',
    ],
    [
      'another book',
      subscription('alpha', '2026-01-19T11:00:00.000Z', 'TOTAL', 3.2, { book: 'NSE' }),
      'taken',
    ],
    ['the same listing again', listing('alpha', '2026-01-20', 131.5), 'known'],
    ['a corrected listing price', listing('alpha', '2026-01-20', 131.55), 'taken'],
    [
      'the listing on the other exchange',
      listing('alpha', '2026-01-20', 131.5, { exchange: 'BSE' }),
      'taken',
    ],
    [
      'the same alias again',
      { fact: 'alias', slug: 'alpha', name: 'Alpha & Sons', source: 'operator' },
      'known',
    ],
    ['another alias', { fact: 'alias', slug: 'alpha', name: 'Alpha', source: 'operator' }, 'taken'],
  ])('is compared with its source’s latest statement: %s', async (_name, line, expected) => {
    const db = await openStore()
    await recordAll(db, NOW, first)
    const outcome = await recordAll(db, LATER, [line])
    expect(outcome[expected]).toBe(1)
  })

  test('is compared after the dated facts of the file, wherever these are', async () => {
    const db = await openStore()
    await recordAll(db, NOW, [ipo('alpha'), gmp('alpha', '2026-01-19', 40)])
    const file = [
      gmp('alpha', '2026-01-19', 40),
      gmp('alpha', '2026-01-19', 45, 'IPOWatch', { recordedAt: '2026-01-20T06:30:00.000Z' }),
    ]
    expect(counts(await recordAll(db, LATER, file))).toEqual({ taken: 2, known: 0, refused: 0 })
    expect(counts(await recordAll(db, LATEST, file))).toEqual({ taken: 0, known: 2, refused: 0 })
  })

  test.each<[string, Line[], number[]]>([
    [
      'two GMPs of one source and day',
      [gmp('alpha', '2026-01-19', 41), gmp('alpha', '2026-01-19', 42)],
      [2, 3],
    ],
    [
      'a GMP that is already known against another',
      [gmp('alpha', '2026-01-18', 40), gmp('alpha', '2026-01-18', 42)],
      [2, 3],
    ],
    [
      'two opening days',
      [ipo('alpha', { openDate: '2026-01-12' }), ipo('alpha', { openDate: '2026-01-14' })],
      [2, 3],
    ],
    [
      'a fact and its retraction',
      [gmp('alpha', '2026-01-19', 41), retraction(gmp('alpha', '2026-01-19', 41))],
      [2, 3],
    ],
    ['a deal and its retraction', [deal('2026-01-19'), retraction(deal('2026-01-19'))], [3]],
  ])('contradicts another of the same file: %s', async (_name, lines, refusedLines) => {
    const db = await openStore()
    await recordAll(db, NOW, [ipo('alpha'), gmp('alpha', '2026-01-18', 40)])
    const before = await exported(db)
    const outcome = await record(db, LATER, [ipo('beta'), ...lines])
    expect(outcome.refusals.map(({ line }) => line)).toEqual(refusedLines)
    expect(await exported(db)).toEqual(before)
    const skipping = await record(db, LATER, [ipo('beta'), ...lines], { skipBad: true })
    const taken = 3 - refusedLines.length
    expect(counts(skipping)).toEqual({ taken, known: 0, refused: refusedLines.length })
    expect(await exported(db)).toHaveLength(before.length + taken)
  })

  test('does not contradict another with other terms of the same issue', async () => {
    const db = await openStore()
    const lines = [ipo('alpha', { openDate: '2026-01-12' }), ipo('alpha', { lotSize: 10 })]
    expect(counts(await recordAll(db, NOW, lines))).toEqual({ taken: 2, known: 0, refused: 0 })
    expect(counts(await recordAll(db, LATER, lines))).toEqual({ taken: 0, known: 2, refused: 0 })
  })
})

describe('a fact with recordedAt', () => {
  const dated = gmp('alpha', '2026-01-19', 40, 'IPOWatch', { recordedAt: '2026-01-19T09:00:00.000Z' })

  test.each<[string, Line, 'taken' | 'known']>([
    ['identical, its time included', dated, 'known'],
    ['its time written otherwise', { ...dated, recordedAt: '2026-01-19T09:00:00Z' }, 'known'],
    ['another time', { ...dated, recordedAt: '2026-01-19T10:00:00.000Z' }, 'taken'],
    ['another figure at that time', { ...dated, gmp: 41 }, 'taken'],
  ])('is known only when identical: %s', async (_name, line, expected) => {
    const db = await openStore()
    await recordAll(db, NOW, [ipo('alpha'), dated])
    expect((await recordAll(db, LATER, [line]))[expected]).toBe(1)
  })

  test.each<[string, Line, RegExp]>([
    ['a time in the future', { ...dated, recordedAt: '2026-01-20T06:00:00.001Z' }, /future/],
    [
      'a day after its recordedAt',
      { ...dated, recordedAt: '2026-01-18T18:29:59.999Z' },
      /observedAt 2026-01-19/,
    ],
    ['a day after today', gmp('alpha', '2026-01-21', 40), /observedAt 2026-01-21/],
    ['a reportedAt after its recordedAt', { ...dated, reportedAt: '2026-01-19T09:00:01.000Z' }, /reportedAt/],
    ['a reading after now', subscription('alpha', '2026-01-20T06:01:00.000Z', 'QIB', 1), /observedAt/],
    ['a listing after today', listing('alpha', '2026-01-21', 100), /listedOn/],
    ['a deal after today', deal('2026-01-21'), /tradeDate/],
    [
      'the retraction of a fact recorded later',
      retraction(
        { ...dated, recordedAt: '2026-01-19T09:00:00.000Z' },
        { recordedAt: '2026-01-19T08:00:00.000Z' },
      ),
      /of.recordedAt/,
    ],
  ])('is refused with %s', async (_name, line, reason) => {
    const db = await openStore()
    const outcome = await record(db, NOW, [ipo('alpha'), line])
    expect(outcome.refusals).toEqual([{ line: 2, reason: expect.stringMatching(reason) }])
  })

  test('may be about the current day in India although UTC is still on the day before', async () => {
    const db = await openStore()
    const atMidnight = gmp('alpha', '2026-01-19', 40, 'IPOWatch', { recordedAt: '2026-01-18T18:30:00.000Z' })
    expect((await recordAll(db, NOW, [ipo('alpha'), atMidnight])).taken).toBe(2)
  })
})

describe('slugs', () => {
  test('may be named before the line with their ipo fact', async () => {
    const db = await openStore()
    const lines = [gmp('alpha', '2026-01-19', 40), same('beta', 'alpha'), ipo('beta'), ipo('alpha')]
    expect((await recordAll(db, NOW, lines)).taken).toBe(4)
  })

  test.each<[string, Line]>([
    ['a GMP', gmp('ghost', '2026-01-19', 40)],
    ['a dated GMP', gmp('ghost', '2026-01-19', 40, 'IPOWatch', { recordedAt: NOW })],
    ['a subscription', subscription('ghost', '2026-01-19T11:00:00.000Z', 'QIB', 1)],
    ['a listing', listing('ghost', '2026-01-19', 100)],
    ['an alias', { fact: 'alias', slug: 'ghost', name: 'Ghost', source: 'operator' }],
    ['a sameness from it', same('ghost', 'alpha')],
    ['a sameness to it', same('alpha', 'ghost')],
    ['a sameness of two', same('ghost', 'phantom')],
    ['a retraction', retraction(gmp('ghost', '2026-01-19', 40))],
  ])('without an ipo fact are refused, and leave no row: %s', async (_name, line) => {
    const db = await openStore()
    const outcome = await record(db, NOW, [ipo('alpha'), line], { skipBad: true })
    expect(counts(outcome)).toEqual({ taken: 1, known: 0, refused: 1 })
    expect(outcome.refusals).toEqual([{ line: 2, reason: expect.stringMatching(/"(ghost|phantom)"/) }])
    expect(await db.selectFrom('issues').select('slug').execute()).toEqual([{ slug: 'alpha' }])
    expect(await exported(db)).toHaveLength(1)
  })

  test('that form a circle are refused, only the closing line', async () => {
    const db = await openStore()
    await recordAll(db, NOW, [ipo('alpha'), ipo('beta'), ipo('gamma'), same('alpha', 'beta')])
    const outcome = await record(db, LATER, [same('beta', 'gamma'), same('gamma', 'alpha')], {
      skipBad: true,
    })
    expect(outcome.refusals).toEqual([{ line: 2, reason: expect.stringContaining('circle') }])
    expect(outcome.taken).toBe(1)
  })

  test('may be merged the other way round once the first merge is retracted', async () => {
    const db = await openStore()
    await recordAll(db, NOW, [ipo('alpha'), ipo('beta'), same('alpha', 'beta')])
    await recordAll(db, LATER, [retraction(same('alpha', 'beta'))])
    expect((await recordAll(db, LATEST, [same('beta', 'alpha')])).taken).toBe(1)
  })
})

describe('retractions', () => {
  test('remove earlier facts; a fact that is reported again is new and counts again', async () => {
    const db = await openStore()
    const quote = gmp('alpha', '2026-01-19', 40)
    await recordAll(db, NOW, [ipo('alpha'), quote])
    const visible = async () => {
      const { version } = await marketVersion(db)
      return (await gmpReports(db, { version, asOf: null }, ['alpha'])).length
    }
    expect((await recordAll(db, LATER, [retraction(quote)])).taken).toBe(1)
    expect(await visible()).toBe(0)
    expect((await recordAll(db, LATER, [retraction(quote)])).known).toBe(1)
    expect((await recordAll(db, LATEST, [quote])).taken).toBe(1)
    expect(await visible()).toBe(1)
    expect((await recordAll(db, LATEST, [retraction(quote)])).taken).toBe(1)
    expect(await visible()).toBe(0)
  })
})

describe('deals', () => {
  test('that are exact duplicates in one file are two; the same file again adds nothing', async () => {
    const db = await openStore()
    const file = [deal('2026-01-19'), deal('2026-01-19'), deal('2026-01-19', { quantity: 5 })]
    expect((await recordAll(db, NOW, file)).taken).toBe(3)
    expect((await recordAll(db, LATER, file)).known).toBe(3)
    expect(counts(await recordAll(db, LATEST, [...file, deal('2026-01-19')]))).toEqual({
      taken: 1,
      known: 3,
      refused: 0,
    })
  })

  test('are the same whatever their source, time and address', async () => {
    const db = await openStore()
    await recordAll(db, NOW, [deal('2026-01-19')])
    const again = deal('2026-01-19', {
      source: 'operator',
      securityName: 'ACME FOODS',
      url: 'https://exchange.example',
      recordedAt: '2026-01-19T15:00:00.000Z',
    })
    expect((await recordAll(db, LATER, [again])).known).toBe(1)
  })

  test('that are retracted stay so when their disclosure is read again', async () => {
    const db = await openStore()
    await recordAll(db, NOW, [deal('2026-01-19')])
    await recordAll(db, LATER, [retraction(deal('2026-01-19'))])
    expect((await recordAll(db, LATEST, [deal('2026-01-19')])).known).toBe(1)
    expect((await recordAll(db, LATEST, [retraction(deal('2026-01-19'))])).known).toBe(1)
  })
})

describe('the time that a round assigns', () => {
  const moving = (start: string, stepMs: number) => {
    let ms = Date.parse(start)
    return () => {
      ms += stepMs
      return new Date(ms).toISOString()
    }
  }
  const statements = (lines: readonly Line[], from = 1) =>
    lines.map((line, i) => readLine(JSON.stringify(line), from + i))

  test('is one for all its facts, however long they take', async () => {
    const db = await openStore()
    const now = moving(NOW, 60_000)
    const batches = [
      statements([ipo('alpha')]),
      statements([ipo('beta')], 2),
      statements([deal('2026-01-19')], 3),
    ]
    const outcome = await recordFacts(db, { source: 'import', now, batches })
    const times = new Set((await exported(db)).map((line) => JSON.parse(line).recordedAt))
    expect([...times]).toEqual([outcome.committed])
  })

  test('does not run ahead of the clock however many rounds follow each other', async () => {
    const db = await openStore()
    let last = ''
    for (let i = 0; i < 20; i++) last = (await recordAll(db, NOW, [ipo(`issue-${i}`)])).committed ?? ''
    expect(Date.parse(last) - Date.parse(NOW)).toBeLessThan(200)
  })

  test('never replaces the recordedAt of a line', async () => {
    const db = await openStore()
    const now = moving(NOW, 1)
    const lines = Array.from({ length: 30 }, (_, i) =>
      gmp('alpha', '2026-01-19', i, 'IPOWatch', { recordedAt: new Date(Date.parse(NOW) + i).toISOString() }),
    )
    const batches = [statements([ipo('alpha')]), ...lines.map((line, i) => statements([line], 2 + i))]
    await recordFacts(db, { source: 'import', now, batches, skipBad: true })
    const withOwnTime = (await exported(db))
      .map((line) => JSON.parse(line))
      .filter(({ fact }) => fact === 'gmp')
    expect(withOwnTime.length).toBeGreaterThan(20)
    for (const { gmp: i, recordedAt } of withOwnTime) expect(Date.parse(recordedAt) - Date.parse(NOW)).toBe(i)
  })
})

describe('a file with repeated or contradictory lines', () => {
  const stored = gmp('alpha', '2026-01-19', 40, 'IPOWatch', { recordedAt: '2026-01-19T09:00:00.000Z' })
  test.each<[string, Line[], number[]]>([
    [
      'a quote and the retraction of its earlier recording',
      [gmp('alpha', '2026-01-19', 40), retraction(stored)],
      [1, 2],
    ],
    [
      'a quote and two retractions of it',
      [
        gmp('alpha', '2026-01-19', 41),
        retraction(gmp('alpha', '2026-01-19', 41)),
        retraction(gmp('alpha', '2026-01-19', 41), { reason: 'typo' }),
      ],
      [1, 2, 3],
    ],
  ])('is refused: %s', async (_name, lines, refused) => {
    const db = await openStore()
    await recordAll(db, NOW, [ipo('alpha'), stored])
    const outcome = await record(db, LATER, lines)
    expect(outcome.refusals.map(({ line }) => line)).toEqual(refused)
  })

  test('leaves no gap among equal deals, which the next file would fill', async () => {
    const db = await openStore()
    const dated = deal('2026-01-19', { recordedAt: '2026-01-19T12:00:00.000Z' })
    await record(db, NOW, [dated, deal('2026-01-19'), dated, retraction(deal('2026-01-19'))], {
      skipBad: true,
    })
    expect(await exported(db)).toHaveLength(3)
    expect(
      counts(await recordAll(db, LATER, [deal('2026-01-19'), deal('2026-01-19'), deal('2026-01-19')])),
    ).toEqual({ taken: 0, known: 3, refused: 0 })
  })

  test('lists the first lines about an unknown slug, whichever are processed first', async () => {
    const db = await openStore()
    const undated = Array.from({ length: 150 }, (_, i) => gmp('ghost', '2026-01-19', i, `Desk ${i}`))
    const dated = undated.map((line) => ({ ...line, recordedAt: NOW }))
    const { refusals, refused } = await record(db, NOW, [...undated, ...dated])
    expect(refused).toBe(300)
    expect(refusals.map(({ line }) => line)).toEqual(Array.from({ length: 100 }, (_, i) => i + 1))
  })

  test('accepts a retraction of a merge with an unknown slug', async () => {
    const db = await openStore()
    const outcome = await recordAll(db, NOW, [ipo('alpha'), retraction(same('alpha', 'ghost'))])
    expect(outcome).toMatchObject({ taken: 2, refusals: [] })
  })

  test('refuses the line that closes a circle, and only that one', async () => {
    const db = await openStore()
    const at = (time: string) => ({ recordedAt: `2026-01-19T${time}:00.000Z` })
    const lines = [
      ipo('alpha'),
      ipo('beta'),
      same('alpha', 'beta', at('01:00')),
      same('beta', 'alpha', at('02:00')),
      same('alpha', 'beta', at('03:00')),
    ]
    const outcome = await record(db, NOW, lines, { skipBad: true })
    expect(outcome.refusals.map(({ line }) => line)).toEqual([4])
  })

  test('refuses a retraction that revives a circle, and accepts the rest', async () => {
    const db = await openStore()
    const at = (time: string) => ({ recordedAt: `2026-01-19T${time}:00.000Z` })
    await recordAll(db, NOW, [
      ipo('alpha'),
      ipo('beta'),
      ipo('gamma'),
      same('alpha', 'beta', at('01:00')),
      same('alpha', 'gamma', at('02:00')),
      same('beta', 'alpha', at('03:00')),
    ])
    const outcome = await record(db, LATER, [retraction(same('alpha', 'gamma')), ipo('delta')], {
      skipBad: true,
    })
    expect(outcome).toMatchObject({ taken: 1, refused: 1 })
    expect(outcome.refusals).toEqual([{ line: 1, reason: expect.stringContaining('circle') }])
  })
})
