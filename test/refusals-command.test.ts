import { describe, expect, test } from 'vitest'
import {
  bhavcopy,
  bse,
  Market,
  nse,
  opening,
  plainSource,
  quote,
  subscribedTimes,
  terms,
  tracker,
} from '../src/collect/collect-round.test-market.ts'
import { UNNAMED_SUBJECT } from '../src/sources/source.ts'
import { displayAddress } from '../src/without-secrets.ts'
import { answersAt } from './support/answers.ts'
import { commandLine, type Ended, quickClock } from './support/command-line.ts'
import { needs, ONCE } from './support/needs.ts'
import { recordAll } from './support/record.ts'
import { emptyStoreUrl, noStoreUrl, openStore } from './support/store.ts'

const at = (day: string, time = '06:00') => `2026-03-${day}T${time}:00.000Z`
/** When the operator works on the refusals. */
const SETTLING = at('20')

const ACORN = {
  name: 'Acorn Mills Limited',
  symbol: 'ACORN',
  priceMin: 9_500,
  priceMax: 10_000,
  issuePrice: 10_000,
  openDate: '2026-03-10',
  closeDate: '2026-03-12',
  listingDate: '2026-03-17',
} as const

const called = (name: string, upstreamId: string | null = null) => ({
  subject: { ...UNNAMED_SUBJECT, name, upstreamId },
})
const unreadable = { rule: 'gmp-range', reason: 'a range is no quote' }
const otherTracker = plainSource('ipoji', 'IPO Ji')

interface Desk {
  readonly market: Market
  readonly refusals: (...args: string[]) => Promise<Ended>
}

async function open(now = SETTLING): Promise<Desk> {
  const url = await emptyStoreUrl()
  const run = commandLine({ DATABASE_URL: url }, quickClock(now))
  return { market: new Market(await openStore(url)), refusals: (...args) => run('refusals', ...args) }
}

/** A market that knows Acorn Mills. */
async function knowing(now = SETTLING): Promise<Desk> {
  const desk = await open(now)
  await desk.market.collectPage(nse, at('01'), [terms(ACORN)])
  return desk
}

const tooHigh = quote(40_000, '2026-03-11')
const rowsOf = (stdout: string) => stdout.trimEnd().split('\n').slice(1)
const fateOf = async ({ db }: Market) =>
  (await db.selectFrom('refusals').selectAll().orderBy('id').execute()).map(
    ({ settled, settled_as }) => `${settled} ${settled_as}`,
  )
const done = (stdout: string): Ended => ({ code: 0, stdout, stderr: '' })
const failed = (words: string): Ended => ({ code: 1, stdout: '', stderr: `greymark refusals: ${words}\n` })

