import { chance, pick, type Random, seeded, wholeBetween } from '../../src/demo/seeded.ts'
import { addDays } from '../../src/market/calendar.ts'
import { indianTime } from './evidence-rules.ts'
import { gmp, holiday, ipo, listing, retraction, same, subscription } from './lines.ts'
import type { Line } from './record.ts'

/** Days from which on rules differ, and one in a year with holidays of BSE. */
const ERAS = ['2022-04-01', '2023-12-01', '2025-07-01', '2026-01-13']
/** The first two have one owner. */
const SOURCES = ['InvestorGain', 'Chittorgarh', 'IPOWatch', 'IPO Ji', 'Lantern Desk']
const HOUR_MS = 3_600_000

const later = (moment: unknown, hours: number): string =>
  new Date(Date.parse(String(moment)) + hours * HOUR_MS).toISOString()
/** A moment some hours after midnight in India. */
const at = (day: string, hours: number): string => later(indianTime(day, '00:00').toISOString(), hours)

/** An invented market whose sources contradict, correct and retract themselves, with times of recording. */
export function randomMarket(seed: string): Line[] {
  const random = seeded(seed)
  const lines = ERAS.flatMap((era, e) => [
    ...holidaysAround(random, era),
    ...[0, 1, 2].flatMap((i) => issueOf(random, `issue-${e}${i}`, era)),
  ])
  return lines.flatMap((line) => [line, ...retractedLater(random, line)])
}

/** Retracted with or without its time, and perhaps stated again. */
function retractedLater(random: Random, { reportedAt: _, recordedAt, ...named }: Line): Line[] {
  if (!chance(random, named.fact === 'same' ? 0.3 : 0.06)) return []
  const of = chance(random, 0.5) ? { ...named, recordedAt } : named
  const gone = retraction(of, { recordedAt: later(recordedAt, wholeBetween(random, 1, 60)) })
  return chance(random, 0.3) ? [gone, { ...named, recordedAt: later(recordedAt, 70) }] : [gone]
}

/** Known long before, or learned days around, and perhaps taken back. */
const holidaysAround = (random: Random, era: string): Line[] =>
  Array.from({ length: 130 }, (_, i) => addDays(era, i - 6)).flatMap((day) => {
    if (!chance(random, day < '2026' ? 0.2 : 0.4)) return []
    const exchange = day >= '2026' && chance(random, 0.5) ? 'BSE' : 'NSE'
    const segment = pick(random, ['trading', 'trading', 'clearing'])
    const recordedAt = at(pick(random, [addDays(era, -20), addDays(day, wholeBetween(random, -3, 4))]), 8)
    const source = pick(random, ['nse', 'nse', 'operator'])
    const line = holiday(day, 'Kite Festival', { exchange, segment, source, recordedAt })
    const gone = { ...line, name: null, recordedAt: later(recordedAt, wholeBetween(random, 1, 200)) }
    return chance(random, 0.15) ? [line, gone] : [line]
  })

/** What the facts about an issue revolve around. */
interface Plan {
  readonly opens: string
  readonly closes: string
  readonly lists: string
  readonly lastQuoted: string
  readonly isSme: boolean
  readonly price: number
  readonly lot: number
  readonly printed: 'all' | 'shares' | 'bids' | 'multiple'
}

/** An issue under one slug, or under up to three that turn out to be one. */
function issueOf(random: Random, first: string, era: string): Line[] {
  const opens = addDays(era, pick(random, [-1, 0, wholeBetween(random, -3, 6)]))
  const closes = addDays(opens, wholeBetween(random, 2, 5))
  const lists = addDays(closes, wholeBetween(random, 4, 9))
  const lastQuoted = pick(random, [
    addDays(lists, 2),
    addDays(lists, 2),
    addDays(closes, -7),
    addDays(closes, -8),
  ])
  const isSme = chance(random, 0.5)
  const price = pick(random, [100, 125, 250, wholeBetween(random, 40, 400)])
  const lot = Math.ceil((isSme ? 110_000 : 12_500) / price)
  const printed = pick(random, ['all', 'shares', 'shares', 'bids', 'multiple'] as const)
  const plan = { opens, closes, lists, lastQuoted, isSme, price, lot, printed }
  const slugs = ['', '-2', '-3'].slice(0, pick(random, [1, 1, 2, 3])).map((end) => `${first}${end}`)
  return slugs.flatMap((slug, i) => [
    ...termsOf(random, slug, plan),
    ...SOURCES.flatMap((source) => quotesOf(random, slug, source, plan)),
    ...readingsOf(random, slug, plan),
    ...listingsOf(random, slug, plan),
    ...(i > 0 ? [same(slug, slugs[i - 1] ?? '', { recordedAt: at(era, wholeBetween(random, 0, 400)) })] : []),
  ])
}

