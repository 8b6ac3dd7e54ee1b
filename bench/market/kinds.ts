import { seeded, shuffled } from '../../src/demo/seeded.ts'
import { API } from '../run/greymark.ts'
import { CLIENTS, issueAt, type MarketSize, pastMoment, sharesOf } from './market.ts'

/** Values that no earlier request of a run has named, as far as the market has so many. */
export interface Values {
  slug(): string
  symbol(): string
  /** One of the most active clients. */
  client(): string
  /** A random moment of the second half of the history. */
  moment(): string
}

/** A kind of answer, and paths of it that were not requested before. */
export interface Kind {
  readonly work: string
  /** The number of requests in a round. */
  readonly requests: number
  path(values: Values): string
  /** Measures the page after that of the path. */
  readonly isNext?: true
}

const OFTEN = 20
/** Answers about all IPOs take up to a second. */
const SELDOM = 3

const kind = (work: string, path: Kind['path'], requests = OFTEN): Kind => ({ work, requests, path })

/** Answers that depend on one IPO, one share or one page, so that they should take as long in a large market. */
export const PAGES: readonly Kind[] = [
  kind('/ipos?asOf=', ({ moment }) => `${API}/ipos?asOf=${moment()}`),
  kind('/ipos/:slug', ({ slug }) => `${API}/ipos/${slug()}`),
  kind('/ipos/:slug/evidence', ({ slug }) => `${API}/ipos/${slug()}/evidence`),
  kind('/deals?symbol=', ({ symbol }) => `${API}/deals?symbol=${symbol()}&limit=50`),
  kind('/deals?asOf=', ({ moment }) => `${API}/deals?asOf=${moment()}`),
  kind('/deals?symbol=&asOf=', (v) => `${API}/deals?symbol=${v.symbol()}&asOf=${v.moment()}&limit=50`),
  { ...kind('next page of /deals', ({ moment }) => `${API}/deals?asOf=${moment()}`), isNext: true },
  kind('page /ipos/:slug', ({ slug }) => `/ipos/${slug()}`),
  kind('page /deals/:symbol', ({ symbol }) => `/deals/${symbol()}`),
]

/** Answers that are longer in a larger market, or search it. */
export const WHOLE_MARKET: readonly Kind[] = [
  kind('/deals?client=', ({ client }) => `${API}/deals?client=${encodeURIComponent(client().slice(0, 12))}`),
  kind('/sources?asOf=', ({ moment }) => `${API}/sources?asOf=${moment()}`),
  kind('/scoreboard?asOf=', ({ moment }) => `${API}/scoreboard?asOf=${moment()}`, SELDOM),
  kind('/accuracy?asOf=', ({ moment }) => `${API}/accuracy?asOf=${moment()}`, SELDOM),
  kind('gmp.csv?slug=', ({ slug }) => `/downloads/gmp.csv?slug=${slug()}`),
  kind('ipos.csv', ({ moment }) => `/downloads/ipos.csv?asOf=${moment()}`, SELDOM),
]

/** The first clients are the most active ones. */
const MOST_CLIENTS = 2000
const HALF = 0.5

export function newValues(market: MarketSize): Values {
  const random = seeded('values')
  const indexes = shuffled(random, [...Array(market.ipos).keys()])
  const symbols = shuffled(random, sharesOf(market)).map(({ symbol }) => symbol)
  const clients = shuffled(random, CLIENTS.slice(0, MOST_CLIENTS))
  return {
    slug: () => issueAt(taken(indexes), market).slug,
    symbol: () => taken(symbols),
    client: () => taken(clients),
    moment: () => pastMoment(random, HALF),
  }
}

/** The next item, which is moved to the end. */
function taken<T>(list: T[]): T {
  const [first] = list.splice(0, 1) as [T]
  list.push(first)
  return first
}
