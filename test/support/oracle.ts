import { addDays } from '../../src/market/calendar.ts'
import { biddingEnds, indianDay, indianTime } from './evidence-rules.ts'
import type { Line } from './record.ts'
import type { Answered } from './service.ts'

// The rules on GMP, scores, chances and lock-ins, implemented from their words and not from the code, for lines of a facts file.

/** Oldest first. */
type Facts = readonly Answered[]

export interface Issue {
  readonly slug: string
  /** What its sources say together, by term; `null` where none does. */
  readonly terms: Answered
  readonly isOff: boolean
  readonly listing: Answered
  readonly listingDay: string
  readonly quotes: Facts
  readonly readings: Facts
}

/** What is known at a moment. */
export interface View {
  readonly today: string
  /** By published slug. */
  readonly issues: ReadonlyMap<string, Issue>
  /** Of the list, by slug. */
  readonly tracked: readonly Issue[]
  /** Exchange, segment and day. */
  readonly holidays: ReadonlySet<string>
}

const TERMS = ['board', 'exchanges', 'openDate', 'closeDate', 'allotmentDate', 'listingDate', 'withdrawn']
const FIGURES = ['priceMin', 'priceMax', 'issuePrice', 'lotSize', 'anchorShares']
const PARTS = ['freshIssueCr', 'freshIssueShares', 'offerForSaleCr', 'offerForSaleShares']

const compareText = (a: string, b: string): number => (a < b ? -1 : Number(a > b))
const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** What is known at each moment from lines with times of recording. A line that is repeated is one fact. */
export function historyOf(lines: readonly Line[]): (moment: string) => View {
  const facts: Answered[] = [...new Map(lines.map((line) => [JSON.stringify(line), { ...line }])).values()]
  facts.sort((a, b) => compareText(a.recordedAt, b.recordedAt))
  for (const { of, recordedAt } of facts.filter(({ fact }) => fact === 'retraction').reverse())
    for (const fact of facts)
      if (fact.recordedAt < recordedAt && Object.keys(of).every((key) => isEqual(of[key], fact[key])))
        fact.retractedAt = recordedAt
  const views = new Map<string, View>()
  return (moment) => {
    const view = views.get(moment) ?? viewOf(facts, moment)
    views.set(moment, view)
    return view
  }
}

function viewOf(facts: Facts, moment: string): View {
  const valid = facts.filter((fact) => fact.recordedAt <= moment && !(fact.retractedAt <= moment))
  const of = (kind: string) => valid.filter(({ fact }) => fact === kind)
  const merged = new Map(of('same').map(({ slug, as }) => [slug, as]))
  const published = (slug: string): string => (merged.has(slug) ? published(merged.get(slug)) : slug)
  const holidays = Map.groupBy(of('holiday'), (one) => `${one.exchange} ${one.segment} ${one.day}`)
  const all = Map.groupBy(valid, ({ slug = '' }) => published(slug))
  const announced = new Set(of('ipo').map(({ slug }) => published(slug)))
  const issues = [...announced].toSorted().map((slug) => issueFrom(slug, all.get(slug) ?? []))
  return {
    today: indianDay(moment),
    issues: new Map(issues.map((issue) => [issue.slug, issue])),
    tracked: issues.filter(({ isOff }) => !isOff),
    holidays: new Set([...holidays.keys()].filter((key) => decided(holidays.get(key), 'name'))),
  }
}

const rankOf = ({ source }: Answered): number =>
  source === 'operator' ? 1 : ['nse', 'bse'].includes(source) ? 2 : 3

/** The last report of each source, of these the highest rank, then the newest. `null` takes back a source's own reports. */
function decided(facts: Facts = [], key: string): Answered {
  const last = new Map(facts.filter((fact) => fact[key] !== undefined).map((fact) => [fact.source, fact]))
  const given = facts.filter((fact) => last.get(fact.source) === fact && fact[key] !== null)
  return given.reverse().toSorted((a, b) => rankOf(a) - rankOf(b))[0]
}

