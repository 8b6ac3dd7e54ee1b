import { userInfo } from 'node:os'
import { beforeAll, beforeEach, inject, type TestContext } from 'vitest'
import { nginxPath, programPath } from '../deploy/installed.ts'
import { findBrowser, NO_BROWSER, THIS_MACHINE } from './find-browser.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** True under `npm run test:full`. */
    isFull: boolean
  }
}

/** Something without which a test is skipped. */
export interface Need {
  isMet(): boolean
  /** Why the test is skipped, and how to enable it. It is printed at the end of a run. */
  readonly reason: string
}

const program = (name: string): Need => ({
  isMet: () => programPath(name) !== undefined,
  reason: `there is no ${name}: install it`,
})

export const BROWSER: Need = {
  isMet: () => findBrowser(THIS_MACHINE) !== undefined,
  reason: NO_BROWSER,
}
export const NGINX: Need = {
  isMet: () => nginxPath() !== undefined,
  reason: 'there is no nginx: install it, or name its path in NGINX_PATH',
}
export const OPENSSL = program('openssl')
export const PYTHON = program('python3')
export const RSYNC = program('rsync')
/** Runs a command at a pseudo-terminal. The options of other systems differ. */
export const SCRIPT: Need = {
  isMet: () => process.platform === 'linux' && programPath('script') !== undefined,
  reason: 'there is no script of util-linux: install bsdutils or util-linux-script',
}
export const SYSTEMD_ANALYZE = program('systemd-analyze')
export const ON_SQLITE: Need = {
  isMet: () => !inject('postgres'),
  reason: 'they are about SQLite, and the project "postgres" does not use it',
}
export const ON_POSTGRES: Need = {
  isMet: () => inject('postgres') !== undefined,
  reason: 'they are about PostgreSQL, and the project "sqlite" does not use it',
}
/** For words, options and the demo, which has a store of its own: PostgreSQL has no part in them. */
export const ONCE: Need = {
  isMet: () => !inject('postgres'),
  reason: 'they do not depend on the engine, and the project "sqlite" runs them',
}
/** For what takes long and changes rarely. A whole file of such tests is named `.full.test.ts` instead. */
export const FULL: Need = {
  isMet: () => inject('isFull'),
  reason: 'they take long: npm run test:full runs them',
}
export const NOT_ROOT: Need = {
  isMet: () => userInfo().uid !== 0,
  reason: 'root may read and write everywhere: run them as another user',
}
/** Recorded answers of real upstreams, which are stored beside the project and not in it. */
export const captures = (areThere: boolean): Need => ({
  isMet: () => areThere,
  reason: 'the captured answers of real upstreams are not beside the project',
})

/** Skips the tests of this file, or of the `describe` in which it is called, unless all needs are met. */
export function needs(...all: readonly Need[]): void {
  beforeEach(({ skip }) => skipWithout(skip, ...all))
}

/** Skips one test from within unless all needs are met. */
export function skipWithout(skip: TestContext['skip'], ...all: readonly Need[]): void {
  const unmet = all.find((need) => !need.isMet())
  if (unmet) skip(unmet.reason)
}

/** A `beforeAll` for tests that are skipped without a need: it runs where the need is met. */
export function beforeAllWith(need: Need, prepare: () => Promise<unknown>): void {
  const isMet = need.isMet()
  beforeAll(async () => (isMet ? prepare() : undefined))
}
