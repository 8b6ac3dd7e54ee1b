import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, inject, onTestFinished } from 'vitest'
import { type Db, openDb } from '../../src/store/engines/db.ts'
import { startTcpForwarder, type TcpForwarder } from '../support/forwarder.ts'
import { deal, ipo } from '../support/lines.ts'
import { newFolder, type PostgresServer, startOn } from '../support/postgres/server.ts'
import { FOR_STANDBYS } from '../support/postgres/standby.ts'
import { type Line, recordAll } from '../support/record.ts'
import { DATABASE, QUICK } from './prepared-files.ts'

/** A database with facts, and an address that always leads to its primary. */
export interface Cluster {
  readonly primary: PostgresServer
  readonly forwarder: TcpForwarder
  /** The address of the forwarder. */
  readonly url: string
  /** The test's own handle, through the forwarder. */
  readonly db: Db
  urlAt(server: PostgresServer): string
}

export async function startCluster(): Promise<Cluster> {
  const folder = newFolder()
  // With their owner, who runs the server.
  execFileSync('cp', ['-a', join(inject('preparedFolder'), 'files'), folder])
  const primary = await startOn(folder, { ...QUICK, ...FOR_STANDBYS })
  onTestFinished(() => primary.stop())
  const forwarder = await startTcpForwarder(primary.port)
  const urlAt = (server: PostgresServer) => server.url(DATABASE)
  const url = urlAt(primary).replace(`:${primary.port}/`, `:${forwarder.port}/`)
  const db = openDb(url)
  onTestFinished(() => {
    forwarder.close()
    return db.destroy()
  })
  return { primary, forwarder, url, db, urlAt }
}

export const now = (): string => new Date().toISOString()

const API = '/api/public/market'
/** The paths of the load: the four endpoints, also as of a past moment, and pages. */
export const PATHS = [
  `${API}/ipos?limit=50`,
  `${API}/ipos/issue-1`,
  `${API}/deals?limit=50`,
  `${API}/scoreboard`,
  `${API}/ipos?limit=50&asOf=2024-07-01T03:00:00.000Z`,
  '/',
  '/ipos/issue-1',
  '/deals',
]

/** A new issue and a deal that are recorded together. */
export const landing = (slug: string): Line[] => [
  ipo(slug, { openDate: '2024-03-04' }),
  deal('2025-11-05', { clientName: slug.toUpperCase() }),
]

/** Requests every path once from each process, because the first answers of a new process take longer. */
export async function warm(addresses: readonly string[]): Promise<void> {
  for (const address of addresses)
    for (const path of PATHS) expect([path, (await fetch(`${address}${path}`)).status]).toEqual([path, 200])
}

/** On a busy machine a fact may be shown later than 2 seconds after its commit, which the benchmark measures. */
const SHOWN_WITHIN_MS = 30_000

/** Waits until each process shows a fact. */
export async function shown(
  addresses: readonly string[],
  slug: string,
  withinMs = SHOWN_WITHIN_MS,
): Promise<void> {
  const statusAt = async (address: string) => (await fetch(`${address}${API}/ipos/${slug}`)).status
  await Promise.all(
    addresses.map((address) =>
      expect
        .poll(() => statusAt(address), { timeout: withinMs, interval: 50, message: `${slug} at ${address}` })
        .toBe(200),
    ),
  )
}

/** Records facts and waits until each process shows them. */
export async function land(db: Db, addresses: readonly string[], slug: string): Promise<void> {
  await recordAll(db, now(), landing(slug))
  await shown(addresses, slug)
}
