import { mkdirSync, statSync } from 'node:fs'
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
  const missing: string[] = []
  let above = folder
  for (let kind = kindOf(above); kind !== 'folder'; kind = kindOf(above)) {
    if (kind === 'file') throw cannotMake(folder, `${above} is not a folder`)
    missing.unshift(above)
    above = dirname(above)
  }
  for (const each of missing) {
    try {
      mkdirSync(each)
    } catch (error) {
      // Another process may have created it meanwhile.
      if (kindOf(each) !== 'folder') throw cannotMake(folder, reasonOf(error))
    }
  }
}

function kindOf(path: string): 'folder' | 'file' | 'missing' {
  try {
    return statSync(path).isDirectory() ? 'folder' : 'file'
  } catch {
    return 'missing'
  }
}

const reasonOf = (error: unknown): string =>
  REASONS[(error as NodeJS.ErrnoException).code ?? ''] ?? (error as Error).message

const cannotMake = (folder: string, reason: string) =>
  new Error(
    `the folder ${folder} does not exist and cannot be created: ${reason}; set another path in the settings`,
  )
