import { setImmediate } from 'node:timers/promises'
import type { Db } from '../store/db.ts'
import { isUntouched, type NumberedHead } from '../store/issue-index/issue-index.ts'
import { issueIndex } from '../store/issue-index/kept-index.ts'
import type { View } from '../store/view.ts'

type Derivation<T> = (db: Db, view: View, issues: readonly NumberedHead[]) => Promise<T[]>

/** So many take milliseconds; then others get their turn. */
const ISSUES_AT_A_TIME = 100

/**
 * Derives something of each issue from its facts. For the present it is kept, and derived again only for the issues that
 * were spoken of since; the past is derived as it is asked for.
 */
export function keptByIssue<T>(derive: Derivation<T>): Derivation<T> {
  const kept = new WeakMap<Db, Map<number, { readonly version: number; readonly value: T }>>()
  return async (db, view, issues) => {
    const index = await issueIndex(db, view.version)
    // A version that is not there yet may still gain facts.
    const version = Math.min(view.version, index.version)
    const ofStore = view.asOf === null ? (kept.get(db) ?? new Map()) : new Map()
    if (view.asOf === null) kept.set(db, ofStore)
    const values = new Map<number, T>()
    const missing = issues.filter(({ number }) => {
      const known = ofStore.get(number)
      if (!known || !isUntouched(index, number, known.version, version)) return true
      values.set(number, known.value)
      return false
    })
    for (let from = 0; from < missing.length; from += ISSUES_AT_A_TIME) {
      const some = missing.slice(from, from + ISSUES_AT_A_TIME)
      const derived = await derive(db, view, some)
      for (const [i, value] of derived.entries()) {
        const number = some[i]?.number ?? 0
        values.set(number, value)
        ofStore.set(number, { version, value })
      }
      await setImmediate()
    }
    return issues.map(({ number }) => values.get(number) as T)
  }
}
