import type { AddressInfo } from 'node:net'
import Database from 'better-sqlite3'
import express, { type Express } from 'express'
import {
  disputeOf,
  type Fact,
  type GmpRow,
  type ListingRow,
  latestGmp,
  merged,
  observations,
  percent,
  quotesOf,
  rounded,
  rupees,
  scoreRow,
  statusOf,
  summaryOfScores,
  type Terms,
} from './express-calculations.ts'
import {
  applicationsOf,
  expectedOf,
  type HolidayRow,
  type ListingDayRow,
  listingOf,
  offerOf,
  type ReadingRow,
  subsByDay,
  subsOf,
} from './express-offer.ts'

/**
 * A program as one would write it in a day: Express, prepared statements on the same store with the same indexes, a query
 * for each need and JSON.stringify per request. It supports no past moments, retractions, merged issues or cache.
 * Its argument is the file of the store; NODE_ENV is production.
 */
const db = new Database(process.argv[2] ?? '', { readonly: true })
db.pragma('cache_size = -16000')

const DISCLAIMER = process.argv[3] ?? ''

/** The last row wins: exchanges take precedence over trackers, newer rows over older ones. */
const IN_ORDER = `order by source in ('nse', 'bse'), recorded, issue_facts.id`

const issueOfSlug = db.prepare<[string], { issue: number }>('select id as issue from issues where slug = ?')
const facts = db.prepare<[number], Fact>(`select said from issue_facts where issue = ? ${IN_ORDER}`)
const listing = db.prepare<[number], ListingDayRow>(`
  select listed_on, listing_price as price, exchange, high, low, close, volume, delivered_pct from listings where issue = ?
  order by exchange desc, recorded desc, id desc limit 1`)
const holidays = db.prepare<[], HolidayRow>(
  `select day, segment from holidays where exchange = 'NSE' and name is not null`,
)
const gmpOfLastDay = db.prepare<[number, number, string], GmpRow>(`
  select observed_at as observed, source, gmp, recorded, reported_at as reported from gmp_reports
  where issue = ? and observed_at = (
    select max(observed_at) from gmp_reports where issue = ? and observed_at <= ?
  ) order by recorded, id`)
const gmpOfIssue = db.prepare<[number], GmpRow>(
  `select observed_at as observed, source, gmp, recorded, reported_at as reported from gmp_reports
  where issue = ? order by observed_at, recorded, id`,
)
const total = db.prepare<[number], { times: number }>(
  `select times_sub as times from subscription_reports where issue = ? and category = 'TOTAL'
  order by observed_at desc, id desc limit 1`,
)
const readings = db.prepare<[number], ReadingRow>(`
  select category, observed_at as observed, times_sub as times, shares_offered, shares_bid, applications
  from subscription_reports where issue = ? order by observed_at, recorded, id`)
const newestDeals = db.prepare<[number], DealRow>(`
  select symbol, client_name, deal_type, kind, quantity, price, value, exchange, trade_date from deals
  order by trade_date desc, value desc, symbol, client_name, deal_type, recorded, id limit ?`)
const allFacts = db.prepare<[], Fact & { issue: number; slug: string }>(
  `select issue, slug, said from issue_facts join issues on issues.id = issue ${IN_ORDER}`,
)
const allListings = db.prepare<[], ListingRow & { issue: number }>(
  'select issue, listed_on, listing_price as price, exchange from listings order by exchange, recorded, id',
)

interface DealRow {
  readonly symbol: string
  readonly client_name: string
  readonly deal_type: string
  readonly kind: string
  readonly quantity: number
  readonly price: number
  readonly value: number
  readonly exchange: string
  readonly trade_date: string
}

const midnight = (day: string | null) => (day === null ? null : `${day}T00:00:00.000Z`)

function summary(issue: number, slug: string, terms: Terms, listed: ListingRow | undefined) {
  const lists = listed?.listed_on ?? terms.listingDate
  const gmp = latestGmp(gmpOfLastDay.all(issue, issue, lists ?? '9999-12-31'))
  const price = terms.issuePrice ?? terms.priceMax
  return {
    slug,
    name: terms.name,
    board: terms.board,
    status: statusOf(terms, listed, new Date()),
    priceMin: rupees(terms.priceMin),
    priceMax: rupees(terms.priceMax),
    lotSize: terms.lotSize,
    issueSizeCr: terms.issueSizeCr,
    openDate: midnight(terms.openDate),
    closeDate: midnight(terms.closeDate),
    lastGmp: gmp ? rupees(gmp.median) : null,
    lastGmpPct: gmp && price !== null ? percent(gmp.median, price) : null,
    lastSubX: total.get(issue)?.times ?? null,
    gmpSources: gmp?.isToday ? gmp.owners : 0,
    gmpSpread: gmp ? rupees(gmp.spread) : null,
    gmpDisputed: gmp?.disputed ?? false,
  }
}

