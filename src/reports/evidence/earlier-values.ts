import { setImmediate } from 'node:timers/promises'
import type { Day, Instant } from '../../market/calendar.ts'
import { compareRecorded, type IpoFact, type Recorded } from '../../market/facts/fact.ts'
import { type IssueFacts, type Retracted, unretractedAt } from '../../market/facts/issue-facts.ts'
import type { Owners } from '../../market/facts/publisher.ts'
import { firstIndex } from '../../market/first-index.ts'
import { firstCountedDay, type GmpDay, type GmpReport, latestGmpDay } from '../../market/gmp/gmp.ts'
import { issuesFrom } from '../../market/issues/issue.ts'
import { latestReadings, type MultipleReport } from '../../market/issues/subscription.ts'
import { rupeesFromPaise } from '../../market/money.ts'
import { IpoView } from '../ipos/ipo-view.ts'
import type { Issue } from '../ipos/issues-in-view.ts'
import type { MarketCalendar } from '../ipos/market-calendar.ts'
import { type ChangingIpo, changingIpo } from '../ipos/published-ipo.ts'
import type { EarlierValue, PublishedValue } from '../schemas/evidence.ts'

/** An issue from a moment on, with the facts about its terms: those of other slugs count only while they are merged. */
export interface PastTerms {
  readonly from: Instant
  readonly issue: Issue
  readonly ipos: readonly Recorded<IpoFact>[]
  /** Without quotes and subscription. */
  readonly published: ChangingIpo
}

/** What was known from each moment on at which a fact was recorded, oldest first, as `asOf` shows it today. */
export interface IssueHistory {
  readonly terms: readonly PastTerms[]
  /** The last day with a quote. */
  readonly quotes: readonly { readonly from: Instant; readonly day: GmpDay | undefined }[]
  readonly readings: readonly { readonly from: Instant; readonly newest: readonly MultipleReport[] }[]
  /** The earlier quotes of one source for one day. */
  readonly earlierQuotes: (reports: readonly GmpReport[]) => EarlierValue[]
}

export const NO_HISTORY: IssueHistory = { terms: [], quotes: [], readings: [], earlierQuotes: () => [] }

/** This many moments take milliseconds; then the event loop runs. */
const MOMENTS_AT_A_TIME = 50

/** The history of an issue, computed by the rules of the answer itself. */
export async function issueHistory(
  facts: IssueFacts,
  retracted: Retracted,
  slug: string,
  { owners, calendar }: { readonly owners: Owners; readonly calendar: MarketCalendar },
): Promise<IssueHistory> {
  const issues: { readonly from: Instant; readonly issue: Issue | undefined }[] = []
  const terms: IssueHistory['terms'][number][] = []
  const quotes: IssueHistory['quotes'][number][] = []
  const readings: IssueHistory['readings'][number][] = []
  const issueNews = momentsOf(facts.ipos, facts.sames, facts.listings, facts.retractions)
  // A holiday that becomes known later may change how long a quote counts.
  const quoteNews = momentsOf(facts.gmp).union(calendar.news)
  const subscriptionNews = momentsOf(facts.subscription)
  const quotesOfDays = [...Map.groupBy(facts.gmp, ({ observedAt }) => observedAt)]
  const newestDayFirst = quotesOfDays.sort(([a], [b]) => (a < b ? 1 : -1))

  for (const [i, from] of inOrder(issueNews, quoteNews, subscriptionNews).entries()) {
    if (i % MOMENTS_AT_A_TIME === 0) await setImmediate()
    const isNewIssue = issueNews.has(from)
    if (isNewIssue) {
      const unretracted = unretractedAt(from, retracted)
      const ipos = unretracted(facts.ipos)
      const records = { ipos, sames: unretracted(facts.sames), listings: unretracted(facts.listings) }
      issues.push({ from, issue: issuesFrom(records).find(slug) })
    }
    const issue = issues.at(-1)?.issue
    if (!issue) continue
    const counting = countingAt(from, issue, retracted)
    if (isNewIssue) {
      const view = new IpoView(
        issue,
        { gmp: [], subscription: [] },
        { owners, holidaysFor: calendar.holidaysFor, clock: from },
      )
      terms.push({ from, issue, ipos: counting(facts.ipos), published: changingIpo(view) })
    }
    if (isNewIssue || quoteNews.has(from)) {
      const holidays = calendar.mainHolidaysAt(from)
      const last: GmpReport[] = []
      let first: Day = ''
      // Reading all days at every moment would take too long.
      for (const [day, ofDay] of newestDayFirst) {
        if (day < first) break
        if (issue.listingDay !== null && day > issue.listingDay) continue
        last.push(...lastQuotes(ofDay, from, counting))
        if (first === '' && last.length > 0) first = firstCountedDay(day, holidays)
      }
      quotes.push({ from, day: latestGmpDay(last, owners, holidays, { last: issue.listingDay }) })
    }
    if (isNewIssue || subscriptionNews.has(from))
      readings.push({ from, newest: latestReadings(counting(facts.subscription)) })
  }
  return {
    terms,
    quotes,
    readings,
    earlierQuotes(reports) {
      if (reports.length < 2) return []
      const ordered = reports.toSorted(compareRecorded)
      const retractions = reports.flatMap(({ id }) => retracted.get(id) ?? [])
      const history = inOrder(momentsOf(reports, retractions, facts.sames)).flatMap((from) => {
        const issue = issues.findLast((one) => one.from <= from)?.issue
        return issue ? { from, last: lastQuotes(ordered, from, countingAt(from, issue, retracted)) } : []
      })
      return earlierValues(
        history,
        ({ last }) => (last[0] ? rupeesFromPaise(last[0].gmp) : null),
        ({ last }) => last,
      )
    },
  }
}

