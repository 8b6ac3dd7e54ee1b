import { beforeAll, describe, expect, inject, test } from 'vitest'
import { loadConfig } from '../src/config.ts'
import { addDays, type Instant } from '../src/market/calendar.ts'
import { IPO_TERMS } from '../src/market/facts/term-table.ts'
import { startService } from '../src/service/start.ts'
import { openDb } from '../src/store/engines/db.ts'
import type { StoreRow } from '../src/store/tables.ts'
import { evening, morning } from './month/days.ts'
import { CALLED_OFF, DEALS, EXPECTED, type ExpectedIpo, OPEN_REFUSALS, SCOREBOARD } from './month/expected.ts'
import { FAILED_ROUNDS } from './month/faults.ts'
import { LISTED_AS_DUE, OFFERS } from './month/offers.ts'
import { type Month, openMonth, runMonth, runMornings } from './month/run.ts'
import { evidenceFaults } from './support/evidence.ts'
import { beforeAllWith, FULL, needs, skipWithout } from './support/needs.ts'
import { type Answered, TEST_SETTINGS } from './support/service.ts'

/** The evening of the last day, half an hour after its last round. */
const AT_THE_END: Instant = '2031-03-31T15:30:00.000Z'

/**
 * Collected twice: the first bids, the end of bidding, a slow NSE with a listing and a withdrawal, revised dates, a settled
 * name, a misprint that is corrected, and the last bids and listing.
 */
const REPEATED: readonly Instant[] = (inject('isFull') ? [10, 12, 17, 18, 19, 24, 27] : [12, 24]).map(evening)

/** The results of the month, collected once, because its tests only read. */
const month = {
  address: '',
  liveAddress: '',
  rounds: [] as readonly StoreRow<'rounds'>[],
  refusals: [] as readonly StoreRow<'refusals'>[],
  requests: [] as readonly string[],
  /** Evenings that recorded something when they were collected again at once. */
  unsettled: [] as Instant[],
  facts: '',
  factsAfterRepetition: '',
}

async function serve({ settings }: Month) {
  const config = loadConfig({ ...TEST_SETTINGS, ...settings })
  return startService(config, () => AT_THE_END)
}

beforeAll(async () => {
  const lived = await openMonth('afterwards')
  const db = openDb(lived.url)
  const newestFact = () => db.selectFrom('market_version').select('last_fact').executeTakeFirstOrThrow()
  await runMonth(lived, async (moment) => {
    if (!REPEATED.includes(moment)) return
    const before = await newestFact()
    await lived.collectAt(moment)
    if ((await newestFact()).last_fact !== before.last_fact) month.unsettled.push(moment)
  })
  month.rounds = await db.selectFrom('rounds').selectAll().orderBy('id').execute()
  month.refusals = await db.selectFrom('refusals').selectAll().where('settled', 'is', null).execute()
  await db.destroy()
  month.requests = [...lived.upstreams.log]
  month.facts = await lived.facts()
  if (FULL.isMet()) await runMornings(lived)
  month.factsAfterRepetition = await lived.facts()
  const service = await serve(lived)
  month.address = service.address
  return async () => {
    await service.stop()
    lived.close()
  }
})

beforeAllWith(FULL, async () => {
  const lived = await openMonth('live')
  await runMonth(lived)
  const service = await serve(lived)
  month.liveAddress = service.address
  return async () => {
    await service.stop()
    lived.close()
  }
})

const answered = async (address: string, path: string): Promise<Answered> =>
  (await fetch(`${address}/api/public/market/${path}`)).json()
const ask = (path: string, asOf: Instant) => answered(month.address, `${path}?asOf=${asOf}`)

const DETAIL_ONLY: readonly string[] = [...IPO_TERMS, 'listing', 'withdrawn']
const summaryOf = ({ ipo }: ExpectedIpo) =>
  Object.fromEntries(Object.entries(ipo).filter(([key]) => !DETAIL_ONLY.includes(key)))

function detailOf({ ipo, lastDay, lastQuotes, history, subs }: ExpectedIpo) {
  const days = history.flatMap(([source, words]) =>
    words.split(', ').map((text) => {
      const [day = 0, gmp, gmpPct] = text.split(' ').map(Number)
      return { observedAt: `2031-03-${String(day).padStart(2, '0')}`, gmp, gmpPct, source, unofficial: true }
    }),
  )
  return {
    ...ipo,
    sources: lastQuotes.map(([source, owner, gmp, reportedAt]) => ({
      source,
      owner,
      gmp,
      observedAt: lastDay,
      reportedAt,
      counted: true,
    })),
    // Sorting is stable: within a day the sources stay in their order.
    gmp: days.toSorted((a, b) => a.observedAt.localeCompare(b.observedAt)),
    subs: Object.entries(subs).map(([category, timesSub]) => ({ category, timesSub })),
  }
}

