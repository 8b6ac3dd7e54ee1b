import type { Instant } from '../market/calendar.ts'
import { claimsOf, repeatsTerms } from '../market/facts/claim.ts'
import type { AliasFact, Fact } from '../market/facts/fact.ts'
import type { Observation, Source } from '../sources/source.ts'
import type { Append } from '../store/append/record-round.ts'
import { hasNewIdentities } from '../store/collection/rounds.ts'
import type { Db } from '../store/engines/db.ts'
import {
  hasSupersedingStatement,
  isRetractedSince,
  supersedingTerms,
} from '../store/facts/superseding-statements.ts'
import { allSlugs, type IssueKey, learnIssueKeys } from '../store/issues/issue-keys.ts'
import { readEarlierFigures } from './compare-figures.ts'
import { isFigure, isOurs, judgeFigures, matchFigures } from './derive-figures.ts'
import { deriveTerms, isTerms } from './derive-terms.ts'
import { KnownMarket, marketAt, presentMarket, viewUpTo } from './known-market.ts'
import {
  type AnswerRow,
  BatchFindings,
  type Draft,
  isFresh,
  type ReportedFact,
  slugOf,
} from './observation.ts'
import { figuresToJudgeAgain, settleFoundTerms, settleJudged, storeRefused } from './refused-rows.ts'

export interface DeriveOptions {
  /** The store of the transaction. */
  readonly store: Db
  readonly round: number
  readonly append: Append
  /** The time of the reading. */
  readonly clock: Instant
  /** The past moment to record at; `null` for now. */
  readonly at: Instant | null
  /** All known sources, to find the source of each row that was refused before. */
  readonly sources: readonly Source[]
  /** True when stored answers are parsed again: later statements and retractions take precedence. */
  readonly isReplay?: boolean
  /** Set when the operator assigns refused rows to an issue: the name that the issue gets, unless it is known. */
  readonly settling?: { readonly alias: AliasFact | null }
}

