import type { Instant } from '../market/calendar.ts'
import { dealKey } from '../market/deals/deal.ts'
import { claimsOf, repeatsTerms } from '../market/facts/claim.ts'
import type { AliasFact, DealFact, Fact } from '../market/facts/fact.ts'
import type { Observation, Source } from '../sources/source.ts'
import type { RoundContents, RoundTotals } from '../store/append/record-round.ts'
import {
  openRefusals,
  type RefusedRow,
  refuseAnew,
  settleRefusal,
  storeRefusals,
} from '../store/collection/refusals.ts'
import { hasNewIdentities } from '../store/collection/rounds.ts'
import type { Db } from '../store/engines/db.ts'
import {
  hasSupersedingStatement,
  isRetractedSince,
  type ReadingTime,
  type ReportedFigure,
  supersedingTerms,
} from '../store/facts/superseding-statements.ts'
import { type IssueKey, learnIssueKeys } from '../store/issues/issue-keys.ts'
import { allSlugs } from '../store/issues/issue-records.ts'
import { isDeal, readEarlierFigures } from './compare-figures.ts'
import { deriveFigures, type FigureRow, isOurs, keysWithSource, matchFigures } from './derive-figures.ts'
import { deriveTerms } from './derive-terms.ts'
import { KnownMarket, marketAt, presentMarket, viewUpTo } from './known-market.ts'
import { ownKeys } from './match/match.ts'
import type { Draft, Observed, Origin, Refused, Row } from './observation.ts'
import { type RefusalRule, UNMATCHED, WAITING } from './screen.ts'

interface DeriveOptions {
  /** The store of the transaction. */
  readonly store: Db
  readonly round: number
  /** The time of the reading. */
  readonly clock: Instant
  /** The past moment to record at; `null` for now. */
  readonly at: Instant | null
  /** All known sources, to find the source of each row that was refused before. */
  readonly sources: readonly Source[]
  /** True when stored answers are parsed again: later statements and retractions take precedence. */
  readonly isReplay?: boolean
  /** Set when the operator settles a refusal. */
  readonly settling?: Settling
}

/** The operator's decision that refused rows are about an issue. */
interface Settling {
  readonly slug: string
  /** A name that the issue gets. */
  readonly alias: AliasFact | null
  /** True for a row that is about the issue. */
  readonly isOfIssue: (row: Observed) => boolean
  /** The figures that were refused before and are judged again. */
  readonly figures: readonly FigureRow[]
}

