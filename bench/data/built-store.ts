import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  cpSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  type WriteStream,
} from 'node:fs'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { sql } from 'kysely'
import { IN_MEMORY, openDb } from '../../src/store/engines/db.ts'
import { migrate } from '../../src/store/migrations/migrate.ts'
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

async function foundOrBuilt({ place, say }: Pick<Bench, 'place' | 'say'>, size: MarketSize): Promise<string> {
  const { ipos, gmp, deals } = size
  const name = `${ipos}-${gmp}-${deals}-seed${SEED}-v${GENERATOR_VERSION}-${await schemaHash()}`
  const folder = join(place, 'stores', name)
  const file = join(folder, 'greymark.db')
  if (existsSync(file)) return file
  const words = `${ipos} IPOs, ${gmp} GMP reports and ${deals} deals`
  say(`building a store of ${words}`)
  const building = join(place, 'stores', `building-${process.pid}-${name}`)
  rmSync(building, { recursive: true, force: true })
  mkdirSync(building, { recursive: true })
  await importAll(building, marketDays(size, SEED), say)
  rmSync(folder, { recursive: true, force: true })
  renameSync(building, folder)
  return file
}

/** The approximate number of lines in one file, which is imported as one round. */
const LINES_A_FILE = 500_000

/** Writes one file while the one before it is imported. */
async function importAll(
  folder: string,
  days: Iterable<readonly string[]>,
  say: Bench['say'],
): Promise<void> {
  let importing = Promise.resolve()
  let failure: unknown
  for await (const file of files(folder, days)) {
    await importing
    if (failure !== undefined) throw failure
    importing = greymark(join(folder, 'greymark.db'), ['import', file])
      .then((outcome) => say(outcome.trim()))
      .catch((error) => {
        failure = error
      })
      .finally(() => rmSync(file))
  }
  await importing
  if (failure !== undefined) throw failure
}

async function* files(folder: string, days: Iterable<readonly string[]>): AsyncGenerator<string> {
  let open: { file: string; stream: WriteStream; lines: number } | undefined
  let count = 0
  for (const lines of days) {
    if (!open) {
      const file = join(folder, `${++count}.ndjson`)
      open = { file, stream: createWriteStream(file), lines: 0 }
    }
    if (lines.length > 0 && !open.stream.write(`${lines.join('\n')}\n`)) await once(open.stream, 'drain')
    open.lines += lines.length
    if (open.lines < LINES_A_FILE) continue
    await ended(open.stream)
    yield open.file
    open = undefined
  }
  if (!open) return
  await ended(open.stream)
  if (open.lines > 0) yield open.file
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
