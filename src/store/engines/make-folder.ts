import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'Greymark has no permission to write there',
  EPERM: 'Greymark has no permission to write there',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  ENOENT: 'folders cannot be created there',
  ENAMETOOLONG: 'the name is too long',
}

/**
 * Creates a folder and its missing parents. Node's recursive `mkdir` never ends below /proc, and its errors are bare
 * codes.
 */
export function makeFolder(path: string): void {
  const folder = resolve(path)
  try {
    makeWithParents(folder)
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    const reason = REASONS[code] ?? message
    throw new Error(
      `the folder ${folder} does not exist and cannot be created: ${reason}; set another path in the settings`,
    )
  }
}

function makeWithParents(folder: string): void {
  if (isFolder(folder)) return
  if (existsSync(folder)) throw new Error(`${folder} is not a folder`)
  makeWithParents(dirname(folder))
  try {
    mkdirSync(folder)
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!isFolder(folder)) throw error
  }
}

const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory()
