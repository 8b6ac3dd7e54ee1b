import type { Instant } from '../market/calendar.ts'
import type { Source } from '../sources/source.ts'
import {
  type NewRefusal,
  openRefusals,
  type RefusedRow,
  refuseAnew,
  settleRefusal,
  storeRefusals,
} from '../store/collection/refusals.ts'
import type { Db } from '../store/engines/db.ts'
import type { IssueKey } from '../store/issues/issue-keys.ts'
import { type FigureRow, isFigure, keysWithSource } from './derive-figures.ts'
import { ownKeys } from './match/match.ts'
import { type BatchFindings, isFresh, type Observed, originOf, type Refused, slugOf } from './observation.ts'
import { HELD, type RefusalRule, UNMATCHED } from './screen.ts'

/** Stores the rows that are refused for the first time, and returns the ids of their refusals. */
export async function storeRefused(
  tx: Db,
  { refused }: BatchFindings,
  { round, isReplay = false }: { readonly round: number; readonly isReplay?: boolean },
): Promise<number[]> {
  const ids: number[] = []
  for (const [seen, ofAnswer] of Map.groupBy(refused.filter(isFresh), ({ row }) => row.from.fetchedAt))
    ids.push(...(await storeRefusals(tx, ofAnswer.map(newRefusal), { round, seen, isReplay })))
  return ids
}

const isHeld = (rule: string): boolean => HELD.some((held) => held === rule)

function newRefusal({ row, rule, reason, candidates }: Refused): NewRefusal {
  const { source, document, fetch, fetchedAt } = row.from
  const said = 'said' in row ? row.said : null
  // A figure without a time stamp gets the time of its reading, also when it is accepted later.
  const stamped =
    said?.kind === 'subscription' && said.observedAt === null
      ? { ...said, observedAt: fetchedAt, ...(!isHeld(rule) && { isUnstamped: true }) }
      : said
  const subject = said && 'subject' in said ? (ownKeys(said.subject)[0] ?? '') : ''
  return {
    ...{ fetch, source, document, line: row.row, raw: row.raw, subject, rule, reason, candidates },
    said: stamped && JSON.stringify(stamped),
  }
}

/** A refused row as it was parsed; `null` when it could not be parsed, or its source is unknown. */
export function observedBefore(refusal: RefusedRow, sources: readonly Source[]): Observed | null {
  const source = sources.find(({ id }) => id === refusal.source)
  const { id, document, line, raw, said, fetch, first_seen, last_seen } = refusal
  if (!source || said === null || fetch === null) return null
  const origin = originOf(source, { id: fetch, document, fetched: first_seen })
  return { row: line, raw, said: JSON.parse(said), from: { ...origin, refused: { id, lastSeen: last_seen } } }
}

/** The time of a reading, and all known sources. */
interface ReadingTime {
  readonly clock: Instant
  readonly sources: readonly Source[]
}

/** Open refusals of these rules as parsed rows. When a past moment is recorded, rows first seen after it are left out. */
export async function refusedBefore(
  tx: Db,
  { sources, clock }: ReadingTime,
  rules: readonly RefusalRule[] = HELD,
): Promise<Observed[]> {
  const open = await openRefusals(tx, { rules })
  return open.flatMap((row) => (row.first_seen > clock ? null : observedBefore(row, sources)) ?? [])
}

/**
 * Figures that were refused before: those whose issue may be known now, if the batch may bring issues, and readings that
 * fell too far, of issues that the same source reports again in this batch: the next one may confirm them.
 */
export async function figuresToJudgeAgain(
  tx: Db,
  time: ReadingTime,
  batch: readonly Observed[],
  mayBringIssues: boolean,
): Promise<FigureRow[]> {
  const held = mayBringIssues ? await refusedBefore(tx, time) : []
  const keysOf = (row: Observed) => (row.said.kind === 'subscription' ? keysWithSource(row) : [])
  const reported = new Set(batch.flatMap(keysOf))
  const fell = reported.size === 0 ? [] : await refusedBefore(tx, time, ['multiple-fell'])
  const again = fell.filter((row) => keysOf(row).some((key) => reported.has(key)))
  return [...held, ...again.map(asLastSeen)].filter(isFigure)
}

/** A figure without a time stamp is a reading of each moment at which it was seen, so that its last one counts. */
const asLastSeen = (row: Observed): Observed =>
  row.said.kind === 'subscription' && row.said.isUnstamped && row.from.refused
    ? { ...row, said: { ...row.said, observedAt: row.from.refused.lastSeen } }
    : row

/** Settles the rows that were refused before and judged again, unless a rule still refuses them. */
export async function settleJudged(
  tx: Db,
  rows: readonly Observed[],
  { refused, drafts }: BatchFindings,
  at: Instant,
): Promise<void> {
  const stillRefused = new Map(refused.map((one) => [one.row.from.refused?.id, one]))
  const slugs = new Map(drafts.map(({ fact, row }) => [row.from.refused?.id, slugOf(fact)]))
  for (const row of rows) {
    const { refused: before, decided } = row.from
    if (!before) continue
    const { id } = before
    const still = stillRefused.get(id)
    if (still) await refuseAnew(tx, id, still)
    else if (decided !== undefined) await settleRefusal(tx, id, { settled: 'same-as', as: decided, at })
    else await settleRefusal(tx, id, { settled: 'matched', as: slugs.get(id) ?? null, at })
  }
}

/** Settles refused terms whose issue was unknown and has been found since. */
export async function settleFoundTerms(tx: Db, keys: readonly IssueKey[], clock: Instant): Promise<void> {
  const refused = await openRefusals(tx, { rules: [...UNMATCHED, 'no-board'], kind: 'terms' })
  for (const { id, source, subject } of refused) {
    const found = keys.find((key) => key.source === source && key.key === subject)
    if (found) await settleRefusal(tx, id, { settled: 'matched', as: found.slug, at: clock })
  }
}
