import { load } from 'cheerio/slim'
import { describe, expect, test } from 'vitest'
import { copyPagesForAll } from './support/copy-pages.ts'
import { plain } from './support/pages.ts'

const copy = copyPagesForAll()
const withLive = copyPagesForAll('https://live.example')

const pageOf = async (address: string, pages = copy) => load(await pages.file(address))
const textOf = async (address: string, pages = copy) => plain((await pageOf(address, pages))('main').text())

describe('the page for developers of a static copy', () => {
  test('begins with files, and has an example for each of three languages', async () => {
    const $ = await pageOf('/developers')
    const snippets = $('.snippet code')
      .map((_, code) => $(code).text())
      .get()
    expect(snippets[0]).toBe('curl "https://copy.example/api/public/market/ipos/open.json"')
    expect(snippets.filter((text) => text.includes('?'))).toEqual([])
    expect(snippets.filter((text) => text.startsWith('import json'))).toHaveLength(3)
  })

  test('warns that a static host ignores parameters, and names what is not here', async () => {
    const text = await textOf('/developers')
    for (const words of [
      'ignores what follows a question mark',
      'NOT_IN_COPY',
      'asOf',
      '(MCP)',
      'staleAfter',
    ])
      expect(text).toContain(words)
    expect(text).toContain('Unknown is null, never 0')
    expect(text).not.toContain('live.example')
    expect(await textOf('/developers', withLive)).toContain('The live service has all of that: live.example')
  })
})

test.each([
  ['/developers', ['X-Total-Count', 'X-Market-Version', 'Deprecation', 'cursor=', 'Retry-After']],
  ['/downloads', ['asOf', 'Filters', 'board=', 'EventSource', 'X-Market-Version']],
  ['/changes', ['JSON', 'events']],
  ['/docs', ['With asOf', 'health follow', 'never cached']],
  ['/about', ['IP address', 'one small server']],
])('%s of a static copy has no word about what only a service has', async (address, words) => {
  const text = await textOf(address)
  expect(text.length).toBeGreaterThan(500)
  expect(words.filter((word) => text.includes(word))).toEqual([])
})

test.each(['/developers', '/downloads', '/about'])(
  '%s keeps the sections of the service',
  async (address) => {
    const $ = await pageOf(address)
    const places = $('.places a')
      .map((_, link) => $(link).attr('href'))
      .get()
    for (const place of places) expect($(place), place).toHaveLength(1)
    expect(await textOf(address)).not.toContain('{{')
  },
)
