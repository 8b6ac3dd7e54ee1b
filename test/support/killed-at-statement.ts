import Database from 'better-sqlite3'

/**
 * Loaded into a command before its own code: kills the process, like `kill -9`, right before the n-th statement whose
 * text begins so, ignoring comments. From outside, that moment cannot be hit reliably. The memory cache is made small,
 * so that what was written by then is in the store's journal.
 */
const { KILLED_AT: beginning, KILLED_AT_TIME: nth } = process.env
if (beginning) {
  let seen = 0
  const statement = Object.getPrototypeOf(new Database(':memory:').prepare('select 1'))
  for (const method of ['run', 'all'] as const) {
    const work = statement[method]
    statement[method] = function (this: Database.Statement, ...values: unknown[]) {
      if (this.source === 'begin') this.database.pragma('cache_size = 10')
      const text = this.source.replace(/^\/\*.*?\*\/\s*/, '')
      if (text.startsWith(beginning) && ++seen === Number(nth)) process.kill(process.pid, 'SIGKILL')
      return work.apply(this, values)
    }
  }
}
