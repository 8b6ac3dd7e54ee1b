import { load } from 'cheerio'
import { expect, test } from 'vitest'
import { BASE } from './support/conformance.ts'
import { deal, gmp, holiday, ipo, retraction, subscription } from './support/lines.ts'
import { recordAll } from './support/record.ts'
import { type Answered, startTestService } from './support/service.ts'

const ATOM = '/feeds/changes.atom'
const NOW = '2026-01-15T06:00:00.000Z'
const at = (minute: number) => new Date(Date.parse(NOW) + minute * 60_000).toISOString()
/** The first load of a store is one entry. */
const DAY_BEFORE = at(-24 * 60)
const NASTY = 'A & B <i>"Foods"</i> \u{1f35b} ]]> Limited'

/** The entries of a feed, with the text of some of their elements. */
function entriesOf(text: string) {
  const $ = load(text, { xml: true })
  return $('entry')
    .toArray()
    .map((entry) => ({
      id: $(entry).find('id').text(),
      title: $(entry).find('title').text(),
      updated: $(entry).find('updated').text(),
      link: $(entry).find('link').attr('href'),
      content: $(entry).find('content').text(),
    }))
}

/** What makes a text invalid XML: unclosed tags and unescaped characters. */
function xmlFaults(text: string): string[] {
  const open: string[] = []
  const faults: string[] = []
  const [, body = ''] = text.split('?>\n')
  for (const [token] of body.matchAll(/<[^>]*>|[^<]+/g)) {
    const [, slash, name = '', attributes = '', empty] =
      /^<(\/?)([a-z]+)((?:\s+[\w:]+="[^"<]*")*)\s*(\/?)>$/.exec(token) ?? []
    if (token.startsWith('<') && name === '') faults.push(token)
    else if (slash === '/') faults.push(...(open.pop() === name ? [] : [token]))
    else if (name !== '' && empty !== '/') open.push(name)
    if (/&(?!(amp|lt|gt|quot);)/.test(name === '' ? token : attributes) || token.includes(']]>'))
      faults.push(token)
  }
  return [...faults, ...open]
}

async function started(env: Record<string, string> = {}) {
  const service = await startTestService({ now: NOW, linesAt: DAY_BEFORE, lines: [ipo('first')], env })
  await service.record(at(0), [ipo('acme', { name: NASTY, priceMax: 100 })])
  await service.record(at(1), [gmp('acme', '2026-01-15', 40)])
  await service.record(at(2), [gmp('acme', '2026-01-15', 90, 'IPO Ji'), deal('2026-01-15')])
  await service.record(at(3), [retraction(gmp('acme', '2026-01-15', 90, 'IPO Ji'))])
  service.setNow(at(4))
  return service
}

test('the latest changes are an Atom feed, newest first, with an entry for each IPO and moment', async () => {
  const service = await started({ PUBLIC_URL: 'https://ipo.example/market' })
  const response = await service.get(ATOM)
  const text = await response.text()
  expect(response.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
  expect(xmlFaults(text)).toEqual([])
  const $ = load(text, { xml: true })
  const entries = entriesOf(text)
  expect(entries.map(({ title }) => title)).toEqual([
    `${NASTY}: GMP: ₹40, was ₹65 (a report was retracted), and more`,
    `${NASTY}: GMP: ₹65, was ₹40, and more`,
    'Deals: NSE bulk deals of 15 Jan 2026: 1',
    `${NASTY}: GMP: ₹40, and more`,
    `${NASTY}: New IPO`,
    'IPOs: 1 added to the records',
  ])
  expect(entries[1]?.content).toContain('The sources disagree.')
  expect(entries[1]?.link).toBe('https://ipo.example/market/ipos/acme')
  expect(entries[0]?.id).toMatch(/^tag:ipo\.example,2026:changes\/5@2026-01-15T06:03:[\d.]+Z\/acme$/)
  expect(entries.at(-1)?.id).toMatch(/^tag:ipo\.example,2026:changes\/1@[\dT:.-]+Z\/added$/)
  expect(entries.at(-1)?.link).toBe('https://ipo.example/market/ipos')
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length)
  for (const { updated } of entries.slice(0, -1)) expect(updated).toMatch(/^2026-01-15T06:0\d:[\d.]+Z$/)
  expect($('feed > updated').text()).toBe(entries[0]?.updated)
  expect($('feed > link[rel=self]').attr('href')).toBe(`https://ipo.example/market${ATOM}`)
  expect($('feed > id, feed > title, feed > author > name, feed > rights').length).toBe(4)
})

test('days that are due and the smallest application have their own sentences', async () => {
  const dated = { openDate: '2026-01-15', closeDate: '2026-01-16' }
  const service = await startTestService({
    now: NOW,
    linesAt: DAY_BEFORE,
    lines: [ipo('acme', { priceMax: 99 })],
  })
  await service.record(at(1), [ipo('acme', { ...dated, lotSize: 150 })])
  await service.record(at(2), [holiday('2026-01-20')])
  await service.record(at(3), [ipo('acme', { listingDate: '2026-01-15' })])
  service.setNow(at(4))
  const $ = load(await (await service.get(ATOM)).text(), { xml: true })
  const contents = $('content')
    .toArray()
    .map((content) => $(content).text())
  expect(contents[0]).toContain('Status: Listed, was Open')
  expect(contents[0]).not.toContain('due')
  expect(contents[1]).toContain('Listing due 22 Jan 2026, was 21 Jan 2026')
  expect(contents[1]).not.toContain('Allotment')
  expect(contents[2]?.split('\n')).toEqual([
    'Lot size: 150.',
    'Minimum amount: ₹14,850.',
    'Opening day: 15 Jan 2026.',
    'Closing day: 16 Jan 2026.',
    'Allotment due by 19 Jan 2026.',
    'Listing due 21 Jan 2026.',
    'Status: Open, was Upcoming.',
  ])
})

test('a reader with the current feed gets 304, later the new changes; as of before it gets the earlier feed', async () => {
  const service = await started()
  const first = await service.get(ATOM)
  const [body, etag] = [await first.text(), first.headers.get('etag') ?? '']
  expect((await service.get(ATOM, { 'if-none-match': etag })).status).toBe(304)
  await service.record(at(10), [gmp('acme', '2026-01-15', 50)])
  service.setNow(at(11))
  const later = await (await service.get(ATOM, { 'if-none-match': etag })).text()
  expect(later).toContain('GMP: ₹50, was ₹40')
  expect(later).toContain(body.slice(body.indexOf('  <entry>')))
  expect(await (await service.get(`${ATOM}?asOf=${at(5)}`)).text()).toBe(body)
})

const reading = (slug: string, minute: number, times: number, more = {}) =>
  subscription(slug, at(minute), 'TOTAL', times, more)

test('the readings of a day are one entry for each IPO, which keeps its id and moves to the newest', async () => {
  const service = await startTestService({
    now: NOW,
    linesAt: DAY_BEFORE,
    lines: [ipo('acme'), ipo('beta')],
  })
  await service.record(at(10), [reading('acme', 9, 1), reading('beta', 9, 5)])
  await service.record(at(20), [reading('acme', 19, 2)])
  service.setNow(at(21))
  const first = entriesOf(await (await service.get(ATOM)).text())
  await service.record(at(30), [reading('acme', 29, 3), gmp('acme', '2026-01-15', 40)])
  await service.record(at(40), [reading('acme', 39, 2.5, { source: 'operator' })])
  await service.record(at(24 * 60), [reading('acme', 24 * 60 - 1, 7)])
  service.setNow(at(24 * 60 + 1))
  const later = entriesOf(await (await service.get(ATOM)).text())
  expect(first.map(({ title }) => title).slice(0, 2)).toEqual([
    'acme Limited: Subscription: 2.00×, was 1.00×',
    'beta Limited: Subscription: 5.00×',
  ])
  expect(later.map(({ title }) => title).slice(0, 5)).toEqual([
    'acme Limited: Subscription: 7.00×, was 2.50×',
    'acme Limited: Subscription: 2.50×, was 3.00× (corrected by the operator)',
    'acme Limited: GMP: ₹40, and more',
    'acme Limited: Subscription: 3.00×, was 2.00×',
    'beta Limited: Subscription: 5.00×',
  ])
  expect(first[0]?.id).toBe('tag:greymark,2026:changes/2026-01-15/acme/subscription')
  expect(later[3]).toMatchObject({ id: first[0]?.id, updated: expect.stringMatching('2026-01-15T06:30') })
  expect(later[4]).toEqual(first[1])
  expect(new Set(later.map(({ id }) => id)).size).toBe(later.length)
})

test('the feed and the page still have a new IPO after days of readings every 10 minutes', async () => {
  const slugs = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight']
  const service = await startTestService({
    now: NOW,
    linesAt: DAY_BEFORE,
    lines: slugs.map((slug) => ipo(slug)),
  })
  await recordAll(service.db, at(1), [ipo('newcomer')])
  for (const day of [0, 1, 2])
    for (let i = 0; i < 30; i++) {
      const minute = day * 24 * 60 + 10 * (i + 1)
      await recordAll(
        service.db,
        at(minute),
        slugs.map((slug) => reading(slug, minute - 1, 1 + day + i / 100)),
      )
    }
  await service.refresh()
  service.setNow(at(3 * 24 * 60))
  const entries = entriesOf(await (await service.get(ATOM)).text())
  expect(entries.filter(({ title }) => title.includes('Subscription'))).toHaveLength(3 * slugs.length)
  expect(entries.map(({ title }) => title)).toContain('newcomer Limited: New IPO')
  expect(await (await service.get('/changes')).text()).toContain('/ipos/newcomer')
  const { changes } = await service.json(`${BASE}/changes?since=${at(2)}&limit=1000`)
  expect(changes.length).toBeGreaterThan(400)
})

test('after more rounds than one read covers, the feed has the latest, and the changes lead there page by page', async () => {
  const service = await startTestService({ now: NOW, lines: [ipo('acme', { priceMax: 100 })] })
  service.setNow(at(1))
  const { position } = await service.json(`${BASE}/changes?since=0`)
  for (let i = 1; i <= 65; i++) await recordAll(service.db, at(i), [gmp('acme', '2026-01-15', i)])
  await service.refresh()
  service.setNow(at(66))
  expect(await (await service.get(ATOM)).text()).toMatch(/<title>acme Limited: GMP: ₹65, was ₹64/)
  const first = await service.get(`${BASE}/changes?since=${position}`)
  const second = await service.get(/<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '')
  const [a, b] = [await first.json(), await second.json()]
  const gmpChanges = [...a.changes, ...b.changes].filter(({ kind }: Answered) => kind === 'gmp')
  expect(gmpChanges.map((change: Answered) => change.new.lastGmp)).toEqual(
    Array.from({ length: 65 }, (_, i) => i + 1),
  )
  expect([a.complete, b.complete, b.since === a.position]).toEqual([false, true, true])
})
