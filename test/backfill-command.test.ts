import { once } from 'node:events'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { roundsOfSources } from '../src/store/collection/rounds.ts'
import { openProcessLocks } from '../src/store/engines/process-locks.ts'
import { type Env, quickClock, runHere } from './support/command-line.ts'
import { FULL, needs, ON_SQLITE, ONCE, skipWithout } from './support/needs.ts'
import { PAST_DOCUMENTS } from './support/past-documents.ts'
import { ended, run, start } from './support/processes.ts'
import { startTestService } from './support/service.ts'
import { emptyStoreUrl, futureStoreUrl, openStore } from './support/store.ts'
import { startUpstreams, type UpstreamDocument } from './support/upstreams.ts'

const NOW = '2026-11-18T06:30:00.000Z'
const RANGE = ['--from', '2024-05-01', '--to', '2025-03-31']
const ALL = ['exchanges', 'investorgain']

async function openDesk(documents: readonly UpstreamDocument[] = PAST_DOCUMENTS) {
  const upstreams = await startUpstreams()
  onTestFinished(upstreams.close)
  upstreams.serve(documents)
  const url = await emptyStoreUrl()
  const env: Env = { DATABASE_URL: url, UPSTREAM_BASE: upstreams.base }
  let now = quickClock(NOW)
  const runWith = (more: Env, ...args: readonly string[]) => runHere(args, { env: { ...env, ...more }, now })
  const backfill = (...args: readonly string[]) => runWith({}, 'backfill', ...RANGE, ...args)
  const waitAnHour = () => {
    now = quickClock('2026-11-18T07:30:00.000Z')
  }
  return { upstreams, url, env, runWith, backfill, waitAnHour }
}

/** What is recorded, without the times of recording and in a fixed order. */
async function factsIn(url: string): Promise<unknown[]> {
  const { stdout } = await runHere(['export'], { env: { DATABASE_URL: url }, now: quickClock(NOW) })
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => {
      const { recordedAt: _, ...fact } = JSON.parse(line)
      return JSON.stringify(fact)
    })
  return lines.sort().map((line) => JSON.parse(line))
}

const factsOf = async (url: string, kind: string) =>
  (await factsIn(url)).filter((fact) => (fact as { fact: string }).fact === kind) as Record<string, unknown>[]

/** The requests that are served with data: NSE's cookies need a denied request and a page as well. */
const dataIn = (log: readonly string[]) =>
  log.filter((line) => !line.startsWith('401 ') && !line.includes('/market-data/'))

test('reads the lists, estimates, and reads all that they lead to', async () => {
  const { upstreams, url, backfill } = await openDesk()
  expect(await backfill(...ALL)).toEqual({
    code: 0,
    stderr: '',
    stdout: `SOURCE        TO REQUEST
nse-issues             2
bse-issues             6
nse-bhavcopy           2
bse-bhavcopy           2
investorgain           4
bse-bhavcopy: nothing is requested for 1 listing day before 8 Jul 2024: their files have another format
16 requests with a pause of 0 s between them: about 1 min, more where a host is slow.
SOURCE        REQUESTED  TAKEN  KNOWN  REFUSED
nse-issues            3      6      0        0
bse-issues            7     15      0        0
nse-bhavcopy          4      3      0        0
bse-bhavcopy          4      5      0        0
investorgain         15     12      0        0
`,
  })
  expect(dataIn(upstreams.log)).toHaveLength(33)
  expect(dataIn(upstreams.log).filter((line) => !line.startsWith('200 '))).toEqual([])

  const issues = await factsOf(url, 'ipo')
  expect(new Set(issues.map(({ slug }) => slug))).toEqual(
    new Set(['teal-pumps', 'harbor-looms', 'onyx-tiles', 'reed-lamps']),
  )
  const isins = new Set(issues.flatMap(({ isin }) => isin ?? []))
  expect(isins, 'not that of a company with the same symbol').toEqual(new Set(['INE0PST72019']))
  const opened = (await factsOf(url, 'listing')).map(
    ({ slug, exchange, listedOn }) => `${slug} ${exchange} ${listedOn}`,
  )
  expect(opened.sort()).toEqual([
    'harbor-looms BSE 2024-09-09',
    'harbor-looms NSE 2024-09-09',
    'onyx-tiles BSE 2025-02-17',
    'reed-lamps NSE 2025-03-10',
  ])
  expect(await factsOf(url, 'gmp')).toHaveLength(12)
})

test('a second run requests nothing, and after a day only the lists', async () => {
  const { upstreams, backfill, env } = await openDesk()
  await backfill(...ALL)
  upstreams.log.length = 0
  expect((await backfill(...ALL)).stdout).toContain('Nothing is left to request.\n')
  expect(upstreams.log).toEqual([])
  const now = quickClock('2026-11-19T06:30:00.000Z')
  const { code, stdout } = await runHere(['backfill', ...RANGE, ...ALL], { env, now })
  expect([code, stdout]).toEqual([0, expect.stringContaining('Nothing is left to request.\n')])
  expect(dataIn(upstreams.log)).toHaveLength(6 + 11)
})

