import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { pathToFileURL } from 'node:url'
import { invariant } from './invariant.ts'

const PACKAGE = invariant(findPackageJSON(import.meta.url), 'a package.json above this file')

/** The URL of a file of the project by its path, from the sources as well as from the build. */
export const projectFile = (path: string): URL => new URL(path, pathToFileURL(PACKAGE))

export const VERSION: string = JSON.parse(readFileSync(PACKAGE, 'utf8')).version
