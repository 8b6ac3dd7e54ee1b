import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  bhavcopy,
  fresh,
  Market,
  nse,
  opening,
  plainSource,
  quote,
  subscribedTimes,
  terms,
  tracker,
} from '../src/collect/collect-round.test-market.ts'
import { type ReplayReport, replayAnswers } from '../src/collect/replay.ts'
import { addDays, type Day, instantFromMs, istDay, msOf } from '../src/market/calendar.ts'
import { ipowatch } from '../src/sources/ipowatch/ipowatch.ts'
import {
  type Entry,
  type Observation,
  type Source,
  UNNAMED_SUBJECT,
  Unreadable,
} from '../src/sources/source.ts'
import { answersAt } from './support/answers.ts'
import { commandLine, quickClock } from './support/command-line.ts'
import { gmp, retraction } from './support/lines.ts'
import { needs, ONCE } from './support/needs.ts'
import { recordAll } from './support/record.ts'
import { emptyStoreUrl, openStore, runs } from './support/store.ts'

const at = (day: string, time = '06:00') => `2026-03-${day}T${time}:00.000Z`
/** When the operator replays. */
const MENDED_ON = at('20')

const ACORN = {
  name: 'Acorn Mills Limited',
  symbol: 'ACORN',
  priceMin: 9_500,
  priceMax: 10_000,
  issuePrice: 10_000,
  openDate: '2026-03-10',
  closeDate: '2026-03-12',
  listingDate: '2026-03-17',
} as const

/** The source with a broken parser: each row is changed by a mistake. */
const broken = (source: Source, mistake: (entry: Entry) => Entry | null): Source => ({
  ...source,
  read(answer) {
    const reading = source.read(answer)
    return { ...reading, entries: reading.entries.flatMap((entry) => mistake(entry) ?? []) }
  },
})
const missesAll = () => null
const misreadsAll = ({ row, raw }: Entry): Entry => ({ row, raw, rule: 'bad-number', reason: `"${raw}"` })
const misreads = (change: (said: Observation) => Observation) => (entry: Entry) =>
  'said' in entry ? { ...entry, said: change(entry.said) } : entry
const readsNothing = (source: Source): Source => ({
  ...source,
  read() {
    throw new Unreadable('no table')
  },
})

async function knowing(source: Source = nse): Promise<Market> {
  const market = await Market.open()
  await market.collectPage(source, at('01'), [terms(ACORN)])
  return market
}

const again = (market: Market, source: Source, now = MENDED_ON, dryRun = false): Promise<ReplayReport> =>
  replayAnswers(market.db, source, { now: quickClock(now), sources: [nse, tracker, bhavcopy, deals], dryRun })

/** All that a replay could change except its own record: facts and refusals. */
const contentsOf = async (market: Market) => ({
  facts: await market.facts(),
  refusals: await market.db.selectFrom('refusals').selectAll().orderBy('id').execute(),
})

const gmps = async (market: Market) =>
  (await market.factsOf('gmp')).map((fact) => [fact.observedAt, fact.gmp])

const deals = plainSource('nse-deals', 'nse')
const deal = (quantity: number, tradeDate = '2026-03-10') =>
  ({
    kind: 'deal',
    deal: {
      exchange: 'NSE',
      kind: 'BULK',
      tradeDate,
      symbol: 'ACORN',
      securityName: 'Acorn Mills Limited',
      clientName: 'SOME FUND',
      dealType: 'BUY',
      quantity,
      price: 10_000,
    },
  }) as const

