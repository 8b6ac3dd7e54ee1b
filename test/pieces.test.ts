import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ENDPOINTS } from '../src/api/endpoints.ts'
import { loadConfig } from '../src/config.ts'
import { pick, type Random, seeded, wholeBetween } from '../src/demo/seeded.ts'
import { sourceReports } from '../src/reports/sources.ts'
import { sourceChoice } from '../src/service/source-choice.ts'
import type { Db } from '../src/store/engines/db.ts'
import { allSlugs } from '../src/store/issues/issue-keys.ts'
import { type Ended, type Env, runHere } from './support/command-line.ts'
import { contentsOf, HomeStore } from './support/home-store.ts'
import { killedAt } from './support/kill-points.ts'
import { gmp, ipo } from './support/lines.ts'
import { start } from './support/processes.ts'
import { startTestService, type TestService } from './support/service.ts'
import { emptyStoreUrl, futureStoreUrl, noStoreUrl, openStore, runs } from './support/store.ts'

const NOW = '2025-12-01T00:00:00.000Z'
const run = (url: string, args: readonly string[], stdin: string | Buffer = ''): Promise<Ended> =>
  runHere(args, { env: { DATABASE_URL: url }, now: () => NOW, stdin })

const positionOf = async (url: string) => (await run(url, ['import', '--position'])).stdout.trim()
const pieceSince = async (url: string, position: string) =>
  (await run(url, ['export', '--since', position])).stdout
const importPiece = (url: string, piece: string | Buffer, ...options: readonly string[]) =>
  run(url, ['import', '-', ...options], piece)

interface Stores {
  readonly home: string
  readonly server: string
  readonly db: Db
  readonly life: HomeStore
}

/** A store that has collected for a while, and the address of one that is to take its pieces. */
async function stores(seed: string): Promise<Stores> {
  const home = await emptyStoreUrl()
  const db = await openStore(home)
  const life = new HomeStore(db, seed)
  for (let step = 0; step < 4; step++) await life.goOn()
  return { home, server: await futureStoreUrl(), db, life }
}

/** Sends what the server does not have. */
async function send({ home, server }: Stores): Promise<void> {
  const piece = await pieceSince(home, await positionOf(server))
  expect(await importPiece(server, piece)).toMatchObject({ code: 0, stderr: '' })
}

const roundLine = (more: object): string =>
  JSON.stringify({
    ...{ piece: 'round', source: 'nse-deals', work: 'collect' },
    ...{ started: '2025-03-03T05:00:00.000Z', committed: '2025-03-03T05:00:01.000Z', occurrence: 1 },
    recorded: '2025-03-03T05:00:01.000Z',
    ...{ outcome: 'done', fault: null, words: null, rowsRead: 0, rowsKept: 0, rowsKnown: 0, rowsRefused: 0 },
    ...more,
  })

