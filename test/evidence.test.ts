import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { demoFacts } from '../src/demo/market.ts'
import { OUTVOTED_BY } from '../src/market/facts/outvoted.ts'
import { evidenceReport } from '../src/reports/evidence/evidence.ts'
import { MOST_LISTED } from '../src/reports/evidence/figures.ts'
import { ipoAnswer } from '../src/reports/ipos/ipo-among-others.ts'
import { ipoList } from '../src/reports/ipos/ipo-list.ts'
import type { Moment } from '../src/reports/moment.ts'
import { FIGURE_RULES } from '../src/reports/schemas/evidence.ts'
import { recordFacts } from '../src/store/append/record-facts.ts'
import { settleRefusal, storeRefusals } from '../src/store/collection/refusals.ts'
import type { Db } from '../src/store/engines/db.ts'
import { marketVersion } from '../src/store/version/market-version.ts'
import { evidenceFaults } from './support/evidence.ts'
import { gmp, ipo, listing, retraction, same, subscription } from './support/lines.ts'
import { marketOf } from './support/market-data.ts'
import { anyDatedLine, anyMoment, founding, SLUGS } from './support/market-facts.ts'
import { FULL, skipWithout } from './support/needs.ts'
import { type Line, recordAll } from './support/record.ts'
import { refused } from './support/refused-row.ts'
import type { Answered } from './support/service.ts'
import { withStore } from './support/store.ts'

const NOW = '2026-03-01T00:00:00.000Z'
/** The time after all facts, at which evidence is requested. */
const LATER = '2026-03-02T00:00:00.000Z'

/** The evidence of an issue, after a check for faults. */
async function evidenceOf(db: Db, slug: string, asOf: string | null = null): Promise<Answered> {
  const { version } = await marketVersion(db)
  const moment: Moment = { version, asOf, clock: asOf ?? LATER }
  const report = await ipoAnswer(marketOf(db), moment, slug)
  const found = await evidenceReport(marketOf(db), moment, slug)
  if (report) expect(evidenceFaults(report.ipo, found?.evidence, moment.clock), `${slug} ${asOf}`).toEqual([])
  return found?.evidence
}

const figureIn = ({ figures }: Answered, path: string): Answered =>
  figures.find((one: Answered) => one.path === path)

/** The facts that a figure does not use: their sources, and the reasons. */
const outvotedIn = (evidence: Answered, path: string): string[] =>
  figureIn(evidence, path).outvoted.map(({ fact, rule }: Answered) => {
    const { source, said } = evidence.facts.find((one: Answered) => one.fact === fact)
    return `${source} ${Object.values(said).at(-1)} ${rule}`
  })

test('over an invented month every field of every answer about an IPO can be derived from its evidence', async ({
  skip,
}) => {
  skipWithout(skip, FULL)
  const now = '2026-05-20T09:00:00.000Z'
  const lived = demoFacts({ after: '2026-04-10T00:00:00.000Z', upTo: now })
  const announced = new Set(lived.flatMap(({ fact }) => (fact.fact === 'ipo' ? [fact.slug] : [])))
  const facts = lived.filter(({ fact }) => 'slug' in fact && announced.has(fact.slug))
  await withStore(async (db) => {
    const batches = [facts.map((one, i) => ({ ...one, line: i + 1 }))]
    expect((await recordFacts(db, { source: 'demo', now: () => now, batches })).refused).toBe(0)
    const { version } = await marketVersion(db)
    let fields = 0
    for (const clock of ['2026-04-24T05:00:00.000Z', '2026-05-05T18:40:00.000Z', now]) {
      const moment = { version, asOf: clock, clock }
      const { ipos } = await ipoList(marketOf(db), moment, {}, null, 200)
      for (const { slug } of ipos) {
        const report = await ipoAnswer(marketOf(db), moment, slug)
        const found = await evidenceReport(marketOf(db), moment, slug)
        expect(evidenceFaults(report?.ipo, found?.evidence, clock), `${slug} at ${clock}`).toEqual([])
        fields += found?.evidence.figures.length ?? 0
      }
    }
    expect(fields).toBeGreaterThan(3000)
  })
})

