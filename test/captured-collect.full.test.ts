import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { collectRound, type RoundReport } from '../src/collect/collect-round.ts'
import { politeGet } from '../src/collect/download/polite-get.ts'
import { roundedToHundredths } from '../src/market/money.ts'
import { writeLine } from '../src/sources/facts-file/write-line.ts'
import { chosenSources, SOURCES } from '../src/sources/registry.ts'
import type { Db } from '../src/store/engines/db.ts'
import { allFacts } from '../src/store/facts/all-facts.ts'
import { captures, needs } from './support/needs.ts'
import { openStore } from './support/store.ts'
import { holidayList } from './support/upstream-documents.ts'
import { startUpstreams, type UpstreamDocument } from './support/upstreams.ts'

/** Recorded answers of upstreams by day, which are stored beside the project and not in it. */
const DAYS = fileURLToPath(new URL('../../shared/captures/days', import.meta.url))
const isThere = existsSync(DAYS)
needs(captures(isThere))
const days = isThere
  ? readdirSync(DAYS)
      .filter((day) => day >= '2026-06-15')
      .sort()
  : []
const momentOf = (day: string) => `${day}T15:00:00.000Z`

/** The days of each file, the newest first. */
const daysOf: ReadonlyMap<string, readonly string[]> = Map.groupBy(
  isThere ? readdirSync(DAYS, { recursive: true, encoding: 'utf8' }).sort().reverse() : [],
  (path) => path.slice(path.indexOf('/') + 1),
)

/** The newest capture of a file up to a day, or of exactly that day. */
function capture(day: string, path: string, { exact = false } = {}): string | undefined {
  const found = daysOf.get(path)?.find((one) => (exact ? one === `${day}/${path}` : one.slice(0, 10) <= day))
  return found && readFileSync(`${DAYS}/${found}`, 'utf8')
}

/** The names of the files of a folder that were captured up to a day. */
const captured = (day: string, folder: string): string[] =>
  [...daysOf]
    .filter(([path, known]) => path.startsWith(`${folder}/`) && (known.at(-1) ?? '').slice(0, 10) <= day)
    .map(([path]) => path.slice(folder.length + 1))

const NSE = 'https://www.nseindia.com/api'
const ARCHIVE = 'https://nsearchives.nseindia.com'
const BSE = 'https://api.bseindia.com/BseIndiaAPI/api'

function documentsOf(day: string): UpstreamDocument[] {
  const json = (url: string, body: string | undefined) =>
    body === undefined ? [] : [{ url, type: 'json' as const, body }]
  const board = JSON.parse(capture(day, 'bse/public-issues.json') ?? '[]') as { Status?: string }[]
  const boardOf = (status: string) =>
    json(
      `${BSE}/GetPublicIssue_par_updated/w?status=${status}`,
      JSON.stringify({ Table: board.filter((row) => row.Status === status) }),
    )
  const bulk = capture(day, 'nse/bulk.csv')
  const quiet =
    'Date,Symbol,Security Name,Client Name,Buy/Sell,Quantity Traded,Trade Price / Wght. Avg. Price\nNO RECORDS,,,,,,\n'
  return [
    ...json(`${NSE}/ipo-current-issue`, capture(day, 'nse/ipo-current-issue.json') ?? '[]'),
    ...json(`${NSE}/all-upcoming-issues`, capture(day, 'nse/all-upcoming-issues.json') ?? '[]'),
    ...json(`${NSE}/public-past-issues`, capture(day, 'nse/public-past-issues.json') ?? '[]'),
    ...captured(day, 'nse/ipo-detail').flatMap((file) =>
      json(`${NSE}/ipo-detail?symbol=${file.slice(0, -5)}`, capture(day, `nse/ipo-detail/${file}`)),
    ),
    ...boardOf('L'),
    ...boardOf('F'),
    ...captured(day, 'bse/issue').flatMap((file) =>
      json(`${BSE}/GetMkt_ISSUE_BBS_IPO/w?IPO_NO=${file.slice(0, -5)}`, capture(day, `bse/issue/${file}`)),
    ),
    ...captured(day, 'bse/demand').flatMap((file) =>
      json(
        `${BSE}/Pubissues_GetBkbldgCatdem_ng/w?IPO_NO=${file.slice(0, -5)}`,
        capture(day, `bse/demand/${file}`),
      ),
    ),
    ...json(`${BSE}/BulkDeal_Beta/w`, '{"Table":[]}'),
    ...json(`${BSE}/BlockDeal_Beta/w`, '{"Table":[]}'),
    ...json(`${BSE}/MoreCompanyN/w`, '{"Table":[]}'),
    ...(bulk ? [{ url: `${ARCHIVE}/content/equities/bulk.csv`, type: 'csv' as const, body: bulk }] : []),
    { url: `${ARCHIVE}/content/equities/block.csv`, type: 'csv', body: quiet },
    // The lists of holidays were not recorded.
    holidayList('trading', [['26-Jan-2026', 'Republic Day']]),
    holidayList('clearing', [['26-Jan-2026', 'Republic Day']]),
    ...bhavcopies(day),
    ...ipowatch(day),
  ]
}

function bhavcopies(day: string): UpstreamDocument[] {
  return readdirSync(DAYS)
    .filter((one) => one <= day)
    .flatMap((one) => {
      const [year, month, date] = one.split('-')
      const name = `sec_bhavdata_full_${date}${month}${year}.csv`
      const body = capture(one, `nse/${name}`, { exact: true })
      return body ? [{ url: `${ARCHIVE}/products/content/${name}`, type: 'csv' as const, body }] : []
    })
}

