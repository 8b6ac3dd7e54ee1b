import { load } from 'cheerio/slim'
import { h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { describe, expect, test } from 'vitest'
import { BASE } from '../src/request/paths.ts'
import { openApiOf } from '../src/service/answer-routes.ts'
import { copyOpenApi } from '../src/static-copy/copy-openapi.ts'
import { WithCopy } from '../src/web/copy/static-copy.tsx'
import { docsPage } from '../src/web/developers/docs-page.tsx'
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

test('the reference of a static copy explains an answer once, with all of its files', () => {
  const ipos = (query: Record<string, string>, name: string) => ({
    ...{ path: `${BASE}/ipos`, query, file: `${BASE}${name}.json`, next: `${BASE}${name}/page/{page}.json` },
  })
  const live = openApiOf({ PUBLIC_URL: '', CONTACT: '', ALERTS_PUBLIC: '' })
  const page = docsPage(copyOpenApi(live, [ipos({ status: 'OPEN' }, '/ipos/open'), ipos({}, '/ipos')]))
  const value = { liveUrl: '', inCopy: () => undefined }
  const $ = load(renderToString(h(WithCopy, { value }, page.content)))
  expect($('#market ~ section h3').text()).toBe('Tracked IPOs')
  expect($('#market ~ section > pre').first().text().split('\n')).toEqual([
    `GET ${BASE}/ipos.json`,
    `GET ${BASE}/ipos/open.json`,
    `GET ${BASE}/ipos/page/{page}.json`,
    `GET ${BASE}/ipos/open/page/{page}.json`,
  ])
})