function issueFrom(slug: string, facts: Facts): Issue {
  const { ipo = [], listing = [], gmp = [], subscription = [] } = Object.groupBy(facts, ({ fact }) => fact)
  const term = (key: string, from = ipo) => decided(from, key)?.[key] ?? null
  const terms = Object.fromEntries([...TERMS, ...FIGURES, ...PARTS].map((key) => [key, term(key)]))
  const postponed = decided(ipo, 'postponed')
  const before = ipo.slice(0, ipo.indexOf(postponed) + 1)
  const hasNewDay = ['openDate', 'closeDate'].some((key) => terms[key] !== term(key, before))
  const listedOn = Object.groupBy(listing, ({ exchange }) => exchange)
  const listed = decided(listedOn.NSE, 'listingPrice') ?? decided(listedOn.BSE, 'listingPrice')
  return {
    ...{ slug, terms, quotes: gmp, readings: subscription, listing: listed },
    isOff: terms.withdrawn === true || (postponed?.postponed === true && !hasNewDay),
    listingDay: listed?.listedOn ?? terms.listingDate ?? '9999',
  }
}

/** The holidays of NSE, or for an issue on BSE alone its own, in years for which it has any. */
function isHoliday({ holidays }: View, day: string, segment: string, exchanges: Answered): boolean {
  const isOfYear = (key: string) => key.startsWith(`BSE ${segment} ${day.slice(0, 4)}`)
  const isOnBse = isEqual(exchanges, ['BSE']) && [...holidays].some(isOfYear)
  return holidays.has(`${isOnBse ? 'BSE' : 'NSE'} ${segment} ${day}`)
}

const isTrading = (view: View, day: string, exchanges: Answered = null): boolean =>
  ![0, 6].includes(new Date(day).getUTCDay()) && !isHoliday(view, day, 'trading', exchanges)

/** The first of a day and the following days that meets a condition. */
const firstDay = (from: string, counts: (day: string) => boolean): string =>
  counts(from) ? from : firstDay(addDays(from, 1), counts)

/** A quotient of whole numbers, a half away from zero. */
const dividedBy = (part: number, whole: number): number =>
  Math.sign(part) * Number((2n * BigInt(Math.abs(part)) + BigInt(whole)) / (2n * BigInt(whole)))

const paise = (rupees: number): number => Math.round(rupees * 100)
const percentOf = (part: number, whole: number): number => dividedBy(paise(part) * 10_000, paise(whole)) / 100
const minus = (a: number, b: number): number => (paise(a) - paise(b)) / 100

const ownerOf = ({ source }: Answered): string =>
  ['InvestorGain', 'Chittorgarh'].includes(source) ? 'Chittorgarh group' : source

/** The quotes that count on a day: those of the day on which the owner quoted last, until the next trading day ends. */
function quotesOn(view: View, quotes: Facts, day: string): Answered[] {
  const known = quotes.filter(({ observedAt }) => observedAt <= day)
  return [...Map.groupBy(known, ownerOf)].flatMap(([owner, all]) => {
    const [last = ''] = all.map(({ observedAt }) => observedAt).sort((a, b) => compareText(b, a))
    if (day > firstDay(addDays(last, 1), (one) => isTrading(view, one))) return []
    const ofDay = all.filter(({ observedAt }) => observedAt === last)
    const words = [...new Map(ofDay.map((quote) => [quote.source, quote])).values()]
    words.sort((a, b) => compareText(b.recordedAt, a.recordedAt) || compareText(b.source, a.source))
    return words.map((quote, i) => ({ ...quote, owner, counted: i === 0 }))
  })
}

/** The GMP of the most recent day with a new quote, from one day to another. */
function gmpBetween(view: View, { quotes }: Issue, first: string, last: string): Answered {
  const days = quotes.map(({ observedAt }) => observedAt).filter((day) => day >= first && day <= last)
  const day = days.sort().at(-1)
  if (!day) return undefined
  const sources = quotesOn(view, quotes, day).sort((a, b) => compareText(a.source, b.source))
  const amounts = sources.filter(({ counted }) => counted).map(({ gmp }) => paise(gmp))
  amounts.sort((a, b) => a - b)
  const [low = 0, high = 0] = [amounts[(amounts.length - 1) >> 1], amounts[amounts.length >> 1]]
  const [median, spread] = [dividedBy(low + high, 2), Math.max(...amounts) - Math.min(...amounts)]
  const isDisputed = 2 * spread > Math.abs(median)
  return { day, sources, owners: amounts.length, median: median / 100, spread: spread / 100, isDisputed }
}

const impliedBy = (gmp: Answered, { issuePrice, priceMax }: Answered): number | null =>
  !gmp || (issuePrice ?? priceMax) === null ? null : percentOf(gmp.median, issuePrice ?? priceMax)

