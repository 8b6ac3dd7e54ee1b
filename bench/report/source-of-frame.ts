import { existsSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Frame } from './profile.ts'

/** Returns a function that finds the source file of a built function with the source maps of the build. */
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