function termsOf(random: Random, slug: string, { opens, closes, lists, isSme, price, lot }: Plan): Line[] {
  const required = { board: isSme ? 'SME' : 'MAINBOARD' }
  const announced = {
    ...{ ...required, openDate: opens, closeDate: closes, lotSize: lot },
    ...{ priceMin: price - wholeBetween(random, 0, 9), priceMax: price },
    exchanges: pick(
      random,
      isSme ? [['NSE'], ['BSE'], ['BSE']] : [['NSE', 'BSE'], ['NSE', 'BSE'], ['NSE'], null],
    ),
    ...(chance(random, 0.6) && { anchorShares: wholeBetween(random, 100_000, 9_999_999) }),
    ...(chance(random, 0.3) && { allotmentDate: addDays(closes, 3) }),
    ...pick(random, [
      { freshIssueShares: 5_000_000 },
      { freshIssueCr: 120.5, offerForSaleShares: 700_000 },
      { freshIssueCr: 87.25 },
    ]),
  }
  const revisions: Line[] = [
    { issuePrice: price },
    { issuePrice: price - 0.5 },
    { anchorShares: wholeBetween(random, 100_000, 9_999_999), listingDate: lists },
    { listingDate: addDays(lists, wholeBetween(random, -1, 2)) },
    { allotmentDate: addDays(closes, wholeBetween(random, 1, 3)) },
    { allotmentDate: null },
    { closeDate: addDays(closes, wholeBetween(random, -1, 3)) },
    { openDate: addDays(opens, wholeBetween(random, -1, 2)) },
    { priceMax: price + 2.5, lotSize: lot + 1 },
    { lotSize: null },
    { withdrawn: chance(random, 0.3) },
    { postponed: chance(random, 0.3) },
  ]
  const revised = revisions.flatMap((revision) => {
    const source = pick(random, ['nse', 'nse', 'bse', 'operator', 'IPOWatch'])
    const recordedAt = at(opens, wholeBetween(random, -100, 400))
    return chance(random, 0.45) ? [ipo(slug, { ...required, ...revision, source, recordedAt })] : []
  })
  return [ipo(slug, { ...announced, recordedAt: at(opens, -140) }), ...revised]
}

/** Quotes of some days, up to two on a day, some late, at moments that sources share. */
function quotesOf(random: Random, slug: string, source: string, { opens, lastQuoted, price }: Plan): Line[] {
  const often = pick(random, [0, 0.15, 0.4, 0.7])
  const usual = Math.round((price * wholeBetween(random, -10, 60)) / 100)
  const days = Array.from({ length: 28 }, (_, i) => addDays(opens, i - 8)).filter((day) => day <= lastQuoted)
  return [...days, ...days].flatMap((day, i) => {
    if (!chance(random, i < days.length ? often : often / 5)) return []
    const hour = pick(random, [0, 9, 9, wholeBetween(random, 1, 23)])
    const late = chance(random, 0.1) ? wholeBetween(random, 24, 120) : 0
    const amount = pick(random, [0, usual, usual + wholeBetween(random, -40, 40) / 4])
    const more = chance(random, 0.3) ? { reportedAt: at(day, 0) } : {}
    return [gmp(slug, day, amount, source, { ...more, recordedAt: at(day, hour + late) })]
  })
}

const listingsOf = (random: Random, slug: string, { lists, price }: Plan): Line[] =>
  ['NSE', 'BSE', 'NSE'].flatMap((exchange) => {
    if (!chance(random, 0.4)) return []
    const day = addDays(lists, pick(random, [0, 0, 0, 1]))
    const source = pick(random, [exchange.toLowerCase(), 'operator', 'IPOWatch'])
    const recordedAt = at(day, wholeBetween(random, 10, 40))
    return [listing(slug, day, price + wholeBetween(random, -30, 120) / 2, { exchange, source, recordedAt })]
  })

/** Bids that grow, in one book or several. */
function readingsOf(random: Random, slug: string, { opens, closes, isSme, lot, printed }: Plan): Line[] {
  const books = pick(random, [['ALL'], ['ALL'], ['NSE'], ['BSE'], ['NSE', 'ALL'], ['NSE', 'BSE']])
  const smallest = isSme ? lot * 2 : lot
  return ['RII', 'SNII', 'TOTAL'].flatMap((category) => {
    const sharesOffered = wholeBetween(random, 200_000, 5_000_000)
    let sharesBid = 0
    return [10.5, 17, 30.5, 41, 54].flatMap((hours) => {
      const [observedAt, recordedAt] = [at(opens, hours), at(opens, hours + pick(random, [0, 1, 30]))]
      sharesBid += smallest * wholeBetween(random, 0, Math.floor((2 * sharesOffered) / smallest))
      sharesBid += pick(random, [0, 1])
      const timesSub = Math.round((sharesBid / sharesOffered) * 100) / 100
      const figures = {
        all: { sharesOffered, sharesBid, applications: Math.ceil(sharesBid / smallest / 1.3) },
        shares: { sharesOffered, sharesBid },
        bids: { timesSub: null, sharesBid, applications: Math.ceil(sharesBid / smallest) },
        multiple: {},
      }[printed]
      const more = { ...figures, book: pick(random, books), recordedAt }
      return observedAt <= at(closes, 17) ? [subscription(slug, observedAt, category, timesSub, more)] : []
    })
  })
}

/** Moments at and around the recording of lines, and at midnight in India. */
export function momentsOf(seed: string, lines: readonly Line[], count: number): string[] {
  const random = seeded(`moments of ${seed}`)
  return Array.from({ length: count }, () => {
    const { recordedAt } = pick(random, lines)
    const midnight = indianTime(String(recordedAt), '00:00').toISOString()
    const near = pick(random, [0, 0, -1 / HOUR_MS, 1 / HOUR_MS, 1, 30])
    return chance(random, 0.7) ? later(recordedAt, near) : later(midnight, pick(random, [0, -1 / HOUR_MS]))
  })
}
