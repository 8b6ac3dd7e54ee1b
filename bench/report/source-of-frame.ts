import { existsSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Frame } from './profile.ts'

/** Tells from which source a function of a built file comes, by the maps that the build leaves beside its files. */
export function sourceOfFrames(): (frame: Frame) => string {
  const maps = new Map<string, SourceMap | null>()
  return ({ url, lineNumber, columnNumber }) => {
    if (!url.startsWith('file:')) return url
    if (!maps.has(url)) maps.set(url, readMap(url))
    const entry = maps.get(url)?.findEntry(lineNumber, columnNumber)
    return entry && 'originalSource' in entry ? new URL(entry.originalSource, url).href : url
  }
}

function readMap(url: string): SourceMap | null {
  const path = `${fileURLToPath(url)}.map`
  return existsSync(path) ? new SourceMap(JSON.parse(readFileSync(path, 'utf8'))) : null
}
