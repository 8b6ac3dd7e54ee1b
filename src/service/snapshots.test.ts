import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { ipo } from '../../test/support/lines.ts'
import { type Line, recordAll } from '../../test/support/record.ts'
import { emptyStoreUrl, openStore } from '../../test/support/store.ts'
import type { ServedMarket } from '../reports/served-market.ts'
import { ownersAmong, SOURCES } from '../sources/registry.ts'
import { Snapshots } from './snapshots.ts'

const NOW = '2026-01-15T06:00:00.000Z'

/** A version whose answers are made until the test ends that. */
interface Making {
  readonly next: ServedMarket
  readonly withinMs: number
  end(isReady?: boolean): void
}

/** What is served of a store that has these facts at the start. */
async function served(lines: readonly Line[]) {
  const url = await emptyStoreUrl()
  const db = await openStore(url)
  if (lines.length > 0) await recordAll(db, NOW, lines)
  const settings = { DATABASE_URL: url, DATABASE_READ_URL: '', COLLECT: false }
  const log = pino({ level: 'silent' })
  const snapshots = await Snapshots.open(settings, { owners: ownersAmong(SOURCES), now: () => NOW, log })
  onTestFinished(() => snapshots.close())
  const makings: Making[] = []
  const used: boolean[] = []
  snapshots.makeAhead({
    make: (next, withinMs) => {
      const { promise, resolve } = Promise.withResolvers<boolean>()
      makings.push({ next, withinMs, end: (isReady = true) => resolve(isReady) })
      return promise
    },
    use: (isReady) => void used.push(isReady),
  })
  return {
    snapshots,
    used,
    db,
    land: (slug: string) => recordAll(db, NOW, [ipo(slug)]),
    /** Looks at the store, and waits for no version: the moment lies before all of them. */
    look: () => snapshots.catchUp('2026-01-01T00:00:00.000Z'),
    /** The making of this number, once it has begun. */
    making: async (number: number): Promise<Making> => {
      await expect.poll(() => makings.length).toBeGreaterThanOrEqual(number)
      return makings[number - 1] as Making
    },
    makings,
  }
}

const versionOf = ({ snapshots }: { snapshots: Snapshots }) => snapshots.market().version

test('versions that are seen while answers are made are served once, as the last of them, and their wait counts', async () => {
  const service = await served([ipo('acme')])
  const { look, land, making, makings, used } = service
  await land('birch')
  await look()
  const first = await making(1)
  await land('cedar')
  await look()
  const seenAt = performance.now()
  await land('dalia')
  await look()
  expect(versionOf(service)).toBe(1)
  const waitedMs = performance.now() - seenAt
  first.end()
  const second = await making(2)
  expect([first.next.version, versionOf(service), second.next.version]).toEqual([2, 2, 4])
  expect(second.withinMs).toBeLessThanOrEqual(1500 - waitedMs)
  second.end(false)
  await expect.poll(() => versionOf(service)).toBe(4)
  expect([makings.length, used]).toEqual([2, [true, false]])
})

test('a store that has lost facts is served at once, and answers that were being made of it are not used', async () => {
  const service = await served([ipo('acme')])
  const { snapshots, look, land, making, used, db } = service
  await land('birch')
  await look()
  const lost = await making(1)
  await sql`update market_version set version = 0`.execute(db)
  await look()
  expect(snapshots.market()).toMatchObject({ version: 0, history: 1, demo: false })
  lost.end()
  await land('cedar')
  await look()
  const next = await making(2)
  expect([next.next.history, used]).toEqual([1, []])
  next.end()
  await expect.poll(() => snapshots.market()).toBe(next.next)
})

test('an outage that begins while answers are made, and ends after the switch, is served as one', async () => {
  const service = await served([ipo('acme')])
  const { snapshots, look, land, making, db } = service
  const rename = (from: string, to: string) =>
    sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(db)
  await land('birch')
  await look()
  const { end, next } = await making(1)
  await rename('market_version', 'hidden')
  await look()
  expect([snapshots.market(), snapshots.key()]).toEqual([
    expect.objectContaining({ version: 1, isUnavailable: true }),
    null,
  ])
  end()
  await expect.poll(() => versionOf(service)).toBe(2)
  expect([snapshots.market().isUnavailable, snapshots.key()]).toEqual([true, null])
  await rename('hidden', 'market_version')
  await look()
  expect(snapshots.market()).toEqual(next)
  expect(snapshots.key()).toBe('2 0')
})

test('the first facts replace the demo at once, and only further versions wait for their answers', async () => {
  const service = await served([])
  const { snapshots, look, land, making, makings } = service
  expect(snapshots.market().demo).toBe(true)
  await land('acme')
  await look()
  expect([snapshots.market(), makings]).toEqual([expect.objectContaining({ version: 1, demo: false }), []])
  await land('birch')
  await look()
  expect((await making(1)).next.version).toBe(2)
  expect(versionOf(service)).toBe(1)
})
