import { setImmediate } from 'node:timers/promises'
import { type Instant, instantFromMs, istDay, msOf } from '../../market/calendar.ts'
import { EXCHANGES } from '../../market/facts/fact.ts'
import { type Holidays, holidaysOf } from '../../market/holidays.ts'
import { type IssueHead, statusOfHead } from '../../market/issues/issue.ts'
import { expectedDays } from '../../market/issues/status.ts'
import type { Db } from '../../store/engines/db.ts'
import { holidayFacts } from '../../store/facts/holiday-facts.ts'
import { type IssueBook, visitHeads } from '../../store/issues/issue-book.ts'
import type { View } from '../../store/view.ts'
import { viewOfPosition } from './listed-states.ts'
import type { Position } from './position.ts'

/**
 * The numbers of the issues whose expected days the holidays recorded between two positions may have moved. The exchanges
 * of an issue are not in a head, so the holidays of each exchange are tried.
 */
export async function movedByHolidays(
  db: Db,
  book: IssueBook,
  { before, after }: { readonly before: Position; readonly after: Position },
): Promise<number[]> {
  const [was, is] = [
    await holidaysByExchange(db, viewOfPosition(before)),
    await holidaysByExchange(db, viewOfPosition(after)),
  ]
  // A walk may meet holidays of many rounds: other requests get a turn between them.
  await setImmediate()
  const moved: number[] = []
  visitHeads(book, viewOfPosition(after), (head) => {
    const expectedWith = expectedOfHead(head, after.moment)
    if (expectedWith && was.some((each, i) => expectedWith(each) !== expectedWith(is[i] ?? each)))
      moved.push(head.number)
  })
  return moved
}

async function holidaysByExchange(db: Db, view: View): Promise<Holidays[]> {
  const facts = await holidayFacts(db, view)
  return EXCHANGES.map((exchange) => holidaysOf(facts, [exchange]))
}

/** The expected days of an issue by the holidays, as a text to compare; `undefined` for one that has none. */
function expectedOfHead(head: IssueHead, clock: Instant): ((holidays: Holidays) => string) | undefined {
  const { opens, closes, offMarket } = head
  if (offMarket || opens === null || closes === null) return undefined
  const status = statusOfHead(head, msOf(clock))
  if (status === 'LISTED') return undefined
  const terms = { openDate: dayOf(opens), closeDate: dayOf(closes), offMarket }
  return (holidays) => JSON.stringify(expectedDays(terms, status, holidays))
}

const dayOf = (ms: number) => istDay(instantFromMs(ms))
