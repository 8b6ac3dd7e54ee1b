import type { Day, Instant } from '../market/calendar.ts'
import type { Source } from '../sources/source.ts'
import { type RoundContents, type RoundTotals, recordRound } from '../store/append/record-round.ts'
import { DONE } from '../store/append/round.ts'
import type { Db } from '../store/engines/db.ts'
import type { Fault, RoundResult } from '../store/tables.ts'
import { daysToDownload } from './days-to-download.ts'
import { type DocumentFault, type DownloadAllOptions, type Downloads, downloadAll } from './download-all.ts'
import { prepareFacts, type RowOutcome } from './prepare-facts.ts'
import { storeDownloads } from './store-downloads.ts'
import { unlistedHolidays } from './unlisted-holidays.ts'

export interface RoundReport extends RoundTotals {
  readonly source: string
  readonly outcome: RoundResult
  readonly fault: Fault | null
  readonly words: string | null
  /** The number of rows refused by each rule. */
  readonly refusedBy: ReadonlyMap<string, number>
  /** The number of requested documents, published in JSON; with none, nothing was due. */
  readonly asked: number
  /** True when the round stopped before all documents were requested, because the source failed repeatedly. */
  readonly isBrokenOff: boolean
  readonly rows: readonly RowOutcome[]
}

export interface CollectOptions extends Omit<DownloadAllOptions, 'days' | 'clock'> {
  readonly now: () => Instant
  /** Record as of this past moment. */
  readonly at?: Instant
  /** The days whose files to download, for a dated source. */
  readonly days?: readonly Day[]
  readonly dryRun?: boolean
  readonly sources: readonly Source[]
  readonly work?: 'collect' | 'backfill'
}

/**
 * Runs one round of one source: download, parse, match, screen, and record everything in one transaction. When it is
 * aborted, nothing is recorded.
 */
export async function collectRound(db: Db, source: Source, options: CollectOptions): Promise<RoundReport> {
  const { now, at, dryRun, sources, signal, work = 'collect' } = options
  const clock = at === undefined ? now : () => at
  const started = clock()
  const days = source.isDated ? (options.days ?? (await daysToDownload(db, source, started, at ?? null))) : []
  const reception = await downloadAll(db, source, { ...options, days, clock })
  if (reception.requested === 0) return nothingDue(source)
  const { taken, known, committed, prepared } = await recordRound(db, {
    source: source.id,
    work,
    started,
    now,
    ...(dryRun && { dryRun }),
    prepare: async (tx, round) => {
      signal?.throwIfAborted()
      const read = await storeDownloads(tx, source, reception, { round, clock: clock() })
      const seen = [...read, ...(await unlistedHolidays(tx, read, at ?? null))]
      const facts = await prepareFacts(tx, seen, { round, clock: clock(), at: at ?? null, sources })
      return { ...facts, rowsRead: rowsOf(reception), result: resultOf(reception) }
    },
  })
  return {
    source: source.id,
    ...prepared.result,
    read: prepared.rowsRead,
    taken,
    known: known + prepared.known,
    refused: prepared.rowsRefused,
    refusedBy: prepared.refusedBy,
    committed,
    asked: reception.requested,
    isBrokenOff: reception.isBrokenOff,
    rows: prepared.rows,
  }
}

/** Nothing was requested, so this is neither a round nor a success. */
const nothingDue = ({ id }: Source): RoundReport => ({
  source: id,
  ...DONE,
  read: 0,
  taken: 0,
  known: 0,
  refused: 0,
  refusedBy: new Map(),
  committed: null,
  asked: 0,
  isBrokenOff: false,
  rows: [],
})

const rowsOf = ({ received }: Downloads): number =>
  received.reduce((rows, { reading }) => rows + (reading?.rows ?? 0), 0)

/** A round failed if no document could be read, and is partial if some could. */
function resultOf({ received, absent, faults }: Downloads): RoundContents['result'] {
  const [first] = faults
  if (!first) return DONE
  const isPartial = absent > 0 || received.some(({ reading, fault }) => reading !== null && fault === null)
  return { outcome: isPartial ? 'partial' : 'failed', fault: first.kind, words: messageOf(faults, first) }
}

const messageOf = (faults: readonly DocumentFault[], first: DocumentFault): string =>
  faults.length === 1 ? first.message : `${first.message} (and ${faults.length - 1} more)`
