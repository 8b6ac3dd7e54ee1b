import { describe, expect, test } from 'vitest'
import {
  bhavcopy,
  fresh,
  Market,
  nse,
  opening,
  plainSource,
  quote,
  terms,
  tracker,
} from '../src/collect/collect-round.test-market.ts'
import { replayAnswers } from '../src/collect/replay.ts'
import { addDays, istDay } from '../src/market/calendar.ts'
import { UNNAMED_SUBJECT } from '../src/sources/source.ts'
import { unannouncedQuotes } from '../src/store/collection/unannounced-quotes.ts'
import { prunePayloads } from '../src/store/upkeep/prune.ts'
import { answersAt } from './support/answers.ts'
import { commandLine, quickClock } from './support/command-line.ts'
import { needs, ONCE } from './support/needs.ts'
import { emptyStoreUrl, openStore } from './support/store.ts'

const at = (day: string, time = '06:00') => `2025-03-${day}T${time}:00.000Z`
const NOW = at('31')
/** Answers from before the 21st are older than ten days. */
const TEN_DAYS = ['prune', '--older-than', '10'] as const

const ACORN = {
  name: 'Acorn Mills Limited',
  symbol: 'ACORN',
  priceMin: 9_500,
  priceMax: 10_000,
  openDate: '2025-03-10',
  closeDate: '2025-03-12',
} as const

async function desk() {
  const url = await emptyStoreUrl()
  const market = new Market(await openStore(url))
  return { url, market, run: commandLine({ DATABASE_URL: url }, quickClock(NOW)) }
}

/** The downloads whose payloads are still stored. */
async function storedFetches({ db }: Market): Promise<string[]> {
  const rows = await db
    .selectFrom('fetches')
    .innerJoin('payloads', 'payloads.hash', 'fetches.payload')
    .select(['fetches.document', 'fetches.fetched'])
    .orderBy('fetches.id')
    .execute()
  return rows.map(({ document, fetched }) => `${document} ${fetched.slice(8, 10)}`)
}

/** A market with one quote on each of these days. */
async function quotedOn(days: readonly string[]) {
  const opened = await desk()
  await opened.market.collectPage(nse, at('01'), [terms(ACORN)])
  for (const day of days)
    await opened.market.collectPage(tracker, at(day), [quote(100 + Number(day), `2025-03-${day}`)])
  return opened
}

/** A source that downloads many files of one day in a round. */
const manyFiles = (count: number) =>
  plainSource('nse-bhavcopy', 'nse', {
    isDated: true,
    plan: () =>
      Array.from({ length: count }, (_, n) => ({
        document: `file ${n}`,
        url: `https://x.example/${n}`,
        expects: 'json',
        day: '2025-03-05',
      })),
  })

/** An answer that differs from those of all other documents. */
const numbered = async ({ document }: { document: string }) =>
  fresh(`[${' '.repeat(1 + Number(document.split(' ')[1]))}]`)