test('a name in capitals is published in title case, and its fact has it as printed', async () => {
  await withStore(async (db) => {
    const printed = { name: 'ACORN MILLS OF INDIA LIMITED', source: 'bse' }
    await recordAll(db, NOW, [ipo('acorn', printed)])
    const evidence = await evidenceOf(db, 'acorn')
    expect(figureIn(evidence, 'name')).toMatchObject({ value: 'Acorn Mills of India Limited', earlier: [] })
    expect(evidence.facts).toMatchObject([{ said: { name: 'ACORN MILLS OF INDIA LIMITED' } }])
    const { version } = await marketVersion(db)
    for (const q of ['mills OF', 'MILLS of', 'acorn']) {
      const { ipos } = await ipoList(marketOf(db), { version, asOf: null, clock: LATER }, { q }, null, 10)
      expect(ipos.map(({ name }) => name)).toEqual(['Acorn Mills of India Limited'])
    }
  })
})

test('the fact of a quote has what the source prints beside it', async () => {
  await withStore(async (db) => {
    const beside = { printedLow: 20, printedHigh: 45.5, subjectToSauda: 7600 }
    await recordAll(db, NOW, [ipo('acorn'), gmp('acorn', '2026-02-02', 40, 'InvestorGain', beside)])
    const { facts } = await evidenceOf(db, 'acorn')
    const { said } = facts.find(({ kind }: Answered) => kind === 'gmp')
    expect(said).toMatchObject({ gmp: 40, ...beside })
  })
})

const at = (recordedAt: string, lines: readonly Line[]): Line[] =>
  lines.map((line) => ({ recordedAt, ...line }))
const DAY1 = '2026-02-02'
const DAY2 = '2026-02-03'

describe('why a fact does not count', () => {
  const terms = (price: number | null, source: string): Line => ipo('acorn', { source, issuePrice: price })
  const price = (amount: number, source: string, exchange = 'NSE') =>
    listing('acorn', DAY1, amount, { source, exchange })
  const bids = (times: number, hour: string, book = 'ALL') =>
    subscription('acorn', `${DAY1}T${hour}:00.000Z`, 'TOTAL', times, { book })
  const listsOnDay1 = ipo('acorn', { listingDate: DAY1 })

  test.each<[string, string, Line[], string[]]>([
    [
      'the statement of a lower rank',
      'issuePrice',
      [terms(99, 'nse'), terms(98, 'IPOWatch')],
      ['IPOWatch 98 lower-rank'],
    ],
    [
      'an older statement of that rank',
      'issuePrice',
      [terms(99, 'bse'), terms(98, 'nse')],
      ['bse 99 older-word'],
    ],
    [
      'a statement that the source has replaced',
      'issuePrice',
      [terms(99, 'nse'), terms(98, 'nse')],
      ['nse 99 later-word'],
    ],
    ['a repeated statement is not outvoted', 'issuePrice', [terms(98, 'nse'), terms(98, 'nse')], []],
    [
      'two statements of a lower rank, whichever is the newer',
      'issuePrice',
      [terms(99, 'operator'), terms(98, 'nse'), terms(97, 'bse')],
      ['bse 97 lower-rank', 'nse 98 lower-rank'],
    ],
    [
      'a statement that was withdrawn',
      'issuePrice',
      [terms(99, 'operator'), terms(97, 'nse'), terms(null, 'operator')],
      ['operator null taken-back', 'operator 99 later-word'],
    ],
    [
      'an earlier report of the day',
      'gmp[0].gmp',
      [gmp('acorn', DAY1, 40), gmp('acorn', DAY1, 45)],
      ['IPOWatch 40 later-word'],
    ],
    [
      'another source of the owner',
      'lastGmp',
      [gmp('acorn', DAY1, 40, 'Chittorgarh'), gmp('acorn', DAY1, 45, 'InvestorGain')],
      ['Chittorgarh 40 same-owner'],
    ],
    [
      'an earlier day',
      'lastGmp',
      [gmp('acorn', '2026-01-30', 40), gmp('acorn', DAY2, 45, 'IPO Ji')],
      ['IPOWatch 40 earlier-day'],
    ],
    [
      'a day after the listing day',
      'lastGmp',
      [listsOnDay1, gmp('acorn', DAY1, 40), gmp('acorn', DAY2, 45)],
      ['IPOWatch 45 after-listing'],
    ],
    [
      'the other exchange',
      'listing.listingPrice',
      [price(90, 'bse', 'BSE'), price(91, 'nse')],
      ['bse BSE other-exchange'],
    ],
    [
      'a price of a lower rank',
      'listing.exchange',
      [price(90, 'nse'), price(91, 'Lantern')],
      ['Lantern NSE lower-rank'],
    ],
    ['an older price', 'listing.exchange', [price(90, 'bse'), price(91, 'nse')], ['bse NSE older-word']],
    ['a corrected price', 'listing.listedOn', [price(90, 'nse'), price(91, 'nse')], ['nse NSE later-word']],
    ['another book', 'subs[0].timesSub', [bids(2, '06:00', 'NSE'), bids(1, '05:00')], ['nse NSE other-book']],
    ['an older reading', 'subs[0].timesSub', [bids(2, '06:00'), bids(1, '05:00')], ['nse ALL older-reading']],
    [
      'a misprint',
      'subs[0].timesSub',
      [bids(120, '05:00'), bids(1.3, '06:00'), bids(1.4, '07:00')],
      ['nse ALL older-reading', 'nse ALL contradicted'],
    ],
    [
      'a retracted statement',
      'lastGmp',
      [gmp('acorn', DAY1, 40), gmp('acorn', DAY2, 45), retraction(gmp('acorn', DAY2, 45))],
      ['IPOWatch 45 retracted'],
    ],
    [
      'a day of which all was retracted',
      'lastGmp',
      [gmp('acorn', DAY2, 45), retraction(gmp('acorn', DAY2, 45))],
      ['IPOWatch 45 retracted'],
    ],
  ])('%s', async (_name, path, lines, expected) => {
    await withStore(async (db) => {
      await recordAll(db, NOW, [
        ipo('acorn', { recordedAt: '2026-02-01T00:00:00.000Z' }),
        ...lines.flatMap((line, i) => at(`2026-02-04T0${i}:00:00.000Z`, [line])),
      ])
      expect(outvotedIn(await evidenceOf(db, 'acorn'), path)).toEqual(expected)
    })
  })

  test('the method page lists each of these rules, and each rule for a figure', () => {
    const page = readFileSync(new URL('../docs/method.md', import.meta.url), 'utf8')
    const rulesUnder = (heading: string) => {
      const section = page.split(`### ${heading}\n`)[1]?.split(/^#/m)[0] ?? ''
      return [...section.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, rule]) => rule)
    }
    expect(rulesUnder('Why a fact does not count')).toEqual([...OUTVOTED_BY])
    expect(rulesUnder('How a figure comes about')).toEqual([...FIGURE_RULES])
    expect(page).toContain(`At most ${MOST_LISTED} outvoted facts and ${MOST_LISTED} earlier values`)
  })
})

