import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Logger, pino } from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '../src/config.ts'
import { buildHere } from '../src/feeds/downloads/daily-folder.ts'
import { FilesOfDay, type FilesOfDayContext } from '../src/feeds/downloads/files-of-day.ts'
import { Owners } from '../src/market/facts/publisher.ts'
import type { Problem } from '../src/request/problems.ts'
import { buildOnThread } from '../src/service/daily-files.ts'
import { Snapshots } from '../src/service/snapshots.ts'
import { startService } from '../src/service/start.ts'
import { deal, gmp, ipo } from './support/lines.ts'
import { FULL, needs, ONCE, skipWithout } from './support/needs.ts'
import { EXAMPLE } from './support/own-table.ts'
import { recordAll } from './support/record.ts'
import { startTestService, TEST_SETTINGS } from './support/service.ts'
import { emptyStoreUrl, openStore, temporaryFolder } from './support/store.ts'

const ABOUT = '/downloads/dataset.json'
/** 11:30 in India; the day began there at 18:30 UTC of the day before. */
const YESTERDAY = '2026-01-27T06:00:00.000Z'
const NOW = '2026-01-28T06:00:00.000Z'
const MIDNIGHT = '2026-01-28T18:30:00.000Z'
const LINES = [ipo('alpha'), gmp('alpha', '2026-01-14', 45.5), deal('2026-01-21')].map((line) => ({
  recordedAt: '2026-01-22T06:00:00.000Z',
  ...line,
}))
const KINDS = ['dataset', 'deals', 'files', 'gmp', 'ipos', 'scoreboard', 'subscription']

/** The kinds and days of the files in a folder. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder)
    .map((name) => name.replace(/^([a-z]+-\d{4}-\d\d-\d\d)-.*/, '$1'))
    .sort()
const allOf = (day: string): string[] => KINDS.map((kind) => `${kind}-${day}`)

/** Checks of the day that run when the test wants one. */
function checksOnDemand() {
  let waiting = Promise.withResolvers<() => void>()
  return {
    pauseBetweenChecks: () => new Promise<void>((resolve) => waiting.resolve(resolve)),
    /** Lets one check run to its end. */
    async run(): Promise<void> {
      const begin = await waiting.promise
      waiting = Promise.withResolvers()
      begin()
      await waiting.promise
    },
  }
}

interface OpenedFiles {
  readonly files: FilesOfDay
  readonly log: Record<string, unknown>[]
  readonly failures: number[]
  setNow(now: string): void
}

/** The files of a store with facts of yesterday, without a service around them, by default built on this thread. */
async function openFiles(
  url: string,
  folder: string,
  options: Partial<Pick<FilesOfDayContext, 'buildElsewhere' | 'makesDailyFiles'>> = {},
): Promise<OpenedFiles> {
  let now = NOW
  const lines: Record<string, unknown>[] = []
  const log: Logger = pino({ level: 'info' }, { write: (line) => lines.push(JSON.parse(line)) })
  const config = loadConfig({ ...TEST_SETTINGS, DATABASE_URL: url })
  const snapshots = await Snapshots.open(config, { owners: new Owners(), now: () => now, log })
  const failures: number[] = []
  onTestFinished(() => snapshots.close())
  const files = new FilesOfDay({
    ...{ market: snapshots.market, catchUp: snapshots.catchUp, now: () => now, log },
    folder: async () => folder,
    buildElsewhere: buildHere,
    makesDailyFiles: true,
    onFailures: (count) => failures.push(count),
    stopping: new AbortController().signal,
    ...options,
  })
  return {
    files,
    log: lines,
    failures,
    setNow: (moment) => {
      now = moment
    },
  }
}

const threadFor = (url: string) => buildOnThread(loadConfig({ ...TEST_SETTINGS, DATABASE_URL: url }))

async function filledStore(): Promise<string> {
  const url = await emptyStoreUrl()
  await recordAll(await openStore(url), YESTERDAY, LINES)
  return url
}

test('are made after the start and after midnight, before anybody requests them', async () => {
  const folder = temporaryFolder()
  const checks = checksOnDemand()
  const service = await startTestService({
    now: NOW,
    lines: LINES,
    linesAt: YESTERDAY,
    env: { DOWNLOADS_DIR: folder },
    service: checks,
  })
  expect(filesIn(folder)).toEqual([])
  await checks.run()
  expect(filesIn(folder)).toEqual(allOf('2026-01-28'))
  service.setNow('2026-01-28T18:29:59.999Z')
  await checks.run()
  expect(filesIn(folder)).toEqual(allOf('2026-01-28'))
  service.setNow(MIDNIGHT)
  await checks.run()
  expect(filesIn(folder)).toEqual(allOf('2026-01-29'))
  expect(await service.json(ABOUT)).toMatchObject({ day: '2026-01-29', asOf: MIDNIGHT, facts: LINES.length })
})

test('of a store that was empty at midnight are made by a request', async () => {
  const folder = temporaryFolder()
  const checks = checksOnDemand()
  const env = { DOWNLOADS_DIR: folder }
  const service = await startTestService({ now: NOW, lines: LINES, env, service: checks })
  await checks.run()
  expect(readdirSync(folder)).toEqual([])
  expect(await service.json(ABOUT)).toMatchObject({ day: '2026-01-28' })
  expect(filesIn(folder)).toEqual(allOf('2026-01-28'))
})

