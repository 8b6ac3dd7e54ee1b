import { describe, expect, test } from 'vitest'
import { demoServiceForAll } from './support/demo-service.ts'
import { deal, gmp, ipo } from './support/lines.ts'
import { callForAnswer, callForError, mcpOverHttp } from './support/mcp-client.ts'
import { startTestService, testServiceForAll } from './support/service.ts'

const demo = demoServiceForAll()
const BASE = '/api/public/market'
const MOST_BYTES = 8192

interface Change {
  at: string
  slug: string
}

const client = () => mcpOverHttp(demo.address, 'legacy')
const openSlug = async () => (await demo.json(`${BASE}/ipos?status=OPEN&limit=1`)).ipos[0].slug
const bytes = (answer: object) => Buffer.byteLength(JSON.stringify(answer))

test('every tool has a title, a description, annotations and both schemas', async () => {
  const { tools } = await (await client()).listTools()
  expect(tools.map(({ name }) => name)).toEqual([
    'find_ipos',
    'get_ipo',
    'get_evidence',
    'grey_market_record',
    'find_deals',
    'what_changed',
  ])
  for (const { title, description, annotations, inputSchema, outputSchema } of tools) {
    expect(title).toMatch(/^[A-Z]/)
    expect(description?.length).toBeGreaterThan(200)
    expect(annotations).toMatchObject({ readOnlyHint: true, idempotentHint: true, openWorldHint: false })
    expect(inputSchema.additionalProperties).toBe(false)
    expect(inputSchema.properties).toHaveProperty('asOf')
    expect(outputSchema?.required).toContain('disclaimer')
  }
  // Assistants keep this list in mind for the whole conversation.
  expect(bytes(tools)).toBeLessThan(45_000)
})

test('the instructions carry the disclaimer, the terms and how to state a GMP', async () => {
  const text = (await client()).getInstructions()
  expect(text).toMatch(/Not investment advice/)
  expect(text).toMatch(/lastGmpDay.*lastGmpOwners.*gmpDisputed/)
  expect(text).toMatch(/link back/)
  expect(text).toMatch(/once a minute/)
  expect(text).toMatch(/DEMO: every issue/)
})

