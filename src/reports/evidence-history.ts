import { setImmediate } from 'node:timers/promises'
import type { Instant } from '../market/calendar.ts'
import { type GmpReport, gmpDay } from '../market/gmp.ts'
import { issuesFrom } from '../market/issues.ts'
import { rupeesFromPaise } from '../market/money.ts'
import { type Retracted, type SaidOfIssue, standingAt } from '../market/said-of-issue.ts'
import {
  type FigureValue,
  ownFacts,
  type PublishedValue,
  quoteValues,
  readingValues,
  termValues,
} from './evidence-values.ts'
import type { Issue } from './issue-book.ts'

/** A value that a figure had before, from when until when, and the facts that were behind it. */
export interface EarlierValue {
  value: PublishedValue
  from: Instant
  until: Instant
  facts: number[]
}

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
  said: SaidOfIssue,
  retracted: Retracted,
  slug: string,
): Promise<IssueHistory> {
  const revisions = new Revisions()
  const states: { readonly from: Instant; readonly issue: Issue | undefined }[] = []
  const issueNews = momentsOf(said.ipos, said.sames, said.listings, said.retractions)
  const gmpNews = momentsOf(said.gmp)
  const subscriptionNews = momentsOf(said.subscription)
  const quotes = quotesByDay(said.gmp)

  for (const [i, moment] of inOrder(issueNews, gmpNews, subscriptionNews).entries()) {
    if (i % MOMENTS_AT_A_TIME === 0) await setImmediate()
    const standing = standingAt(moment, retracted)
    const isNewIssue = issueNews.has(moment)
    const ipos = isNewIssue ? standing(said.ipos) : []
    if (isNewIssue) {
      const records = { ipos, sames: standing(said.sames), listings: standing(said.listings) }
      states.push({ from: moment, issue: issuesFrom(records).find(slug) })
    }
    const issue = states.at(-1)?.issue
    if (!issue) continue
    if (isNewIssue) revisions.note(moment, termValues(issue, ipos, moment))
    if (isNewIssue || gmpNews.has(moment))
      revisions.note(moment, quoteValues(issue, lastQuotes(quotes, issue, moment, standing)))
    if (isNewIssue || subscriptionNews.has(moment))
      revisions.note(moment, readingValues(issue, standing(said.subscription)))
  }
  return {
    earlier: (path) => revisions.earlier(path),
    earlierWords: (reports) => {
      if (reports.length < 2) return []
      const words = new Revisions()
      const takenBack = reports.flatMap(({ id }) => retracted.get(id) ?? [])
      for (const moment of inOrder(momentsOf(reports, takenBack, said.sames))) {
        const issue = states.findLast(({ from }) => from <= moment)?.issue
        if (issue) words.note(moment, wordValue(ownFacts(issue, standingAt(moment, retracted)(reports))))
      }
      return words.earlier('word')
    },
  }
}

function wordValue(reports: readonly GmpReport[]): FigureValue[] {
  const word = gmpDay(reports)?.words[0]
  return [
    { path: 'word', value: word ? rupeesFromPaise(word.gmp) : null, facts: () => (word ? [word.id] : []) },
  ]
}

const momentsOf = (...facts: readonly (readonly { readonly recorded: Instant }[])[]): Set<Instant> =>
  new Set(facts.flat().map(({ recorded }) => recorded))

const inOrder = (...moments: readonly Set<Instant>[]): Instant[] =>
  [...new Set(moments.flatMap((some) => [...some]))].sort()

/** The reports of each day, the last day first. */
const quotesByDay = (reports: readonly GmpReport[]): GmpReport[][] =>
  [...Map.groupBy(reports, ({ observedAt }) => observedAt)]
    .sort(([a], [b]) => (a < b ? 1 : -1))
    .map(([, ofDay]) => ofDay)

/** What can be the day behind `lastGmp`: all days at every moment would be too much to go through. */
function lastQuotes(
  days: readonly GmpReport[][],
  issue: Issue,
  moment: Instant,
  standing: ReturnType<typeof standingAt>,
): GmpReport[] {
  for (const reports of days) {
    const [first] = reports
    if (!first || first.recorded > moment) continue
    if (issue.listingDay !== null && first.observedAt > issue.listingDay) continue
    const known = ownFacts(issue, standing(reports))
    if (known.length > 0) return known
  }
  return []
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
