import type { FastifyBaseLogger } from 'fastify'
import { type Instant, istDay, istMidnightAfter, istMidnightBefore, msOf } from '../../market/calendar.ts'
import { type DatasetOfDay, datasetLines, datasetOfDay } from '../../reports/downloads/dataset.ts'
import type { ServedMarket } from '../../reports/served-market.ts'
import { Problem, storeUnavailable, TemporarilyUnavailable } from '../../request/problems.ts'
import { settlesWithin } from '../../settles-within.ts'
import { buildFile, type DatasetFile, existingFile } from './dataset-file.ts'

export interface DatasetContext {
  readonly market: () => ServedMarket
  readonly catchUp: (moment: Instant | null) => Promise<ServedMarket>
  readonly now: () => Instant
  readonly folder: () => Promise<string>
  readonly isStopping: () => boolean
  readonly log: FastifyBaseLogger
}

const isDiskError = (error: unknown): boolean =>
  /^(EACCES|EPERM|EROFS|ENOSPC|EDQUOT|ENOTDIR|EEXIST)$/.test(
    (error as NodeJS.ErrnoException | undefined)?.code ?? '',
  )

/** A data set whose file is complete. */
export interface BuiltDataset {
  readonly of: DatasetOfDay
  readonly file: DatasetFile
  readonly demo: boolean
  readonly history: number
}

/** How long a request waits for the data set to be built; a small one is complete by then. */
const WAIT_MS = 2000
const RETRY_SECONDS = 30

/** The daily data set, built by the first request of a day. Until it is complete, the previous one is served. */
export class Dataset {
  readonly #context: DatasetContext
  #built: BuiltDataset | undefined
  #building: Promise<BuiltDataset> | undefined

  constructor(context: DatasetContext) {
    this.#context = context
  }

  async current(): Promise<BuiltDataset> {
    const { market, now } = this.#context
    if (this.#built && isOf(this.#built, market(), now())) return this.#built
    this.#building ??= this.#build()
      .catch((error) => this.#fail(error))
      .finally(() => {
        this.#building = undefined
      })
    const building = this.#building
    if (await settlesWithin(WAIT_MS, building)) {
      const built = await building
      // The demo may have been replaced by real facts meanwhile.
      return isOfMarket(built, market()) ? built : this.current()
    }
    if (this.#built && isOfMarket(this.#built, market())) return this.#built
    throw new TemporarilyUnavailable(
      `today's data set is being built; try again in ${RETRY_SECONDS} seconds`,
      RETRY_SECONDS,
    )
  }

  /** Logs the error for the operator; the client gets only what concerns it. */
  #fail(error: unknown): never {
    const { log, isStopping } = this.#context
    if (error instanceof Problem || isStopping()) throw error
    log.error({ err: error }, 'the data set could not be built')
    if (!isDiskError(error)) throw error
    log.error('set DOWNLOADS_DIR to a folder with free space that this service may write to')
    throw new Problem('UNAVAILABLE', 'the data set cannot be built now', {}, { 'Retry-After': '3600' })
  }

  async #build(): Promise<BuiltDataset> {
    const { catchUp, now, folder, log } = this.#context
    const clock = now()
    const market = await catchUp(istMidnightBefore(clock))
    if (market.isUnavailable) throw storeUnavailable()
    const of = await datasetOfDay(market, clock)
    if (!of) throw notYet(clock)
    const path = await folder()
    const file =
      (await existingFile(path, of.id)) ?? (await buildFile(path, of.id, datasetLines(market.db, of.view)))
    log.info({ day: of.day, version: of.version, bytes: file.bytes }, "today's data set is complete")
    this.#built = { of, file, demo: market.demo, history: market.history }
    return this.#built
  }
}

const isOfMarket = (built: BuiltDataset, { demo, history }: ServedMarket): boolean =>
  built.demo === demo && built.history === history

const isOf = (built: BuiltDataset, market: ServedMarket, now: Instant): boolean =>
  isOfMarket(built, market) && built.of.day === istDay(now)

function notYet(clock: Instant): Problem {
  const seconds = Math.ceil((msOf(istMidnightAfter(clock)) - msOf(clock)) / 1000)
  return new TemporarilyUnavailable(
    'a data set holds the facts recorded before midnight in India, and this service had none then; the first one is built after the next midnight there',
    seconds,
  )
}