test.each<[string, boolean, Line[], number[]]>([
  ['no source states it', false, [{ lotSize: 10 }], []],
  ['withdrawn', true, [{ withdrawn: true }, { lotSize: 10 }], [2]],
  ['not withdrawn after all', false, [{ withdrawn: true }, { withdrawn: false }], [3]],
  ['postponed', true, [{ openDate: DAY1 }, { postponed: true }, { openDate: DAY1 }], [3]],
  [
    'postponed, with a new day since',
    false,
    [{ postponed: true }, { openDate: DAY1 }, { lotSize: 10 }],
    [2, 3],
  ],
  [
    'the withdrawal was taken back, and the same report says that it is not postponed',
    false,
    [{ withdrawn: true, postponed: false }, { withdrawn: null }],
    [2],
  ],
  [
    'the withdrawal was taken back with a new day, which ends the postponement of the same report',
    false,
    [
      { withdrawn: true, postponed: true },
      { withdrawn: null, openDate: DAY1 },
    ],
    [2, 3],
  ],
  [
    'the withdrawal was taken back, but the same report says that it is postponed',
    true,
    [{ withdrawn: true, postponed: true }, { withdrawn: null }],
    [2],
  ],
])('off the market is derived from the statement: %s', async (_name, isOff, said, facts) => {
  await withStore(async (db) => {
    const lines = said.map((terms, i) =>
      ipo('acorn', { ...terms, recordedAt: `2026-02-04T0${i}:00:00.000Z` }),
    )
    await recordAll(db, NOW, [...at('2026-02-01T00:00:00.000Z', [ipo('acorn')]), ...lines])
    expect(figureIn(await evidenceOf(db, 'acorn'), 'withdrawn')).toMatchObject({ value: isOff, facts })
  })
})

