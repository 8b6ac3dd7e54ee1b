import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PartResult } from './figure.ts'
import { verdictOfFigure } from './ratio.ts'

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
  /** The parts that were measured again when all were finished, because the machine had disturbed them. */
  readonly repeated: readonly string[]
  readonly results: readonly NamedResult[]
}

/** A whole run while it is measured. */
export interface UnfinishedRun extends Omit<WholeRun, 'day'> {
  /** The parts that have a result, and are still to be measured again. */
  readonly toRepeat: readonly string[]
}

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
  repeated: [],
  toRepeat: [],
  results: [],
})

/**
 * The last run in this folder, to be continued: the rest of an interrupted one, or the parts of a complete one that the
 * machine disturbed. A sentence if there is nothing to measure, or if it is another commit, machine or number of rounds,
 * whose results must not be mixed with new ones.
 */
export function resumedRun(place: string, settings: RunSettings): UnfinishedRun | string {
  const run = interruptedRun(place) ?? disturbedRun(place)
  if (!run) return `there is no run in ${place} that was interrupted or has figures that are not reliable`
  if (settings.commit === undefined) return 'the commit is unknown, or files of src or bench are changed'
  const keys = ['commit', 'arch', 'rounds', 'seconds', 'machine'] as const
  const differing = keys.filter((key) => JSON.stringify(run[key]) !== JSON.stringify(settings[key]))
  if (differing.length > 0) return `the last run has another value of: ${differing.join(', ')}`
  return run
}

function interruptedRun(place: string): UnfinishedRun | undefined {
  const run: UnfinishedRun | undefined = read(unfinishedFile(place))
  return run && { ...run, interruptions: run.interruptions + 1 }
}

/** The last complete run, if the machine disturbed some of its parts. */
function disturbedRun(place: string): UnfinishedRun | undefined {
  const run = lastRun(place)
  const toRepeat = run?.results.filter((result) => unreliableFigures(result) > 0).map(({ name }) => name)
  return run && toRepeat?.length ? { ...run, toRepeat } : undefined
}

/** True if a part has a result that is not to be measured again. */
export const isMeasured = ({ results, toRepeat }: UnfinishedRun, part: string): boolean =>
  results.some(({ name }) => name === part) && !toRepeat.includes(part)

/** Adds the result of a part. Of two, the one with fewer unreliable figures counts, whatever its ratios. */
export function withResult(run: UnfinishedRun, result: NamedResult): UnfinishedRun {
  const { name } = result
  const known = run.results.find((one) => one.name === name)
  const isBetter = !known || unreliableFigures(result) < unreliableFigures(known)
  return {
    ...run,
    repeated: known ? [...new Set([...run.repeated, name])] : run.repeated,
    toRepeat: run.toRepeat.filter((one) => one !== name),
    results: isBetter ? [...run.results.filter((one) => one !== known), result] : run.results,
  }
}

const unreliableFigures = ({ figures }: NamedResult): number =>
  figures.filter((figure) => verdictOfFigure(figure) === 'not reliable').length
