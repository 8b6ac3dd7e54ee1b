import { setImmediate } from 'node:timers/promises'
import type { Day, Instant } from '../../market/calendar.ts'
import { compareRecorded } from '../../market/facts/fact.ts'
import { type IssueFacts, type Retracted, unretractedAt } from '../../market/facts/issue-facts.ts'
import type { Owners } from '../../market/facts/publisher.ts'
import { firstIndex } from '../../market/first-index.ts'
import { type GmpReport, gmpDay } from '../../market/gmp/gmp.ts'
import { issuesFrom } from '../../market/issues/issue.ts'
import { rupeesFromPaise } from '../../market/money.ts'
import { IpoView } from '../ipos/ipo-view.ts'
import type { Issue } from '../ipos/issues-in-view.ts'
import type { HolidaysFor } from '../ipos/market-calendar.ts'
import { type ChangingIpo, changingIpo } from '../ipos/published-ipo.ts'
import type { EarlierValue, PublishedValue } from '../schemas/evidence.ts'
import type { IssueAt, IssueHistory, PastValue } from './figure-evidence.ts'
import { type Figure, ISSUE_HISTORY, QUOTE_HISTORY } from './figure-table.ts'
import { pastReadings } from './reading-figures.ts'

/** This many moments take milliseconds; then the event loop runs. */
const MOMENTS_AT_A_TIME = 50

/**
 * The answer about an issue at every moment at which a fact was recorded, as `asOf` shows it today: computed by
 * the rules of the answer itself.
 */
export async function issueHistory(
  facts: IssueFacts,
  retracted: Retracted,
  slug: string,
  { owners, holidaysFor }: { readonly owners: Owners; readonly holidaysFor: HolidaysFor },
): Promise<IssueHistory> {
  const revisions = new Revisions()
  const states: { readonly from: Instant; readonly issue: Issue | undefined }[] = []
  const issueNews = momentsOf(facts.ipos, facts.sames, facts.listings, facts.retractions)
  const gmpNews = momentsOf(facts.gmp)
  const subscriptionNews = momentsOf(facts.subscription)
  const quotes = quotesByDay(facts.gmp)

  for (const [i, moment] of inOrder(issueNews, gmpNews, subscriptionNews).entries()) {
    if (i % MOMENTS_AT_A_TIME === 0) await setImmediate()
    const unretracted = unretractedAt(moment, retracted)
    const isNewIssue = issueNews.has(moment)
    const ipos = isNewIssue ? unretracted(facts.ipos) : []
    if (isNewIssue) {
      const records = { ipos, sames: unretracted(facts.sames), listings: unretracted(facts.listings) }
      states.push({ from: moment, issue: issuesFrom(records).find(slug) })
    }
    const issue = states.at(-1)?.issue
    if (!issue) continue
    const at = (gmp: readonly GmpReport[], ipos: IssueFacts['ipos'] = []): IssueAt => {
      const view = new IpoView(issue, { gmp, subscription: [] }, { owners, holidaysFor, clock: moment })
      let published: ChangingIpo | undefined
      return {
        view,
        ipos: ownFacts(issue, ipos),
        get published() {
          published ??= changingIpo(view)
          return published
        },
      }
    }
    if (isNewIssue) revisions.note(moment, pastValues(ISSUE_HISTORY, at([], ipos)))
    if (isNewIssue || gmpNews.has(moment))
      revisions.note(moment, pastValues(QUOTE_HISTORY, at(lastQuotes(quotes, issue, moment, unretracted))))
    if (isNewIssue || subscriptionNews.has(moment))
      revisions.note(moment, pastReadings(ownFacts(issue, unretracted(facts.subscription))))
  }
  return {
    earlier: (path) => revisions.earlier(path),
    earlierQuotes: (reports) => {
      if (reports.length < 2) return []
      const revisions = new Revisions()
      const ordered = reports.toSorted(compareRecorded)
      const retractions = reports.flatMap(({ id }) => retracted.get(id) ?? [])
      for (const moment of inOrder(momentsOf(reports, retractions, facts.sames))) {
        const issue = states.findLast(({ from }) => from <= moment)?.issue
        if (!issue) continue
        const unretracted = unretractedAt(moment, retracted)
        revisions.note(moment, quoteValue(lastUnretracted(ordered, issue, moment, unretracted), owners))
      }
      return revisions.earlier('gmp')
    },
  }
}

