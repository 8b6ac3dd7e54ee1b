import { expect, test } from 'vitest'
import { browserForAll, visit } from './support/browser.ts'
import { ipo } from './support/lines.ts'
import { startTestService } from './support/service.ts'

const browser = browserForAll()
const serve = () => startTestService({ now: '2026-01-15T06:00:00.000Z', lines: [ipo('loom')] })

test('a word shows its meaning when it is pressed, without script', async () => {
  const { address } = await serve()
  const page = await visit(browser(), `${address}/new-to-ipos`, { javaScriptEnabled: false })
  const meaning = page.getByRole('dialog', { name: 'Cut-off price' })
  expect(await meaning.isVisible()).toBe(false)
  await page.getByRole('button', { name: 'cut-off price' }).first().click()
  await meaning.waitFor()
  await meaning.getByRole('link', { name: 'More words' }).click()
  expect(page.url()).toBe(`${address}/glossary#cut-off`)
  expect(await page.locator('#cut-off').isVisible()).toBe(true)
})

test('a word leads to the glossary where popovers are missing', async () => {
  const { address } = await serve()
  const page = await visit(browser(), `${address}/about`)
  await page.addInitScript('delete HTMLElement.prototype.popover')
  await page.reload()
  await page.getByRole('button', { name: 'GMP' }).click()
  await page.waitForURL(`${address}/glossary#gmp`)
})
