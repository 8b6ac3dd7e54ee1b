import { access, constants, stat, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { isPostgres } from '../../store/engines/db.ts'
import { sqlitePath } from '../../store/engines/sqlite.ts'
import { MIN_FREE_BYTES, storeBytes } from '../../store/upkeep/condition.ts'
import { sizeText } from '../../texts/format.ts'
import { FREE_SPACE } from '../store-advice.ts'
import { nearestFolder } from '../store-file.ts'
import { type Examined, type Finding, type Findings, fail, ok, type Settings, warn } from './finding.ts'

const LITTLE_FOR_STORE = 1_000_000_000
/** Below this, files of a store with a million facts may not fit beside those of the day before. */
const LITTLE_FOR_DOWNLOADS = 150_000_000

/** The folder in which a file is, or will be once its folders are made, and what room it has. */
export async function roomFor(path: string) {
  const folder = await nearestFolder(path)
  const isFolder = (await stat(folder)).isDirectory()
  const isWritable = await access(folder, constants.W_OK).then(
    () => isFolder,
    () => false,
  )
  const { bavail, bsize, files, ffree } = await statfs(folder)
  const free = bavail * bsize
  const found = `${sizeText(free)} free in ${folder}`
  return { folder, isFolder, isWritable, free, found, hasFiles: files === 0 || ffree > 0 }
}

/** Checks the free space for the store. With PostgreSQL that is on the disk of its server, which is not visible here. */
export async function* checkDisk({ settings }: Examined): Findings {
  const { DATABASE_URL: url } = settings
  if (url === undefined) return
  if (isPostgres(url)) yield ok('the facts are in PostgreSQL: monitor the disk of its server')
  else yield await aboutStore(sqlitePath(url))
  yield await aboutDownloads(url, settings)
}

async function aboutStore(path: string): Promise<Finding> {
  const size = await storeBytes(path).catch(() => 0)
  const { folder, free, found, hasFiles } = await roomFor(path)
  if (!hasFiles) return fail(`no more files can be created in ${folder}`, FREE_SPACE)
  if (free < MIN_FREE_BYTES) return fail(found, FREE_SPACE)
  if (free < Math.max(LITTLE_FOR_STORE, size))
    return warn(`${found}, which is little for a store of ${sizeText(size)}`, FREE_SPACE)
  return ok(found)
}

/** The folder in which the data set and the tables of each day are built. */
async function aboutDownloads(url: string, { DOWNLOADS_DIR = '' }: Settings): Promise<Finding> {
  const files = 'the data set and the tables of each day'
  const todo = 'set DOWNLOADS_DIR to a folder with free space that the user of Greymark may write to'
  const isTemporary = DOWNLOADS_DIR === '' && isPostgres(url)
  const beside = () => (isTemporary ? tmpdir() : join(dirname(sqlitePath(url)), 'downloads'))
  const { folder, free, found, isWritable } = await roomFor(join(DOWNLOADS_DIR || beside(), 'file'))
  if (!isWritable) return warn(`${files} cannot be written to ${folder}`, todo)
  if (free < LITTLE_FOR_DOWNLOADS) return warn(`${files}: ${found}`, todo)
  const made = isTemporary ? '; they are made again after each start, unless DOWNLOADS_DIR is set' : ''
  return ok(`${files}: ${found}${made}`)
}