test('a retraction is shown with its fact, and as of an earlier time not at all', async () => {
  await withStore(async (db) => {
    const misprint = gmp('acorn', DAY1, 30_350, 'IPOWatch', { printed: '₹30350' })
    await recordAll(db, NOW, [
      ...at('2026-02-01T00:00:00.000Z', [ipo('acorn')]),
      ...at('2026-02-02T08:00:00.000Z', [misprint, gmp('acorn', DAY1, 40, 'IPO Ji')]),
      ...at('2026-02-02T09:00:00.000Z', [retraction(gmp('acorn', DAY1, 30_350))]),
    ])
    const { facts, ...rest } = await evidenceOf(db, 'acorn')
    const [by] = facts.filter(({ kind }: Answered) => kind === 'retraction')
    expect(facts.find(({ printed }: Answered) => printed === '₹30350')).toMatchObject({
      said: { gmp: 30_350 },
      retracted: { by: by.fact, at: '2026-02-02T09:00:00.000Z', reason: 'misprint' },
    })
    expect(figureIn(rest, 'lastGmp').earlier).toEqual([
      { value: 15_195, from: '2026-02-02T08:00:00.000Z', until: by.recordedAt, facts: expect.any(Array) },
    ])
    const before = await evidenceOf(db, 'acorn', '2026-02-02T08:30:00.000Z')
    expect(before.facts.map(({ retracted }: Answered) => retracted)).toEqual([null, null, null])
    expect(figureIn(before, 'lastGmp')).toMatchObject({ value: 15_195, earlier: [] })
  })
})

test('a fact recorded with a past time is marked, and one recorded as it came is not', async () => {
  await withStore(async (db) => {
    await recordAll(db, NOW, at('2026-02-01T00:00:00.000Z', [ipo('acorn')]))
    await recordAll(db, NOW, [gmp('acorn', DAY1, 40)])
    const { facts } = await evidenceOf(db, 'acorn')
    expect(facts).toMatchObject([
      {
        kind: 'ipo',
        recordedAt: '2026-02-01T00:00:00.000Z',
        backfilled: true,
        round: 1,
        roundWork: 'import',
      },
      { kind: 'gmp', backfilled: false, round: 2, fetchedAt: null, payloadHash: null, url: null },
    ])
  })
})

test('two addresses of one issue have one evidence, and before the merge each had its own', async () => {
  await withStore(async (db) => {
    await recordAll(db, NOW, [
      ...at('2026-02-01T00:00:00.000Z', [
        ipo('acorn', { lotSize: 10 }),
        ipo('acorn-2026', { source: 'bse' }),
      ]),
      ...at('2026-02-02T08:00:00.000Z', [gmp('acorn', DAY1, 40), gmp('acorn-2026', DAY1, 50, 'IPO Ji')]),
      ...at('2026-02-02T09:00:00.000Z', [same('acorn-2026', 'acorn')]),
    ])
    const joined = await evidenceOf(db, 'acorn-2026')
    expect(joined).toEqual(await evidenceOf(db, 'acorn'))
    expect(joined.slug).toBe('acorn')
    expect(figureIn(joined, 'lastGmp')).toMatchObject({ value: 45, earlier: [{ value: 40 }] })
    expect(figureIn(joined, 'slug').facts).toHaveLength(2)
    const apart = await evidenceOf(db, 'acorn-2026', '2026-02-02T08:30:00.000Z')
    expect([apart.slug, figureIn(apart, 'lastGmp').value]).toEqual(['acorn-2026', 50])
  })
})

test('a quote after the listing day is no revision of the last one', async () => {
  await withStore(async (db) => {
    await recordAll(db, NOW, [
      ...at('2026-02-01T00:00:00.000Z', [ipo('acorn', { listingDate: DAY1 })]),
      ...at('2026-02-02T08:00:00.000Z', [gmp('acorn', DAY1, 40)]),
      ...at('2026-02-03T08:00:00.000Z', [gmp('acorn', DAY2, 45)]),
    ])
    expect(figureIn(await evidenceOf(db, 'acorn'), 'lastGmp')).toMatchObject({ value: 40, earlier: [] })
  })
})

test('of many earlier values the newest are listed, and the others counted', async () => {
  await withStore(async (db) => {
    const quotes = Array.from({ length: 25 }, (_, i) =>
      at(`2026-02-02T08:${10 + i}:00.000Z`, [gmp('acorn', DAY1, i)]),
    )
    await recordAll(db, NOW, [...at('2026-02-01T00:00:00.000Z', [ipo('acorn')]), ...quotes.flat()])
    const { earlier, outvoted, leftOut } = figureIn(await evidenceOf(db, 'acorn'), 'gmp[0].gmp')
    expect(earlier.map(({ value }: Answered) => value)).toEqual(Array.from({ length: 20 }, (_, i) => 23 - i))
    expect([outvoted.length, leftOut]).toEqual([20, 8])
  })
})

