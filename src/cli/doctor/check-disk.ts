import { statfs } from 'node:fs/promises'
import { isPostgres } from '../../store/engines/db.ts'
import { sqlitePath } from '../../store/engines/sqlite.ts'
import { MIN_FREE_BYTES, storeBytes } from '../../store/upkeep/condition.ts'
import { sizeText } from '../../texts/format.ts'
import { nearestFolder } from '../store-file.ts'
import type { Settings } from './check-settings.ts'
import { type Finding, findingsOf } from './finding.ts'

const { fail, ok, warn } = findingsOf('disk')

const LITTLE = 1_000_000_000

export const FREE_SPACE =
  'free space, or move the store to a larger disk; with a smaller RAW_ANSWERS_DAYS it grows less'

/** Checks the free space for the store. With PostgreSQL that is on the disk of its server, which is not visible here. */
export async function checkDisk({ DATABASE_URL: url }: Settings): Promise<Finding[]> {
  if (url === undefined) return []
  if (isPostgres(url)) return [ok('the facts are in PostgreSQL: monitor the disk of its server')]
  const path = sqlitePath(url)
  const size = await storeBytes(path).catch(() => 0)
  const folder = await nearestFolder(path)
  const { bavail, bsize, files, ffree } = await statfs(folder)
  const free = bavail * bsize
  const found = `${sizeText(free)} free in ${folder}`
  if (files > 0 && ffree === 0) return [fail(`no more files can be created in ${folder}`, FREE_SPACE)]
  if (free < MIN_FREE_BYTES) return [fail(found, FREE_SPACE)]
  if (free < Math.max(LITTLE, size))
    return [warn(`${found}, which is little for a store of ${sizeText(size)}`, FREE_SPACE)]
  return [ok(found)]
}