describe('a fixed parser', () => {
  test('accepts what was missed: observed then, recorded now, with its download', async () => {
    const market = await knowing()
    const missing = broken(tracker, missesAll)
    await market.collectPage(missing, at('10'), [quote(100, '2026-03-10')])
    await market.collectPage(missing, at('11'), [quote(200, '2026-03-11')])
    expect(await again(market, tracker)).toEqual({
      source: 'ipowatch',
      payloads: 2,
      gap: null,
      unreadable: 0,
      read: 2,
      taken: 2,
      known: 0,
      refused: 0,
      committed: expect.stringMatching(/^2026-03-20T06:/),
    })
    expect(await gmps(market)).toEqual([
      ['2026-03-10', 100],
      ['2026-03-11', 200],
    ])
    for (const { recorded } of await market.factsOf('gmp')) expect(recorded > MENDED_ON).toBe(true)
    const rows = await market.db.selectFrom('gmp_reports').select('fetch').orderBy('id').execute()
    expect(rows.map(({ fetch }) => fetch)).toEqual([2, 3])
    const rounds = await market.db.selectFrom('rounds').selectAll().where('work', '=', 'replay').execute()
    expect(rounds.every(({ source, outcome }) => source === 'ipowatch' && outcome === 'done')).toBe(true)
  })

  test('parses what could not be parsed at all', async () => {
    const market = await knowing()
    await market.collectPage(readsNothing(tracker), at('10'), [quote(100, '2026-03-10')])
    expect(await again(market, tracker)).toMatchObject({ payloads: 1, unreadable: 0, taken: 1 })
    expect(await gmps(market)).toEqual([['2026-03-10', 100]])
  })

  test('corrects a figure that was parsed wrongly', async () => {
    const market = await knowing()
    const tenfold = misreads((said) => (said.kind === 'gmp' ? { ...said, gmp: said.gmp * 10 } : said))
    await market.collectPage(broken(tracker, tenfold), at('10'), [quote(100, '2026-03-10')])
    await again(market, tracker)
    expect(await gmps(market)).toEqual([
      ['2026-03-10', 1_000],
      ['2026-03-10', 100],
    ])
  })

  test('gives a multiple without a stamp the moment of its reading', async () => {
    const market = await knowing()
    const missing = broken(nse, missesAll)
    await market.collectPage(missing, at('10'), [subscribedTimes(1)])
    await market.collectPage(missing, at('11'), [subscribedTimes(3)])
    await again(market, nse)
    expect(await market.factsOf('subscription')).toMatchObject([
      { timesSub: 1, observedAt: at('10') },
      { timesSub: 3, observedAt: at('11') },
    ])
  })

  test('accepts a listing price', async () => {
    const market = await knowing()
    await market.collectPage(broken(bhavcopy, missesAll), at('17'), [opening(13_000, '2026-03-17')])
    expect(await again(market, bhavcopy)).toMatchObject({ taken: 1 })
    expect(await market.factsOf('listing')).toMatchObject([{ slug: 'acorn-mills', listingPrice: 13_000 }])
  })

  test('adds an issue that was missed, and the rows that waited for it', async () => {
    const market = await knowing(broken(nse, missesAll))
    await market.collectPage(tracker, at('10'), [quote(100, '2026-03-10')])
    expect(await market.rules()).toEqual(['unknown-issue'])
    expect(await again(market, nse)).toMatchObject({ taken: 2 })
    expect(await gmps(market)).toEqual([['2026-03-10', 100]])
    expect(await market.refusals()).toEqual([])
  })

  test('screens and matches as usual: implausible rows are refused, with their download', async () => {
    const market = await knowing()
    await market.collectPage(broken(tracker, missesAll), at('10'), [
      quote(40_000, '2026-03-10'),
      quote(100, '2026-03-10', { subject: { ...UNNAMED_SUBJECT, name: 'Birch Looms' } }),
    ])
    expect(await again(market, tracker)).toMatchObject({ taken: 0, refused: 2 })
    expect(await market.refusals()).toMatchObject([
      { rule: 'unknown-issue', fetch: 2 },
      { rule: 'gmp-too-high', fetch: 2 },
    ])
  })

  test('changes no answer as of an earlier moment', async () => {
    const market = await Market.open()
    await market.collectPage(nse, at('01'), [terms({ ...ACORN, name: 'Alpha Limited', symbol: 'ALPHALAMP' })])
    const alpha = { subject: { ...UNNAMED_SUBJECT, name: 'Alpha' } }
    await market.collectPage(broken(tracker, missesAll), at('10'), [quote(100, '2026-03-10', alpha)])
    const moments = [at('09'), at('11'), at('19', '23:59')]
    const answers = () => Promise.all(moments.map((moment) => answersAt(market.db, at('25'), moment)))
    const before = await answers()
    expect(await again(market, tracker)).toMatchObject({ taken: 1 })
    expect(await answers()).toEqual(before)
  })
})

