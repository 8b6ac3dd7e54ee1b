import type { CheerioAPI } from 'cheerio/slim'
import { describe, expect, test } from 'vitest'
import { gmp, ipo, listing } from '../../../test/support/lines.ts'
import { pageOf, plain } from '../../../test/support/pages.ts'
import { testServiceForAll } from '../../../test/support/service.ts'
import { shownAddress } from './alerts-line.tsx'

const KNOWN = { recordedAt: '2026-01-15T05:10:00.000Z' }
const LINES = [
  ipo('acme-foods', { openDate: '2026-01-13', closeDate: '2026-01-16', ...KNOWN }),
  gmp('acme-foods', '2026-01-15', 45, 'IPOWatch', KNOWN),
  ipo('next-nuts', { openDate: '2026-01-19', closeDate: '2026-01-21', ...KNOWN }),
  ipo('lost-lamps', { openDate: '2026-01-19', closeDate: '2026-01-21', withdrawn: true, ...KNOWN }),
  ipo('listed-loom', { openDate: '2026-01-05', closeDate: '2026-01-07', issuePrice: 100, ...KNOWN }),
  listing('listed-loom', '2026-01-12', 131.5, KNOWN),
]
const NOW = '2026-01-15T06:00:00.000Z'
const ALERTS_PUBLIC = 'https://t.me/example'
const withAlerts = testServiceForAll({ now: NOW, env: { ALERTS_PUBLIC }, lines: LINES })
const withoutAlerts = testServiceForAll({ now: NOW, lines: LINES })
const demo = testServiceForAll({ now: NOW, env: { ALERTS_PUBLIC } })

const LINE = 'Get alerts when IPOs open and close: t.me/example'
const linesOf = ($: CheerioAPI, within: string): string[] =>
  $(`${within} p:has(> a[href="${ALERTS_PUBLIC}"])`)
    .map((_, line) => plain($(line).text()))
    .get()

describe('ALERTS_PUBLIC', () => {
  test('is linked below the open IPOs of today', async () => {
    const $ = await pageOf(withAlerts(), '/')
    expect(linesOf($, 'main')).toEqual([LINE])
    const line = $(`main p:has(> a[href="${ALERTS_PUBLIC}"])`)
    expect(plain(line.prev().find('h2').text())).toMatch(/^Open now/)
    expect(plain(line.next().find('h2').text())).toMatch(/^Upcoming/)
  })

  test.each([
    ['an open IPO', 'acme-foods', [LINE]],
    ['an upcoming IPO', 'next-nuts', [LINE]],
    ['a listed IPO, which has no days to come', 'listed-loom', []],
    ['a withdrawn IPO', 'lost-lamps', []],
  ])('is beside the dates of %s: %s', async (_name, slug, expected) => {
    const $ = await pageOf(withAlerts(), `/ipos/${slug}`)
    expect(linesOf($, '#dates')).toEqual(expected)
    expect(linesOf($, 'main')).toEqual(expected)
  })

  test('is not on a page about the past, apart from its foot', async () => {
    const $ = await pageOf(withAlerts(), '/ipos/acme-foods?asOf=2026-01-15T05:30:00Z')
    expect(linesOf($, 'main')).toEqual([])
    expect($(`footer a[href="${ALERTS_PUBLIC}"]`)).toHaveLength(1)
  })

  test.each([
    ['/', 200],
    ['/calendar', 200],
    ['/about', 200],
    ['/nowhere', 404],
  ])('is in the foot of %s', async (path, status) => {
    const $ = await pageOf(withAlerts(), path, status)
    const link = $(`footer .facts a[href="${ALERTS_PUBLIC}"]`)
    expect(plain(link.parent().text())).toBe('IPO alerts: t.me/example')
    expect(link.attr('rel')).toBe('noreferrer nofollow external')
  })

  test('is linked in the demo, below the notice that all data are invented', async () => {
    const $ = await pageOf(demo(), '/')
    expect($('.notice').text()).toContain('DEMO')
    expect(linesOf($, 'main')).toEqual([LINE])
  })

  test.each(['/', '/ipos/acme-foods', '/ipos/next-nuts', '/about'])(
    'adds nothing else to %s, and nothing at all when it is not set',
    async (path) => {
      const $ = await pageOf(withAlerts(), path)
      $(`main p:has(> a[href="${ALERTS_PUBLIC}"])`).remove()
      $(`footer span:has(> a[href="${ALERTS_PUBLIC}"])`).remove()
      const without = await pageOf(withoutAlerts(), path)
      expect($.html()).toBe(without.html())
      expect(without.html()).not.toContain('alerts')
    },
  )
})

test.each([
  ['https://t.me/example', 't.me/example'],
  ['https://ipo.example/', 'ipo.example'],
  ['https://www.ipo.example/alerts/', 'ipo.example/alerts'],
  ['https://lists.example:8443/join?list=ipo#form', 'lists.example:8443/join'],
  ['https://t.me/abcdefghijklmnopqrstuvwxyz0', 't.me/abcdefghijklmnopqrstuvwxyz0'],
  ['https://t.me/abcdefghijklmnopqrstuvwxyz01', 't.me/abcdefghijklmnopqrstuvwxyz…'],
])('%s is shown as %s', (address, shown) => {
  expect(shownAddress(address)).toBe(shown)
})
