import { builtStore } from '../data/built-store.ts'
import type { MarketSize } from '../data/market-size.ts'
import { type Bench, effort } from '../figure.ts'
import { API } from '../run/greymark.ts'
import { expectedIpos } from './large/first-page.ts'
import { SMALLEST, sizeText } from './large/stores.ts'

const SIZE = { usual: { ipos: 500, gmp: 20_000, deals: 50_000 }, smallest: SMALLEST }

/** A store of everyday size and the requested paths. */
export interface Everyday {
  readonly store: string
  readonly size: MarketSize
  /** Paths of the four endpoints. */
  readonly endpoints: readonly string[]
  /** Its contents, for the report. */
  readonly description: string
}

export async function everyday(bench: Bench): Promise<Everyday> {
  const size = effort(bench, SIZE)
  const store = await builtStore(bench, size)
  const [slug] = expectedIpos(size)
  const endpoints = ['/ipos', `/ipos/${slug}`, '/deals', '/scoreboard'].map((path) => `${API}${path}`)
  return { store, size, endpoints, description: `The store has ${sizeText(size)}.` }
}

/** The name of a path in the table. */
export const shortName = (path: string): string => path.replace(API, '').replace(/^\/ipos\/.*/, '/ipos/:slug')
