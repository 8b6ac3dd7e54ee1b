/** The calculations of the one-day Express program. */

export interface Fact {
  /** The terms as JSON. */
  readonly said: string
}

export interface Terms {
  readonly name: string
  readonly board: string
  readonly symbol: string | null
  readonly isin: string | null
  readonly bseCode: string | null
  readonly exchanges: readonly string[] | null
  readonly issueType: string | null
  readonly faceValue: number | null
  readonly priceMin: number | null
  readonly priceMax: number | null
  readonly issuePrice: number | null
  readonly lotSize: number | null
  readonly minLots: number | null
  readonly issueSizeCr: number | null
  readonly openDate: string | null
  readonly closeDate: string | null
  readonly allotmentDate: string | null
  readonly listingDate: string | null
  readonly withdrawn: boolean | null
  readonly registrar: string | null
  readonly leadManagers: readonly string[] | null
  readonly documents: readonly object[] | null
  readonly freshIssueShares: number | null
  readonly freshIssueCr: number | null
  readonly offerForSaleShares: number | null
  readonly offerForSaleCr: number | null
  readonly anchorShares: number | null
  readonly marketMakerShares: number | null
  readonly employeeDiscount: number | null
  readonly upiCutoffAt: string | null
  readonly industry: string | null
}

export interface ListingRow {
  readonly listed_on: string
  readonly price: number
  readonly exchange: string
}

export interface GmpRow {
  readonly observed: string
  readonly source: string
  readonly gmp: number
  readonly recorded: string
  readonly reported: string | null
}

const NO_TERMS: Terms = {
  name: '',
  board: '',
  symbol: null,
  isin: null,
  bseCode: null,
  exchanges: null,
  issueType: null,
  faceValue: null,
  priceMin: null,
  priceMax: null,
  issuePrice: null,
  lotSize: null,
  minLots: null,
  issueSizeCr: null,
  openDate: null,
  closeDate: null,
  allotmentDate: null,
  listingDate: null,
  withdrawn: null,
  registrar: null,
  leadManagers: null,
  documents: null,
  freshIssueShares: null,
  freshIssueCr: null,
  offerForSaleShares: null,
  offerForSaleCr: null,
  anchorShares: null,
  marketMakerShares: null,
  employeeDiscount: null,
  upiCutoffAt: null,
  industry: null,
}

export function merged(facts: readonly Fact[]): Terms {
  const terms = { ...NO_TERMS }
  for (const { said } of facts) Object.assign(terms, JSON.parse(said))
  return terms
}

export const rupees = (paise: number | null): number | null => (paise === null ? null : paise / 100)

export function rounded(value: number, decimals = 2): number {
  const scale = 10 ** decimals
  return Math.round(value * scale) / scale
}

export const percent = (part: number, whole: number): number => rounded((part / whole) * 100)

const HALF_PAST_FIVE_MS = 330 * 60_000
const indianDay = (moment: Date) => new Date(moment.getTime() + HALF_PAST_FIVE_MS).toISOString().slice(0, 10)

export function statusOf(terms: Terms, listed: ListingRow | undefined, now: Date): string {
  const clock = now.toISOString()
  const at = (day: string | null, time: string) => day !== null && `${day}T${time}:00.000Z` <= clock
  if (listed || at(terms.listingDate, '04:30')) return 'LISTED'
  if (!at(terms.openDate, '04:30')) return 'UPCOMING'
  return at(terms.closeDate, terms.board === 'SME' ? '10:30' : '11:30') ? 'CLOSED' : 'OPEN'
}

const ownerOf = (source: string) =>
  source === 'InvestorGain' || source === 'Chittorgarh' ? 'Chittorgarh group' : source

/** The last row of each key, from rows in order of recording. */
const lastBy = (rows: readonly GmpRow[], key: (row: GmpRow) => string): Map<string, GmpRow> =>
  new Map(rows.map((row) => [key(row), row]))

