import { load } from 'cheerio/slim'
import { h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { describe, expect, test } from 'vitest'
import { WithCopy } from '../src/web/copy/static-copy.tsx'
import { StructuredDataBlock, websiteData } from '../src/web/share/structured-data.tsx'
import { copyPagesForAll } from './support/copy-pages.ts'

const copy = copyPagesForAll()
const withLive = copyPagesForAll('https://live.example')

async function pageOf(address: string) {
  const $ = load(await copy.file(address))
  const links = $('main a[href]')
    .map((_, link) => $(link).attr('href'))
    .get()
  return { $, links }
}

/** An open IPO and a share with deals. */
async function examples() {
  const names: [string | null, string, string | null, string][] = JSON.parse(
    await copy.file('/search/names.json'),
  )
  const open = names.find(([, , , kind]) => kind === 'IPO, open')?.[0]
  const symbol = names.find(([slug]) => slug === null)?.[2]
  return { open: `/ipos/${open}`, share: `/deals/${symbol}` }
}

describe.each([
  '/',
  '/ipos',
  '/calendar',
  '/scoreboard',
  '/accuracy',
  '/deals',
  '/changes',
  '/sources',
  'open',
  'share',
])('the page %s of a static copy', (name) => {
  const page = async () => {
    const found: Record<string, string> = await examples()
    return pageOf(found[name] ?? name)
  }

  test('has no form, and no link with a parameter', async () => {
    const { $ } = await page()
    expect($('form')).toHaveLength(0)
    const addresses = $('[href], [src]')
      .map((_, each) => $(each).attr('href') ?? $(each).attr('src'))
      .get()
    expect(addresses.filter((address) => address.startsWith('/') && address.includes('?'))).toEqual([])
  })

  test('has no countdown, no past moment and no sign of pressing where there is no link', async () => {
    const { $ } = await page()
    expect($('main a:not([href])[title]')).toHaveLength(0)
    expect($('main').text()).not.toMatch(/\d+ (h|min) left/)
    expect($('footer').text()).not.toContain('Link to this moment')
  })

  test('leads to its JSON by the name of the file', async () => {
    const { $ } = await page()
    const json = $('head link[type="application/json"]').attr('href')
    expect($('footer .facts a').first().attr('href')).toBe(json ?? '/method/')
    if (json !== undefined) expect(json).toMatch(/^\/api\/public\/market\/[\w./-]+\.json$/)
  })
})

test('the page of deals of a static copy leads to the deals of each of its days', async () => {
  const { links } = await pageOf('/deals')
  expect(links).toEqual(expect.arrayContaining(['/deals/days/2026-11-12/', '/deals/days/2026-11-16/']))
  expect(links.filter((link) => link.startsWith('/deals/clients'))).toEqual([])
})

test.each(['/ipos', '/deals', '/scoreboard'])(
  'in place of the form of %s stands a link to the live service, where there is one',
  async (address) => {
    const $ = load(await withLive.file(address))
    expect($('form')).toHaveLength(0)
    const link = $('main a:contains("Filter, sort and search at live.example")')
    expect(link.attr('href')).toMatch(`https://live.example${address}`)
    expect($('footer a[href="https://live.example"]').text()).toBe('Live service')
  },
)

test('the page of an IPO offers no file that a static copy lacks, and shares the address that it has', async () => {
  const { open } = await examples()
  const { $ } = await pageOf(open)
  expect($('.share-row').text()).not.toContain('Add to calendar')
  expect($('.share-row [data-share-by=whatsapp]').attr('href')).toContain(
    encodeURIComponent(`https://copy.example${open}/`),
  )
  expect($('#share code').first().text()).toContain(`https://copy.example${open.replace('ipos', 'embed')}/`)
})

test('a static copy promises no search to search engines', () => {
  const block = h(StructuredDataBlock, { of: websiteData, publicUrl: 'https://ipo.example' })
  expect(renderToString(block)).toContain('SearchAction')
  const value = { liveUrl: '', inCopy: () => undefined }
  expect(renderToString(h(WithCopy, { value }, block))).not.toContain('SearchAction')
})