test('of the demo are not made before somebody requests them', async ({ skip }) => {
  skipWithout(skip, FULL, ONCE)
  const folder = temporaryFolder()
  const checks = checksOnDemand()
  await startTestService({ now: NOW, env: { DOWNLOADS_DIR: folder }, service: checks })
  await checks.run()
  expect(readdirSync(folder)).toEqual([])
})

test('that are being built when the service stops leave nothing behind', async () => {
  const folder = temporaryFolder()
  const url = await filledStore()
  const builder = threadFor(url)
  const { files, failures } = await openFiles(url, folder, {
    buildElsewhere: (market, build) => {
      const building = builder.build(market, build)
      // As if the thread had begun to write.
      writeFileSync(build.unfinished, 'begun')
      void builder.stop()
      return building
    },
  })
  await files.buildIfMissing()
  expect([readdirSync(folder), failures]).toEqual([[], [1]])
})

describe('whatever the engine,', () => {
  // About the folder and the clock; the tests above read the store.
  needs(ONCE)

  test('of the day before are served while those of the day are built', async () => {
    const url = await filledStore()
    let open = Promise.resolve()
    const { files, setNow } = await openFiles(url, temporaryFolder(), {
      buildElsewhere: async (market, build) => {
        await open
        return buildHere(market, build)
      },
    })
    await files.buildIfMissing()
    const { promise, resolve } = Promise.withResolvers<void>()
    open = promise
    setNow(MIDNIGHT)
    const building = files.buildIfMissing()
    expect((await files.current()).of.day).toBe('2026-01-28')
    resolve()
    await building
    expect((await files.current()).of.day).toBe('2026-01-29')
  })

  test('that cannot be written are tried again only after a pause, which grows', async () => {
    const folder = join(temporaryFolder(), 'file', 'below')
    writeFileSync(join(folder, '..'), '')
    const { files, log, failures, setNow } = await openFiles(await filledStore(), folder)
    const refusal = () =>
      files.current().then(
        () => 'served',
        ({ code, headers }: Problem) => `${code} ${headers['Retry-After']}`,
      )
    expect([await refusal(), await refusal()]).toEqual(['UNAVAILABLE 300', 'UNAVAILABLE 300'])
    await files.buildIfMissing()
    const lines = () => log.filter(({ level }) => level === 50).map(({ msg }) => msg)
    const remedy = 'set DOWNLOADS_DIR to a folder with free space that this service may write to'
    expect(lines()).toEqual([`the files of the day could not be built, next attempt in 5 minutes; ${remedy}`])
    setNow('2026-01-28T06:04:00.000Z')
    expect(await refusal()).toBe('UNAVAILABLE 60')
    setNow('2026-01-28T06:04:58.500Z')
    expect(await refusal()).toBe('UNAVAILABLE 2')
    setNow('2026-01-28T06:05:00.000Z')
    await files.buildIfMissing()
    expect([lines().length, failures, await refusal()]).toEqual([2, [1, 2], 'UNAVAILABLE 600'])
    let at = Date.parse('2026-01-28T06:05:00.000Z')
    for (const minutes of [10, 20, 40, 60, 60]) {
      expect(await refusal()).toBe(`UNAVAILABLE ${minutes * 60}`)
      at += minutes * 60_000
      setNow(new Date(at).toISOString())
      await files.buildIfMissing()
    }
    expect(failures).toEqual([1, 2, 3, 4, 5, 6, 7])
    rmSync(join(folder, '..'))
    // A clock that is set back ends the pause.
    setNow('2026-01-28T06:15:00.000Z')
    expect([await refusal(), failures.at(-1)]).toEqual(['served', 0])
  })

  test('that cannot be replaced stay in use on the next day', async () => {
    const folder = join(temporaryFolder(), 'downloads')
    const { files, failures, setNow } = await openFiles(await filledStore(), folder)
    await files.buildIfMissing()
    const [list] = readdirSync(folder).filter((name) => name.startsWith('files-'))
    // Where a folder is, no file can be put.
    mkdirSync(join(folder, String(list).replace('2026-01-28', '2026-01-29')))
    setNow(MIDNIGHT)
    await files.buildIfMissing()
    for (const _again of [1, 2]) expect((await files.current()).of.day).toBe('2026-01-28')
    expect(failures).toEqual([0, 1])
  })

  test('are built with the files of SOURCE_FILES as the service read them when it started', async () => {
    const table = join(temporaryFolder(), 'table.json')
    writeFileSync(table, JSON.stringify(EXAMPLE))
    const settings = {
      SOURCE_FILES: table,
      DOWNLOADS_DIR: temporaryFolder(),
      DATABASE_URL: await filledStore(),
    }
    const config = loadConfig({ ...TEST_SETTINGS, ...settings })
    const service = await startService(config, () => NOW)
    onTestFinished(service.stop)
    rmSync(table)
    // Built on a thread, which gets the settings of the service.
    await expect
      .poll(() => fetch(service.address + ABOUT).then((about) => about.json()))
      .toMatchObject({ facts: LINES.length })
  })

  test('of another process are taken from the folder, and not built twice', async () => {
    const [url, folder] = [await filledStore(), temporaryFolder()]
    const maker = await openFiles(url, folder)
    const other = await openFiles(url, folder, {
      makesDailyFiles: false,
      buildElsewhere: () => Promise.reject(new Error('must not build')),
    })
    const requested = other.files.current()
    await maker.files.buildIfMissing()
    const { builtAt: _, ...made } = await maker.files.current()
    expect(await requested).toMatchObject(made)
    expect(other.failures).toEqual([0])
  })
})
