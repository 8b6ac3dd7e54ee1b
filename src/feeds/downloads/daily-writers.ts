import { disclaimerFor } from '../../reports/disclaimer.ts'
import { type DatasetOfDay, datasetLines } from '../../reports/downloads/dataset.ts'
import type { ServedMarket } from '../../reports/served-market.ts'
import { DOWNLOADS } from '../../request/downloads.ts'
import { buildFiles, type DailyBuild, type DailyFiles, type DailyWriters } from './daily-folder.ts'
import { writeDataset } from './dataset-file.ts'
import { writeParquet } from './parquet-file.ts'

/** Builds the files of a day from a market on this thread, with pauses in which other work is done. */
export const buildHere = (market: ServedMarket, build: DailyBuild): Promise<DailyFiles> =>
  buildFiles(build, build.of.id, writersOf(market, build.of))

function writersOf(market: ServedMarket, of: DatasetOfDay): DailyWriters {
  const moment = { ...of.view, clock: of.asOf }
  const query = { market, moment, isLive: false, endsAtMidnight: false }
  const notes = { asOf: of.asOf, disclaimer: disclaimerFor(market) }
  return {
    dataset: (path) => writeDataset(path, datasetLines(market.db, of.view)),
    tables: DOWNLOADS.filter(({ hasParquet }) => hasParquet).map(({ name, columns, parseQuery }) => ({
      name,
      write: async (path) => {
        const { pages } = await parseQuery({}).rows(query)
        return writeParquet(path, { columns, pages, notes })
      },
    })),
  }
}