describe('answers of many rounds', () => {
  const days = Array.from({ length: 20 }, (_, i) => String(i + 1).padStart(2, '0'))
  const replays = (market: Market) =>
    market.db.selectFrom('rounds').selectAll().where('work', '=', 'replay').orderBy('id').execute()

  test('are recorded in one round', async () => {
    const market = await knowing()
    for (const day of days)
      await market.collectPage(broken(tracker, missesAll), at(day), [quote(Number(day), `2026-03-${day}`)])
    expect(await again(market, tracker, at('25'))).toMatchObject({ payloads: 20, taken: 17, refused: 3 })
    expect((await replays(market)).map(({ rows_read, rows_kept }) => [rows_read, rows_kept])).toEqual([
      [0, 0],
      [20, 17],
    ])
  })

  test('that contradict each other are recorded one after the other', async () => {
    const market = await knowing()
    for (const [i, gmp] of [100, 100, 200, 200, 100].entries())
      await market.collectPage(broken(tracker, missesAll), at('10', `0${i}:00`), [quote(gmp, '2026-03-10')])
    expect(await again(market, tracker)).toMatchObject({ read: 5, taken: 3, known: 2 })
    const facts = await market.factsOf('gmp')
    expect(facts.map(({ gmp }) => gmp)).toEqual([100, 200, 100])
    expect(new Set(facts.map(({ recorded }) => recorded)).size).toBe(3)
    expect((await replays(market)).map(({ rows_kept }) => rows_kept)).toEqual([0, 1, 1, 1])
  })

  test('have each deal as often as the answer with the most of it', async () => {
    const market = await knowing()
    for (const [i, page] of [[deal(5)], [deal(5), deal(5), deal(7)], [deal(5), deal(7)]].entries())
      await market.collectPage(broken(deals, missesAll), at('10', `0${i}:00`), page)
    expect(await again(market, deals)).toMatchObject({ read: 6, taken: 3, known: 3 })
    expect((await market.factsOf('deal')).map(({ quantity }) => quantity).sort()).toEqual([5, 5, 7])
  })

  test('are compared with those before: a fall is confirmed by the next reading', async () => {
    const market = await knowing()
    for (const [i, multiple] of [4, 1, 1.1].entries())
      await market.collectPage(broken(nse, missesAll), at('10', `0${i}:00`), [subscribedTimes(multiple)])
    expect(await again(market, nse)).toMatchObject({ taken: 3 })
    expect((await market.factsOf('subscription')).map(({ timesSub }) => timesSub)).toEqual([4, 1.1, 1])
    expect(await market.refusals()).toEqual([])
  })
})

describe('rows that could not be parsed', () => {
  test('are settled when they can be', async () => {
    const market = await knowing()
    await market.collectPage(broken(tracker, misreadsAll), at('10'), [quote(100, '2026-03-10')])
    expect(await market.rules()).toEqual(['bad-number'])
    expect(await again(market, tracker)).toMatchObject({ taken: 1, refused: 0 })
    expect(await market.refusals()).toEqual([])
  })

  test('stay refused while they cannot be', async () => {
    const market = await knowing()
    const source = broken(tracker, misreadsAll)
    await market.collectPage(source, at('10'), [quote(100, '2026-03-10')])
    await market.collectPage(source, at('11'), [quote(200, '2026-03-11')])
    const before = await contentsOf(market)
    await again(market, source)
    expect(await contentsOf(market)).toEqual(before)
  })

  test('stay refused while their payload cannot be parsed any more', async () => {
    const market = await knowing()
    await market.collectPage(broken(tracker, misreadsAll), at('10'), [quote(100, '2026-03-10')])
    expect(await again(market, readsNothing(tracker))).toMatchObject({ unreadable: 1 })
    expect(await market.rules()).toEqual(['bad-number'])
  })

  test('stay refused when their payload was pruned', async () => {
    const market = await knowing()
    await market.collectPage(broken(tracker, misreadsAll), at('10'), [quote(100, '2026-03-10')])
    await market.db.deleteFrom('payloads').execute()
    await again(market, tracker)
    expect(await market.rules()).toEqual(['bad-number'])
  })
})

