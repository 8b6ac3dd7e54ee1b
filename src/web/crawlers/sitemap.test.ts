import { load } from 'cheerio/slim'
import { expect, test } from 'vitest'
import { sitemapText } from './sitemap.ts'

const HERE = 'https://ipo.example'
const tracked = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ slug: `ipo-${i + 1}`, changed: null }))
const readXml = (text: string) => load(text, { xmlMode: true })
const addressesIn = (text: string): string[] => {
  const $ = readXml(text)
  return $('loc')
    .map((_, each) => $(each).text())
    .get()
}

test('lists the single pages first, then every IPO', () => {
  const addresses = addressesIn(sitemapText(HERE, tracked(2)))
  expect(addresses.slice(0, 2)).toEqual([`${HERE}/`, `${HERE}/ipos`])
  expect(addresses.slice(-2)).toEqual([`${HERE}/ipos/ipo-1`, `${HERE}/ipos/ipo-2`])
  expect(new Set(addresses).size).toBe(addresses.length)
})

test('gives lastmod only where it is known', () => {
  const changed = '2026-01-14T06:00:00.000Z'
  const $ = readXml(
    sitemapText(HERE, [
      { slug: 'known', changed },
      { slug: 'unknown', changed: null },
    ]),
  )
  expect($('lastmod')).toHaveLength(1)
  expect($('url:has(lastmod) loc').text()).toBe(`${HERE}/ipos/known`)
  expect($('lastmod').text()).toBe(changed)
})

test('escapes reserved characters of XML in an address', () => {
  const text = sitemapText("https://ipo.example/a&b'c", tracked(1))
  expect(text).toContain('https://ipo.example/a&amp;b&apos;c/ipos/ipo-1')
  expect(addressesIn(text).at(-1)).toBe("https://ipo.example/a&b'c/ipos/ipo-1")
})
