import { describe, expect, test } from 'vitest'
import { alertDeal } from '../../../test/support/alert-events.ts'
import { deal, gmp, ipo, listing, retraction, same, subscription } from '../../../test/support/lines.ts'
import { marketOf } from '../../../test/support/market-data.ts'
import { needs, ONCE } from '../../../test/support/needs.ts'
import { type Line, recordAll } from '../../../test/support/record.ts'
import { withStore } from '../../../test/support/store.ts'
import { type Instant, instantFromMs, msOf } from '../../market/calendar.ts'
import { positionAt } from '../../reports/changes/changes-end.ts'
import type { Position } from '../../reports/changes/position.ts'
import type { Db } from '../../store/engines/db.ts'
import { marketVersion } from '../../store/version/market-version.ts'
import type { FiredAlert, StatedAlert } from '../alert.ts'
import type { AlertRule, AlertRules, RuleConditions, Trigger } from '../rules/alert-rules.ts'
import { alertsBetween } from './alerts-between.ts'
import { dealKey } from './deal-alerts.ts'

const rule = (trigger: Trigger, where: RuleConditions = {}, channels = ['family']): AlertRule => ({
  name: `${trigger.on} rule`,
  trigger,
  where,
  channels,
})

const DAILY: Pick<AlertRules, 'rules' | 'digest'> = {
  digest: { at: '08:00', channels: ['family'] },
  rules: [
    rule({ on: 'opens', at: '09:00' }),
    rule({ on: 'closes', hoursBefore: 3 }),
    rule({ on: 'closes', hoursBefore: 24 }),
    rule({ on: 'allotment', at: '09:30' }),
    rule({ on: 'listsTomorrow', at: '18:00' }),
    rule({ on: 'listed' }),
    rule({ on: 'new' }),
    rule({ on: 'datesMoved' }),
    rule({ on: 'withdrawn' }),
    rule({ on: 'gmp', unit: 'percent', level: 20, direction: 'either' }),
    rule({ on: 'dispute', direction: 'either' }),
    rule({ on: 'subscription', category: 'RII', times: 1 }),
    rule({ on: 'deal', symbols: ['ACME'], client: undefined, minValue: 1_000_000 }),
  ],
}

const ACME = {
  board: 'MAINBOARD',
  exchanges: ['NSE'],
  priceMin: 95,
  priceMax: 100,
  lotSize: 150,
  openDate: '2026-01-13',
  closeDate: '2026-01-15',
}

/** What becomes known, and when: India is 5:30 ahead. */
const STORY: readonly (readonly [Instant, readonly Line[]])[] = [
  [
    '2026-01-02T06:00:00.000Z',
    [ipo('old-mill', { ...ACME, openDate: '2025-12-01', closeDate: '2025-12-03' })],
  ],
  ['2026-01-10T06:00:00.000Z', [ipo('acme', ACME)]],
  ['2026-01-12T06:00:00.000Z', [gmp('acme', '2026-01-12', 15)]],
  ['2026-01-13T06:00:00.000Z', [gmp('acme', '2026-01-13', 25)]],
  ['2026-01-13T07:00:00.000Z', [gmp('acme', '2026-01-13', 5)]],
  ['2026-01-13T08:00:00.000Z', [gmp('acme', '2026-01-13', 30)]],
  ['2026-01-14T06:00:00.000Z', [subscription('acme', '2026-01-14T05:50:00.000Z', 'RII', 0.6)]],
  ['2026-01-14T08:00:00.000Z', [subscription('acme', '2026-01-14T07:50:00.000Z', 'RII', 1.3)]],
  ['2026-01-15T06:00:00.000Z', [gmp('acme', '2026-01-15', 30), gmp('acme', '2026-01-15', 90, 'Harbour')]],
  ['2026-01-16T06:00:00.000Z', [ipo('acme', { ...ACME, issuePrice: 100, listingDate: '2026-01-20' })]],
  ['2026-01-20T13:00:00.000Z', [listing('acme', '2026-01-20', 131), deal('2026-01-20')]],
]

