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
  /** Beside each other source with enough listings. */
  readonly pairs: readonly PairedErrors[]
}

/** The average errors of the leader and of another source on the listings that both quoted, in percentage points. */
interface PairedErrors {
  readonly other: string
  readonly n: number
  readonly meanAbsErrorPp: number | null
  readonly otherMeanAbsErrorPp: number | null
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
  const { source, errors } = best
  const others = sources.filter((other) => other.source !== source)
  const leads = others.map((other) => ({ other: other.source, ...leadOf(errors, other.errors) }))
  if (!leads.every(({ isLead }) => isLead)) return null
  return {
    source,
    rivals: leads.filter(({ isSure }) => !isSure).map(({ other }) => other),
    pairs: leads.map(({ other, errors: both }) => ({
      other,
      n: both.length,
      meanAbsErrorPp: meanOf(both.map(([own]) => own)),
      otherMeanAbsErrorPp: meanOf(both.map(([, theirs]) => theirs)),
    })),
  }
}

/** By listing. */
type Errors = ReadonlyMap<number, number>

/** Whether the average error of one source is smaller than that of another, on the listings that both quoted. */
function leadOf(own: Errors, others: Errors) {
  const errors: [own: number, other: number][] = []
  for (const [listing, error] of own) {
    const other = others.get(listing)
    if (other !== undefined) errors.push([error, other])
  }
  const differences = errors.map(([error, other]) => error - other)
  const interval = meanInterval(differences)
  return {
    isLead: areEnoughListings(differences.length) && sumOf(differences) < 0,
    isSure: interval !== null && interval.high < 0,
    errors,
  }
}
