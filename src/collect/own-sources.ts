import { readFileSync } from 'node:fs'
import { introduceTracker, PUBLISHERS } from '../market/publisher.ts'
import { EXCHANGES_NAME, SOURCES } from '../sources/registry.ts'
import type { Source } from '../sources/source.ts'
import { readTableFile, type TableSource } from '../sources/table-file/table-file.ts'

/** Every source that is known: those of Greymark, and those that the operator's files describe. */
export function knownSources(files: readonly string[]): readonly Source[] {
  const own: TableSource[] = []
  for (const file of files) {
    const source = readOwn(file)
    const rival = [...SOURCES, ...own].find(({ id }) => id === source.id)
    if (rival || source.id === EXCHANGES_NAME)
      throw new Error(`${file}: the id "${source.id}" is taken; choose another`)
    if (
      PUBLISHERS.some(({ name }) => name === source.publisher) ||
      own.some((other) => other.publisher === source.publisher)
    )
      throw new Error(`${file}: the name "${source.publisher}" is taken; choose another`)
    introduceTracker(source.publisher, source.owner)
    own.push(source)
  }
  return [...SOURCES, ...own]
}

function readOwn(file: string): TableSource {
  try {
    return readTableFile(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : error}`)
  }
}
