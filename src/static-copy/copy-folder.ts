import { randomBytes } from 'node:crypto'
import {
  access,
  constants,
  copyFile,
  link,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  rmdir,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { type LockedFile, lockFile } from '../store/engines/process-locks.ts'

/** What the next run must know of a file. */
export interface FileRecord {
  /** Of its content; of a page without its own times. */
  readonly hash: string
  readonly bytes: number
  /** When a page last changed. */
  readonly changedAt?: string
  /** When the clock next changes it; `null` for never. */
  readonly changesAt?: string | null
  /** It may change without new facts. */
  readonly isVolatile?: true
}

/** The files of a copy by path, and what they were made from. */
export interface CopyRecord {
  /** The program and the settings. */
  readonly program: string
  /** All facts. */
  readonly facts: string
  /** What is known of each issue, by slug. */
  readonly issues: Readonly<Record<string, string>>
  readonly files: Readonly<Record<string, FileRecord>>
  /** The lists with further pages, by the path of their first one. */
  readonly lists: Readonly<Record<string, CopiedList>>
}

/** The number of pages of a list, and of its items where they are counted. */
export interface CopiedList {
  readonly pages: number
  readonly total: number | null
}

const NO_RECORD: CopyRecord = { program: '', facts: '', issues: {}, files: {}, lists: {} }

/**
 * The folder of a copy. `path` is a symbolic link to one of the folders beside it, which are never changed once the link
 * leads to them: the next copy is written into a new one, and the link is replaced at once.
 */
export class CopyFolder {
  /** Where tables are built. */
  readonly builds: string
  /** The last complete copy. */
  readonly last: CopyRecord
  readonly #path: string
  /** Where its copies lie. */
  readonly #copies: string
  /** `null` for a dry run. */
  readonly #lock: LockedFile | null
  readonly #lastName: string | undefined
  readonly #name: string
  readonly #made = new Set<string>()

  /** Opens it for one run at a time, or for one that changes nothing. Refuses a folder that is not ours. */
  static async open(given: string, dryRun: boolean): Promise<CopyFolder> {
    const path = resolve(given)
    const copies = `${path}.copies`
    await lastCopy(path, copies)
    const lock = dryRun ? null : await lockOf(path, copies)
    const lastName = await lastCopy(path, copies)
    const last = lastName === undefined ? NO_RECORD : await recordIn(copies, lastName)
    const builds = dryRun ? await mkdtemp(join(tmpdir(), 'greymark-copy-')) : join(copies, 'tables')
    return new CopyFolder({ path, copies, builds, lastName, last, lock })
  }

  private constructor(of: {
    readonly path: string
    readonly copies: string
    readonly builds: string
    readonly lastName: string | undefined
    readonly last: CopyRecord
    readonly lock: LockedFile | null
  }) {
    this.#path = of.path
    this.#copies = of.copies
    this.builds = of.builds
    this.#lastName = of.lastName
    this.last = of.last
    this.#lock = of.lock
    this.#name = `copy-${randomBytes(6).toString('hex')}`
  }

  async write(file: string, body: string | Uint8Array): Promise<void> {
    await writeFile(await this.#placeOf(file), body)
  }

  /** Takes a file from the last copy; false if it is gone, or was cut short by a power failure. */
  async keep(file: string): Promise<boolean> {
    if (this.#lastName === undefined) return false
    const from = join(this.#copies, this.#lastName, file)
    const found = await stat(from).catch(() => undefined)
    if (found?.size !== this.last.files[file]?.bytes) return false
    await this.take(from, file)
    return true
  }

  /** Takes a file of this file system, without a second copy of its bytes where it has hard links. */
  async take(from: string, file: string): Promise<void> {
    const to = await this.#placeOf(file)
    await link(from, to).catch(() => copyFile(from, to))
  }

  /** Lets the link lead to what was written. From here on, and not before, the new copy is the one. */
  async publish(record: CopyRecord): Promise<void> {
    await writeFile(recordPath(this.#copies, this.#name), JSON.stringify(record))
    const next = join(this.#copies, 'next')
    await rm(next, { force: true })
    await symlink(join(basename(this.#copies), this.#name), next)
    // An empty folder makes room for the link.
    await rmdir(this.#path).catch(() => undefined)
    await rename(next, this.#path)
  }

  /** Removes the copies before the last one, and what was not published. */
  async close(): Promise<void> {
    if (this.#lock === null) return rm(this.builds, { recursive: true, force: true })
    await this.#removeOthers()
    this.#lock.file.close()
  }

  async #placeOf(file: string): Promise<string> {
    const place = join(this.#copies, this.#name, file)
    const folder = dirname(place)
    if (!this.#made.has(folder)) await mkdir(folder, { recursive: true })
    this.#made.add(folder)
    return place
  }

  /** Who still reads the last copy, such as an upload, may finish: it goes at the next run. */
  async #removeOthers(): Promise<void> {
    const kept = [this.#lastName, await lastCopy(this.#path, this.#copies)]
    for (const name of await readdir(this.#copies)) {
      const copy = /^(copy-[0-9a-f]{12})(\.json)?$/.exec(name)?.[1]
      if (copy !== undefined && !kept.includes(copy))
        await rm(join(this.#copies, name), { recursive: true, force: true })
    }
  }
}

const recordPath = (copies: string, name: string): string => join(copies, `${name}.json`)

/** The name of the copy that a link leads to; `undefined` where there is nothing, or an empty folder. */
async function lastCopy(path: string, copies: string): Promise<string | undefined> {
  const found = await lstat(path).catch(() => undefined)
  if (!found || (found.isDirectory() && (await readdir(path)).length === 0)) return undefined
  if (!found.isSymbolicLink())
    throw new Error(`${path} is not empty and not a copy of Greymark: name a folder that does not exist yet`)
  const target = resolve(dirname(path), await readlink(path))
  if (dirname(target) === copies) return basename(target)
  throw new Error(`${path} is a link to ${target}, which is no copy of Greymark: name another folder`)
}

/** A record that cannot be read costs only time: everything is written again. */
const recordIn = (copies: string, name: string): Promise<CopyRecord> =>
  readFile(recordPath(copies, name), 'utf8')
    .then((text) => ({ ...NO_RECORD, ...JSON.parse(text) }))
    .catch(() => NO_RECORD)

/** Refuses a second run beside another one. The system releases the lock of a run that was killed. */
async function lockOf(path: string, copies: string): Promise<LockedFile> {
  await mkdir(copies, { recursive: true })
  for (const folder of [dirname(path), copies]) await access(folder, constants.W_OK)
  const lock = lockFile(join(copies, 'lock'))
  if (lock === null) throw new Error(`another run is writing ${path} at the moment: wait until it has ended`)
  return lock
}
