import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { COPY_SCRIPT, OFFLINE_WORKER, SCRIPT, STYLES } from '../src/web/assets.ts'
import { browserForAll, newVisitor } from './support/browser.ts'
import { copyPagesForAll } from './support/copy-pages.ts'
import { DEMO_CLOCK } from './support/demo-service.ts'
import { localServer } from './support/local-server.ts'

const browser = browserForAll()
const copy = copyPagesForAll()

const RUN = {
  checkedAt: DEMO_CLOCK,
  nextRunAt: '2026-11-16T16:20:00.000Z',
  staleAfter: '2026-11-16T17:20:00.000Z',
  stale: [],
}

/** Serves a copy as a plain static server does: the path alone decides. `status` is the content of its state. */
async function serveCopy(status: object | null = RUN): Promise<string> {
  const files = new Map(
    [STYLES, SCRIPT, COPY_SCRIPT, OFFLINE_WORKER].map(({ path, contentType, body }) => [
      path,
      { contentType, body },
    ]),
  )
  return localServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://copy.example')
    const send = (contentType: string, body: string | Uint8Array) =>
      response.writeHead(200, { 'content-type': contentType }).end(body)
    const file = files.get(pathname)
    if (file) return send(file.contentType, file.body)
    if (pathname === '/status.json' && status) return send('application/json', JSON.stringify(status))
    if (pathname === '/search/names.json') return send('application/json', await copy.file(pathname))
    if (!pathname.endsWith('/')) return response.writeHead(404).end()
    const address = pathname === '/' ? '/' : pathname.slice(0, -1)
    return send('text/html; charset=utf-8', await copy.file(address))
  })
}

/** Opens a page at a moment. */
async function openAt(now: string, address: string): Promise<Page> {
  const page = await newVisitor(browser(), { viewport: { width: 390, height: 800 } })
  await page.clock.install({ time: now })
  await page.goto(address)
  await page.waitForLoadState('networkidle')
  return page
}

const noticesOf = (page: Page) => page.locator('main > [role=status]').allTextContents()

describe('a page of a static copy', () => {
  test('says nothing while the copy is updated', async () => {
    const page = await openAt('2026-11-16T15:30:00.000Z', `${await serveCopy()}/`)
    expect(await noticesOf(page)).toEqual([])
  })

  test('says a week later that the copy is no longer updated', async () => {
    const page = await openAt('2026-11-23T15:30:00.000Z', `${await serveCopy()}/about/`)
    const [notice, ...more] = await noticesOf(page)
    expect(notice?.replaceAll('\u00a0', ' ')).toBe(
      'Last updated 16 Nov, 8:50 pm. What is open or due, and every figure, is of then.',
    )
    expect(more).toEqual([])
    expect(await page.locator('html').evaluate((html) => html.scrollWidth)).toBe(390)
  })

  test('says so where the state cannot be read', async () => {
    const page = await openAt('2026-11-16T15:30:00.000Z', `${await serveCopy(null)}/`)
    expect((await noticesOf(page)).join()).toContain('The state of this copy could not be read')
  })

  test('says so when it stays open', async () => {
    const page = await openAt('2026-11-16T15:30:00.000Z', `${await serveCopy()}/`)
    expect(await noticesOf(page)).toEqual([])
    await page.clock.runFor('03:00:00')
    await page.locator('main > [role=status]').waitFor()
    expect(await page.locator('main > [role=status]').count()).toBe(1)
  })

  test('has only the age of a saved page where there is no network', async () => {
    const address = await serveCopy()
    const page = await newVisitor(browser())
    await page.goto(`${address}/about/`)
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await page.goto(`${address}/status.json`)
    await page.goto(`${address}/about/`, { waitUntil: 'networkidle' })
    await page.context().setOffline(true)
    const answer = await page.reload()
    expect(answer?.fromServiceWorker()).toBe(true)
    await page.waitForFunction(() => document.readyState === 'complete')
    expect(await noticesOf(page)).toEqual([expect.stringMatching(/^Saved copy from .* You are offline/)])
  })

  test('says so without script in its text', async () => {
    const page = await newVisitor(browser(), { javaScriptEnabled: false })
    await page.goto(`${await serveCopy()}/`)
    const text = (await page.locator('footer').textContent())?.replaceAll('\u00a0', ' ')
    expect(text).toContain('It last changed on 16 Nov 2026, 8:50 pm IST. After ')
    expect(await page.locator('footer a[href="/status.json"]').count()).toBe(1)
  })
})

describe('the search box of a static copy', () => {
  const boxOf = (page: Page) => page.getByLabel('Find an IPO or share by name or symbol')

  test('opens the best match with Enter, and says when there is none', async () => {
    const address = await serveCopy()
    const page = await openAt(DEMO_CLOCK, `${address}/`)
    const [[slug, name]] = JSON.parse(await copy.file('/search/names.json'))
    const box = boxOf(page)
    await box.fill('zzzz')
    await box.press('Enter')
    await page.getByText('No IPO or share with this name').waitFor()
    expect(page.url()).toBe(`${address}/`)
    await box.fill(name)
    await box.press('Enter')
    await page.waitForURL(`${address}/ipos/${slug}/`)
  })

  test('says that the names could not be read', async () => {
    const page = await openAt(DEMO_CLOCK, `${await serveCopy()}/`)
    await page.route('**/search/names.json', (route) => route.abort())
    await boxOf(page).fill('foods')
    await boxOf(page).press('Enter')
    await page.getByText('The names could not be read').waitFor()
  })

  test('is not there without JavaScript, and a link to all IPOs is', async () => {
    const page = await newVisitor(browser(), { javaScriptEnabled: false })
    await page.goto(`${await serveCopy()}/`)
    expect(await boxOf(page).isVisible()).toBe(false)
    expect(await page.locator('form').count()).toBe(0)
    expect(await page.locator('header a[href="/ipos/"]').isVisible()).toBe(true)
  })
})
