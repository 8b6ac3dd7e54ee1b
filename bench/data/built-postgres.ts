import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import {
  isOpenToAll,
  newFolder,
  type PostgresServer,
  startOn,
  startPostgres,
} from '../../test/support/postgres/server.ts'
import type { Bench } from '../figure.ts'
import { importMarket, storeName } from './built-store.ts'
import type { MarketSize } from './market-size.ts'

export const DATABASE = 'greymark'

/** A quarter of the memory of a small server, as PostgreSQL's documentation advises; the rest is its default. */
const SETTINGS = { shared_buffers: '1GB', max_connections: '100' }
/** The data can be built again, so a commit need not wait for the disk. */
const FOR_BUILDING = { ...SETTINGS, fsync: 'off', synchronous_commit: 'off', max_wal_size: '4GB' }

/**
 * A running server with an invented market of this size in the database `greymark`, on the files of an earlier run or
 * newly built. The caller stops it with `shutDown`, which keeps the files.
 */
export async function builtPostgres(
  { place, say }: Pick<Bench, 'place' | 'say'>,
  size: MarketSize,
): Promise<PostgresServer> {
  const stores = join(place, 'stores')
  const folder = join(stores, `postgres-${await storeName(size)}`)
  if (!existsSync(folder)) await build(stores, folder, size, say)
  return stoppedAtExit(await startOn(folder, SETTINGS))
}

/** The server, which is also stopped when this process ends early. */
function stoppedAtExit(server: PostgresServer): PostgresServer {
  const stop = () => process.kill(server.pid, 'SIGINT')
  process.once('exit', stop)
  const shutDown = () => {
    process.removeListener('exit', stop)
    return server.shutDown()
  }
  return { ...server, shutDown }
}

async function build(stores: string, folder: string, size: MarketSize, say: Bench['say']): Promise<void> {
  mkdirSync(stores, { recursive: true })
  if (!isOpenToAll(stores))
    throw new Error(`PostgreSQL does not run as root, and only root may enter ${stores}`)
  say(`building a PostgreSQL store of ${size.ipos} IPOs, ${size.gmp} GMP reports and ${size.deals} deals`)
  const building = newFolder(stores)
  const server = stoppedAtExit(await startPostgres(FOR_BUILDING, building))
  const lines = join(stores, `lines-${process.pid}`)
  try {
    await server.query(`create database ${DATABASE}`)
    mkdirSync(lines)
    await importMarket({ store: server.url(DATABASE), folder: lines }, size, say)
    // What autovacuum does within minutes, so that the figures do not depend on whether it has.
    await server.query('vacuum analyze', DATABASE)
  } finally {
    await server.shutDown()
    rmSync(lines, { recursive: true, force: true })
  }
  renameSync(building, folder)
}
