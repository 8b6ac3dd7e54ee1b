import type { JudgedPrediction } from './accuracy.ts'
import { areEnoughListings } from './scoreboard.ts'
import { meanInterval, meanOf, sumOf } from './statistics.ts'

/** A prediction of a listing. */
export interface PairedPrediction extends Pick<JudgedPrediction, 'implied' | 'actual'> {
  /** Identifies the listing among those of all sources. */
  readonly listing: number
  /** The expected gain by the median of all sources. */
  readonly median: number
}

/** A source against the median, on the listings of the source. */
export function headToHead(own: readonly Omit<PairedPrediction, 'listing'>[]) {
  return {
    n: own.length,
    meanAbsErrorPp: meanOf(own.map(errorOf)),
    medianMeanAbsErrorPp: meanOf(own.map(({ median, actual }) => Math.abs(median - actual))),
  }
}

const errorOf = ({ implied, actual }: Pick<PairedPrediction, 'implied' | 'actual'>): number =>
  Math.abs(implied - actual)

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
  const byListing = new Map(others.map((other) => [other.listing, other]))
  const differences = own.flatMap((mine) => {
    const other = byListing.get(mine.listing)
    return other ? errorOf(mine) - errorOf(other) : []
  })
  const interval = meanInterval(differences)
  return {
    isLead: areEnoughListings(differences.length) && sumOf(differences) < 0,
    isSure: interval !== null && interval.high < 0,
  }
}