describe('the list', () => {
  test('of a missing store is empty, and says so', async () => {
    const url = await noStoreUrl()
    const run = commandLine({ DATABASE_URL: url }, quickClock(SETTLING))
    const stderr = `there is no store at ${displayAddress(url)} yet\n`
    expect(await run('refusals')).toEqual({ ...done('no refused rows\n'), stderr })
    expect(await run('refusals', '--json')).toEqual({ ...done(''), stderr })
  })

  test('has rows of one name in one line with their number, and unreadable ones separately', async () => {
    const { market, refusals } = await knowing()
    const birch = called('Birch Looms')
    await market.collectPage(tracker, at('09'), [quote(100, '2026-03-09', birch), unreadable])
    await market.collectPage(tracker, at('10'), [
      quote(200, '2026-03-10', birch),
      { ...unreadable, reason: 'more' },
    ])
    await market.collectPage(tracker, at('11'), [tooHigh])
    const { code, stdout } = await refusals()
    expect(code).toBe(0)
    expect(stdout).toMatch(/^ *ID +ROWS +SOURCE +RULE +LAST SEEN +ROW +MAY BE\n/)
    expect(rowsOf(stdout)).toEqual([
      expect.stringMatching(/^ *1 +1 +ipowatch +gmp-range /),
      expect.stringMatching(/^ *4 +2 +ipowatch +unknown-issue +2026-03-10 11:30 +\{"kind":"gmp".*…/),
      expect.stringMatching(/^ *3 +1 +ipowatch +gmp-range /),
      expect.stringMatching(/^ *5 +1 +ipowatch +gmp-too-high .* acorn-mills$/),
    ])
  })

  test('shows the newest row of a name', async () => {
    const { market, refusals } = await open()
    for (const [hour, gmp] of [
      ['06:00', 100],
      ['07:00', 200],
      ['08:00', 100],
    ] as const)
      await market.collectPage(tracker, at('09', hour), [quote(gmp, '2026-03-09')])
    expect(rowsOf((await refusals()).stdout)).toEqual([
      expect.stringMatching(/^ *1 +2 +ipowatch +unknown-issue +2026-03-09 13:30 /),
    ])
  })

  test('is filtered by --source and --rule, and complete as --json', async () => {
    const { market, refusals } = await knowing()
    await market.collectPage(tracker, at('11'), [tooHigh, quote(100, '2026-03-11', called('Birch Looms'))])
    await market.collectPage(otherTracker, at('11'), [quote(100, '2026-03-11', called('Birch Looms'))])
    const idsOf = async (...args: string[]) =>
      (await refusals(...args, '--json')).stdout
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line).id)
    expect(await idsOf()).toHaveLength(3)
    expect(await idsOf('--source', 'ipoji')).toEqual([3])
    expect(await idsOf('--rule', 'unknown-issue')).toEqual([1, 3])
    expect(await idsOf('--source', 'ipowatch', '--rule', 'gmp-too-high')).toEqual([2])
    expect(await refusals('--source', 'nobody')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('there is no source "nobody"'),
    })
    const { stdout } = await refusals('--rule', 'gmp-too-high', '--json')
    expect(JSON.parse(stdout)).toEqual({
      id: 2,
      source: 'ipowatch',
      document: 'list',
      row: 1,
      rule: 'gmp-too-high',
      reason: '₹400 on ₹100: a GMP of more than 3 times the price',
      raw: JSON.stringify(tooHigh),
      said: { ...tooHigh, gmp: 400 },
      candidates: ['acorn-mills'],
      firstSeen: at('11'),
      lastSeen: at('11'),
      times: 1,
    })
  })
})

describe('show', () => {
  test('prints everything about a refusal, open or settled', async () => {
    const { market, refusals } = await knowing()
    await market.collectPage(tracker, at('11'), [tooHigh])
    await market.collectPage(tracker, at('11', '07:00'), [tooHigh])
    const { code, stdout } = await refusals('show', '1')
    expect(code).toBe(0)
    expect(stdout.split('\n')).toEqual([
      'Source   ipowatch, list, row 1',
      'Rule     gmp-too-high',
      'Reason   ₹400 on ₹100: a GMP of more than 3 times the price',
      `Row      ${JSON.stringify(tooHigh)}`,
      'Read as  GMP ₹400 on 2026-03-11',
      'Of       "Acorn Mills"',
      'May be   acorn-mills',
      'Seen     2 times, from 2026-03-11 11:30 to 2026-03-11 12:30',
      'Settled  no',
      '',
    ])
    await refusals('discard', '1')
    expect((await refusals('show', '1')).stdout).toContain('\nSettled  discarded, 2026-03-20 11:30\n')
  })

  test('of a row that could not be parsed says so', async () => {
    const { market, refusals } = await open()
    await market.collectPage(tracker, at('11'), [unreadable])
    const { stdout } = await refusals('show', '1')
    expect(stdout).toContain('Read as  not readable\nMay be   no known issue\n')
  })
})

