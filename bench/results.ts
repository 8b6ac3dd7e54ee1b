import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PartResult } from './figure.ts'

/** The result of a part, with its name. */
export interface NamedResult extends PartResult {
  readonly name: string
  readonly about: string
}

/** A run of all parts, from which the document is written. */
export interface WholeRun {
  /** The day, such as `2026-01-15`. */
  readonly day: string
  readonly rounds: number
  readonly seconds: number
  readonly machine: readonly (readonly [string, string])[]
  readonly results: readonly NamedResult[]
}

const fileIn = (place: string): string => join(place, 'last-whole-run.json')

export const saveRun = (place: string, run: WholeRun): void =>
  writeFileSync(fileIn(place), JSON.stringify(run, null, 1))

export const lastRun = (place: string): WholeRun | undefined =>
  existsSync(fileIn(place)) ? JSON.parse(readFileSync(fileIn(place), 'utf8')) : undefined
