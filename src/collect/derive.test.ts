import { describe, expect, test } from 'vitest'
import { ipo } from '../../test/support/lines.ts'
import { recordAll } from '../../test/support/record.ts'
import { termsFrom } from '../market/issues/terms.ts'
import { type ReportedSubscription, UNNAMED_SUBJECT } from '../sources/source.ts'
import { refusal } from '../store/collection/refusals.ts'
import {
  bhavcopy,
  bse,
  Market,
  nse,
  opening,
  plainSource,
  quote,
  subscribedTimes,
  terms,
  tracker,
} from './collect-round.test-market.ts'
import { discardRefusals } from './settle.ts'

const at = (day: string, time = '06:00') => `2026-03-${day}T${time}:00.000Z`
const DATES = { openDate: '2026-03-10', closeDate: '2026-03-12' }

describe('the terms of an issue', () => {
  test('several rows of a round become one fact, in which a later row takes precedence', async () => {
    const market = await Market.open()
    const report = await market.collectPage(nse, at('01'), [
      terms({ symbol: 'ACORN', priceMax: 9_900, ...DATES }),
      terms({ name: 'ACORN MILLS LIMITED', symbol: 'ACORN', priceMax: 10_000, lotSize: 100 }),
    ])
    expect(report).toMatchObject({ read: 2, taken: 1, refused: 0 })
    expect(await market.factsOf('ipo')).toMatchObject([
      {
        slug: 'acorn-mills',
        source: 'nse',
        said: { name: 'Acorn Mills Limited', symbol: 'ACORN', priceMax: 10_000, lotSize: 100, ...DATES },
      },
    ])
  })

  test('rows about several issues are kept apart', async () => {
    const market = await Market.open()
    await market.collectPage(nse, at('01'), [
      terms({ symbol: 'ACORN' }),
      terms({ name: 'Birch Foods Limited', symbol: 'BIRCH' }),
      terms({ symbol: 'ACORN', lotSize: 100 }),
    ])
    expect((await market.factsOf('ipo')).map(({ slug, said }) => [slug, said.lotSize])).toEqual([
      ['acorn-mills', 100],
      ['birch-foods', undefined],
    ])
  })

  test('terms that are reported again are known', async () => {
    const market = await Market.open()
    const page = [terms({ symbol: 'ACORN', ...DATES })]
    await market.collectPage(nse, at('01'), page)
    expect(await market.collectPage(nse, at('02'), page)).toMatchObject({
      taken: 0,
      known: 1,
      committed: null,
    })
    expect(await market.facts()).toHaveLength(1)
  })

  test('each exchange reports only itself, and an issue on both is on both', async () => {
    const market = await Market.open()
    await market.collectPage(nse, at('01'), [terms({ symbol: 'ACORN', exchanges: ['NSE'], ...DATES })])
    await market.collectPage(bse, at('02'), [terms({ exchanges: ['BSE'], ...DATES })])
    await market.collectPage(nse, at('03'), [terms({ symbol: 'ACORN', exchanges: ['NSE'], ...DATES })])
    const facts = await market.factsOf('ipo')
    expect(facts.map(({ source, said }) => [source, said.exchanges])).toEqual([
      ['nse', ['NSE']],
      ['bse', ['NSE', 'BSE']],
    ])
  })

  test('of an offer, BSE states only what NSE has not', async () => {
    const market = await Market.open()
    const documents = [{ kind: 'anchor', url: 'https://nsearchives.nseindia.com/a.zip' }] as const
    const page = { registrar: 'Teak Registry', documents, ...DATES }
    await market.collectPage(bse, at('01'), [terms({ ...DATES, registrar: 'Teak', employeeDiscount: 500 })])
    await market.collectPage(nse, at('02'), [terms({ symbol: 'ACORN', ...page })])
    await market.collectPage(bse, at('03'), [
      terms({
        ...DATES,
        registrar: 'Teak Ltd',
        employeeDiscount: 700,
        documents: [{ kind: 'rhp', url: 'https://www.bseindia.com/r.zip' }],
      }),
    ])
    expect((await market.factsOf('ipo')).at(-1)).toMatchObject({
      source: 'bse',
      said: { employeeDiscount: 700 },
    })
    expect((await market.factsOf('ipo')).at(-1)?.said).not.toHaveProperty('registrar')
    expect((await market.factsOf('ipo')).at(-1)?.said).not.toHaveProperty('documents')
  })

  test('BSE’s row has the spelling and the symbol of NSE', async () => {
    const market = await Market.open()
    await market.collectPage(nse, at('01'), [terms({ symbol: 'ACORN', ...DATES })])
    await market.collectPage(bse, at('02'), [
      terms({ name: 'ACORN MILLS LTD', symbol: 'ACORNMIL', bseCode: '549002', ...DATES }),
    ])
    const said = (await market.factsOf('ipo')).find(({ source }) => source === 'bse')?.said
    expect(said).toMatchObject({ name: 'Acorn Mills Limited', bseCode: '549002' })
    expect(said).not.toHaveProperty('symbol')
  })

  test('alone, BSE has its own spelling and symbol, until NSE reports', async () => {
    const market = await Market.open()
    await market.collectPage(bse, at('01'), [
      terms({ name: 'Acorn  Mills Ltd', symbol: 'ACORNMIL', ...DATES }),
    ])
    await market.collectPage(nse, at('02'), [terms({ symbol: 'ACORN', ...DATES })])
    expect((await market.factsOf('ipo')).map(({ slug, said }) => [slug, said.symbol])).toEqual([
      ['acorn-mills', 'ACORNMIL'],
      ['acorn-mills', 'ACORN'],
    ])
  })

  test('a name in other capitals is not new; another name is', async () => {
    const market = await Market.open()
    await market.collectPage(nse, at('01'), [terms({ symbol: 'ACORN' })])
    expect(
      await market.collectPage(nse, at('02'), [terms({ name: 'ACORN MILLS LTD.', symbol: 'ACORN' })]),
    ).toMatchObject({ taken: 0, known: 1 })
    await market.collectPage(nse, at('03'), [terms({ name: 'Oak Mills Limited', symbol: 'ACORN' })])
    expect((await market.factsOf('ipo')).map(({ slug, said }) => [slug, said.name])).toEqual([
      ['acorn-mills', 'Acorn Mills Limited'],
      ['acorn-mills', 'Oak Mills Limited'],
    ])
  })

  test('a second issue of a name gets its own slug', async () => {
    const market = await Market.open()
    await market.collectPage(nse, at('01'), [terms({ symbol: 'ACORN', openDate: '2025-03-10' })])
    await market.collectPage(nse, at('02'), [terms({ symbol: 'ACORN', openDate: '2026-03-10' })])
    expect((await market.factsOf('ipo')).map(({ slug }) => slug)).toEqual(['acorn-mills', 'acorn-mills-2026'])
  })

  test('an exchange’s row that may be about a known issue creates no other', async () => {
    const market = await Market.open()
    await market.collectPage(bse, at('01'), [terms()])
    await market.collectPage(nse, at('02'), [
      terms({ name: 'Acorn Mills and Sons Limited', symbol: 'ACORNSONS' }),
    ])
    expect(await market.refusals()).toMatchObject([
      { rule: 'unconfirmed-issue', candidates: '["acorn-mills"]' },
    ])
    expect(await market.facts()).toHaveLength(1)
  })

  test('a tracker creates no issue', async () => {
    const market = await Market.open()
    expect(await market.collectPage(tracker, at('01'), [terms()])).toMatchObject({ taken: 0, refused: 1 })
    expect(await market.rules()).toEqual(['unknown-issue'])
  })

  test('an issue without a board waits for a row that has one', async () => {
    const market = await Market.open()
    const { board: _, ...boardless } = terms().terms
    await market.collectPage(bse, at('01'), [{ ...terms(), terms: boardless }])
    expect(await market.rules()).toEqual(['no-board'])
    expect(await market.facts()).toEqual([])
    await market.collectPage(bse, at('02'), [terms(), { ...terms(), terms: boardless }])
    expect(await market.facts()).toHaveLength(1)
    expect(await market.rules()).toEqual([])
    expect(await refusal(market.db, 1)).toMatchObject({ settled: 'matched', settled_as: 'acorn-mills' })
  })

  test('a withdrawn issue that is offered again under its symbol is another issue', async () => {
    const market = await Market.open()
    const first = terms({ symbol: 'ACORN', withdrawn: true, ...DATES })
    const second = terms({ symbol: 'ACORN', openDate: '2026-05-04', closeDate: '2026-05-06' })
    await market.collectPage(nse, at('01'), [first])
    await market.collectPage(nse, at('20'), [second, first])
    await market.collectPage(nse, at('21'), [second, first])
    expect(
      (await market.factsOf('ipo')).map(({ slug, said }) => [slug, said.openDate, said.withdrawn]),
    ).toEqual([
      ['acorn-mills', '2026-03-10', true],
      ['acorn-mills-2026', '2026-05-04', undefined],
    ])
  })

  test('a postponed issue that gets new dates is the same, although its first row stays in the list', async () => {
    const market = await Market.open()
    const first = terms({ symbol: 'ACORN', postponed: true, ...DATES })
    const second = terms({ symbol: 'ACORN', openDate: '2026-04-06', closeDate: '2026-04-08' })
    await market.collectPage(nse, at('01'), [first])
    await market.collectPage(nse, at('20'), [second, first])
    await market.collectPage(nse, at('21'), [first, second])
    const facts = await market.factsOf('ipo')
    expect(facts.map(({ slug, said }) => [slug, said.openDate])).toEqual([
      ['acorn-mills', '2026-03-10'],
      ['acorn-mills', '2026-04-06'],
    ])
    expect(termsFrom(facts)).toMatchObject({ offMarket: false, openDate: '2026-04-06' })
  })

  test('an implausible row is refused, and the next one is not', async () => {
    const market = await Market.open()
    const report = await market.collectPage(nse, at('01'), [
      terms({ priceMin: 11_000, priceMax: 10_000 }),
      terms({ name: 'Birch Foods Limited' }),
    ])
    expect(report).toMatchObject({ taken: 1, refused: 1, refusedBy: new Map([['band-upside-down', 1]]) })
  })
})