describe('removal', () => {
  test('removes old payloads; facts, downloads, refusals and every past answer stay', async () => {
    const { market, run } = await quotedOn(['10', '15', '20', '25', '30'])
    await market.collectPage(tracker, at('30', '07:00'), [quote(90_000, '2025-03-30')])
    const everything = async () => ({
      facts: await market.facts(),
      refusals: await market.refusals(),
      fetches: await market.db.selectFrom('fetches').selectAll().orderBy('id').execute(),
      rounds: await market.db.selectFrom('rounds').selectAll().orderBy('id').execute(),
      version: await market.db.selectFrom('market_version').selectAll().execute(),
      answers: await answersAt(market.db, NOW, at('16')),
    })
    const before = await everything()
    expect(before.refusals).toHaveLength(1)
    const { code, stdout, stderr } = await run(...TEN_DAYS)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(
      /^3 answers from before 2025-03-21 11:30 removed, \d+ bytes\n1 answer of that age stays: still needed\n"greymark replay" reports them as a gap\n$/,
    )
    expect(await storedFetches(market)).toEqual(['list 01', 'list 25', 'list 30', 'list 30'])
    expect(await everything()).toEqual(before)
  })

  test('counts the age of a payload from its last download', async () => {
    const { market, run } = await desk()
    const page = [quote(100, '2025-03-05')]
    for (const day of ['05', '25', '28']) await market.collectPage(tracker, at(day), page)
    await market.collectPage(tracker, at('30'), [quote(200, '2025-03-30')])
    expect((await run(...TEN_DAYS)).stdout).toMatch(/^0 answers /)
    expect(await storedFetches(market)).toEqual(['list 05', 'list 25', 'list 28', 'list 30'])
  })

  test('removes files of one day by their age only', async () => {
    const { market, run } = await desk()
    const daily = plainSource('nse-bhavcopy', 'nse', {
      isDated: true,
      plan: ({ days }) =>
        days.map((day) => ({ document: day, url: `https://x.example/${day}`, expects: 'json', day })),
    })
    for (const day of ['10', '28'])
      await market.collectPage(daily, at(day), [opening(10_000, `2025-03-${day}`)], {
        days: [`2025-03-${day}`],
      })
    await run(...TEN_DAYS)
    expect(await storedFetches(market)).toEqual(['2025-03-28 28'])
  })

  test('removes downloads that nothing refers to; no round and no past answer differs', async () => {
    const outcomes = []
    for (const isPruned of [false, true]) {
      const { market, run } = await quotedOn([])
      const birch = { subject: { ...UNNAMED_SUBJECT, name: 'Birch Looms' } }
      const collect = async (day: string, hours: readonly string[], gmp: number) => {
        for (const hour of hours)
          await market.collectPage(tracker, at(day, hour), [quote(gmp, '2025-03-04', birch)])
      }
      for (const day of ['04', '05']) await collect(day, ['04:00', '08:00', '12:00'], 500)
      await collect('06', ['04:00'], 500)
      for (const day of ['06', '07', '08']) await collect(day, ['08:00', '12:00', '14:00'], 600)
      if (isPruned) await run(...TEN_DAYS)
      const moments = ['04', '05', '06', '07', '08', '09'].flatMap((day) => [
        at(day, '03:00'),
        at(day, '09:00'),
        at(day, '23:00'),
      ])
      const unannounced = []
      for (const moment of moments)
        for (const { said, lastSeen } of await unannouncedQuotes(market.db, moment))
          unannounced.push([moment, JSON.parse(said).gmp, istDay(lastSeen)])
      const fetches = await market.db
        .selectFrom('fetches')
        .select(['source', 'fetched'])
        .orderBy('fetched')
        .execute()
      await collect('30', ['04:00'], 600)
      outcomes.push({
        fetches: fetches.map(({ fetched }) => fetched.slice(8, 16)),
        unannounced,
        refusals: await market.refusals(),
      })
    }
    const [all, pruned] = outcomes
    expect(all?.fetches).toHaveLength(17)
    // The first of each day, and those that show since when the page is unchanged.
    expect(pruned?.fetches).toEqual([
      '01T06:00',
      '04T04:00',
      '05T04:00',
      '06T04:00',
      '06T08:00',
      '07T08:00',
      '08T08:00',
      '08T14:00',
    ])
    expect(pruned).toMatchObject({ unannounced: all?.unannounced, refusals: all?.refusals })
    expect(all?.refusals.map(({ reason }) => reason)).toContainEqual(
      expect.stringContaining('the same since 2025-03-06T08:00'),
    )
  })

  test('finds nothing the second time', async () => {
    const { run } = await quotedOn(['10', '15', '25'])
    await run(...TEN_DAYS)
    expect((await run(...TEN_DAYS)).stdout).toBe(
      '0 answers from before 2025-03-21 11:30 removed, 0 bytes\n1 answer of that age stays: still needed\n',
    )
  })

  test('continues after one batch', async () => {
    const { market, run } = await desk()
    await market.collect(manyFiles(260), at('10'), numbered)
    await market.collectPage(tracker, at('30'), [])
    const { stdout } = await run(...TEN_DAYS, '--json')
    expect(JSON.parse(stdout)).toMatchObject({ removed: 260, needed: 0 })
    expect(await storedFetches(market)).toEqual(['list 30'])
  })
})

