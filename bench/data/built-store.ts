import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  cpSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  type WriteStream,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { sql } from 'kysely'
import { IN_MEMORY, openDb } from '../../src/store/engines/db.ts'
import { migrate } from '../../src/store/schema.ts'
import type { Bench } from '../figure.ts'
import { greymark } from '../run/greymark.ts'
import { GENERATOR_VERSION, marketDays } from './market-lines.ts'
import type { MarketSize } from './market-size.ts'

export const SEED = 6

/**
 * The file of a store with an invented market of this size, reused from an earlier run or newly built. It is read once,
 * so that it is in the page cache as far as that fits, and figures do not depend on when it was built.
 */
export async function builtStore(bench: Pick<Bench, 'place' | 'say'>, size: MarketSize): Promise<string> {
  const file = await foundOrBuilt(bench, size)
  await finished(createReadStream(file, { highWaterMark: READ_AT_A_TIME }).resume())
  return file
}

/** A copy of a store in a folder of its own, for a part that writes to it. */
export function ownCopy(store: string, folder: string): string {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const copy = join(folder, 'greymark.db')
  cpSync(store, copy)
  return copy
}

const READ_AT_A_TIME = 1024 * 1024

/** The name of a store's folder; another size, generator or schema has another one. */
export async function storeName({ ipos, gmp, deals }: MarketSize): Promise<string> {
  return `${ipos}-${gmp}-${deals}-seed${SEED}-v${GENERATOR_VERSION}-${await schemaHash()}`
}

async function foundOrBuilt({ place, say }: Pick<Bench, 'place' | 'say'>, size: MarketSize): Promise<string> {
  const { ipos, gmp, deals } = size
  const name = await storeName(size)
  const folder = join(place, 'stores', name)
  const file = join(folder, 'greymark.db')
  if (existsSync(file)) return file
  const words = `${ipos} IPOs, ${gmp} GMP reports and ${deals} deals`
  say(`building a store of ${words}`)
  const building = join(place, 'stores', `building-${name}`)
  mkdirSync(building, { recursive: true })
  await importMarket({ store: join(building, 'greymark.db'), folder: building }, size, say)
  rmSync(join(building, PROGRESS), { force: true })
  rmSync(folder, { recursive: true, force: true })
  renameSync(building, folder)
  return file
}

/** The approximate number of lines in one file, which is imported as one round. */
const LINES_A_FILE = 500_000

/** A file in the folder of a store that is being built, with the number of files that are imported. */
const PROGRESS = 'imported-files'

/** A store to fill, and the folder for files that are imported. */
interface ImportPlace {
  readonly store: string
  readonly folder: string
}

/** Imports an invented market into a store. */
export const importMarket = (place: ImportPlace, size: MarketSize, say: Bench['say']): Promise<void> =>
  importAll(place, marketDays(size, SEED), say)

/**
 * Writes one file while the one before it is imported. If that was interrupted, it continues with the first file that is
 * not known to be imported; importing one twice changes nothing.
 */
export async function importAll(
  { store, folder }: ImportPlace,
  days: Iterable<readonly string[]>,
  say: Bench['say'],
  linesAFile = LINES_A_FILE,
): Promise<void> {
  const progress = join(folder, PROGRESS)
  let imported = existsSync(progress) ? Number(readFileSync(progress, 'utf8')) : 0
  let importing = Promise.resolve()
  let failure: unknown
  try {
    for await (const file of files(folder, days, { linesAFile, skipped: imported })) {
      await importing
      if (failure !== undefined) throw failure
      importing = greymark(store, ['import', file])
        .then((outcome) => {
          say(outcome.trim())
          writeFileSync(progress, String(++imported))
        })
        .catch((error) => {
          failure = error
        })
        .finally(() => rmSync(file))
    }
  } finally {
    await importing
  }
  if (failure !== undefined) throw failure
}

async function* files(
  folder: string,
  days: Iterable<readonly string[]>,
  { linesAFile, skipped }: { readonly linesAFile: number; readonly skipped: number },
): AsyncGenerator<string> {
  let open: { file: string; stream: WriteStream | undefined; lines: number } | undefined
  let count = 0
  for (const lines of days) {
    if (!open) {
      const file = join(folder, `${++count}.ndjson`)
      open = { file, stream: count > skipped ? createWriteStream(file) : undefined, lines: 0 }
    }
    if (lines.length > 0 && open.stream?.write(`${lines.join('\n')}\n`) === false)
      await once(open.stream, 'drain')
    open.lines += lines.length
    if (open.lines < linesAFile) continue
    yield* writtenFile(open)
    open = undefined
  }
  if (open) yield* writtenFile(open)
}

/** The file once it is complete; none if it is skipped or empty. */
async function* writtenFile({
  file,
  stream,
  lines,
}: {
  readonly file: string
  readonly stream: WriteStream | undefined
  readonly lines: number
}): AsyncGenerator<string> {
  if (!stream) return
  await ended(stream)
  if (lines > 0) yield file
}

async function ended(stream: WriteStream): Promise<void> {
  stream.end()
  await finished(stream)
}

/** A hash that identifies the schema of a release. */
async function schemaHash(): Promise<string> {
  const db = openDb(IN_MEMORY)
  await migrate(db)
  const { rows } = await sql<{ sql: string }>`select sql from sqlite_master order by name`.execute(db)
  await db.destroy()
  return createHash('sha256').update(JSON.stringify(rows)).digest('hex').slice(0, 8)
}
