import { expect, test } from 'vitest'
import { browserForAll, visit } from './support/browser.ts'
import { DEAL_ROWS } from './support/deal-rows.ts'
import { deal } from './support/lines.ts'
import { plain } from './support/pages.ts'
import { startTestService } from './support/service.ts'

const browser = browserForAll()
const NOW = '2026-01-31T06:00:00.000Z'
const LINES = [
  deal('2026-01-22', { clientName: 'LARGE OWNER', kind: 'BLOCK', quantity: 12_345_678, price: 12_345.65 }),
  ...Array.from({ length: 55 }, (_, i) =>
    deal('2026-01-21', { clientName: 'SOME FUND', quantity: 100_000 + 1000 * i, price: 100 }),
  ),
  // A chart needs five days.
  ...['2026-01-16', '2026-01-19'].map((day) => deal(day, { clientName: 'SOME FUND', price: 100 })),
  deal('2026-01-14', { clientName: 'BIG LIFE', kind: 'BLOCK', quantity: 300_000, price: 100 }),
  deal('2026-01-14', { clientName: 'OLD OWNER', dealType: 'SELL', quantity: 50_000, price: 100 }),
]

const openPage = async (path: string) => {
  const { address } = await startTestService({ now: NOW, lines: LINES })
  return visit(browser(), `${address}${path}`)
}

test('filters can be chosen, are in the address, and can be cleared', async () => {
  const page = await openPage('/deals')
  await page.getByText('More filters').click()
  await page.getByLabel('Side').selectOption('Sold')
  await page.getByRole('button', { name: 'Show deals' }).click()
  await page.waitForURL(/dealType=SELL/)
  expect(await page.locator(DEAL_ROWS).count()).toBe(1)
  expect(await page.getByLabel('Side').inputValue()).toBe('SELL')
  await page.getByRole('link', { name: 'Clear all' }).click()
  await page.waitForURL(/\/deals$/)
  expect(await page.locator(DEAL_ROWS).count()).toBe(50)
})

test('older deals, a client and a symbol are one click away', async () => {
  const page = await openPage('/deals')
  await page.getByRole('link', { name: 'Older deals' }).click()
  await page.waitForURL(/cursor=/)
  await page.getByRole('link', { name: 'BIG LIFE' }).first().click()
  await page.waitForURL(/\/deals\/clients\/BIG%20LIFE$/)
  expect(await page.locator('h1').textContent()).toBe('Deals of BIG LIFE')
  await page.getByRole('link', { name: 'ACME' }).first().click()
  await page.waitForURL(/\/deals\/ACME$/)
  expect(await page.locator('h1').textContent()).toBe('Deals in ACME')
})

test('the chart has a readout by pointer and by keyboard', async () => {
  const page = await openPage('/deals/ACME')
  const readout = async () => plain((await page.locator('.readout').textContent()) ?? '')
  const plot = page.getByRole('slider')
  const box = await plot.boundingBox()
  await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + 50)
  expect(await readout()).toBe('Wed 14 Jan 2026: bought ₹3.00 Cr block, sold ₹0.50 Cr bulk')
  await plot.press('ArrowRight')
  expect(await readout()).toBe('Fri 16 Jan 2026: bought ₹0.81 Cr bulk, nothing sold')
  await plot.press('Home')
  expect(await readout()).toContain('14 Jan 2026')
})

const WIDTHS = [360, 560, 720, 768, 900, 1023, 1024, 1100, 1280]

/**
 * Texts of deals and of their headings that are cut off or nearer to each other than two letters, and figures in two lines.
 */
const CROWDED = `(() => {
  const GAP = 8
  const linesOf = (cell) => {
    const range = document.createRange()
    range.selectNodeContents(cell)
    return [...range.getClientRects()].filter(({ width }) => width > 0)
  }
  const sheet = document.querySelector('table:has(tr.group)').getBoundingClientRect()
  const faults = new Set()
  for (const row of document.querySelectorAll('table:has(tr.group) tr:not(.group)')) {
    const cells = [...row.cells].filter((cell) => getComputedStyle(cell.closest('thead') ?? cell).display !== 'none')
    const texts = cells.map((cell) => ({ name: cell.textContent, word: cell.matches('.number'), lines: linesOf(cell) }))
    for (const { name, word, lines } of texts) {
      if (word && lines.some((a) => lines.some((b) => a.top >= b.bottom))) faults.add(name + ' is broken')
      if (lines.some(({ right }) => right > sheet.right - GAP)) faults.add(name + ' is cut off')
    }
    for (const one of texts) for (const other of texts) {
      if (one === other) continue
      const touch = (a, b) => a.top < b.bottom && b.top < a.bottom && a.left <= b.left && b.left - a.right < GAP - 1
      if (one.lines.some((a) => other.lines.some((b) => touch(a, b)))) faults.add(one.name + ' touches ' + other.name)
    }
  }
  return [...faults]
})()`

test.each(['/deals', '/deals/ACME', '/deals/clients/LARGE%20OWNER'])(
  'the rows of %s have enough room at every width',
  async (path) => {
    const page = await openPage(path)
    const faults: Record<number, unknown> = {}
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      faults[width] = await page.evaluate(CROWDED)
    }
    expect(faults).toEqual(Object.fromEntries(WIDTHS.map((width) => [width, []])))
  },
)
