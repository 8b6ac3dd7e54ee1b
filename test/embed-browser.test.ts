import type { Page } from 'playwright-core'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { browserForAll, newVisitor, visit } from './support/browser.ts'
import { gmp, ipo } from './support/lines.ts'
import { openServer } from './support/open-server.ts'
import { testServiceForAll } from './support/service.ts'

const LINES = [
  ipo('acme-foods', { openDate: '2026-01-13', closeDate: '2026-01-16', priceMin: 271, priceMax: 285 }),
  gmp('acme-foods', '2026-01-15', 45),
]
const browser = browserForAll()
const env = { PUBLIC_URL: 'https://ipo.example' }
const service = testServiceForAll({ now: '2026-01-15T06:00:00.000Z', lines: LINES, env })

/** Another site, on another origin, whose page the test chooses. */
let site = ''
let body = ''
let policy = 'unsafe-none'
beforeAll(async () => {
  const { port, close } = await openServer((_request, response) =>
    response
      .setHeader('content-type', 'text/html; charset=utf-8')
      .setHeader('cross-origin-embedder-policy', policy)
      .end(`<!doctype html>${body}`),
  )
  site = `http://localhost:${port}`
  return close
})

const visitSite = (html: string, embedderPolicy = 'unsafe-none'): Promise<Page> => {
  body = html
  policy = embedderPolicy
  return visit(browser(), site)
}

test('another site shows the embedded page in a frame, with its style', async () => {
  const page = await visitSite(
    `<iframe src="${service().address}/embed/acme-foods" width="340" height="300"></iframe>`,
  )
  const frame = page.frameLocator('iframe')
  expect(await frame.locator('h1').textContent()).toBe('acme foods')
  expect(await frame.locator('main').textContent()).toContain('₹45')
  expect(
    await frame
      .locator('.figure')
      .first()
      .evaluate((figure) => getComputedStyle(figure).fontSize),
  ).toBe('24px')
})

test('another site cannot show any other page in a frame', async () => {
  const page = await visitSite(`<iframe src="${service().address}/ipos/acme-foods"></iframe>`)
  const frame = page.frames().find((each) => each !== page.mainFrame())
  expect(await frame?.getByText('acme foods').count()).toBe(0)
  expect(frame?.url()).toBe('chrome-error://chromewebdata/')
})

test('another site shows badge and card, even with cross-origin isolation, and may read them', async () => {
  const { address } = service()
  const images = ['/badge/acme-foods.svg', '/cards/ipos/acme-foods.png'].map((path) => `${address}${path}`)
  const page = await visitSite(
    images.map((image) => `<img src="${image}"><img src="${image}" crossorigin>`).join(''),
    'require-corp',
  )
  const sizes = await page
    .locator('img')
    .evaluateAll((shown) => shown.map((image) => (image as HTMLImageElement).naturalHeight))
  expect(sizes).toEqual([48, 48, 630, 630])
})

test('data for search engines and the manifest break no rule of the pages', async () => {
  const page = await newVisitor(browser())
  const complaints: string[] = []
  page.on('console', (message) => complaints.push(message.text()))
  onTestFinished(() => page.close())
  for (const path of ['/', '/ipos/acme-foods', '/downloads']) {
    await page.goto(`${service().address}${path}`, { waitUntil: 'networkidle' })
    expect(await page.locator('script[type="application/ld+json"]').count()).toBe(1)
  }
  const manifest = await page.evaluate(() => fetch('/manifest.webmanifest').then(({ status }) => status))
  expect(manifest).toBe(200)
  expect(complaints).toEqual([])
})

test('the code to copy stands on the page of the IPO, and its badge is shown', async () => {
  const page = await visit(browser(), `${service().address}/ipos/acme-foods`)
  await page.locator('.share details summary').click()
  const badge = page.locator('.share details img')
  await badge.scrollIntoViewIfNeeded()
  await expect.poll(() => badge.evaluate((image) => (image as HTMLImageElement).naturalHeight)).toBe(48)
  expect(await page.locator('.share details .snippet').count()).toBe(2)
})
