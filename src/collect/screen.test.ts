import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { EXCHANGE_TABLE } from '../market/exchanges.ts'
import { OPEN_ALONE, type Terms } from '../market/facts/fact.ts'
import { type IssueTerms, termsFrom } from '../market/issues/terms.ts'
import { type ReportedGmp, type ReportedListing, UNNAMED_SUBJECT } from '../sources/source.ts'
import {
  HELD,
  type IssueLife,
  REFUSAL_RULES,
  screenDays,
  screenGmp,
  screenListing,
  screenSubscription,
  screenTerms,
} from './screen.ts'

const page = readFileSync(new URL('../../docs/method.md', import.meta.url), 'utf8')

test('docs/method.md explains every rule in the same words', () => {
  const [, section = ''] = page.split('### What is refused\n')
  const [own = ''] = section.split(/^#+ /m)
  const rows = [...own.matchAll(/^\| `([\w-]+)` \| (.+) \|$/gm)].map(([, rule, words]) => [rule, words])
  expect(rows).toEqual(Object.entries(REFUSAL_RULES))
})

test('docs/method.md has the limits of SME listings', () => {
  const { NSE, BSE } = EXCHANGE_TABLE
  expect(page).toContain(
    `${NSE.smeCeiling.percent} percent above the issue price on NSE from ${NSE.smeCeiling.from} and on BSE from ${BSE.smeCeiling.from}, ` +
      `and at most ${NSE.smeFloor.percent} percent below it on NSE from ${NSE.smeFloor.from} and on BSE from ${BSE.smeFloor.from}`,
  )
  expect([BSE.smeCeiling.percent, BSE.smeFloor.percent]).toEqual([
    NSE.smeCeiling.percent,
    NSE.smeFloor.percent,
  ])
})

test.each<[string, Partial<Terms>, string | null]>([
  ['no terms', {}, null],
  ['a band', { priceMin: 9_000, priceMax: 9_500 }, null],
  ['a fixed price', { priceMin: 9_500, priceMax: 9_500 }, null],
  ['a band upside down by a paisa', { priceMin: 9_501, priceMax: 9_500 }, 'band-upside-down'],
  ['a lower end alone', { priceMin: 9_501, priceMax: null }, null],
  ['an upper end alone', { priceMax: 9_500 }, null],
  ['one day of bidding', { openDate: '2026-03-10', closeDate: '2026-03-10' }, null],
  [
    'closing the day before it opens',
    { openDate: '2026-03-10', closeDate: '2026-03-09' },
    'dates-out-of-order',
  ],
  ['45 days of bidding', { openDate: '2026-03-10', closeDate: '2026-04-24' }, null],
  ['46 days of bidding', { openDate: '2026-03-10', closeDate: '2026-04-25' }, 'dates-out-of-order'],
  ['an opening day alone', { openDate: '2026-03-10', closeDate: null }, null],
  ['listing the day after it closes', { closeDate: '2026-03-12', listingDate: '2026-03-13' }, null],
  ['listing the day it closes', { closeDate: '2026-03-12', listingDate: '2026-03-12' }, 'dates-out-of-order'],
  ['a listing day alone', { listingDate: '2026-03-12' }, null],
])('%s', (_name, terms, rule) => {
  expect(screenTerms(terms)?.rule ?? null).toBe(rule)
})

test('the reason has the values that were found and the rule that they break', () => {
  expect(screenTerms({ priceMin: 12_050, priceMax: 9_500 })?.reason).toBe(
    `₹120.5 to ₹95: ${REFUSAL_RULES['band-upside-down']}`,
  )
})

test.each<[Partial<Terms>, string | null]>([
  [{ openDate: '2028-03-09', closeDate: '2028-03-09' }, null],
  [{ openDate: '2028-03-10' }, 'too-far-ahead'],
  [{ closeDate: '2028-03-10' }, 'too-far-ahead'],
  [{ allotmentDate: '2028-03-10' }, 'too-far-ahead'],
  [{ listingDate: '2999-12-31' }, 'too-far-ahead'],
  [{ openDate: null }, null],
])('announced on 10 March 2026, %j', (terms, rule) => {
  expect(screenDays(terms, '2026-03-10T10:00:00.000Z')?.rule ?? null).toBe(rule)
})

const lifeWith = (said: Partial<IssueTerms> = {}, listingDay: string | null = null): IssueLife => {
  const fact = {
    fact: 'ipo',
    slug: 'acorn',
    source: 'nse',
    recorded: '2026-01-01T00:00:00.000Z',
    id: 1,
  } as const
  const terms = termsFrom([{ ...fact, said: { name: 'Acorn Limited', board: 'MAINBOARD', ...said } }])
  if (!terms) throw new Error('an issue without terms')
  return { terms, listingDay }
}

describe('a grey-market premium', () => {
  const quote = (gmp: number, observedAt = '2026-03-10'): ReportedGmp => ({
    kind: 'gmp',
    subject: UNNAMED_SUBJECT,
    observedAt,
    gmp,
    reportedAt: null,
    printed: '',
  })
  const band = lifeWith({ priceMin: 9_000, priceMax: 10_000 })
  const fixed = lifeWith({ priceMax: 10_000, issuePrice: 9_000 })
  const dated = { openDate: '2026-03-10', closeDate: '2026-03-12' }

  test.each<[string, ReportedGmp, IssueLife, string | null]>([
    ['of 3 times the upper price', quote(30_000), band, null],
    ['of a paisa more', quote(30_001), band, 'gmp-too-high'],
    ['of minus the upper price', quote(-10_000), band, null],
    ['of a paisa less', quote(-10_001), band, 'gmp-too-low'],
    ['of zero', quote(0), band, null],
    ['of 3 times the issue price, once there is one', quote(27_000), fixed, null],
    ['of more than 3 times the issue price', quote(27_001), fixed, 'gmp-too-high'],
    ['below minus the issue price', quote(-9_001), fixed, 'gmp-too-low'],
    ['of any size while there is no price', quote(3_035_000), lifeWith(), null],
    ['180 days before the opening', quote(100, '2025-09-11'), lifeWith(dated), null],
    ['181 days before the opening', quote(100, '2025-09-10'), lifeWith(dated), 'outside-life'],
    ['30 days after the close, without a listing day', quote(100, '2026-04-11'), lifeWith(dated), null],
    ['31 days after the close', quote(100, '2026-04-12'), lifeWith(dated), 'outside-life'],
    ['on the listing day', quote(100, '2026-03-17'), lifeWith(dated, '2026-03-17'), null],
    ['the day after it', quote(100, '2026-03-18'), lifeWith(dated, '2026-03-17'), 'outside-life'],
    ['on a late listing day', quote(100, '2026-06-01'), lifeWith(dated, '2026-06-01'), null],
    ['of any day while no date is known', quote(100, '2020-01-01'), lifeWith(), null],
  ])('%s', (_name, said, life, rule) => {
    expect(screenGmp(said, life)?.rule ?? null).toBe(rule)
  })
})

describe('a subscription', () => {
  const life = lifeWith({ openDate: '2026-03-10', closeDate: '2026-03-12' })
  const at = (observedAt: string, timesSub = 1) => ({ observedAt, timesSub })
  const NOON = '2026-03-11T06:30:00.000Z'
  const hourAgo = (timesSub: number) => at('2026-03-11T05:30:00.000Z', timesSub)

  test.each<[string, ReturnType<typeof at>, ReturnType<typeof at> | undefined, string | null]>([
    ['of the first minute of the opening day in India', at('2026-03-09T18:30:00.000Z'), undefined, null],
    ['of the minute before', at('2026-03-09T18:29:00.000Z'), undefined, 'outside-life'],
    ['of the last minute of the fifth day after the close', at('2026-03-17T18:29:00.000Z'), undefined, null],
    ['of the minute after', at('2026-03-17T18:30:00.000Z'), undefined, 'outside-life'],
    ['that rises', at(NOON, 2.5), hourAgo(2), null],
    ['that falls a little', at(NOON, 1.9), hourAgo(2), null],
    ['that falls to just half', at(NOON, 1), hourAgo(2), null],
    ['that falls to less than half', at(NOON, 0.99), hourAgo(2), 'multiple-fell'],
    ['that falls to 0', at(NOON, 0), hourAgo(0.01), 'multiple-fell'],
    ['that stays 0', at(NOON, 0), hourAgo(0), null],
    ['that rises from 0', at(NOON, 0.2), hourAgo(0), null],
    ['of 0, with nothing before', at(NOON, 0), undefined, null],
  ])('%s', (_name, reading, earlier, rule) => {
    expect(screenSubscription(reading, life, earlier)?.rule ?? null).toBe(rule)
  })

  test('of any day while no date is known', () => {
    expect(screenSubscription(at('2020-01-01T00:00:00.000Z'), lifeWith(), undefined)).toBeNull()
  })
})

describe('a listing', () => {
  const opened = (listingPrice: number, more: Partial<ReportedListing> = {}): ReportedListing => ({
    kind: 'listing',
    subject: UNNAMED_SUBJECT,
    listedOn: '2026-03-17',
    listingPrice,
    exchange: 'NSE',
    previousClose: 10_000,
    ...OPEN_ALONE,
    printed: '',
    ...more,
  })
  const terms = { issuePrice: 10_000, closeDate: '2026-03-12' }
  const main = lifeWith(terms)
  const sme = lifeWith({ ...terms, board: 'SME' })
  const onBse = { exchange: 'BSE', previousClose: null } as const

  test.each<[string, ReportedListing, IssueLife, string | null]>([
    ['on NSE after a previous close of the issue price', opened(14_000), main, null],
    [
      'on NSE after another previous close',
      opened(14_000, { previousClose: 10_005 }),
      main,
      'previous-close',
    ],
    ['on NSE without a previous close', opened(14_000, { previousClose: null }), main, 'previous-close'],
    ['on BSE without a previous close', opened(14_000, onBse), main, null],
    ['on BSE after the issue price', opened(14_000, { exchange: 'BSE', previousClose: 10_000 }), main, null],
    [
      'on BSE after another previous close',
      opened(14_000, { exchange: 'BSE', previousClose: 9_995 }),
      main,
      'previous-close',
    ],
    ['while the issue price is not known: it waits', opened(14_000), lifeWith(), 'issue-price-unknown'],
    [
      'while only the band is known: it waits, too',
      opened(14_000),
      lifeWith({ priceMax: 10_000 }),
      'issue-price-unknown',
    ],
    ['the day after the close', opened(14_000, { listedOn: '2026-03-13' }), main, null],
    ['on the closing day', opened(14_000, { listedOn: '2026-03-12' }), main, 'outside-life'],
    ['of a mainboard share at thrice its price', opened(30_000), main, null],
    ['of a mainboard share at half its price', opened(5_000), main, null],
  ])('%s', (_name, said, life, rule) => {
    expect(screenListing(said, life)?.rule ?? null).toBe(rule)
  })

  // The limit itself may be rounded by a tick of 5 paise.
  test.each<[string, number, Partial<ReportedListing>, string | null]>([
    ['+90 percent on NSE', 19_000, {}, null],
    ['+90 percent and a tick on NSE', 19_005, {}, null],
    ['more than that on NSE', 19_006, {}, 'beyond-sme-limit'],
    ['more than that on the first day of the limit', 19_006, { listedOn: '2024-07-04' }, 'beyond-sme-limit'],
    ['more than that the day before', 19_006, { listedOn: '2024-07-03' }, null],
    ['+90 percent and a tick on BSE', 19_005, onBse, null],
    ['more than that on BSE', 19_006, onBse, 'beyond-sme-limit'],
    [
      'more than that on BSE on the first day of the limit',
      19_006,
      { ...onBse, listedOn: '2025-01-01' },
      'beyond-sme-limit',
    ],
    ['more than that on BSE the day before', 19_006, { ...onBse, listedOn: '2024-12-31' }, null],
    ['-20 percent on NSE', 8_000, {}, null],
    ['-20 percent and a tick on NSE', 7_995, {}, null],
    ['less than that on NSE', 7_994, {}, 'beyond-sme-limit'],
    ['less than that on BSE', 7_994, onBse, 'beyond-sme-limit'],
    ['less than that on the first day of the limit', 7_994, { listedOn: '2025-08-04' }, 'beyond-sme-limit'],
    ['less than that the day before', 7_994, { listedOn: '2025-08-03' }, null],
    [
      'less than that on BSE on the first day of the limit',
      7_994,
      { ...onBse, listedOn: '2025-01-01' },
      'beyond-sme-limit',
    ],
    ['less than that on BSE the day before', 7_994, { ...onBse, listedOn: '2024-12-31' }, null],
  ])('of an SME share: %s', (_name, price, more, rule) => {
    const open = lifeWith({ ...sme.terms, closeDate: null })
    expect(screenListing(opened(price, more), open)?.rule ?? null).toBe(rule)
  })

  test('an issue price that is not a round sum is limited to the nearest paisa', () => {
    const odd = lifeWith({ issuePrice: 3_333, board: 'SME' })
    const at = (price: number) => screenListing(opened(price, { previousClose: 3_333 }), odd)
    expect(at(6_333 + 5)).toBeNull()
    expect(at(6_333 + 6)?.rule).toBe('beyond-sme-limit')
  })
})

test('every rule has an explanation, and those that wait are among them', () => {
  for (const text of Object.values(REFUSAL_RULES)) expect(text).toMatch(/^[a-z0-9A-Z].{20,}/)
  expect(Object.keys(REFUSAL_RULES)).toEqual(expect.arrayContaining([...HELD]))
})
