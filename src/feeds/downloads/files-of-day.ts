import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { type Instant, istDay, istMidnightBefore, msOf } from '../../market/calendar.ts'
import { roundedUp } from '../../publish/modification.ts'
import { committedOf, type DatasetOfDay, datasetAt, datasetOfDay } from '../../reports/downloads/dataset.ts'
import type { ServedMarket } from '../../reports/served-market.ts'
import { Problem, storeUnavailable, TemporarilyUnavailable } from '../../request/problems.ts'
import { settlesWithin } from '../../settles-within.ts'
import {
  buildHere,
  type DailyBuild,
  type DailyFile,
  existingFiles,
  idsOfDay,
  unfinishedPath,
} from './daily-folder.ts'

export interface FilesOfDayContext {
  readonly market: () => ServedMarket
  readonly catchUp: (moment: Instant) => Promise<ServedMarket>
  readonly now: () => Instant
  readonly folder: () => Promise<string>
  /** Builds files of the user's store without delaying requests. The demo is in the memory of this thread, and built here. */
  readonly buildElsewhere: (market: ServedMarket, build: DailyBuild) => Promise<DailyFile[]>
  /** False in a process that serves what another one builds in the same folder each day. */
  readonly makesDailyFiles: boolean
  /** Called with the number of attempts to build that failed since the last success. */
  readonly onFailures: (failures: number) => void
  readonly stopping: AbortSignal
  readonly log: FastifyBaseLogger
}

const isDiskError = (error: unknown): boolean =>
  /^(EACCES|EPERM|EROFS|ENOSPC|EDQUOT|ENOTDIR|EEXIST|ENOENT|ELOOP|EIO)$/.test(
    (error as NodeJS.ErrnoException | undefined)?.code ?? '',
  )

/** The files of a day, which are complete: the data set, and the tables as of the same moment. */
export interface BuiltFiles {
  readonly of: DatasetOfDay
  readonly files: readonly DailyFile[]
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
/** How long a process waits for the files of another one before it builds them: those of a million deals take half of it. */
const APPEAR_WITHIN_MS = 300_000
const LOOK_EVERY_MS = 1000

const MINUTE_MS = 60_000
const FIRST_PAUSE_MS = 5 * MINUTE_MS
const LONGEST_PAUSE_MS = 60 * MINUTE_MS
/** How long nothing is built after failures: a full disk stays full for a while, and each attempt takes long. */
const pauseMs = (failures: number): number => Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS)

/**
 * The files that are built once a day: after midnight, by `buildIfMissing`, or by the first request, whichever comes first. Until
 * they are complete, those of the day before are served.
 */
export class FilesOfDay {
  readonly #context: FilesOfDayContext
  /** Attempts that failed since the last success. */
  #failures = 0
  /** When the next attempt may be made, in milliseconds. */
  #pausedUntil = 0
  #built: BuiltFiles | undefined
  #building: Promise<BuiltFiles> | undefined

  constructor(context: FilesOfDayContext) {
    this.#context = context
  }

  /** The files to serve now. Throws `Problem` when there are none. */
  async current(): Promise<BuiltFiles> {
    const { market, now } = this.#context
    const earlier = await this.#present()
    if (earlier?.of.day === istDay(now())) return earlier
    try {
      const building = this.#start()
      if (await settlesWithin(earlier ? WAIT_MS : FIRST_WAIT_MS, building)) {
        const built = await building
        // The demo may have been replaced by real facts meanwhile.
        return isOfMarket(built, market()) ? built : this.current()
      }
    } catch (error) {
      if (!earlier) throw error
    }
    if (earlier && isOfMarket(earlier, market())) return earlier
    throw new TemporarilyUnavailable(
      `today's files are being built; try again in ${RETRY_SECONDS} seconds`,
      RETRY_SECONDS,
    )
  }

