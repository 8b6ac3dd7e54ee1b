import { load } from 'cheerio/slim'
import { describe, expect, test } from 'vitest'
import { sitemapFiles } from './sitemap.ts'

const HERE = 'https://ipo.example'
const tracked = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ slug: `ipo-${i + 1}`, changed: null }))
const readXml = (text: string | undefined) => load(text ?? '', { xmlMode: true })
const addressesIn = (text: string | undefined): string[] => {
  const $ = readXml(text)
  return $('loc')
    .map((_, each) => $(each).text())
    .get()
}
const PAGES = addressesIn(sitemapFiles(HERE, []).get('/sitemap.xml'))

test('lists the single pages first, then every IPO', () => {
  const files = sitemapFiles(HERE, tracked(2))
  expect([...files.keys()]).toEqual(['/sitemap.xml'])
  const addresses = addressesIn(files.get('/sitemap.xml'))
  expect(addresses.slice(0, 2)).toEqual([`${HERE}/`, `${HERE}/ipos`])
  expect(addresses.slice(-2)).toEqual([`${HERE}/ipos/ipo-1`, `${HERE}/ipos/ipo-2`])
  expect(new Set(addresses).size).toBe(addresses.length)
})

test('gives lastmod only where it is known', () => {
  const changed = '2026-01-14T06:00:00.000Z'
  const $ = readXml(
    sitemapFiles(HERE, [
      { slug: 'known', changed },
      { slug: 'unknown', changed: null },
    ]).get('/sitemap.xml'),
  )
  expect($('lastmod')).toHaveLength(1)
  expect($('url:has(lastmod) loc').text()).toBe(`${HERE}/ipos/known`)
  expect($('lastmod').text()).toBe(changed)
})

test('escapes reserved characters of XML in an address', () => {
  const text = sitemapFiles("https://ipo.example/a&b'c", tracked(1)).get('/sitemap.xml')
  expect(text).toContain('https://ipo.example/a&amp;b&apos;c/ipos/ipo-1')
  expect(addressesIn(text).at(-1)).toBe("https://ipo.example/a&b'c/ipos/ipo-1")
})

describe('more addresses than one file may have', () => {
  const most = 10
  const count = 25 - PAGES.length
  const files = sitemapFiles(HERE, tracked(count), most)

  test('are split into parts that an index lists', () => {
    expect(readXml(files.get('/sitemap.xml'))('sitemapindex')).toHaveLength(1)
    expect(addressesIn(files.get('/sitemap.xml'))).toEqual(
      [1, 2, 3].map((part) => `${HERE}/sitemap-${part}.xml`),
    )
  })

  test('are each in exactly one part, within the limit', () => {
    const parts = [1, 2, 3].map((part) => addressesIn(files.get(`/sitemap-${part}.xml`)))
    expect(parts.map(({ length }) => length)).toEqual([10, 10, 5])
    expect(parts.flat()).toEqual([...PAGES, ...tracked(count).map(({ slug }) => `${HERE}/ipos/${slug}`)])
  })

  test('exactly as many as a file may have need no index', () => {
    expect([...sitemapFiles(HERE, tracked(3), PAGES.length + 3).keys()]).toEqual(['/sitemap.xml'])
  })
})
