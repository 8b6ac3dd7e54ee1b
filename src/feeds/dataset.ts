import type { FastifyBaseLogger } from 'fastify'
import { type Instant, istDay, istMidnightAfter, istMidnightBefore, msOf } from '../market/calendar.ts'
import { type DatasetOfDay, datasetLines, datasetOfDay } from '../reports/downloads/dataset.ts'
import type { ServedMarket } from '../reports/served-market.ts'
import { Problem, storeUnavailable, TemporarilyUnavailable } from '../request/problems.ts'
import { settlesWithin } from '../settles-within.ts'
import { type DatasetFile, madeBefore, makeFile } from './dataset-file.ts'

export interface DatasetContext {
  readonly market: () => ServedMarket
  readonly catchUp: (moment: Instant | null) => Promise<ServedMarket>
  readonly now: () => Instant
  /** Where the file is kept. */
  readonly folder: () => Promise<string>
  readonly isStopping: () => boolean
  readonly log: FastifyBaseLogger
}

const isOfDisk = (error: unknown): boolean =>
  /^(EACCES|EPERM|EROFS|ENOSPC|EDQUOT|ENOTDIR|EEXIST)$/.test(
    (error as NodeJS.ErrnoException | undefined)?.code ?? '',
  )

/** A data set that can be sent. */
export interface MadeDataset {
  readonly of: DatasetOfDay
  readonly file: DatasetFile
  readonly demo: boolean
  readonly history: number
}

/** Whoever asks first in a day waits so long for it to be made; a small one is made by then. */
const WAIT_MS = 2000
const RETRY_SECONDS = 30

/** The data set, made by the first who asks in a day. Until it is made, that of the day before is sent. */
export class Dataset {
  readonly #context: DatasetContext
  #made: MadeDataset | undefined
  #making: Promise<MadeDataset> | undefined

  constructor(context: DatasetContext) {
    this.#context = context
  }

  async current(): Promise<MadeDataset> {
    const { market, now } = this.#context
    if (this.#made && isOf(this.#made, market(), now())) return this.#made
    this.#making ??= this.#make()
      .catch((error) => this.#fail(error))
      .finally(() => {
        this.#making = undefined
      })
    const making = this.#making
    if (await settlesWithin(WAIT_MS, making)) {
      const made = await making
      // The demo may have given way meanwhile.
      return isOfMarket(made, market()) ? made : this.current()
    }
    if (this.#made && isOfMarket(this.#made, market())) return this.#made
    throw new TemporarilyUnavailable(
      `the data set of this day is being made; try again in ${RETRY_SECONDS} seconds`,
      RETRY_SECONDS,
    )
  }

  /** Tells the operator what those who ask need not know. */
  #fail(error: unknown): never {
    const { log, isStopping } = this.#context
    if (error instanceof Problem || isStopping()) throw error
    log.error({ err: error }, 'the data set could not be made')
    if (!isOfDisk(error)) throw error
    log.error('set DOWNLOADS_DIR to a folder with room that this service may write to')
    throw new Problem('UNAVAILABLE', 'the data set cannot be made just now', {}, { 'Retry-After': '3600' })
  }

  async #make(): Promise<MadeDataset> {
    const { catchUp, now, folder, log } = this.#context
    const clock = now()
    const market = await catchUp(istMidnightBefore(clock))
    if (market.isUnavailable) throw storeUnavailable()
    const of = await datasetOfDay(market, clock)
    if (!of) throw notYet(clock)
    const place = await folder()
    const file =
      (await madeBefore(place, of.id)) ?? (await makeFile(place, of.id, datasetLines(market.db, of.view)))
    log.info({ day: of.day, version: of.version, bytes: file.bytes }, 'the data set of this day is made')
    this.#made = { of, file, demo: market.demo, history: market.history }
    return this.#made
  }
}

const isOfMarket = (made: MadeDataset, { demo, history }: ServedMarket): boolean =>
  made.demo === demo && made.history === history

const isOf = (made: MadeDataset, market: ServedMarket, now: Instant): boolean =>
  isOfMarket(made, market) && made.of.day === istDay(now)

function notYet(clock: Instant): Problem {
  const seconds = Math.ceil((msOf(istMidnightAfter(clock)) - msOf(clock)) / 1000)
  return new TemporarilyUnavailable(
    'a data set holds what was known when its day began in India, and this service knew nothing then; the first one is made after the next midnight there',
    seconds,
  )
}