function ipowatch(day: string): UpstreamDocument[] {
  const body = capture(day, 'ipowatch/gmp.html')
  const url = 'https://ipowatch.in/ipo-grey-market-premium-latest-ipo-gmp/'
  return body ? [{ url, type: 'html', body }] : []
}

type Line = Readonly<Record<string, unknown>>

const linesOf = async (db: Db): Promise<Line[]> => {
  const lines: Line[] = []
  for await (const fact of allFacts(db)) lines.push(JSON.parse(writeLine(fact, fact.recorded)))
  return lines
}

test('collecting every recorded day in order, and every fourth again, has no fault, no loss and no duplicate', async () => {
  const sources = chosenSources(['exchanges', 'ipowatch'], SOURCES)
  const upstreams = await startUpstreams()
  const db = await openStore()
  const now = () => momentOf('2026-12-01')
  const collect = async (chosen: readonly string[]) => {
    const get = politeGet({ upstreamBase: upstreams.base, contact: '', db, now })
    const reports: (RoundReport & { day: string })[] = []
    for (const day of chosen) {
      upstreams.serve(documentsOf(day))
      const options = { now, get, at: momentOf(day), sources: SOURCES }
      for (const source of sources) reports.push({ ...(await collectRound(db, source, options)), day })
    }
    return reports
  }

  const reports = await collect(days)
  const hasPage = ({ source, day }: { source: string; day: string }) =>
    source !== 'ipowatch' || capture(day, 'ipowatch/gmp.html') !== undefined
  expect(reports.filter((report) => report.outcome !== 'done' && hasPage(report))).toEqual([])

  const lines = await linesOf(db)
  const of = (fact: string) => lines.filter((line) => line.fact === fact)
  expectAllDeals(of('deal'))
  expectListingsAtOpen(of('ipo'), of('listing'))
  expectSubscriptionAsPrinted(of('ipo'), of('subscription'))
  expectQuotesOfTheirCompany(of('ipo'), of('gmp'))

  await collect(days.filter((_, i) => i % 4 === 0))
  expect(await linesOf(db)).toEqual(lines)
}, 300_000)

/** Each file is the disclosure of one day; on days without a capture the last one is parsed again. */
function expectAllDeals(deals: readonly Line[]): void {
  const files = days.flatMap((day) => capture(day, 'nse/bulk.csv', { exact: true }) ?? [])
  const rows = files.flatMap((file) => file.trim().split('\n').slice(1))
  expect(deals).toHaveLength(rows.length)
}

const symbolsOf = (ipos: readonly Line[]) =>
  new Map(ipos.flatMap(({ symbol, slug }) => (symbol ? [[symbol, slug] as const] : [])))

function expectListingsAtOpen(ipos: readonly Line[], listings: readonly Line[]): void {
  const slugs = symbolsOf(ipos)
  const rows = bhavcopies(days.at(-1) ?? '').flatMap(({ body }) =>
    body
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(',').map((cell) => cell.trim())),
  )
  const expected = rows.map(([symbol, , , , open]) => [slugs.get(symbol ?? ''), Number(open)])
  const found = listings.map(({ slug, listingPrice }) => [slug, listingPrice])
  const bySlug = (a: unknown[], b: unknown[]) => (String(a[0]) < String(b[0]) ? -1 : 1)
  expect(found.sort(bySlug)).toEqual(expected.sort(bySlug))
}

/** The newest total that NSE printed for each mainboard issue is among our readings, as printed. */
function expectSubscriptionAsPrinted(ipos: readonly Line[], readings: readonly Line[]): void {
  const slugs = symbolsOf(ipos)
  let compared = 0
  for (const day of days) {
    for (const row of JSON.parse(capture(day, 'nse/ipo-current-issue.json', { exact: true }) ?? '[]')) {
      const detail = JSON.parse(capture(day, `nse/ipo-detail/${row.symbol}.json`, { exact: true }) ?? 'null')
      const isStamped = detail && row.series === 'EQ' && !/null/.test(detail.activeCat.updateTime)
      const total = detail?.activeCat.dataList.find((entry: { srNo: unknown }) => entry.srNo === null)
      const printed = isStamped ? total?.noOfTotalMeant : row.series === 'SME' ? row.noOfTime : undefined
      if (printed === undefined) continue
      const times = readings
        .filter(({ slug, category }) => slug === slugs.get(row.symbol) && category === 'TOTAL')
        .map(({ timesSub }) => roundedToHundredths(Number(timesSub)))
      expect(times, row.symbol).toContain(roundedToHundredths(Number(printed)))
      compared++
    }
  }
  expect(compared).toBeGreaterThan(8)
}

/** Each quote is on the page of that day, in a row whose first word begins the name of its company. */
function expectQuotesOfTheirCompany(ipos: readonly Line[], quotes: readonly Line[]): void {
  const letters = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '')
  const names = new Map(ipos.map(({ slug, name }) => [slug, letters(String(name))]))
  for (const { slug, observedAt, gmp } of quotes) {
    const page = capture(String(observedAt), 'ipowatch/gmp.html') ?? ''
    const rows = [...page.matchAll(/<tr><td>(.*?)<\/td><td>(.*?)<\/td>/g)]
    const fitting = rows.filter(
      ([, name = '', cell = '']) =>
        names.get(slug)?.startsWith(letters(name.split(' ')[0] ?? '')) && cell === `₹${gmp}`,
    )
    expect(fitting.length, `${slug} on ${observedAt}`).toBeGreaterThan(0)
  }
  expect(quotes.length).toBeGreaterThan(250)
}