describe('answers', () => {
  test('of each tool match their schema, carry the disclaimer and stay below 8 KB', async () => {
    const assistant = await client()
    const slug = await openSlug()
    const listed = (await demo.json(`${BASE}/ipos?status=LISTED&limit=3`)).ipos[2].slug
    for (const [name, given] of [
      ['find_ipos', {}],
      ['find_ipos', { status: ['OPEN', 'CLOSED'] }],
      ['get_ipo', { slug }],
      ['get_ipo', { slug: listed }],
      ['get_evidence', { slug }],
      ['get_evidence', { slug, figure: 'lastGmp' }],
      ['get_evidence', { slug, figure: 'gmp' }],
      ['grey_market_record', {}],
      ['grey_market_record', { board: ['SME'] }],
      ['find_deals', {}],
      ['what_changed', {}],
      ['what_changed', { since: '0' }],
    ] as const) {
      const answer = await callForAnswer(assistant, name, given)
      expect(answer.disclaimer, name).toMatch(/^Aggregated public information/)
      expect(bytes(answer), `${name} ${JSON.stringify(given)}`).toBeLessThanOrEqual(MOST_BYTES)
    }
  })

  test('find_ipos has symbols, a day, owners and dispute beside every GMP, and plain days', async () => {
    const { ipos, total, count } = await callForAnswer(await client(), 'find_ipos', { status: 'OPEN' })
    const expected = await demo.json(`${BASE}/ipos?status=OPEN&detail=full`)
    expect([total, count]).toEqual([expected.count, expected.count])
    for (const [i, ipo] of ipos.entries()) {
      const { symbol, lastGmp, lastGmpDay, lastGmpOwners, gmpDisputed, openDate } = expected.ipos[i]
      expect(ipo).toMatchObject({ symbol, lastGmp, lastGmpDay, lastGmpOwners, gmpDisputed })
      expect(ipo.openDate).toBe(openDate.slice(0, 10))
    }
  })

  test('find_ipos lists announced IPOs as they open, page by page, and the day of a listing', async () => {
    const assistant = await client()
    const days: (string | null)[] = []
    let page = await callForAnswer(assistant, 'find_ipos', { status: 'UPCOMING', limit: 7 })
    for (;;) {
      days.push(...page.ipos.map(({ openDate }: { openDate: string | null }) => openDate))
      if (page.next === null) break
      page = await callForAnswer(assistant, 'find_ipos', { cursor: page.next })
    }
    const { count } = await demo.json(`${BASE}/ipos?status=UPCOMING&limit=200`)
    expect([days.length, page.total]).toEqual([count, count])
    expect(days.map((day) => day ?? '9999')).toEqual(days.map((day) => day ?? '9999').sort())
    const { ipos } = await callForAnswer(assistant, 'find_ipos', { status: 'LISTED', limit: 1 })
    expect(ipos).toMatchObject([{ listedOn: expect.stringMatching(/^2\d{3}-/) }])
  })

  test('a list continues at its cursor, without a gap', async () => {
    const assistant = await client()
    const slugs: string[] = []
    for (let cursor: string | null = null, pages = 0; pages < 3; pages++) {
      const page: { ipos: { slug: string }[]; next: string } = await callForAnswer(assistant, 'find_ipos', {
        cursor,
      })
      slugs.push(...page.ipos.map(({ slug }) => slug))
      cursor = page.next
    }
    const { ipos } = await demo.json(`${BASE}/ipos?limit=${slugs.length}`)
    expect(slugs).toEqual(ipos.map(({ slug }: { slug: string }) => slug))
  })

  test.each([
    ['find_ipos', 'ipos'],
    ['find_deals', 'deals'],
    ['what_changed', 'changes'],
  ])('the cursor of %s carries the limit, until another one is given', async (name, list) => {
    const assistant = await client()
    let page = await callForAnswer(assistant, name, { limit: 2 })
    for (const [limit, count] of [
      [null, 2],
      [7, 7],
      [null, 7],
    ]) {
      page = await callForAnswer(assistant, name, { cursor: page.next, limit })
      expect(page[list]).toHaveLength(count as number)
    }
  })

  test('changes continue at their cursor and end at the position of the endpoint', async () => {
    const assistant = await client()
    const { since } = await demo.json(`${BASE}/changes?limit=1`)
    const [all, seen]: [unknown[], unknown[]] = [[], []]
    for (let path = `changes?since=${since}&scope=news&limit=100`; path !== ''; ) {
      const answer = await fetch(`${demo.address}${BASE}/${path}`)
      all.push(...(await answer.json()).changes.map(({ at, slug }: Change) => [at, slug]))
      const cursor = /cursor=([^>]+)>/.exec(answer.headers.get('link') ?? '')?.[1]
      path = cursor === undefined ? '' : `changes?cursor=${cursor}`
    }
    let page = await callForAnswer(assistant, 'what_changed', { since })
    for (;;) {
      expect(page.count).toBeLessThan(50)
      seen.push(...page.changes.map(({ at, slug }: Change) => [at, slug]))
      expect(page.position === null).toBe(page.next !== null)
      if (page.next === null) break
      page = await callForAnswer(assistant, 'what_changed', { cursor: page.next, limit: 200 })
    }
    expect(seen).toEqual(all)
    expect(page.complete).toBe(true)
  })

  test('what_changed counts by kind, and gives those of one kind, page by page', async () => {
    const assistant = await client()
    const { counts, since } = await callForAnswer(assistant, 'what_changed', {})
    const seen: Change[] = []
    let page = await callForAnswer(assistant, 'what_changed', { since, kind: ['gmp'], limit: 10 })
    for (;;) {
      seen.push(...page.changes)
      expect(page.changes.every(({ kind }: { kind: string }) => kind === 'gmp')).toBe(true)
      if (page.next === null) break
      page = await callForAnswer(assistant, 'what_changed', { cursor: page.next })
    }
    expect(seen).toHaveLength(counts.gmp)
    expect(page).toMatchObject({ complete: true, counts: null, position: expect.any(String) })
  })

  test('what_changed shows the GMP of later pages as of the end of the first', async () => {
    const service = await startTestService({
      now: '2026-01-14T06:00:00.000Z',
      linesAt: '2026-01-14T05:00:00.000Z',
      lines: ['acme-foods', 'zeta-metals'].flatMap((slug) => [
        ipo(slug, { openDate: '2026-01-13', closeDate: '2026-01-16' }),
        gmp(slug, '2026-01-13', 45, 'IPOWatch'),
      ]),
    })
    const assistant = await mcpOverHttp(service.address, 'legacy')
    const first = await callForAnswer(assistant, 'what_changed', { since: '0', limit: 1 })
    service.setNow('2026-01-15T06:00:00.000Z')
    await service.record('2026-01-15T06:00:00.000Z', [gmp('zeta-metals', '2026-01-15', 60, 'Chittorgarh')])
    const second = await callForAnswer(assistant, 'what_changed', { cursor: first.next })
    expect(second.changes).toMatchObject([{ slug: 'zeta-metals', gmpNow: { lastGmpDay: '2026-01-13' } }])
    expect(second.changes[0].new.lastGmp).toBe(45)
  })

  test('get_ipo counts what it leaves out, and gives more when asked', async () => {
    const assistant = await client()
    const slug = await openSlug()
    const { ipo } = await demo.json(`${BASE}/ipos/${slug}`)
    const few = await callForAnswer(assistant, 'get_ipo', { slug, history: 2 })
    expect(few.ipo.gmp).toEqual(ipo.gmp.slice(-2))
    expect(few.leftOut).toEqual({ gmp: ipo.gmp.length - 2 })
    const rest = await callForAnswer(assistant, 'get_ipo', { slug, cursor: few.next, history: 500 })
    expect(rest.ipo.gmp).toEqual(ipo.gmp.slice(-2 - rest.ipo.gmp.length, -2))
    expect(rest.ipo.gmp.length).toBeGreaterThan(10)
  })

  test('get_evidence names who reported a figure, and which facts do not count', async () => {
    const slug = await openSlug()
    const { figures, facts } = await demo.json(`${BASE}/ipos/${slug}/evidence`)
    const figure = figures.find(({ path }: { path: string }) => path === 'lastGmp')
    const answer = await callForAnswer(await client(), 'get_evidence', { slug, figure: 'lastGmp' })
    const counting = answer.facts.filter(({ counts }: { counts: boolean }) => counts)
    expect(counting.map(({ fact }: { fact: number }) => fact)).toEqual(figure.facts)
    const { printed, source } = facts.find(({ fact }: { fact: number }) => fact === figure.facts[0])
    expect(counting[0]).toMatchObject({ printed, source, notUsedBecause: null })
    expect(answer.facts.at(-1).notUsedBecause).toBe('earlier-day')
  })

  test('get_evidence gives plain days, also of earlier values', async () => {
    const service = await startTestService({
      now: '2026-01-14T06:00:00.000Z',
      lines: ['2026-01-15', '2026-01-16'].map((closeDate, i) =>
        ipo('acme-foods', { openDate: '2026-01-13', closeDate, recordedAt: `2026-01-1${i}T06:00:00.000Z` }),
      ),
    })
    const assistant = await mcpOverHttp(service.address, 'legacy')
    const { figures, earlier } = await callForAnswer(assistant, 'get_evidence', {
      slug: 'acme-foods',
      figure: 'closeDate',
    })
    expect(figures).toMatchObject([{ path: 'closeDate', value: '2026-01-16' }])
    expect(earlier).toMatchObject([{ path: 'closeDate', value: '2026-01-15' }])
  })

  test('grey_market_record has the summary of the board, and counts older rows', async () => {
    const { summary, rows } = await demo.json(`${BASE}/scoreboard?board=SME`)
    const answer = await callForAnswer(await client(), 'grey_market_record', { board: ['SME'], limit: 5 })
    expect(answer).toMatchObject({ summary, rows: rows.slice(0, 5), leftOut: rows.length - 5 })
    expect((await callForAnswer(await client(), 'grey_market_record', {})).rows).toHaveLength(20)
  })

  test('grey_market_record has the accuracy of a source, or of all', async () => {
    const { sources } = await demo.json(`${BASE}/accuracy`)
    const records = sources.map(({ source, horizons }: { [key: string]: unknown[] }) => {
      const [close] = (horizons as Record<string, unknown>[]).filter(({ horizon }) => horizon === 'close')
      const { rank, n, biasPp, meanAbsErrorPp, directionHitPct, againstMedian } = close ?? {}
      return { source, rank, n, biasPp, meanAbsErrorPp, directionHitPct, againstMedian }
    })
    const ask = async (source?: string) => callForAnswer(await client(), 'grey_market_record', { source })
    const byRank = records.toSorted((a: { rank: number }, b: { rank: number }) => a.rank - b.rank)
    expect(await ask('all')).toMatchObject({ sources: byRank, sourcesLeftOut: 0 })
    expect((await ask(records[1].source.toUpperCase())).sources).toEqual([records[1]])
    expect((await ask()).sources).toEqual([])
    await expect(ask('Gazette')).rejects.toThrow(`these have: ${records[0].source}, ${records[1].source}`)
  })

  test('find_deals takes the side and gives plain days', async () => {
    const { deals } = await callForAnswer(await client(), 'find_deals', { side: 'SELL', limit: 4 })
    const expected = await demo.json(`${BASE}/deals?dealType=SELL&limit=4`)
    expect(deals).toEqual(
      expected.deals.map((deal: { tradeDate: string }) => ({
        ...deal,
        tradeDate: deal.tradeDate.slice(0, 10),
      })),
    )
  })

  describe('find_deals with a company', () => {
    const service = testServiceForAll({
      now: '2026-01-24T06:00:00.000Z',
      lines: [
        ipo('acme-foods', { name: 'Acme Foods Limited', symbol: 'ACMEF' }),
        ipo('zeta-metals', { name: 'Zeta Metals Limited', symbol: 'ZETA' }),
        ipo('zeta-hotels', { name: 'Zeta Hotels Limited' }),
        ipo('yeti-steel', { name: 'Yeti Steel Limited', symbol: 'YETIS' }),
        deal('2026-01-21', { symbol: 'YETAS', securityName: 'Yeta Steel Limited' }),
        ...[1, 2, 3].map((n) => deal('2026-01-21', { symbol: 'ACMEF', quantity: n * 1000 })),
      ],
    })
    const find = async (given: Record<string, unknown>) =>
      callForAnswer(await mcpOverHttp(service().address, 'legacy'), 'find_deals', given)

    test('finds those of its symbol, page by page', async () => {
      const first = await find({ symbol: 'acme foods', limit: 2 })
      expect(first).toMatchObject({
        total: 3,
        count: 2,
        searched: '"acme foods" is Acme Foods Limited, ACMEF.',
      })
      expect((await find({ cursor: first.next })).deals).toMatchObject([{ symbol: 'ACMEF', quantity: 1000 }])
      expect(await find({ symbol: 'acmef' })).toMatchObject({ count: 3, searched: null })
    })

    test.each<[Record<string, unknown>, RegExp]>([
      [{ symbol: 'Lotus' }, /^No deal has the symbol "Lotus", and neither an IPO here nor a share/],
      [{ symbol: 'Zeta Hotels' }, /^"Zeta Hotels" is Zeta Hotels Limited, whose symbol is unknown/],
      [{ company: 'zeta metals' }, /^"zeta metals" is Zeta Metals Limited, ZETA. No deal matches/],
      [{ symbol: 'zeta' }, /^"zeta" is Zeta Metals Limited, ZETA. No deal matches/],
      [{ symbol: 'acme', side: 'SELL' }, /^"acme" is Acme Foods Limited, ACMEF. No deal matches/],
    ])('says what was tried for %j', async (given, searched) => {
      const answer = await find(given)
      expect(answer).toMatchObject({ count: 0, deals: [] })
      expect(answer.searched).toMatch(searched)
    })

    test('takes the exact name before similar ones, and no similar one for another', async () => {
      expect(await find({ company: 'Yeti Steel Limited' })).toMatchObject({
        deals: [],
        searched: '"Yeti Steel Limited" is Yeti Steel Limited, YETIS. No deal matches.',
      })
      const { deals, searched } = await find({ company: 'Yetta Steel' })
      expect(deals).toEqual([])
      expect(searched).toMatch(/Did you mean Yeta Steel Limited \(YETAS\)\?$/)
    })

    test('names several that match, those with deals first, and how many more', async () => {
      await expect(find({ company: 'limited' })).rejects.toThrow(
        /several companies match "limited": (Yeta Steel|Acme Foods) Limited .*; give company/,
      )
      await expect(find({ company: 'zeta', symbol: 'ACMEF' })).rejects.toThrow('give company or symbol')
      expect(await find({ company: 'acmef', symbol: 'acmef' })).toMatchObject({ count: 3 })
    })
  })

  test('are of a past moment with asOf', async () => {
    const asOf = '2026-11-13T09:00:00Z'
    const slug = 'ekalirang-electronics'
    const { ipo } = await callForAnswer(await client(), 'get_ipo', { slug, asOf })
    expect(ipo.lastGmp).toBe((await demo.json(`${BASE}/ipos/${slug}?asOf=${asOf}`)).ipo.lastGmp)
  })
})

