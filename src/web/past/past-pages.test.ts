import type { CheerioAPI } from 'cheerio/slim'
import { describe, expect, test } from 'vitest'
import { deal, gmp, ipo, listing, subscription } from '../../../test/support/lines.ts'
import { pageOf, plain } from '../../../test/support/pages.ts'
import type { Line } from '../../../test/support/record.ts'
import { startTestService, testServiceForAll } from '../../../test/support/service.ts'

const ACME = { openDate: '2026-01-13', closeDate: '2026-01-15', priceMin: 95, priceMax: 100, lotSize: 150 }
const LISTED: Line[] = [
  ipo('older', { openDate: '2026-01-05', closeDate: '2026-01-07', issuePrice: 50, board: 'SME' }),
  gmp('older', '2026-01-07', 10),
  listing('older', '2026-01-12', 58),
]

/** What is recorded, and when pages are looked at afterwards. */
const HISTORY: readonly { at: string; lines: readonly Line[]; seen: readonly string[] }[] = [
  {
    at: '2026-01-12T06:00:00.000Z',
    lines: [...LISTED, ipo('acme', ACME), gmp('acme', '2026-01-12', 30), deal('2026-01-12')],
    seen: ['2026-01-12T06:30:00.000Z', '2026-01-12T18:29:59.000Z', '2026-01-12T18:30:00.000Z'],
  },
  {
    at: '2026-01-14T05:00:00.000Z',
    lines: [
      gmp('acme', '2026-01-14', 42, 'IPO Ji'),
      gmp('acme', '2026-01-14', 12),
      subscription('acme', '2026-01-14T05:00:00.000Z', 'TOTAL', 2.5),
    ],
    seen: ['2026-01-14T05:00:01.000Z', '2026-01-15T09:30:00.000Z', '2026-01-15T13:00:00.000Z'],
  },
  {
    at: '2026-01-20T06:00:00.000Z',
    lines: [
      ipo('acme', { ...ACME, issuePrice: 100 }),
      listing('acme', '2026-01-20', 131.5),
      deal('2026-01-20'),
    ],
    seen: ['2026-01-20T06:00:01.000Z'],
  },
]
const LAST = '2026-01-25T06:00:00.000Z'
const PAGES = [
  '/ipos/acme',
  '/ipos/acme/evidence',
  '/scoreboard',
  '/scoreboard?board=sme&sort=name',
  '/accuracy',
  '/accuracy?horizon=close-3',
  '/',
  '/ipos',
  '/ipos?status=open,listed&sort=-opens',
  '/calendar',
  '/calendar?month=2026-02',
  '/unannounced',
  '/deals',
  '/deals?kind=BULK',
  '/deals/ACME',
  '/deals/clients/SOME%20FUND',
  '/changes',
]
/** Those whose last part is a walk that carries its own moment have no such link. */
const HAS_LINK = PAGES.filter((path) => !path.startsWith('/deals'))

/** The content of a page without what only a page about the past, or only one about the present, has. */
function contentOf($: CheerioAPI): string {
  $('main .share').remove()
  $('main a[href="#share"]').parent().remove()
  $('main > .notice.line').remove()
  $('main input[name=asOf], #my-ipos').remove()
  return ($('main').html() ?? '').replace(/(\?|&amp;)asOf=[\dTZ:.-]+/g, '')
}

const asOf = (path: string, moment: string): string =>
  `${path}${path.includes('?') ? '&' : '?'}asOf=${moment}`

test('a page as of a moment has the content that was served at that moment', async () => {
  const [first, ...rest] = HISTORY
  const service = await startTestService({
    now: first?.at ?? LAST,
    lines: first?.lines ?? [],
    env: { REQUESTS_PER_MINUTE: '1000000' },
  })
  const served = new Map<string, string>()
  const look = async (moments: readonly string[]) => {
    for (const moment of moments) {
      service.setNow(moment)
      for (const path of PAGES) served.set(asOf(path, moment), contentOf(await pageOf(service, path)))
    }
  }
  await look(first?.seen ?? [])
  for (const { at, lines, seen } of rest) {
    service.setNow(at)
    await service.record(at, lines)
    await look(seen)
  }
  service.setNow(LAST)
  await service.record(LAST, [gmp('acme', '2026-01-14', 55, 'InvestorGain'), ipo('later')])
  for (const [path, content] of served) expect(contentOf(await pageOf(service, path)), path).toBe(content)
  expect(new Set(served.values()).size).toBeGreaterThan(15)
})

