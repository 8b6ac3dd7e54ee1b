import { type Random, shuffled, wholeBetween } from '../../../src/demo/seeded.ts'
import { instantFromMs, msOf } from '../../../src/market/calendar.ts'
import { SEED } from '../../data/built-store.ts'
import { CLIENT_NAMES } from '../../data/clients.ts'
import { sharesOf } from '../../data/deal-lines.ts'
import { inventedIssue } from '../../data/issues.ts'
import type { MarketSize } from '../../data/market-size.ts'
import type { Effort } from '../../figure.ts'
import { API } from '../../run/greymark.ts'
import { pastMoment } from '../large/moments.ts'

/** Values that no earlier request of a run has named. */
export interface NewValues {
  slug(): string
  symbol(): string
  /** One of the most active clients. */
  client(): string
  /** A random moment of the second half of the history. */
  moment(): string
  /** A moment after the history, when each IPO has all its facts. */
  laterMoment(): string
  /** A page of the table of IPOs. */
  page(): number
}

/** A kind of answer, and paths of it that were not requested before. */
export interface Kind {
  readonly work: string
  /** The number of requests in a round. */
  readonly requests: Effort
  path(values: NewValues): string
  /** Follows the cursor of the answer before, which `path` begins. */
  readonly isWalk?: true
}

const OFTEN = { usual: 60, smallest: 1 }
/** Answers about all IPOs, and tables with a row for each, take up to a second. */
const SELDOM = { usual: 5, smallest: 1 }
/** Tables of all GMP reports or deals take seconds. */
const ONCE = { usual: 1, smallest: 1 }

const kind = (requests: Effort, work: string, path: Kind['path']): Kind => ({ work, requests, path })
const walk = (work: string, path: Kind['path']): Kind => ({ work, requests: OFTEN, path, isWalk: true })

const ANSWERS: readonly Kind[] = [
  kind(OFTEN, '/ipos?asOf=', ({ moment }) => `${API}/ipos?asOf=${moment()}`),
  walk('next page of /ipos', ({ moment }) => `${API}/ipos?limit=50&asOf=${moment()}`),
  kind(OFTEN, '/ipos?detail=full&asOf=', ({ moment }) => `${API}/ipos?detail=full&asOf=${moment()}`),
  kind(OFTEN, '/ipos/:slug', ({ slug }) => `${API}/ipos/${slug()}`),
  kind(OFTEN, '/ipos/:slug?asOf=', (v) => `${API}/ipos/${v.slug()}?asOf=${v.laterMoment()}`),
  kind(OFTEN, '/ipos/:slug/evidence', ({ slug }) => `${API}/ipos/${slug()}/evidence`),
  kind(
    OFTEN,
    '/ipos/:slug/evidence?asOf=',
    (values) => `${API}/ipos/${values.slug()}/evidence?asOf=${values.laterMoment()}`,
  ),
  kind(OFTEN, '/deals?symbol=', ({ symbol }) => `${API}/deals?symbol=${symbol()}`),
  kind(OFTEN, '/deals?asOf=', ({ moment }) => `${API}/deals?asOf=${moment()}`),
  kind(OFTEN, '/deals?symbol=&asOf=', (v) => `${API}/deals?symbol=${v.symbol()}&asOf=${v.moment()}`),
  kind(OFTEN, '/deals?clientName=', ({ client }) => `${API}/deals?clientName=${encoded(client())}`),
  kind(OFTEN, '/deals?client=', ({ client }) => `${API}/deals?client=${encoded(client().slice(0, 12))}`),
  walk('next page of /deals', ({ moment }) => `${API}/deals?kind=BULK&asOf=${moment()}`),
  kind(SELDOM, '/scoreboard?asOf=', ({ moment }) => `${API}/scoreboard?asOf=${moment()}`),
  kind(SELDOM, '/accuracy?asOf=', ({ moment }) => `${API}/accuracy?asOf=${moment()}`),
  kind(SELDOM, '/calibration?asOf=', ({ moment }) => `${API}/calibration?asOf=${moment()}`),
  kind(OFTEN, '/sources?asOf=', ({ moment }) => `${API}/sources?asOf=${moment()}`),
  kind(OFTEN, '/unannounced?asOf=', ({ moment }) => `${API}/unannounced?asOf=${moment()}`),
  walk('next page of /changes', () => `${API}/changes?since=0&limit=50`),
]