describe('a tracker’s row about an issue that is not known yet', () => {
  test('waits whole, with its reason', async () => {
    const market = await Market.open()
    await market.collectPage(tracker, at('01'), [quote(1_200, '2026-03-01')])
    const [waiting] = await market.refusals()
    expect(waiting).toMatchObject({
      rule: 'unknown-issue',
      source: 'ipowatch',
      document: 'list',
      line: 1,
      raw: JSON.stringify(quote(1_200, '2026-03-01')),
      candidates: '[]',
      times: 1,
    })
    expect(waiting?.reason).toContain('Acorn Mills')
    expect(JSON.parse(waiting?.said ?? '')).toEqual(quote(1_200, '2026-03-01'))
  })

  test('is accepted when the issue appears: recorded then, observed when it was, with its own download', async () => {
    const market = await Market.open()
    await market.collectPage(tracker, at('01'), [quote(1_200, '2026-03-01')])
    const [waiting] = await market.refusals()
    const report = await market.collectPage(nse, at('02'), [terms()])
    expect(report.taken).toBe(2)
    const [gmp] = await market.factsOf('gmp')
    expect(gmp).toMatchObject({
      slug: 'acorn-mills',
      source: 'IPOWatch',
      observedAt: '2026-03-01',
      gmp: 1_200,
      recorded: report.committed,
      url: tracker.home,
    })
    const stored = await market.db.selectFrom('gmp_reports').select('fetch').executeTakeFirst()
    expect(stored?.fetch).toBe(waiting?.fetch)
    expect(await market.refusals()).toEqual([])
    expect(await refusal(market.db, waiting?.id ?? 0)).toMatchObject({
      settled: 'matched',
      settled_as: 'acorn-mills',
      settled_at: at('02'),
    })
  })

  const named = (name: string | null, upstreamId: string | null = null) => ({
    subject: { ...UNNAMED_SUBJECT, name, upstreamId },
  })

  test('is left out when it is about a trust, also where a second row has only its number', async () => {
    const market = await Market.open()
    const report = await market.collectPage(tracker, at('01'), [
      quote(200, '2026-03-01', named('Acorn Roads Trust', '17')),
      quote(100, '2026-02-28', named(null, '17')),
      quote(300, '2026-03-01', named('Acorn Offices REIT')),
      quote(400, '2026-03-01', named('Trust Acorn')),
    ])
    expect(report).toMatchObject({ read: 4, taken: 0, refused: 1 })
    expect((await market.refusals()).map(({ subject }) => subject)).toEqual(['name trustacorn'])
  })

  test('is of a company named like a trust when an exchange has announced that company', async () => {
    const market = await Market.open()
    await market.collectPage(nse, at('01'), [terms({ name: 'Acorn Trust Limited' })])
    await market.collectPage(tracker, at('02'), [quote(200, '2026-03-02', named('Acorn Trust'))])
    expect(await market.factsOf('gmp')).toMatchObject([{ slug: 'acorn-trust' }])
  })

  test('is settled by the next round with terms when it is about a trust and has waited', async () => {
    const market = await Market.open()
    await market.collectPage(tracker, at('01'), [quote(200, '2026-03-01', named('Acorn Roads'))])
    const trust = JSON.stringify(quote(200, '2026-03-01', named('Acorn Roads Trust')))
    await market.db.updateTable('refusals').set({ said: trust }).execute()
    await market.collectPage(nse, at('02'), [terms()])
    expect(await market.rules()).toEqual([])
    expect(await refusal(market.db, 1)).toMatchObject({ settled: 'matched', settled_as: null })
  })

  test('is not accepted by another tracker’s round, which has no issue', async () => {
    const market = await Market.open()
    await market.collectPage(tracker, at('01'), [quote(1_200, '2026-03-01')])
    await market.collectPage(plainSource('ipoji', 'IPO Ji'), at('02'), [quote(900, '2026-03-02')])
    expect(await market.rules()).toEqual(['unknown-issue', 'unknown-issue'])
  })

  test('is accepted by the next round of any source once the operator has imported the issue', async () => {
    const market = await Market.open()
    await market.collectPage(tracker, at('01'), [quote(1_200, '2026-03-01')])
    await recordAll(market.db, at('02'), [ipo('acorn-mills', { name: 'Acorn Mills Limited' })])
    await market.collectPage(tracker, at('03'), [])
    expect(await market.factsOf('gmp')).toMatchObject([{ slug: 'acorn-mills', observedAt: '2026-03-01' }])
    expect(await market.rules()).toEqual([])
  })

  test('is one refusal, however often it is read', async () => {
    const market = await Market.open()
    for (const hour of ['06:00', '07:00', '08:00'])
      await market.collectPage(tracker, at('01', hour), [quote(1_200, '2026-03-01')])
    expect(await market.refusals()).toMatchObject([
      { times: 3, first_seen: at('01', '06:00'), last_seen: at('01', '08:00') },
    ])
  })

  test('that was revised during the day: its latest value is accepted, and none is left waiting', async () => {
    const market = await Market.open()
    for (const [hour, gmp] of [
      ['06:00', 1_200],
      ['07:00', 1_500],
      ['08:00', 1_200],
    ] as const)
      await market.collectPage(tracker, at('01', hour), [quote(gmp, '2026-03-01')])
    await market.collectPage(tracker, at('02'), [quote(1_700, '2026-03-02')])
    await market.collectPage(nse, at('03'), [terms()])
    expect((await market.factsOf('gmp')).map(({ observedAt, gmp }) => [observedAt, gmp])).toEqual([
      ['2026-03-01', 1_200],
      ['2026-03-02', 1_700],
    ])
    expect(await market.refusals()).toEqual([])
  })

  test('keeps waiting for another reason when it breaks a rule, and is still one refusal', async () => {
    const market = await Market.open()
    await market.collectPage(tracker, at('01', '06:00'), [quote(90_000, '2026-03-01')])
    await market.collectPage(nse, at('01', '07:00'), [terms({ priceMax: 10_000 })])
    expect(await market.refusals()).toMatchObject([
      { rule: 'gmp-too-high', candidates: '["acorn-mills"]', times: 1 },
    ])
    await market.collectPage(tracker, at('01', '08:00'), [quote(90_000, '2026-03-01')])
    expect(await market.refusals()).toMatchObject([{ rule: 'gmp-too-high', times: 2 }])
  })

  test('of later days keeps waiting while a past moment is recorded', async () => {
    const market = await Market.open()
    await market.collectPage(tracker, at('20'), [quote(1_200, '2026-03-20')])
    await market.collectPage(nse, at('21'), [terms()], { at: at('01') })
    expect(await market.rules()).toEqual(['unknown-issue'])
    await market.collectPage(nse, at('22'), [terms({ lotSize: 10 })])
    expect(await market.factsOf('gmp')).toMatchObject([{ observedAt: '2026-03-20' }])
  })

  test('an unstamped figure has the time of its reading, also when it is accepted later', async () => {
    const market = await Market.open()
    await market.collectPage(bse, at('10'), [subscribedTimes(1.5)])
    await market.collectPage(nse, at('11'), [terms(DATES)])
    expect(await market.factsOf('subscription')).toMatchObject([{ observedAt: at('10'), timesSub: 1.5 }])
  })

  test('two tables that differ and stand still are each recorded once', async () => {
    const market = await Market.open()
    await market.collectPage(nse, at('01'), [terms({ symbol: 'ACORN', ...DATES })])
    const list = subscribedTimes(0.11, { book: 'NSE', sharesBid: 510_400 })
    const page = { ...list, timesSub: null, sharesBid: 516_800, applications: 150 }
    for (const [day, hour] of [
      ['10', '06:00'],
      ['10', '09:00'],
      ['11', '06:00'],
    ] as const) {
      await market.collectPage(nse, at(day, hour), [list])
      await market.collectPage(nse, at(day, `${hour.slice(0, 2)}:01`), [page])
    }
    expect(
      (await market.factsOf('subscription')).map(({ timesSub, sharesBid }) => [timesSub, sharesBid]),
    ).toEqual([
      [0.11, 510_400],
      [null, 516_800],
    ])
  })

  test('an unstamped figure that is too late is one refusal, however often it is read', async () => {
    const market = await Market.open()
    await market.collectPage(nse, at('01'), [terms(DATES)])
    for (const hour of ['06:00', '07:00', '08:00'])
      await market.collectPage(nse, at('20', hour), [subscribedTimes(1.5)])
    expect(await market.refusals()).toMatchObject([{ rule: 'outside-life', times: 3 }])
  })

  test('an unstamped figure that rises and falls while it waits has each of its moments', async () => {
    const market = await Market.open()
    for (const [hour, figure] of [
      ['06:00', 1.5],
      ['07:00', 1.7],
      ['08:00', 1.5],
    ] as const)
      await market.collectPage(bse, at('10', hour), [subscribedTimes(figure)])
    await market.collectPage(nse, at('11'), [terms(DATES)])
    expect(
      (await market.factsOf('subscription')).map(({ observedAt, timesSub }) => [observedAt, timesSub]),
    ).toEqual([
      [at('10', '06:00'), 1.5],
      [at('10', '07:00'), 1.7],
      [at('10', '08:00'), 1.5],
    ])
  })

  test('is found by the tracker’s own number after the tracker has renamed it', async () => {
    const market = await Market.open()
    await market.collectPage(nse, at('01'), [terms()])
    const called = (name: string) => ({ subject: { ...UNNAMED_SUBJECT, name, upstreamId: '77' } })
    await market.collectPage(tracker, at('02'), [quote(1_200, '2026-03-02', called('Acorn Mills'))])
    await market.collectPage(tracker, at('03'), [quote(1_300, '2026-03-03', called('Squirrel'))])
    expect((await market.factsOf('gmp')).map(({ gmp }) => gmp)).toEqual([1_200, 1_300])
  })
})

