import { chmodSync, chownSync, cpSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { newFolder, type PostgresServer, runner, startOn } from './server.ts'

/** Files of the running server only, and those that a standby receives anyway. Their folders must exist. */
const NOT_COPIED = /^(postmaster\.(pid|opts)|(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_stat_tmp)\/.*)$/
const CAUGHT_UP_WITHIN_MS = 30_000
const LOOK_EVERY_MS = 50

/** The primary keeps the log that a new standby still has to receive. */
export const FOR_STANDBYS = { wal_keep_size: '1GB' }

/**
 * A streaming replica of a server, for which each commit of the primary waits from now on. Copied as PostgreSQL
 * documents for a running server's files, because the package has no program for it.
 */
export async function startSynchronousStandby(
  primary: PostgresServer,
  settings: Readonly<Record<string, string>> = {},
): Promise<PostgresServer> {
  const folder = newFolder()
  const files = join(folder, 'files')
  const label = await primary.session(async (query) => {
    await query(`select pg_backup_start('standby', fast => true)`)
    copyFiles(join(primary.folder, 'files'), files)
    const [row] = await query('select labelfile from pg_backup_stop(wait_for_archive => false)')
    return String(row?.labelfile)
  })
  writeFileSync(join(files, 'backup_label'), label)
  writeFileSync(join(files, 'standby.signal'), '')
  handOver(files)
  const standby = await startOn(folder, {
    ...settings,
    primary_conninfo: `host=127.0.0.1 port=${primary.port} user=greymark application_name=standby`,
  })
  await primary.query(`alter system set synchronous_standby_names = 'standby'`)
  await primary.query('select pg_reload_conf()')
  await untilSynchronous(primary)
  return standby
}

/** Makes a standby the primary, which accepts facts from then on. */
export async function promote(standby: PostgresServer): Promise<void> {
  await standby.query('select pg_promote(wait => true)')
}

function copyFiles(from: string, to: string): void {
  cpSync(from, to, {
    recursive: true,
    filter: (path) => !NOT_COPIED.test(relative(from, path)) || statSync(path).isDirectory(),
  })
  chmodSync(to, 0o700)
}

/** Gives the files to the user of the server, if that is another one. */
function handOver(files: string): void {
  const { uid, gid } = runner()
  if (uid === undefined || gid === undefined) return
  for (const path of ['', ...readdirSync(files, { recursive: true, encoding: 'utf8' })])
    chownSync(join(files, path), uid, gid)
}

async function untilSynchronous(primary: PostgresServer): Promise<void> {
  const until = Date.now() + CAUGHT_UP_WITHIN_MS
  for (;;) {
    const [row] = await primary.query(`select state, sync_state from pg_stat_replication`)
    if (row?.state === 'streaming' && row.sync_state === 'sync') return
    if (Date.now() > until) throw new Error(`the standby does not follow: ${JSON.stringify(row)}`)
    await setTimeout(LOOK_EVERY_MS)
  }
}