describe('a piece', () => {
  test('begins with the position that it goes on from, and ends with the one that it reaches', async () => {
    const { home, server } = await stores('lines')
    expect(await positionOf(server)).toBe('0')
    const lines = (await pieceSince(home, '0')).trimEnd().split('\n')
    const { to } = JSON.parse(lines[0] ?? '')
    expect(JSON.parse(lines[0] ?? '')).toEqual({ piece: 'begin', from: '0', to })
    expect(JSON.parse(lines.at(-1) ?? '')).toEqual({ piece: 'end', position: to })
    const taken = await importPiece(server, lines.join('\n'))
    expect(taken).toMatchObject({ code: 0, stderr: '' })
    expect(taken.stdout).toMatch(/^\d+ taken, 0 already known, 0 refused; rounds: \d+; position: /)
    expect(await positionOf(server)).toBe(to)
    expect(await pieceSince(home, to)).toBe(
      `{"piece":"begin","from":"${to}","to":"${to}"}\n{"piece":"end","position":"${to}"}\n`,
    )
  })

  test('that goes on from a later position is refused with the one to send from', async () => {
    const { home, server, life } = await stores('gap')
    const first = await positionAfter(home)
    await life.goOn()
    const ended = await importPiece(server, await pieceSince(home, first))
    expect(ended).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/nothing was taken of this piece\n$/),
    })
    expect(ended.stderr).toBe(
      `line 1: it goes on from ${first}, which this store has not reached: send from 0\n`,
    )
    expect(await positionOf(server)).toBe('0')
  })

  test('without its last line is refused whole, wherever it was cut', async () => {
    const { home, server } = await stores('cut')
    const piece = Buffer.from(await pieceSince(home, '0'))
    const random = seeded('cuts')
    for (const end of [
      100,
      piece.length - 2,
      ...Array.from({ length: 8 }, () => wholeBetween(random, 99, piece.length)),
    ]) {
      const ended = await importPiece(server, piece.subarray(0, Math.min(end, piece.length - 2)))
      expect(ended.stderr).toMatch(
        /^line \d+: (not JSON|the last line of the piece is missing: it was cut off)/,
      )
      expect(ended.code).toBe(1)
    }
    expect((await contentsOf(await openStore(server))).rounds).toEqual([])
  })

  test.each([
    ['an unknown line', '{"piece":"other"}', /must be a fact, or have "piece" with one of begin, /],
    [
      'a fact without its number',
      JSON.stringify(gmp('a', '2025-03-03', 5)),
      /"recordedAt" is missing; "number" is missing/,
    ],
    ['no JSON', '{', /not JSON/],
    ['a list', '[]', /must be a JSON object/],
    ['a second beginning', '{"piece":"begin","from":"0","to":"0"}', /a second first line/],
    [
      'a bad moment',
      '{"piece":"key","source":"a","key":"b","slug":"c","learned":"yesterday"}',
      /"learned" must be a moment/,
    ],
    [
      'a fact of an unknown slug',
      JSON.stringify({
        ...gmp('nobody', '2025-03-03', 5),
        recordedAt: '2025-03-03T05:00:00.000Z',
        number: 900,
      }),
      /no "ipo" fact/,
    ],
    [
      'a fact of the future',
      JSON.stringify({ ...ipo('late'), recordedAt: '2026-03-03T05:00:00.000Z', number: 900 }),
      /lies in the future/,
    ],
    [
      'a number that leaves no room for more',
      JSON.stringify({ ...ipo('late'), recordedAt: '2025-03-03T05:00:00.000Z', number: 2 ** 53 - 1 }),
      /"number" must be a whole number from 1 to 1000000000/,
    ],
    ['a round of the future', roundLine({ committed: '9999-12-31T23:59:59.999Z' }), /compare the clocks/],
    ['a round that begins in the future', roundLine({ started: '2026-01-01T00:00:00.000Z' }), /the future/],
    ['a second equal round alone', roundLine({ occurrence: 2 }), /must follow 1 equal rounds/],
  ])('with %s is refused whole, with the number of the line', async (_name, line, reason) => {
    const { home, server } = await stores('bad')
    const lines = (await pieceSince(home, '0')).trimEnd().split('\n')
    const at = lines.findLastIndex((one) => one.startsWith('{"fact"')) + 1
    const piece = lines.toSpliced(at, 0, line).join('\n')
    const ended = await importPiece(server, piece, '--json')
    expect(ended.code).toBe(1)
    const [refusal] = JSON.parse(ended.stdout).refusals
    expect(refusal.line).toBe(at + 1)
    expect(refusal.reason).toMatch(reason)
    expect(await positionOf(server)).toBe('0')
  })

  test('with a round twice, or without its last one, is refused whole', async () => {
    const { home, server } = await stores('rounds')
    const lines = (await pieceSince(home, '0')).trimEnd().split('\n')
    const isRound = (line: string) => line.startsWith('{"piece":"round"')
    const [first, last] = [lines.findIndex(isRound), lines.findLastIndex(isRound)]
    const twice = await importPiece(server, lines.toSpliced(last, 0, lines[first] ?? '').join('\n'))
    expect(twice).toMatchObject({ code: 1, stderr: `line ${last + 1}: the piece has this round twice\n` })
    const end = lines.slice(last + 1).findIndex((line) => !/^{"(fact"|piece":"(issue|fetch)")/.test(line))
    const without = await importPiece(server, lines.toSpliced(last, end + 1).join('\n'))
    expect(without.code).toBe(1)
    expect(without.stderr).toMatch(/the last round before it must be that of \d+@/)
    expect(await positionOf(server)).toBe('0')
  })

  test('is tried with --dry-run, and never taken in part', async () => {
    const { home, server } = await stores('dry run')
    const piece = await pieceSince(home, '0')
    const ended = await importPiece(server, piece, '--dry-run', '--json')
    expect(JSON.parse(ended.stdout)).toMatchObject({
      refused: 0,
      dryRun: true,
      position: await positionAfter(home),
    })
    expect(await positionOf(server)).toBe('0')
    expect(await importPiece(server, piece, '--skip-bad')).toMatchObject({ code: 2 })
    expect(await positionOf(server)).toBe('0')
  })

  test('of another store, or of one set back to a backup, has all of it', async () => {
    const old = await stores('old')
    await send(old)
    const { home } = await stores('new')
    const { stdout, stderr } = await run(home, ['export', '--since', await positionOf(old.server)])
    expect(stderr).toContain('this store has no position')
    expect(JSON.parse(stdout.split('\n', 1)[0] ?? '')).toMatchObject({ from: '0' })
    expect(await importPiece(old.server, stdout)).toMatchObject({ code: 0, stderr: '' })
    expect(await positionOf(old.server)).toBe(await positionAfter(home))
  })
})

