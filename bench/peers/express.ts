import type { AddressInfo } from 'node:net'
import Database from 'better-sqlite3'
import express from 'express'

/**
 * What a developer would write in a day: Express, prepared statements on the same store, and JSON.stringify for each
 * request. It answers two endpoints in simplified form. The list has slug, name, board, prices, lot size, issue size, the
 * days of bidding, the median GMP of the last day with its percentage, and the last subscription; one IPO has these and all its
 * reports. There is no status, ranking of sources, dispute, retraction, past moment or cache. Its argument is the store.
 */
const db = new Database(process.argv[2] ?? '', { readonly: true })
db.pragma('cache_size = -16000')

/** The last fact of a term wins. Prices are in paise. */
interface Terms {
  readonly name?: string
  readonly board?: string
  readonly priceMin?: number
  readonly priceMax?: number
  readonly issuePrice?: number
  readonly lotSize?: number
  readonly issueSizeCr?: number
  readonly openDate?: string
  readonly closeDate?: string
}
interface Said {
  readonly said: string
}
interface Quote {
  readonly observedAt: string
  readonly source: string
  readonly gmp: number
}

const allFacts = db.prepare<[], Said & { issue: number; slug: string }>(
  'select issue, slug, said from issue_facts join issues on issues.id = issue order by issue_facts.id',
)
const issueOfSlug = db.prepare<[string], { id: number }>('select id from issues where slug = ?')
const factsOf = db.prepare<[number], Said>('select said from issue_facts where issue = ? order by id')
const lastQuotes = db.prepare<[number, number], Quote>(`
  select observed_at as observedAt, source, gmp from gmp_reports
  where issue = ? and observed_at = (select max(observed_at) from gmp_reports where issue = ?) order by gmp`)
const quotes = db.prepare<[number], Quote>(
  'select observed_at as observedAt, source, gmp from gmp_reports where issue = ? order by observed_at, id',
)
const subscription = db.prepare<[number], { observedAt: string; category: string; timesSub: number }>(`
  select observed_at as observedAt, category, times_sub as timesSub from subscription_reports
  where issue = ? order by observed_at, id`)

/** Reading all facts is faster than searching for days in JSON by SQL. */
function newestIssues() {
  return [...Map.groupBy(allFacts.all(), ({ issue }) => issue)]
    .map(([issue, facts]) => ({ issue, slug: facts[0]?.slug ?? '', terms: termsOf(facts) }))
    .sort((a, b) => ((a.terms.openDate ?? '') < (b.terms.openDate ?? '') ? 1 : -1))
    .slice(0, 60)
}

const termsOf = (facts: readonly Said[]): Terms =>
  Object.assign({}, ...facts.map(({ said }) => JSON.parse(said)))

const rupees = (paise: number | undefined) => (paise === undefined ? null : paise / 100)
const midnight = (day: string | undefined) => (day === undefined ? null : `${day}T00:00:00.000Z`)

function summaryOf(issue: number, slug: string, terms: Terms) {
  const reports = lastQuotes.all(issue, issue)
  const gmp = reports[Math.floor(reports.length / 2)]?.gmp
  const price = terms.issuePrice ?? terms.priceMax
  return {
    slug,
    name: terms.name,
    board: terms.board,
    priceMin: rupees(terms.priceMin),
    priceMax: rupees(terms.priceMax),
    lotSize: terms.lotSize,
    issueSizeCr: terms.issueSizeCr ?? null,
    openDate: midnight(terms.openDate),
    closeDate: midnight(terms.closeDate),
    lastGmp: rupees(gmp),
    lastGmpPct: gmp !== undefined && price ? Math.round((gmp / price) * 10_000) / 100 : null,
    lastSubX: subscription.all(issue).findLast(({ category }) => category === 'TOTAL')?.timesSub ?? null,
  }
}

const app = express()
// An ETag of every body would only cost time here.
app.set('etag', false)
app.disable('x-powered-by')
app.get('/api/public/market/ipos', (_request, response) => {
  const ipos = newestIssues().map(({ issue, slug, terms }) => summaryOf(issue, slug, terms))
  response.json({ ok: true, count: ipos.length, ipos })
})
app.get('/api/public/market/ipos/:slug', (request, response) => {
  const { slug } = request.params
  const found = issueOfSlug.get(slug)
  if (!found) return response.status(404).json({ ok: false })
  const ipo = {
    ...summaryOf(found.id, slug, termsOf(factsOf.all(found.id))),
    gmp: quotes.all(found.id).map((quote) => ({ ...quote, gmp: rupees(quote.gmp) })),
    subs: subscription.all(found.id),
  }
  return response.json({ ok: true, ipo })
})
const server = app.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.stdout.write(`answers at http://127.0.0.1:${port}\n`)
})