  /**
   * Builds the files of the day before anybody requests them, if they are missing. A demo, and a store that was empty when
   * the day began, wait for a request: nobody may want the former, and the latter may not be filled completely yet.
   */
  async buildIfMissing(): Promise<void> {
    const { catchUp, now, log, stopping } = this.#context
    try {
      if (stopping.aborted || this.#building) return
      if ((await this.#present())?.of.day === istDay(now())) return
      const market = await catchUp(istMidnightBefore(now()))
      if (market.demo || market.isUnavailable || !(await datasetOfDay(market, now()))) return
      await this.#start()
    } catch (error) {
      // Failed builds and outages of the store are already in the log.
      log.debug({ err: error }, 'the files of the day are not built yet')
    }
  }

  /** The files that were built last, unless they are of another market, or somebody emptied the folder. */
  async #present(): Promise<BuiltFiles | undefined> {
    const built = this.#built
    if (!built || !isOfMarket(built, this.#context.market())) return undefined
    return (await existingFiles(built.folder, built.of.id)) ? built : undefined
  }

  /** The build in progress, else a new one, unless one has failed recently. */
  #start(): Promise<BuiltFiles> {
    const pausing = this.#building ? 0 : this.#pausedUntil - msOf(this.#context.now())
    // More than a whole pause is left only of a clock that was set back.
    if (pausing > 0 && pausing <= pauseMs(this.#failures)) throw cannotBeBuilt(pausing)
    this.#building ??= this.#build().finally(() => {
      this.#building = undefined
    })
    return this.#building
  }

  async #build(): Promise<BuiltFiles> {
    const { catchUp, now, log, onFailures } = this.#context
    const clock = now()
    const market = await catchUp(istMidnightBefore(clock))
    if (market.isUnavailable) throw storeUnavailable()
    const folder = await this.#context.folder().catch((error) => this.#fail(error))
    const ofMidnight = await datasetOfDay(market, clock)
    const of = ofMidnight ?? (await datasetOfFirstDay(market, clock, folder))
    if (!of) throw new TemporarilyUnavailable('this service has no facts yet', RETRY_SECONDS)
    const isExpected = !this.#context.makesDailyFiles && !market.demo && ofMidnight !== undefined
    const files =
      (await existingFiles(folder, of.id)) ??
      (isExpected ? await this.#appearing(folder, of.id) : undefined) ??
      (await this.#write(market, { of, folder, unfinished: unfinishedPath(folder) }))
    this.#failures = 0
    this.#pausedUntil = 0
    onFailures(0)
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
    log.info({ day: of.day, version: of.version, bytes }, "today's files are complete")
    const builtAt = roundedUp(msOf(now()))
    this.#built = { of, files, folder, demo: market.demo, history: market.history, builtAt }
    return this.#built
  }

  /** The files of another process, once they are complete; `undefined` if that takes too long. */
  async #appearing(folder: string, id: string): Promise<DailyFile[] | undefined> {
    for (let waited = 0; waited < APPEAR_WITHIN_MS; waited += LOOK_EVERY_MS) {
      if (this.#context.stopping.aborted) throw storeUnavailable()
      await sleep(LOOK_EVERY_MS, undefined, { ref: false })
      const files = await existingFiles(folder, id)
      if (files) return files
    }
    return undefined
  }

  #write(market: ServedMarket, build: DailyBuild): Promise<DailyFile[]> {
    const writing = market.demo ? buildHere(market, build) : this.#context.buildElsewhere(market, build)
    return writing.catch((error) => this.#fail(error))
  }

  /** Logs the error for the operator and begins a pause; the client gets only what concerns it. */
  #fail(error: unknown): never {
    const { log, now, stopping, onFailures } = this.#context
    if (error instanceof Problem || stopping.aborted) throw error
    const pause = pauseMs(++this.#failures)
    this.#pausedUntil = msOf(now()) + pause
    onFailures(this.#failures)
    const hint = isDiskError(error)
      ? '; set DOWNLOADS_DIR to a folder with free space that this service may write to'
      : ''
    log.error(
      { err: error },
      `the files of the day could not be built, next attempt in ${pause / MINUTE_MS} minutes${hint}`,
    )
    throw cannotBeBuilt(pause)
  }
}

/** No failure of the request, which would be logged again for each one: the operator's log and metrics have the failed build. */
const cannotBeBuilt = (retryMs: number): Problem =>
  new TemporarilyUnavailable("today's files cannot be built now; try again later", Math.ceil(retryMs / 1000))

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