async function recordStory(db: Db, story = STORY): Promise<void> {
  for (const [at, lines] of story) await recordAll(db, at, lines)
}

/** Walks in steps of this length, as a process that looks now and then does. */
async function walk(
  db: Db,
  { rules = DAILY, from, to, every }: { rules?: typeof DAILY; from: Instant; to: Instant; every: number },
): Promise<FiredAlert[]> {
  const fired: FiredAlert[] = []
  const statedOn = async (slug: string): Promise<StatedAlert[]> =>
    fired.flatMap(({ channels, at, content }) => {
      const stated = content.stated[slug]
      return stated ? channels.map((channel) => ({ channel, at, stated })) : []
    })
  const context = { ...marketOf(db), rules, publicUrl: '', isDemo: false, statedOn }
  const { version: newest } = await marketVersion(db)
  let since = await positionAt(db, from, newest)
  for (let next = msOf(from) + every; ; next += every) {
    const moment = instantFromMs(Math.min(next, msOf(to)))
    const end: Position = { version: (await positionAt(db, moment, newest)).version, moment }
    for (let isComplete = false; !isComplete; ) {
      const page = await alertsBetween(context, since, end)
      // As the store does, which keeps one alert of a key for a channel.
      fired.push(...page.alerts.filter(({ key }) => !fired.some((other) => other.key === key)))
      since = page.reached
      isComplete = page.isComplete
    }
    if (moment === to) return fired
  }
}

/** All alerts of a story, without the digest. */
async function firedIn(
  story: readonly (readonly [Instant, readonly Line[]])[],
  rules: readonly AlertRule[],
  from = '2026-01-05T00:00:00.000Z',
): Promise<string[]> {
  return withStore(async (db) => {
    await recordStory(db, story)
    const fired = await walk(db, {
      rules: { digest: null, rules },
      from,
      to: '2026-02-01T00:00:00.000Z',
      every: YEAR,
    })
    return fired.map(briefly)
  })
}

const HOUR = 3_600_000
const YEAR = 366 * 24 * HOUR
const SPAN = { from: '2026-01-05T00:00:00.000Z', to: '2026-02-01T00:00:00.000Z', every: YEAR }
const briefly = ({ at, key }: FiredAlert) => `${at.slice(0, 16)} ${key}`

const EXPECTED = [
  '2026-01-10T06:00 new|acme',
  '2026-01-13T02:30 digest|2026-01-13',
  '2026-01-13T03:30 opens|acme|2026-01-13',
  '2026-01-13T06:00 gmp|acme|percent|20|up|2026-01-13',
  '2026-01-13T07:00 gmp|acme|percent|20|down|2026-01-13',
  '2026-01-14T08:00 subscription|acme|RII|1',
  '2026-01-14T11:30 closes|acme|2026-01-15|24',
  '2026-01-15T02:30 digest|2026-01-15',
  '2026-01-15T06:00 dispute|acme|begins|2026-01-15',
  '2026-01-15T08:30 closes|acme|2026-01-15|3',
  '2026-01-16T02:30 digest|2026-01-16',
  '2026-01-16T04:00 allotment|acme|2026-01-16',
  '2026-01-19T12:30 listsTomorrow|acme|2026-01-20',
  '2026-01-20T02:30 digest|2026-01-20',
  '2026-01-20T13:00 listed|acme|2026-01-20T13:00:00.001Z',
  '2026-01-20T13:00 deal|ACME|Acme Foods Limited|SOME FUND|NSE|BULK|BUY|2026-01-20|81000|128.5|10408500|1',
  '2026-01-21T02:30 digest|2026-01-21',
]

test('an IPO gives each alert at its moment', async () => {
  await withStore(async (db) => {
    await recordStory(db)
    const fired = await walk(db, {
      from: '2026-01-05T00:00:00.000Z',
      to: '2026-02-01T00:00:00.000Z',
      every: YEAR,
    })
    expect(fired.map(briefly)).toEqual(EXPECTED)
  })
})

