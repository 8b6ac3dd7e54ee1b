import { rename, stat } from 'node:fs/promises'
import {
  CannotWriteCopy,
  copyStore,
  IncompleteStore,
  recordBackup,
  type StoreContents,
  verifyCopy,
} from '../../store/upkeep/backup.ts'
import { storeFiles } from '../../store/upkeep/restore.ts'
import { counted, sizeText } from '../../texts/format.ts'
import { defineCommand, EXIT, type Terminal } from '../command.ts'
import { progressLine } from '../progress.ts'
import {
  isSameFile,
  placeWhole,
  requireWritableFolder,
  sqliteStorePath,
  statIfExists,
} from '../store-file.ts'
import { file } from '../values.ts'

const POSTGRES_ADVICE =
  'back it up with its own tools, such as "pg_dump --format=custom --file=FILE ADDRESS" or pg_basebackup; see "Backing up" in docs/operating.md'

export const command = defineCommand({
  about: `Copies the whole store (facts, raw answers, refusals) into FILE. Servers, collectors and imports
    may run meanwhile: the copy is of one market version. It is checked page by page before it gets its
    name, so that FILE is complete or absent. "greymark restore FILE" restores it. PostgreSQL is backed up
    with its own tools, such as pg_dump.`,
  arguments: { path: { kind: file, help: 'the file to write', isRequired: true } },
  options: {
    force: { help: 'replace FILE if it exists; the old one stays until the new one is complete' },
  },
  examples: ['greymark-2026-01-14.db'],
  exits: ['written and checked', 'could not be written'],
  run: async ({ path, force }, terminal) => {
    const { now, stdout, stderr } = terminal
    const store = sqliteStorePath(terminal, POSTGRES_ADVICE)
    await requireTarget(store, path, force)
    const startedAt = now()
    const [{ version, facts }, size] = await placeWhole(
      path,
      'unfinished',
      (temporary) => copyAndCheck(terminal, { store, temporary, file: path }),
      async (temporary) => {
        await requireTarget(store, path, force)
        const { size } = await stat(temporary)
        await rename(temporary, path)
        return size
      },
    )
    stdout.write(
      `backed up to ${path}: market version ${version}, ${counted(facts, 'fact')}, ${sizeText(size)}, checked\n`,
    )
    await recordBackup(store, startedAt).catch((error: Error) =>
      stderr.write(
        `the backup is complete, but its time could not be recorded for metrics: ${error.message}\n`,
      ),
    )
    return EXIT.done
  },
})

async function requireTarget(store: string, file: string, mayReplace: boolean): Promise<void> {
  if (!(await statIfExists(store))) throw new Error(`there is no store at ${store}; check DATABASE_URL`)
  for (const path of storeFiles(store))
    if (await isSameFile(path, file)) throw new Error(`${file} is the store itself: choose another file`)
  const existing = await statIfExists(file)
  if (existing && !existing.isFile()) throw new Error(`${file} is not a file that can be replaced`)
  if (existing && !mayReplace)
    throw new Error(`${file} already exists: choose another name, or use --force to replace it`)
  await requireWritableFolder(file)
}

async function copyAndCheck(
  terminal: Terminal,
  { store, temporary, file }: { store: string; temporary: string; file: string },
): Promise<StoreContents> {
  let line: ReturnType<typeof progressLine> | undefined
  try {
    const contents = await copyStore(store, temporary, (done, total) => {
      line ??= progressLine(terminal, total, 'pages')
      line.show(done, done)
    })
    const copied = verifyCopy(temporary)
    if (copied.version !== contents.version || copied.facts !== contents.facts)
      throw new IncompleteStore('was copied, but the copy differs: check the disk, and try again')
    return contents
  } catch (error) {
    if (error instanceof IncompleteStore) throw new Error(`${store} ${error.message}`)
    if (error instanceof CannotWriteCopy)
      throw new Error(
        `cannot write ${file}: ${error.message}; check the disk and the permissions of its folder`,
      )
    throw error
  } finally {
    line?.done()
  }
}
