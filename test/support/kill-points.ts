import Database from 'better-sqlite3'
import pg from 'pg'

/** A point at which a process kills itself, like `kill -9`. From outside, such a moment cannot be hit reliably. */
export type KillPoint =
  /** Before or after the n-th statement whose text begins so, on either engine. */
  | { readonly at: 'before' | 'after'; readonly statement: string; readonly nth: number }
  /** Before a message is handed to its channel, or once its channel reports that it was delivered. */
  | { readonly at: 'before' | 'after'; readonly delivery: number }

let armed: KillPoint | null = null
let seen = 0

/** Sets the point; `null` for none. */
export function armKill(point: KillPoint | null): void {
  armed = point
  seen = 0
}

const die = (): void => void process.kill(process.pid, 'SIGKILL')

/** Kills the process at the n-th delivery. */
export function atDelivery(when: 'before' | 'after'): void {
  if (armed && 'delivery' in armed && armed.at === when && ++seen === armed.delivery) die()
}

/** True when the process is to be killed after this statement. */
function countStatement(source: unknown): boolean {
  if (!armed || !('statement' in armed)) return false
  const text = typeof source === 'string' ? source : String((source as { text?: string } | null)?.text ?? '')
  if (!text.replace(/^\/\*.*?\*\/\s*/, '').startsWith(armed.statement) || ++seen !== armed.nth) return false
  if (armed.at === 'before') die()
  return true
}

const statement = Object.getPrototypeOf(new Database(':memory:').prepare('select 1'))
for (const method of ['run', 'all'] as const) {
  const work = statement[method]
  statement[method] = function (this: Database.Statement, ...values: unknown[]) {
    const isLast = countStatement(this.source)
    const result = work.apply(this, values)
    if (isLast) die()
    return result
  }
}

const query = pg.Client.prototype.query as (...args: unknown[]) => unknown
pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  const isLast = countStatement(args[0])
  const result = query.apply(this, args)
  return isLast && result instanceof Promise ? result.finally(die) : result
} as typeof pg.Client.prototype.query
