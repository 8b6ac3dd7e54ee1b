import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const ALL: RunOptions = { resultTypes: ['violations'], preload: false }
const COLOURS: RunOptions = {
  ...ALL,
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
}

/** What axe-core finds wrong with a page as it is shown now, a line for each rule. */
export async function axeFaults(page: Page, { coloursOnly = false } = {}): Promise<string[]> {
  await page.evaluate(SOURCE)
  const options = JSON.stringify(coloursOnly ? COLOURS : ALL)
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${options})`)
  return violations.map(({ id, help, nodes }) => {
    const places = nodes.slice(0, 3).map(({ target }) => target.join(' '))
    return `axe ${id}: ${help}: ${places.join(', ')}${nodes.length > 3 ? `, ${nodes.length} in all` : ''}`
  })
}
