import { describe, expect, test } from 'vitest'
import type { Terms } from '../market/facts/fact.ts'
import { readLine } from '../sources/facts-file/read-line.ts'
import { writeLine } from '../sources/facts-file/write-line.ts'
import { type DownloadRequest, type Subject, UNNAMED_SUBJECT } from '../sources/source.ts'
import {
  bhavcopy,
  fresh,
  Market,
  nse,
  opening,
  plainSource,
  quote,
  subscribedTimes,
  terms,
  tracker,
} from './collect-round.test-market.ts'
import { UpstreamFault } from './download/upstream-fault.ts'
import { storableText } from './observation.ts'

const at = (day: string) => `2026-03-${day}T06:00:00.000Z`
const rounds = (market: Market) => market.db.selectFrom('rounds').selectAll().orderBy('id').execute()
const fetches = (market: Market) => market.db.selectFrom('fetches').selectAll().orderBy('id').execute()

/** Text that cannot be compressed, so that no database index accepts it by chance. */
const longText = (length: number) =>
  Array.from({ length }, (_, i) => String.fromCharCode(97 + ((i * i * 7 + i * 3) % 26))).join('')

const ofIssue = (subject: Partial<Subject>) =>
  quote(500, '2026-03-02', { subject: { ...UNNAMED_SUBJECT, name: 'Acorn Mills', ...subject } })

const UNFIT = [
  ['the character zero', 'Zero\u0000Foods Limited', '"Zero\\u0000Foods Limited"'],
  ['half a surrogate pair', 'Half \ud83e Foods', '"Half \\ud83e Foods"'],
  ['a control character', 'Bell\u0007 Foods', '"Bell\\u0007 Foods"'],
  ['a megabyte', longText(1_000_000), '…'],
] as const

