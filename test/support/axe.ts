import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { BrowserContext, Page } from 'playwright-core'

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']
const ALL: RunOptions = { resultTypes: ['violations'], preload: false }
const COLOURS: RunOptions = { ...ALL, runOnly: { type: 'rule', values: COLOUR_RULES } }
const CONTRAST_OF_MARKED = `axe.configure({ rules: [{ id: 'color-contrast', selector: '[data-colours]' }] })`

/**
 * Marks one element for each combination of element, class, text colour, text size and what is painted or positioned
 * around it, because the contrast of all others with that combination is the same, and measuring it takes most of axe's
 * time.
 */
const MARK_COLOURS = `(() => {
  const seen = new Set()
  const grounds = new Map([[null, '']])
  const NOTHING = ['rgba(0, 0, 0, 0)', 'none', 1, 'static'].join()
  const ground = (element) => {
    if (!grounds.has(element)) {
      const { backgroundColor, backgroundImage, opacity, position } = getComputedStyle(element)
      const own = [backgroundColor, backgroundImage, opacity, position].join()
      const around = ground(element.parentElement)
      grounds.set(element, own === NOTHING ? around : around + '>' + [element.localName, element.className, own])
    }
    return grounds.get(element)
  }
  for (const element of document.body.querySelectorAll('*')) {
    element.removeAttribute('data-colours')
    if (![...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim())) continue
    if (!element.checkVisibility({ visibilityProperty: true })) continue
    const { color, fontSize, fontWeight, textDecorationLine, textShadow } = getComputedStyle(element)
    const text = [color, fontSize, fontWeight, textDecorationLine, textShadow]
    const key = [element.localName, element.className, ...text, ground(element)].join()
    if (!seen.has(key)) element.setAttribute('data-colours', '')
    seen.add(key)
  }
})()`

/** Brings axe-core into every page of a context, where it waits: sending it to each page takes longer than running it. */
export const bringAxe = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(`window.startAxe = () => { ${SOURCE} }`)

/** What axe-core finds wrong with a page as it is shown now, one line per rule. `bringAxe` has brought it. */
export async function axeFaults(page: Page, { coloursOnly = false } = {}): Promise<string[]> {
  const options = JSON.stringify(coloursOnly ? COLOURS : ALL)
  const { violations } = await page.evaluate<AxeResults>(`(() => {
    if (!('axe' in window)) {
      startAxe()
      ${CONTRAST_OF_MARKED}
    }
    ${MARK_COLOURS}
    return axe.run(${options})
  })()`)
  return violations.map(({ id, help, nodes }) => {
    const places = nodes.slice(0, 3).map(({ target }) => target.join(' '))
    return `axe ${id}: ${help}: ${places.join(', ')}${nodes.length > 3 ? `, ${nodes.length} in all` : ''}`
  })
}
