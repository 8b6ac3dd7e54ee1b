import { writeFileSync } from 'node:fs'
import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { isMainThread } from 'node:worker_threads'
import Database from 'better-sqlite3'
import pg from 'pg'

/**
 * Loaded into a command before its own code. It counts the steps that change or read a store or its files, and kills the
 * process at the n-th one as `kill -9` does: before the step, or right after it started. An external signal could not
 * repeat such a moment.
 */
const { ATTACK_KILL_AT: killAt, ATTACK_KILL_WHEN: when, ATTACK_STEPS_FILE: stepsFile } = process.env

type Work = (this: unknown, ...args: unknown[]) => unknown

const die = (): void => void process.kill(process.pid, 'SIGKILL')
let steps = 0

/** Replaces methods of an object with counted versions. */
function count(owner: object, methods: readonly string[]): void {
  const named = owner as Record<string, Work>
  for (const method of methods) {
    const work = named[method]
    if (work) named[method] = counted(work)
  }
}

function counted(work: Work): Work {
  return function (...args) {
    const isLast = ++steps === Number(killAt)
    if (isLast && when === 'before') die()
    const result = work.apply(this, args)
    if (isLast && result instanceof Promise) setImmediate(die)
    else if (isLast) die()
    return result
  }
}

const SQLITE = Object.getPrototypeOf(new Database(':memory:').prepare('select 1'))
count(SQLITE, ['run', 'all', 'get', 'iterate'])
count(Database.prototype, ['exec', 'backup'])
count(pg.Client.prototype, ['query'])
count(fs, ['rename', 'link', 'copyFile', 'rm', 'open', 'mkdir', 'chmod', 'chown'])
syncBuiltinESMExports()

/** With few pages in memory, changes reach the journal long before the commit. */
const FEW_PAGES = 10
const run = SQLITE.run
SQLITE.run = function (this: Database.Statement, ...values: unknown[]) {
  if (this.source === 'begin') this.database.pragma(`cache_size = ${FEW_PAGES}`)
  return run.apply(this, values)
}

if (stepsFile && isMainThread) process.on('exit', () => writeFileSync(stepsFile, String(steps)))