describe('the keys learned from a refused row', () => {
  const numbered = (more: object = {}) => ({
    subject: { ...UNNAMED_SUBJECT, name: 'Acorn Mills', upstreamId: '77', priceMax: 10_000, ...more },
  })

  test('are none when only name and price match the issue: it may have been another', async () => {
    const market = await Market.open()
    const old = { openDate: '2025-03-10', closeDate: '2025-03-12', priceMax: 10_000 }
    await market.collectPage(nse, at('01'), [
      terms({ name: 'Acorn Mills and Sons Limited', symbol: 'ACORNSONS', ...old }),
    ])
    await market.collectPage(tracker, at('05'), [quote(500, '2026-03-05', numbered())])
    expect(await market.rules()).toEqual(['outside-life'])
    await market.collectPage(nse, at('06'), [terms({ symbol: 'ACORN', ...DATES })])
    await market.collectPage(tracker, at('07'), [quote(600, '2026-03-07', numbered())])
    expect(await market.factsOf('gmp')).toMatchObject([{ slug: 'acorn-mills', gmp: 600 }])
  })

  test('include its number when the days are right', async () => {
    const market = await Market.open()
    await market.collectPage(nse, at('01'), [terms({ priceMax: 10_000, ...DATES })])
    await market.collectPage(tracker, at('05'), [
      quote(90_000, '2026-03-05', numbered({ openDate: DATES.openDate })),
    ])
    await market.collectPage(tracker, at('06'), [
      quote(600, '2026-03-06', { subject: { ...UNNAMED_SUBJECT, upstreamId: '77' } }),
    ])
    expect(await market.rules()).toEqual(['gmp-too-high'])
    expect(await market.factsOf('gmp')).toMatchObject([{ slug: 'acorn-mills', gmp: 600 }])
  })
})

