import Database from 'better-sqlite3'

/**
 * Loaded into a command before its own code: kills it, as `kill -9` does, right before the n-th statement whose text
 * begins so, a comment aside. From outside nobody can be sure to meet that moment. What it has written by then is in the
 * store's journal and not only in its memory, which is made small for that.
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