describe('a replay adds nothing', () => {
  test('after another one', async () => {
    const market = await knowing()
    const missing = broken(tracker, missesAll)
    for (const [day, gmp] of [
      ['10', 100],
      ['11', 200],
      ['12', 100],
    ] as const)
      await market.collectPage(missing, at(day), [quote(gmp, `2026-03-${day}`), quote(40_000, '2026-03-09')])
    await again(market, tracker)
    const before = await contentsOf(market)
    expect(await again(market, tracker, at('21'))).toMatchObject({ taken: 0, committed: null })
    expect(await contentsOf(market)).toEqual(before)
  })

  test('where one document superseded another of its round with known facts', async () => {
    const market = await knowing()
    const lotsIn = async (day: string, lots: Record<string, number[]>) => {
      const bodies = new Map(
        Object.entries(lots).map(([document, sizes]) => [
          document,
          JSON.stringify(sizes.map((lotSize) => terms({ ...ACORN, lotSize }))),
        ]),
      )
      await market.collect(withDocuments([...bodies.keys()]), at(day), async ({ document }) =>
        fresh(bodies.get(document) ?? ''),
      )
    }
    await lotsIn('08', { a: [50] })
    await lotsIn('09', { a: [40], b: [50] })
    await lotsIn('10', { b: [] })
    const before = await contentsOf(market)
    await again(market, withDocuments([]))
    expect(await contentsOf(market)).toEqual(before)
  })

  /** Collects multiples at 19:00, 20:00 and so on. */
  const collectHourly = async (market: Market, hours: readonly (readonly number[])[]) => {
    for (const [i, multiples] of hours.entries())
      await market.collectPage(
        tracker,
        `2026-03-09T${19 + i}:00:00.000Z`,
        multiples.map((multiple) => subscribedTimes(multiple)),
      )
  }

  test.each([
    ['an unchanged reading was followed by a fall', [[3], [3], [1]], ['multiple-fell']],
    [
      'a fall was read again beside the figure from which it fell',
      [[3], [1], [3, 1]],
      ['multiple-fell', 'contradiction', 'contradiction'],
    ],
  ])('where %s', async (_case, hours, rules) => {
    const market = await knowing()
    await collectHourly(market, hours)
    const before = await contentsOf(market)
    expect(before.refusals.map(({ rule }) => rule)).toEqual(rules)
    await again(market, tracker)
    expect(await contentsOf(market)).toEqual(before)
  })

  test('where a reading of 0 was refused before a fall was confirmed', async () => {
    const market = await knowing()
    await collectHourly(market, [[4], [0.5], [0], [0.5]])
    const before = await contentsOf(market)
    expect(before.refusals.map(({ reason, settled }) => [reason.split(':')[0], settled])).toEqual([
      ['4 at 2026-03-09T19', 'matched'],
      ['4 at 2026-03-09T19', null],
    ])
    await again(market, tracker)
    expect(await contentsOf(market)).toEqual(before)
  })

  test('with an unchanged parser, whatever the source reported, and how often', async () => {
    const figure = fc.constantFrom(100, 200, 40_000)
    const name = fc.constantFrom('Acorn Mills', 'Acorn Mills Limited', 'Birch Looms')
    const row: fc.Arbitrary<(today: Day) => Observation> = fc.oneof(
      fc.tuple(figure, name, fc.nat({ max: 2 })).map(([amount, called, daysAgo]) => (today: Day) => ({
        ...quote(amount, addDays(today, -daysAgo)),
        subject: { ...UNNAMED_SUBJECT, name: called },
      })),
      fc.constantFrom(0, 0.5, 1, 3, 4).map((multiple) => () => subscribedTimes(multiple)),
      fc.constantFrom(40, 50).map((lotSize) => () => terms({ ...ACORN, lotSize })),
      fc.constantFrom('2026-03-12', '2026-03-13').map((closeDate) => () => terms({ ...ACORN, closeDate })),
      fc.constantFrom(500, 700).map((quantity) => (today: Day) => deal(quantity, today)),
    )
    const page = fc.record({ document: fc.constantFrom('a', 'b'), rows: fc.array(row, { maxLength: 4 }) })
    const round = fc.record({
      hours: fc.integer({ min: 1, max: 30 }),
      pages: fc.array(page, { maxLength: 2 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 6 }), async (rounds) => {
        const market = await knowing()
        let ms = msOf(at('08'))
        for (const { hours, pages } of rounds) {
          ms += hours * 3_600_000
          const now = instantFromMs(ms)
          const bodies = new Map<string, string>()
          for (const { document, rows } of pages)
            bodies.set(document, JSON.stringify(rows.map((said) => said(istDay(now)))))
          await market.collect(withDocuments([...bodies.keys()]), now, async ({ document }) =>
            fresh(bodies.get(document) ?? ''),
          )
        }
        const before = await contentsOf(market)
        await again(market, withDocuments([]))
        expect(await contentsOf(market)).toEqual(before)
      }),
      runs(30),
    )
  })
})