describe('what stays, whatever its age', () => {
  const two = (source: typeof nse) => ({
    ...source,
    plan: () =>
      ['a', 'b'].map((document) => ({
        document,
        url: `https://x.example/${document}`,
        expects: 'json' as const,
      })),
  })

  test('the last payload of each document that could be parsed, with all of its round', async () => {
    const { market, run } = await desk()
    await market.collect(two(nse), at('03'), async ({ document }) =>
      fresh(`[${document === 'a' ? ' ' : '  '}]`),
    )
    await market.collect(two(nse), at('05'), async ({ document }) =>
      fresh(`[${document === 'a' ? '' : '   '}]`),
    )
    const alone = { ...nse, plan: two(nse).plan().slice(0, 1) }
    await market.collect({ ...nse, plan: () => alone.plan }, at('08'), async () => fresh('[     ]'))
    await run(...TEN_DAYS)
    expect(await storedFetches(market)).toEqual(['a 05', 'b 05', 'a 08'])
  })

  test.each([
    ['a document that could not be parsed since then', [], ['list 10', 'list 12', 'list 14']],
    ['but not with --also-unread', ['--also-unread'], ['list 10']],
  ])('%s', async (_name, more, kept) => {
    const { market, run } = await desk()
    await market.collect(tracker, at('05'), async () => fresh('<html>'))
    await market.collectPage(tracker, at('10'), [])
    for (const day of ['12', '14']) await market.collect(tracker, at(day), async () => fresh(`<html>${day}`))
    await run(...TEN_DAYS, ...more)
    expect(await storedFetches(market)).toEqual(kept)
  })

  test.each([
    ['an answer with a row that could not be read', null, [], ['list 10', 'list 30']],
    ['but not once that row is settled', 'discarded', [], ['list 30']],
    ['nor with --also-unread', null, ['--also-unread'], ['list 30']],
  ] as const)('%s', async (_name, settled, more, kept) => {
    const { market, run } = await desk()
    const bad = { rule: 'bad-number', reason: '"x" is no number' }
    await market.collectPage(tracker, at('10'), [bad])
    await market.collectPage(tracker, at('30'), [])
    if (settled) await market.db.updateTable('refusals').set({ settled, settled_at: NOW }).execute()
    await run(...TEN_DAYS, ...more)
    expect(await storedFetches(market)).toEqual(kept)
  })

  test.each([
    ['an answer of which no facts were made, because of an error of ours', [], ['list 05', 'list 30']],
    ['but not with --also-unread either', ['--also-unread'], ['list 30']],
  ])('%s', async (_name, more, kept) => {
    const { market, run } = await desk()
    // Passes the check of values, and makes the matcher throw.
    const subject = { ...UNNAMED_SUBJECT, name: 5 as unknown as string }
    const confusing = market.collectPage(tracker, at('05'), [quote(100, '2025-03-05', { subject })])
    await expect(confusing).rejects.toThrow(TypeError)
    await market.collectPage(tracker, at('30'), [])
    await run(...TEN_DAYS, ...more)
    expect(await storedFetches(market)).toEqual(kept)
  })

  test('a payload that is downloaded again meanwhile', async () => {
    const { market } = await desk()
    await market.collect(manyFiles(150), at('05'), numbered)
    await market.collectPage(tracker, at('06'), [])
    const pruning = prunePayloads(market.db, {
      ...{ before: at('21'), alsoUnread: false, dryRun: false },
      now: () => NOW,
    })
    const last = await market.db
      .selectFrom('payloads')
      .innerJoin('fetches', 'fetches.payload', 'payloads.hash')
      .select('fetches.document')
      .where('fetches.fetched', '<', at('06'))
      .orderBy('payloads.stored', 'desc')
      .orderBy('payloads.hash', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    await market.collect(tracker, at('30'), () => numbered(last))
    await pruning
    expect((await storedFetches(market)).at(-1)).toBe('list 30')
  })
})

describe('a round after a prune', () => {
  test('requests only newer answers, and understands "unchanged"', async () => {
    const { market, run } = await quotedOn([])
    const page = JSON.stringify([quote(500, '2025-03-10')])
    await market.collect(tracker, at('10'), async () => fresh(page, { etag: '"ten"' }))
    await run('prune', '--older-than', '1')
    const asked: unknown[] = []
    const report = await market.collect(tracker, NOW, async (_request, conditions) => {
      asked.push(conditions)
      return { kind: 'unchanged' }
    })
    expect(asked).toEqual([{ etag: '"ten"', lastModified: null }])
    expect(report).toMatchObject({ outcome: 'done', read: 1 })
  })

  test('accepts, knows and refuses the same rows as without', async () => {
    const outcomes = []
    for (const isPruned of [false, true]) {
      const { market, run } = await quotedOn(['02', '05', '08', '11'])
      await market.collectPage(tracker, at('12'), [quote(90_000, '2025-03-12')])
      if (isPruned) await run('prune', '--older-than', '1')
      const page = [quote(111, '2025-03-11'), quote(777, '2025-03-31'), quote(90_000, '2025-03-12')]
      const { committed: _, ...report } = await market.collectPage(tracker, NOW, page)
      await market.collectPage(bhavcopy, NOW, [])
      outcomes.push({ report, facts: await market.facts(), refusals: await market.refusals() })
    }
    expect(outcomes[1]).toEqual(outcomes[0])
    expect(outcomes[0]?.report).toMatchObject({ taken: 1, known: 1, refused: 1 })
  })

  test('a replay reports the gap, and brings no superseded fact back', async () => {
    const { market, run } = await quotedOn(['10', '15', '25'])
    await run(...TEN_DAYS)
    const before = await market.facts()
    for (const [source, gap] of [
      [nse, null],
      [tracker, { payloads: 2, from: '2025-03-10', to: '2025-03-15' }],
    ] as const)
      expect(
        await replayAnswers(market.db, source, { now: quickClock(NOW), sources: [nse, tracker] }),
      ).toMatchObject({
        gap,
        taken: 0,
      })
    expect(await market.facts()).toEqual(before)
  })
})

describe('the command', () => {
  test('--dry-run prints what would be removed, and changes nothing', async () => {
    const { market, run } = await quotedOn(['10', '15', '25'])
    const before = await storedFetches(market)
    const trial = await run(...TEN_DAYS, '--dry-run', '--json')
    expect(await run(...TEN_DAYS, '--dry-run')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^2 answers from before 2025-03-21 11:30 would be removed, \d+ bytes\n1 answer/,
      ),
    })
    expect(await storedFetches(market)).toEqual(before)
    const { before: trialBefore, ...planned } = JSON.parse(trial.stdout)
    expect(planned).toEqual({ dryRun: true, removed: 2, bytes: expect.any(Number), needed: 1 })
    expect(trialBefore.slice(0, 10)).toBe(addDays('2025-03-31', -10))
    const done = JSON.parse((await run(...TEN_DAYS, '--json')).stdout)
    expect(done).toEqual({ ...planned, dryRun: false, before: expect.any(String) })
  })

  describe('a wrong command line', () => {
    needs(ONCE)

    test.each([
      ['an age of nothing', ['--older-than', '0']],
      ['half a day', ['--older-than', '0.5']],
      ['a negative age', ['--older-than=-3']],
      ['text', ['--older-than', 'a week']],
      ['nothing', ['--older-than', '']],
      ['more than a century', ['--older-than', '36501']],
    ])('with %s exits with 2 and a message, and removes nothing', async (_name, args) => {
      const { market, run } = await quotedOn(['10', '15'])
      const before = await storedFetches(market)
      const { code, stdout, stderr } = await run('prune', ...args)
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
      expect(stderr).toMatch(
        /^greymark prune: --older-than (must be|needs DAYS:) a whole number from 1 to 36500/,
      )
      expect(await storedFetches(market)).toEqual(before)
    })
  })

  test('without an age uses RAW_ANSWERS_DAYS, where 0 keeps all', async () => {
    const { market, url } = await quotedOn(['10', '15', '25'])
    const runWith = (days: string) =>
      commandLine({ DATABASE_URL: url, RAW_ANSWERS_DAYS: days }, quickClock(NOW))('prune', '--json')
    const before = await storedFetches(market)
    const all = await runWith('0')
    expect({ code: all.code, stdout: all.stdout }).toEqual({ code: 2, stdout: '' })
    expect(all.stderr).toMatch(/RAW_ANSWERS_DAYS=0 keeps all: give --older-than/)
    expect(JSON.parse((await runWith('90')).stdout)).toMatchObject({ removed: 0 })
    expect(await storedFetches(market)).toEqual(before)
    expect(JSON.parse((await runWith('10')).stdout)).toMatchObject({ removed: 2 })
  })
})