describe('grey-market quotes', () => {
  test('keep what the source prints beside them', async () => {
    const market = await Market.open()
    await market.collectPage(nse, at('01'), [terms()])
    const beside = { printedLow: 300, printedHigh: 900, subjectToSauda: 760_000 }
    await market.collectPage(tracker, at('02'), [quote(500, '2026-03-01'), quote(500, '2026-03-02', beside)])
    expect(await market.factsOf('gmp')).toMatchObject([
      { gmp: 500, printedLow: null, printedHigh: null, subjectToSauda: null },
      { gmp: 500, ...beside },
    ])
  })

  const stamped = (gmp: number, time: string) => quote(gmp, '2026-03-05', { reportedAt: at('05', time) })

  async function known(): Promise<Market> {
    const market = await Market.open()
    await market.collectPage(nse, at('01'), [terms({ priceMax: 10_000, ...DATES })])
    return market
  }
  const quotes = async (market: Market) => (await market.factsOf('gmp')).map(({ gmp }) => gmp)

  test('two rows that differ and cannot be ordered are both refused', async () => {
    const market = await known()
    const report = await market.collectPage(tracker, at('05'), [
      quote(500, '2026-03-05'),
      quote(8_000, '2026-03-05'),
    ])
    expect(report).toMatchObject({ taken: 0, refused: 2, refusedBy: new Map([['contradiction', 2]]) })
    expect((await market.refusals())[0]?.reason).toContain('GMP ₹5 and GMP ₹80')
  })

  test('two rows that agree are one', async () => {
    const market = await known()
    const page = [quote(500, '2026-03-05'), quote(500, '2026-03-05', { printed: '₹5 (5%)' })]
    expect(await market.collectPage(tracker, at('05'), page)).toMatchObject({
      taken: 1,
      known: 1,
      refused: 0,
    })
  })

  test('of two rows with time stamps the newer counts, wherever it is', async () => {
    const market = await known()
    const page = [stamped(800, '05:00'), stamped(500, '04:00')]
    expect(await market.collectPage(tracker, at('05'), page)).toMatchObject({
      taken: 1,
      known: 1,
      refused: 0,
    })
    expect(await quotes(market)).toEqual([800])
  })

  test('two rows of one time stamp that differ are both refused', async () => {
    const market = await known()
    await market.collectPage(tracker, at('05'), [stamped(800, '05:00'), stamped(500, '05:00')])
    expect(await market.rules()).toEqual(['contradiction', 'contradiction'])
  })

  test('an older answer of a cache does not replace a newer one', async () => {
    const market = await known()
    await market.collectPage(tracker, at('05', '08:00'), [stamped(800, '07:00')])
    const late = await market.collectPage(tracker, at('05', '09:00'), [stamped(500, '06:00')])
    expect(late).toMatchObject({ taken: 0, known: 1, refused: 0 })
    await market.collectPage(tracker, at('05', '10:00'), [stamped(900, '09:30')])
    expect(await quotes(market)).toEqual([800, 900])
  })

  test('an unstamped quote is revised by the next reading', async () => {
    const market = await known()
    await market.collectPage(tracker, at('05', '08:00'), [quote(800, '2026-03-05')])
    await market.collectPage(tracker, at('05', '09:00'), [quote(500, '2026-03-05')])
    await market.collectPage(tracker, at('05', '10:00'), [quote(800, '2026-03-05')])
    expect(await quotes(market)).toEqual([800, 500, 800])
  })

  test('a quote for a future day or moment is refused', async () => {
    const market = await known()
    await market.collectPage(tracker, at('05'), [
      quote(500, '2026-03-06'),
      quote(500, '2026-03-05', { reportedAt: at('05', '06:01') }),
    ])
    expect(await market.rules()).toEqual(['in-the-future', 'in-the-future'])
  })

  test('a bad row affects no other', async () => {
    const market = await known()
    const bad = { rule: 'gmp-range', reason: 'a range is no quote' }
    const report = await market.collectPage(tracker, at('05'), [bad, quote(500, '2026-03-05')])
    expect(report).toMatchObject({ read: 2, taken: 1, refused: 1 })
    expect(await market.refusals()).toMatchObject([{ rule: 'gmp-range', said: null, line: 1 }])
  })
})

