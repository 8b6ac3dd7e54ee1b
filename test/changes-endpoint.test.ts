import { describe, expect, test } from 'vitest'
import { readLine } from '../src/sources/facts-file/read-line.ts'
import { recordFacts } from '../src/store/append/record-facts.ts'
import { BASE, faultsOf, schemaCheck } from './support/conformance.ts'
import { deal, gmp, holiday, ipo, listing, retraction, same } from './support/lines.ts'
import { type Answered, startTestService, type TestService } from './support/service.ts'

const CHANGES = `${BASE}/changes`
const NOW = '2026-01-15T06:00:00.000Z'
/** The instant of a minute after NOW. */
const at = (minute: number) => new Date(Date.parse(NOW) + minute * 60_000).toISOString()

const ACME = ipo('acme', {
  openDate: '2026-01-15',
  closeDate: '2026-01-16',
  priceMax: 100,
  listingDate: '2026-01-20',
})

/** Records at a minute, and reads one second later: the time of a commit lies slightly ahead. */
async function recordAt(service: TestService, minute: number, lines: Parameters<TestService['record']>[1]) {
  await service.record(at(minute), lines)
  service.setNow(new Date(Date.parse(at(minute)) + 1000).toISOString())
}

const kindsOf = (body: Answered) =>
  body.changes.map(({ kind, by, slug }: Answered) => [kind, by, slug].join(' '))

async function started() {
  const service = await startTestService({ now: NOW, lines: [ACME, gmp('acme', '2026-01-15', 40)] })
  service.setNow(at(1))
  return service
}

test('changes since a moment within the time that a round took end at the newest version, as all others', async () => {
  const service = await started()
  const clocks = [at(5), at(5), at(6)]
  const lines = [readLine(JSON.stringify(gmp('acme', '2026-01-15', 44)), 1)]
  await recordFacts(service.db, {
    source: 'import',
    now: () => clocks.shift() ?? at(6),
    batches: [lines],
  })
  await recordAt(service, 10, [gmp('acme', '2026-01-15', 46, 'IPO Ji')])
  const { position } = await service.json(CHANGES)
  const between = new Date(Date.parse(at(5)) + 30_000).toISOString()
  const since = await service.json(`${CHANGES}?since=${between}`)
  expect(since.position).toBe(position)
  expect(kindsOf(since)).toEqual(['gmp sources acme', 'gmp sources acme'])
})

test('a poller gets what changed since its last answer, with the old and the new value, and then nothing', async () => {
  const service = await started()
  const first = await service.json(`${CHANGES}?since=0`)
  expect(kindsOf(first)).toEqual(['new sources acme'])
  expect(first).toMatchObject({ since: '0', complete: true, changes: [{ old: null, new: { lastGmp: 40 } }] })
  const list = await service.get(`${BASE}/ipos`)
  expect(list.headers.get('x-market-version')).toBe(first.position)

  await recordAt(service, 5, [
    gmp('acme', '2026-01-15', 44, 'IPO Ji'),
    deal('2026-01-15'),
    deal('2026-01-15', { kind: 'BLOCK' }),
  ])
  const response = await service.get(`${CHANGES}?since=${first.position}`)
  const second = await response.json()
  expect(faultsOf(schemaCheck(await service.json('/openapi.json')), CHANGES, second)).toEqual([])
  expect(second.changes).toMatchObject([
    {
      ...{ kind: 'gmp', by: 'sources', slug: 'acme', name: 'acme Limited', into: null },
      old: { lastGmp: 40, lastGmpPct: 40, gmpSources: 1, gmpSpread: 0 },
      new: { lastGmp: 42, lastGmpPct: 42, gmpSources: 2, gmpSpread: 4 },
    },
    { kind: 'deals', slug: null, name: null, old: null, new: { kind: 'BLOCK', deals: 1 } },
    {
      kind: 'deals',
      new: { exchange: 'NSE', kind: 'BULK', tradeDate: '2026-01-15T00:00:00.000Z', deals: 1 },
    },
  ])
  expect(second.changes[0].position).toBe(second.position)
  expect(response.headers.get('x-market-version')).toBe(second.position)

  const third = await service.get(`${CHANGES}?since=${second.position}`)
  const body = await third.json()
  expect(body).toMatchObject({
    since: second.position,
    position: second.position,
    complete: true,
    changes: [],
  })
  const again = { 'if-none-match': third.headers.get('etag') ?? '' }
  expect((await service.get(`${CHANGES}?since=${second.position}`, again)).status).toBe(304)
})