/** The fields of the answer about an issue that these rules give. */
export function expectedFields(view: View, issue: Issue): Answered {
  const { slug, terms, quotes, listingDay } = issue
  const gmp = gmpBetween(view, issue, '', [listingDay, view.today].sort()[0] ?? '')
  const today = quotes.filter(({ observedAt }) => observedAt === view.today && view.today <= listingDay)
  const sources: Answered[] = gmp?.sources ?? []
  return {
    slug,
    lastGmp: gmp?.median ?? null,
    lastGmpPct: impliedBy(gmp, terms),
    gmpSources: new Set(today.map(ownerOf)).size,
    gmpSpread: gmp?.spread ?? null,
    gmpDisputed: gmp?.isDisputed ?? false,
    sources: sources.map(({ source, owner, gmp: rupees, observedAt, reportedAt = null, counted }) => ({
      ...{ source, owner, gmp: rupees, observedAt, reportedAt, counted },
    })),
    lastGmpDay: gmp?.day ?? null,
    lastGmpOwners: gmp?.owners ?? 0,
    chances: chancesOf(issue),
    lockIns: lockInsOf(view, issue),
  }
}

/** The lots of the smallest allotment of each group that is drawn for, 0 where that is unknown. */
function smallestLots({ board, openDate, priceMax, issuePrice, lotSize }: Answered): Record<string, number> {
  const opens = openDate ?? '9999'
  if (board === 'SME') return { RII: opens >= '2025-07-01' ? 2 : 1 }
  const cost = paise((priceMax ?? issuePrice) * lotSize)
  const above = cost === 0 ? 0 : Math.floor(paise(200_000) / cost) + 1
  return opens >= '2022-04-01' ? { RII: 1, SNII: above } : { RII: 1 }
}

/** The shares at the upper price per those at the lower price, as a fraction: of the parts in rupees there are fewer. */
function upperPart({ priceMin, priceMax, ...terms }: Answered): [bigint, bigint] {
  const [low, high] = [BigInt(paise(priceMin)), BigInt(paise(priceMax))]
  let [raised, shares] = [0n, 0n]
  for (const part of ['freshIssue', 'offerForSale']) {
    const crore = terms[`${part}Cr`]
    if (crore === null) shares += BigInt(terms[`${part}Shares`] ?? 0)
    else raised += BigInt(Math.round(crore * 1e9))
  }
  if (!low || !high || !raised) return [1n, 1n]
  return [low * (raised + shares * high), high * (raised + shares * low)]
}

function chancesOf({ terms, readings }: Issue): Answered[] {
  const all = readings.map((reading) => ({ book: 'ALL', ...reading }))
  const book = ['ALL', 'NSE', 'BSE'].find((one) => all.some((reading) => reading.book === one))
  const isWhole = book === 'ALL' || isEqual(terms.exchanges, [book])
  const ofBook = all.filter((reading) => reading.book === book)
  ofBook.sort((a, b) => compareText(a.observedAt, b.observedAt))
  const newest = new Map(ofBook.map((reading) => [reading.category, reading]))
  const [part, whole] = upperPart(terms)
  return Object.entries(smallestLots(terms)).flatMap(([category, lots]) => {
    if (!newest.has(category)) return []
    const { observedAt, sharesOffered, sharesBid, applications: printed } = newest.get(category)
    const smallest = lots * terms.lotSize
    const isSized = sharesOffered !== undefined && smallest > 0
    const allotments = isSized ? Number((BigInt(sharesOffered) * part) / (whole * BigInt(smallest))) : null
    const isPair = terms.board === 'SME' && lots === 2 && smallest > 0 && sharesBid !== undefined
    const applications = printed ?? (isPair ? Math.ceil(sharesBid / smallest) : null)
    const [bids, per] = applications === null ? [sharesBid, smallest] : [applications, 1]
    const isKnown = isWhole && allotments !== null && bids !== undefined
    const chance = isKnown ? Math.min(10_000, Math.floor((allotments * per * 10_000) / bids)) / 10_000 : null
    const basis = applications === null ? 'at-least' : 'applications'
    return { category, chance, basis, applications, allotments, asOf: observedAt }
  })
}