describe('subscriptions', () => {
  async function open(): Promise<Market> {
    const market = await Market.open()
    await market.collectPage(nse, at('01'), [terms({ symbol: 'ACORN', ...DATES })])
    return market
  }
  const readings = async (market: Market) =>
    (await market.factsOf('subscription')).map(({ observedAt, timesSub }) => [observedAt, timesSub])

  test('without a time stamp count from when they were read, and only when they changed', async () => {
    const market = await open()
    await market.collectPage(nse, at('10', '06:00'), [subscribedTimes(0.5)])
    const same = await market.collectPage(nse, at('10', '07:00'), [subscribedTimes(0.5)])
    await market.collectPage(nse, at('10', '08:00'), [subscribedTimes(0.7)])
    expect(same).toMatchObject({ taken: 0, known: 1 })
    expect(await readings(market)).toEqual([
      [at('10', '06:00'), 0.5],
      [at('10', '08:00'), 0.7],
    ])
  })

  test('with a time stamp all count, also when they did not change', async () => {
    const market = await open()
    for (const hour of ['06:00', '07:00'])
      await market.collectPage(nse, at('10', '09:00'), [subscribedTimes(0.5, { observedAt: at('10', hour) })])
    expect(await readings(market)).toHaveLength(2)
  })

  test('that fall are compared within one book and category of one source', async () => {
    const market = await open()
    await market.collectPage(nse, at('10', '06:00'), [
      subscribedTimes(4),
      subscribedTimes(8, { category: 'QIB' }),
    ])
    await market.collectPage(nse, at('10', '07:00'), [
      subscribedTimes(1, { book: 'NSE' }),
      subscribedTimes(3, { category: 'QIB' }),
    ])
    await market.collectPage(bse, at('10', '08:00'), [subscribedTimes(1)])
    expect(await market.rules()).toEqual(['multiple-fell'])
    expect(await market.refusals()).toMatchObject([{ rule: 'multiple-fell', candidates: '["acorn-mills"]' }])
    expect(await readings(market)).toHaveLength(4)
  })

  test('whose total is below a category of the same reading are refused, whatever their multiples', async () => {
    const market = await open()
    const read = (total: Partial<ReportedSubscription>, qib: Partial<ReportedSubscription>) => [
      subscribedTimes(1.5, { observedAt: at('10', '11:45'), ...total }),
      subscribedTimes(9, { observedAt: at('10', '11:45'), category: 'QIB', ...qib }),
    ]
    await market.collectPage(nse, at('10', '12:00'), read({ sharesBid: 499 }, { sharesBid: 500 }))
    expect(await market.rules()).toEqual(['total-below-category'])
    expect((await market.factsOf('subscription')).map(({ category }) => category)).toEqual(['QIB'])
    await market.collectPage(nse, at('10', '12:10'), read({ sharesBid: 500 }, { sharesBid: 500 }))
    expect((await market.factsOf('subscription')).map(({ category }) => category)).toEqual(['QIB', 'TOTAL'])
    expect(await market.rules()).toEqual(['total-below-category'])
  })

  describe('that fall below half', () => {
    /** Collects these multiples, one an hour from 6:00 on. */
    async function collected(...multiples: readonly number[]): Promise<Market> {
      const market = await open()
      for (const [i, timesSub] of multiples.entries()) {
        const hour = at('10', `${String(6 + i).padStart(2, '0')}:00`)
        await market.collectPage(nse, hour, [subscribedTimes(timesSub, { observedAt: hour })])
      }
      return market
    }
    const multiples = async (market: Market) => (await readings(market)).map(([, timesSub]) => timesSub)
    const settled = (market: Market) =>
      market.db.selectFrom('refusals').select(['settled', 'settled_as']).orderBy('id').execute()

    test('are accepted with the next one that falls too, when that is recorded', async () => {
      const market = await collected(120, 1.3, 1.4, 1.5)
      expect(await readings(market)).toEqual([
        [at('10', '06:00'), 120],
        [at('10', '08:00'), 1.4],
        [at('10', '07:00'), 1.3],
        [at('10', '09:00'), 1.5],
      ])
      const [, first, second] = await market.factsOf('subscription')
      expect(first?.recorded).toBe(second?.recorded)
      expect(await settled(market)).toEqual([{ settled: 'matched', settled_as: 'acorn-mills' }])
    })

    test.each<[string, readonly number[], readonly number[]]>([
      ['one alone', [120, 1.3], [120]],
      ['not in a row', [120, 1.3, 121, 1.4], [120, 121]],
      ['a page that was emptied', [3, 0, 0, 0], [3]],
      ['after which the page is right again', [3, 0.4, 3.1, 3.2], [3, 3.1, 3.2]],
    ])('stay refused: %s', async (_name, all, taken) => {
      const market = await collected(...all)
      expect(await multiples(market)).toEqual(taken)
      expect(new Set(await market.rules())).toEqual(new Set(['multiple-fell']))
    })

    test('stay refused when the same reading is read again', async () => {
      const market = await collected(120)
      const low = [subscribedTimes(1.3, { observedAt: at('10', '07:00') })]
      for (const hour of ['07:10', '07:20']) await market.collectPage(nse, at('10', hour), low)
      expect(await multiples(market)).toEqual([120])
      expect(await market.refusals()).toMatchObject([{ times: 2 }])
    })

    test('are accepted without a time stamp of their own, unless the page was right in between', async () => {
      const market = await open()
      const collect = (hour: string, timesSub: number) =>
        market.collectPage(nse, at('10', hour), [subscribedTimes(timesSub)])
      for (const [hour, timesSub] of [
        ['06:00', 4],
        ['07:00', 1],
        ['08:00', 4],
        ['09:00', 1],
      ] as const)
        await collect(hour, timesSub)
      expect(await multiples(market)).toEqual([4, 4])
      await collect('10:00', 1.1)
      expect(await readings(market)).toEqual([
        [at('10', '06:00'), 4],
        [at('10', '08:00'), 4],
        [at('10', '10:00'), 1.1],
        [at('10', '09:00'), 1],
      ])
    })

    test('do not count once the operator has discarded them', async () => {
      const market = await collected(120, 1.3)
      await discardRefusals(market.db, 1, { now: () => at('10', '07:30'), sources: [nse] })
      await market.collectPage(nse, at('10', '08:00'), [
        subscribedTimes(1.4, { observedAt: at('10', '08:00') }),
      ])
      expect(await multiples(market)).toEqual([120])
    })
  })

  test('of an earlier moment are not compared with a later one', async () => {
    const market = await open()
    await market.collectPage(nse, at('11'), [subscribedTimes(4, { observedAt: at('10', '10:00') })])
    await market.collectPage(nse, at('11', '07:00'), [
      subscribedTimes(0.4, { observedAt: at('10', '06:00') }),
    ])
    expect(await market.rules()).toEqual([])
  })
})

