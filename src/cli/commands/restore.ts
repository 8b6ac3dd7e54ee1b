import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { makeFolder } from '../../store/engines/make-folder.ts'
import {
  CannotWriteCopy,
  IncompleteStore,
  type StoreContents,
  verifyCopy,
} from '../../store/upkeep/backup.ts'
import { putInPlace, StoreInUse, storeFiles } from '../../store/upkeep/restore.ts'
import { counted } from '../../texts/format.ts'
import { defineCommand, EXIT } from '../command.ts'
import {
  isSameFile,
  placeWhole,
  requireWritableFolder,
  sqliteStorePath,
  statIfExists,
} from '../store-file.ts'
import { file } from '../values.ts'

const POSTGRES_ADVICE =
  'restore it with its own tools, such as "pg_restore --dbname=ADDRESS FILE"; see "Backing up" in docs/operating.md'

export const command = defineCommand({
  about: `Restores the file that "greymark backup" wrote to where DATABASE_URL points. FILE is copied and
    checked page by page first, and is not changed. Stop the servers and collectors first: while another
    process has the store open, nothing is done. PostgreSQL is restored with its own tools, such as
    pg_restore.`,
  arguments: { path: { kind: file, help: 'the backup', isRequired: true } },
  options: {
    replace: { help: 'replace the existing store; it is kept beside the new one under another name' },
  },
  examples: ['greymark-2026-01-14.db --replace'],
  exits: ['restored', 'not restored, and the store is as it was'],
  run: async ({ path, replace }, terminal) => {
    const store = sqliteStorePath(terminal, POSTGRES_ADVICE)
    await requireBackup(store, path)
    if (!replace) requireNoStore(store)
    makeFolder(dirname(store))
    await requireWritableFolder(store)
    const [{ version, facts }, oldStore] = await placeWhole(
      store,
      'restoring',
      (temporary) => copyAndCheck(path, temporary),
      (temporary) => {
        const aside = `${store}.before-restore-${terminal.now().replace(/[-:.]/g, '')}`
        return putInPlace(temporary, store, aside).catch((error: unknown) => {
          if (!(error instanceof StoreInUse)) throw error
          throw new Error(
            `another process has ${store} open: stop the servers, collectors and imports that use it, and try again`,
          )
        })
      },
    )
    terminal.stdout.write(
      `restored ${store} from ${path}: market version ${version}, ${counted(facts, 'fact')}, checked\n`,
    )
    if (oldStore !== null)
      terminal.stdout.write(`the previous store is kept as ${oldStore}: remove it once the new one works\n`)
    return EXIT.done
  },
})

async function requireBackup(store: string, file: string): Promise<void> {
  const backup = await statIfExists(file)
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
  const existing = storeFiles(store).find((path) => existsSync(path))
  if (existing !== undefined)
    throw new Error(`${existing} already exists: use --replace to replace it with the backup`)
}

async function copyAndCheck(file: string, temporary: string): Promise<StoreContents> {
  try {
    await pipeline(createReadStream(file), createWriteStream(temporary, { flags: 'wx' }))
    return verifyCopy(temporary)
  } catch (error) {
    if (error instanceof IncompleteStore) throw new Error(`${file} ${error.message}`)
    if (error instanceof CannotWriteCopy || (error as NodeJS.ErrnoException).syscall !== undefined)
      throw new Error(`cannot copy ${file} to ${dirname(temporary)}: ${(error as Error).message}`)
    throw error
  }
}
