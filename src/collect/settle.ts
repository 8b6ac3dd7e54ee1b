import type { Instant } from '../market/calendar.ts'
import { boundsFaultOf } from '../market/facts/bounds.ts'
import type { AliasFact, Fact } from '../market/facts/fact.ts'
import { timingFault } from '../market/facts/timing.ts'
import { compareText } from '../market/text-order.ts'
import { isWithoutIssue, type Source } from '../sources/source.ts'
import { type RoundContents, type RoundOutcome, recordRound } from '../store/append/record-round.ts'
import { DONE } from '../store/append/round.ts'
import {
  candidatesOf,
  type RefusedRow,
  refusal,
  settleRefusal,
  similarRefusals,
} from '../store/collection/refusals.ts'
import type { Db } from '../store/engines/db.ts'
import { learnIssueKeys } from '../store/issues/issue-keys.ts'
import { allSlugs } from '../store/issues/issue-records.ts'
import { interpret } from './interpret/interpret.ts'
import { factFromObservation } from './interpret/interpret-figures.ts'
import { interpretTerms, type KnownThenAndNow } from './interpret/interpret-terms.ts'
import { type KnownMarket, readKnownMarket } from './known-market.ts'
import type { KnownIssue } from './match/issue-finder.ts'
import { ownKeys } from './match/match.ts'
import { isOtherTime, SAME_NAME_DAYS } from './match/match-evidence.ts'
import { nameKeys } from './match/name-key.ts'
import { type FigureRow, isFigure, isTerms, type ParsedRow } from './parsed-row.ts'
import { parsedRowOf, settleWaiting, slugOf, statementOf, waitingRows } from './prepare-facts.ts'
import { UNMATCHED } from './screen/refusal-rules.ts'
import { withoutSuperseded } from './superseded-rows.ts'

/** The refusal cannot be settled this way; the message says what to do instead. */
export class CannotSettle extends Error {
  override readonly name = 'CannotSettle'
}

export interface SettleOptions {
  readonly now: () => Instant
  readonly sources: readonly Source[]
}

/** Accepts a refused row as it is, although a rule refuses it. */
export function acceptRefusal(db: Db, id: number, options: SettleOptions): Promise<RoundOutcome> {
  return settleRound(db, id, options, async (tx, row, clock) => {
    const parsed = readableRow(row, options.sources)
    const knowledge = await readKnownMarket(tx, null, clock)
    const facts = await acceptedFacts(tx, parsed, row, knowledge, clock)
    await settleRefusal(tx, id, { settled: 'accepted', as: facts[0] ? slugOf(facts[0]) : null, at: clock })
    return { statements: facts.map((fact, i) => statementOf({ fact, parsed }, null, i + 1)) }
  })
}

async function acceptedFacts(
  tx: Db,
  parsed: ParsedRow,
  row: RefusedRow,
  knowledge: KnownMarket,
  clock: Instant,
): Promise<Fact[]> {
  if (UNMATCHED.some((rule) => rule === row.rule))
    throw new CannotSettle(`its issue is unknown: assign one with "greymark refusals same-as ${row.id} SLUG"`)
  if (isTerms(parsed)) {
    const times = { ...(await present(tx, knowledge, clock)), isForced: true }
    const interpreted = interpretTerms(times, [parsed])
    const [fault] = interpreted.refused
    if (fault) throw new CannotSettle(fault.reason)
    return interpreted.facts.map(({ fact }) => fact)
  }
  const [slug = ''] = candidatesOf(row)
  const issue = knowledge.index.find(slug) ?? null
  if (issue === null && !isWithoutIssue(parsed.said))
    throw new CannotSettle(`its issue "${slug}" is no longer known`)
  const fact = factFromObservation(parsed as FigureRow, issue)
  const impossible = boundsFaultOf(fact)
  if (impossible !== undefined) throw new CannotSettle(`the value is impossible: ${impossible}`)
  const early = timingFault(fact, clock)
  if (early !== undefined) throw new CannotSettle(`${early}: accept it once that time has come`)
  return [fact]
}

