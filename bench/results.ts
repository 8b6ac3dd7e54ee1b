import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PartResult } from './figure.ts'

/** The result of a part, with its name. */
export interface NamedResult extends PartResult {
  readonly name: string
  readonly about: string
}

/** What all results of a run have in common; a run that differs in any of it is another one. */
export interface RunSettings {
  /** The commit that is measured, such as `0a1b2c3`, or `undefined` where it is unknown or files are changed. */
  readonly commit: string | undefined
  /** The kind of processor, such as `arm64`, which names the document. */
  readonly arch: string
  readonly rounds: number
  readonly seconds: number
  readonly machine: readonly (readonly [string, string])[]
}

/** A run of all parts, from which the document is written. */
export interface WholeRun extends RunSettings {
  /** The day, such as `2026-01-15`. */
  readonly day: string
  /** How often it was interrupted, and continued later. */
  readonly interruptions: number
  readonly results: readonly NamedResult[]
}

/** A whole run while it is measured. */
export type UnfinishedRun = Omit<WholeRun, 'day'>

const wholeRunFile = (place: string): string => join(place, 'last-whole-run.json')
const unfinishedFile = (place: string): string => join(place, 'unfinished-run.json')

const read = (file: string) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined)

/** Keeps a whole run, which is then no longer unfinished. */
export function saveRun(place: string, run: WholeRun): void {
  writeFileSync(wholeRunFile(place), JSON.stringify(run, null, 1))
  rmSync(unfinishedFile(place), { force: true })
}

export const lastRun = (place: string): WholeRun | undefined => read(wholeRunFile(place))

/** Keeps the parts that are measured so far. */
export const saveUnfinished = (place: string, run: UnfinishedRun): void =>
  writeFileSync(unfinishedFile(place), JSON.stringify(run, null, 1))

export const newRun = (settings: RunSettings): UnfinishedRun => ({
  ...settings,
  interruptions: 0,
  results: [],
})

/**
 * The run that was interrupted in this folder, to be continued; a sentence if there is none, or if it is another commit,
 * machine or number of rounds, whose results must not be mixed with new ones.
 */
export function resumedRun(place: string, settings: RunSettings): UnfinishedRun | string {
  const run: UnfinishedRun | undefined = read(unfinishedFile(place))
  if (!run) return `there is no interrupted run in ${place}`
  if (settings.commit === undefined) return 'the commit is unknown, or files of src or bench are changed'
  const keys = ['commit', 'arch', 'rounds', 'seconds', 'machine'] as const
  const differing = keys.filter((key) => JSON.stringify(run[key]) !== JSON.stringify(settings[key]))
  if (differing.length > 0) return `the interrupted run has another value of: ${differing.join(', ')}`
  return { ...run, interruptions: run.interruptions + 1 }
}