function detail(issue: number, slug: string) {
  const terms = merged(facts.all(issue))
  const listed = listing.get(issue)
  const { symbol, isin, bseCode, exchanges, issueType, minLots, allotmentDate, listingDate } = terms
  const lastDay = gmpOfLastDay.all(issue, issue, listed?.listed_on ?? listingDate ?? '9999-12-31')
  const head = summary(issue, slug, terms, listed)
  const application = applicationsOf(terms)
  const bids = readings.all(issue)
  return {
    ...head,
    ...{ symbol, isin, bseCode, exchanges, issueType },
    faceValue: rupees(terms.faceValue),
    issuePrice: rupees(terms.issuePrice),
    ...{ minLots, allotmentDate, listingDate },
    listing: listingOf(listed, terms),
    withdrawn: terms.withdrawn === true,
    sources: quotesOf(lastDay),
    dispute: disputeOf(lastDay),
    ...offerOf(terms),
    expected: expectedOf(terms, head.status, holidays.all()),
    application,
    lastGmpDay: lastDay[0]?.observed ?? null,
    lastGmpOwners: latestGmp(lastDay)?.owners ?? 0,
    minAmount: application[0]?.minAmount ?? null,
    // Every issue of the store has listed or was withdrawn, and has no range.
    range80: null,
    subsByDay: subsByDay(bids, terms),
    gmp: observations(gmpOfIssue.all(issue), terms.issuePrice ?? terms.priceMax),
    subs: subsOf(bids),
  }
}

const dealOf = (row: DealRow) => ({
  symbol: row.symbol,
  clientName: row.client_name,
  dealType: row.deal_type,
  kind: row.kind,
  quantity: row.quantity,
  price: row.price / 100,
  valueCr: rounded(row.value / 1e9, 4),
  exchange: row.exchange,
  tradeDate: midnight(row.trade_date),
})

/** All issues that were not withdrawn. Reading all facts is faster than extracting each day from JSON in SQL. */
const issues = () =>
  [...Map.groupBy(allFacts.all(), ({ issue }) => issue)]
    .map(([issue, rows]) => ({ issue, slug: rows[0]?.slug ?? '', terms: merged(rows) }))
    .filter(({ terms }) => !terms.withdrawn)

const descending = (a: string, b: string) => (a < b ? 1 : a > b ? -1 : 0)

const firstPage = () =>
  issues()
    .sort((a, b) => descending(a.terms.openDate ?? '', b.terms.openDate ?? '') || descending(b.slug, a.slug))
    .slice(0, 60)
    .map(({ issue, slug, terms }) => summary(issue, slug, terms, listing.get(issue)))

function scoreboard() {
  const listedAs = new Map(allListings.all().map((row) => [row.issue, row]))
  const rows = issues().flatMap(({ issue, slug, terms: { name, issuePrice, closeDate } }) => {
    const listed = listedAs.get(issue)
    if (!listed || issuePrice === null || closeDate === null) return []
    const quotes = gmpOfLastDay.all(issue, issue, closeDate)
    return scoreRow(slug, { name, issuePrice, closeDate }, listed, quotes) ?? []
  })
  rows.sort((a, b) => descending(a.listedOn, b.listedOn) || descending(b.slug, a.slug))
  return { summary: summaryOfScores(rows), rows }
}

function routes(app: Express): void {
  app.get('/api/public/market/ipos', (_request, response) => {
    const ipos = firstPage()
    response.json({ ok: true, count: ipos.length, ipos, disclaimer: DISCLAIMER })
  })
  app.get('/api/public/market/ipos/:slug', (request, response) => {
    const { slug } = request.params
    const found = issueOfSlug.get(slug)
    if (!found) return response.status(404).json({ ok: false })
    return response.json({ ok: true, ipo: detail(found.issue, slug), disclaimer: DISCLAIMER })
  })
  app.get('/api/public/market/deals', (_request, response) => {
    response.json({ ok: true, deals: newestDeals.all(100).map(dealOf), disclaimer: DISCLAIMER })
  })
  app.get('/api/public/market/scoreboard', (_request, response) => {
    response.json({ ok: true, ...scoreboard(), disclaimer: DISCLAIMER })
  })
}

const app = express()
// An ETag of every body would only cost time here.
app.set('etag', false)
app.disable('x-powered-by')
routes(app)
const server = app.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.stdout.write(`answers at http://127.0.0.1:${port}\n`)
})
