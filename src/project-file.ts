import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { pathToFileURL } from 'node:url'
import { invariant } from './invariant.ts'

const PACKAGE = invariant(findPackageJSON(import.meta.url), 'a package.json above this file')

/** A file that belongs to the program, by its path in the project: the same from the sources and from what is built. */
export const projectFile = (path: string): URL => new URL(path, pathToFileURL(PACKAGE))

/** The version of this release. */
export const VERSION: string = JSON.parse(readFileSync(PACKAGE, 'utf8')).version