function lockInsOf(view: View, { terms, isOff, listingDay }: Issue): Answered[] {
  const { exchanges, anchorShares, openDate, closeDate, allotmentDate } = terms
  const trades = (day: string) => isTrading(view, day, exchanges)
  const clears = (day: string) => trades(day) && !isHoliday(view, day, 'clearing', exchanges)
  const isTimed = openDate !== null && openDate >= '2023-12-01' && closeDate !== null
  const expected = isTimed ? firstDay(addDays(closeDate, 1), clears) : '9999'
  const allotted = allotmentDate ?? (expected < listingDay ? expected : null)
  if (anchorShares === null || allotted === null || isOff) return []
  const half = Math.floor(anchorShares / 2)
  const lockIn = (days: number, sharePct: number, shares: number) => {
    const date = addDays(allotted, days)
    const basis = allotmentDate === null ? 'expected' : 'announced'
    return { kind: 'anchor', date, tradingDate: firstDay(date, trades), sharePct, shares, basis }
  }
  if ((openDate ?? '9999') < '2022-04-01') return [lockIn(30, 100, anchorShares)]
  return [lockIn(30, 50, half), lockIn(90, 50, anchorShares - half)]
}

/** The mean of figures with 2 decimals. */
function meanOf(figures: readonly number[]): number | null {
  const total = figures.reduce((sum, figure) => sum + paise(figure), 0)
  return figures.length === 0 ? null : dividedBy(total, figures.length) / 100
}

const gainOf = ({ terms: { issuePrice }, listing }: Issue): number =>
  percentOf(minus(listing.listingPrice, issuePrice), issuePrice)

const isListed = ({ terms, listing }: Issue): boolean => terms.issuePrice !== null && listing !== undefined

/** The summary and the rows of the scoreboard, by slug. */
export function expectedScoreboard(view: View): Answered {
  const rows = view.tracked.filter(isListed).flatMap((issue) => {
    const { slug, terms, listing } = issue
    const { closeDate, issuePrice } = terms
    const gmp = closeDate && gmpBetween(view, issue, addDays(closeDate, -7), closeDate)
    if (!gmp) return []
    const [impliedPct, actualPct] = [percentOf(gmp.median, issuePrice), gainOf(issue)]
    const { listingPrice, listedOn } = listing
    const figures = { impliedPct, listingPrice, actualPct, errorPp: minus(impliedPct, actualPct) }
    const directionHit = Math.sign(impliedPct) === Math.sign(actualPct)
    return [{ slug, issuePrice, gmpAtClose: gmp.median, ...figures, directionHit, listedOn }]
  })
  const [n, hits] = [rows.length, rows.filter(({ directionHit }) => directionHit).length]
  const avgAbsErrorPp = meanOf(rows.map(({ errorPp }) => Math.abs(errorPp)))
  return { summary: { n, avgAbsErrorPp, directionHitPct: n === 0 ? null : percentOf(hits, n) }, rows }
}

const DAYS_BEFORE = [7, 3, 1, 0]

/** What the median implied some days before bidding was to end, at the first such moment. */
export function predictionsIn(lines: readonly Line[], viewAt: (moment: string) => View): Answered[] {
  const distinct = (key: string) => [...new Set(lines.flatMap((line) => (line[key] as string) ?? []))]
  return DAYS_BEFORE.flatMap((days) => {
    const endsAt = ({ board, openDate, closeDate: closes }: Answered = {}) =>
      biddingEnds({ board, openDate, closeDate: closes && addDays(closes, -days) })?.toISOString()
    const moments = distinct('closeDate')
      .flatMap((day) => ['16:00', '17:00'].map((hour) => indianTime(addDays(day, -days), hour).toISOString()))
      .sort()
    return distinct('slug').flatMap((slug) => {
      const moment = moments.find((one) => endsAt(viewAt(one).issues.get(slug)?.terms) === one)
      const view = moment === undefined ? undefined : viewAt(moment)
      const issue = view?.issues.get(slug)
      if (!view || !issue || issue.isOff || issue.listing) return []
      const implied = impliedBy(gmpBetween(view, issue, addDays(view.today, -7), view.today), issue.terms)
      return implied === null ? [] : [{ slug, days, moment, implied }]
    })
  })
}

/** The figures of the median in the accuracy report, by days before bidding ended. */
export function expectedAccuracy(view: View, predictions: Facts, asOf: string): Answered[] {
  return DAYS_BEFORE.map((days) => {
    const made = predictions.filter((one) => one.days === days && one.moment <= asOf)
    const errors = view.tracked.filter(isListed).flatMap((issue) => {
      const found = made.find(({ slug }) => slug === issue.slug)
      return found ? [minus(found.implied, gainOf(issue))] : []
    })
    return { n: errors.length, biasPp: meanOf(errors), meanAbsErrorPp: meanOf(errors.map(Math.abs)) }
  })
}