describe.each([
  ['read in afterwards', [], () => month.address],
  ['collected live', [FULL], () => month.liveAddress],
])('at the end of the month, %s,', (_how, needed, address) => {
  needs(...needed)

  test('the list has every issue that is on the market, and nothing else', async () => {
    const { count, ipos } = await answered(address(), 'ipos')
    expect(count).toBe(7)
    expect(ipos).toEqual(EXPECTED.map(summaryOf))
  })

  test.each([...EXPECTED, ...CALLED_OFF].map((expected) => [String(expected.ipo.slug), expected] as const))(
    '%s has the figures of its script',
    async (slug, expected) => {
      const { dispute, ...ipo } = (await answered(address(), `ipos/${slug}`)).ipo
      expect(ipo).toMatchObject(detailOf(expected))
      expect([dispute?.median, dispute?.spread, dispute?.disputed ?? false]).toEqual([
        ipo.lastGmp ?? undefined,
        ipo.gmpSpread ?? undefined,
        ipo.gmpDisputed,
      ])
    },
  )

  test.each(OFFERS)('%s has what its documents say', async (slug, offer) => {
    expect((await answered(address(), `ipos/${slug}`)).ipo).toMatchObject(offer)
  })

  test('every listing is scored', async () => {
    expect(await answered(address(), 'scoreboard')).toMatchObject(SCOREBOARD)
  })

  test('every deal is included, and equal rows of one file are two', async () => {
    expect((await answered(address(), 'deals')).deals).toEqual(DEALS)
  })
})

describe('as it was known', () => {
  test.each(LISTED_AS_DUE)('%s, closed on %s, was due to list on %s', async (slug, close, listed) => {
    const { expected } = (await ask(`ipos/${slug}`, `${addDays(close, 1)}T06:00:00.000Z`)).ipo
    expect(expected).toMatchObject({ listingDate: listed, rule: 'T+3' })
    expect(EXPECTED.find(({ ipo }) => ipo.slug === slug)?.ipo.listingDate).toBe(listed)
  })

  test('the subscription of a day is not final before bidding has ended', async () => {
    const { subsByDay } = (await ask('ipos/marigold-lanterns', '2031-03-20T06:00:00.000Z')).ipo
    const totals = subsByDay.filter(({ category }: { category: string }) => category === 'TOTAL')
    expect(totals).toMatchObject([
      { day: '2031-03-10', dayNumber: 1, days: 3, isFinal: false, timesSub: 1.23 },
      { day: '2031-03-11', dayNumber: 2, days: 3, isFinal: false, timesSub: 4.8 },
      { day: '2031-03-12', dayNumber: 3, days: 3, isFinal: true, timesSub: 24.15 },
    ])
  })

  test('before the first announcement, there was nothing', async () => {
    expect((await ask('ipos', morning(3))).ipos).toEqual([])
    expect(await ask('scoreboard', morning(3))).toMatchObject({ summary: { n: 0 }, rows: [] })
  })

  test('on the evening of the 10th, one issue was open, with a dispute', async () => {
    const { ipos } = await ask('ipos', evening(10))
    expect(ipos.map(({ slug, status, lastGmp }: Answered) => [slug, status, lastGmp])).toEqual([
      ['saffron-boilers', 'UPCOMING', null],
      ['quokka-pumps', 'UPCOMING', 3],
      ['tamarind-agro-foods-india', 'UPCOMING', 66],
      ['marigold-lanterns', 'OPEN', 24],
    ])
    expect(ipos[3]).toMatchObject({
      lastGmpPct: 16,
      gmpSources: 5,
      gmpSpread: 15,
      gmpDisputed: true,
      lastSubX: 1.23,
    })
  })

  test.each([
    [evening(17), 180, 20, 2],
    [morning(18), 181.5, 21, 1],
  ])(
    'at %s the first listing was scored at %s: NSE was too slow on the evening itself',
    async (asOf, listingPrice, actualPct, errorPp) => {
      const { summary, rows } = await ask('scoreboard', asOf)
      expect(summary).toEqual({ n: 1, avgAbsErrorPp: errorPp, directionHitPct: 100 })
      expect(rows).toMatchObject([
        { slug: 'marigold-lanterns', impliedPct: 22, listingPrice, actualPct, errorPp },
      ])
    },
  )

  test('the deals of the 17th were recorded the next morning', async () => {
    expect((await ask('deals', evening(17))).deals).toEqual([])
    expect((await ask('deals', morning(18))).deals).toEqual(DEALS.slice(4))
  })

  test.each([
    [morning(18), { priceMin: 304, priceMax: 320, lotSize: 46, closeDate: '2031-03-19T00:00:00.000Z' }],
    [evening(18), { priceMin: 285, priceMax: 300, lotSize: 50, closeDate: '2031-03-21T00:00:00.000Z' }],
  ])('at %s the revised band was %j', async (asOf, terms) => {
    expect((await ask('ipos/saffron-boilers-engineering', asOf)).ipo).toMatchObject({
      ...terms,
      status: 'OPEN',
    })
  })

  test.each([
    [morning(17), { withdrawn: false, status: 'UPCOMING' }],
    [evening(17), { withdrawn: true, status: 'UPCOMING' }],
  ])('at %s the postponed issue was %j', async (asOf, state) => {
    expect((await ask('ipos/harbour-cement', asOf)).ipo).toMatchObject(state)
    const { ipos } = await ask('ipos', asOf)
    const isListed = ipos.some(({ slug }: Answered) => slug === 'harbour-cement')
    expect(isListed).toBe(!state.withdrawn)
  })

  test.each([
    [morning(19), []],
    [evening(19), ['2031-03-17', '2031-03-18', '2031-03-19']],
  ])('at %s the brand had known quotes of IPOWatch on %j', async (asOf, days) => {
    const { gmp } = (await ask('ipos/nilgiri-commerce-ventures', asOf)).ipo
    const quoted = gmp.filter(({ source }: Answered) => source === 'IPOWatch')
    expect(quoted.map(({ observedAt }: Answered) => observedAt)).toEqual(days)
  })
})

