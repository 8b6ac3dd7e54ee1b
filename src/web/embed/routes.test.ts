import { describe, expect, test } from 'vitest'
import { gmp, ipo, listing } from '../../../test/support/lines.ts'
import { pageOf, plain } from '../../../test/support/pages.ts'
import { testServiceForAll } from '../../../test/support/service.ts'
import { drawPng } from '../cards/draw-card.ts'

const OPEN = { openDate: '2026-01-13', closeDate: '2026-01-16', priceMin: 271, priceMax: 285 }
const CLOSED = { openDate: '2025-12-15', closeDate: '2025-12-17', priceMin: 100, priceMax: 100 }
const HOSTILE = '</title><script>alert(1)</script> & "Sons" ]]>'
const LINES = [
  ipo('quoted', OPEN),
  gmp('quoted', '2026-01-15', 45),
  gmp('quoted', '2026-01-15', 47, 'InvestorGain'),
  ipo('disputed', OPEN),
  gmp('disputed', '2026-01-15', 94),
  gmp('disputed', '2026-01-15', 219, 'InvestorGain'),
  ipo('old', OPEN),
  gmp('old', '2026-01-05', 45),
  ipo('unquoted', OPEN),
  ipo('listed', { ...CLOSED, issuePrice: 100 }),
  gmp('listed', '2025-12-17', 20),
  listing('listed', '2025-12-22', 118),
  ipo('overdue', CLOSED),
  ipo('withdrawn', { ...OPEN, withdrawn: true }),
  gmp('withdrawn', '2026-01-14', 30),
  ipo('postponed', { ...OPEN, postponed: true }),
  ipo('hostile', { ...OPEN, name: HOSTILE }),
]
const service = testServiceForAll({
  now: '2026-01-15T06:00:00.000Z',
  lines: LINES,
  env: { PUBLIC_URL: 'https://ipo.example' },
})

const STATES = [
  [
    'quoted',
    'GMP (unofficial) ₹46 15 Jan 2026, 2 sources',
    'quoted: GMP ₹46, 15 Jan 2026, 2 sources, unofficial',
  ],
  [
    'disputed',
    'GMP (unofficial) ₹94 to ₹219 sources disagree, 15 Jan 2026, 2 sources',
    'disputed: GMP ₹94 to ₹219, sources disagree, 15 Jan 2026, 2 sources, unofficial',
  ],
  [
    'old',
    'GMP (unofficial) ₹45 5 Jan 2026, 10 days old, 1 source',
    'old: GMP ₹45, 5 Jan 2026, 10 days old, 1 source, unofficial',
  ],
  ['unquoted', 'GMP no quote yet', 'unquoted: no GMP quoted yet, on 15 Jan 2026'],
  [
    'listed',
    'Listed at ₹118 22 Dec 2025, NSE Listing gain +18.0% issue price ₹100 Last GMP (unofficial) ₹20, 17 Dec 2025, 1 source.',
    'listed: listed at ₹118, +18.0%, Last GMP (unofficial) ₹20, 17 Dec 2025, 1 source',
  ],
  [
    'overdue',
    'GMP no quote Price ₹100 Closed Wed 17 Dec 2025 Should have listed by',
    'overdue: no GMP quoted, on 15 Jan 2026',
  ],
  [
    'withdrawn',
    'This issue was withdrawn. There is nothing to apply for, and it will not list.',
    'withdrawn: issue withdrawn, on Greymark, 15 Jan 2026',
  ],
  [
    'postponed',
    'This issue was postponed. No new dates are announced.',
    'postponed: issue postponed, on Greymark, 15 Jan 2026',
  ],
] as const

/** With a space between blocks. */
const textOf = (html: string): string =>
  plain(html.replace(/<title>.*<\/title>/, '').replaceAll(/<[^>]*>/g, ' ')).replaceAll('&#39;', "'")

describe.each(STATES)('an IPO that is %s', (slug, shown, badge) => {
  test('is shown in an embedded page, with nothing computed from the GMP', async () => {
    const text = textOf(await (await service().get(`/embed/${slug}`)).text())
    expect(text).toContain(`${slug} `)
    expect(text).toContain(shown)
    expect(text.includes('%')).toBe(slug === 'listed')
  })

  test('has a badge', async () => {
    const response = await service().get(`/badge/${slug}.svg`)
    expect(response.headers.get('content-type')).toBe('image/svg+xml')
    expect(plain((await response.text()).match(/<title>(.*)<\/title>/)?.[1] ?? '')).toBe(badge)
  })
})

test('an issue that was withdrawn has no GMP and no dates', async () => {
  const text = textOf(await (await service().get('/embed/withdrawn')).text())
  expect(text).not.toMatch(/GMP|₹|Closes/)
})

describe('an embedded page', () => {
  test('may be framed by any site and loads nothing but its own style and icon', async () => {
    const { headers } = await service().get('/embed/quoted')
    const policy = headers.get('content-security-policy')
    expect(policy).toContain('frame-ancestors *')
    expect(policy).toContain("default-src 'none'; style-src 'self'; img-src 'self';")
    expect(headers.get('set-cookie')).toBeNull()
    expect(headers.get('x-robots-tag')).toBe('noindex')
    expect(headers.get('cache-control')).toMatch(/^public, max-age=60/)
  })

  test.each(['/', '/ipos/quoted', '/embed/nobody', '/badge/quoted.svg', '/cards/today.png'])(
    '%s may not be framed',
    async (path) => {
      const { headers } = await service().get(path)
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    },
  )

  test('has no script, and opens the full page outside the frame', async () => {
    const $ = await pageOf(service(), '/embed/quoted')
    expect($('script, [onclick], [style]')).toHaveLength(0)
    const link = $('main a')
    expect([link.attr('href'), link.attr('target'), link.attr('rel')]).toEqual([
      ...['/ipos/quoted', '_blank', 'noopener'],
    ])
    expect($('link[rel=canonical]').attr('href')).toBe('https://ipo.example/ipos/quoted')
    expect((await service().get($('link[rel=stylesheet]').attr('href') ?? '')).status).toBe(200)
  })

  test('shows markup in a name as text', async () => {
    const $ = await pageOf(service(), '/embed/hostile')
    expect($('script')).toHaveLength(0)
    expect($('h1').text()).toBe(HOSTILE)
  })
})

describe('a badge', () => {
  test('may be shown by any site', async () => {
    const { headers } = await service().get('/badge/quoted.svg')
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(headers.get('access-control-allow-origin')).toBe('*')
  })

  test('shows markup in a name as text', async () => {
    const svg = await (await service().get('/badge/hostile.svg')).text()
    expect(svg).toContain('&lt;script>alert(1)')
    // These three characters would make it invalid XML, which no browser shows.
    expect(svg).not.toContain(']]>')
    expect((await drawPng(svg)).readUInt32BE(16)).toBeGreaterThan(100)
  })
})

test.each(['/embed/nobody', '/badge/nobody.svg', '/badge/quoted'])('%s does not exist', async (path) => {
  expect((await service().get(path)).status).toBe(404)
})
