import { invariant } from '../../invariant.ts'
import type { Day, Instant } from '../calendar.ts'
import { compareRecorded, type GmpFact, type Recorded } from '../facts/fact.ts'
import type { OnOutvoted } from '../facts/outvoted.ts'
import type { Owners } from '../facts/publisher.ts'
import { divideRounded, type Paise } from '../money.ts'
import { compareText } from '../text-order.ts'
import { isDisputed } from './dispute.ts'

export type GmpReport = Recorded<GmpFact>

/** A source's quote for a day, and whether it is the one that counts for its owner. */
export interface GmpQuote {
  /** The id of the stored report. */
  readonly id: number
  readonly source: string
  readonly owner: string
  readonly gmp: Paise
  readonly observedAt: Day
  readonly reportedAt: Instant | null
  readonly recorded: Instant
  readonly counted: boolean
}

/** The grey market of one day: one quote per source, one vote per owner. */
export interface GmpDay {
  readonly day: Day
  /** Ordered by source name. */
  readonly quotes: GmpQuote[]
  readonly owners: number
  readonly median: Paise
  readonly lowest: Paise
  readonly highest: Paise
  /** The highest minus the lowest owner's quote. */
  readonly spread: Paise
  readonly disputed: boolean
}

/** The median. For an even count it is the mean of the middle two, rounded to the paisa. */
export function medianOf(amounts: readonly Paise[]): Paise {
  const sorted = amounts.toSorted((a, b) => a - b)
  const upper = sorted[sorted.length >> 1]
  const lower = sorted[(sorted.length - 1) >> 1]
  if (upper === undefined || lower === undefined) throw new RangeError('no values to take the median of')
  return divideRounded(lower + upper, 2)
}

/** Combines the reports of one day; `undefined` if there are none. */
export function gmpDay(
  reports: readonly GmpReport[],
  owners: Owners,
  onOutvoted?: OnOutvoted<GmpReport>,
): GmpDay | undefined {
  const lastReports = lastReportPerSource(reports, onOutvoted)
  const [first] = lastReports
  if (!first) return undefined

  const votes = new Map<string, GmpReport>()
  for (const report of lastReports) {
    const owner = owners.of(report.source)
    const rival = votes.get(owner)
    // The reports are sorted by source name, so on equal times the later name wins.
    if (!rival || report.recorded >= rival.recorded) votes.set(owner, report)
    if (rival) onOutvoted?.(report.recorded >= rival.recorded ? rival : report, 'same-owner')
  }
  const amounts = [...votes.values()].map((vote) => vote.gmp)
  const median = medianOf(amounts)
  const [lowest, highest] = [Math.min(...amounts), Math.max(...amounts)]
  const spread = highest - lowest
  return {
    day: first.observedAt,
    quotes: lastReports.map((report) => {
      const owner = owners.of(report.source)
      return quoteFrom(report, owner, votes.get(owner) === report)
    }),
    owners: votes.size,
    median,
    lowest,
    highest,
    spread,
    disputed: isDisputed({ owners: votes.size, median, spread }),
  }
}

function quoteFrom(report: GmpReport, owner: string, counted: boolean): GmpQuote {
  const { id, source, gmp, observedAt, reportedAt, recorded } = report
  return { id, source, owner, gmp, observedAt, reportedAt, recorded, counted }
}

/** The quote of each source for a day: its last report of that day. */
function lastReportPerSource(reports: readonly GmpReport[], onOutvoted?: OnOutvoted<GmpReport>): GmpReport[] {
  const last = new Map<string, GmpReport>()
  for (const report of reports.toSorted(compareRecorded)) {
    const earlier = last.get(report.source)
    if (earlier) onOutvoted?.(earlier, 'later-word')
    last.set(report.source, report)
  }
  return [...last.values()].sort((a, b) => compareText(a.source, b.source))
}

/** All days with reports, oldest first. */
export function gmpDays(reports: readonly GmpReport[], owners: Owners): GmpDay[] {
  const byDay = Map.groupBy(reports, (report) => report.observedAt)
  return [...byDay].sort(([a], [b]) => compareText(a, b)).flatMap(([, ofDay]) => gmpDay(ofDay, owners) ?? [])
}

/** The most recent day with reports, not after `last` (the listing day) and not before `first`. */
export function latestGmpDay(
  reports: readonly GmpReport[],
  owners: Owners,
  { first, last }: { first?: Day; last: Day | null },
  onOutvoted?: OnOutvoted<GmpReport>,
): GmpDay | undefined {
  const inRange = reports.filter(
    ({ observedAt }) => (last === null || observedAt <= last) && (first === undefined || observedAt >= first),
  )
  const day = inRange.reduce<Day>((latest, { observedAt }) => (observedAt > latest ? observedAt : latest), '')
  if (onOutvoted) {
    for (const report of reports) {
      if (last !== null && report.observedAt > last) onOutvoted(report, 'after-listing')
      else if (report.observedAt < day) onOutvoted(report, 'earlier-day')
    }
  }
  return gmpDay(
    inRange.filter(({ observedAt }) => observedAt === day),
    owners,
    onOutvoted,
  )
}

/** How the premium moved since the previous day with quotes. */
export interface GmpChange {
  readonly since: Day
  readonly by: Paise
  /** False when some owner quoted on only one of the two days. */
  readonly coversAllOwners: boolean
}

/**
 * Compares the last day with the previous day with quotes, over the owners that quoted on both: an owner without a
 * quote today must not look like a move. `undefined` when there is only one day, or no owner quoted on both.
 */
export function lastChange(days: readonly Pick<GmpDay, 'day' | 'quotes'>[]): GmpChange | undefined {
  const [before, last] = days.slice(-2)
  if (!before || !last) return undefined
  const [then, now] = [votesOf(before), votesOf(last)]
  const onBoth = [...now.keys()].filter((owner) => then.has(owner))
  if (onBoth.length === 0) return undefined
  const medianIn = (votes: ReadonlyMap<string, Paise>) =>
    medianOf(onBoth.map((owner) => invariant(votes.get(owner), `the vote of ${owner}`)))
  const coversAllOwners = onBoth.length === then.size && onBoth.length === now.size
  return { since: before.day, by: medianIn(now) - medianIn(then), coversAllOwners }
}

const votesOf = ({ quotes }: Pick<GmpDay, 'quotes'>): ReadonlyMap<string, Paise> =>
  new Map(quotes.filter(({ counted }) => counted).map(({ owner, gmp }) => [owner, gmp]))
