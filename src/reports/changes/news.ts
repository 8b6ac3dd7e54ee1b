import { instantFromMs, msOf } from '../../market/calendar.ts'
import { areHistory, FIRST_LOAD_MS, isHistory, isNewOffer } from '../../market/issues/changes.ts'
import type { Db } from '../../store/engines/db.ts'
import { headAt, type IssueBook, issueBook, mergedNumbers } from '../../store/issues/issue-book.ts'
import { versionRounds } from '../../store/version/market-version.ts'
import { viewOfPosition } from './listed-states.ts'
import type { Position } from './position.ts'
import { type ChangeStep, type Steps, stepsBetween, type Unit } from './steps.ts'

/**
 * The steps from one position to another without what is no news: a first load, IPOs that can no longer be applied for when
 * they are first recorded, and history that sources report. The IPOs that are left out are counted.
 */
export async function newsBetween(db: Db, since: Position, end: Position): Promise<Steps> {
  const { steps, reached } = await stepsBetween(db, since, end)
  const [first] = await versionRounds(db, { after: 0, upTo: reached.version }, 1)
  if (!first) return { steps, reached }
  const loaded = instantFromMs(msOf(first.committed) + FIRST_LOAD_MS)
  const book = await issueBook(db, reached.version)
  const news = steps.map((step) => ({ ...step, units: newsOf(book, step, step.after.moment < loaded) }))
  return { steps: news, reached }
}

function newsOf(book: IssueBook, { before, after, units }: ChangeStep, isFirstLoad: boolean): Unit[] {
  const at = msOf(after.moment)
  const isKnownBefore = (issue: number) =>
    mergedNumbers(book, issue).some((number) => headAt(book, number, viewOfPosition(before)) !== undefined)
  let added = 0
  const isNews = (unit: Unit): boolean => {
    if (unit.by === 'clock' || 'added' in unit) return true
    const isReport = unit.by === 'sources'
    if ('deals' in unit) return !isFirstLoad && !(isReport && areHistory(unit.deals.tradeDate, at))
    const head = headAt(book, unit.issue, viewOfPosition(after))
    if (head === undefined || head.offMarket) return !isFirstLoad
    if (isKnownBefore(unit.issue)) return !isFirstLoad && !(isReport && isHistory(head, at))
    if (!isFirstLoad && isNewOffer(head, at)) return true
    added++
    return false
  }
  const news = units.filter(isNews)
  // Its key precedes those of all other units.
  return added === 0 ? news : [{ key: '0', by: 'sources', added }, ...news]
}