describe('evidence', () => {
  test.each([evening(12), evening(19), AT_THE_END])(
    'at %s every field of every answer about an IPO can be derived from its evidence',
    async (asOf) => {
      for (const { ipo } of [...EXPECTED, ...CALLED_OFF]) {
        const [answer, evidence] = [
          await ask(`ipos/${ipo.slug}`, asOf),
          await ask(`ipos/${ipo.slug}/evidence`, asOf),
        ]
        expect(evidence.ok).toBe(answer.ok)
        if (answer.ok) expect(evidenceFaults(answer.ipo, evidence, asOf), String(ipo.slug)).toEqual([])
      }
    },
  )

  test('a downloaded figure leads to its payload and its page', async () => {
    const { facts } = await ask('ipos/marigold-lanterns/evidence', AT_THE_END)
    expect(facts.length).toBeGreaterThan(50)
    for (const { round, roundWork, payloadHash, fetchedAt, recordedAt, url, backfilled } of facts) {
      expect([round > 0, roundWork, backfilled, fetchedAt <= recordedAt]).toEqual([
        true,
        'collect',
        true,
        true,
      ])
      expect(payloadHash).toMatch(/^[0-9a-f]{64}$/)
      expect(url).toMatch(/^https:/)
    }
  })

  test('rows that waited for a name are listed with the issue that they may mean, and later with their outcome', async () => {
    const slug = 'nilgiri-commerce-ventures'
    const { refused, refusedTotal } = await ask(`ipos/${slug}/evidence`, AT_THE_END)
    expect([refused.length, refusedTotal]).toEqual([9, 9])
    for (const { rule, settled } of refused) {
      expect([rule, settled.how]).toEqual(['unknown-issue', 'matched'])
      // A row without anything new became no fact.
      expect([slug, null]).toContain(settled.as)
    }
    const before = await ask(`ipos/${slug}/evidence`, evening(18))
    expect(before.refused.map((row: Answered) => [row.printed, row.settled])).toEqual([
      ['₹25 (25.00%)', null],
      ['₹20', null],
      ['₹25 (25.00%)', null],
      ['₹20', null],
    ])
  })
})

describe('faults', () => {
  test('the answer of an outdated cache changed nothing', async () => {
    const { gmp } = (await ask('ipos/nilgiri-commerce-ventures', evening(21))).ipo
    const quoted = gmp.filter(({ source }: Answered) => source === 'InvestorGain')
    expect(quoted.map(({ gmp: rupees }: Answered) => rupees)).toEqual([25, 22, 20, 16])
  })

  test('each fault is reported with its round, and the next round is ok again', () => {
    const failed = month.rounds.filter(({ outcome }) => outcome !== 'done')
    const rounds = new Map(failed.map((round) => [`${round.started} ${round.source}`, round]))
    const summaries = [...rounds.values()].map(({ started, source, outcome, fault }) =>
      [started, source, outcome, fault].join(' '),
    )
    const expected = FAILED_ROUNDS.map((round) => round.slice(0, 4).join(' '))
    expect(summaries.toSorted()).toEqual(expected.toSorted())
    for (const [started, source, , , words] of FAILED_ROUNDS)
      expect(rounds.get(`${started} ${source}`)?.words).toMatch(words)
  })

  test('a round that could not download anything recorded nothing', () => {
    const failed = month.rounds.filter(({ outcome }) => outcome === 'failed')
    for (const { rows_read, rows_kept, rows_refused } of failed)
      expect([rows_read, rows_kept, rows_refused]).toEqual([0, 0, 0])
  })

  test('rows that are implausible or match no issue wait for the operator', () => {
    const counts = Map.groupBy(month.refusals, ({ source, rule }) => `${source} ${rule}`)
    const waiting = [...counts].map(([name, rows]) => [...name.split(' '), rows.length])
    expect(waiting.toSorted()).toEqual(OPEN_REFUSALS)
  })

  test('an unchanged document is not sent again', () => {
    expect(month.requests.filter((line) => line.startsWith('304 ')).length).toBeGreaterThan(100)
  })
})

describe('repetition', () => {
  test('an evening collected twice leaves the same facts', () => {
    expect(month.unsettled).toEqual([])
  })

  test('the mornings of the whole month, collected again at its end, leave the same facts', ({ skip }) => {
    skipWithout(skip, FULL)
    expect(month.factsAfterRepetition).toBe(month.facts)
  })
})