test('changes by the clock have the time at which they happen', async () => {
  const service = await started()
  const { position } = await service.json(`${CHANGES}?since=0`)
  service.setNow('2026-01-16T12:00:00.000Z')
  const { changes } = await service.json(`${CHANGES}?since=${position}`)
  expect(changes).toMatchObject([
    {
      at: '2026-01-15T18:30:00.000Z',
      kind: 'gmp',
      by: 'clock',
      old: { gmpSources: 1 },
      new: { gmpSources: 0 },
    },
    {
      at: '2026-01-16T11:30:00.000Z',
      kind: 'status',
      by: 'clock',
      old: { status: 'OPEN' },
      new: { status: 'CLOSED' },
    },
  ])
})

test('disputes, corrections, withdrawals and listings have their own kinds', async () => {
  const service = await started()
  await recordAt(service, 1, [ipo('beta'), ipo('gamma')])
  let { position } = await service.json(`${CHANGES}?since=0`)
  const received: string[] = []
  const steps = [
    [gmp('acme', '2026-01-15', 90, 'IPO Ji')],
    [retraction(gmp('acme', '2026-01-15', 90, 'IPO Ji'))],
    [ipo('acme', { source: 'operator', lotSize: 10 })],
    [same('beta', 'acme')],
    [ipo('gamma', { withdrawn: true })],
    [ipo('gamma', { withdrawn: false })],
    [listing('acme', '2026-01-15', 130)],
    [retraction(ipo('gamma'))],
  ]
  for (const [minute, lines] of steps.entries()) {
    await recordAt(service, minute + 2, lines)
    const body = await service.json(`${CHANGES}?since=${position}`)
    received.push(kindsOf(body).join(', '))
    position = body.position
  }
  expect(received).toEqual([
    'gmp sources acme, dispute sources acme',
    'gmp retraction acme, dispute retraction acme',
    'terms operator acme',
    'joined joining beta',
    'withdrawal sources gamma',
    'return sources gamma',
    'dates sources acme, status sources acme, listing sources acme',
    'removal retraction gamma',
  ])
})

test('a holiday changes the lock-ins of the issues that it moves, also once they have listed', async () => {
  const anchored = { openDate: '2025-12-11', closeDate: '2025-12-15', anchorShares: 101 }
  const lines = [
    ipo('listed', { ...anchored, listingDate: '2025-12-18' }),
    ipo('allotted', { ...anchored, allotmentDate: '2025-12-17', listingDate: '2025-12-18' }),
    ipo('without', { ...anchored, anchorShares: null, listingDate: '2025-12-18' }),
  ]
  const service = await startTestService({ now: NOW, lines })
  service.setNow(at(1))
  let { position } = await service.json(`${CHANGES}?since=0`)
  const steps: [Parameters<typeof recordAt>[2], string[]][] = [
    [[holiday('2026-01-16')], ['dates sources allotted']],
    [[holiday('2025-12-16')], ['dates sources listed']],
    [[holiday('2026-06-30')], []],
  ]
  for (const [minute, [facts, kinds]] of steps.entries()) {
    await recordAt(service, minute + 2, facts)
    const body = await service.json(`${CHANGES}?since=${position}`)
    expect(kindsOf(body)).toEqual(kinds)
    if (minute === 0)
      expect(body.changes[0].new.lockIns).toMatchObject([
        { date: '2026-01-16', tradingDate: '2026-01-19', shares: 50, basis: 'announced' },
        { date: '2026-03-17', tradingDate: '2026-03-17', shares: 51, basis: 'announced' },
      ])
    position = body.position
  }
})