describe('a round, whatever is in a row,', () => {
  test.each(UNFIT)('refuses a name with %s, and accepts the others', async (_what, name, got) => {
    const market = await Market.open()
    const page = [terms({ name, symbol: 'ODD' }, { name, symbol: 'ODD' }), terms()]
    await market.collectPage(nse, at('01'), page)
    await market.collectPage(nse, at('02'), page)
    expect((await rounds(market)).map(({ rows_kept, rows_refused }) => [rows_kept, rows_refused])).toEqual([
      [1, 1],
      [0, 1],
    ])
    expect(await market.refusals()).toEqual([
      expect.objectContaining({ rule: 'text-unfit', times: 2, reason: expect.stringContaining(got) }),
    ])
  })

  test.each([
    ['a quote is printed', quote(500, '2026-03-02', { printed: 'five\u0000hundred' })],
    ['the source numbers its issue', ofIssue({ upstreamId: longText(5000) })],
    ['a symbol', ofIssue({ symbol: 'S'.repeat(101) })],
  ])('refuses what no facts file could import again: how %s', async (_what, said) => {
    const market = await Market.open()
    await market.collectPage(nse, at('01'), [terms()])
    await market.collectPage(tracker, at('02'), [said, quote(700, '2026-03-02')])
    expect((await market.refusals()).map(({ rule }) => rule)).toEqual(['text-unfit'])
    expect((await market.facts()).filter(({ fact }) => fact === 'gmp')).toHaveLength(1)
  })

  const ofAcorn = { ...UNNAMED_SUBJECT, name: 'Acorn Mills' }
  const url = (length: number) => 'https://www.nseindia.com/'.padEnd(length, 'a')
  const documents = (length: number) => ({ documents: [{ kind: 'rhp', url: url(length) } as const] })

  test.each<[string, Partial<Terms>, readonly string[]]>([
    ['an issue price', { issuePrice: -48_500 }, ['impossible-value']],
    ['an end of a band', { priceMin: 0, priceMax: 57_400 }, ['impossible-value']],
    ['a face value', { faceValue: -1_000 }, ['impossible-value']],
    ['a lot', { lotSize: 0 }, ['impossible-value']],
    ['a size', { issueSizeCr: -5 }, ['impossible-value']],
    ['the largest bid', { niiMaxShares: 0 }, ['impossible-value']],
    [
      'two days',
      { openDate: '1926-03-10', closeDate: '1926-03-12' },
      ['impossible-value', 'impossible-value'],
    ],
    ['a text', { registrar: 'Bell\u0007 Registry' }, ['text-unfit']],
    ['one of several names', { leadManagers: ['Teak Capital', longText(501)] }, ['text-unfit']],
    ['an address of over 2,000 characters', documents(2_001), ['text-unfit']],
  ])('refuses a bad term, and records the others of its row: %s', async (_what, bad, rules) => {
    const market = await Market.open()
    const page = [terms({ symbol: 'ACORN', allotmentDate: '2026-03-13', ...bad })]
    await market.collectPage(nse, at('01'), page)
    // The refusal is the same one when other terms of the row have changed.
    await market.collectPage(nse, at('02'), [terms({ symbol: 'ACORN', allotmentDate: '2026-03-16', ...bad })])
    expect(await market.rules()).toEqual(rules)
    expect(await market.refusals()).toMatchObject(rules.map(() => ({ times: 2, said: null })))
    const [first, second] = await market.factsOf('ipo')
    expect(first?.said).toMatchObject({
      name: 'Acorn Mills Limited',
      symbol: 'ACORN',
      allotmentDate: '2026-03-13',
    })
    expect(second?.said).toMatchObject({ allotmentDate: '2026-03-16' })
    for (const key of Object.keys(bad).filter((key) => key !== 'priceMax'))
      expect(first?.said).not.toHaveProperty(key)
    expect(first?.said.priceMax).toBe(bad.priceMax)
  })

  test('accepts the address of a document of up to 2,000 characters', async () => {
    const market = await Market.open()
    await market.collectPage(nse, at('01'), [terms(documents(2_000))])
    expect(await market.rules()).toEqual([])
    expect(await market.factsOf('ipo')).toMatchObject([{ said: documents(2_000) }])
  })

  test('refuses a bad figure beside another one, and records that one', async () => {
    const market = await Market.open()
    await market.collectPage(nse, at('01'), [
      terms({ symbol: 'ACORN', issuePrice: 10_000, listingDate: '2026-03-02' }),
    ])
    await market.collectPage(nse, at('02'), [
      subscribedTimes(3, { sharesOffered: 0, sharesBid: 30 }),
      quote(500, '2026-03-02', { subjectToSauda: 0.5 }),
    ])
    await market.collectPage(bhavcopy, at('02'), [opening(14_000, '2026-03-02', { volume: 0, high: 14_500 })])
    expect(await market.rules()).toEqual(['impossible-value', 'impossible-value', 'impossible-value'])
    expect(await market.factsOf('subscription')).toMatchObject([
      { timesSub: 3, sharesOffered: null, sharesBid: 30 },
    ])
    expect(await market.factsOf('gmp')).toMatchObject([{ gmp: 500, subjectToSauda: null }])
    expect(await market.factsOf('listing')).toMatchObject([
      { listingPrice: 14_000, volume: null, high: 14_500 },
    ])
  })

  test.each([
    ['a price of the subject', quote(500, '2026-03-02', { subject: { ...ofAcorn, priceMax: -1 } })],
    ['a multiple', subscribedTimes(-1)],
    ['a multiple that is no number', subscribedTimes(1e10)],
    ['a listing price', opening(-500, '2026-03-02', { subject: { ...UNNAMED_SUBJECT, symbol: 'ACORN' } })],
    ['a day of a quote', quote(500, '1926-03-02')],
  ])('refuses values that no market can have, whatever the source: %s', async (_what, said) => {
    const market = await Market.open()
    await market.collectPage(nse, at('01'), [terms({ symbol: 'ACORN', listingDate: '2026-03-02' })])
    const before = await market.facts()
    await market.collectPage(bhavcopy, at('02'), [said])
    expect(await market.rules()).toEqual(['impossible-value'])
    expect(await market.facts()).toEqual(before)
  })

  test('accepts a GMP of zero and below', async () => {
    const market = await Market.open()
    await market.collectPage(nse, at('01'), [terms()])
    await market.collectPage(tracker, at('02'), [quote(0, '2026-03-01'), quote(-500, '2026-03-02')])
    expect((await market.factsOf('gmp')).map(({ gmp }) => gmp)).toEqual([0, -500])
  })

  test('describes what is wrong with a row in text that can be stored', async () => {
    const market = await Market.open()
    await market.collectPage(tracker, at('01'), [
      quote(500, '2026-03-01'),
      { rule: 'gmp-range', reason: '"1\u00002" is a range, not \ud83e a quote' },
    ])
    expect((await market.refusals()).map(({ reason }) => reason)).toContain(
      '"1\uFFFD2" is a range, not \uFFFD a quote',
    )
  })

  test('replaces line breaks and tabs within a name by spaces', async () => {
    const market = await Market.open()
    await market.collectPage(nse, at('01'), [terms({ name: 'Two\r\nLines\tLimited' })])
    const [fact] = await market.facts()
    expect(fact).toMatchObject({ said: { name: 'Two Lines Limited' } })
  })

  test('accepts a name of the maximum length, and everything it accepts can be imported again', async () => {
    const market = await Market.open()
    const name = `${longText(60)} `.repeat(8).trim()
    await market.collectPage(nse, at('01'), [terms({ name, symbol: 'S'.repeat(100) }, { name })])
    await market.collectPage(tracker, at('02'), [ofIssue({ name })])
    const facts = await market.facts()
    expect(facts).toHaveLength(2)
    const lines = facts.map((fact, i) => readLine(writeLine(fact, fact.recorded), i + 1))
    expect(lines.filter((line) => 'reason' in line)).toEqual([])
  })
})

