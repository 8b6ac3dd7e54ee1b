import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { browserForAll, newVisitor, requestsOf } from './support/browser.ts'
import { demoServiceForAll } from './support/demo-service.ts'
import type { Answered } from './support/service.ts'

const browser = browserForAll()
const service = demoServiceForAll()

async function visit(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await newVisitor(browser(), { viewport: { width: 360, height: 800 }, ...options })
  await page.goto(`${service.address}${path}`)
  return page
}

const boxOf = (page: Page) => page.getByLabel('Find an IPO or share by name or symbol')
const pathOf = (page: Page) => new URL(page.url()).pathname

/** A listed IPO that Today does not show, with a symbol. */
async function someIpo(): Promise<Answered> {
  const { ipos } = await service.json('/api/public/market/ipos?status=listed&detail=full&limit=200')
  return ipos.findLast(({ symbol }: Answered) => symbol !== null)
}

describe('the search box', () => {
  test('finds any IPO by symbol while one types, with one request for the names', async () => {
    const { symbol, slug } = await someIpo()
    const page = await visit('/')
    const requested = requestsOf(page)
    const box = boxOf(page)
    await box.pressSequentially(symbol.toLowerCase())
    const first = page.getByRole('option', { name: `${symbol} · IPO, listed` })
    await first.waitFor()
    expect(requested).toEqual(['/search/names.json'])
    expect(await box.getAttribute('aria-expanded')).toBe('true')
    await box.press('ArrowDown')
    expect(await box.getAttribute('aria-activedescendant')).toBe(await first.getAttribute('id'))
    expect(await first.getAttribute('aria-selected')).toBe('true')
    await box.press('Enter')
    await page.waitForURL(`**/ipos/${slug}`)
  })

  test('finds an IPO by a part of its name, by touch', async () => {
    const { name, slug } = await someIpo()
    const page = await visit('/scoreboard', { hasTouch: true, isMobile: true })
    await boxOf(page).fill(name.split(' ').slice(0, 2).join(' ').slice(1))
    const option = page.getByRole('option').first()
    await option.waitFor()
    const { width } = (await option.boundingBox()) ?? { width: 0 }
    expect(width).toBeGreaterThan(200)
    await option.tap()
    await page.waitForURL(`**/ipos/${slug}`)
  })

  test('finds an IPO by its full name, and shows it without "Limited"', async () => {
    const { name } = await someIpo()
    const page = await visit('/')
    await boxOf(page).fill(name)
    const option = page.getByRole('option')
    await option.waitFor()
    expect(name).toMatch(/ Limited$/)
    expect(await option.locator('bdi').textContent()).toBe(name.replace(/ Limited$/, ''))
    await boxOf(page).fill('limited')
    await page.getByText('No IPO or share with this name').waitFor()
  })

  test('finds a name without its spaces, and states when nothing matches', async () => {
    const { name, slug } = await someIpo()
    const page = await visit('/')
    const box = boxOf(page)
    await box.fill(name.split(' ').slice(0, 2).join(''))
    await page.getByRole('option').first().waitFor()
    await box.press('ArrowDown')
    await box.press('Enter')
    await page.waitForURL(`**/ipos/${slug}`)
    await boxOf(page).fill('zzzz')
    const nothing = page.getByText('No IPO or share with this name')
    await nothing.waitFor()
    expect(await page.getByRole('listbox').isVisible()).toBe(false)
    await boxOf(page).fill('')
    await nothing.waitFor({ state: 'hidden' })
  })

  test('finds a share with deals, and a misspelt name', async () => {
    const { deals } = await service.json('/api/public/market/deals?limit=1')
    const [{ symbol }] = deals
    const page = await visit('/')
    await boxOf(page).fill(symbol)
    const share = page.getByRole('option', { name: `${symbol} · Share with deals` })
    await share.waitFor()
    expect((await share.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    const { name, slug } = await someIpo()
    // Two letters of the first word change places.
    await boxOf(page).fill(name.replace(/^(.)(.)(.)/, '$1$3$2'))
    const option = page.getByRole('option').first()
    await option.waitFor()
    expect(await option.locator('bdi').textContent()).toBe(name.replace(/ Limited$/, ''))
    await option.click()
    await page.waitForURL(`**/ipos/${slug}`)
  })

  test('closes its list with Escape and on leaving, and then sends the form', async () => {
    const page = await visit('/')
    const box = boxOf(page)
    const list = page.getByRole('listbox')
    await box.fill('a')
    await list.waitFor()
    expect(await page.getByRole('option').count()).toBe(8)
    await box.press('Escape')
    expect(await list.isVisible()).toBe(false)
    expect(await box.inputValue()).toBe('a')
    await box.press('Enter')
    await page.waitForURL('**/ipos?q=a')
  })

  test('works without JavaScript', async () => {
    const { name, slug } = await someIpo()
    const page = await visit('/', { javaScriptEnabled: false })
    await boxOf(page).fill(name)
    await boxOf(page).press('Enter')
    await page.waitForURL('**/ipos?q=*')
    expect(pathOf(page)).toBe('/ipos')
    expect(await page.locator(`main a[href="/ipos/${slug}"]`).count()).toBe(1)
  })

  test('sends the form where the names cannot be read', async () => {
    const page = await visit('/')
    await page.route('**/search/names.json', (route) => route.abort())
    const box = boxOf(page)
    await box.fill('foods')
    await box.press('Enter')
    await page.waitForURL('**/ipos?q=foods')
  })
})
