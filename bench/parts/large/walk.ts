import { type Answer, type Client, nextPath } from './client.ts'

/** The fields of a deal that the checks use. */
export interface PublishedDeal {
  readonly symbol: string
  readonly clientName: string
  readonly dealType: string
  readonly kind: string
  readonly quantity: number
  readonly price: number
  readonly exchange: string
  readonly tradeDate: string
}

export interface Walked<T> {
  readonly items: T[]
  /** The total of the first page. */
  readonly total: number
}

/** Follows `Link` from a page to the last one. */
export async function walk<T>(client: Client, first: string, list: 'ipos' | 'deals'): Promise<Walked<T>> {
  const items: T[] = []
  let total: number | undefined
  for (let path: string | undefined = first; path; ) {
    const answer: Answer = await client.get(path)
    items.push(...itemsOf<T>(answer, list))
    total ??= Number(answer.headers['x-total-count'])
    path = nextPath(answer)
  }
  return { items, total: total ?? 0 }
}

export const itemsOf = <T>({ body }: Answer, list: 'ipos' | 'deals'): T[] => JSON.parse(body.toString())[list]
