import { type JudgedPrediction, meanOf } from './accuracy.ts'
import { meanInterval } from './interval.ts'
import { areEnoughListings } from './scoreboard.ts'

/** A prediction of a listing. Those of one source are in ascending order of `listing`. */
export interface PairedPrediction extends Pick<JudgedPrediction, 'implied' | 'actual'> {
  /** Identifies the listing among those of all sources. */
  readonly listing: number
  /** The expected gain by the median of all sources. */
  readonly median: number
}

/** A source against the median, on the listings of the source. */
export function headToHead(own: readonly Omit<PairedPrediction, 'listing'>[]) {
  let [ofSource, ofMedian] = [0, 0]
  for (const { implied, median, actual } of own) {
    ofSource += Math.abs(implied - actual)
    ofMedian += Math.abs(median - actual)
  }
  const n = own.length
  return { n, meanAbsErrorPp: meanOf(ofSource, n), medianMeanAbsErrorPp: meanOf(ofMedian, n) }
}

/** The source whose average error was smaller than that of every other, each compared on the listings that both quoted. */
export interface Leader {
  readonly source: string
  /** The sources over which its lead could be luck: 0 lies within the 95 percent interval of the difference. */
  readonly rivals: readonly string[]
}

/**
 * The leader among the sources with enough listings; `null` for a single source, and where no source leads every other
 * on enough common listings.
 */
export function leaderOf(bySource: ReadonlyMap<string, readonly PairedPrediction[]>): Leader | null {
  const sources = [...bySource].filter(([, own]) => areEnoughListings(own.length))
  let [best] = sources
  // Only a source that leads every other remains at the end of this, if there is one.
  for (const source of sources) if (best && leadOf(source[1], best[1]).isLead) best = source
  if (!best || sources.length < 2) return null
  const rivals: string[] = []
  for (const [other, quotes] of sources) {
    if (other === best[0]) continue
    const { isLead, isSure } = leadOf(best[1], quotes)
    if (!isLead) return null
    if (!isSure) rivals.push(other)
  }
  return { source: best[0], rivals }
}

/** Whether the average error of one source is smaller than that of another, on the listings that both quoted. */
function leadOf(
  own: readonly PairedPrediction[],
  others: readonly PairedPrediction[],
): { isLead: boolean; isSure: boolean } {
  let [n, sum, squares, next] = [0, 0, 0, 0]
  for (const mine of own) {
    while ((others[next]?.listing ?? Number.POSITIVE_INFINITY) < mine.listing) next++
    const other = others[next]
    if (other?.listing !== mine.listing) continue
    const difference = Math.abs(mine.implied - mine.actual) - Math.abs(other.implied - other.actual)
    n++
    sum += difference
    squares += difference * difference
  }
  const interval = meanInterval(n, sum, squares)
  return { isLead: areEnoughListings(n) && sum < 0, isSure: interval !== null && interval.high < 0 }
}