test.each([HOUR / 4, 19 * HOUR])('a walk in steps of %i ms gives the same alerts', async (every) => {
  await withStore(async (db) => {
    await recordStory(db)
    const from = every < HOUR ? '2026-01-13T00:00:00.000Z' : '2026-01-05T00:00:00.000Z'
    const to = every < HOUR ? '2026-01-14T00:00:00.000Z' : '2026-02-01T00:00:00.000Z'
    const fired = await walk(db, { from, to, every })
    const expected = EXPECTED.filter((line) => line > from && line < to)
    expect(fired.map(briefly)).toEqual(expected)
  })
})

describe('on one engine', () => {
  needs(ONCE)

  test('a day that becomes known after its time gives the alert at once, while it still matters', async () => {
    const days = { ...ACME, openDate: '2026-01-13', closeDate: null }
    const story: typeof STORY = [
      ['2026-01-12T06:00:00.000Z', [ipo('acme', { ...days, openDate: null })]],
      ['2026-01-13T05:00:00.000Z', [ipo('acme', days)]],
      ['2026-01-15T10:00:00.000Z', [ipo('acme', { ...days, closeDate: '2026-01-15' })]],
    ]
    expect(await firedIn(story, DAILY.rules)).toEqual([
      '2026-01-12T06:00 new|acme',
      '2026-01-13T05:00 opens|acme|2026-01-13',
      '2026-01-15T10:00 closes|acme|2026-01-15|3',
      '2026-01-15T10:00 closes|acme|2026-01-15|24',
      '2026-01-16T04:00 allotment|acme|2026-01-16',
      '2026-01-19T12:30 listsTomorrow|acme|2026-01-20',
    ])
  })

  test('a moved day is alerted as moved, and on its new day', async () => {
    const story: typeof STORY = [
      ['2026-01-10T06:00:00.000Z', [ipo('acme', ACME)]],
      ['2026-01-15T09:00:00.000Z', [ipo('acme', { ...ACME, closeDate: '2026-01-16' })]],
    ]
    const rules = [rule({ on: 'closes', hoursBefore: 3 }), rule({ on: 'datesMoved' })]
    expect(await firedIn(story, rules)).toEqual([
      '2026-01-15T08:30 closes|acme|2026-01-15|3',
      '2026-01-15T09:00 datesMoved|acme|2026-01-15T09:00:00.001Z|closeDate=2026-01-16T00:00:00.000Z',
      '2026-01-16T08:30 closes|acme|2026-01-16|3',
    ])
  })

  test('a withdrawn IPO and its return are alerted, and none of its days in between', async () => {
    const story: typeof STORY = [
      ['2026-01-10T06:00:00.000Z', [ipo('acme', ACME)]],
      ['2026-01-12T06:00:00.000Z', [ipo('acme', { ...ACME, withdrawn: true })]],
      ['2026-01-14T06:00:00.000Z', [ipo('acme', { ...ACME, withdrawn: false })]],
    ]
    expect(await firedIn(story, [rule({ on: 'withdrawn' }), rule({ on: 'opens', at: '09:00' })])).toEqual([
      '2026-01-12T06:00 withdrawn|acme|2026-01-12T06:00:00.001Z',
      '2026-01-14T06:00 returned|acme|2026-01-14T06:00:00.001Z',
    ])
  })

  test.each([
    ['imported', 0],
    ['recorded round by round, as backfill does,', 1],
  ])('history that is %s gives no alerts', async (_how, rounds) => {
    const past = {
      ...ACME,
      issuePrice: 100,
      openDate: '2025-03-03',
      closeDate: '2025-03-05',
      listingDate: '2025-03-10',
    }
    const lines = [
      ipo('bygone', past),
      subscription('bygone', '2025-03-05T11:00:00.000Z', 'RII', 12),
      listing('bygone', '2025-03-10', 131),
      ipo('bygone', { ...past, isin: 'INE0BYG01011' }),
      gmp('bygone', '2025-03-04', 10),
      gmp('bygone', '2025-03-05', 40),
      gmp('bygone', '2025-03-05', 4, 'Harbour'),
      deal('2025-03-10'),
    ]
    const story: typeof STORY = [
      ['2026-01-06T06:00:00.000Z', [ipo('acme', ACME)]],
      ...[...Map.groupBy(lines, (line) => rounds * lines.indexOf(line))].map(
        ([round, some]) => [`2026-01-10T06:0${round}:00.000Z`, some] as const,
      ),
    ]
    expect(await firedIn(story, DAILY.rules)).not.toContainEqual(expect.stringMatching(/bygone|deal/))
  })

  test('two rules about the same occasion send a channel one message', async () => {
    await withStore(async (db) => {
      await recordStory(db, [['2026-01-10T06:00:00.000Z', [ipo('acme', ACME)]]])
      const opens: Trigger = { on: 'opens', at: '09:00' }
      const rules = [
        { ...rule(opens, {}, ['family', 'club']), name: 'all' },
        { ...rule(opens, { board: 'MAINBOARD' }, ['club', 'phone']), name: 'mainboard' },
      ]
      const span = { from: '2026-01-11T00:00:00.000Z', to: '2026-01-14T00:00:00.000Z', every: YEAR }
      const fired = await walk(db, { rules: { digest: null, rules }, ...span })
      expect(fired.map(({ rule: name, channels }) => [name, ...channels])).toEqual([
        ['all', 'family', 'club'],
        ['mainboard', 'phone'],
      ])
    })
  })

  test.each<[string, RuleConditions, boolean]>([
    ['its board', { board: 'MAINBOARD' }, true],
    ['another board', { board: 'SME' }, false],
    ['its slug', { ipos: ['other', 'acme'] }, true],
    ['another slug', { ipos: ['other'] }, false],
    ['its smallest amount', { minAmount: { max: 15_000 } }, true],
    ['a smaller amount', { minAmount: { max: 14_999 } }, false],
    ['its GMP in percent', { gmpPercent: { min: 15, max: 15 } }, true],
    ['a higher GMP in percent', { gmpPercent: { min: 15.01 } }, false],
    ['its GMP in rupees', { gmp: { min: 10 } }, true],
    ['its one source', { sources: { min: 1 } }, true],
    ['two sources', { sources: { min: 2 } }, false],
    ['no dispute', { disputed: false }, true],
    ['a dispute', { disputed: true }, false],
  ])('a rule with the condition of %s', async (_name, where, isMet) => {
    const story: typeof STORY = [
      ['2026-01-10T06:00:00.000Z', [ipo('acme', ACME), gmp('acme', '2026-01-10', 15)]],
    ]
    const fired = await firedIn(story, [rule({ on: 'opens', at: '09:00' }, where)])
    expect(fired).toEqual(isMet ? ['2026-01-13T03:30 opens|acme|2026-01-13'] : [])
  })

  test('an IPO that becomes known while it is open gives one alert beside the one that it closes', async () => {
    const lines = [
      ipo('acme', { ...ACME, closeDate: '2026-01-13' }),
      gmp('acme', '2026-01-13', 25),
      subscription('acme', '2026-01-13T05:50:00.000Z', 'RII', 1.6),
    ]
    expect((await firedIn([['2026-01-13T09:00:00.000Z', lines]], DAILY.rules)).slice(0, 3)).toEqual([
      '2026-01-13T09:00 new|acme',
      '2026-01-13T09:00 closes|acme|2026-01-13|3',
      '2026-01-13T09:00 closes|acme|2026-01-13|24',
    ])
  })

  test('a corrected figure that was sent gives a correction to the channels that got it', async () => {
    const story: typeof STORY = [
      ['2026-01-10T06:00:00.000Z', [ipo('acme', ACME), gmp('acme', '2026-01-10', 15)]],
      ['2026-01-11T06:00:00.000Z', [gmp('acme', '2026-01-11', 25)]],
      [
        '2026-01-11T07:00:00.000Z',
        [retraction({ fact: 'gmp', slug: 'acme', source: 'IPOWatch', observedAt: '2026-01-11', gmp: 25 })],
      ],
    ]
    const rules = [
      rule({ on: 'gmp', unit: 'rupees', level: 20, direction: 'either' }, {}, ['family', 'club']),
      rule({ on: 'gmp', unit: 'rupees', level: 16, direction: 'down' }, {}, ['phone']),
    ]
    await withStore(async (db) => {
      await recordStory(db, story)
      const fired = await walk(db, { rules: { digest: null, rules }, ...SPAN })
      expect(fired.map(({ channels, content: { title } }) => [channels.join(' '), title])).toEqual([
        ['family club', expect.stringContaining('₹25')],
        ['family', expect.stringMatching(/^Correction/)],
        ['club', expect.stringMatching(/^Correction.*₹25.*₹15/)],
        ['phone', expect.stringMatching(/fell below ₹16/)],
      ])
    })
  })

  test('a figure that was never sent gives no correction', async () => {
    const story: typeof STORY = [
      ['2026-01-10T06:00:00.000Z', [ipo('acme', ACME), gmp('acme', '2026-01-10', 15)]],
      ['2026-01-10T07:00:00.000Z', [ipo('acme', { ...ACME, source: 'operator', lotSize: 160 })]],
    ]
    expect(await firedIn(story, [rule({ on: 'datesMoved' })])).toEqual([])
  })

  test('an IPO that was recorded by mistake is corrected where it was sent', async () => {
    const story: typeof STORY = [
      ['2026-01-10T06:00:00.000Z', [ipo('acme', ACME)]],
      ['2026-01-10T07:00:00.000Z', [retraction(ipo('acme', ACME))]],
    ]
    await withStore(async (db) => {
      await recordStory(db, story)
      const fired = await walk(db, { rules: { digest: null, rules: [rule({ on: 'new' })] }, ...SPAN })
      expect(fired.map(({ content: { title } }) => title)).toEqual([
        expect.stringMatching(/^New IPO/),
        'Correction: acme is no longer in the list',
      ])
    })
  })

  test('a figure that only a digest stated is corrected, too', async () => {
    const quote = gmp('acme', '2026-01-13', 25)
    const story: typeof STORY = [
      ['2026-01-10T06:00:00.000Z', [ipo('acme', ACME), gmp('acme', '2026-01-10', 15)]],
      ['2026-01-13T01:00:00.000Z', [quote]],
      ['2026-01-13T07:00:00.000Z', [retraction(quote)]],
    ]
    await withStore(async (db) => {
      await recordStory(db, story)
      const rules = { digest: { at: '08:00', channels: ['family'] }, rules: [] }
      const fired = await walk(db, { rules, ...SPAN, to: '2026-01-14T00:00:00.000Z' })
      expect(fired.map(({ content: { title } }) => title)).toEqual([
        'IPOs on Tue 13 Jan: 1 opening',
        expect.stringMatching(/^Correction: acme: GMP sent as ₹25, corrected to ₹15/),
      ])
    })
  })

  test('what the operator reports as news is no correction', async () => {
    const source = 'operator'
    const bids = (at: Instant, times: number) => subscription('acme', at, 'TOTAL', times, { source })
    const story: typeof STORY = [
      ['2026-01-10T06:00:00.000Z', [ipo('acme', { ...ACME, source })]],
      ['2026-01-11T06:00:00.000Z', [gmp('acme', '2026-01-11', 25, source)]],
      ['2026-01-12T06:00:00.000Z', [gmp('acme', '2026-01-12', 28, source)]],
      ['2026-01-13T06:00:00.000Z', [bids('2026-01-13T06:00:00.000Z', 1.2)]],
      ['2026-01-14T06:00:00.000Z', [bids('2026-01-14T06:00:00.000Z', 3.2)]],
      ['2026-01-14T07:00:00.000Z', [gmp('acme', '2026-01-12', 30, source)]],
    ]
    const rules = [
      rule({ on: 'new' }),
      rule({ on: 'gmp', unit: 'rupees', level: 20, direction: 'up' }),
      rule({ on: 'subscription', category: 'TOTAL', times: 1 }),
    ]
    await withStore(async (db) => {
      await recordStory(db, story)
      const fired = await walk(db, { rules: { digest: null, rules }, ...SPAN })
      expect(
        fired.map(({ event, content: { lines } }) => [event, lines.some((line) => /orrect/.test(line))]),
      ).toEqual([
        ['new', false],
        ['gmp', false],
        ['subscription', false],
        ['correction', true],
      ])
    })
  })

  test('a correction replaces no alert about another figure', async () => {
    const terms = { ...ACME, issuePrice: 100, listingDate: '2026-01-20' }
    const story: typeof STORY = [
      ['2026-01-10T06:00:00.000Z', [ipo('acme', terms)]],
      [
        '2026-01-20T06:00:00.000Z',
        [ipo('acme', { ...terms, priceMin: 96, source: 'operator' }), listing('acme', '2026-01-20', 130)],
      ],
    ]
    const fired = await firedIn(story, [rule({ on: 'new' }), rule({ on: 'listed' })])
    expect(fired.map((line) => line.slice(17).split('|')[0])).toEqual(['new', 'correction', 'listed'])
  })

  test('an opening price that follows a retracted one is alerted', async () => {
    const wrong = listing('acme', '2026-01-20', 310)
    const story: typeof STORY = [
      ['2026-01-10T06:00:00.000Z', [ipo('acme', { ...ACME, issuePrice: 100, listingDate: '2026-01-20' })]],
      ['2026-01-20T06:00:00.000Z', [wrong]],
      ['2026-01-20T07:00:00.000Z', [retraction(wrong)]],
      ['2026-01-20T08:00:00.000Z', [listing('acme', '2026-01-20', 131)]],
      ['2026-01-20T09:00:00.000Z', [listing('acme', '2026-01-20', 132, { exchange: 'BSE', source: 'bse' })]],
    ]
    await withStore(async (db) => {
      await recordStory(db, story)
      const fired = await walk(db, { rules: { digest: null, rules: [rule({ on: 'listed' })] }, ...SPAN })
      expect(fired.map(({ content: { title } }) => title)).toEqual([
        expect.stringContaining('at ₹310'),
        expect.stringMatching(/^Correction.*₹310.*not known now/),
        expect.stringContaining('at ₹131'),
      ])
    })
  })

  test('the subscription in an alert has the moment of its reading', async () => {
    const story: typeof STORY = [
      ['2026-01-10T06:00:00.000Z', [ipo('acme', ACME)]],
      ['2026-01-14T06:00:00.000Z', [subscription('acme', '2026-01-14T05:50:00.000Z', 'TOTAL', 0.6)]],
    ]
    await withStore(async (db) => {
      await recordStory(db, story)
      const rules = [
        rule({ on: 'subscription', category: 'TOTAL', times: 0.5 }),
        rule({ on: 'closes', hoursBefore: 3 }),
      ]
      const [reached, closes] = await walk(db, { rules: { digest: null, rules }, ...SPAN })
      expect(reached?.content.title).toBe(
        'Total subscription of acme reached 0.5×: 0.60× by Wed 14 Jan, 11:20 am',
      )
      expect(reached?.content.data).toMatchObject({ is: 0.6, readAt: '2026-01-14T05:50:00.000Z' })
      expect(closes?.content.lines).toContain('Subscribed 0.60× in total by Wed 14 Jan, 11:20 am')
    })
  })

  test('a rule that names an IPO fires after that was merged with another', async () => {
    const story: typeof STORY = [
      ['2026-01-10T06:00:00.000Z', [ipo('acme', ACME), ipo('acme-foods', ACME)]],
      ['2026-01-11T06:00:00.000Z', [same('acme', 'acme-foods')]],
    ]
    const opens: Trigger = { on: 'opens', at: '09:00' }
    for (const slug of ['acme', 'acme-foods'])
      expect(await firedIn(story, [rule(opens, { ipos: [slug] })])).toEqual([
        '2026-01-13T03:30 opens|acme-foods|2026-01-13',
      ])
  })

  test('a merge repeats nothing that was alerted about the IPO that it ends', async () => {
    const story: typeof STORY = [
      ['2026-01-10T06:00:00.000Z', [ipo('acme', ACME)]],
      ['2026-01-11T06:00:00.000Z', [ipo('acme-foods', { source: 'bse' })]],
      [
        '2026-01-13T04:00:00.000Z',
        [gmp('acme', '2026-01-13', 25), subscription('acme', '2026-01-13T03:59:00.000Z', 'RII', 1.2)],
      ],
      ['2026-01-13T06:00:00.000Z', [same('acme', 'acme-foods')]],
      ['2026-01-13T07:00:00.000Z', [gmp('acme', '2026-01-13', 5)]],
    ]
    expect((await firedIn(story, DAILY.rules)).slice(0, 7)).toEqual([
      '2026-01-10T06:00 new|acme',
      '2026-01-11T06:00 new|acme-foods',
      '2026-01-13T03:30 opens|acme|2026-01-13',
      '2026-01-13T04:00 gmp|acme|percent|20|up|2026-01-13',
      '2026-01-13T04:00 subscription|acme|RII|1',
      '2026-01-13T07:00 gmp|acme-foods|percent|20|down|2026-01-13',
      '2026-01-14T11:30 closes|acme-foods|2026-01-15|24',
    ])
  })

  test('the key of a deal does not depend on the order of its fields', () => {
    const deal = alertDeal({ securityName: null })
    const turned = Object.fromEntries(Object.entries(deal).reverse()) as unknown as typeof deal
    const key = 'deal|ACME|null|SOME FUND|NSE|BULK|BUY|2026-11-17|500000|131.5|65750000'
    expect([dealKey(deal), dealKey(turned)]).toEqual([key, key])
  })

  test('the first source of a morning crosses no level and ends no dispute, but the second does', async () => {
    const quotes = (day: string, first: number, second: number) => [
      gmp('acme', day, first, 'IPOWatch'),
      gmp('acme', day, second, 'Harbour'),
    ]
    const [one, two] = quotes('2026-01-12', 10, 12)
    const story: typeof STORY = [
      ['2026-01-10T06:00:00.000Z', [ipo('acme', ACME)]],
      ['2026-01-11T06:00:00.000Z', quotes('2026-01-11', 10, 40)],
      ['2026-01-12T06:00:00.000Z', one ? [one] : []],
      ['2026-01-12T06:01:00.000Z', two ? [two] : []],
    ]
    const rules = [
      rule({ on: 'gmp', unit: 'rupees', level: 20, direction: 'either' }),
      rule({ on: 'dispute', direction: 'either' }),
    ]
    expect(await firedIn(story, rules)).toEqual([
      '2026-01-11T06:00 gmp|acme|rupees|20|up|2026-01-11',
      '2026-01-11T06:00 dispute|acme|begins|2026-01-11',
      '2026-01-12T06:01 gmp|acme|rupees|20|down|2026-01-12',
      '2026-01-12T06:01 dispute|acme|ends|2026-01-12',
    ])
  })

  test('a result that becomes known late is in the next digest', async () => {
    const terms = { ...ACME, issuePrice: 100, listingDate: '2026-01-20' }
    const story: typeof STORY = [
      ['2026-01-10T06:00:00.000Z', [ipo('acme', terms)]],
      ['2026-01-22T06:00:00.000Z', [listing('acme', '2026-01-20', 131)]],
    ]
    await withStore(async (db) => {
      await recordStory(db, story)
      const rules = { digest: { at: '08:00', channels: ['family'] }, rules: [] }
      const fired = await walk(db, { rules, ...SPAN, from: '2026-01-21T00:00:00.000Z' })
      expect(fired.map(({ content: { title } }) => title)).toEqual(['IPOs on Fri 23 Jan: 1 result'])
    })
  })
})