const LINES = HISTORY.flatMap(({ at, lines }) => lines.map((line) => ({ ...line, recordedAt: at })))
const shared = testServiceForAll({ now: LAST, lines: LINES, env: { PUBLIC_URL: 'https://ipo.example' } })
const THEN = '2026-01-12T11:30:00.000Z'

describe('a page as of a moment', () => {
  test.each(PAGES)('%s has a banner, no index, and the address of the present page', async (path) => {
    const $ = await pageOf(shared(), asOf(path, THEN))
    expect(plain($('.notice.past').text())).toBe('As of 12 Jan 2026, 5:00 pm IST. Go to the present page')
    expect($('.notice.past a').attr('href')).toBe(path)
    expect($('link[rel=canonical]').attr('href')).toBe(`https://ipo.example${path}`)
    expect($('meta[name=robots]').attr('content')).toBe('noindex')
    expect($('title').text()).toContain('(as of 12 Jan 2026, 5:00 pm IST)')
    expect($('meta[name=description]').attr('content')).toMatch(/^As of 12 Jan 2026, 5:00 pm IST: /)
    expect(plain($('footer').text())).not.toContain('Link to this moment')
  })

  test.each(PAGES)('%s has no card, which would show the present', async (path) => {
    const $ = await pageOf(shared(), asOf(path, THEN))
    expect($('meta[property="og:image"]')).toHaveLength(0)
    expect((await pageOf(shared(), path))('meta[property="og:image"]')).toHaveLength(1)
  })

  test.each(PAGES.filter((path) => !path.startsWith('/calendar')))(
    '%s links to the same data as JSON of that moment',
    async (path) => {
      const $ = await pageOf(shared(), asOf(path, THEN))
      const json = $('link[rel=alternate][type="application/json"]').attr('href') ?? ''
      expect(json).toContain(`asOf=${THEN}`)
      expect((await shared().json(json)).ok).toBe(true)
    },
  )

  test.each(PAGES)('%s keeps the moment in links to pages that have one', async (path) => {
    const $ = await pageOf(shared(), asOf(path, THEN))
    const links = $('main a')
      .map((_, link) => $(link).attr('href'))
      .get()
      .filter((link) =>
        /^\/(ipos|scoreboard|accuracy|calendar|deals|changes|downloads\/\w+\.csv|$)/.test(link),
      )
      .filter((link) => link !== path)
    expect(links.length > 0).toBe(path !== '/changes')
    for (const link of links) expect(link).toContain(`asOf=${THEN}`)
    for (const link of new Set(links)) expect((await shared().get(link)).status, link).toBe(200)
  })

  test('has a form that keeps the moment', async () => {
    const $ = await pageOf(shared(), asOf('/scoreboard', THEN))
    expect($('form[action^="/scoreboard"] input[name=asOf]').attr('value')).toBe(THEN)
  })

  test('counts the days and hours by the clock of that moment', async () => {
    const $ = await pageOf(shared(), '/ipos/acme?asOf=2026-01-15T09:30:00.000Z')
    expect(plain($('.lead').text())).toContain('left')
    expect(plain((await pageOf(shared(), '/ipos/acme'))('.lead').text())).not.toContain('left')
  })

  test('has the evidence of that moment in its popovers', async () => {
    const evidence = async (path: string) => plain((await pageOf(shared(), path))('.why').text())
    expect(await evidence(asOf('/ipos/acme', THEN))).toContain('₹30')
    expect(await evidence(asOf('/ipos/acme', THEN))).not.toContain('131.5')
    expect(await evidence('/ipos/acme')).toContain('131.5')
  })

  test('is cached as long as an answer of the API about the past, and validated by its tag', async () => {
    const path = asOf('/ipos/acme', THEN)
    const first = await shared().get(path)
    const api = await shared().get(`/api/public/market${path}`)
    expect(first.headers.get('cache-control')).toBe(api.headers.get('cache-control'))
    expect(first.headers.get('cache-control')).toContain('max-age=3600')
    const again = await shared().get(path, { 'if-none-match': first.headers.get('etag') ?? '' })
    expect(again.status).toBe(304)
  })
})