describe('accept', () => {
  test('accepts a GMP beyond 3 times the price: recorded now, observed then, with its download', async () => {
    const { market, refusals } = await knowing()
    await market.collectPage(tracker, at('11'), [quote(4_000, '2026-03-11', called('Birch Looms')), tooHigh])
    expect(await refusals('accept', '2')).toEqual(done('1 taken, 0 already known\n'))
    const [fact, ...more] = await market.factsOf('gmp')
    expect(more).toEqual([])
    expect(fact).toMatchObject({
      slug: 'acorn-mills',
      observedAt: '2026-03-11',
      gmp: 40_000,
      printed: '₹400',
    })
    expect(fact?.recorded).toMatch(/^2026-03-20T06:0/)
    const row = await market.db.selectFrom('gmp_reports').selectAll().executeTakeFirstOrThrow()
    expect(row.fetch).toBe(2)
    expect(await fateOf(market)).toEqual(['null null', 'accepted acorn-mills'])
    const rounds = await market.db.selectFrom('rounds').selectAll().orderBy('id', 'desc').execute()
    expect(rounds[0]).toMatchObject({ source: 'refusals', work: 'settle', outcome: 'done', rows_kept: 1 })
  })

  test('is remembered when the row is parsed again', async () => {
    const { market, refusals } = await knowing(at('11', '07:00'))
    await market.collectPage(tracker, at('11'), [tooHigh])
    await refusals('accept', '1')
    await market.collectPage(tracker, at('11', '08:00'), [tooHigh])
    expect(await market.refusals()).toEqual([])
    expect(await market.factsOf('gmp')).toHaveLength(1)
  })

  test('accepts a listing price', async () => {
    const { market, refusals } = await knowing()
    await market.collectPage(bhavcopy, at('17', '12:00'), [
      opening(13_000, '2026-03-17', { previousClose: 9_900 }),
    ])
    expect(await market.rules()).toEqual(['previous-close'])
    expect(await refusals('accept', '1')).toEqual(done('1 taken, 0 already known\n'))
    expect(await market.factsOf('listing')).toMatchObject([
      { slug: 'acorn-mills', listedOn: '2026-03-17', listingPrice: 13_000, exchange: 'NSE', source: 'nse' },
    ])
  })

  test('accepts a multiple that fell, as of the moment of its reading', async () => {
    const { market, refusals } = await knowing()
    await market.collectPage(nse, at('10'), [subscribedTimes(4)])
    await market.collectPage(nse, at('11'), [subscribedTimes(1)])
    expect(await market.rules()).toEqual(['multiple-fell'])
    await refusals('accept', '1')
    expect(await market.factsOf('subscription')).toMatchObject([
      { timesSub: 4, observedAt: at('10') },
      { timesSub: 1, observedAt: at('11') },
    ])
  })

  test('accepts terms, of an issue that is known or new', async () => {
    const { market, refusals } = await knowing()
    const upsideDown = { priceMin: 10_500, priceMax: 10_400 }
    await market.collectPage(nse, at('02'), [
      terms({ ...ACORN, ...upsideDown }),
      terms({ ...upsideDown, name: 'Birch Looms Limited' }),
    ])
    expect(await market.rules()).toEqual(['band-upside-down', 'band-upside-down'])
    expect(await refusals('accept', '1')).toEqual(done('1 taken, 0 already known\n'))
    expect(await refusals('accept', '2')).toEqual(done('1 taken, 0 already known\n'))
    const [, acorn, birch] = await market.factsOf('ipo')
    expect(acorn).toMatchObject({ slug: 'acorn-mills', said: upsideDown, source: 'nse' })
    expect(birch).toMatchObject({ slug: 'birch-looms', said: upsideDown })
    expect(await fateOf(market)).toEqual(['accepted acorn-mills', 'accepted birch-looms'])
    const rows = await market.db.selectFrom('issue_facts').select('fetch').orderBy('id').execute()
    expect(rows.map(({ fetch }) => fetch)).toEqual([1, 2, 2])
  })

  test('accepts what was in the future when it was parsed, once it is not', async () => {
    const { market, refusals } = await knowing()
    await market.collectPage(tracker, at('10'), [quote(100, '2026-03-11')])
    expect(await market.rules()).toEqual(['in-the-future'])
    expect(await refusals('accept', '1')).toEqual(done('1 taken, 0 already known\n'))
  })

  test('refuses what still is in the future', async () => {
    const { market, refusals } = await knowing(at('10', '07:00'))
    await market.collectPage(tracker, at('10'), [quote(100, '2026-03-11')])
    expect(await refusals('accept', '1')).toMatchObject({ code: 1, stdout: '' })
    expect(await market.rules()).toEqual(['in-the-future'])
    expect(await market.factsOf('gmp')).toEqual([])
  })

  test('leaves a row of an unknown issue, and says what to do', async () => {
    const { market, refusals } = await open()
    await market.collectPage(tracker, at('11'), [quote(100, '2026-03-11')])
    expect(await refusals('accept', '1')).toEqual(
      failed('its issue is unknown: assign one with "greymark refusals same-as 1 SLUG"'),
    )
    expect(await market.rules()).toEqual(['unknown-issue'])
  })

  test('leaves a row that could not be parsed, and says what to do', async () => {
    const { market, refusals } = await open()
    await market.collectPage(tracker, at('11'), [unreadable])
    expect((await refusals('accept', '1')).stderr).toMatch(/import the fact from a facts file, or discard it/)
  })

  test('leaves a row of a source whose file is no longer configured', async () => {
    const { market, refusals } = await knowing()
    const banyan = plainSource('banyan', 'Banyan Desk')
    await market.collectPage(banyan, at('11'), [tooHigh])
    expect(await refusals('accept', '1')).toEqual(
      failed('its source banyan is not known here: name its file in SOURCE_FILES'),
    )
  })

  test('changes no answer as of an earlier moment', async () => {
    const { market, refusals } = await open()
    const alpha = { ...ACORN, name: 'Alpha Limited', symbol: 'ALPHALAMP' }
    await market.collectPage(nse, at('01'), [terms(alpha)])
    await market.collectPage(tracker, at('11'), [quote(40_000, '2026-03-11', called('Alpha'))])
    const moments = [at('10'), at('12'), at('19', '23:59')]
    const answers = () => Promise.all(moments.map((moment) => answersAt(market.db, at('25'), moment)))
    const before = await answers()
    const today = await answersAt(market.db, at('25'), at('25'))
    await refusals('accept', '1')
    expect(await answers()).toEqual(before)
    expect(await answersAt(market.db, at('25'), at('25'))).not.toEqual(today)
  })
})

