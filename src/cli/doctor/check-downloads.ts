import { access, constants, stat, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { isPostgres } from '../../store/engines/db.ts'
import { sqlitePath } from '../../store/engines/sqlite.ts'
import { sizeText } from '../../texts/format.ts'
import { nearestFolder } from '../store-file.ts'
import type { Settings } from './check-settings.ts'
import { type Finding, findingsOf } from './finding.ts'

const { ok, warn } = findingsOf('disk')

/** Below this, files of a store with a million facts may not fit beside those of the day before. */
const LITTLE = 150_000_000

const REMEDY = 'set DOWNLOADS_DIR to a folder with free space that the user of Greymark may write to'

/** Checks the folder in which the data set and the tables of each day are built. */
export async function checkDownloads({
  DATABASE_URL: url,
  DOWNLOADS_DIR = '',
}: Settings): Promise<Finding[]> {
  if (url === undefined) return []
  const isTemporary = DOWNLOADS_DIR === '' && isPostgres(url)
  const beside = () => (isTemporary ? tmpdir() : join(dirname(sqlitePath(url)), 'downloads'))
  const folder = await nearestFolder(join(DOWNLOADS_DIR || beside(), 'file'))
  const isFolder = (await stat(folder)).isDirectory()
  const isWritable = await access(folder, constants.W_OK).then(
    () => isFolder,
    () => false,
  )
  const files = 'the data set and the tables of each day'
  if (!isWritable) return [warn(`${files} cannot be written to ${folder}`, REMEDY)]
  const { bavail, bsize } = await statfs(folder)
  const found = `${files}: ${sizeText(bavail * bsize)} free in ${folder}`
  if (bavail * bsize < LITTLE) return [warn(found, REMEDY)]
  return [
    ok(isTemporary ? `${found}; they are made again after each start, unless DOWNLOADS_DIR is set` : found),
  ]
}
