import { Cron } from 'croner'
import type { Instant } from '../market/calendar.ts'
import { BY_INDIAN_CLOCK, timesDue } from '../sources/schedule.ts'
import type { Source } from '../sources/source.ts'
import type { Db } from '../store/db.ts'
import { lastRoundThat } from '../store/rounds.ts'
import { collectRound, type RoundReport } from './collect-round.ts'
import type { Get } from './download/polite-get.ts'

export interface ScheduleOptions {
  readonly db: Db
  readonly sources: readonly Source[]
  readonly known: readonly Source[]
  readonly get: Get
  readonly now: () => Instant
  readonly onRound: (report: RoundReport) => void
  /** A round that ended in an error of ours; the source is tried again when it is due. */
  readonly onError: (source: Source, error: unknown) => void
}

export interface RunningSchedule {
  /** Ends the schedule, and waits for the rounds under way. */
  stop(): Promise<void>
}

/** Reads each source when it is due, each on its own, never two rounds of one source at a time. */
export function startSchedule(options: ScheduleOptions): RunningSchedule {
  const { db, sources, known, get, now, onRound, onError } = options
  const underWay = new Map<string, Promise<void>>()
  let isStopped = false
  const crons = sources.flatMap((source) =>
    source.schedule.cron.map((pattern) => new Cron(pattern, BY_INDIAN_CLOCK, () => begin(source))),
  )

  function begin(source: Source): void {
    if (isStopped || underWay.has(source.id)) return
    const round = collectRound(db, source, { now, get, sources: known })
      .then(onRound, (error) => onError(source, error))
      .finally(() => underWay.delete(source.id))
    underWay.set(source.id, round)
  }

  /** What was due while nothing ran is read at once. */
  async function catchUp(source: Source): Promise<void> {
    const last = await lastRoundThat(db, source.id, { asOf: null, was: 'heard' })
    const wasDue = !last || timesDue(source.schedule, { after: last.started, upTo: now() }, 1) > 0
    if (wasDue) begin(source)
  }
  const catchingUp = sources.map((source) => catchUp(source).catch((error) => onError(source, error)))

  return {
    async stop() {
      isStopped = true
      for (const cron of crons) cron.stop()
      await Promise.allSettled([...catchingUp, ...underWay.values()])
    },
  }
}