describe('discard', () => {
  const birch = called('Birch Looms')

  test('settles a row and those like it, and no others', async () => {
    const { market, refusals } = await knowing()
    await market.collectPage(tracker, at('09'), [quote(100, '2026-03-09', birch)])
    await market.collectPage(tracker, at('10'), [quote(200, '2026-03-10', birch)])
    await market.collectPage(tracker, at('11'), [tooHigh, quote(100, '2026-03-11', called('Cedar Ropes'))])
    await market.collectPage(otherTracker, at('11'), [quote(200, '2026-03-11', birch)])
    expect(await refusals('discard', '1')).toEqual(done('2 discarded\n'))
    expect((await market.refusals()).map(({ id }) => id)).toEqual([3, 4, 5])
  })

  test('applies to later rows of the name: stored, and not listed', async () => {
    const { market, refusals } = await open()
    await market.collectPage(tracker, at('09'), [quote(100, '2026-03-09', birch)])
    await refusals('discard', '1')
    await market.collectPage(tracker, at('21'), [quote(300, '2026-03-21', birch)])
    expect((await refusals()).stdout).toBe('no refused rows\n')
    expect(await fateOf(market)).toEqual(['discarded null', 'discarded null'])
  })

  test('applies also once the issue appears', async () => {
    const { market, refusals } = await open()
    await market.collectPage(tracker, at('09'), [quote(100, '2026-03-09', birch)])
    await refusals('discard', '1')
    await market.collectPage(nse, at('21'), [terms({ name: 'Birch Looms Limited' })])
    expect(await market.factsOf('gmp')).toEqual([])
  })

  test('of an unreadable row applies only to that row', async () => {
    const { market, refusals } = await open()
    await market.collectPage(tracker, at('09'), [unreadable, { ...unreadable, reason: 'another' }])
    expect(await refusals('discard', '2')).toEqual(done('1 discarded\n'))
    expect((await market.refusals()).map(({ id }) => id)).toEqual([1])
  })
})

