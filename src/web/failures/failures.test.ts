import { describe, expect, test } from 'vitest'
import { gmp, ipo } from '../../../test/support/lines.ts'
import { pageOf, plain } from '../../../test/support/pages.ts'
import { startTestService } from '../../../test/support/service.ts'

const HOSTILE = '<b>Acme</b> "Foods" \u200F Limited'
const LINES = [
  ipo('acme-foods', { name: HOSTILE, openDate: '2026-01-13', closeDate: '2026-01-16' }),
  ipo('bharat-metals'),
  gmp('acme-foods', '2026-01-15', 45),
]
const serve = () => startTestService({ now: '2026-01-15T06:00:00.000Z', lines: LINES })

describe('a page that does not exist', () => {
  test('suggests an IPO with a similar address, by its name', async () => {
    const $ = await pageOf(await serve(), '/ipos/acme-food', 404)
    expect(
      $('.choices a')
        .map((_, link) => $(link).attr('href'))
        .get(),
    ).toEqual(['/ipos/acme-foods'])
    expect($('.choices bdi').text()).toBe(HOSTILE)
    expect($('main b')).toHaveLength(0)
  })

  test('offers to search for the words of the address', async () => {
    const $ = await pageOf(await serve(), '/ipos/zeta-power-2026', 404)
    expect($('.choices')).toHaveLength(0)
    expect($('main form[action="/ipos"] input[name=q]').attr('value')).toBe('zeta power 2026')
  })

  test('shows the last update, as every page does', async () => {
    const $ = await pageOf(await serve(), '/nowhere', 404)
    expect(plain($('footer').text())).toContain('Last update: today 11:30 am from IPOWatch')
    expect(plain($('.lead').text())).toBe('There is no page at this address.')
  })

  test.each([
    ['markup', '/%3Cscript%3Ealert(1)%3C%2Fscript%3E'],
    ['quotes', '/ipos/%22%3E%3Cimg%20src=x%20onerror=alert(1)%3E'],
    ['a very long address', `/ipos/${'x'.repeat(900)}`],
  ])('shows %s in the address as text', async (_name, path) => {
    const $ = await pageOf(await serve(), path, 404)
    expect($('main script, main img')).toHaveLength(0)
    expect($('main input[name=q]').attr('value')?.length).toBeLessThanOrEqual(100)
  })

  test('is not cached', async () => {
    expect((await (await serve()).get('/nowhere')).headers.get('cache-control')).toBe('no-store')
  })
})

test('links to the page without the parameters that were refused', async () => {
  const $ = await pageOf(await serve(), '/deals?kind=huge', 400)
  expect(plain($('.lead').text())).toMatch(/^kind must be one of BULK, BLOCK.*; got "huge"\.$/)
  expect($('.lead code').text()).toBe('kind')
  expect($('main a').first().attr('href')).toBe('/deals')
})

test.each([
  ['/deals/clients/A%2FB', '/deals/clients/A%2FB'],
  ['/deals/clients/x%3Fy%23z', '/deals/clients/x%3Fy%23z'],
])('the link to %s keeps its encoding', async (path, href) => {
  const $ = await pageOf(await serve(), `${path}?cursor=bad`, 400)
  expect($('main a').first().attr('href')).toBe(href)
})

test('quotes no control character of the request', async () => {
  const text = (await pageOf(await serve(), '/calendar?month=a%00%1b%E2%80%AEb', 400))('.lead').text()
  expect(text).toContain('got "a\ufffd\ufffdb"')
})

test('a form with nothing but spaces is like an empty one', async () => {
  const $ = await pageOf(await serve(), '/ipos?q=%20%20&board=')
  expect($('main a[href="/ipos/acme-foods"]').length).toBeGreaterThan(0)
})
