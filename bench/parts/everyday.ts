import { builtStore } from '../data/built-store.ts'
import type { Bench } from '../figure.ts'
import { ask } from '../run/answers.ts'
import { API, startGreymark } from '../run/greymark.ts'

const SIZE = { ipos: 500, gmp: 20_000, deals: 50_000 }

/** A store of everyday size, and what is asked of it. */
export interface Everyday {
  readonly store: string
  /** Paths of the four endpoints. */
  readonly endpoints: readonly string[]
  /** What it holds, for the report. */
  readonly words: string
}

export async function everyday(bench: Bench): Promise<Everyday> {
  const store = await builtStore(bench, SIZE)
  const { address, stop } = await startGreymark(store)
  const slug = await firstSlug(address)
  await stop()
  const endpoints = ['/ipos', `/ipos/${slug}`, '/deals', '/scoreboard'].map((path) => `${API}${path}`)
  const [ipos, gmp, deals] = [SIZE.ipos, SIZE.gmp, SIZE.deals].map((size) => size.toLocaleString('en-GB'))
  return { store, endpoints, words: `The store holds ${ipos} IPOs, ${gmp} GMP reports and ${deals} deals.` }
}

async function firstSlug(address: string): Promise<string> {
  const { body } = await ask(address, { path: `${API}/ipos`, headers: {} })
  const [first] = (JSON.parse(body.toString()) as { ipos: { slug: string }[] }).ipos
  if (!first) throw new Error('the store holds no IPO')
  return first.slug
}

/** As the table names a path. */
export const shortName = (path: string): string => path.replace(API, '').replace(/^\/ipos\/.*/, '/ipos/:slug')
