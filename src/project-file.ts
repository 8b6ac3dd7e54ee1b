import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { pathToFileURL } from 'node:url'
import { invariant } from './invariant.ts'

const PACKAGE = invariant(findPackageJSON(import.meta.url), 'a package.json above this file')

/** The URL of a file of the project by its path, from the sources as well as from the build. */
export const projectFile = (path: string): URL => new URL(path, pathToFileURL(PACKAGE))

const manifest = JSON.parse(readFileSync(PACKAGE, 'utf8'))

export const VERSION: string = manifest.version

/** The page of the repository that a `package.json` names; `null` if it names none. */
export function repositoryPage({ repository }: { repository?: { url: string } }): string | null {
  return /^git\+(https:\/\/\S+?)(?:\.git)?$/.exec(repository?.url ?? '')?.[1] ?? null
}

/** Where the sources of this program can be read; `null` until it is published. */
export const REPOSITORY = repositoryPage(manifest)
