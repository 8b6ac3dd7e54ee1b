import { describe, expect, test } from 'vitest'
import { deal, ipo, listing } from '../../../test/support/lines.ts'
import { pageOf } from '../../../test/support/pages.ts'
import { startTestService, testServiceForAll } from '../../../test/support/service.ts'

const LINES = [
  ipo('acme-foods', { symbol: 'ACMEF', openDate: '2026-01-13', closeDate: '2026-01-16' }),
  ipo('beta-steel', { openDate: '2026-01-02', closeDate: '2026-01-06' }),
  listing('beta-steel', '2026-01-09', 48),
  ipo('cargo-lines', { openDate: '2026-01-05', closeDate: '2026-01-07', listingDate: '2026-01-12' }),
  ipo('gone-gloves', { openDate: '2026-01-05', withdrawn: true }),
  ipo('undated-urns', { name: 'Urns <b>\u202e Limited' }),
]

test('has every tracked IPO with its symbol and state, newest first', async () => {
  const service = await startTestService({ now: '2026-01-16T06:00:00.000Z', lines: LINES })
  const answer = await service.get('/search/names.json')
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(answer.headers.get('cache-control')).toMatch(/^public, max-age=60/)
  expect(await answer.json()).toEqual([
    ['acme-foods', 'acme foods', 'ACMEF', 'IPO, open', 'acme foods Limited'],
    // Without a price a listing is not confirmed.
    ['cargo-lines', 'cargo lines', null, 'IPO, listing not confirmed', 'cargo lines Limited'],
    ['beta-steel', 'beta steel', null, 'IPO, listed', 'beta steel Limited'],
    ['undated-urns', 'Urns <b>', null, 'IPO, upcoming', 'Urns <b> Limited'],
  ])
  service.setNow('2026-01-16T12:00:00.000Z')
  expect((await (await service.get('/search/names.json')).json())[0][3]).toBe('IPO, closed')
})

describe('shares with deals', () => {
  const DEALS = [
    ipo('acme-foods', { symbol: 'ACMEF', openDate: '2026-01-13', closeDate: '2026-01-16' }),
    deal('2026-01-14', { symbol: 'ZETA', securityName: 'Zeta Mills Limited' }),
    deal('2026-01-13', { symbol: 'ZETA', securityName: 'Zeta Mills Ltd', exchange: 'BSE' }),
    deal('2026-01-15', { symbol: 'ACMEF', securityName: 'Acme Foods Ltd' }),
    deal('2026-01-15', { symbol: '..', securityName: 'No Path' }),
  ]
  const shared = testServiceForAll({ now: '2026-01-16T06:00:00.000Z', lines: DEALS })

  test('follow the IPOs, each share once, newest deal first', async () => {
    const names = await shared().json('/search/names.json')
    expect(names.slice(1)).toEqual([
      [null, 'Acme Foods', 'ACMEF', 'Share with deals'],
      [null, 'Zeta Mills', 'ZETA', 'Share with deals'],
    ])
  })

  test.each([
    ['zeta', ['/deals/ZETA']],
    ['Zeta Mills Private Ltd', ['/deals/ZETA']],
    ['mills', ['/deals/ZETA']],
    ['zeta mlils', ['/deals/ZETA']],
    ['acmef', ['/deals/ACMEF']],
    ['acme', ['/deals/ACMEF']],
    ['nothing like it', []],
  ])('are found on the page of all IPOs by "%s"', async (q, links) => {
    const $ = await pageOf(shared(), `/ipos?q=${encodeURIComponent(q)}`)
    const found = $('main a[href^="/deals/"]').map((_, a) => $(a).attr('href'))
    expect(found.get()).toEqual(links)
  })
})

test.each([
  ['acme foods pvt ltd', 'main table a[href="/ipos/acme-foods"]'],
  ['akme fods', 'main .choices a[href="/ipos/acme-foods"]'],
])('an IPO is found on the page of all IPOs by "%s"', async (q, selector) => {
  const service = await startTestService({ now: '2026-01-16T06:00:00.000Z', lines: LINES })
  expect((await pageOf(service, `/ipos?q=${encodeURIComponent(q)}`))(selector)).toHaveLength(1)
})