describe('the end of a lock-in', () => {
  const ANCHORED = { ...ACME, anchorShares: 4_501 }
  /** Due on Friday, so that the lock-ins end on Sunday 15 February and Thursday 16 April. */
  const DUE = [['2026-01-10T06:00:00.000Z', [ipo('acme', ANCHORED)]]] as const
  const LISTED = [['2026-01-20T06:00:00.000Z', [listing('acme', '2026-01-20', 131)]]] as const
  const lockInRule = (daysBefore: number) => rule({ on: 'lock-in-ends', daysBefore, at: '09:00' })
  const FEBRUARY = 'lock-in-ends|acme|2026-02-15'

  test.each<[string, typeof STORY, number[], string[]]>([
    [
      'fires so many days before, for each part, and goes on after the listing',
      [...DUE, ...LISTED],
      [3, 0],
      [
        `2026-02-12T03:30 ${FEBRUARY}|3`,
        `2026-02-15T03:30 ${FEBRUARY}|0`,
        '2026-04-13T03:30 lock-in-ends|acme|2026-04-16|3',
        '2026-04-16T03:30 lock-in-ends|acme|2026-04-16|0',
      ],
    ],
    [
      'fires at once when it becomes known late, up to the end of the next trading day',
      [...DUE, ['2026-02-16T10:00:00.000Z', [ipo('acme', { ...ANCHORED, lotSize: 200 })]]],
      [1],
      [`2026-02-14T03:30 ${FEBRUARY}|1`, '2026-04-15T03:30 lock-in-ends|acme|2026-04-16|1'],
    ],
    [
      'fires at once when the shares become known on that day',
      [
        ['2026-01-10T06:00:00.000Z', [ipo('acme', ACME)]],
        ['2026-02-16T10:00:00.000Z', [ipo('acme', ANCHORED)]],
      ],
      [1],
      [`2026-02-16T10:00 ${FEBRUARY}|1`, '2026-04-15T03:30 lock-in-ends|acme|2026-04-16|1'],
    ],
    [
      'does not fire when they become known later',
      [
        ['2026-01-10T06:00:00.000Z', [ipo('acme', ACME)]],
        ['2026-02-17T10:00:00.000Z', [ipo('acme', ANCHORED)]],
      ],
      [1],
      ['2026-04-15T03:30 lock-in-ends|acme|2026-04-16|1'],
    ],
    [
      'follows an announced allotment',
      [...DUE, ['2026-01-17T06:00:00.000Z', [ipo('acme', { allotmentDate: '2026-01-19' })]]],
      [30],
      [
        '2026-01-16T03:30 lock-in-ends|acme|2026-02-15|30',
        '2026-01-19T03:30 lock-in-ends|acme|2026-02-18|30',
        '2026-03-20T03:30 lock-in-ends|acme|2026-04-19|30',
      ],
    ],
    [
      'does not fire for a withdrawn issue',
      [...DUE, ['2026-01-20T06:00:00.000Z', [ipo('acme', { withdrawn: true })]]],
      [1],
      [],
    ],
  ])('%s', async (_name, story, days, expected) => {
    await withStore(async (db) => {
      await recordStory(db, story)
      const rules = { digest: null, rules: days.map(lockInRule) }
      for (const every of [YEAR, 5 * HOUR]) {
        const fired = await walk(db, {
          rules,
          from: '2026-01-05T00:00:00.000Z',
          to: '2026-05-01T00:00:00.000Z',
          every,
        })
        expect(fired.map(briefly)).toEqual(expected)
      }
    })
  })

  test('is corrected once it was stated and the allotment is corrected', async () => {
    const story = [
      ...DUE,
      ['2026-02-14T10:00:00.000Z', [ipo('acme', { allotmentDate: '2026-01-19', source: 'operator' })]],
    ] as typeof STORY
    await withStore(async (db) => {
      await recordStory(db, story)
      const rules = { digest: null, rules: [lockInRule(1)] }
      const fired = await walk(db, {
        rules,
        from: '2026-01-05T00:00:00.000Z',
        to: '2026-02-15T00:00:00.000Z',
        every: YEAR,
      })
      expect(fired.map(({ content }) => content.title)).toEqual([
        expect.stringMatching(/^30-day lock-in of acme ends about Sun 15 Feb; next trading day Mon 16 Feb$/),
        'Correction: acme: End of anchor lock-in sent as about 15 Feb 2026 and about 16 Apr 2026, corrected to 18 Feb 2026 and 19 Apr 2026',
      ])
    })
  })
})
