import { setImmediate } from 'node:timers/promises'
import type { Day, Instant } from '../../market/calendar.ts'
import { compareRecorded } from '../../market/facts/fact.ts'
import { type IssueFacts, type Retracted, unretractedAt } from '../../market/facts/issue-facts.ts'
import type { Owners } from '../../market/facts/publisher.ts'
import { type GmpReport, gmpDay } from '../../market/gmp/gmp.ts'
import { issuesFrom } from '../../market/issues/issue.ts'
import { rupeesFromPaise } from '../../market/money.ts'
import type { Issue } from '../ipos/issue-book.ts'
import type { EarlierValue, PublishedValue } from '../schemas/evidence.ts'
import { type FigureValue, ownFacts, quoteValues, readingValues, termValues } from './figure-values.ts'

export interface IssueHistory {
  /** The values of a figure before the present one, newest first. */
  earlier(path: string): EarlierValue[]
  /** The same of what one source said of one day. */
  earlierWords(reports: readonly GmpReport[]): EarlierValue[]
}

/** So many moments take milliseconds; then others get their turn. */
const MOMENTS_AT_A_TIME = 50

/**
 * What the answer about an issue said at every moment at which something was learned, as `asOf` tells it today: made by
 * the rules that make the answer itself.
 */
export async function issueHistory(
  said: IssueFacts,
  retracted: Retracted,
  slug: string,
  owners: Owners,
): Promise<IssueHistory> {
  const revisions = new Revisions()
  const states: { readonly from: Instant; readonly issue: Issue | undefined }[] = []
  const issueNews = momentsOf(said.ipos, said.sames, said.listings, said.retractions)
  const gmpNews = momentsOf(said.gmp)
  const subscriptionNews = momentsOf(said.subscription)
  const quotes = quotesByDay(said.gmp)

  for (const [i, moment] of inOrder(issueNews, gmpNews, subscriptionNews).entries()) {
    if (i % MOMENTS_AT_A_TIME === 0) await setImmediate()
    const standing = unretractedAt(moment, retracted)
    const isNewIssue = issueNews.has(moment)
    const ipos = isNewIssue ? standing(said.ipos) : []
    if (isNewIssue) {
      const records = { ipos, sames: standing(said.sames), listings: standing(said.listings) }
      states.push({ from: moment, issue: issuesFrom(records).find(slug) })
    }
    const issue = states.at(-1)?.issue
    if (!issue) continue
    if (isNewIssue) revisions.note(moment, termValues(issue, ipos, owners, moment))
    if (isNewIssue || gmpNews.has(moment))
      revisions.note(moment, quoteValues(issue, lastQuotes(quotes, issue, moment, standing), owners))
    if (isNewIssue || subscriptionNews.has(moment))
      revisions.note(moment, readingValues(issue, standing(said.subscription)))
  }
  return {
    earlier: (path) => revisions.earlier(path),
    earlierWords: (reports) => {
      if (reports.length < 2) return []
      const words = new Revisions()
      const sayings = reports.toSorted(compareRecorded)
      const takenBack = reports.flatMap(({ id }) => retracted.get(id) ?? [])
      for (const moment of inOrder(momentsOf(reports, takenBack, said.sames))) {
        const issue = states.findLast(({ from }) => from <= moment)?.issue
        if (issue)
          words.note(
            moment,
            wordValue(lastStanding(sayings, issue, moment, unretractedAt(moment, retracted)), owners),
          )
      }
      return words.earlier('word')
    },
  }
}

function wordValue(reports: readonly GmpReport[], owners: Owners): FigureValue[] {
  const word = gmpDay(reports, owners)?.words[0]
  return [
    { path: 'word', value: word ? rupeesFromPaise(word.gmp) : null, facts: () => (word ? [word.id] : []) },
  ]
}

const momentsOf = (...facts: readonly (readonly { readonly recorded: Instant }[])[]): Set<Instant> =>
  new Set(facts.flat().map(({ recorded }) => recorded))

const inOrder = (...moments: readonly Set<Instant>[]): Instant[] =>
  [...new Set(moments.flatMap((some) => [...some]))].sort()

/** What was said of a day, source by source, in the order learned. */
interface QuotedDay {
  readonly day: Day
  readonly sayings: readonly (readonly GmpReport[])[]
}

/** The last day first. */
const quotesByDay = (reports: readonly GmpReport[]): QuotedDay[] =>
  [...Map.groupBy(reports, ({ observedAt }) => observedAt)]
    .sort(([a], [b]) => (a < b ? 1 : -1))
    .map(([day, ofDay]) => ({ day, sayings: [...Map.groupBy(ofDay, ({ source }) => source).values()] }))

type Standing = ReturnType<typeof unretractedAt>

/** What can be the day behind `lastGmp`: all days at every moment would be too much to go through. */
function lastQuotes(
  days: readonly QuotedDay[],
  issue: Issue,
  moment: Instant,
  standing: Standing,
): GmpReport[] {
  for (const { day, sayings } of days) {
    if (issue.listingDay !== null && day > issue.listingDay) continue
    const known = sayings.flatMap((ofSource) => lastStanding(ofSource, issue, moment, standing))
    if (known.length > 0) return known
  }
  return []
}

/**
 * The last that a source said of a day, as far as it stands: nothing before it can be its word, and a busy source says
 * too much to go through at every moment.
 */
function lastStanding(
  sayings: readonly GmpReport[],
  issue: Issue,
  moment: Instant,
  standing: Standing,
): GmpReport[] {
  for (let i = countUpTo(sayings, moment) - 1; i >= 0; i--) {
    const known = ownFacts(issue, standing(sayings.slice(i, i + 1)))
    if (known.length > 0) return known
  }
  return []
}

/** How many were learned up to a moment, of facts in the order learned. */
function countUpTo(facts: readonly { readonly recorded: Instant }[], moment: Instant): number {
  let [low, high] = [0, facts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((facts[middle]?.recorded ?? '') <= moment) low = middle + 1
    else high = middle
  }
  return low
}

/** The values that figures had one after the other. */
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

  note(from: Instant, values: readonly FigureValue[]): void {
    for (const { path, value, facts } of values) {
      const known = this.#values.get(path) ?? []
      const text = JSON.stringify(value)
      // What was not known from the beginning is no earlier value.
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