describe('same-as', () => {
  const nick = called('Amli', '77')

  test('records the name, and accepts all that the source reported under it', async () => {
    const { market, refusals } = await knowing()
    await market.collectPage(tracker, at('09'), [quote(100, '2026-03-09', nick)])
    await market.collectPage(tracker, at('10'), [
      quote(200, '2026-03-10', nick),
      quote(5, '2026-03-10', called('Birch')),
    ])
    expect(await refusals('same-as', '1', 'acorn-mills')).toEqual(done('3 taken, 0 already known\n'))
    expect(await market.factsOf('alias')).toMatchObject([
      { slug: 'acorn-mills', name: 'Amli', source: 'operator' },
    ])
    expect(await market.factsOf('gmp')).toMatchObject([
      { slug: 'acorn-mills', observedAt: '2026-03-09', gmp: 100, source: 'IPOWatch' },
      { slug: 'acorn-mills', observedAt: '2026-03-10', gmp: 200, source: 'IPOWatch' },
    ])
    expect((await market.facts()).slice(1).every(({ recorded }) => recorded > SETTLING)).toBe(true)
    const rows = await market.db.selectFrom('gmp_reports').select('fetch').orderBy('id').execute()
    expect(rows.map(({ fetch }) => fetch)).toEqual([2, 3])
    expect(await fateOf(market)).toEqual(['same-as acorn-mills', 'same-as acorn-mills', 'null null'])
  })

  test('uses the last report of a day under that name', async () => {
    const { market, refusals } = await knowing()
    for (const [hour, gmp] of [
      ['06:00', 100],
      ['07:00', 200],
      ['08:00', 100],
    ] as const)
      await market.collectPage(tracker, at('10', hour), [quote(gmp, '2026-03-10', nick)])
    await refusals('same-as', '2', 'acorn-mills')
    expect(await market.factsOf('gmp')).toMatchObject([{ gmp: 100 }])
    expect(await market.refusals()).toEqual([])
  })

  test.each([
    ['by the name', called('AMLI')],
    ["by the source's own number", called('Quite Other', '77')],
  ])('lets the next round match by itself, %s', async (_name, subject) => {
    const { market, refusals } = await knowing(at('10'))
    await market.collectPage(tracker, at('09'), [quote(100, '2026-03-09', nick)])
    await refusals('same-as', '1', 'acorn-mills')
    expect(await market.collectPage(tracker, at('11'), [quote(300, '2026-03-11', subject)])).toMatchObject({
      taken: 1,
      refused: 0,
    })
  })

  test('finds the issue of rows of other sources under the name', async () => {
    const { market, refusals } = await knowing()
    await market.collectPage(tracker, at('09'), [quote(100, '2026-03-09', nick)])
    await market.collectPage(otherTracker, at('09'), [quote(150, '2026-03-09', called('Amli Limited'))])
    expect(await refusals('same-as', '1', 'acorn-mills')).toEqual(done('3 taken, 0 already known\n'))
    expect((await market.factsOf('gmp')).map(({ source, gmp }) => `${source} ${gmp}`).sort()).toEqual([
      'IPO Ji 150',
      'IPOWatch 100',
    ])
    expect(await fateOf(market)).toEqual(['same-as acorn-mills', 'matched acorn-mills'])
  })

  test('does not record a name again that the issue has', async () => {
    const { market, refusals } = await knowing()
    const birch = { ...ACORN, symbol: 'BIRCH' }
    await market.collectPage(nse, at('02'), [terms(birch)])
    await market.collectPage(tracker, at('09'), [quote(100, '2026-03-09')])
    expect(await market.rules()).toEqual(['ambiguous-issue'])
    await refusals('same-as', '1', 'acorn-mills')
    expect(await market.factsOf('alias')).toEqual([])
    expect(await market.factsOf('gmp')).toMatchObject([{ slug: 'acorn-mills' }])
  })

  test('assigns a row that was matched to another issue', async () => {
    const { market, refusals } = await knowing()
    await market.collectPage(nse, at('02'), [
      terms({ name: 'Birch Looms Limited', symbol: 'BIRCH', priceMin: 45_000, priceMax: 50_000 }),
    ])
    await market.collectPage(tracker, at('11'), [tooHigh])
    expect(await market.rules()).toEqual(['gmp-too-high'])
    expect(await refusals('same-as', '1', 'birch-looms')).toMatchObject({ code: 0 })
    expect(await market.factsOf('gmp')).toMatchObject([{ slug: 'birch-looms', gmp: 40_000 }])
  })

  test('still screens: an implausible row stays refused, with an exit code', async () => {
    const { market, refusals } = await knowing()
    await market.collectPage(tracker, at('11'), [quote(40_000, '2026-03-11', nick)])
    expect(await refusals('same-as', '1', 'acorn-mills')).toEqual({
      code: 1,
      stdout: '1 taken, 0 already known\n',
      stderr: 'still refused: ₹400 on ₹100: a GMP of more than 3 times the price\n',
    })
    expect(await market.factsOf('gmp')).toEqual([])
    expect(await market.refusals()).toMatchObject([
      { id: 1, rule: 'gmp-too-high', candidates: '["acorn-mills"]' },
    ])
    expect(await refusals('accept', '1')).toEqual(done('1 taken, 0 already known\n'))
    expect(await market.factsOf('gmp')).toMatchObject([{ slug: 'acorn-mills', gmp: 40_000 }])
  })

  test('accepts plausible rows of a name, whatever happens to the named row', async () => {
    const { market, refusals } = await knowing()
    await market.collectPage(tracker, at('10'), [quote(40_000, '2026-03-10', nick)])
    await market.collectPage(tracker, at('11'), [quote(400, '2026-03-11', nick)])
    expect(await refusals('same-as', '1', 'acorn-mills')).toMatchObject({ code: 1 })
    expect(await market.factsOf('gmp')).toMatchObject([{ observedAt: '2026-03-11', gmp: 400 }])
  })

  test('takes terms', async () => {
    const { market, refusals } = await knowing()
    const birch = { ...ACORN, symbol: 'BIRCH' }
    await market.collectPage(nse, at('02'), [terms(birch)])
    const said = terms({ name: 'Acorn Mills', board: 'MAINBOARD', lotSize: 40 })
    await market.collectPage(bse, at('03'), [said])
    expect(await market.rules()).toEqual(['ambiguous-issue'])
    expect(await refusals('same-as', '1', 'acorn-mills')).toEqual(done('1 taken, 0 already known\n'))
    expect((await market.factsOf('ipo')).at(-1)).toMatchObject({
      slug: 'acorn-mills',
      source: 'bse',
      said: { lotSize: 40 },
    })
    expect(await fateOf(market)).toEqual(['same-as acorn-mills'])
  })

  test('uses the last terms under one name', async () => {
    const { market, refusals } = await knowing()
    const birch = { ...ACORN, symbol: 'BIRCH' }
    await market.collectPage(nse, at('02'), [terms(birch)])
    for (const [day, lotSize] of [
      ['03', 40],
      ['04', 50],
    ] as const)
      await market.collectPage(bse, at(day), [terms({ name: 'Acorn Mills', board: 'MAINBOARD', lotSize })])
    await refusals('same-as', '1', 'acorn-mills')
    expect((await market.factsOf('ipo')).at(-1)).toMatchObject({ source: 'bse', said: { lotSize: 50 } })
    expect(await market.refusals()).toEqual([])
  })

  test('screens terms, too', async () => {
    const { market, refusals } = await knowing()
    const said = terms({ name: 'Amli', priceMin: 10_500, priceMax: 10_400 })
    await market.collectPage(bse, at('03'), [said])
    expect(await market.rules()).toEqual(['band-upside-down'])
    expect(await refusals('same-as', '1', 'acorn-mills')).toMatchObject({ code: 1 })
    expect(await market.rules()).toEqual(['band-upside-down'])
    expect(await market.factsOf('ipo')).toHaveLength(1)
  })

  test('skips what the source has reported since for the same figure', async () => {
    const { market, refusals } = await knowing()
    await market.collectPage(tracker, at('09'), [quote(100, '2026-03-09', nick)])
    await market.collectPage(tracker, at('09', '09:00'), [quote(300, '2026-03-09')])
    await refusals('same-as', '1', 'acorn-mills')
    expect(await market.factsOf('gmp')).toMatchObject([{ gmp: 300 }])
    expect(await market.refusals()).toEqual([])
  })

  test('changes no answer as of an earlier moment', async () => {
    const { market, refusals } = await open()
    await market.collectPage(nse, at('01'), [terms({ ...ACORN, name: 'Alpha Limited', symbol: 'ALPHALAMP' })])
    await market.collectPage(tracker, at('09'), [quote(100, '2026-03-09', nick)])
    const moments = [at('08'), at('10'), at('19', '23:59')]
    const answers = () => Promise.all(moments.map((moment) => answersAt(market.db, at('25'), moment)))
    const before = await answers()
    await refusals('same-as', '1', 'alpha')
    expect(await answers()).toEqual(before)
  })

  test('is refused for an unknown issue, and for a deal', async () => {
    const { market, refusals } = await knowing()
    await market.collectPage(tracker, at('09'), [quote(100, '2026-03-09', nick)])
    expect(await refusals('same-as', '1', 'acorn')).toEqual(failed('no issue has the slug "acorn"'))
    const deal = {
      exchange: 'NSE',
      kind: 'BULK',
      tradeDate: '2026-03-11',
      symbol: 'ACORN',
      securityName: 'Acorn Mills Limited',
      clientName: 'SOME FUND',
      dealType: 'BUY',
      quantity: 500,
      price: 10_000,
    } as const
    await market.collectPage(nse, at('10'), [{ kind: 'deal', deal }])
    expect(await market.rules()).toEqual(['unknown-issue', 'in-the-future'])
    expect(await refusals('same-as', '2', 'acorn-mills')).toEqual(failed('a deal is about no issue'))
    expect(await refusals('accept', '2')).toEqual(done('1 taken, 0 already known\n'))
    expect(await market.factsOf('deal')).toMatchObject([deal])
  })

  test('finds a merged issue by its remaining slug', async () => {
    const { market, refusals } = await knowing()
    await market.collectPage(nse, at('02'), [terms({ name: 'Birch Looms Limited', symbol: 'BIRCH' })])
    const same = { fact: 'same', slug: 'birch-looms', as: 'acorn-mills', source: 'operator' }
    await recordAll(market.db, at('03'), [same])
    await market.collectPage(tracker, at('09'), [quote(100, '2026-03-09', nick)])
    expect(await refusals('same-as', '1', 'acorn-mills')).toMatchObject({ code: 0 })
    expect(await market.factsOf('gmp')).toMatchObject([{ slug: 'acorn-mills' }])
  })
})

