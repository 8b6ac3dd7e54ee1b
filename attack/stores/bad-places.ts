import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { platform } from 'node:os'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { type Random, wholeBetween } from '../../src/demo/seeded.ts'
import type { ProcessOptions } from '../../test/support/greymark-process.ts'

/** A complete store, the same with its last changes still in the log beside it, and its backup. */
export type SoundStores = Readonly<Record<'closed' | 'withLog' | 'backup', string>>

interface BadPlace {
  readonly name: string
  /** Creates the bad store at a path, in its own folder, and returns how the command is restricted. */
  make(path: string, stores: SoundStores, random: Random): ProcessOptions
}

const BLOCK = 512

const filesOf = (path: string): string[] => [path, `${path}-wal`].filter((file) => existsSync(file))

function copyTo(path: string, from: string): void {
  for (const file of filesOf(from)) copyFileSync(file, path + file.slice(from.length))
}

function flipBytes(path: string, random: Random, most: number): void {
  const bytes = readFileSync(path)
  if (bytes.length === 0) return
  for (let left = wholeBetween(random, 1, most); left > 0; left--) {
    const at = wholeBetween(random, 0, bytes.length - 1)
    bytes[at] = (bytes[at] ?? 0) ^ wholeBetween(random, 1, 255)
  }
  writeFileSync(path, bytes)
}

const cut = (path: string, random: Random) =>
  truncateSync(path, wholeBetween(random, 1, statSync(path).size - 1))

const place = (
  name: string,
  make: (path: string, stores: SoundStores, random: Random) => ProcessOptions | undefined,
): BadPlace => ({ name, make: (...given) => make(...given) ?? {} })

/** A store on a disk that has room for a random number of blocks. */
const fullDisk =
  (from: 'closed' | 'withLog'): BadPlace['make'] =>
  (path, stores, random) => {
    copyTo(path, stores[from])
    const bytes = filesOf(path).reduce((sum, file) => sum + statSync(file).size, 0)
    return { fileBlocks: wholeBetween(random, 0, 2 * Math.ceil(bytes / BLOCK)) }
  }

/** A store that the user may only read, in a folder with these rights. */
const readOnly =
  (folderMode: number): BadPlace['make'] =>
  (path, { closed }) => {
    copyTo(path, closed)
    chmodSync(path, 0o444)
    chmodSync(dirname(path), folderMode)
    return { asNobody: true }
  }

const FULL_DISKS = [
  place('a full disk', fullDisk('closed')),
  place('a full disk and a log', fullDisk('withLog')),
]

const OTHERS = [
  place('a place that may only be read', readOnly(0o555)),
  place('a file that may only be read', readOnly(0o777)),
  place('flipped bytes', (path, { closed }, random) => {
    copyTo(path, closed)
    flipBytes(path, random, 40)
    return undefined
  }),
  place('a file cut short', (path, { closed }, random) => {
    copyTo(path, closed)
    cut(path, random)
    return undefined
  }),
  place('rubbish at the end', (path, { closed }, random) => {
    copyTo(path, closed)
    appendFileSync(path, Buffer.alloc(wholeBetween(random, 1, 9000), wholeBetween(random, 0, 255)))
    return undefined
  }),
  place('no bytes', (path) => void writeFileSync(path, '')),
  place('a text', (path) => void writeFileSync(path, 'Dear reader, this is no database.\n'.repeat(200))),
  place('a folder', (path) => void mkdirSync(path)),
  place('tables of another program', (path) => {
    new Database(path).exec('create table songs (title text); insert into songs values (1)').close()
    return undefined
  }),
  place('a newer schema', (path, { closed }) => {
    copyTo(path, closed)
    new Database(path).exec(`insert into schema_migrations values ('999-future')`).close()
    return undefined
  }),
  place('a lost log', (path, { withLog }) => {
    copyTo(path, withLog)
    rmSync(`${path}-wal`)
    return undefined
  }),
  place('a log cut short', (path, { withLog }, random) => {
    copyTo(path, withLog)
    cut(`${path}-wal`, random)
    return undefined
  }),
  place('a log with flipped bytes', (path, { withLog }, random) => {
    copyTo(path, withLog)
    flipBytes(`${path}-wal`, random, 20)
    return undefined
  }),
]

/** Restores permissions, so that the store can be read and removed. */
export function unlock(path: string): void {
  if (!existsSync(dirname(path))) return
  chmodSync(dirname(path), 0o755)
  if (existsSync(path)) chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o644)
}

/** Without full disks where a shell cannot limit the size of files, as it can on every Unix. */
export const badPlaces = (): readonly BadPlace[] =>
  platform() === 'win32' ? OTHERS : [...FULL_DISKS, ...OTHERS]
