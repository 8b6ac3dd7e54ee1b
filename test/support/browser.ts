import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { type StartedBrowser, startBrowser } from './chromium.ts'
import { BROWSER, beforeAllWith, needs } from './needs.ts'

/** One real browser for all tests of a file, which are skipped if there is none. */
export function browserForAll(): () => Browser {
  let started: StartedBrowser | undefined
  needs(BROWSER)
  beforeAllWith(BROWSER, async () => {
    started = await startBrowser()
    return started.close
  })
  return () => {
    if (!started) throw new Error('the browser starts with the first test')
    return started.browser
  }
}

/** As in vitest.config.ts: a busy machine may take long. */
export const PATIENCE_MS = 300_000

/** An empty page with a fresh profile. It is closed after the test. */
export async function newVisitor(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })
  context.setDefaultTimeout(PATIENCE_MS)
  onTestFinished(() => context.close())
  return context.newPage()
}

/** The addresses that the page asks for from now on. The browser asks for the icon of a site when it likes. */
export function requestsOf(page: Page): readonly string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname !== '/favicon.svg') asked.push(pathname)
  })
  return asked
}

/** The page at an address in a fresh profile. */
export async function visit(
  browser: Browser,
  address: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const page = await newVisitor(browser, options)
  await page.goto(address)
  return page
}