test('a holiday changes the expected days of the issues that it moves, and of no others', async () => {
  const due = { openDate: '2026-01-15', closeDate: '2026-01-16' }
  const lines = [
    ipo('acme', due),
    ipo('early', { openDate: '2026-01-05', closeDate: '2026-01-07' }),
    ipo('listed', { ...due, listingDate: '2026-01-15' }),
    ipo('gone', { ...due, withdrawn: true }),
    ipo('shore', { ...due, exchanges: ['BSE'] }),
  ]
  const service = await startTestService({ now: NOW, lines })
  service.setNow(at(1))
  let { position } = await service.json(`${CHANGES}?since=0`)
  const clearing = holiday('2026-01-20', 'Lamp Festival', { segment: 'clearing', source: 'operator' })
  const steps: [Parameters<typeof recordAt>[2], string[]][] = [
    [[holiday('2026-01-19')], ['dates sources acme', 'dates sources shore']],
    [[clearing], ['dates operator acme', 'dates operator shore']],
    [[holiday('2026-02-16')], []],
    // From its first own holiday on, BSE has no others in that year.
    [[holiday('2026-03-03', 'Kite Festival', { exchange: 'BSE' })], ['dates sources shore']],
    [[retraction(holiday('2026-01-19'))], ['dates retraction acme']],
    [[ipo('acme', { listingDate: '2026-01-15' })], ['dates sources acme', 'status sources acme']],
  ]
  for (const [minute, [facts, kinds]] of steps.entries()) {
    await recordAt(service, minute + 2, facts)
    const body = await service.json(`${CHANGES}?since=${position}`)
    expect(kindsOf(body)).toEqual(kinds)
    if (minute === 0)
      expect(body.changes[0]).toMatchObject({
        old: { expected: { allotmentDate: '2026-01-19', listingDate: '2026-01-21', rule: 'T+3' } },
        new: { expected: { allotmentDate: '2026-01-20', listingDate: '2026-01-22', rule: 'T+3' } },
      })
    position = body.position
  }
})

test('the clock ends the expected days when the issue lists', async () => {
  const service = await started()
  service.setNow('2026-01-20T04:29:00.000Z')
  const { position } = await service.json(`${CHANGES}?since=0`)
  service.setNow('2026-01-20T04:31:00.000Z')
  expect((await service.json(`${CHANGES}?since=${position}`)).changes).toMatchObject([
    { at: '2026-01-20T04:30:00.000Z', kind: 'dates', by: 'clock', new: { expected: null } },
    { kind: 'status', by: 'clock', new: { status: 'LISTED' } },
  ])
})

test('long lists of changes have pages up to the same end, with each change once', async () => {
  const service = await started()
  const { position } = await service.json(`${CHANGES}?since=0`)
  const slugs = Array.from({ length: 30 }, (_, i) => `issue-${String(i).padStart(2, '0')}`)
  await recordAt(
    service,
    2,
    slugs.map((slug) => ipo(slug, { openDate: '2026-02-01' })),
  )
  const whole = await service.json(`${CHANGES}?since=${position}`)
  let minute = 3
  for (const since of [position, '0']) {
    const received: string[] = []
    let body: Answered
    for (let path: string | undefined = `${CHANGES}?since=${since}&limit=7`; path; ) {
      const response = await service.get(path)
      expect(response.status).toBe(200)
      body = await response.json()
      received.push(...body.changes.map(({ slug }: Answered) => slug))
      path = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
      expect(body.complete).toBe(path === undefined)
      await recordAt(service, ++minute, [gmp('acme', '2026-01-15', minute)])
    }
    expect(body.position).toBe(since === '0' ? body.changes[0].position : whole.position)
    expect(received.toSorted()).toEqual([...(since === '0' ? ['acme'] : []), ...slugs])
  }
})

