import { sql } from 'kysely'
import { type Db, isOnPostgres, isPostgres } from '../engines/db.ts'
import { postgresClient } from '../engines/postgres.ts'

const CHANNEL = 'greymark_market'
const AGAIN_AFTER_MS = 1000

/** Notifies every listening process of a new version once the transaction is committed. Does nothing on SQLite. */
export async function announceVersion(tx: Db, version: number): Promise<void> {
  if (isOnPostgres(tx)) await sql`select pg_notify(${CHANNEL}, ${String(version)})`.execute(tx)
}

export interface VersionListener {
  stop(): Promise<void>
}

/**
 * Calls back for each announced version, and each time that listening begins, since announcements may have been missed
 * before. A lost connection is opened again; until then there are no calls, so that the caller must poll as well.
 */
export function listenForVersions(url: string, onVersion: () => void): VersionListener {
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
    connection.on('notification', onVersion)
    try {
      await connection.connect()
      await connection.query(`listen ${CHANNEL}`)
      onVersion()
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
