import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { aboutFiles, dailyFilePath } from '../feeds/downloads/daily-file-routes.ts'
import { buildHere, dailyPath, existingFiles, unfinishedPath } from '../feeds/downloads/daily-folder.ts'
import { tableTexts } from '../feeds/downloads/download-routes.ts'
import { columnsText } from '../feeds/downloads/download-text.ts'
import { invariant } from '../invariant.ts'
import { type Instant, istDay } from '../market/calendar.ts'
import { type DatasetOfDay, datasetAt, datasetOfDay, datasetSchema } from '../reports/downloads/dataset.ts'
import type { ServedMarket } from '../reports/served-market.ts'
import {
  columnsPath,
  DATASET_PATHS,
  DOWNLOAD_FORMATS,
  DOWNLOADS,
  DOWNLOADS_BASE,
} from '../request/downloads.ts'
import type { CopyRun } from './copy-run.ts'

/**
 * Adds the whole tables as of the last midnight in India, in all formats, and the data set. They are built once a day, in a
 * folder beside the copies: a table that had every new fact would be sent whole at every run.
 */
export async function copyDailyTables(
  run: CopyRun,
  { market, clock, builds }: { market: ServedMarket; clock: Instant; builds: string },
): Promise<void> {
  await run.add(DATASET_PATHS.schema, JSON.stringify(datasetSchema, null, 2))
  for (const table of DOWNLOADS) await run.add(columnsPath(table), columnsText(table))
  const of = (await datasetOfDay(market, clock)) ?? (await datasetAt(market, istDay(clock), market.committed))
  if (!of) return
  const folder = join(builds, of.id)
  const files = (await existingFiles(folder, of.id)) ?? (await build(market, of, folder))
  for (const { name, bytes, sha256 } of files)
    await run.take(dailyPath(folder, of.id, name), dailyFilePath(name), { bytes, sha256 })
  for (const { table, format } of TEXTS) {
    const path = textPath(folder, table.name, format)
    const { size: bytes } = await stat(path)
    await run.take(path, `${DOWNLOADS_BASE}/${table.name}.${format}`, { bytes, sha256: await hashOf(path) })
  }
  await run.add(DATASET_PATHS.about, JSON.stringify(aboutFiles({ of, files, demo: market.demo }), null, 2))
  for (const name of await readdir(builds))
    if (name !== of.id) await rm(join(builds, name), { recursive: true, force: true })
}

const TEXTS = DOWNLOADS.flatMap((table) => DOWNLOAD_FORMATS.map((format) => ({ table, format })))

const textPath = (folder: string, table: string, format: string): string => join(folder, `${table}.${format}`)

/** The list of the other files comes last, so that a build that was cut short is made again. */
async function build(market: ServedMarket, of: DatasetOfDay, folder: string) {
  await mkdir(folder, { recursive: true })
  for (const { table, format } of TEXTS) {
    const rows = await table.rows(market, { ...of.view, clock: of.asOf }, {})
    const { pages } = invariant(rows, `the whole table ${table.name}`)
    const texts = tableTexts(format, table.columns, pages)
    await pipeline(texts, createWriteStream(textPath(folder, table.name, format)))
  }
  return buildHere(market, { of, folder, unfinished: unfinishedPath(folder) })
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk)
  return hash.digest('hex')
}