describe('with scope=news', () => {
  /** Minutes after NOW, beyond the first load. */
  const LATER = 120
  const OPEN = { openDate: '2026-01-15', closeDate: '2026-01-20' }
  const PAST = { openDate: '2025-11-03', closeDate: '2025-11-05', listingDate: '2025-11-10' }
  const newsOf = async (service: TestService, since: string) => {
    const path = `${CHANGES}?since=${since}&scope=news`
    const whole = await service.json(path)
    const paged: unknown[] = []
    for (let next = `${path}&limit=1`; next !== ''; ) {
      const response = await service.get(next)
      const page = await response.json()
      paged.push(...page.changes)
      expect(page.end).toBe(whole.position)
      next = /<([^>]+)>/.exec(response.headers.get('link') ?? '')?.[1] ?? ''
    }
    expect(paged).toEqual(whole.changes)
    return whole
  }

  test('a first load is one change with the number of IPOs, and what comes later is news', async () => {
    const lines = [ipo('coming'), ipo('open', OPEN), ipo('past', PAST), deal('2026-01-14')]
    const service = await startTestService({ now: NOW, lines })
    await recordAt(service, 10, [
      listing('past', '2025-11-10', 120),
      ipo('open', { ...OPEN, priceMax: 100, source: 'bse' }),
      gmp('open', '2026-01-15', 40),
    ])
    const loaded = await newsOf(service, '2026-01-14')
    expect(loaded.changes).toMatchObject([
      { kind: 'added', by: 'sources', slug: null, name: null, old: null, new: { issues: 3 }, into: null },
    ])
    expect(faultsOf(schemaCheck(await service.json('/openapi.json')), CHANGES, loaded)).toEqual([])
    const all = await service.json(`${CHANGES}?since=2026-01-14`)
    expect(kindsOf(all).slice(0, 3)).toEqual(['new sources coming', 'new sources open', 'new sources past'])
    expect(loaded.position).toBe(all.position)
    await recordAt(service, LATER, [gmp('open', '2026-01-15', 50)])
    expect(kindsOf(await newsOf(service, loaded.position))).toEqual(['gmp sources open'])
  })

  test('IPOs that can no longer be applied for are counted; history is left out, but not its correction', async () => {
    const service = await startTestService({ now: NOW, lines: [ipo('past', PAST), ipo('open', OPEN)] })
    service.setNow(at(1))
    const { position } = await service.json(`${CHANGES}?since=0`)
    await recordAt(service, LATER, [
      ...[1, 2, 3].map((i) => ipo(`older-${i}`, PAST)),
      ipo('closed', { openDate: '2026-01-08', closeDate: '2026-01-13' }),
      ipo('fresh', { openDate: '2026-01-20' }),
      gmp('past', '2025-11-05', 12),
      listing('past', '2025-11-10', 120),
      deal('2026-01-06'),
      deal('2026-01-14'),
    ])
    await recordAt(service, LATER + 1, [
      ipo('past', { ...PAST, issuePrice: 100 }),
      listing('closed', '2026-01-15', 110),
    ])
    await recordAt(service, LATER + 2, [ipo('past', { ...PAST, issuePrice: 101, source: 'operator' })])
    const { changes } = await newsOf(service, position)
    expect(kindsOf({ changes })).toEqual([
      'added sources ',
      'new sources fresh',
      'deals sources ',
      'dates sources closed',
      'status sources closed',
      'listing sources closed',
      'terms operator past',
      'gmp operator past',
    ])
    expect(changes[0].new).toEqual({ issues: 4 })
    expect(changes[2].new).toMatchObject({ tradeDate: '2026-01-14T00:00:00.000Z' })
  })

  test('what the clock changes during a first load is news', async () => {
    const opens = { openDate: '2026-01-15', closeDate: '2026-01-20' }
    const service = await startTestService({ now: '2026-01-15T04:29:00.000Z', lines: [ipo('acme', opens)] })
    service.setNow('2026-01-15T04:31:00.000Z')
    expect(kindsOf(await newsOf(service, '2026-01-14'))).toEqual(['added sources ', 'status clock acme'])
  })
})

test('as of a past moment the changes are those of that moment, whatever was recorded later', async () => {
  const service = await started()
  await recordAt(service, 5, [gmp('acme', '2026-01-15', 50)])
  const { position } = await service.json(`${CHANGES}?since=0`)
  await recordAt(service, 9, [
    gmp('acme', '2026-01-15', 60),
    gmp('acme', '2026-01-12', 10, 'IPO Ji', { recordedAt: at(2) }),
  ])
  const past = await service.json(`${CHANGES}?since=0&asOf=${at(7)}`)
  expect(past).toMatchObject({ position, changes: [{ new: { lastGmp: 50 } }] })
  const list = await service.get(`${BASE}/ipos?asOf=${at(7)}`)
  const since = list.headers.get('x-market-version')
  expect((await service.json(`${CHANGES}?since=${since}`)).changes).toMatchObject([{ new: { lastGmp: 60 } }])
})

test.each([
  ['', 'must be 0, a position as in X-Market-Version'],
  ['17', 'must be 0, a position'],
  ['1@2026-01-15', 'must be 0, a position'],
  ['-1@2026-01-15T06:00:00.000Z', 'must be 0, a position'],
  ['99@2026-01-15T06:00:00.000Z', 'a position that this market has not reached'],
  ['demo-1@2026-01-15T06:00:00.000Z', 'the demo market, which no longer exists'],
  ['1@2026-01-16T06:00:00.000Z', 'must not lie in the future'],
  ['2026-02-30', 'or a day such as 2026-01-14'],
  ['2026-01-15T06:00:00', 'a date-time such as 2026-01-14T12:00:00Z'],
  ['2026-01-16', 'must not lie in the future; got 2026-01-16, and it is 2026-01-15 in India'],
  ['2026-01-15T06:01:00.001Z', 'must not lie in the future'],
])('since=%s is refused: %s', async (since, words) => {
  const service = await started()
  const response = await service.get(`${CHANGES}?since=${since}`)
  const { error } = await response.json()
  expect([response.status, error.code, error.parameter]).toEqual([400, 'INVALID_PARAMETER', 'since'])
  expect(error.message).toContain(words)
})

