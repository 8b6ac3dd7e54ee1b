import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { browserForAll, newVisitor, requestsOf } from './support/browser.ts'
import { gmp, ipo } from './support/lines.ts'
import { startTestService } from './support/service.ts'

const browser = browserForAll()
const LINES = [
  ipo('acme-foods', { openDate: '2026-01-13', closeDate: '2026-01-16', priceMin: 271, priceMax: 285 }),
  gmp('acme-foods', '2026-01-15', 45),
  ipo('zeta-metals', { openDate: '2026-01-13', closeDate: '2026-01-16', priceMin: 90, priceMax: 95 }),
]
const serve = () => startTestService({ now: '2026-01-15T06:00:00.000Z', lines: LINES })

const pressedStar = (page: Page) => page.locator('[data-star=acme-foods][aria-pressed=true]').first()

describe('the star of an IPO', () => {
  test('keeps it on the device, and nothing is sent', async () => {
    const { address } = await serve()
    const page = await newVisitor(browser(), { viewport: { width: 390, height: 800 } })
    await page.goto(`${address}/ipos/acme-foods`)
    const sent = requestsOf(page)
    const star = page.getByRole('button', { name: 'Keep acme foods in My IPOs' }).first()
    await star.click()
    await pressedStar(page).waitFor()
    expect(sent).toEqual([])
    await page.reload()
    await pressedStar(page).waitFor()
    await star.click()
    expect(await page.evaluate(() => localStorage.getItem('greymark-my-ipos'))).toBe('[]')
  })

  test('brings its row to the top of the first page, and back', async () => {
    const { address } = await serve()
    const page = await newVisitor(browser(), { serviceWorkers: 'block' })
    // The form of the first page, whatever it looks like otherwise.
    await page.route(`${address}/my`, async (route) => {
      const response = await route.fetch({ url: `${address}/` })
      const row = (slug: string) =>
        `<li data-slug="${slug}">${slug} <button type="button" class="star" data-star="${slug}" hidden aria-pressed="false"></button></li>`
      const main = `<main id="content"><section id="my-ipos" hidden></section><ul class="rows" id="open">${row('zeta-metals')}${row('acme-foods')}</ul>`
      await route.fulfill({
        response,
        body: (await response.text()).replace(/<main id="content">.*<\/main>/s, `${main}</main>`),
      })
    })
    await page.goto(`${address}/my`)
    const mine = page.locator('#my-ipos')
    expect(await mine.isVisible()).toBe(false)
    await page.locator('[data-star=acme-foods]').click()
    expect(await mine.locator('ul.rows > li').allTextContents()).toEqual(['acme-foods '])
    expect(await page.locator('#open > li').count()).toBe(1)
    await page.reload()
    expect(await mine.getByRole('heading').textContent()).toBe('My IPOs')
    await mine.locator('[data-star=acme-foods]').click()
    expect(await mine.isVisible()).toBe(false)
    expect(await page.locator('#open > li').allTextContents()).toEqual(['zeta-metals ', 'acme-foods '])
  })
})

/** Waits until the service worker has the page. */
async function visitWithWorker(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.reload({ waitUntil: 'networkidle' })
}

const savedPaths = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const caught = await Promise.all(
      (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
    )
    return caught.flat().map(({ url }) => new URL(url).pathname)
  })

/** Without a network, and without what the browser may still show as fresh. */
async function goOffline(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.clearBrowserCache')
  await page.context().setOffline(true)
}

describe('without a network', () => {
  test('a page that was visited is shown with its age, and the others are listed', async () => {
    const service = await serve()
    const page = await newVisitor(browser())
    await visitWithWorker(page, `${service.address}/ipos/acme-foods`)
    await page.goto(`${service.address}/method`)
    await goOffline(page)

    const answer = await page.goto(`${service.address}/ipos/acme-foods`)
    expect(answer?.fromServiceWorker()).toBe(true)
    expect(await page.locator('main [role=status]').textContent()).toMatch(
      /^Saved copy from .* You are offline/,
    )
    expect(await page.locator('h1').textContent()).toContain('acme foods')
    const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    expect(background).not.toBe('rgba(0, 0, 0, 0)')

    const other = await page.goto(`${service.address}/scoreboard`)
    expect(other?.status()).toBe(503)
    expect(await page.locator('h1').textContent()).toBe('You are offline')
    expect(await page.locator('main a').allTextContents()).toEqual(
      expect.arrayContaining([expect.stringContaining('acme')]),
    )
  })

  test('only pages are saved: no data, no errors, and not more than fifty', async () => {
    const service = await serve()
    const page = await newVisitor(browser())
    await visitWithWorker(page, `${service.address}/about`)
    for (const path of ['/ipos/nobody', '/api/public/market/ipos', '/embed/acme-foods', '/robots.txt'])
      await page.goto(service.address + path)
    await page.goto(`${service.address}/about`)
    const paths = await savedPaths(page)
    expect(paths.filter((path) => !path.startsWith('/assets/'))).toEqual(['/about'])
    expect(paths.filter((path) => path.startsWith('/assets/'))).toHaveLength(2)
    for (let i = 0; i < 52; i++) await page.goto(`${service.address}/about?q=${i}`)
    await page.goto(`${service.address}/method`)
    await page.waitForLoadState('networkidle')
    const pages = (await savedPaths(page)).filter((path) => !path.startsWith('/assets/'))
    expect(pages.length).toBeLessThanOrEqual(51)
    expect(pages.length).toBeGreaterThan(45)
  })

  test('with a network the newer page is shown, without a notice', async () => {
    const service = await serve()
    const page = await newVisitor(browser())
    await visitWithWorker(page, `${service.address}/ipos/acme-foods`)
    await service.record('2026-01-15T06:30:00.000Z', [gmp('acme-foods', '2026-01-15', 61)])
    await page.reload({ waitUntil: 'networkidle' })
    expect(await page.locator('main').textContent()).toContain('₹61')
    expect(await page.locator('main').textContent()).not.toContain('Saved copy')
  })
})