describe('a round, whatever else an upstream does,', () => {
  test.each([
    ['an error page has such a title', async () => Promise.reject(new UpstreamFault('changed', 'a\u0000b'))],
    ['the layout is not known', async () => fresh('\u0000')],
  ])('is recorded when %s', async (_what, get) => {
    const market = await Market.open()
    await market.collect(nse, at('01'), get)
    const [round] = await rounds(market)
    expect(round).toMatchObject({ outcome: 'failed', words: expect.stringContaining('\uFFFD') })
  })

  test.each(['detail/A\u0000B', `detail/${longText(5000)}`])(
    'does not follow a link to a document whose name cannot be stored',
    async (document) => {
      const request = (name: string): DownloadRequest => ({
        document: name,
        url: 'https://led.example/x',
        expects: 'json',
      })
      const follow = (answer: { document: string }) =>
        answer.document === 'list' ? [request(document), request('detail/AB')] : []
      const market = await Market.open()
      await market.collect(plainSource('led', 'nse', { follow }), at('01'), async () => fresh('[]'))
      expect((await fetches(market)).map((fetch) => fetch.document)).toEqual(['list', 'detail/AB'])
    },
  )
})

test.each([
  ['a short message', 'no answer', 'no answer'],
  ['a NUL', 'an error page: \u0000', 'an error page: \uFFFD'],
  ['a megabyte', 'x'.repeat(1_000_000), `${'x'.repeat(700)}…`],
  ['half a character at the cut', `${'x'.repeat(699)}😀 and more`, `${'x'.repeat(699)}\uFFFD…`],
])('messages about a fault are stored at a readable length: %s', (_name, message, stored) => {
  expect(storableText(message)).toBe(stored)
})

test.each([
  ['a page titled "Denied: 203.0.113.7"', 'a page titled "Denied: IP-ADDRESS"'],
  [
    'redirected to http://portal.example/?ip=203.0.113.7&x=1',
    'redirected to http://portal.example/?ip=IP-ADDRESS&x=1',
  ],
  ['the name a.example leads to fd00::12:1; no', 'the name a.example leads to IP-ADDRESS; no'],
  ['EHOSTUNREACH 192.0.2.1:443 - Local (10.0.0.5:51234)', 'EHOSTUNREACH IP-ADDRESS - Local (IP-ADDRESS)'],
  ['[2001:db8::7]:443', '[IP-ADDRESS]:443'],
  [
    'left alone until 2030-03-05T12:30:00.000Z. See a.b:c',
    'left alone until 2030-03-05T12:30:00.000Z. See a.b:c',
  ],
  ['www.nse1.example/a.b?v=1.2.3: HTTP 404', 'www.nse1.example/a.b?v=1.2.3: HTTP 404'],
])('of %j is published %j', (message, published) => {
  expect(storableText(message)).toBe(published)
})
