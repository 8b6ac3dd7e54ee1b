import { writeFileSync } from 'node:fs'
import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { isMainThread } from 'node:worker_threads'
import Database from 'better-sqlite3'
import pg from 'pg'
import type { KillPoint } from './kill-points.ts'

/**
 * Loaded into a process before its own code, by `kill-points.ts` or by an import: it sees the steps by which a store or
 * its files are read and changed, and kills the process at one of them.
 */
const { KILL_POINT: point, KILL_STEPS_FILE: stepsFile } = process.env

let armed: KillPoint | null = point ? JSON.parse(point) : null
let seen = 0
const steps: string[] = []

/** Sets the point; `null` for none. */
export function armKill(next: KillPoint | null): void {
  armed = next
  seen = 0
}

const die = (): void => void process.kill(process.pid, 'SIGKILL')

/** Does a step, and kills the process at it if it is the point. */
export function step<T>(name: string, work: () => T): T {
  if (stepsFile) steps.push(name)
  if (!armed || !name.startsWith(armed.step) || ++seen !== armed.nth) return work()
  const { when } = armed
  if (when === 'before') die()
  const result = work()
  if (!(result instanceof Promise)) die()
  else if (when === 'during') setImmediate(die)
  else result.finally(die)
  return result
}

type Work = (this: unknown, ...args: unknown[]) => unknown

/** Makes steps of methods of an object. */
function watch(
  owner: object,
  methods: readonly string[],
  nameOf: (method: string, self: unknown, given: unknown) => string,
): void {
  const named = owner as Record<string, Work>
  for (const method of methods) {
    const work = named[method] as Work
    named[method] = function (...args) {
      return step(nameOf(method, this, args[0]), () => work.apply(this, args))
    }
  }
}

const withoutComment = (text: unknown): string => String(text).replace(/^\/\*.*?\*\/\s*/, '')
const statement = Object.getPrototypeOf(new Database(':memory:').prepare('select 1'))

watch(statement, ['run', 'all', 'get', 'iterate'], (_method, self) =>
  withoutComment((self as Database.Statement).source),
)
watch(Database.prototype, ['exec'], (_method, _self, text) => withoutComment(text))
watch(Database.prototype, ['backup'], () => 'backup')
watch(pg.Client.prototype, ['query'], (_method, _self, query) =>
  withoutComment(typeof query === 'string' ? query : (query as { text?: string } | null)?.text),
)
watch(fs, ['rename', 'link', 'copyFile', 'rm', 'open', 'mkdir', 'chmod', 'chown'], (method) => `fs.${method}`)
syncBuiltinESMExports()

/** With few pages in memory, changes reach the journal long before the commit. */
const FEW_PAGES = 10
const { run } = statement
statement.run = function (this: Database.Statement, ...values: unknown[]) {
  if (this.source === 'begin') this.database.pragma(`cache_size = ${FEW_PAGES}`)
  return run.apply(this, values)
}

if (stepsFile && isMainThread) process.on('exit', () => writeFileSync(stepsFile, steps.join('\n')))
