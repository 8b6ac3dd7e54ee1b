import { randomBytes } from 'node:crypto'
import {
  link,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  rmdir,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'

/** What the next run must know of a file. */
export interface CopiedFile {
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
  /** The facts, the program and the settings. */
  readonly madeFrom: string
  readonly files: Readonly<Record<string, CopiedFile>>
}

const NO_RECORD: CopyRecord = { madeFrom: '', files: {} }

/**
 * The folder of a copy. `path` is a symbolic link to one of the folders beside it, which are never changed once the link
 * leads to them: the next copy is written into a new one, and the link is replaced at once.
 */
export class CopyFolder {
  /** Where its copies lie. */
  readonly copies: string
  /** The last complete copy. */
  readonly last: CopyRecord
  readonly #path: string
  readonly #lastName: string | undefined
  readonly #name: string
  readonly #made = new Set<string>()
  #isPublished = false

  /** Opens it for one run at a time. Refuses a folder that is not ours. */
  static async open(given: string): Promise<CopyFolder> {
    const path = resolve(given)
    const copies = `${path}.copies`
    const target = await targetOf(path)
    if (target !== undefined && dirname(target) !== copies)
      throw new Error(`${given} is a link to ${target}, which is no copy of Greymark: name another folder`)
    await mkdir(copies, { recursive: true })
    await lock(copies, given)
    const lastName = target && basename(target)
    const last = lastName === undefined ? NO_RECORD : await recordIn(copies, lastName)
    return new CopyFolder({ path, copies, lastName, last })
  }

  private constructor(of: { path: string; copies: string; lastName: string | undefined; last: CopyRecord }) {
    this.#path = of.path
    this.copies = of.copies
    this.#lastName = of.lastName
    this.last = of.last
    this.#name = `copy-${randomBytes(6).toString('hex')}`
  }

  async write(file: string, body: string | Uint8Array): Promise<void> {
    await writeFile(await this.#placeOf(file), body)
  }

  /** Takes a file from the last copy; false if it is gone. */
  async keep(file: string): Promise<boolean> {
    if (this.#lastName === undefined) return false
    return this.take(join(this.copies, this.#lastName, file), file)
  }

  /** Takes a file of this file system, without a second copy of its bytes. */
  async take(from: string, file: string): Promise<boolean> {
    const to = await this.#placeOf(file)
    return link(from, to).then(
      () => true,
      () => false,
    )
  }

  /** Lets the link lead to what was written. From here on, and not before, the new copy is the one. */
  async publish(record: CopyRecord): Promise<void> {
    await writeFile(recordPath(this.copies, this.#name), JSON.stringify(record))
    const next = join(this.copies, 'next')
    await rm(next, { force: true })
    await symlink(join(basename(this.copies), this.#name), next)
    await rename(next, this.#path)
    this.#isPublished = true
  }

  /** Removes the copies before the last one, and what was not published. */
  async close(): Promise<void> {
    await this.#removeOthers()
    await rm(join(this.copies, LOCK), { force: true })
  }

  async #placeOf(file: string): Promise<string> {
    const place = join(this.copies, this.#name, file)
    const folder = dirname(place)
    if (!this.#made.has(folder)) await mkdir(folder, { recursive: true })
    this.#made.add(folder)
    return place
  }

  /** Who still reads the last copy, such as an upload, may finish: it goes at the next run. */
  async #removeOthers(): Promise<void> {
    const kept = [this.#lastName, this.#isPublished ? this.#name : undefined]
    for (const name of await readdir(this.copies)) {
      const copy = /^(copy-[0-9a-f]{12})(\.json)?$/.exec(name)?.[1]
      if (copy !== undefined && !kept.includes(copy))
        await rm(join(this.copies, name), { recursive: true, force: true })
    }
  }
}

const recordPath = (copies: string, name: string): string => join(copies, `${name}.json`)

/** What a link leads to; `undefined` for a folder that does not exist, or is empty and makes room for the link. */
async function targetOf(path: string): Promise<string | undefined> {
  const found = await lstat(path).catch(() => undefined)
  if (!found) return undefined
  if (found.isSymbolicLink()) return resolve(dirname(path), await readlink(path))
  const isFree =
    found.isDirectory() &&
    (await rmdir(path).then(
      () => true,
      () => false,
    ))
  if (isFree) return undefined
  throw new Error(`${path} is not empty and not a copy of Greymark: name a folder that does not exist yet`)
}

/** A record that cannot be read costs only time: everything is written again. */
const recordIn = (copies: string, name: string): Promise<CopyRecord> =>
  readFile(recordPath(copies, name), 'utf8')
    .then(JSON.parse)
    .catch(() => NO_RECORD)

const LOCK = 'running'

/** Refuses a second run beside another one. A run that was killed leaves its lock, which the next one takes over. */
async function lock(copies: string, given: string): Promise<void> {
  const path = join(copies, LOCK)
  const owner = Number(await readFile(path, 'utf8').catch(() => ''))
  if (owner > 0 && owner !== process.pid && isAlive(owner))
    throw new Error(`process ${owner} is writing ${given} at the moment: wait until it has ended`)
  await rm(path, { force: true })
  await writeFile(path, String(process.pid), { flag: 'wx' })
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