const withDocuments = (documents: readonly string[], more: Partial<Source> = {}): Source =>
  plainSource('nse-issues', 'nse', {
    plan: () =>
      documents.map((document) => ({ document, url: `https://x.example/${document}`, expects: 'json' })),
    ...more,
  })

describe('the valid statement', () => {
  const tenfold = misreads((said) => (said.kind === 'gmp' ? { ...said, gmp: said.gmp * 10 } : said))

  test('is what the source reported later for the same figure', async () => {
    const market = await knowing()
    await market.collectPage(broken(tracker, missesAll), at('10'), [quote(100, '2026-03-10')])
    await market.collectPage(tracker, at('12'), [quote(300, '2026-03-10')])
    expect(await again(market, tracker)).toMatchObject({ taken: 0, known: 2 })
    expect(await gmps(market)).toEqual([['2026-03-10', 300]])
  })

  test('is the last report, when the broken parser missed one between', async () => {
    const market = await knowing()
    await market.collectPage(tracker, at('10'), [quote(100, '2026-03-10')])
    await market.collectPage(broken(tracker, missesAll), at('10', '07:00'), [quote(200, '2026-03-10')])
    await market.collectPage(tracker, at('11'), [quote(100, '2026-03-10')])
    await again(market, tracker)
    expect((await gmps(market)).at(-1)).toEqual(['2026-03-10', 100])
    const before = await contentsOf(market)
    await again(market, tracker, at('21'))
    expect(await contentsOf(market)).toEqual(before)
  })

  test('is the later of two documents at different hours of one day', async () => {
    const market = await knowing()
    const hear = (document: string, time: string, rows: Observation[]) =>
      market.collect(withDocuments([document]), at('10', time), async () => fresh(JSON.stringify(rows)))
    await hear('a', '06:00', [quote(100, '2026-03-09')])
    await hear('b', '09:00', [quote(200, '2026-03-09')])
    const before = await contentsOf(market)
    await again(market, withDocuments([]))
    expect(await contentsOf(market)).toEqual(before)
  })

  test('is a statement from a facts file', async () => {
    const market = await knowing()
    await market.collectPage(broken(tracker, missesAll), at('10'), [quote(100, '2026-03-10')])
    await recordAll(market.db, at('12'), [gmp('acorn-mills', '2026-03-10', 2.5)])
    expect(await again(market, tracker)).toMatchObject({ taken: 0, known: 1 })
    expect(await gmps(market)).toEqual([['2026-03-10', 250]])
  })

  test('is a retraction, but not of the correctly parsed figure', async () => {
    const market = await knowing()
    await market.collectPage(broken(tracker, tenfold), at('10'), [quote(100, '2026-03-10')])
    await market.collectPage(broken(tracker, tenfold), at('10', '07:00'), [quote(100, '2026-03-10')])
    await recordAll(market.db, at('12'), [retraction(gmp('acorn-mills', '2026-03-10', 10))])
    expect(await again(market, broken(tracker, tenfold))).toMatchObject({ taken: 0 })
    expect(await gmps(market)).toEqual([['2026-03-10', 1_000]])
    expect(await again(market, tracker, at('21'))).toMatchObject({ taken: 1 })
    expect((await gmps(market)).at(-1)).toEqual(['2026-03-10', 100])
  })

  test('is a discarded row', async () => {
    const url = await emptyStoreUrl()
    const market = new Market(await openStore(url))
    await market.collectPage(tracker, at('10'), [quote(100, '2026-03-10')])
    await commandLine({ DATABASE_URL: url }, quickClock(at('11')))('refusals', 'discard', '1')
    await again(market, tracker)
    expect(await market.refusals()).toEqual([])
  })
})