export function latestGmp(rows: readonly GmpRow[]) {
  const [first] = rows
  if (!first) return undefined
  const votes = [...lastBy(rows, ({ source }) => ownerOf(source)).values()].map(({ gmp }) => gmp)
  votes.sort((a, b) => a - b)
  const middle = votes.length >> 1
  const upper = votes[middle] ?? 0
  const median = votes.length % 2 === 1 ? upper : Math.round(((votes[middle - 1] ?? 0) + upper) / 2)
  const spread = (votes.at(-1) ?? 0) - (votes[0] ?? 0)
  return {
    median,
    spread,
    owners: votes.length,
    disputed: votes.length > 1 && spread > Math.abs(median) / 2,
    isToday: first.observed === indianDay(new Date()),
  }
}

/** The quotes of each source on a day, and which of them count. */
export function quotesOf(rows: readonly GmpRow[]) {
  const votes = lastBy(rows, ({ source }) => ownerOf(source))
  const quotes = [...lastBy(rows, ({ source }) => source).values()]
  return quotes
    .sort((a, b) => (a.source < b.source ? -1 : 1))
    .map((row) => ({
      source: row.source,
      owner: ownerOf(row.source),
      gmp: row.gmp / 100,
      observedAt: row.observed,
      reportedAt: row.reported,
      counted: votes.get(ownerOf(row.source)) === row,
    }))
}

/** The spread of a day's quotes and whether it is a dispute; `null` without quotes. */
export function disputeOf(rows: readonly GmpRow[]) {
  const day = latestGmp(rows)
  const [first] = rows
  if (!day || !first) return null
  const { median, spread, owners, disputed } = day
  const recordedAt = new Map(
    [...lastBy(rows, ({ source }) => source)].map(([source, row]) => [source, row.recorded]),
  )
  return {
    day: first.observed,
    disputed,
    owners,
    median: median / 100,
    spread: spread / 100,
    limit: Math.floor(Math.abs(median) / 2) / 100,
    reason: reasonOf(owners, disputed, median),
    words: quotesOf(rows).map((quote) => ({
      ...quote,
      distance: quote.gmp - median / 100,
      recordedAt: recordedAt.get(quote.source),
    })),
  }
}

function reasonOf(owners: number, disputed: boolean, median: number): string {
  if (owners === 1) return 'one-owner'
  if (!disputed) return 'agree'
  return median === 0 ? 'any-spread-at-zero' : 'spread-above-half'
}

/** The last quote of each source and day. */
export function observations(rows: readonly GmpRow[], price: number | null) {
  const last = lastBy(rows, ({ observed, source }) => `${observed} ${source}`)
  return [...last.keys()].sort().map((key) => {
    const { observed, gmp, source } = last.get(key) as GmpRow
    return {
      observedAt: observed,
      gmp: gmp / 100,
      gmpPct: price === null ? null : percent(gmp, price),
      source,
      unofficial: true,
    }
  })
}

const WEEK_MS = 7 * 86_400_000

/** Expected and actual gain; `undefined` without a quote in the week before the close. */
export function scoreRow(
  slug: string,
  terms: { readonly name: string; readonly issuePrice: number; readonly closeDate: string },
  listed: ListingRow,
  quotes: readonly GmpRow[],
) {
  const gmp = latestGmp(quotes)
  const [first] = quotes
  if (!gmp || !first || Date.parse(terms.closeDate) - Date.parse(first.observed) > WEEK_MS) return undefined
  const impliedPct = percent(gmp.median, terms.issuePrice)
  const actualPct = percent(listed.price - terms.issuePrice, terms.issuePrice)
  return {
    slug,
    name: terms.name,
    issuePrice: terms.issuePrice / 100,
    gmpAtClose: gmp.median / 100,
    impliedPct,
    listingPrice: listed.price / 100,
    actualPct,
    errorPp: rounded(impliedPct - actualPct),
    directionHit: Math.sign(impliedPct) === Math.sign(actualPct),
    listedOn: listed.listed_on,
  }
}

export function summaryOfScores(rows: readonly { errorPp: number; directionHit: boolean }[]) {
  const n = rows.length
  if (n === 0) return { n, avgAbsErrorPp: null, directionHitPct: null }
  const error = rows.reduce((sum, { errorPp }) => sum + Math.abs(errorPp), 0)
  const hits = rows.filter(({ directionHit }) => directionHit).length
  return { n, avgAbsErrorPp: rounded(error / n), directionHitPct: percent(hits, n) }
}