test('what was stored by a run that failed before it made facts is read by the next, without a request', async ({
  skip,
}) => {
  skipWithout(skip, ON_SQLITE)
  const [whole, broken] = [await openDesk(), await openDesk()]
  await whole.backfill(...ALL)
  const db = await openStore(broken.url)
  await sql`create trigger fails before insert on listings begin select raise(abort, 'an error of ours'); end`.execute(
    db,
  )
  expect((await broken.backfill(...ALL)).code).toBe(1)
  await sql`drop trigger fails`.execute(db)
  const stored = await db.selectFrom('fetches').select('document').where('round', 'is', null).execute()
  expect(stored.length).toBeGreaterThan(0)
  broken.upstreams.log.length = 0
  expect((await broken.backfill(...ALL)).code).toBe(0)
  for (const { document } of stored)
    expect(dataIn(broken.upstreams.log).filter((line) => line.includes(document))).toEqual([])
  expect(await factsIn(broken.url)).toEqual(await factsIn(whole.url))
})

test('a longer range requests only what it adds', async () => {
  const { upstreams, runWith } = await openDesk()
  await runWith({}, 'backfill', '--from', '2024-08-01', '--to', '2025-03-31', ...ALL)
  upstreams.log.length = 0
  const { code, stdout } = await runWith({}, 'backfill', ...RANGE, ...ALL)
  expect(code).toBe(0)
  expect(stdout).toMatch(/^bse-issues +2$/m)
  expect(stdout).toMatch(/^3 requests with/m)
})

test('--dry-run prints at least as many requests, and records nothing', async () => {
  const { url, runWith } = await openDesk()
  const { code, stdout } = await runWith({}, 'backfill', ...RANGE, '--dry-run', ...ALL)
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^nse-bhavcopy +3$/m)])
  expect(stdout).toMatch(/^18 requests with a pause of 0 s/m)
  expect(await (await openStore(url)).selectFrom('rounds').selectAll().execute()).toEqual([])
})

describe('a host that refuses', () => {
  const refusing = (host: string) =>
    PAST_DOCUMENTS.map((document) =>
      new URL(document.url).host === host ? { ...document, status: 403 } : document,
    )

  test('ends its own parts after one request of each introduction, and what is missing is printed; the others are read', async () => {
    const { upstreams, url, backfill } = await openDesk(refusing('api.bseindia.com'))
    const { code, stdout } = await backfill(...ALL)
    expect(code).toBe(1)
    expect(stdout).toMatch(
      /^bse-issues: missing: 1 document, refused: api\.bseindia\.com.* Run the same command later\.$/m,
    )
    expect(stdout).toMatch(/^bse-bhavcopy: missing: 2 documents, refused: api\.bseindia\.com/m)
    expect(upstreams.log.filter((line) => line.includes('api.bseindia.com'))).toHaveLength(2)
    expect(await factsOf(url, 'listing')).toHaveLength(2)
  })

  test('is read by a run when it is no longer left alone', async () => {
    const { upstreams, url, backfill, waitAnHour } = await openDesk(refusing('nsearchives.nseindia.com'))
    expect((await backfill(...ALL)).code).toBe(1)
    upstreams.serve(PAST_DOCUMENTS)
    upstreams.log.length = 0
    waitAnHour()
    expect((await backfill(...ALL)).code).toBe(0)
    expect(dataIn(upstreams.log)).toHaveLength(4)
    expect(await factsOf(url, 'listing')).toHaveLength(4)
  })
})

