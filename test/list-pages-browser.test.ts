import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { browserForAll, newVisitor } from './support/browser.ts'
import { demoServiceForAll } from './support/demo-service.ts'

/** The width of A4 between the usual margins. */
const PAPER = 718

const browser = browserForAll()
const service = demoServiceForAll()

async function visit(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await newVisitor(browser(), { viewport: { width: 1280, height: 900 }, ...options })
  await page.goto(`${service.address}${path}`)
  return page
}

/** The path and the parameters of the current address. */
function addressOf(page: Page): {
  path: string
  parameters: Record<string, string | string[]>
  hash: string
} {
  const { pathname, searchParams, hash } = new URL(page.url())
  const names = [...new Set(searchParams.keys())]
  const parameters = Object.fromEntries(
    names.map((name) => {
      const values = searchParams.getAll(name)
      return [name, values.length > 1 ? values : (values[0] ?? '')]
    }),
  )
  return { path: pathname, parameters, hash }
}

describe('the table of IPOs, without JavaScript', () => {
  const plain = { javaScriptEnabled: false }

  test('is filtered by its chips, sorted by its headings and paged by its links, all of it in the address', async () => {
    const page = await visit('/ipos', plain)
    const chips = page.locator('.chips')
    for (const name of ['Listed', 'Closed', 'SME']) await chips.getByRole('link', { name }).click()
    expect(await chips.locator('[aria-current]').allTextContents()).toEqual(['Closed', 'Listed', 'SME'])
    expect(await page.locator('h1').textContent()).toMatch(/^\d+ closed or listed SME IPOs$/)

    await page.getByRole('columnheader', { name: 'GMP', exact: true }).getByRole('link').click()
    // Where sources disagree, the figure is a range and not its median.
    const gmpOf = page.locator('tbody :is(td[data-label=GMP], td[data-label="Last GMP"]) > data:first-child')
    const shown = (await gmpOf.evaluateAll((figures) =>
      figures.map((data) => Number(data.getAttribute('value'))),
    )) as number[]
    expect(shown.length).toBeGreaterThan(20)
    expect(shown).toEqual(shown.toSorted((a, b) => b - a))
    expect(await page.locator('th[aria-sort]').getAttribute('aria-sort')).toBe('descending')

    await page.getByRole('link', { name: 'Next' }).click()
    expect(addressOf(page)).toEqual({
      path: '/ipos',
      parameters: { status: 'closed,listed', board: 'sme', sort: '-gmp', page: '2' },
      hash: '',
    })
    expect(await page.locator('.pager .shown').textContent()).toMatch(/^51–100 of \d+$/)

    await page.getByRole('link', { name: 'Clear' }).click()
    expect(addressOf(page)).toEqual({ path: '/ipos', parameters: {}, hash: '' })
  })

  test('is sorted on a phone by a field of its form', async () => {
    const page = await visit('/ipos?status=listed', { ...plain, viewport: { width: 360, height: 800 } })
    expect(await page.locator('thead').isVisible()).toBe(false)
    await page.getByLabel('Sort by').selectOption('-subscribed')
    await page.getByRole('button', { name: 'Show' }).click()
    const { parameters } = addressOf(page)
    expect(parameters).toMatchObject({ status: 'listed', sort: '-subscribed' })
    const times = (await page
      .locator('tbody td[data-label=Subscribed] data')
      .evaluateAll((figures) => figures.map((data) => Number(data.getAttribute('value'))))) as number[]
    expect(times.length).toBeGreaterThan(20)
    expect(times).toEqual(times.toSorted((a, b) => b - a))
  })

  test('is sorted by an order without a heading too, on a wide screen', async () => {
    const page = await visit('/ipos', plain)
    await page.getByLabel('Sort by').selectOption('-sources')
    await page.getByRole('button', { name: 'Show' }).click()
    expect(addressOf(page).parameters).toMatchObject({ sort: '-sources' })
  })

  test('has rows that are doors of at least 44 pixels', async () => {
    const page = await visit('/ipos', { ...plain, viewport: { width: 360, height: 800 } })
    const row = page.locator('tr[data-slug]').nth(2)
    const box = await row.boundingBox()
    expect(box?.height).toBeGreaterThanOrEqual(44)
    const slug = await row.getAttribute('data-slug')
    await row.click({ position: { x: (box?.width ?? 0) - 20, y: (box?.height ?? 0) - 10 } })
    expect(addressOf(page).path).toBe(`/ipos/${slug}`)
  })
})