export interface Derived {
  /** The number of batches that were used. */
  readonly batches: number
  /** The number of rows without news. */
  readonly known: number
  readonly rowsRefused: number
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
 * what is stored, which includes the facts of the batches before. It ends before a batch that contradicts one before
 * it: facts of one round have one time, so that the batch must be in a later round.
 */
export async function derive(
  tx: Db,
  batches: readonly (readonly AnswerRow[])[],
  options: DeriveOptions,
): Promise<Derived> {
  const { store, append, clock, at, settling } = options
  const present = await presentMarket(store, tx)
  const market = at === null ? present : await marketAt(store, at, tx)
  const state: State = {
    ...{ tx, options, market, present },
    takenSlugs: await allSlugs(tx),
    hasNewIdentities: await hasNewIdentities(tx),
    ...{ stated: new Map(), known: 0, rows: [], refused: [] },
  }
  if (settling?.alias) {
    const { alias: fact } = settling
    market.addFacts(fact.slug, [{ ...fact, recorded: clock, id: Number.MAX_SAFE_INTEGER }])
    await append([{ fact, recordedAt: null }])
  }
  let used = 0
  for (const rows of batches) {
    if (!(await deriveBatch(state, rows))) break
    used++
  }
  const { known, rows, refused } = state
  const rowsRefused = rows.filter((row) => row.refused !== null).length
  return { batches: used, known, rowsRefused, refused, rows }
}

/** What one transaction has derived so far. */
interface State {
  readonly tx: Db
  readonly options: DeriveOptions
  /** The market at the time of the reading, and the present one, with what this transaction has recorded. */
  readonly market: KnownMarket
  readonly present: KnownMarket
  readonly takenSlugs: Set<string>
  /** True when issues or names were imported since rows were last read. */
  hasNewIdentities: boolean
  /** What the facts of this transaction state, by subject. */
  readonly stated: Map<string, string>
  known: number
  readonly rows: RowOutcome[]
  /** The ids of the refusals. */
  readonly refused: number[]
}

/**
 * Terms first, since an exchange may announce the issue of a figure; then the figures, also those refused before. False
 * for a batch that contradicts one before it; then nothing is changed.
 */
async function deriveBatch(state: State, rows: readonly AnswerRow[]): Promise<boolean> {
  const { tx, options, takenSlugs } = state
  const { append, clock, at, settling } = options
  // What a batch states takes effect for its own rows at once, and for later batches once it is recorded.
  const market = new KnownMarket(state.market)
  const present = at === null ? market : new KnownMarket(state.present)
  const found = new BatchFindings()

  for (const row of rows) if ('rule' in row && isOurs(market, row)) found.refuse(row, row)
  const observed = rows.filter((row) => 'said' in row)
  deriveTerms({ market, present, clock, takenSlugs }, observed.filter(isTerms), found)
  const mayBringIssues = state.hasNewIdentities || observed.some(isTerms)
  if (!settling) observed.push(...(await figuresToJudgeAgain(tx, options, observed, mayBringIssues)))
  const matched = matchFigures(market, observed.filter(isFigure), found)
  const earlier = await readEarlierFigures(tx, viewUpTo(at), matched, clock)
  judgeFigures(market, matched, earlier, clock, found)

  const news = await withNewsOnly(state, found.drafts)
  if (news.some(({ fact }) => statesOtherwise(state, fact))) return false

  state.refused.push(...(await storeRefused(tx, found, options)))
  await settleJudged(tx, observed, found, clock)
  if (!settling) await settleFoundTerms(tx, found.keys, clock)
  await append(news.map(({ fact, row }) => ({ fact, recordedAt: at, fetch: row.from.fetch, onlyNews: true })))
  await learnIssueKeys(tx, found.keys, clock)
  takeEffect(state, news, found.keys)
  state.rows.push(...outcomesOf(news, found))
  state.known += found.known + found.drafts.length - news.length
  return true
}

/** True when a batch before states something else on the same subject. */
const statesOtherwise = ({ stated }: State, fact: Fact): boolean =>
  claimsOf(fact).some(({ subject, statement }) => (stated.get(subject) ?? statement) !== statement)

/** Lets later batches know what this one has recorded. */
function takeEffect(state: State, news: readonly Draft[], keys: readonly IssueKey[]): void {
  const { market, stated, options } = state
  for (const { fact } of news) {
    for (const { subject, statement } of claimsOf(fact)) stated.set(subject, statement)
    if (fact.fact !== 'ipo' && fact.fact !== 'listing') continue
    const isRepeated = fact.fact === 'ipo' && repeatsTerms(fact, market.statementsOf(fact.slug, fact.source))
    const recorded = { recorded: options.clock, id: Number.MAX_SAFE_INTEGER }
    if (!isRepeated) market.addFacts(fact.slug, [{ ...fact, ...recorded }])
  }
  for (const key of keys) market.index.learn(key)
  state.hasNewIdentities = false
}

const outcomesOf = (news: readonly Draft[], { refused }: BatchFindings): RowOutcome[] => [
  ...news.map(({ fact, row: { raw, said } }) => ({ raw, said, slug: slugOf(fact), refused: null })),
  ...refused.filter(isFresh).map(({ row, rule, reason }) => ({
    ...{ raw: row.raw, said: 'said' in row ? row.said : null, slug: null, refused: { rule, reason } },
  })),
]

/**
 * Removes from rows of an earlier reading what their source has restated or what has been retracted since, and what an
 * earlier batch states already.
 */
async function withNewsOnly(state: State, drafts: readonly Draft[]): Promise<Draft[]> {
  const news: Draft[] = []
  for (const draft of drafts) {
    if (isStated(state, draft.fact)) continue
    const isOld = state.options.isReplay || draft.row.from.refused !== undefined
    const fact = isOld ? await currentPart(state, draft) : draft.fact
    if (fact && !isStated(state, fact)) news.push({ ...draft, fact })
  }
  return news
}

/** True when a batch before states the same. */
function isStated({ stated }: State, fact: Fact): boolean {
  const claims = claimsOf(fact)
  return claims.length > 0 && claims.every(({ subject, statement }) => stated.get(subject) === statement)
}

async function currentPart(
  { tx, options: { at, isReplay } }: State,
  { fact, row: { from } }: Draft,
): Promise<ReportedFact | null> {
  if (fact.fact === 'deal') return fact
  const time = { readAt: from.refused?.lastSeen ?? from.fetchedAt, fetch: from.fetch, asOf: at }
  if (isReplay && (await isRetractedSince(tx, fact, time))) return null
  if (fact.fact === 'ipo')
    return { ...fact, said: { ...fact.said, ...(await supersedingTerms(tx, fact, time)) } }
  return (await hasSupersedingStatement(tx, fact, time)) ? null : fact
}