describe('usage errors', () => {
  test.each<[string, string[]]>([
    ['show', ['show', '9']],
    ['accept', ['accept', '9']],
    ['discard', ['discard', '9']],
    ['same-as', ['same-as', '9', 'acorn-mills']],
  ])('%s of an unknown refusal exits with 1', async (_action, args) => {
    const { refusals } = await knowing()
    expect(await refusals(...args)).toEqual(failed('there is no refusal 9'))
  })

  test.each<[string, string[]]>([
    ['accept', ['accept', '1']],
    ['discard', ['discard', '1']],
    ['same-as', ['same-as', '1', 'acorn-mills']],
  ])('%s of a settled refusal exits with 1', async (_action, args) => {
    const { market, refusals } = await knowing()
    await market.collectPage(tracker, at('11'), [tooHigh])
    await refusals('accept', '1')
    const { code, stderr } = await refusals(...args)
    expect(code).toBe(1)
    expect(stderr).toMatch(/^greymark refusals: refusal 1 is settled already: accepted at 2026-03-20T06:/)
    expect(await market.factsOf('gmp')).toHaveLength(1)
  })

  describe('a wrong command line', () => {
    needs(ONCE)

    test.each<[string, string[], RegExp]>([
      ['no number', ['show'], /give ID: the number of a refusal/],
      ['two numbers', ['discard', '1', '2'], /one argument too many/],
      ['text instead of a number', ['accept', 'one'], /ID must be the number of a refusal/],
      ['a slug too many', ['accept', '1', 'acorn-mills'], /one argument too many/],
      ['no slug', ['same-as', '1'], /give SLUG/],
      ['two slugs', ['same-as', '1', 'a', 'b'], /one argument too many/],
      ['an unknown action', ['forget', '1'], /give what to do: list, show, accept,.*got "forget"/],
      ['an unknown option', ['--frob'], /no option "--frob"/],
    ])('%s exits with 2 and a message', async (_name, args, sentence) => {
      const { refusals } = await knowing()
      const { code, stdout, stderr } = await refusals(...args)
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
      expect(stderr).toMatch(sentence)
    })
  })
})
