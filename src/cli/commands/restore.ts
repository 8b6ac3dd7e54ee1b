import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import type { Instant } from '../../market/calendar.ts'
import { makeFolder } from '../../store/engines/make-folder.ts'
import {
  CannotWriteCopy,
  IncompleteStore,
  type StoreContents,
  verifyCopy,
} from '../../store/upkeep/backup.ts'
import { putInPlace, StoreInUse, storeFiles } from '../../store/upkeep/restore.ts'
import { countText } from '../amount-text.ts'
import { type Command, EXIT } from '../command.ts'
import {
  besideName,
  found,
  isSameFile,
  onDisk,
  onlyBackupFile,
  requireWritableFolder,
  sqliteStorePath,
  withUnfinished,
} from '../store-file.ts'

const OPTIONS = { replace: { type: 'boolean', default: false } } as const
const NATIVE_WAY =
  'restore it with its own tools, such as "pg_restore --dbname=ADDRESS FILE"; "Backing up" in docs/operating.md tells more'

export const restore: Command = {
  name: 'restore',
  summary: 'Bring a SQLite store back from a backup',
  help: `Usage: greymark restore FILE [--replace]

Puts what "greymark backup" wrote to FILE in the place that DATABASE_URL names. FILE is copied and
checked page by page first, and stays as it is. Stop the servers and collectors before: while another
process has the store open, nothing is done. PostgreSQL is restored with its own tools, such as
pg_restore.

  --replace   replace the store that is there; it is kept beside the new one, under another name

Exit codes: 0 restored, 1 not restored, and the store is as it was, 2 wrong arguments or settings,
or a PostgreSQL database.`,

  async run(args, terminal) {
    const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
    const file = onlyBackupFile(positionals)
    const store = sqliteStorePath(terminal, NATIVE_WAY)
    await requireBackup(store, file)
    if (!values.replace) requireNoStore(store)
    makeFolder(dirname(store))
    await requireWritableFolder(store)
    const unfinished = besideName(store, 'restoring')
    const { version, facts, keptAs } = await withUnfinished(unfinished, async () => {
      const contents = await copyAndCheck(file, unfinished)
      await onDisk(unfinished)
      const aside = `${store}.before-restore-${compact(terminal.now())}`
      const keptAs = await putInPlace(unfinished, store, aside).catch((error: unknown) => {
        throw error instanceof StoreInUse ? new Error(inUse(store)) : error
      })
      await onDisk(dirname(store))
      return { ...contents, keptAs }
    })
    terminal.stdout.write(
      `restored ${store} from ${file}: market version ${version}, ${countText(facts, 'fact')}, checked\n`,
    )
    if (keptAs !== null)
      terminal.stdout.write(`what was there before is kept as ${keptAs}: remove it once all is well\n`)
    return EXIT.done
  },
}

const compact = (moment: Instant): string => moment.replace(/[-:.]/g, '')

const inUse = (store: string): string =>
  `another process has ${store} open: stop the servers, collectors and imports that use it, and try again`

async function requireBackup(store: string, file: string): Promise<void> {
  const backup = await found(file)
  if (!backup) throw new Error(`there is no file ${file}`)
  if (!backup.isFile()) throw new Error(`${file} is not a file`)
  if (await isSameFile(store, file))
    throw new Error(`${file} is the store itself: there is nothing to restore`)
  if (existsSync(`${file}-wal`) || existsSync(`${file}-journal`))
    throw new Error(
      `${file} is a store in use, or a copy of one that lacks its last changes: make a backup of it with "greymark backup", and restore that`,
    )
}

function requireNoStore(store: string): void {
  const left = storeFiles(store).find((path) => existsSync(path))
  if (left !== undefined)
    throw new Error(`${left} is there already: use --replace to put the backup in its place`)
}

async function copyAndCheck(file: string, unfinished: string): Promise<StoreContents> {
  try {
    await pipeline(createReadStream(file), createWriteStream(unfinished, { flags: 'wx' }))
    return verifyCopy(unfinished)
  } catch (error) {
    if (error instanceof IncompleteStore) throw new Error(`${file} ${error.message}`)
    if (error instanceof CannotWriteCopy || (error as NodeJS.ErrnoException).syscall !== undefined)
      throw new Error(`cannot copy ${file} to ${dirname(unfinished)}: ${(error as Error).message}`)
    throw error
  }
}
