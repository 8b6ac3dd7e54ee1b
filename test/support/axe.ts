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

/**
 * Hides rows of tables and lists that differ from an earlier one in words, addresses and drawn lines alone: their
 * colours and sizes are the same. An even row stands for no odd one.
 */
const HIDE_REPEATED_ROWS = `(() => {
  const look = (row) => row.outerHTML
    .replace(/>[^<]*\\S[^<]*</g, '>x<')
    .replace(/ (?:href|id|title|datetime|value|d|points|[xy][12]?|c[xy])="[^"]*"/g, '')
  for (const list of document.querySelectorAll('tbody, ul, ol')) {
    const seen = new Set()
    for (const [i, row] of [...list.children].entries()) {
      const key = i % 2 + look(row)
      if (seen.has(key)) row.style.display = 'none'
      seen.add(key)
    }
  }
})()`

/**
 * What axe-core finds wrong with a page as it is shown now, a line for each rule. With `oncePerRow` it looks at one row of
 * each kind, and leaves the others hidden.
 */
export async function axeFaults(
  page: Page,
  { coloursOnly = false, oncePerRow = false } = {},
): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(SOURCE)
  if (oncePerRow) await page.evaluate(HIDE_REPEATED_ROWS)
  const options = JSON.stringify(coloursOnly ? COLOURS : ALL)
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${options})`)
  return violations.map(({ id, help, nodes }) => {
    const places = nodes.slice(0, 3).map(({ target }) => target.join(' '))
    return `axe ${id}: ${help}: ${places.join(', ')}${nodes.length > 3 ? `, ${nodes.length} in all` : ''}`
  })
}