/** Records three rounds, over midnight in India, and returns what an answer had at some moments between them. */
async function withHistory() {
  const service = await started()
  const seen: { moment: string; position: string }[] = []
  const look = async (moment: string) => {
    service.setNow(moment)
    const position = (await service.get(`${BASE}/ipos`)).headers.get('x-market-version') ?? ''
    seen.push({ moment, position })
  }
  await look(at(2))
  await recordAt(service, 5, [gmp('acme', '2026-01-15', 44, 'IPO Ji')])
  await look(at(6))
  await look('2026-01-15T18:29:59.999Z')
  await look('2026-01-15T18:30:00.000Z')
  await recordAt(service, 24 * 60, [gmp('acme', '2026-01-16', 50), deal('2026-01-15')])
  await look('2026-01-16T12:00:00.000Z')
  return { service, seen }
}

test('since a moment, the changes are those since the position that an answer had then', async () => {
  const { service, seen } = await withHistory()
  const counts = []
  for (const { moment, position } of seen) {
    const [byMoment, byPosition] = [
      await service.json(`${CHANGES}?since=${moment}`),
      await service.json(`${CHANGES}?since=${position}`),
    ]
    expect(byMoment.changes, moment).toEqual(byPosition.changes)
    expect((await service.json(`${CHANGES}?since=${byMoment.position}`)).changes).toEqual([])
    const { since, ...rest } = await service.json(`${CHANGES}?since=${byMoment.since}`)
    expect({ since, ...rest }, 'the position of the answer').toEqual(byMoment)
    counts.push(byMoment.changes.length)
  }
  expect(counts).toEqual([5, 4, 4, 3, 0])
})

test('since a day, the changes are those since its first moment in India', async () => {
  const { service } = await withHistory()
  const day = await service.json(`${CHANGES}?since=2026-01-16`)
  expect(day).toEqual(await service.json(`${CHANGES}?since=2026-01-16T00:00:00%2B05:30`))
  expect(day.since).toMatch(/@2026-01-15T18:30:00\.000Z$/)
  expect(day.changes.length).toBeGreaterThan(0)
})

test('since a moment before the first fact, every IPO is new, without the empty time before it', async () => {
  const { service } = await withHistory()
  for (const since of ['1990-01-01', '0001-01-01', '2026-01-15T05:59:59.998Z']) {
    const answer = await service.json(`${CHANGES}?since=${since}`)
    expect(answer).toMatchObject({
      complete: true,
      changes: [{ kind: 'new', slug: 'acme' }, {}, {}, {}, {}, {}],
    })
  }
})

test('between two moments before all facts, nothing changed', async () => {
  const { service } = await withHistory()
  const answer = await service.json(`${CHANGES}?since=1990-01-01&asOf=1990-02-01`)
  expect(answer).toMatchObject({ complete: true, changes: [] })
})

test('since a moment goes on through pages, and with asOf must not lie after it', async () => {
  const { service } = await withHistory()
  const whole = await service.json(`${CHANGES}?since=2026-01-15`)
  const changes: unknown[] = []
  for (let next = `${CHANGES}?since=2026-01-15&limit=2`; next !== ''; ) {
    const response = await service.get(next)
    expect(response.status).toBe(200)
    changes.push(...(await response.json()).changes)
    next = /<([^>]+)>/.exec(response.headers.get('link') ?? '')?.[1] ?? ''
  }
  expect(changes).toEqual(whole.changes)
  const refused = await service.get(`${CHANGES}?since=2026-01-16&asOf=2026-01-15T12:00:00Z`)
  expect(refused.status).toBe(400)
})

test('a position of one process is valid in every other on the same store, even if that has not seen it yet', async () => {
  const service = await started()
  const other = await startTestService({ now: at(1), url: service.url })
  const { position } = await other.json(`${CHANGES}?since=0`)
  await service.record(at(2), [gmp('acme', '2026-01-15', 50)])
  for (const each of [service, other]) each.setNow(at(3))
  const received = await service.json(`${CHANGES}?since=${position}`)
  expect(kindsOf(received)).toEqual(['gmp sources acme'])
  expect(await other.json(`${CHANGES}?since=${received.position}`)).toMatchObject({
    complete: true,
    changes: [],
  })
  expect(await other.json(`${CHANGES}?since=${position}`)).toEqual(received)
})