/** Assigns a row to an issue, records the name as an alias, and interprets the rows that waited for it again. */
export function settleSameAs(
  db: Db,
  id: number,
  slug: string,
  options: SettleOptions,
): Promise<RoundOutcome> {
  return settleRound(db, id, options, async (tx, row, clock) => {
    const target = readableRow(row, options.sources)
    if (isWithoutIssue(target.said)) throw new CannotSettle(`a ${target.said.kind} is about no issue`)
    const knowledge = await readKnownMarket(tx, null, clock)
    const issue = knowledge.index.find(slug)
    if (!issue) throw new CannotSettle(`no issue has the slug "${slug}"`)
    const { subject } = target.said
    const keys = ownKeys(subject)
    const alias = aliasFor(issue, subject.name)
    if (alias) knowledge.index.put({ ...issue, names: [...issue.names, alias.name] })
    const isOfIssue = ({ said, reporter }: ParsedRow) =>
      !isWithoutIssue(said) &&
      reporter.source === target.reporter.source &&
      ownKeys(said.subject).some((key) => keys.includes(key)) &&
      !isOtherTime(said.subject, issue, SAME_NAME_DAYS)
    const waited = withTarget(await waitingRows(tx, options.sources, clock), target)
    const figures = waited.filter(isFigure)
    const terms = waited.filter((parsed) => isTerms(parsed) && isOfIssue(parsed)).toSorted(byLastSeen)
    const times = { ...(await present(tx, knowledge, clock)), asOf: null, decidedSlug: slug }
    const interpreted = await interpret(tx, times, {
      seen: terms,
      waiting: async () => figures,
      decided: (parsed) => (isOfIssue(parsed) ? (knowledge.index.find(slug) ?? issue) : undefined),
    })
    await settleWaiting(tx, [...terms, ...figures], interpreted, clock, (one) =>
      isOfIssue(one) ? slug : null,
    )
    const current = await withoutSuperseded(tx, interpreted.facts, { asOf: null, isReplay: false })
    const facts = current.map((fact, i) => statementOf(fact, null, i + 2))
    const learned = [
      ...interpreted.keys,
      ...keys.map((key) => ({ source: target.reporter.source, key, slug })),
    ]
    return {
      statements: alias ? [{ fact: alias, recordedAt: null, line: 1 }, ...facts] : facts,
      afterwards: (after: Db) => learnIssueKeys(after, learned, clock),
    }
  })
}

/** Discards a refusal and all similar ones. They stay on record. */
export async function discardRefusals(db: Db, id: number, options: SettleOptions): Promise<number> {
  let count = 0
  await settleRound(db, id, options, async (tx, row, clock) => {
    const alike = await similarRefusals(tx, row)
    for (const one of alike) await settleRefusal(tx, one.id, { settled: 'discarded', as: null, at: clock })
    count = alike.length
    return { statements: [] }
  })
  return count
}

function settleRound(
  db: Db,
  id: number,
  { now }: SettleOptions,
  settle: (
    tx: Db,
    row: RefusedRow,
    clock: Instant,
  ) => Promise<Pick<RoundContents, 'statements' | 'afterwards'>>,
): Promise<RoundOutcome> {
  const clock = now()
  return recordRound(db, {
    source: 'refusals',
    work: 'settle',
    started: clock,
    now,
    prepare: async (tx) => {
      const settled = await settle(tx, await openRow(tx, id), clock)
      return { ...settled, rowsRead: settled.statements.length, rowsRefused: 0, result: DONE }
    },
  })
}

async function openRow(db: Db, id: number): Promise<RefusedRow> {
  const row = await refusal(db, id)
  if (!row) throw new CannotSettle(`there is no refusal ${id}`)
  if (row.settled !== null)
    throw new CannotSettle(`refusal ${id} is settled already: ${row.settled} at ${row.settled_at}`)
  return row
}

function readableRow(row: RefusedRow, sources: readonly Source[]): ParsedRow {
  const parsed = parsedRowOf(row, sources)
  if (parsed) return parsed
  throw new CannotSettle(
    row.said === null
      ? 'the row could not be read, so there is nothing to accept: import the fact from a facts file, or discard it'
      : `its source ${row.source} is not known here: name its file in SOURCE_FILES`,
  )
}

const withTarget = (waited: readonly ParsedRow[], target: ParsedRow): readonly ParsedRow[] =>
  waited.some(({ refusal: id }) => id === target.refusal) ? waited : [...waited, target]

/** Sorts so that the row that was seen last counts. */
const byLastSeen = (a: ParsedRow, b: ParsedRow): number => compareText(a.lastSeen ?? '', b.lastSeen ?? '')

function aliasFor({ slug, names }: KnownIssue, name: string | null): AliasFact | null {
  if (name === null) return null
  const known = new Set(names.flatMap(nameKeys).map(({ joined }) => joined))
  const isKnown = nameKeys(name).some(({ joined }) => known.has(joined))
  return isKnown ? null : { fact: 'alias', slug, name, source: 'operator' }
}

const present = async (tx: Db, knowledge: KnownMarket, clock: Instant): Promise<KnownThenAndNow> => ({
  known: knowledge,
  latest: knowledge,
  clock,
  takenSlugs: await allSlugs(tx),
})
