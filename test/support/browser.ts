import type { Browser } from 'playwright-core'
import { beforeAll } from 'vitest'
import { type StartedBrowser, startBrowser } from './chromium.ts'

/** One real browser for all tests of a file. */
export function browserForAll(): () => Browser {
  let started: StartedBrowser | undefined
  beforeAll(async () => {
    started = await startBrowser()
    return started.close
  })
  return () => {
    if (!started) throw new Error('the browser starts with the first test')
    return started.browser
  }
}
