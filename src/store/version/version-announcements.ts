import { sql } from 'kysely'
import { type Db, isOnPostgres, isPostgres } from '../engines/db.ts'
import { postgresClient } from '../engines/postgres.ts'

const CHANNEL = 'greymark_market'
const AGAIN_AFTER_MS = 1000

/** Tells every process that listens of a new version, once the transaction is committed. SQLite has nobody to tell. */
export async function announceVersion(tx: Db, version: number): Promise<void> {
  if (isOnPostgres(tx)) await sql`select pg_notify(${CHANNEL}, ${String(version)})`.execute(tx)
}

export interface VersionListener {
  stop(): Promise<void>
}

/**
 * Calls back whenever a new version is announced, and each time that listening begins, since announcements may have been
 * missed before. A connection that is lost is made again; until then it is silent, so that it needs a poll beside it.
 */
export function listenForVersions(url: string, onNews: () => void): VersionListener {
  let isStopped = !isPostgres(url)
  let again: NodeJS.Timeout | undefined
  let client: ReturnType<typeof postgresClient> | undefined

  const listen = async () => {
    const connection = postgresClient(url)
    client = connection
    let isLost = false
    const onLost = () => {
      if (isLost) return
      isLost = true
      connection.end().catch(() => undefined)
      if (!isStopped) again = setTimeout(begin, AGAIN_AFTER_MS).unref()
    }
    connection.on('error', onLost)
    connection.on('end', onLost)
    connection.on('notification', onNews)
    try {
      await connection.connect()
      await connection.query(`listen ${CHANNEL}`)
      onNews()
    } catch {
      onLost()
    }
  }
  const begin = () => void listen()
  if (!isStopped) begin()

  return {
    async stop() {
      isStopped = true
      clearTimeout(again)
      await client?.end().catch(() => undefined)
    },
  }
}