/** The successive values of a figure without the present one, newest first. */
export function earlierValues<P extends { readonly from: Instant }>(
  history: readonly P[],
  valueAt: (past: P) => PublishedValue,
  factsAt: (past: P) => FactsBehind,
): EarlierValue[] {
  const values: { readonly past: P; readonly value: PublishedValue; readonly text: string }[] = []
  for (const past of history) {
    const value = valueAt(past)
    const text = JSON.stringify(value)
    // A figure that was never known has no earlier value.
    if (text !== (values.at(-1)?.text ?? 'null')) values.push({ past, value, text })
  }
  return values
    .slice(0, -1)
    .map(({ past, value }, i) => ({
      value,
      from: past.from,
      until: values[i + 1]?.past.from ?? past.from,
      facts: idsOf(factsAt(past)),
    }))
    .reverse()
}

/** Facts that a value is computed from, as far as they are there. */
export type FactsBehind = readonly ({ readonly id: number } | undefined)[]

/** The numbers of these facts, each once. */
export const idsOf = (facts: FactsBehind): number[] => [
  ...new Set(facts.flatMap((fact) => (fact ? [fact.id] : []))),
]

const momentsOf = (...facts: readonly (readonly { readonly recorded: Instant }[])[]): Set<Instant> =>
  new Set(facts.flat().map(({ recorded }) => recorded))

const inOrder = (...moments: readonly Set<Instant>[]): Instant[] =>
  [...new Set(moments.flatMap((some) => [...some]))].sort()

type Counting = ReturnType<typeof countingAt>

/** Selects the facts that counted for an issue at a moment: those of other slugs count only while they are merged. */
function countingAt(moment: Instant, { slugs }: Issue, retracted: Retracted) {
  const unretracted = unretractedAt(moment, retracted)
  return <F extends Recorded<{ readonly slug: string }>>(facts: readonly F[]): F[] =>
    unretracted(facts).filter(({ slug }) => slugs.includes(slug))
}

/**
 * Of the quotes of a day, the last of each source that counted at a moment: an earlier one never counts, and a busy
 * source has too many to read at every moment.
 */
const lastQuotes = (ofDay: readonly GmpReport[], moment: Instant, counting: Counting): GmpReport[] =>
  [...Map.groupBy(ofDay, ({ source }) => source).values()].flatMap((reports) => {
    for (let i = firstIndex(reports, ({ recorded }) => recorded > moment) - 1; i >= 0; i--) {
      const known = counting(reports.slice(i, i + 1))
      if (known.length > 0) return known
    }
    return []
  })