describe('listing prices', () => {
  const listed = { symbol: 'ACORN', issuePrice: 10_000, listingDate: '2026-03-17', ...DATES }

  async function due(more: object = {}): Promise<Market> {
    const market = await Market.open()
    await market.collectPage(nse, at('01'), [terms({ ...listed, ...more })])
    return market
  }

  test('on the listing day are accepted, and other securities skipped', async () => {
    const market = await due()
    const other = opening(5_000, '2026-03-17', { subject: { ...UNNAMED_SUBJECT, symbol: 'ZINC' } })
    const report = await market.collectPage(bhavcopy, at('17', '13:00'), [
      other,
      opening(14_000, '2026-03-17'),
    ])
    expect(report).toMatchObject({ read: 2, taken: 1, refused: 0 })
    expect(await market.factsOf('listing')).toMatchObject([{ listingPrice: 14_000, exchange: 'NSE' }])
  })

  test('of any other day are no listing', async () => {
    const market = await due()
    expect(
      await market.collectPage(bhavcopy, at('18', '13:00'), [opening(14_000, '2026-03-18')]),
    ).toMatchObject({
      taken: 0,
      refused: 0,
    })
  })

  test('of a withdrawn issue are no listing', async () => {
    const market = await due({ withdrawn: true })
    await market.collectPage(bhavcopy, at('17', '13:00'), [opening(14_000, '2026-03-17')])
    expect(await market.factsOf('listing')).toEqual([])
  })

  test('wait for the issue price', async () => {
    const market = await due({ issuePrice: null })
    await market.collectPage(bhavcopy, at('17', '13:00'), [opening(14_000, '2026-03-17')])
    expect(await market.rules()).toEqual(['issue-price-unknown'])
    await market.collectPage(nse, at('18'), [terms(listed)])
    expect(await market.rules()).toEqual([])
    expect(await market.factsOf('listing')).toMatchObject([{ listingPrice: 14_000, listedOn: '2026-03-17' }])
  })

  describe('that cannot be read', () => {
    const bad = (symbol: string) => ({
      rule: 'price',
      reason: '"-" is no price',
      about: { ...UNNAMED_SUBJECT, symbol },
    })

    test('are refused when the issue is due', async () => {
      const market = await due()
      await market.collectPage(bhavcopy, at('17', '13:00'), [bad('ACORN'), bad('ZINC')])
      expect(await market.rules()).toEqual(['price'])
    })

    test('are refused although the other exchange’s price is known', async () => {
      const market = await due()
      await market.collectPage(bse, at('17', '12:00'), [
        opening(14_100, '2026-03-17', {
          exchange: 'BSE',
          subject: { ...UNNAMED_SUBJECT, name: 'Acorn Mills', symbol: 'ACORN' },
        }),
      ])
      expect(await market.factsOf('listing')).toHaveLength(1)
      await market.collectPage(bhavcopy, at('17', '13:00'), [bad('ACORN')])
      expect(await market.rules()).toEqual(['price'])
    })

    test('are skipped before the listing day, and once the price is known', async () => {
      const market = await due()
      await market.collectPage(bhavcopy, at('16', '13:00'), [bad('ACORN')])
      await market.collectPage(bhavcopy, at('17', '13:00'), [opening(14_000, '2026-03-17')])
      await market.collectPage(bhavcopy, at('18', '13:00'), [bad('ACORN')])
      expect(await market.rules()).toEqual([])
    })
  })
})

test('equal deals of one file are two deals', async () => {
  const market = await Market.open()
  const deal = {
    kind: 'deal' as const,
    deal: {
      exchange: 'NSE' as const,
      kind: 'BULK' as const,
      tradeDate: '2026-03-10',
      symbol: 'ACORN',
      securityName: 'Acorn Mills Limited',
      clientName: 'A FUND',
      dealType: 'BUY' as const,
      quantity: 1_000,
      price: 14_000,
    },
  }
  const deals = plainSource('nse-deals', 'nse')
  expect(await market.collectPage(deals, at('10', '13:00'), [deal, deal])).toMatchObject({ taken: 2 })
  expect(await market.collectPage(deals, at('10', '14:00'), [deal, deal])).toMatchObject({
    taken: 0,
    known: 2,
  })
})