describe('deals', () => {
  test('that are exact duplicates stay two', async () => {
    const market = await Market.open()
    await market.collectPage(broken(deals, missesAll), at('10'), [deal(500), deal(500), deal(700)])
    expect(await again(market, deals)).toMatchObject({ taken: 3 })
    expect(await again(market, deals, at('21'))).toMatchObject({ taken: 0, known: 3 })
    expect(await market.factsOf('deal')).toHaveLength(3)
  })

  test('of several downloads of one file are not duplicated', async () => {
    const market = await Market.open()
    for (const hour of ['06:00', '07:00', '08:00']) {
      await market.collectPage(hour === '07:00' ? deals : broken(deals, missesAll), at('10', hour), [
        deal(500),
        deal(500),
      ])
    }
    await market.collectPage(deals, at('11'), [deal(500), deal(500)])
    expect(await again(market, deals)).toMatchObject({ taken: 0 })
    expect(await market.factsOf('deal')).toHaveLength(2)
  })

  const listed = (...documents: string[]) =>
    plainSource('nse-deals', 'nse', {
      plan: () =>
        documents.map((document) => ({ document, url: `https://x.example/${document}`, expects: 'json' })),
    })

  test.each([
    ['two rounds', [['bulk'], ['bulk/2026-03-10']]],
    ['one round', [['bulk', 'bulk/2026-03-10']]],
  ])('of the latest list and of the list of their day are not more, read in %s', async (_name, rounds) => {
    for (const read of [deals.read, broken(deals, missesAll).read]) {
      const market = await Market.open()
      for (const [i, documents] of rounds.entries())
        await market.collectPage({ ...listed(...documents), read }, at('10', `1${i}:00`), [
          deal(500),
          deal(500),
        ])
      await again(market, deals)
      expect(await again(market, deals, at('21'))).toMatchObject({ taken: 0 })
      expect(await market.factsOf('deal')).toHaveLength(2)
    }
  })
})

describe('terms', () => {
  test('are those of the newest answer of each document: a revised date is not reverted', async () => {
    const market = await knowing()
    await market.collectPage(nse, at('05'), [terms({ ...ACORN, closeDate: '2026-03-13' })])
    const before = await contentsOf(market)
    expect(await again(market, nse)).toMatchObject({ taken: 0 })
    expect(await contentsOf(market)).toEqual(before)
  })

  test('of an old document do not revert what another has stated since', async () => {
    const market = await knowing()
    const hear = (day: string, rows: Observation[]) =>
      market.collect(withDocuments(['current']), at(day), async () => fresh(JSON.stringify(rows)))
    await hear('05', [terms({ ...ACORN, closeDate: '2026-03-13' })])
    await hear('14', [])
    const before = await contentsOf(market)
    expect(await again(market, nse)).toMatchObject({ taken: 0 })
    expect(await contentsOf(market)).toEqual(before)
  })

  test('from a newer facts file stay, and terms that it lacks are accepted', async () => {
    const market = await knowing()
    const { name, board } = terms(ACORN).terms
    const file = { fact: 'ipo', slug: 'acorn-mills', name, board, source: 'nse', closeDate: '2026-03-13' }
    await recordAll(market.db, at('05'), [file])
    expect(await again(market, nse)).toMatchObject({ taken: 0 })
    const lot = misreads((said) => (said.kind === 'terms' ? terms({ ...ACORN, lotSize: 40 }) : said))
    expect(await again(market, broken(nse, lot), at('21'))).toMatchObject({ taken: 1 })
    expect((await market.factsOf('ipo')).at(-1)?.said).toMatchObject({ closeDate: '2026-03-13', lotSize: 40 })
  })

  test('that were missed are accepted as last stated', async () => {
    const missesLot = misreads((said) => {
      if (said.kind !== 'terms') return said
      const { lotSize: _, ...rest } = said.terms
      return { ...said, terms: rest }
    })
    const market = await Market.open()
    await market.collectPage(broken(nse, missesLot), at('01'), [terms({ ...ACORN, lotSize: 40 })])
    await market.collectPage(broken(nse, missesLot), at('02'), [terms({ ...ACORN, lotSize: 50 })])
    expect(await again(market, nse)).toMatchObject({ taken: 1 })
    expect((await market.factsOf('ipo')).map(({ said }) => said.lotSize)).toEqual([undefined, 50])
    const rows = await market.db.selectFrom('issue_facts').select('fetch').orderBy('id').execute()
    expect(rows.map(({ fetch }) => fetch)).toEqual([1, 2])
  })

  test('of a document are those of its last answer that can be parsed', async () => {
    const market = await Market.open()
    await market.collectPage(broken(nse, missesAll), at('01'), [terms(ACORN)])
    await market.collect(nse, at('02'), async () => fresh('<html>Sorry</html>'))
    expect(await again(market, nse)).toMatchObject({ taken: 1, unreadable: 1 })
  })
})

