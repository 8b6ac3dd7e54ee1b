import type { Instant } from '../market/calendar.ts'
import { dealKey } from '../market/deals/deal.ts'
import { claimsOf, repeatsTerms } from '../market/facts/claim.ts'
import type { AliasFact, DealFact, Fact } from '../market/facts/fact.ts'
import type { Observation, Source } from '../sources/source.ts'
import type { RoundContents } from '../store/append/record-round.ts'
import {
  type NewRefusal,
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
import {
  type FigureRow,
  isFigure,
  isOurs,
  judgeFigures,
  keysWithSource,
  matchFigures,
} from './derive-figures.ts'
import { deriveTerms, isTerms } from './derive-terms.ts'
import { KnownMarket, marketAt, presentMarket, viewUpTo } from './known-market.ts'
import { ownKeys } from './match/match.ts'
import {
  type Draft,
  Findings,
  type Observed,
  type Origin,
  type Refused,
  type Row,
  rowsIn,
} from './observation.ts'
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
    ...{ all: new Findings(), stated: new Map(), disclosed: new Map(), refused: [] },
  }
  let used = 0
  for (const rows of batches) {
    if (!(await deriveBatch(state, rows))) break
    used++
  }
  const { drafts, refused, keys, known } = state.all
  const alias = settling?.alias ? [{ fact: settling.alias, recordedAt: null, line: 1 }] : []
  return {
    batches: used,
    statements: [
      ...alias,
      ...drafts.map(({ fact, row }, i) => ({
        ...{ fact, recordedAt: at, line: alias.length + i + 1, fetch: row.from.fetch, onlyNews: true },
      })),
    ],
    rowsRefused: refused.length,
    refused: state.refused,
    known,
    rows: [
      ...drafts.map(({ fact, row: { raw, said } }) => ({ raw, said, slug: slugOf(fact), refused: null })),
      ...refused.map(({ row, rule, reason }) => ({
        ...{ raw: row.raw, said: saidIn(row), slug: null, refused: { rule, reason } },
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
  /** The facts to record, and the rows that are refused for the first time. */
  readonly all: Findings
  /** What the facts to record state on each subject. */
  readonly stated: Map<string, { readonly statement: string; readonly from: Origin }>
  /** The number of equal deals among them. */
  readonly disclosed: Map<string, number>
  /** The ids of the refusals. */
  readonly refused: number[]
}

/**
 * Terms first, since an exchange may announce the issue of a figure; then the figures, also those refused before. False
 * for a batch that contradicts one before it; then nothing is changed.
 */
async function deriveBatch(state: State, rows: readonly Row[]): Promise<boolean> {
  const { tx, options, takenSlugs, all } = state
  const { clock, at, settling } = options
  // What a batch states takes effect for its own rows at once, and for later batches once it is to be recorded.
  const market = new KnownMarket(state.market)
  const present = at === null ? market : new KnownMarket(state.present)
  const found = new Findings()

  for (const row of rows) if ('rule' in row && isOurs(market, row)) found.refuse(row, row)
  const observed = rows.filter((row) => 'said' in row)
  const context = { market, present, clock, takenSlugs: new Set(takenSlugs), decision: settling }
  deriveTerms(context, observed.filter(isTerms), found)

  const again = settling?.figures ?? (await figuresToJudgeAgain(state, observed))
  const figures = [...observed.filter(isFigure), ...again]
  const decided = (row: Observed) => (settling?.isOfIssue(row) ? market.index.find(settling.slug) : undefined)
  const matched = matchFigures(market, figures, decided, found)
  const earlier = await readEarlierFigures(tx, viewUpTo(at), matched, { clock, unrecorded: all.drafts })
  judgeFigures(market, matched, earlier, clock, found)

  const news = await withNewsOnly(state, found.drafts)
  if (news.some(({ fact }) => statesOtherwise(state, fact))) return false

  await storeFresh(state, found.refused)
  await settleJudged(state, [...observed, ...again], found)
  if (!settling) await settleFoundTerms(tx, found.keys, clock)
  all.known += found.known + found.drafts.length - news.length
  all.keys.push(...found.keys)
  all.drafts.push(...news)
  state.hasNewIdentities = false
  takeEffect(state, news, found.keys)
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

const saidIn = (row: Row): Observation | null => ('said' in row ? row.said : null)

/** Stores the rows that are refused for the first time. */
async function storeFresh({ tx, options, all, refused }: State, found: readonly Refused[]): Promise<void> {
  const fresh = found.filter(({ row }) => row.from.refused === undefined)
  all.refused.push(...fresh)
  const { round, isReplay = false } = options
  for (const [seen, ofAnswer] of Map.groupBy(fresh, ({ row }) => row.from.fetchedAt))
    refused.push(...(await storeRefusals(tx, ofAnswer.map(newRefusal), { round, seen, isReplay })))
}

function newRefusal({ row, rule, reason, candidates }: Refused): NewRefusal {
  const { source, document, fetch, fetchedAt } = row.from
  const said = saidIn(row)
  // A figure without a time stamp gets the time of its reading, also when it is accepted later.
  const stamped =
    said?.kind === 'subscription' && said.observedAt === null
      ? { ...said, observedAt: fetchedAt, ...(!isToJudgeAgain(rule) && { isUnstamped: true }) }
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
  const entry = { row: line, raw, said: JSON.parse(said) as Observation }
  const [row] = rowsIn(source, { id: fetch, document, fetched: first_seen }, [entry]) as Observed[]
  return row ? { ...row, from: { ...row.from, refused: { id, lastSeen: last_seen } } } : null
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
async function figuresToJudgeAgain(state: State, rows: readonly Observed[]): Promise<FigureRow[]> {
  const { tx, options } = state
  const mayBringIssues = state.hasNewIdentities || rows.some(({ said }) => said.kind === 'terms')
  const waiting = mayBringIssues ? await refusedBefore(tx, options) : []
  const falls = await fallsReadAgain(state, rows)
  return [...waiting, ...falls].filter(isFigure)
}

/** Readings that fell too far, of issues that the same source reports again in this batch: the next one may confirm them. */
async function fallsReadAgain({ tx, options }: State, rows: readonly Observed[]): Promise<Observed[]> {
  const keysOf = (row: Observed) => (row.said.kind === 'subscription' ? keysWithSource(row) : [])
  const again = new Set(rows.flatMap(keysOf))
  if (again.size === 0) return []
  const falls = await refusedBefore(tx, options, ['multiple-fell'])
  return falls.filter((row) => keysOf(row).some((key) => again.has(key))).map(asLastSeen)
}

/** A figure without a time stamp is a reading of each moment at which it was seen, so that its last one counts. */
const asLastSeen = (row: Observed): Observed =>
  row.said.kind === 'subscription' && row.said.isUnstamped && row.from.refused
    ? { ...row, said: { ...row.said, observedAt: row.from.refused.lastSeen } }
    : row

/** Settles the rows that were refused before and judged again, unless a rule still refuses them. */
async function settleJudged(
  { tx, options: { clock: at, settling } }: State,
  rows: readonly Observed[],
  { refused, drafts }: Findings,
): Promise<void> {
  const stillRefused = new Map(refused.map((one) => [one.row.from.refused?.id, one]))
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
