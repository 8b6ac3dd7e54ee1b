import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import type { Bench } from '../figure.ts'
import { ask } from '../run/answers.ts'
import { API, startGreymark } from '../run/greymark.ts'

/** A store of everyday size, and what is asked of it. */
export interface Everyday {
  readonly store: string
  /** Paths of the four endpoints; that of one IPO is of one with much to tell. */
  readonly endpoints: readonly string[]
  /** What it holds, for the report. */
  readonly words: string
}

export async function everyday({ place }: Bench): Promise<Everyday> {
  const store = join(mkdtempSync(join(place, 'everyday-')), 'greymark.db')
  const { address, stop } = await startGreymark(store)
  const slug = await slugWithQuotes(address)
  await stop()
  const endpoints = ['/ipos', `/ipos/${slug}`, '/deals', '/scoreboard'].map((path) => `${API}${path}`)
  return { store, endpoints, words: 'The store is empty, so that the demo market is served.' }
}

/** Of the IPOs that a first page shows, the one of which the most sources speak. */
async function slugWithQuotes(address: string): Promise<string> {
  const { body } = await ask(address, { path: `${API}/ipos`, headers: {} })
  const { ipos } = JSON.parse(body.toString()) as { ipos: { slug: string; gmpSources: number }[] }
  const [most] = ipos.toSorted((a, b) => b.gmpSources - a.gmpSources)
  if (!most) throw new Error('the store holds no IPO')
  return most.slug
}
