import { expect, test } from 'vitest'
import { browserForAll } from './support/browser.ts'
import { deal } from './support/lines.ts'
import { plain } from './support/pages.ts'
import { startTestService } from './support/service.ts'

const browser = browserForAll()
const NOW = '2026-01-31T06:00:00.000Z'
const LINES = [
  ...Array.from({ length: 55 }, (_, i) =>
    deal('2026-01-21', { clientName: 'SOME FUND', quantity: 100_000 + 1000 * i, price: 100 }),
  ),
  deal('2026-01-14', { clientName: 'BIG LIFE', kind: 'BLOCK', quantity: 300_000, price: 100 }),
  deal('2026-01-14', { clientName: 'OLD OWNER', dealType: 'SELL', quantity: 50_000, price: 100 }),
]

const openPage = async (path: string) => {
  const { address } = await startTestService({ now: NOW, lines: LINES })
  const page = await (await browser().newContext({ viewport: { width: 1280, height: 900 } })).newPage()
  await page.goto(`${address}${path}`)
  return page
}

test('filters are chosen by hand, the address holds them, and all can be cleared', async () => {
  const page = await openPage('/deals')
  await page.getByText('More filters').click()
  await page.getByLabel('Side').selectOption('Sold')
  await page.getByRole('button', { name: 'Show deals' }).click()
  await page.waitForURL(/dealType=SELL/)
  expect(await page.locator('.deals tbody tr').count()).toBe(1)
  expect(await page.getByLabel('Side').inputValue()).toBe('SELL')
  await page.getByRole('link', { name: 'Clear all' }).click()
  await page.waitForURL(/\/deals$/)
  expect(await page.locator('.deals tbody tr').count()).toBe(50)
})

test('older deals, a client and a symbol are a click away', async () => {
  const page = await openPage('/deals')
  await page.getByRole('link', { name: 'Older deals' }).click()
  await page.waitForURL(/cursor=/)
  await page.getByRole('link', { name: 'BIG LIFE' }).click()
  await page.waitForURL(/client=BIG/)
  expect(await page.locator('h1').textContent()).toBe('Deals of BIG LIFE')
  await page.getByRole('link', { name: 'ACME' }).click()
  await page.waitForURL(/\/deals\/ACME$/)
  expect(await page.locator('h1').textContent()).toBe('Deals in ACME')
})

test('the chart is read out by pointer and by keyboard', async () => {
  const page = await openPage('/deals/ACME')
  const readout = async () => plain((await page.locator('.readout').textContent()) ?? '')
  const plot = page.getByRole('slider')
  const box = await plot.boundingBox()
  await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + 50)
  expect(await readout()).toBe('Wed 14 Jan 2026: bought ₹3.00 Cr block, sold ₹0.50 Cr bulk')
  await plot.press('ArrowRight')
  expect(await readout()).toBe('Wed 21 Jan 2026: bought ₹69.85 Cr bulk, sold nothing')
  await plot.press('Home')
  expect(await readout()).toContain('14 Jan 2026')
})
