import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { invariant } from '../../invariant.ts'
import { DAY_MS, type Day } from '../../market/calendar.ts'
import { disclaimerFor } from '../../reports/disclaimer.ts'
import { type DatasetOfDay, datasetLines } from '../../reports/downloads/dataset.ts'
import type { ServedMarket } from '../../reports/served-market.ts'
import { DOWNLOADS } from '../../request/downloads.ts'
import { type DatasetContent, writeDataset } from './dataset-file.ts'
import { writeParquet } from './parquet-file.ts'

/** Part of ETags and file names; raised when the content of downloads changes, so that copies of an older release expire. */
export const CONTENT_VERSION = 2

export interface DailyFile {
  /** `DATASET`, or that of a table. */
  readonly name: string
  readonly bytes: number
  readonly sha256: string
  /** Number of rows of a table. */
  readonly rows: number | null
  /** Of the data set. */
  readonly content: DatasetContent | null
}

/** Where files of a day are built, and which. */
export interface DailyBuild {
  readonly of: DatasetOfDay
  readonly folder: string
  /** The path of the file that is being written. */
  readonly unfinished: string
}

/** The name of the list of the others. */
const LIST = 'files'
export const DATASET = 'dataset'
const FORMATS: Readonly<Record<string, string>> = { [LIST]: 'json', [DATASET]: 'ndjson.gz' }
const ending = `-v${CONTENT_VERSION}`

export const formatOf = (name: string): string => FORMATS[name] ?? 'parquet'

/** The path of a file of a day. */
export const dailyPath = (folder: string, id: string, name: string): string =>
  join(folder, `${name}-${id}${ending}.${formatOf(name)}`)

/** Returns the files if this or another process has already built all of them, and none was removed since. */
export async function existingFiles(folder: string, id: string): Promise<DailyFile[] | undefined> {
  try {
    const files: DailyFile[] = JSON.parse(await readFile(dailyPath(folder, id, LIST), 'utf8'))
    const found = await Promise.all(files.map(({ name }) => stat(dailyPath(folder, id, name))))
    return files.every(({ bytes }, i) => found[i]?.size === bytes) ? files : undefined
  } catch {
    return undefined
  }
}

/** The ids of all complete sets of files of a day. */
export async function idsOfDay(folder: string, day: Day): Promise<string[]> {
  const [start, end] = [`${LIST}-${day}-`, `${ending}.json`]
  const names = await readdir(folder).catch(() => [])
  return names
    .filter((name) => name.startsWith(start) && name.endsWith(end))
    .map((name) => name.slice(`${LIST}-`.length, -end.length))
}

/** The path of a file that is being written, different at each call. */
export const unfinishedPath = (folder: string): string =>
  join(folder, `unfinished-${randomBytes(6).toString('hex')}`)

/**
 * Builds the files of a day from a market on this thread, with pauses in which other work is done. Writes one file after
 * the other at `unfinished` and renames them, their list last, so that they are only visible whole. Removes files of other
 * days.
 */
export async function buildHere(
  market: ServedMarket,
  { of, folder, unfinished }: DailyBuild,
): Promise<DailyFile[]> {
  const moment = { ...of.view, clock: of.asOf }
  const notes = { asOf: of.asOf, disclaimer: disclaimerFor(market) }
  const finish = async (name: string, about: Pick<DailyFile, 'rows' | 'content'>): Promise<DailyFile> => {
    const file = { name, bytes: (await stat(unfinished)).size, sha256: await hashOf(unfinished), ...about }
    await rename(unfinished, dailyPath(folder, of.id, name))
    return file
  }
  await mkdir(folder, { recursive: true })
  try {
    const content = await writeDataset(unfinished, datasetLines(market.db, of.view))
    const files = [await finish(DATASET, { rows: null, content })]
    for (const table of DOWNLOADS.filter(({ hasParquet }) => hasParquet)) {
      const { name, columns } = table
      const { pages } = invariant(await table.rows(market, moment, {}), `the whole table ${name}`)
      const rows = await writeParquet(unfinished, { columns, pages, notes })
      files.push(await finish(name, { rows, content: null }))
    }
    await writeFile(unfinished, JSON.stringify(files))
    await rename(unfinished, dailyPath(folder, of.id, LIST))
    await removeOthers(folder, of.id, files)
    return files
  } finally {
    await rm(unfinished, { force: true })
  }
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk)
  return hash.digest('hex')
}

/** Removes other files. Downloads in progress have theirs open and are not affected; a recent unfinished file may be another process's. */
async function removeOthers(folder: string, id: string, files: readonly DailyFile[]): Promise<void> {
  const kinds = [LIST, ...files.map(({ name }) => name)]
  const { mtimeMs: builtAt } = await stat(dailyPath(folder, id, LIST))
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const isDaily = kinds.includes(name.slice(0, name.indexOf('-'))) && isNamedByDay(name)
    const isOther = isDaily && !name.includes(`-${id}${ending}.`)
    const isAbandoned = /^unfinished-[0-9a-f]+$/.test(name) && (await changedAt(path)) < builtAt - DAY_MS
    if (isOther || isAbandoned) await rm(path, { force: true })
  }
}

/** True for names as this and earlier releases write them. Other files in the folder are the operator's, and stay. */
const isNamedByDay = (name: string): boolean =>
  /^[a-z]+-\d{4}-\d\d-\d\d-(\d+|demo)-[0-9a-z]+(-v\d+)?\.(ndjson\.gz|json|parquet)$/.test(name)

/** The time of the last change; a file that was removed meanwhile counts as new. */
const changedAt = (path: string): Promise<number> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => Number.POSITIVE_INFINITY,
  )
