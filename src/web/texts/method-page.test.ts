import { readFileSync } from 'node:fs'
import { load } from 'cheerio/slim'
import { Fragment, h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { expect, test } from 'vitest'
import { methodPage } from './method-page.tsx'

const text = readFileSync(new URL('../../../docs/method.md', import.meta.url), 'utf8')
const $ = load(renderToString(h(Fragment, null, methodPage().content)), null, false)

/** Words alone: without the signs of Markdown and without white space. */
const words = (given: string) => given.replace(/[\s`*#|>_\\-]/g, '')

test('it is the same each time', () => {
  expect(renderToString(h(Fragment, null, methodPage().content))).toBe(
    renderToString(h(Fragment, null, methodPage().content)),
  )
})

test('it has all the words of the document, in their order', () => {
  const plain = text
    .replace(/^\|[-|]+$/gm, '')
    .replace(/^(\d+\.) /gm, '')
    .replace(/^```\w+$/gm, '')
  expect(words($('.opening').text() + $('.text').text())).toBe(words(plain))
})

test.each(['scoreboard', 'dispute', 'subscription', 'deals', 'what-we-collect-and-from-whom'])(
  'other pages find #%s',
  (id) => {
    expect($(`#${id}`)).toHaveLength(1)
  },
)

test('the list of places leads to every section', () => {
  const places = $('.places a')
    .map((_, link) => $(link).attr('href'))
    .get()
  const sections = $('.text h2')
    .map((_, heading) => `#${$(heading).attr('id')}`)
    .get()
  expect(sections.length).toBeGreaterThan(10)
  expect(places).toEqual(sections)
})

test('every link leads to a place on it or to a page of ours', () => {
  const addresses = $('a')
    .map((_, link) => $(link).attr('href'))
    .get()
  for (const address of addresses) {
    if (address.startsWith('#')) expect($(address), address).toHaveLength(1)
    else expect(address).toMatch(/^\/(?!\/)/)
  }
})

test('every table can be reached by keyboard, and no two have one name', () => {
  const tables = $('table')
  const regions = $('.wide[tabindex=0][role=region]')
  expect(tables.length).toBeGreaterThan(5)
  expect(regions).toHaveLength(tables.length)
  expect(new Set(regions.map((_, region) => $(region).attr('aria-label')).get()).size).toBe(tables.length)
})