test.each([
  '',
  '1',
  '12@yesterday',
  '0@2025-01-01T00:00:00.000Z',
  '-1@2025-01-01T00:00:00.000Z',
  '1@2025-02-30T00:00:00.000Z',
])('the position "%s" is a usage error', async (position) => {
  expect(await run(await emptyStoreUrl(), ['export', '--since', position])).toMatchObject({ code: 2 })
})

test('the piece of docs/facts-file.md has every kind of line but one, and is taken', async () => {
  const [, section = ''] = readFileSync('docs/facts-file.md', 'utf8').split('## Pieces')
  const [, piece = ''] = /```json\n([\s\S]*?)```/.exec(section) ?? []
  const kinds = piece
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).piece ?? 'a fact')
  const described = [...section.matchAll(/^\| `?([a-z ]+?)`? \|/gm)].map(([, kind]) => kind)
  expect([...new Set([...kinds, 'removed'])].sort()).toEqual(described.sort())
  expect(await importPiece(await futureStoreUrl(), piece)).toMatchObject({ code: 0, stderr: '' })
})

test('a machine without a store has the position 0, and creates none by saying so', async () => {
  const url = await noStoreUrl()
  expect(await run(url, ['import', '--position'])).toMatchObject({ code: 0, stdout: '0\n' })
  expect(await run(url, ['import', '--position', 'file'])).toMatchObject({ code: 2 })
})

/** The position that a piece of the whole store reaches. */
async function positionAfter(url: string): Promise<string> {
  return JSON.parse((await pieceSince(url, '0')).split('\n', 1)[0] ?? '').to
}

/** Sends a piece to a process that is killed at a random place. False if it has ended before. */
async function killedImport(random: Random, { server }: Stores, piece: Buffer): Promise<boolean> {
  const step = pick(random, ['insert into', 'update', 'select', 'commit'])
  const nth = step === 'commit' ? 1 : wholeBetween(random, 1, 40)
  const env: Env = { DATABASE_URL: server, ...killedAt({ when: 'before', step, nth }) }
  const child = start(['import', '-'], env)
  const gone = once(child, 'close')
  child.stdin?.write(piece.subarray(0, wholeBetween(random, 0, piece.length)))
  if (random() < 0.3) child.kill('SIGKILL')
  else child.stdin?.end(random() < 0.8 ? piece : '')
  const [, signal] = await gone
  return signal === 'SIGKILL'
}

const SETTINGS = { SOURCES: 'exchanges,ipowatch', REQUESTS_PER_MINUTE: '0' }

/** The answers of all endpoints at several moments, by address. */
async function answersOf(service: TestService, slugs: readonly string[], moments: readonly string[]) {
  const answers: Record<string, unknown> = {}
  for (const { path } of ENDPOINTS.filter((endpoint) => !endpoint.path.endsWith('/sources')))
    for (const slug of path.includes('{slug}') ? slugs : [''])
      for (const asOf of ['', ...moments]) {
        const address = `${path.replace('{slug}', slug)}${asOf && `?asOf=${asOf}`}`
        const response = await service.get(address)
        answers[address] = `${response.status} ${await response.text()}`
      }
  return answers
}

test('after 50 kills and lost connections every answer of the server is the one at home', async () => {
  const all = await stores('kills')
  const { home, server, db, life } = all
  const random = seeded('kills')
  const moments = [life.now]
  for (let kills = 0; kills < runs(50).numRuns; ) {
    await life.goOn()
    moments.push(life.now)
    const piece = Buffer.from(await pieceSince(home, await positionOf(server)))
    if (await killedImport(random, all, piece)) kills++
    if (random() < 0.3) await importPiece(server, piece.subarray(0, wholeBetween(random, 99, piece.length)))
  }
  await life.goOn()
  await send(all)

  const serverDb = await openStore(server)
  const asked = moments.filter((_, i) => i % Math.ceil(moments.length / 4) === 0)
  const slugs = [...(await allSlugs(db))]
  const answers = await Promise.all(
    [home, server].map(async (url) =>
      answersOf(await startTestService({ url, now: life.now, env: SETTINGS }), slugs, asked),
    ),
  )
  expect(Object.keys(answers[0] ?? {}).length).toBeGreaterThan(20)
  expect(answers[1]).toEqual(answers[0])
  const choice = sourceChoice(loadConfig(SETTINGS))
  for (const clock of [life.now, ...moments]) {
    const asOf = clock === life.now ? null : clock
    const atHome = await sourceReports(db, { ...choice, isCollecting: true }, { asOf, clock })
    expect(await sourceReports(serverDb, choice, { asOf, clock })).toEqual(atHome)
  }
})
