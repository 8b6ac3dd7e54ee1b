import { invariant } from '../../invariant.ts'
import type { Day, Instant } from '../calendar.ts'
import { compareRecorded, type GmpFact, type Recorded } from '../facts/fact.ts'
import type { OnOutvoted } from '../facts/outvoted.ts'
import type { Owners } from '../facts/publisher.ts'
import { divideRounded, type Paise } from '../money.ts'
import { compareText } from '../text-order.ts'
import { isDisputed } from './dispute.ts'

export type GmpReport = Recorded<GmpFact>

/** What a source said on a day, and whether it is the word that counts for its owner. */
export interface GmpQuote {
  /** The number of the report. */
  readonly id: number
  readonly source: string
  readonly owner: string
  readonly gmp: Paise
  readonly observedAt: Day
  readonly reportedAt: Instant | null
  readonly recorded: Instant
  readonly counted: boolean
}

/** The grey market of one day: one word per source, one vote per owner. */
export interface GmpDay {
  readonly day: Day
  /** Ordered by source name. */
  readonly words: GmpQuote[]
  readonly owners: number
  readonly median: Paise
  readonly lowest: Paise
  readonly highest: Paise
  /** Highest minus lowest owner's word. */
  readonly spread: Paise
  readonly disputed: boolean
}

/** Even counts give the mean of the middle two, rounded to the paisa. */
export function medianOf(amounts: readonly Paise[]): Paise {
  const sorted = amounts.toSorted((a, b) => a - b)
  const upper = sorted[sorted.length >> 1]
  const lower = sorted[(sorted.length - 1) >> 1]
  if (upper === undefined || lower === undefined) throw new RangeError('the median of nothing')
  return divideRounded(lower + upper, 2)
}

/** Folds the reports of one day; `undefined` when there is none. */
export function gmpDay(
  reports: readonly GmpReport[],
  owners: Owners,
  passOver?: OnOutvoted<GmpReport>,
): GmpDay | undefined {
  const lastReports = lastReportPerSource(reports, passOver)
  const [first] = lastReports
  if (!first) return undefined

  const votes = new Map<string, GmpReport>()
  for (const report of lastReports) {
    const owner = owners.of(report.source)
    const rival = votes.get(owner)
    // The reports come by source name, so that on a tie of times the later name stands.
    if (!rival || report.recorded >= rival.recorded) votes.set(owner, report)
    if (rival) passOver?.(report.recorded >= rival.recorded ? rival : report, 'same-owner')
  }
  const amounts = [...votes.values()].map((vote) => vote.gmp)
  const median = medianOf(amounts)
  const [lowest, highest] = [Math.min(...amounts), Math.max(...amounts)]
  const spread = highest - lowest
  return {
    day: first.observedAt,
    words: lastReports.map((report) => {
      const owner = owners.of(report.source)
      return wordFrom(report, owner, votes.get(owner) === report)
    }),
    owners: votes.size,
    median,
    lowest,
    highest,
    spread,
    disputed: isDisputed({ owners: votes.size, median, spread }),
  }
}

function wordFrom(report: GmpReport, owner: string, counted: boolean): GmpQuote {
  const { id, source, gmp, observedAt, reportedAt, recorded } = report
  return { id, source, owner, gmp, observedAt, reportedAt, recorded, counted }
}

/** A source's word for a day is its last report of that day. */
function lastReportPerSource(reports: readonly GmpReport[], passOver?: OnOutvoted<GmpReport>): GmpReport[] {
  const last = new Map<string, GmpReport>()
  for (const report of reports.toSorted(compareRecorded)) {
    const earlier = last.get(report.source)
    if (earlier) passOver?.(earlier, 'later-word')
    last.set(report.source, report)
  }
  return [...last.values()].sort((a, b) => compareText(a.source, b.source))
}

/** All days with reports, oldest first. */
export function gmpDays(reports: readonly GmpReport[], owners: Owners): GmpDay[] {
  const byDay = Map.groupBy(reports, (report) => report.observedAt)
  return [...byDay].sort(([a], [b]) => compareText(a, b)).flatMap(([, ofDay]) => gmpDay(ofDay, owners) ?? [])
}

/** The most recent day with reports, none after `last` (the listing day) and none before `first`. */
export function latestGmpDay(
  reports: readonly GmpReport[],
  owners: Owners,
  { first, last }: { first?: Day; last: Day | null },
  passOver?: OnOutvoted<GmpReport>,
): GmpDay | undefined {
  const inRange = reports.filter(
    ({ observedAt }) => (last === null || observedAt <= last) && (first === undefined || observedAt >= first),
  )
  const day = inRange.reduce<Day>((latest, { observedAt }) => (observedAt > latest ? observedAt : latest), '')
  if (passOver) {
    for (const report of reports) {
      if (last !== null && report.observedAt > last) passOver(report, 'after-listing')
      else if (report.observedAt < day) passOver(report, 'earlier-day')
    }
  }
  return gmpDay(
    inRange.filter(({ observedAt }) => observedAt === day),
    owners,
    passOver,
  )
}

/** How the premium moved since the quoted day before. */
interface GmpChange {
  readonly since: Day
  readonly by: Paise
  /** False when an owner spoke on one of the two days only. */
  readonly isOfAll: boolean
}

/**
 * The last day against the quoted day before it, among the owners that spoke on both: who is silent today must not look
 * like a move. `undefined` while there is only one day, or nobody spoke on both.
 */
export function lastChange(days: readonly Pick<GmpDay, 'day' | 'words'>[]): GmpChange | undefined {
  const [before, last] = days.slice(-2)
  if (!before || !last) return undefined
  const [then, now] = [votesOf(before), votesOf(last)]
  const onBoth = [...now.keys()].filter((owner) => then.has(owner))
  if (onBoth.length === 0) return undefined
  const medianIn = (votes: ReadonlyMap<string, Paise>) =>
    medianOf(onBoth.map((owner) => invariant(votes.get(owner), `the vote of ${owner}`)))
  const isOfAll = onBoth.length === then.size && onBoth.length === now.size
  return { since: before.day, by: medianIn(now) - medianIn(then), isOfAll }
}

const votesOf = ({ words }: Pick<GmpDay, 'words'>): ReadonlyMap<string, Paise> =>
  new Map(words.filter(({ counted }) => counted).map(({ owner, gmp }) => [owner, gmp]))
