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
  const sources = [...bySource]
    .filter(([, own]) => areEnoughListings(own.length))
    .map(([source, own]) => ({ source, errors: new Map(own.map((one) => [one.listing, errorOf(one)])) }))
  let [best] = sources
  // Only a source that leads every other remains at the end of this, if there is one.
  for (const source of sources) if (best && leadOf(source.errors, best.errors).isLead) best = source
  if (!best || sources.length < 2) return null
  const rivals: string[] = []
  for (const other of sources) {
    if (other === best) continue
    const { isLead, isSure } = leadOf(best.errors, other.errors)
    if (!isLead) return null
    if (!isSure) rivals.push(other.source)
  }
  return { source: best.source, rivals }
}

/** By listing. */
type Errors = ReadonlyMap<number, number>

/** Whether the average error of one source is smaller than that of another, on the listings that both quoted. */
function leadOf(own: Errors, others: Errors): { isLead: boolean; isSure: boolean } {
  const differences: number[] = []
  for (const [listing, error] of own) {
    const other = others.get(listing)
    if (other !== undefined) differences.push(error - other)
  }
  const interval = meanInterval(differences)
  return {
    isLead: areEnoughListings(differences.length) && sumOf(differences) < 0,
    isSure: interval !== null && interval.high < 0,
  }
}
