import { readFileSync } from 'node:fs'
import { load } from 'cheerio/slim'
import { Fragment, h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { expect, test } from 'vitest'
import { methodPage } from './text-page.tsx'

const text = readFileSync(new URL('../../../docs/method.md', import.meta.url), 'utf8')
const $ = load(renderToString(h(Fragment, null, methodPage().content)), null, false)

/** The letters only, without Markdown signs and white space. */
const words = (given: string) => given.replace(/[\s`*#|>_\\-]/g, '')

test('is the same each time', () => {
  expect(renderToString(h(Fragment, null, methodPage().content))).toBe(
    renderToString(h(Fragment, null, methodPage().content)),
  )
})

test('contains the whole text of the document, in order', () => {
  const plain = text
    .replace(/^\|[-|]+$/gm, '')
    .replace(/^(\d+\.) /gm, '')
    .replace(/^```\w+$/gm, '')
  expect(words($('.opening').text() + $('.text').text())).toBe(words(plain))
})

test.each(['scoreboard', 'dispute', 'subscription', 'deals', 'what-we-collect-and-from-whom'])(
  'has the id #%s, to which other pages link',
  (id) => {
    expect($(`#${id}`)).toHaveLength(1)
  },
)

test('links to every section in the table of contents', () => {
  const places = $('.places a')
    .map((_, link) => $(link).attr('href'))
    .get()
  const sections = $('.text h2')
    .map((_, heading) => `#${$(heading).attr('id')}`)
    .get()
  expect(sections.length).toBeGreaterThan(10)
  expect(places).toEqual(sections)
})

test('links only to places on it or to pages of ours', () => {
  const addresses = $('a')
    .map((_, link) => $(link).attr('href'))
    .get()
  for (const address of addresses) {
    if (address.startsWith('#')) expect($(address), address).toHaveLength(1)
    else expect(address).toMatch(/^\/(?!\/)/)
  }
})

test('makes every table reachable by keyboard, each with its own name', () => {
  const tables = $('table')
  const regions = $('.table-box[tabindex=0][role=region]')
  expect(tables.length).toBeGreaterThan(5)
  expect(regions).toHaveLength(tables.length)
  expect(new Set(regions.map((_, region) => $(region).attr('aria-label')).get()).size).toBe(tables.length)
})
