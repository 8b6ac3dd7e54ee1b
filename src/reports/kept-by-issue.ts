import { setImmediate } from 'node:timers/promises'
import type { Db } from '../store/db.ts'
import { isUntouched } from '../store/issue-index/issue-index.ts'
import { issueIndex } from '../store/issue-index/kept-index.ts'
import type { View } from '../store/view.ts'
import { type IssueHead, type NumberedHead, visitIssues } from './issue-book.ts'

/** So many take milliseconds; then others get their turn. */
const ISSUES_AT_A_TIME = 100

/**
 * Derives something of every issue that is wanted from its facts, by number. For the present it is kept, and derived again
 * only of the issues that were spoken of since; the past is derived as it is asked for.
 */
export function keptByIssue<T>(
  derive: (db: Db, view: View, issues: readonly NumberedHead[]) => Promise<T[]>,
): (db: Db, view: View, isWanted: (head: IssueHead) => boolean) => Promise<Map<number, T>> {
  const kept = new WeakMap<Db, Map<number, { readonly version: number; readonly value: T }>>()
  return async (db, view, isWanted) => {
    const index = await issueIndex(db, view.version)
    // A version that is not there yet may still gain facts.
    const version = Math.min(view.version, index.version)
    const ofStore = view.asOf === null ? (kept.get(db) ?? new Map()) : new Map()
    if (view.asOf === null) kept.set(db, ofStore)
    const values = new Map<number, T>()
    const missing: NumberedHead[] = []
    await visitIssues(db, view, (head) => {
      if (!isWanted(head)) return
      const known = ofStore.get(head.number)
      if (known && isUntouched(index, head.number, known.version, version))
        values.set(head.number, known.value)
      else missing.push(head.kept())
    })
    for (let from = 0; from < missing.length; from += ISSUES_AT_A_TIME) {
      const some = missing.slice(from, from + ISSUES_AT_A_TIME)
      for (const [i, value] of (await derive(db, view, some)).entries()) {
        const number = some[i]?.number ?? 0
        values.set(number, value)
        ofStore.set(number, { version, value })
      }
      await setImmediate()
    }
    return values
  }
}