export interface Derived extends Pick<RoundContents, 'statements' | 'rowsRefused' | 'afterwards'> {
  /** The number of batches that were used. */
  readonly batches: number
  /** The number of rows without news. */
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

/**
 * Makes facts from the rows of stored answers, under the market lock, and stores the rows that are not accepted as
 * refusals. Rows of one batch were downloaded together and are compared with each other; each batch is compared with
 * what was known before it, which includes the facts of the batches before. It ends before a batch that contradicts
 * one before it: facts of one round have one time, so that the batch must be in a later round.
 */
export async function derive(
  tx: Db,
  batches: readonly (readonly Row[])[],
  options: DeriveOptions,
): Promise<Derived> {
  const { store, clock, at, settling } = options
  const present = await presentMarket(store, tx)
  const market = at === null ? present : await marketAt(tx, at)
  if (settling?.alias)
    market.addFacts(settling.slug, [{ ...settling.alias, recorded: clock, id: Number.MAX_SAFE_INTEGER }])
  const state: State = {
    ...{ tx, options, market, present },
    takenSlugs: await allSlugs(tx),
    hasNewIdentities: await hasNewIdentities(tx),
    ...{ drafts: [], stated: new Map(), disclosed: new Map(), fresh: [], refused: [], keys: [], known: 0 },
  }
  let used = 0
  for (const rows of batches) {
    if (!(await deriveBatch(state, rows))) break
    used++
  }
  const { drafts, fresh, keys } = state
  const alias = settling?.alias ? [{ fact: settling.alias, recordedAt: null, line: 1 }] : []
  return {
    batches: used,
    statements: [
      ...alias,
      ...drafts.map(({ fact, row }, i) => ({
        ...{ fact, recordedAt: at, line: alias.length + i + 1, fetch: row.from.fetch, onlyNews: true },
      })),
    ],
    rowsRefused: fresh.length,
    refused: state.refused,
    known: state.known,
    refusedBy: new Map(
      [...Map.groupBy(fresh, ({ rule }) => rule)].map(([rule, rows]) => [rule, rows.length]),
    ),
    rows: [
      ...drafts.map(({ fact, row: { from, ...said } }) => ({
        ...{ raw: from.raw, said: said as Observation, slug: slugOf(fact), refused: null },
      })),
      ...fresh.map(({ from: { raw }, said, rule, reason }) => ({
        ...{ raw, said, slug: null, refused: { rule, reason } },
      })),
    ],
    afterwards: (after) => learnIssueKeys(after, keys, clock),
  }
}

/** What one transaction has derived so far. */
interface State {
  readonly tx: Db
  readonly options: DeriveOptions
  /** The market at the time of the reading, and the present one, with what this transaction will record. */
  readonly market: KnownMarket
  readonly present: KnownMarket
  readonly takenSlugs: Set<string>
  /** True when issues or names were imported since rows were last read. */
  hasNewIdentities: boolean
  /** The facts to record, and what they state on each subject. */
  readonly drafts: Draft[]
  readonly stated: Map<string, { readonly statement: string; readonly from: Origin }>
  /** The number of equal deals among them. */
  readonly disclosed: Map<string, number>
  /** Rows that are refused for the first time, and the ids of their refusals. */
  readonly fresh: Refused[]
  readonly refused: number[]
  readonly keys: IssueKey[]
  known: number
}

/**
 * Terms first, since an exchange may announce the issue of a figure; then the figures, also those refused before. False
 * for a batch that contradicts one before it; then nothing is changed.
 */
async function deriveBatch(state: State, rows: readonly Row[]): Promise<boolean> {
  const { tx, options, market, takenSlugs } = state
  const { round, clock, at, isReplay, settling } = options
  // What a batch states takes effect for its own rows at once, and for later batches once it is to be recorded.
  const known = new KnownMarket(market)
  const latest = at === null ? known : new KnownMarket(state.present)
  const unread = rows.filter((row) => 'rule' in row).filter((row) => isOurs(known, row))
  const observed = rows.filter((row) => 'kind' in row)
  const decision = settling ? { slug: settling.slug } : null
  const terms = deriveTerms(
    { known, latest, clock, takenSlugs: new Set(takenSlugs) },
    observed.filter((row) => row.kind === 'terms'),
    decision,
  )
  const again = settling?.figures ?? (await rowsToJudgeAgain(state, observed))
  const figures = [...observed.filter((row) => row.kind !== 'terms'), ...again]
  const decided = (row: Observed) => (settling?.isOfIssue(row) ? known.index.find(settling.slug) : undefined)
  const { matched, refused: unmatched } = matchFigures(known, figures, decided)
  const view = viewUpTo(at)
  const earlier = await readEarlierFigures(tx, view, matched, { clock, unrecorded: state.drafts })
  const judged = deriveFigures(known, matched, earlier, clock)
  const drafts: readonly Draft[] = [...terms.drafts, ...judged.drafts]
  const news = await withNewsOnly(state, drafts)
  if (news.some(({ fact }) => statesOtherwise(state, fact))) return false

  const refused: Refused[] = [
    ...unread.map(({ from, rule, reason }) => ({ from, said: null, rule, reason, candidates: [] })),
    ...[...terms.refused, ...unmatched, ...judged.refused],
  ]
  const fresh = refused.filter(({ from }) => from.refused === undefined)
  for (const [seen, ofAnswer] of Map.groupBy(fresh, ({ from }) => from.fetchedAt))
    state.refused.push(
      ...(await storeRefusals(tx, ofAnswer.map(newRefusal), { round, seen, ...(isReplay && { isReplay }) })),
    )
  const keys = [...terms.keys, ...judged.keys]
  await settleJudged(state, [...observed, ...again], { refused, drafts })
  if (!settling) await settleFoundTerms(tx, keys, clock)
  state.known += judged.known + drafts.length - news.length
  state.fresh.push(...fresh)
  state.keys.push(...keys)
  state.drafts.push(...news)
  state.hasNewIdentities = false
  takeEffect(state, news, keys)
  return true
}

/** True when a batch before states something else on the same subject. */
const statesOtherwise = ({ stated }: State, fact: Fact): boolean =>
  claimsOf(fact).some(({ subject, statement }) => (stated.get(subject)?.statement ?? statement) !== statement)

/** Lets later batches know what this one will record. */
function takeEffect(
  { market, takenSlugs, stated, disclosed, options }: State,
  news: readonly Draft[],
  keys: readonly IssueKey[],
): void {
  for (const { fact, row } of news) {
    if (fact.fact === 'deal') disclosed.set(dealKey(fact), (disclosed.get(dealKey(fact)) ?? 0) + 1)
    for (const { subject, statement } of claimsOf(fact)) stated.set(subject, { statement, from: row.from })
    if (fact.fact !== 'ipo' && fact.fact !== 'listing') continue
    takenSlugs.add(fact.slug)
    const isRepeated = fact.fact === 'ipo' && repeatsTerms(fact, market.statementsOf(fact.slug, fact.source))
    const recorded = { recorded: options.clock, id: Number.MAX_SAFE_INTEGER }
    if (!isRepeated) market.addFacts(fact.slug, [{ ...fact, ...recorded }])
  }
  for (const key of keys) market.index.learn(key)
}

/** The issue that a fact is about; `null` for a deal or a holiday. */
export const slugOf = (fact: Fact): string | null => ('slug' in fact ? fact.slug : null)

const isToJudgeAgain = (rule: string): boolean => WAITING.some((waiting) => waiting === rule)

function newRefusal({ from, said, rule, reason, candidates }: Refused) {
  const { source, document, row, raw, fetch, fetchedAt } = from
  // A figure without a time stamp gets the time of its reading, also when it is accepted later.
  const stamped =
    said?.kind === 'subscription' && said.observedAt === null
      ? { ...said, observedAt: fetchedAt, ...(!isToJudgeAgain(rule) && { isUnstamped: true }) }
      : said
  const subject = said && 'subject' in said ? (ownKeys(said.subject)[0] ?? '') : ''
  return {
    ...{ fetch, source, document, line: row, raw, subject, rule, reason, candidates },
    said: stamped && JSON.stringify(stamped),
  }
}

/** A refused row as it was parsed; `null` when it could not be parsed, or its source is unknown. */
export function observedBefore(refusal: RefusedRow, sources: readonly Source[]): Observed | null {
  const source = sources.find(({ id }) => id === refusal.source)
  if (!source || refusal.said === null || refusal.fetch === null) return null
  const said: Observation = JSON.parse(refusal.said)
  const { id, document, line, raw, fetch, first_seen, last_seen } = refusal
  const from = {
    ...{ source: source.id, publisher: source.publisher, home: source.home, document, fetch },
    ...{ fetchedAt: first_seen, row: line, raw, refused: { id, lastSeen: last_seen } },
  }
  return { ...said, from }
}

/** Open refusals of these rules as parsed rows. When a past moment is recorded, rows first seen after it are left out. */
export async function refusedBefore(
  tx: Db,
  { sources, clock }: Pick<DeriveOptions, 'sources' | 'clock'>,
  rules: readonly RefusalRule[] = WAITING,
): Promise<Observed[]> {
  const open = await openRefusals(tx, { rules })
  return open.flatMap((row) => (row.first_seen > clock ? null : observedBefore(row, sources)) ?? [])
}

/** Figures that were refused before: those whose issue may be known now, and falls that this batch may confirm. */
async function rowsToJudgeAgain(state: State, rows: readonly Observed[]): Promise<FigureRow[]> {
  const { tx, options } = state
  const mayBringIssues = state.hasNewIdentities || rows.some(({ kind }) => kind === 'terms')
  const waiting = mayBringIssues ? await refusedBefore(tx, options) : []
  const falls = await fallsReadAgain(state, rows)
  return [...waiting, ...falls].filter((row) => row.kind !== 'terms')
}

/** Readings that fell too far, of issues that the same source reports again in this batch: the next one may confirm them. */
async function fallsReadAgain({ tx, options }: State, rows: readonly Observed[]): Promise<Observed[]> {
  const keysOf = (row: Observed) => (row.kind === 'subscription' ? keysWithSource(row) : [])
  const again = new Set(rows.flatMap(keysOf))
  if (again.size === 0) return []
  const falls = await refusedBefore(tx, options, ['multiple-fell'])
  return falls.filter((row) => keysOf(row).some((key) => again.has(key))).map(asLastSeen)
}

/** A figure without a time stamp is a reading of each moment at which it was seen, so that its last one counts. */
const asLastSeen = (row: Observed): Observed =>
  row.kind === 'subscription' && row.isUnstamped && row.from.refused
    ? { ...row, observedAt: row.from.refused.lastSeen }
    : row

/** Settles the rows that were refused before and judged again, unless a rule still refuses them. */
async function settleJudged(
  { tx, options: { clock: at, settling } }: State,
  rows: readonly Observed[],
  { refused, drafts }: { readonly refused: readonly Refused[]; readonly drafts: readonly Draft[] },
): Promise<void> {
  const stillRefused = new Map(refused.map((one) => [one.from.refused?.id, one]))
  const slugs = new Map(drafts.map(({ fact, row }) => [row.from.refused?.id, slugOf(fact)]))
  for (const row of rows) {
    const id = row.from.refused?.id
    if (id === undefined) continue
    const still = stillRefused.get(id)
    if (still) await refuseAnew(tx, id, still)
    else if (settling?.isOfIssue(row))
      await settleRefusal(tx, id, { settled: 'same-as', as: settling.slug, at })
    else await settleRefusal(tx, id, { settled: 'matched', as: slugs.get(id) ?? null, at })
  }
}

/** Settles refused terms whose issue was unknown and has been found since. */
async function settleFoundTerms(tx: Db, keys: readonly IssueKey[], clock: Instant): Promise<void> {
  const refused = await openRefusals(tx, { rules: [...UNMATCHED, 'no-board'], kind: 'terms' })
  for (const { id, source, subject } of refused) {
    const found = keys.find((key) => key.source === source && key.key === subject)
    if (found) await settleRefusal(tx, id, { settled: 'matched', as: found.slug, at: clock })
  }
}

/**
 * Removes from rows of an earlier reading what their source has restated or what has been retracted since, and what an
 * earlier batch states already.
 */
async function withNewsOnly(state: State, drafts: readonly Draft[]): Promise<Draft[]> {
  const news: Draft[] = []
  const deals = new Map<string, number>()
  for (const draft of drafts) {
    if (isDeal(draft) ? isDisclosed(state, draft, deals) : isStated(state, draft.fact)) continue
    const isOld = state.options.isReplay || draft.row.from.refused !== undefined
    const fact = isOld ? await currentPart(state, draft) : draft.fact
    if (fact && !isStated(state, fact)) news.push({ ...draft, fact })
  }
  return news
}

/** The n-th equal deal of a batch is the n-th such deal of an earlier one. Counts the deals of its batch. */
function isDisclosed({ disclosed }: State, { fact }: Draft<DealFact>, counted: Map<string, number>): boolean {
  const key = dealKey(fact)
  const number = (counted.get(key) ?? 0) + 1
  counted.set(key, number)
  return number <= (disclosed.get(key) ?? 0)
}

/** True when a batch before states the same. */
function isStated({ stated }: State, fact: Fact): boolean {
  const claims = claimsOf(fact)
  return (
    claims.length > 0 &&
    claims.every(({ subject, statement }) => stated.get(subject)?.statement === statement)
  )
}

async function currentPart(state: State, { fact, row: { from } }: Draft): Promise<Fact | null> {
  const { tx, options } = state
  const time = { readAt: from.refused?.lastSeen ?? from.fetchedAt, fetch: from.fetch, asOf: options.at }
  if (fact.fact !== 'ipo' && !isReportedFigure(fact)) return fact
  if (options.isReplay && (await isRetractedSince(tx, fact, time))) return null
  if (fact.fact === 'ipo')
    return { ...fact, said: { ...fact.said, ...(await supersedingTerms(tx, fact, time)) } }
  return isSuperseded(state, fact, time) || (await hasSupersedingStatement(tx, fact, time)) ? null : fact
}

const isReportedFigure = (fact: Fact): fact is ReportedFigure =>
  fact.fact === 'gmp' || fact.fact === 'subscription' || fact.fact === 'listing' || fact.fact === 'holiday'

/** True when an earlier batch has a fact about the same figure from a later download: of a row that was refused before. */
function isSuperseded({ stated }: State, fact: ReportedFigure, { readAt, fetch }: ReadingTime): boolean {
  const [claim] = claimsOf(fact)
  const other = claim && stated.get(claim.subject)?.from
  if (!other) return false
  return other.fetchedAt > readAt || (other.fetchedAt === readAt && other.fetch > fetch)
}

/** The sum of what two rounds came to. */
export const sumOfTotals = (before: RoundTotals, next: RoundTotals): RoundTotals => ({
  read: before.read + next.read,
  taken: before.taken + next.taken,
  known: before.known + next.known,
  refused: before.refused + next.refused,
  committed: next.committed ?? before.committed,
})