test('refused rows are listed for the issue that they may mean, as far as known at the time', async () => {
  await withStore(async (db) => {
    await recordAll(db, NOW, at('2026-02-01T00:00:00.000Z', [ipo('acorn'), ipo('beech')]))
    const said = (printed: string) => JSON.stringify({ kind: 'gmp', observedAt: DAY1, printed })
    const rows = [
      refused({ subject: '', rule: 'gmp-too-high', said: said('₹9000'), candidates: ['acorn'] }),
      refused({ subject: '', raw: 'b', said: said('₹12'), candidates: [] }),
      refused({ subject: '', raw: 'c', said: null, rule: 'gmp-range', candidates: ['beech', 'acorn-mills'] }),
    ]
    const [first = 0, second = 0] = await storeRefusals(db, rows, {
      round: 1,
      seen: '2026-02-02T08:00:00.000Z',
    })
    await settleRefusal(db, second, { settled: 'accepted', as: 'acorn', at: '2026-02-02T10:00:00.000Z' })
    await storeRefusals(db, rows.slice(0, 1), { round: 1, seen: '2026-02-02T11:00:00.000Z' })
    await settleRefusal(db, first, { settled: 'discarded', as: null, at: '2026-02-02T12:00:00.000Z' })

    const { refused: refusals, refusedTotal } = await evidenceOf(db, 'acorn')
    expect(refusedTotal).toBe(2)
    expect(refusals).toMatchObject([
      { rule: 'unknown-issue', printed: '₹12', settled: { how: 'accepted', as: 'acorn' } },
      {
        rule: 'gmp-too-high',
        printed: '₹9000',
        lastSeen: '2026-02-02T11:00:00.000Z',
        settled: { how: 'discarded' },
      },
    ])
    expect(JSON.stringify(refusals)).not.toContain('Acorn |')
    const then = await evidenceOf(db, 'acorn', '2026-02-02T09:00:00.000Z')
    expect(then.refused).toMatchObject([{ rule: 'gmp-too-high', lastSeen: null, settled: null }])
    expect((await evidenceOf(db, 'acorn', '2026-02-01T09:00:00.000Z')).refusedTotal).toBe(0)
    expect((await evidenceOf(db, 'beech')).refusedTotal).toBe(1)
  })
})

test('for any facts the evidence explains the answer, and later facts do not change it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyDatedLine, { minLength: 10, maxLength: 25 }),
      anyMoment,
      async (lines, moment) => {
        await withStore(async (db) => {
          const isKnown = (line: Line) => String(line.recordedAt) <= moment
          await recordAll(db, NOW, [...founding, ...lines.filter(isKnown)])
          const before = JSON.stringify(await evidencesAt(db, moment))
          await recordAll(
            db,
            NOW,
            lines.filter((line) => !isKnown(line)),
          )
          expect(JSON.stringify(await evidencesAt(db, moment))).toBe(before)
          for (const [slug, evidence] of await evidencesAt(db, null)) await expectHistory(db, slug, evidence)
        })
      },
    ),
    { numRuns: 12 },
  )
})

const evidencesAt = async (db: Db, asOf: string | null): Promise<[string, Answered][]> => {
  const found: [string, Answered][] = []
  for (const slug of SLUGS) found.push([slug, await evidenceOf(db, slug, asOf)])
  return found
}

/** What the answer has for a figure that is not known, where that is not null. */
const UNKNOWN: Readonly<Record<string, unknown>> = { gmpDisputed: false, lastGmpOwners: 0, application: [] }

/** An earlier value equals the answer as of its first moment. */
async function expectHistory(db: Db, slug: string, evidence: Answered): Promise<void> {
  if (evidence?.slug !== slug) return
  const { version } = await marketVersion(db)
  for (const { path, earlier } of evidence.figures) {
    if (path.includes('[')) continue
    for (const { value, from } of earlier.slice(0, 2)) {
      const then = (await ipoAnswer(marketOf(db), { version, asOf: from, clock: from }, slug))
        ?.ipo as Answered
      const shown = path.startsWith('listing.') ? then.listing?.[path.slice(8)] : then[path]
      expect(shown ?? null, `${path} at ${from}`).toEqual(value ?? UNKNOWN[path] ?? null)
    }
  }
}