describe('pruned payloads', () => {
  test('are reported as a gap, and the rest is parsed', async () => {
    const market = await knowing()
    const missing = broken(tracker, missesAll)
    for (const day of ['08', '09', '10', '11'])
      await market.collectPage(missing, at(day, '20:00'), [quote(100, `2026-03-${day}`)])
    const { db } = market
    const gone = await db.selectFrom('fetches').select('payload').where('id', 'in', [3, 4]).execute()
    const hashes = gone.map(({ payload }) => payload)
    await db.deleteFrom('payloads').where('hash', 'in', hashes).execute()
    // In India, 20:00 UTC is the next day.
    expect(await again(market, tracker)).toMatchObject({
      payloads: 2,
      gap: { payloads: 2, from: '2026-03-10', to: '2026-03-11' },
      taken: 2,
    })
    expect(await gmps(market)).toEqual([
      ['2026-03-08', 100],
      ['2026-03-11', 100],
    ])
  })
})

describe('the command', () => {
  const PAGE = `<!doctype html><html><body><table>
    <tr><td>IPO Name</td><td>IPO GMP</td><td>Price Band</td><td>Est. Listing</td><td>Date</td><td>Type</td></tr>
    <tr><td>Acorn Mills</td><td>₹12</td><td>₹100</td><td>₹112 (12.00%)</td><td>10-12 March</td><td>Mainboard</td></tr>
    </table></body></html>`

  /** Two days of a page that was not understood, and an operator at the terminal. */
  async function desk() {
    const url = await emptyStoreUrl()
    const market = new Market(await openStore(url))
    await market.collectPage(nse, at('01'), [terms(ACORN)])
    for (const day of ['10', '11'])
      await market.collect(broken(ipowatch, missesAll), at(day), async () => fresh(`${PAGE}<!-- ${day} -->`))
    return { market, run: commandLine({ DATABASE_URL: url }, quickClock(MENDED_ON)) }
  }

  test('prints what it recorded, and the second time that everything is known', async () => {
    const { market, run } = await desk()
    expect(await run('replay', 'ipowatch')).toEqual({
      code: 0,
      stdout: '2 stored answers read again: 2 taken, 0 already known, 0 refused\n',
      stderr: '',
    })
    expect(await gmps(market)).toEqual([
      ['2026-03-10', 1_200],
      ['2026-03-11', 1_200],
    ])
    expect((await run('replay', 'ipowatch')).stdout).toBe(
      '2 stored answers read again: 0 taken, 2 already known, 0 refused\n',
    )
  })

  test('--dry-run prints what it would record, and changes nothing', async () => {
    const { market, run } = await desk()
    const before = await contentsOf(market)
    const rounds = async () => (await market.db.selectFrom('rounds').select('id').execute()).length
    const roundsBefore = await rounds()
    expect(await run('replay', 'ipowatch', '--dry-run')).toEqual({
      code: 0,
      stdout: '2 stored answers read again: 2 would be taken, 0 already known, 0 refused\n',
      stderr: '',
    })
    expect(await contentsOf(market)).toEqual(before)
    expect(await rounds()).toBe(roundsBefore)
  })

  test('--json prints it for scripts', async () => {
    const { run } = await desk()
    const { code, stdout } = await run('replay', 'ipowatch', '--json')
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      source: 'ipowatch',
      payloads: 2,
      gap: null,
      unreadable: 0,
      read: 2,
      taken: 2,
      known: 0,
      refused: 0,
    })
  })

  test('reports a gap, and what it still cannot parse, by its exit code', async () => {
    const { market, run } = await desk()
    const { db } = market
    const first = await db.selectFrom('fetches').selectAll().where('id', '=', 2).executeTakeFirstOrThrow()
    await db.deleteFrom('payloads').where('hash', '=', first.payload).execute()
    await market.collect(ipowatch, at('12'), async () => fresh('<html>Sorry</html>'))
    expect(await run('replay', 'ipowatch')).toEqual({
      code: 1,
      stdout: [
        '2 stored answers read again: 1 taken, 0 already known, 0 refused',
        '1 answers still cannot be read',
        'GAP: 1 answers from 2026-03-10 to 2026-03-10 were pruned and could not be read again',
        '',
      ].join('\n'),
      stderr: '',
    })
  })

  test('of a source that was never downloaded has nothing to do', async () => {
    const { run } = await desk()
    expect((await run('replay', 'ipoji')).stdout).toBe(
      'no answers of ipoji are stored: it has not been read yet\n',
    )
  })

  describe('a wrong command line', () => {
    needs(ONCE)

    test.each<[string, string[], RegExp]>([
      ['no source', [], /give SOURCE/],
      ['two sources', ['ipowatch', 'ipoji'], /one argument too many/],
      ['several under one name', ['exchanges'], /give one source/],
      ['an unknown source', ['moneycontrol'], /there is no source "moneycontrol"/],
      ['an unknown option', ['ipowatch', '--frob'], /no option "--frob"/],
    ])('with %s exits with 2 and a message', async (_name, args, sentence) => {
      const run = commandLine({ DATABASE_URL: await emptyStoreUrl() }, quickClock(MENDED_ON))
      const { code, stdout, stderr } = await run('replay', ...args)
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
      expect(stderr).toMatch(sentence)
    })
  })
})

