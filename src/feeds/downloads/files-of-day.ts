import type { FastifyBaseLogger } from 'fastify'
import { type Instant, istDay, istMidnightBefore, msOf } from '../../market/calendar.ts'
import { roundedUp } from '../../publish/modification.ts'
import { disclaimerFor } from '../../reports/disclaimer.ts'
import {
  committedOf,
  type DatasetOfDay,
  datasetAt,
  datasetLines,
  datasetOfDay,
} from '../../reports/downloads/dataset.ts'
import type { ServedMarket } from '../../reports/served-market.ts'
import { DOWNLOADS } from '../../request/downloads.ts'
import { Problem, storeUnavailable, TemporarilyUnavailable } from '../../request/problems.ts'
import { settlesWithin } from '../../settles-within.ts'
import {
  areThere,
  buildFiles,
  type DailyFiles,
  type DailyWriters,
  existingFiles,
  idsOfDay,
} from './daily-folder.ts'
import { writeDataset } from './dataset-file.ts'
import { writeParquet } from './parquet-file.ts'

export interface FilesOfDayContext {
  readonly market: () => ServedMarket
  readonly catchUp: (moment: Instant | null) => Promise<ServedMarket>
  readonly now: () => Instant
  readonly folder: () => Promise<string>
  readonly isStopping: () => boolean
  readonly log: FastifyBaseLogger
}

const isDiskError = (error: unknown): boolean =>
  /^(EACCES|EPERM|EROFS|ENOSPC|EDQUOT|ENOTDIR|EEXIST|ENOENT|ELOOP|EIO)$/.test(
    (error as NodeJS.ErrnoException | undefined)?.code ?? '',
  )

/** The files of a day, which are complete: the data set, and the tables as of the same moment. */
export interface BuiltFiles extends DailyFiles {
  readonly of: DatasetOfDay
  readonly folder: string
  readonly demo: boolean
  readonly history: number
  /** When this process got them, in milliseconds, as a whole second. */
  readonly builtAt: number
}

/** How long a request waits for new files while there are those of an earlier day. */
const WAIT_MS = 2000
/** How long it waits while there are none; those of the demo and of most stores are complete by then. */
const FIRST_WAIT_MS = 20_000
const RETRY_SECONDS = 30

/** The files that are built once a day, by its first request. Until they are complete, those of the day before are served. */
export class FilesOfDay {
  readonly #context: FilesOfDayContext
  #built: BuiltFiles | undefined
  #building: Promise<BuiltFiles> | undefined

  constructor(context: FilesOfDayContext) {
    this.#context = context
  }

  async current(): Promise<BuiltFiles> {
    const { market, now } = this.#context
    const earlier = await this.#present()
    if (earlier?.of.day === istDay(now())) return earlier
    this.#building ??= this.#build()
      .catch((error) => this.#fail(error))
      .finally(() => {
        this.#building = undefined
      })
    const building = this.#building
    if (await settlesWithin(earlier ? WAIT_MS : FIRST_WAIT_MS, building)) {
      const built = await building
      // The demo may have been replaced by real facts meanwhile.
      return isOfMarket(built, market()) ? built : this.current()
    }
    if (earlier && isOfMarket(earlier, market())) return earlier
    throw new TemporarilyUnavailable(
      `today's files are being built; try again in ${RETRY_SECONDS} seconds`,
      RETRY_SECONDS,
    )
  }

  /** The files that were built last, unless they are of another market, or somebody emptied the folder. */
  async #present(): Promise<BuiltFiles | undefined> {
    const built = this.#built
    if (!built || !isOfMarket(built, this.#context.market())) return undefined
    return (await areThere(built.folder, built.of.id, built)) ? built : undefined
  }

  /** Logs the error for the operator; the client gets only what concerns it. */
  #fail(error: unknown): never {
    const { log, isStopping } = this.#context
    if (error instanceof Problem || isStopping()) throw error
    log.error({ err: error }, 'the files of the day could not be built')
    if (!isDiskError(error)) throw error
    log.error('set DOWNLOADS_DIR to a folder with free space that this service may write to')
    throw new Problem('UNAVAILABLE', "today's files cannot be built now", {}, { 'Retry-After': '3600' })
  }

  async #build(): Promise<BuiltFiles> {
    const { catchUp, now, log } = this.#context
    const clock = now()
    const market = await catchUp(istMidnightBefore(clock))
    if (market.isUnavailable) throw storeUnavailable()
    const folder = await this.#context.folder()
    const of = (await datasetOfDay(market, clock)) ?? (await datasetOfFirstDay(market, clock, folder))
    if (!of) throw new TemporarilyUnavailable('this service has no facts yet', RETRY_SECONDS)
    const files =
      (await existingFiles(folder, of.id)) ?? (await buildFiles(folder, of.id, writersOf(market, of)))
    const bytes = [files.dataset, ...files.tables].reduce((sum, file) => sum + file.bytes, 0)
    log.info({ day: of.day, version: of.version, bytes }, "today's files are complete")
    const builtAt = roundedUp(msOf(now()))
    this.#built = { ...files, of, folder, demo: market.demo, history: market.history, builtAt }
    return this.#built
  }
}

const isOfMarket = (built: BuiltFiles, { demo, history }: ServedMarket): boolean =>
  built.demo === demo && built.history === history

/**
 * The data set of a store that was empty when the day began: that of files which a process has already built today, else
 * as of the last round. Processes that share the folder serve the same files.
 */
async function datasetOfFirstDay(
  market: ServedMarket,
  clock: Instant,
  folder: string,
): Promise<DatasetOfDay | undefined> {
  const day = istDay(clock)
  for (const id of await idsOfDay(folder, day)) {
    const of = await datasetAt(market, day, committedOf(id) ?? market.committed)
    if (of?.id === id) return of
  }
  return datasetAt(market, day, market.committed)
}

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