const PAGES: readonly Kind[] = [
  kind(SELDOM, 'page /ipos?page=', ({ page }) => `/ipos?page=${page()}`),
  kind(OFTEN, 'page /ipos/:slug', ({ slug }) => `/ipos/${slug()}`),
  kind(SELDOM, 'page /ipos/:slug?asOf=', (v) => `/ipos/${v.slug()}?asOf=${v.laterMoment()}`),
  kind(OFTEN, 'page /ipos/:slug/evidence', ({ slug }) => `/ipos/${slug()}/evidence`),
  kind(SELDOM, 'page /calendar?month=', ({ moment }) => `/calendar?month=${moment().slice(0, 7)}`),
  kind(OFTEN, 'page /deals/:symbol', ({ symbol }) => `/deals/${symbol()}`),
  kind(OFTEN, 'page /deals/clients/:name', ({ client }) => `/deals/clients/${encoded(client())}`),
  kind(SELDOM, 'page /scoreboard?asOf=', ({ moment }) => `/scoreboard?asOf=${moment()}`),
  kind(SELDOM, 'page /accuracy?asOf=', ({ moment }) => `/accuracy?asOf=${moment()}`),
]

const FEEDS: readonly Kind[] = [
  kind(SELDOM, '/feeds/changes.atom?asOf=', ({ moment }) => `/feeds/changes.atom?asOf=${moment()}`),
  kind(SELDOM, '/feeds/calendar.ics?asOf=', ({ moment }) => `/feeds/calendar.ics?asOf=${moment()}`),
]

const DOWNLOADS: readonly Kind[] = [
  ...['ipos', 'subscription', 'scoreboard', 'ranges', 'accuracy'].map((name) =>
    kind(SELDOM, `${name}.csv`, ({ moment }) => `/downloads/${name}.csv?asOf=${moment()}`),
  ),
  ...['gmp', 'deals'].map((name) =>
    kind(ONCE, `${name}.csv`, ({ moment }) => `/downloads/${name}.csv?asOf=${moment()}`),
  ),
  kind(ONCE, 'gmp.ndjson', ({ moment }) => `/downloads/gmp.ndjson?asOf=${moment()}`),
  kind(OFTEN, 'gmp.csv?slug=', ({ slug }) => `/downloads/gmp.csv?slug=${slug()}`),
  kind(OFTEN, 'deals.csv?symbol=', ({ symbol }) => `/downloads/deals.csv?symbol=${symbol()}`),
]

/** Every kind of answer that is read from the store. */
export const KINDS: readonly Kind[] = [...ANSWERS, ...PAGES, ...FEEDS, ...DOWNLOADS]

const encoded = (text: string): string => encodeURIComponent(text)

/** Values of the invented market in random order. A list that is used up begins again. */
export function newValues(size: MarketSize, random: Random): NewValues {
  const indexes = shuffled(random, [...Array(size.ipos).keys()])
  const symbols = shuffled(random, sharesOf(size.deals)).map(({ symbol }) => symbol)
  const clients = shuffled(random, CLIENT_NAMES.slice(0, Math.min(MOST_CLIENTS, size.deals / DEALS_A_CLIENT)))
  const pages = shuffled(random, [...Array(Math.ceil(size.ipos / IPOS_A_PAGE)).keys()])
  return {
    slug: () => inventedIssue(taken(indexes), size.ipos, SEED).slug,
    symbol: () => taken(symbols),
    client: () => taken(clients),
    moment: () => pastMoment(random, HALF),
    laterMoment: () => instantFromMs(msOf(AFTER_HISTORY) + wholeBetween(random, 0, HALF_A_YEAR_MS)),
    page: () => taken(pages) + 1,
  }
}

/** The first clients are the most active ones, and each of so many has some deals. */
const MOST_CLIENTS = 2000
const DEALS_A_CLIENT = 300
const HALF = 0.5
const AFTER_HISTORY = '2025-07-01T00:00:00.000Z'
const HALF_A_YEAR_MS = 180 * 24 * 60 * 60 * 1000
/** At most the number of rows in a page of the table. */
const IPOS_A_PAGE = 100

/** The next item, which is moved to the end. */
function taken<T>(list: T[]): T {
  const [first] = list.splice(0, 1) as [T]
  list.push(first)
  return first
}
