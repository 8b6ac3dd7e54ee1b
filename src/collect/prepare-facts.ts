import { END_OF_TIME, type Instant } from '../market/calendar.ts'
import type { Fact } from '../market/facts/fact.ts'
import type { Statement } from '../market/facts/statement.ts'
import type { Observation, Source } from '../sources/source.ts'
import type { RoundContents } from '../store/append/record-round.ts'
import {
  openRefusals,
  type RefusedRow,
  refuseAnew,
  settleRefusal,
  storeRefusals,
} from '../store/collection/refusals.ts'
import { hasNewIdentities } from '../store/collection/rounds.ts'
import type { Db } from '../store/engines/db.ts'
import { learnIssueKeys } from '../store/issues/issue-keys.ts'
import { allSlugs } from '../store/issues/issue-records.ts'
import { interpret } from './interpret/interpret.ts'
import { readKnownMarket } from './known-market.ts'
import { ownKeys } from './match/match.ts'
import {
  type DraftFact,
  type Interpretation,
  isFigure,
  isTerms,
  type LocatedEntry,
  originIn,
  type ParsedRow,
  type RefusedParsedRow,
} from './parsed-row.ts'
import { type RefusalRule, UNMATCHED, WAITING } from './screen/refusal-rules.ts'
import { withoutSuperseded } from './superseded-rows.ts'

export interface PrepareOptions {
  readonly round: number
  /** The time of the reading. */
  readonly clock: Instant
  /** The past moment to record at; `null` for now. */
  readonly at: Instant | null
  /** All known sources, to find the source of each waiting row. */
  readonly sources: readonly Source[]
  /** True when stored answers are parsed again: later statements and retractions take precedence. */
  readonly isReplay?: boolean
}

type PreparedFacts = Pick<RoundContents, 'statements' | 'rowsRefused' | 'afterwards'> & {
  readonly known: number
  /** The ids of the refusals. */
  readonly refused: readonly number[]
  readonly refusedBy: ReadonlyMap<string, number>
  readonly rows: readonly RowOutcome[]
}

export interface RowOutcome {
  readonly raw: string
  readonly said: Observation | null
  /** The issue of the row; `null` when it has none or the issue is unknown. */
  readonly slug: string | null
  readonly refused: { readonly rule: string; readonly reason: string } | null
}

/** Turns the rows of a round into statements, and stores the others as refusals. */
export async function prepareFacts(
  tx: Db,
  seen: readonly LocatedEntry[],
  { round, clock, at, sources, isReplay = false }: PrepareOptions,
): Promise<PreparedFacts> {
  const known = await readKnownMarket(tx, at, clock)
  const latest = at === null ? known : await readKnownMarket(tx, null, END_OF_TIME)
  const takenSlugs = await allSlugs(tx)
  const mayBringIssues = seen.some(isTerms) || (await hasNewIdentities(tx))
  let waited: readonly ParsedRow[] = []
  const waiting = async () => {
    const rows = mayBringIssues ? await waitingRows(tx, sources, clock) : []
    waited = [...rows, ...(await heldReadings(tx, seen, { sources, clock }))].filter(isFigure)
    return waited
  }
  const interpreted = await interpret(tx, { known, latest, clock, takenSlugs, asOf: at }, { seen, waiting })
  const fresh = interpreted.refused.filter(({ refusal }) => refusal === undefined)
  const refused: number[] = []
  for (const [seen, ofAnswer] of Map.groupBy(fresh, ({ fetchedAt }) => fetchedAt))
    refused.push(...(await storeRefusals(tx, ofAnswer.map(newRefusal), { round, seen, isReplay })))
  await settleWaiting(tx, waited, interpreted, clock)
  await settleFoundTerms(tx, interpreted, clock)
  const facts = await withoutSuperseded(tx, interpreted.facts, { asOf: at, isReplay })
  return {
    statements: facts.map((fact, i) => statementOf(fact, at, i + 1)),
    rowsRefused: fresh.length,
    refused,
    known: interpreted.known + interpreted.facts.length - facts.length,
    refusedBy: new Map(
      [...Map.groupBy(fresh, ({ rule }) => rule)].map(([rule, rows]) => [rule, rows.length]),
    ),
    rows: [
      ...facts.map(({ fact, parsed: { raw, said } }) => ({ raw, said, slug: slugOf(fact), refused: null })),
      ...fresh.map(({ raw, said, rule, reason }) => ({ raw, said, slug: null, refused: { rule, reason } })),
    ],
    afterwards: (after) => learnIssueKeys(after, interpreted.keys, clock),
  }
}

/** The issue that a fact is about; `null` for a deal or a holiday. */
export const slugOf = (fact: Fact): string | null => ('slug' in fact ? fact.slug : null)

