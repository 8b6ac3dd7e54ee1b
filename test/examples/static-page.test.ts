import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { browserForAll, newVisitor } from '../support/browser.ts'
import { DEMO_CLOCK, demoServiceForAll } from '../support/demo-service.ts'
import { copyOfExample } from '../support/example.ts'
import { gmp, ipo } from '../support/lines.ts'
import { localServer } from '../support/local-server.ts'
import { startTestService } from '../support/service.ts'

const demo = demoServiceForAll()
const browser = browserForAll()

/** The example with the address of a service in its one line, as a user changes it. */
function pageFor(service: string): string {
  const folder = copyOfExample('static-page')
  const file = join(folder, 'index.html')
  writeFileSync(file, readFileSync(file, 'utf8').replace('http://127.0.0.1:3000', service))
  return folder
}

/** A server for files, as of another site. */
async function otherSite(folder: string): Promise<string> {
  const address = await localServer(({ url = '' }, response) => {
    response.setHeader('content-type', url.endsWith('.js') ? 'text/javascript' : 'text/html')
    const file = join(folder, url === '/' ? 'index.html' : url)
    // A browser also requests an icon.
    if (existsSync(file)) response.end(readFileSync(file))
    else response.writeHead(404).end()
  })
  return `${address.replace('127.0.0.1', 'localhost')}/`
}

async function open(address: string, now: string, width = 1280): Promise<Page> {
  const page = await newVisitor(browser(), { viewport: { width, height: 800 } })
  await page.clock.setFixedTime(now)
  await page.goto(address)
  await page.locator('#ipos li').first().waitFor()
  return page
}

test.each([
  ['a file', async (folder: string) => `file://${folder}/index.html`],
  ['another site', otherSite],
])('the page of %s shows open IPOs with their GMP, sources, age and dispute', async (_name, addressOf) => {
  const page = await open(await addressOf(pageFor(demo.address)), DEMO_CLOCK, 360)
  const { ipos } = await demo.json('/api/public/market/ipos?status=OPEN')
  expect(await page.locator('#ipos a').allTextContents()).toEqual(
    ipos.map(({ name }: { name: string }) => name),
  )
  const text = await page.locator('#ipos').innerText()
  expect(text).toContain('₹12 (+8.1%)')
  expect(text).toMatch(/4 sources, today/)
  expect(text).toMatch(/Sources disagree: their quotes are ₹\d+ apart\./)
  expect(await page.locator('#notice').textContent()).toContain('DEMO')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
})

test('the page follows a change, and shows names as text', async () => {
  const name = '<img src=x onerror=alert(1)> Limited'
  const dates = { openDate: '2026-01-13', closeDate: '2026-01-16', priceMax: 100 }
  const lines = [ipo('acme-foods', { ...dates, name }), gmp('acme-foods', '2026-01-14', -4)]
  const service = await startTestService({ now: '2026-01-15T06:00:00.000Z', lines })
  const page = await open(await otherSite(pageFor(service.address)), '2026-01-15T06:00:00.000Z')
  expect(await page.locator('#ipos a').textContent()).toBe(name)
  expect(await page.locator('#ipos').innerText()).toContain('−₹4 (−4.0%)')
  expect(await page.locator('#ipos').innerText()).toContain('1 source, yesterday')
  service.setNow('2026-01-15T07:00:00.000Z')
  await service.record('2026-01-15T07:00:00.000Z', [gmp('acme-foods', '2026-01-15', 5)])
  await expect.poll(() => page.locator('#ipos').innerText()).toContain('₹5 (+5.0%)')
})