describe('refusals come as tool errors that say what would be right', () => {
  test.each<[string, RegExp, Record<string, unknown>]>([
    ['get_ipo', /no IPO has this slug; did you mean ekalirang-/, { slug: 'ekalirang' }],
    ['get_ipo', /no IPO has this slug; find_ipos lists them/, { slug: '..' }],
    ['get_ipo', /slug is missing/, {}],
    ['get_ipo', /history must be a whole number from 0/, { slug: 'ekalirang-electronics', history: -1 }],
    ['get_ipo', /asOf must be a date-time/, { slug: 'ekalirang-electronics', asOf: 'yesterday' }],
    ['get_ipo', /slug must be a text/, { slug: { a: 1 } }],
    [
      'get_evidence',
      /no figure "price"; it has slug, name/,
      { slug: 'ekalirang-electronics', figure: 'price' },
    ],
    ['find_ipos', /status must be one of UPCOMING, OPEN/, { status: 'MAYBE' }],
    ['find_ipos', /no argument "stat"; this tool takes status, board, q/, { stat: 'OPEN' }],
    ['find_ipos', /limit must be a whole number from 1/, { limit: 0 }],
    ['find_ipos', /cursor is not one that this tool issued; .*next of the previous answer/, { cursor: 'x' }],
    ['find_ipos', /q is longer than 2000 characters/, { q: 'x'.repeat(3000) }],
    ['find_ipos', /status has more than 20 values/, { status: Array.from({ length: 50 }, () => 'OPEN') }],
    ['grey_market_record', /limit must be a whole number from 1 to 500/, { limit: 'many' }],
    ['find_deals', /^side must be one of BUY, SELL/, { side: 'HOLD' }],
    ['find_deals', /from must be a real day/, { from: '2026-13-01' }],
    ['find_deals', /from must not lie after to/, { from: '2026-02-01', to: '2026-01-01' }],
    ['what_changed', /since must be 0, the position of an earlier answer/, { since: 'x' }],
    [
      'what_changed',
      /^since must not lie after asOf, which is 2026-01-10T/,
      { since: '2026-01-12', asOf: '2026-01-10' },
    ],
    [
      'get_evidence',
      /^industry is null or empty here, and nothing is behind it; it has/,
      { slug: 'ekalirang-electronics', figure: 'industry' },
    ],
  ])('%s: %s', async (name, message, given) => {
    const text = await callForError(await client(), name, given)
    expect(text).toMatch(message)
    // An assistant sees no addresses, headers and parameters.
    expect(text).not.toMatch(/\/api\/|\bLink\b|\bX-|header|endpoint|parameter|dealType/)
  })

  test('but an unknown tool is an error of the protocol', async () => {
    const call = (await client()).callTool({ name: 'buy_ipo', arguments: {} })
    await expect(call).rejects.toThrow('buy_ipo not found; there are find_ipos, get_ipo')
  })
})
