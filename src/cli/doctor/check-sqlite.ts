import { stat } from 'node:fs/promises'
import { type SqliteCondition, sqliteCondition, storeBytes } from '../../store/upkeep/condition.ts'
import { sizeText } from '../../texts/format.ts'
import { FREE_SPACE, RESTORE, RIGHTS, storeAdvice } from '../store-advice.ts'
import { roomFor } from './check-disk.ts'
import { type Finding, fail, ok, safeErrorText, warn } from './finding.ts'

/** A larger store is not checked for damage, which would take minutes on a slow disk. */
const MAX_CHECKED_BYTES = 2_000_000_000
/** A write-ahead log with regular checkpoints stays far below this. */
const LARGE_LOG = 500_000_000

/** Checks a SQLite file. Returns whether it holds a store that can be read. */
export async function* checkSqlite(path: string): AsyncGenerator<Finding, boolean> {
  const file = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
    throw error
  })
  if (!file?.isFile()) {
    yield file ? fail(`${path} is not a file`, 'name a file in DATABASE_URL') : await aboutAbsent(path)
    return false
  }
  try {
    const condition = sqliteCondition(path, { looksForDamage: file.size <= MAX_CHECKED_BYTES })
    const { damage, isStore } = condition
    yield aboutFile(path, await storeBytes(path), condition)
    if (damage) yield fail(`${path} is damaged: ${damage}`, RESTORE)
    else if (damage === null) yield ok('no damage found')
    else yield ok('too large to be checked for damage here; "greymark backup" checks every page')
    const log = await stat(`${path}-wal`).catch(() => undefined)
    if (log && log.size >= LARGE_LOG)
      yield warn(
        `its log ${path}-wal has grown to ${sizeText(log.size)}`,
        'a long import may need it for a while; if it stays, restart the processes that use the store',
      )
    return isStore && !damage
  } catch (error) {
    yield fail(`${path} cannot be opened: ${safeErrorText(error)}`, storeAdvice(error))
    return false
  }
}

async function aboutAbsent(path: string): Promise<Finding> {
  const { folder, isFolder, isWritable } = await roomFor(path)
  if (!isWritable)
    return fail(
      `there is no store at ${path}, and none can be created: ${folder} ${isFolder ? 'is not writable' : 'is not a folder'}`,
      RIGHTS,
    )
  return warn(
    `there is no store at ${path} yet`,
    'nothing if this is new: COLLECT=on or the first import creates it, and until then the demo is served; else check DATABASE_URL, and the folder that Greymark starts in',
  )
}

function aboutFile(
  path: string,
  size: number,
  { engine, mayWrite, isStore, isForeign }: SqliteCondition,
): Finding {
  const found = `${engine}, ${path}, ${sizeText(size)}`
  if (isForeign) return fail(`${found}, holds tables of another program`, 'name another file in DATABASE_URL')
  if (mayWrite === 'disk-full')
    return fail(`${found}, cannot be written: the disk is full or faulty`, FREE_SPACE)
  if (mayWrite === 'no') return fail(`${found}, is not writable`, RIGHTS)
  if (!isStore) return warn(`${found}, holds no store yet`, 'nothing: the first start creates it')
  return ok(`${found}, ${mayWrite === 'busy' ? 'being written now' : 'writable'}`)
}
