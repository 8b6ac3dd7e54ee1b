import { describe, expect, test } from 'vitest'
import { browserForAll, visit } from './support/browser.ts'
import { ipo } from './support/lines.ts'
import { startTestService } from './support/service.ts'

const NOW = '2026-01-15T06:00:00.000Z'
const browser = browserForAll()
const serve = (env: Record<string, string> = {}) => startTestService({ now: NOW, env, lines: [ipo('loom')] })

describe('the address of the service in a snippet', () => {
  test('is the origin of the page where no public address is set', async () => {
    const { address } = await serve()
    const page = await visit(browser(), `${address}/about`)
    expect(await page.locator('.snippet code').textContent()).toContain(`<a href="${address}">`)
  })

  test('is a placeholder without script', async () => {
    const { address } = await serve()
    const page = await visit(browser(), `${address}/about`, { javaScriptEnabled: false })
    expect(await page.locator('.snippet code').textContent()).toContain('<a href="https://YOUR-SERVER">')
    expect(await page.locator('.copy').count()).toBe(0)
  })

  test('is the public address where one is set', async () => {
    const { address } = await serve({ PUBLIC_URL: 'https://ipo.example' })
    const page = await visit(browser(), `${address}/about`)
    expect(await page.locator('.snippet code').textContent()).toContain('<a href="https://ipo.example">')
  })
})

test('the copy button copies the text with the filled-in address', async () => {
  const { address } = await serve()
  const page = await visit(browser(), `${address}/about`, {
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await page.getByRole('button', { name: 'Copy' }).click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
    `Source: <a href="${address}">Greymark</a>. GMP is unofficial and unverifiable.`,
  )
})

describe('the page for developers', () => {
  test('is at most 6,000 px tall on a phone', async () => {
    const { address } = await serve()
    const page = await visit(browser(), `${address}/developers`, { viewport: { width: 360, height: 800 } })
    expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThanOrEqual(6000)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
  })

  test('shows the examples in the chosen language without script', async () => {
    const { address } = await serve()
    const page = await visit(browser(), `${address}/developers`, { javaScriptEnabled: false })
    const shown = async () => (await page.locator('.snippet:visible').first().innerText()).trim()
    expect(await shown()).toMatch(/^curl /)
    await page.getByLabel('Python').check()
    expect(await shown()).toMatch(/^import json/)
    await page.getByLabel('JavaScript').check()
    expect(await shown()).toMatch(/^const answer = await fetch/)
    expect(await page.locator('.of-curl:visible, .of-python:visible').count()).toBe(0)
  })
})