describe('the scoreboard', () => {
  test('sorts its calls without leaving the table', async () => {
    const page = await visit('/scoreboard?board=sme')
    await page.getByRole('columnheader', { name: 'Too high' }).getByRole('link').click()
    expect(addressOf(page)).toEqual({
      path: '/scoreboard',
      parameters: { board: 'sme', sort: '-errorPp' },
      hash: '#calls',
    })
    const line = await page.locator(':target').evaluate((calls) => getComputedStyle(calls).textDecorationLine)
    expect(line).toBe('none')
  })

  test('explains its readouts only where they work', async () => {
    const page = await visit('/scoreboard')
    const hint = page.locator('.readout .hint').first()
    expect(await hint.isVisible()).toBe(true)
    await page.emulateMedia({ media: 'print' })
    expect(await hint.isVisible()).toBe(false)
    const unscripted = await visit('/scoreboard', { javaScriptEnabled: false })
    expect(await unscripted.locator('.readout .hint').first().isVisible()).toBe(false)
  })

  test('stays a table on paper, with all of its columns and folded parts', async () => {
    for (const [path, name] of [
      ['/scoreboard', '#calls-table'],
      ['/ipos', '#ipos-table'],
      ['/ipos?sort=-size', '#ipos-table'],
    ] as const) {
      const page = await visit(path, { viewport: { width: PAPER, height: 900 } })
      await page.emulateMedia({ media: 'print' })
      expect(await page.locator(name).first().locator('thead').isVisible()).toBe(true)
      const table = await page.locator(name).first().boundingBox()
      expect(Math.round((table?.x ?? 0) + (table?.width ?? Infinity))).toBeLessThan(PAPER)
      for (const folded of await page.locator('details table').all()) {
        expect(await folded.evaluate((element) => element.checkVisibility())).toBe(true)
      }
    }
  })

  test.each([360, 768, 920, 1280])('has no overlapping labels in its plots at %i px', async (width) => {
    const page = await visit('/scoreboard', { viewport: { width, height: 900 } })
    const boxes = await page
      .locator(':is(#reliability-title, #calls-title)')
      .locator('xpath=ancestor::figure')
      .locator('.plot text:visible')
      .evaluateAll((texts) =>
        texts.map((text) => {
          const { left, right, top, bottom } = text.getBoundingClientRect()
          return { says: text.textContent, left, right, top: top + 2, bottom: bottom - 2 }
        }),
      )
    expect(boxes.length).toBeGreaterThan(10)
    const overlaps = boxes.flatMap((a, i) =>
      boxes
        .slice(i + 1)
        .filter((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
        .map((b) => `${a.says} / ${b.says}`),
    )
    expect(overlaps).toEqual([])
  })

  test.each(['/scoreboard', '/accuracy'])('fits a phone with all tables of %s unfolded', async (path) => {
    const page = await visit(path, { viewport: { width: 360, height: 800 } })
    for (const summary of await page.locator('main details > summary').all()) await summary.click()
    expect(await page.locator('main details table').last().isVisible()).toBe(true)
    expect(await page.locator('html').evaluate((html) => html.scrollWidth)).toBe(360)
  })

  test('reads out the mark under the pointer', async () => {
    const page = await visit('/scoreboard')
    const scatter = page.locator('figure', { has: page.locator('#calls-title') })
    const mark = scatter.locator('.marks [data-text]').nth(200)
    await mark.scrollIntoViewIfNeeded()
    const { x, y, width, height } = (await mark.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    await page.mouse.move(x + width / 2, y + height / 2)
    const said = await scatter.locator('output').textContent()
    const atPlace = await scatter
      .locator(
        `.marks [data-x="${await mark.getAttribute('data-x')}"][data-y="${await mark.getAttribute('data-y')}"]`,
      )
      .evaluateAll((marks) => marks.map((each) => each.getAttribute('data-text')))
    expect(atPlace).toContain(said)
    expect(await scatter.locator('circle.reading').count()).toBe(1)
  })

  test('reads out the mark that a finger taps', async () => {
    const page = await visit('/scoreboard', { viewport: { width: 360, height: 800 }, hasTouch: true })
    const scatter = page.locator('figure', { has: page.locator('#calls-title') })
    const mark = scatter.locator('.marks [data-text]').first()
    await mark.scrollIntoViewIfNeeded()
    const { x, y, width, height } = (await mark.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    await page.touchscreen.tap(x + width / 2, y + height / 2)
    expect(await scatter.locator('output').textContent()).toBe(await mark.getAttribute('data-text'))
  })

  test('reads out mark by mark and bar by bar by keyboard', async () => {
    const page = await visit('/scoreboard')
    const chart = (id: string) => page.locator('figure', { has: page.locator(`#${id}-title`) })
    const [scatter, histogram] = [chart('calls'), chart('errors')]
    await scatter.getByRole('slider').focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    const second = await scatter.locator('.marks [data-text]').nth(1).getAttribute('data-text')
    expect(await scatter.locator('output').textContent()).toBe(second)
    expect(await scatter.getByRole('slider').getAttribute('aria-valuetext')).toBe(second)

    await histogram.getByRole('slider').focus()
    await page.keyboard.press('End')
    expect(await histogram.locator('output').textContent()).toMatch(
      /^GMP 50 points too high or more: Listings \d+, Share [\d.]+%$/,
    )
  })
})
