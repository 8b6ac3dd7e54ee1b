import { describe, expect, test } from 'vitest'
import { ipo } from '../../../test/support/lines.ts'
import { pageOf } from '../../../test/support/pages.ts'
import { startTestService, testServiceForAll } from '../../../test/support/service.ts'

const HOSTILE = '</script><script>alert(1)</script> & "Sons"'
const LINES = [ipo('acme-foods', { name: HOSTILE, board: 'SME', openDate: '2026-01-13' })]
const env = { PUBLIC_URL: 'https://ipo.example' }
const service = testServiceForAll({ lines: LINES, env })

const dataIn = async (path: string) => {
  const $ = await pageOf(service(), path)
  const blocks = $('script[type="application/ld+json"]')
  return blocks.map((_, block) => JSON.parse($(block).text())).get()
}

describe('for search engines', () => {
  test('the first page describes the site and its search', async () => {
    expect(await dataIn('/')).toMatchObject([
      {
        '@context': 'https://schema.org',
        '@type': 'WebSite',
        url: 'https://ipo.example/',
        potentialAction: { target: { urlTemplate: 'https://ipo.example/ipos?q={search_term_string}' } },
      },
    ])
  })

  test('the page of an IPO describes only its place, whatever its name contains', async () => {
    const [data] = await dataIn('/ipos/acme-foods')
    expect(data['@type']).toBe('BreadcrumbList')
    expect(data.itemListElement.map(({ name, item }: Record<string, string>) => [name, item])).toEqual([
      ['All IPOs', 'https://ipo.example/ipos'],
      ['SME', 'https://ipo.example/ipos?board=sme'],
      [HOSTILE, 'https://ipo.example/ipos/acme-foods'],
    ])
    expect(await (await service().get('/ipos/acme-foods')).text()).not.toContain('<script>alert')
  })

  test('the page of downloads describes a data set with its licence', async () => {
    const [data] = await dataIn('/downloads')
    expect(data).toMatchObject({ '@type': 'Dataset', license: 'https://ipo.example/about#terms' })
    expect(data.distribution).toContainEqual({
      '@type': 'DataDownload',
      name: 'gmp',
      encodingFormat: 'text/csv',
      contentUrl: 'https://ipo.example/downloads/gmp.csv',
    })
  })

  test('other pages describe nothing', async () => {
    expect(await dataIn('/scoreboard')).toEqual([])
  })

  test.each([
    ['an invented market', { env }],
    ['a service that does not know its address', { lines: LINES }],
  ])('%s describes nothing', async (_name, options) => {
    const $ = await pageOf(await startTestService(options), '/')
    expect($('script[type="application/ld+json"]')).toHaveLength(0)
  })
})