test('each earlier day of the GMP trend leads to the page at the end of that day', async () => {
  for (const path of ['/ipos/acme', '/ipos/acme?asOf=2026-01-14T05:00:01.000Z']) {
    const $ = await pageOf(shared(), path)
    const links = $('#gmp-table tbody th a[rel=nofollow]').map((_, link) => $(link).attr('href'))
    const ends = path === '/ipos/acme' ? ['2026-01-12', '2026-01-14'] : ['2026-01-12']
    expect(links.get()).toEqual(ends.map((day) => `/ipos/acme?asOf=${day}T18:29:59.999Z`))
    const then = await pageOf(shared(), links.get()[0] ?? '')
    expect(plain(then('.notice.past').text())).toContain('As of 12 Jan 2026, 11:59 pm IST.')
    expect(then('#gmp-table tbody th').length).toBe(1)
    expect(then('#gmp-table tbody th a').length).toBe(0)
  }
})

describe('asOf is refused', () => {
  test.each([
    [
      'in the future',
      '2027-01-01T00:00:00Z',
      'asOf must not lie in the future; got 2027-01-01T00:00:00.000Z',
    ],
    ['when it is no moment', 'yesterday', 'asOf must be a date-time such as 2026-01-14T12:00:00Z'],
    ['when it is a day to come', '2999-01-12', 'asOf must not lie in the future; got 2999-01-12'],
    ['when it is given twice', `${THEN}&asOf=${THEN}`, 'asOf takes one value and is given more than once'],
  ])('%s, in the words of the API, with a link to the present page', async (_name, moment, message) => {
    for (const path of ['/ipos/acme', '/ipos/acme/evidence', '/scoreboard', '/accuracy']) {
      const $ = await pageOf(shared(), asOf(path, moment), 400)
      expect(plain($('main .lead').text())).toContain(message)
      expect($('main a').first().attr('href')).toBe(path)
    }
  })
})

test('an IPO that was not recorded yet has no page at that moment, but a link to the present one', async () => {
  const $ = await pageOf(shared(), asOf('/ipos/acme', '2026-01-01T00:00:00Z'), 404)
  expect(plain($('main .lead').text())).toBe('Nothing was recorded here by 1 Jan 2026, 5:30 am IST.')
  expect($('.choices a').attr('href')).toBe('/ipos/acme')
})

test.each([
  '/sources',
  '/method',
  '/developers',
  '/downloads',
  '/embed/acme',
  '/badge/acme.svg',
  '/cards/today.png',
])('%s has no past, and says where asOf works', async (path) => {
  const answer = await shared().get(asOf(path, THEN))
  expect(answer.status).toBe(400)
  expect(await answer.text()).toMatch(
    /shows the present only; asOf works on \/, \/ipos, .*\/changes, on tables/,
  )
})

describe('the link to this moment', () => {
  const redirect = (path: string) => fetch(`${shared().address}${path}`, { redirect: 'manual' })

  test.each(HAS_LINK)('of %s redirects to the page as of the time at which it is pressed', async (path) => {
    const $ = await pageOf(shared(), path)
    const link = $('footer .facts a[rel=nofollow]').filter((_, a) => $(a).text() === 'Link to this moment')
    expect(link.attr('href')).toBe(asOf(path, 'now'))
    const answer = await redirect(link.attr('href') ?? '')
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([302, 'no-store'])
    expect(answer.headers.get('location')).toBe(asOf(path, LAST))
  })

  test('does not change the page by itself', async () => {
    const service = await startTestService({ now: LAST, lines: LINES })
    const tag = async () => (await service.get('/scoreboard')).headers.get('etag')
    const before = await tag()
    service.setNow('2026-01-25T06:00:30.000Z')
    expect(await tag()).toBe(before)
  })

  test('refuses parameters that the page refuses', async () => {
    expect((await redirect('/scoreboard?board=huge&asOf=now')).status).toBe(400)
  })

  test('keeps an unknown parameter of any name', async () => {
    const answer = await redirect('/scoreboard?asOf=now&%E2%82%B9=1')
    expect([answer.status, answer.headers.get('location')]).toEqual([
      302,
      `/scoreboard?%E2%82%B9=1&asOf=${LAST}`,
    ])
  })

  test.each(['/sources', '/method', '/nowhere'])('is not on %s, which has no past', async (path) => {
    expect(await (await shared().get(path)).text()).not.toContain('Link to this moment')
  })

  test('cannot lead to another host', async () => {
    const answer = await redirect('/ipos/%2F%2Fother.example?asOf=now')
    expect(answer.headers.get('location')).toBe(`/ipos/%2F%2Fother.example?asOf=${LAST}`)
  })
})