export const statementOf = ({ fact, parsed }: DraftFact, at: Instant | null, line: number): Statement => ({
  fact,
  recordedAt: at,
  line,
  fetch: parsed.fetch,
  onlyNews: true,
})

const isWaiting = (rule: string): boolean => WAITING.some((waiting) => waiting === rule)

function newRefusal(refused: RefusedParsedRow) {
  const { reporter, document, row, raw, fetch, said, fetchedAt, rule, reason, candidates } = refused
  // A figure without a time stamp gets the time of its reading, also when it is accepted later.
  const stamped =
    said?.kind === 'subscription' && said.observedAt === null
      ? { ...said, observedAt: fetchedAt, ...(!isWaiting(rule) && { isUnstamped: true }) }
      : said
  return {
    fetch,
    source: reporter.source,
    document,
    line: row,
    raw,
    subject: said && 'subject' in said ? (ownKeys(said.subject)[0] ?? '') : '',
    rule,
    reason,
    said: stamped && JSON.stringify(stamped),
    candidates,
  }
}

/** Rows that wait for their issue. When a past moment is recorded, rows first seen after it keep waiting. */
export async function waitingRows(
  tx: Db,
  sources: readonly Source[],
  clock: Instant,
  rules: readonly RefusalRule[] = WAITING,
): Promise<ParsedRow[]> {
  const rows = await openRefusals(tx, { rules })
  return rows.flatMap((row) => (row.first_seen > clock ? null : parsedRowOf(row, sources)) ?? [])
}

/** Readings that fell too far, of issues that the same source reports again in this round: the next one may confirm them. */
async function heldReadings(
  tx: Db,
  seen: readonly LocatedEntry[],
  { sources, clock }: Pick<PrepareOptions, 'sources' | 'clock'>,
): Promise<ParsedRow[]> {
  const keysOf = ({ reporter, said }: Pick<ParsedRow, 'reporter' | 'said'>) =>
    said.kind === 'subscription' ? ownKeys(said.subject).map((key) => `${reporter.source} ${key}`) : []
  const again = new Set(seen.flatMap((entry) => ('said' in entry ? keysOf(entry) : [])))
  if (again.size === 0) return []
  const held = await waitingRows(tx, sources, clock, ['multiple-fell'])
  return held.filter((row) => keysOf(row).some((key) => again.has(key))).map(asLastSeen)
}

/** A figure without a time stamp is a reading of each moment at which it was seen, so that its last one counts. */
const asLastSeen = (row: ParsedRow): ParsedRow =>
  row.said.kind === 'subscription' && row.said.isUnstamped && row.lastSeen !== undefined
    ? { ...row, said: { ...row.said, observedAt: row.lastSeen } }
    : row

/** A refused row as it was parsed; `null` when it could not be parsed, or its source is unknown. */
export function parsedRowOf(row: RefusedRow, sources: readonly Source[]): ParsedRow | null {
  const source = sources.find(({ id }) => id === row.source)
  if (!source || row.said === null || row.fetch === null) return null
  const said: Observation = JSON.parse(row.said)
  const { id: refusal, document, line, raw, fetch, first_seen: fetched, last_seen: lastSeen } = row
  return { ...originIn(source, { id: fetch, document, fetched }), row: line, raw, said, refusal, lastSeen }
}

/** Settles rows that were refused before and have been interpreted again, unless a rule still refuses them. */
export async function settleWaiting(
  tx: Db,
  waited: readonly ParsedRow[],
  { refused, facts }: Interpretation,
  clock: Instant,
  bySameAs: (parsed: ParsedRow) => string | null = () => null,
): Promise<void> {
  const stillRefused = new Map(refused.map((one) => [one.refusal, one]))
  const slugs = new Map(facts.map(({ fact, parsed }) => [parsed.refusal, slugOf(fact)]))
  for (const parsed of waited) {
    const { refusal } = parsed
    if (refusal === undefined) continue
    const again = stillRefused.get(refusal)
    const same = bySameAs(parsed)
    if (again) await refuseAnew(tx, refusal, again)
    else if (same !== null) await settleRefusal(tx, refusal, { settled: 'same-as', as: same, at: clock })
    else await settleRefusal(tx, refusal, { settled: 'matched', as: slugs.get(refusal) ?? null, at: clock })
  }
}

/** Settles refused terms whose issue was unknown and has been found since. */
async function settleFoundTerms(tx: Db, { keys }: Interpretation, clock: Instant): Promise<void> {
  const refused = await openRefusals(tx, { rules: [...UNMATCHED, 'no-board'], kind: 'terms' })
  for (const { id, source, subject } of refused) {
    const found = keys.find((key) => key.source === source && key.key === subject)
    if (found) await settleRefusal(tx, id, { settled: 'matched', as: found.slug, at: clock })
  }
}
