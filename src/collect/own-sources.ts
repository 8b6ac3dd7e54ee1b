import { readFileSync } from 'node:fs'
import { EXCHANGES_NAME, SOURCES } from '../sources/registry.ts'
import type { Source } from '../sources/source.ts'
import { readTableFile } from '../sources/table-file/table-file.ts'

/** A file named in the settings does not describe a usable source. */
export class BadSourceFile extends Error {
  override readonly name = 'BadSourceFile'
}

/** The texts of the operator's files. */
export const sourceTexts = (files: readonly string[]): readonly string[] =>
  files.map((file) => withName(file, () => readFileSync(file, 'utf8')))

/** Every known source: those of Greymark, and those described in the operator's files, whose texts may be known already. */
export function knownSources(files: readonly string[], texts = sourceTexts(files)): readonly Source[] {
  const fromFiles: Source[] = []
  for (const [i, file] of files.entries()) {
    const source = withName(file, () => readTableFile(texts[i] ?? ''))
    const rival = [...SOURCES, ...fromFiles].find(({ id }) => id === source.id)
    if (rival || source.id === EXCHANGES_NAME)
      throw new BadSourceFile(`${file}: the id "${source.id}" is taken; choose another`)
    // A name of a built-in source was refused when the file was read.
    if (fromFiles.some(({ publisher }) => publisher === source.publisher))
      throw new BadSourceFile(`${file}: the name "${source.publisher}" is taken; choose another`)
    fromFiles.push(source)
  }
  return [...SOURCES, ...fromFiles]
}

/** Names the file in an error. */
function withName<T>(file: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new BadSourceFile(`SOURCE_FILES names ${file}: ${messageOf(error)}`)
  }
}

const FILE_FAULTS: Readonly<Record<string, string>> = {
  ENOENT:
    'there is no such file; a path without a leading slash is looked for in the folder where Greymark starts',
  EISDIR: 'that is a folder; name the files in it',
  EACCES: 'Greymark has no permission to read it; check its permissions',
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return FILE_FAULTS[(error as NodeJS.ErrnoException).code ?? ''] ?? error.message
}