const pastValues = (figures: readonly Figure[], at: IssueAt): PastValue[] =>
  figures.map(({ path, past, facts }) => ({
    path,
    value: past?.(at) ?? null,
    facts: () => facts?.(at) ?? [],
  }))

/** The facts of an issue's own slugs: those of other slugs count only while they are merged. */
const ownFacts = <F extends { readonly slug: string }>({ slugs }: Issue, facts: readonly F[]): F[] =>
  facts.filter(({ slug }) => slugs.includes(slug))

function quoteValue(reports: readonly GmpReport[], owners: Owners): PastValue[] {
  const last = gmpDay(reports, owners)?.quotes[0]
  return [
    { path: 'gmp', value: last ? rupeesFromPaise(last.gmp) : null, facts: () => (last ? [last.id] : []) },
  ]
}

const momentsOf = (...facts: readonly (readonly { readonly recorded: Instant }[])[]): Set<Instant> =>
  new Set(facts.flat().map(({ recorded }) => recorded))

const inOrder = (...moments: readonly Set<Instant>[]): Instant[] =>
  [...new Set(moments.flatMap((some) => [...some]))].sort()

/** The quotes of a day, source by source, in the order of recording. */
interface QuotedDay {
  readonly day: Day
  readonly bySource: readonly (readonly GmpReport[])[]
}

/** Newest day first. */
const quotesByDay = (reports: readonly GmpReport[]): QuotedDay[] =>
  [...Map.groupBy(reports, ({ observedAt }) => observedAt)]
    .sort(([a], [b]) => (a < b ? 1 : -1))
    .map(([day, ofDay]) => ({ day, bySource: [...Map.groupBy(ofDay, ({ source }) => source).values()] }))

type Unretracted = ReturnType<typeof unretractedAt>

/** The quotes that can be of the day behind `lastGmp`: reading all days at every moment would take too long. */
function lastQuotes(
  days: readonly QuotedDay[],
  issue: Issue,
  moment: Instant,
  unretracted: Unretracted,
): GmpReport[] {
  for (const { day, bySource } of days) {
    if (issue.listingDay !== null && day > issue.listingDay) continue
    const known = bySource.flatMap((ofSource) => lastUnretracted(ofSource, issue, moment, unretracted))
    if (known.length > 0) return known
  }
  return []
}

/**
 * The last unretracted quote of a source for a day: an earlier one never counts, and a busy source has
 * too many to read at every moment.
 */
function lastUnretracted(
  reports: readonly GmpReport[],
  issue: Issue,
  moment: Instant,
  unretracted: Unretracted,
): GmpReport[] {
  for (let i = firstIndex(reports, ({ recorded }) => recorded > moment) - 1; i >= 0; i--) {
    const known = ownFacts(issue, unretracted(reports.slice(i, i + 1)))
    if (known.length > 0) return known
  }
  return []
}

/** The successive values of figures. */
class Revisions {
  readonly #values = new Map<
    string,
    {
      readonly text: string
      readonly value: PublishedValue
      readonly from: Instant
      readonly facts: number[]
    }[]
  >()

  note(from: Instant, values: readonly PastValue[]): void {
    for (const { path, value, facts } of values) {
      const known = this.#values.get(path) ?? []
      const text = JSON.stringify(value)
      // A figure that was never known has no earlier value.
      if (known.length === 0 && value === null) continue
      if (known.at(-1)?.text === text) continue
      known.push({ text, value, from, facts: facts() })
      this.#values.set(path, known)
    }
  }

  /** Newest first, without the present one. */
  earlier(path: string): EarlierValue[] {
    const known = this.#values.get(path) ?? []
    return known
      .slice(0, -1)
      .map(({ value, from, facts }, i) => ({ value, from, until: known[i + 1]?.from ?? from, facts }))
      .reverse()
  }
}