describe('what is recorded', () => {
  test('shows on the scoreboard and the pages of past issues, and is not counted as known in time', async () => {
    const { url, backfill } = await openDesk()
    await backfill(...ALL)
    const service = await startTestService({ url, now: '2026-11-18T12:00:00.000Z' })
    const { rows } = await service.json('/api/public/market/scoreboard')
    const [harbor] = rows.filter(({ slug }: { slug: string }) => slug === 'harbor-looms')
    expect(rows).toHaveLength(3)
    expect(harbor).toMatchObject({ slug: 'harbor-looms', gmpAtClose: 15, listingPrice: 120 })
    const page = await (await service.get('/ipos/harbor-looms')).text()
    expect(page).toContain('Harbor Looms')
    const accuracy = JSON.stringify(await service.json('/api/public/market/accuracy'))
    expect(accuracy).toContain('"n":0')
    expect(accuracy).not.toMatch(/"n":[1-9]/)
  })

  test('is no news', async () => {
    const { url, env, runWith } = await openDesk()
    await runWith({}, 'backfill', '--from', '2012-01-01', '--to', '2012-12-31', 'nse-issues')
    const service = await startTestService({ url, now: '2026-11-18T12:00:00.000Z' })
    const now = quickClock('2026-11-18T12:00:00.000Z')
    await runHere(['backfill', ...RANGE, ...ALL], { env, now })
    await service.refresh()
    service.setNow('2026-11-18T14:00:00.000Z')
    const answer = await service.get('/feeds/changes.atom')
    const atom = await answer.text()
    expect(answer.status).toBe(200)
    expect(atom).not.toMatch(/Harbor|Reed|Onyx|Teal/)
  })

  test('does not count as a round of its source', async () => {
    const { url, backfill } = await openDesk()
    await backfill('exchanges')
    const db = await openStore(url)
    const works = await db.selectFrom('rounds').select('work').distinct().execute()
    expect(works).toEqual([{ work: 'backfill' }])
    const rounds = await roundsOfSources(db, ['nse-issues'], { asOf: null, limit: 20 })
    expect(rounds.get('nse-issues')?.last).toEqual([])
  })
})

describe('which sources', () => {
  needs(ONCE)

  test('are those of SOURCES that have a past', async () => {
    const { runWith } = await openDesk()
    const { stdout } = await runWith({ SOURCES: 'nse-issues,nse-deals,ipowatch' }, 'backfill', ...RANGE)
    expect(stdout).toMatch(/^nse-issues +2$/m)
    expect(stdout).not.toMatch(/nse-deals|ipowatch|bse/)
  })

  test.each<[string, Env, string[], RegExp]>([
    ['no first day', {}, ['nse-issues'], /give --from DAY/],
    ['no real day', {}, ['--from', '2024-02-30'], /--from must be a day/],
    ['a day to come', {}, ['--from', '2027-01-01'], /is in the future/],
    ['days in the wrong order', {}, ['--from', '2025-01-02', '--to', '2025-01-01'], /is after --to/],
    ['an unknown source', {}, ['--from', '2025-01-01', 'nse'], /there is no source "nse"/],
    [
      'a source without a past',
      {},
      ['--from', '2025-01-01', 'nse-deals', 'nse-issues'],
      /nse-deals offers nothing about the past; these do: nse-issues, bse-issues, nse-bhavcopy, bse-bhavcopy, investorgain/,
    ],
    [
      'no source with a past',
      { SOURCES: 'ipowatch' },
      ['--from', '2025-01-01'],
      /none of the sources has a past/,
    ],
  ])('%s is a wrong use', async (_what, env, args, message) => {
    const settings = { DATABASE_URL: await futureStoreUrl(), ...env }
    const { code, stderr } = await runHere(['backfill', ...args], { env: settings, now: quickClock(NOW) })
    expect([code, stderr]).toEqual([2, expect.stringMatching(message)])
  })
})

describe('in a process of its own', () => {
  needs(ONCE)

  test.each([
    ['collects it', 'work'],
    ['is about to collect it by its schedule', 'charge'],
  ] as const)('waits for a process that %s', async (_what, lock) => {
    const { url, env } = await openDesk()
    const locks = await openProcessLocks(url)
    onTestFinished(locks.close)
    expect(await locks.take(lock, ['nse-issues'])).toEqual(['nse-issues'])
    const child = start(['backfill', ...RANGE, 'exchanges'], env)
    const [waiting] = await once(child.stderr ?? child, 'data')
    expect(String(waiting)).toBe('nse-issues: waiting for another process that collects it\n')
    await locks.release(lock, 'nse-issues')
    expect(await ended(child)).toMatchObject({ code: 0, stderr: '' })
    expect(await factsOf(url, 'listing')).toHaveLength(4)
  })

  test('killed any number of times, it ends with the facts of one run', async () => {
    const { upstreams, url, env } = await openDesk()
    const args = ['backfill', ...RANGE, ...ALL]
    const kills = FULL.isMet() ? 10 : 3
    for (let kill = 0; kill < kills; kill++) {
      let left = 4 + 3 * (kill % 4)
      let onAsked = () => {}
      const isAsked = new Promise<void>((resolve) => {
        onAsked = resolve
      })
      upstreams.holdBack(({ pathname }) => pathname !== '/robots.txt' && --left === 0, onAsked)
      const child = start(args, env)
      const gone = once(child, 'close')
      await Promise.race([isAsked, gone])
      child.kill('SIGKILL')
      await gone
    }
    upstreams.holdBack(
      () => false,
      () => undefined,
    )
    expect(await run(args, env)).toMatchObject({ code: 0, stderr: '' })
    const other = { ...env, DATABASE_URL: await emptyStoreUrl() }
    expect(await run(args, other)).toMatchObject({ code: 0 })
    expect(await factsIn(url)).toEqual(await factsIn(other.DATABASE_URL))
  })
})