describe('a page that does not change', () => {
  const hours = (n: number) => instantFromMs(msOf(at('01')) + n * 3_600_000)
  const istDayOf = (n: number) => hours(n).slice(0, 10)
  const ofToday = (source: Source): Source => ({
    ...source,
    read(answer) {
      const reading = source.read(answer)
      const dated = misreads((said) =>
        said.kind === 'gmp' ? { ...said, observedAt: answer.fetchedAt.slice(0, 10) } : said,
      )
      return { ...reading, entries: reading.entries.map(dated) }
    },
  })
  const page = [quote(500, '')]

  test('stays frozen', async () => {
    const market = await knowing()
    for (const n of [1, 30, 60, 80, 100]) await market.collectPage(ofToday(tracker), hours(n), page)
    expect(await market.rules()).toEqual(['frozen-page'])
    const before = await contentsOf(market)
    expect(await again(market, ofToday(tracker))).toMatchObject({ taken: 0 })
    expect(await contentsOf(market)).toEqual(before)
  })

  test.each([
    ['read', readsNothing(ofToday(tracker))],
    ['understood', broken(ofToday(tracker), missesAll)],
  ])('is frozen also where it could not be %s then', async (_name, then) => {
    const market = await knowing()
    for (const n of [1, 30, 60, 80, 100]) await market.collectPage(then, hours(n), page)
    await again(market, ofToday(tracker))
    expect((await gmps(market)).map(([day]) => day)).toEqual([1, 30, 60].map(istDayOf))
    expect(await market.rules()).toEqual(['frozen-page'])
  })

  test('stays frozen when its first payloads were pruned', async () => {
    const market = await knowing()
    // Equal rows in unequal payloads, so that each is stored separately.
    for (const n of [1, 30, 60, 80])
      await market.collect(ofToday(tracker), hours(n), async () =>
        fresh(`[${' '.repeat(n)}${JSON.stringify(page).slice(1)}`),
      )
    const { payload } = await market.db
      .selectFrom('fetches')
      .selectAll()
      .where('id', '=', 2)
      .executeTakeFirstOrThrow()
    await market.db.deleteFrom('payloads').where('hash', '=', payload).execute()
    const before = await contentsOf(market)
    await again(market, ofToday(tracker))
    expect(await contentsOf(market)).toEqual(before)
  })

  test('is not frozen where the broken parser did not see it change', async () => {
    const market = await knowing()
    const blind = broken(ofToday(tracker), missesAll)
    for (const n of [1, 30, 60, 80, 100]) await market.collectPage(blind, hours(n), [quote(500 + n, '')])
    await again(market, ofToday(tracker))
    expect(await gmps(market)).toHaveLength(5)
    expect(await market.rules()).toEqual([])
  })
})
