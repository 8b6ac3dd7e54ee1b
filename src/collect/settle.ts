import type { Instant } from '../market/calendar.ts'
import { boundsFaultOf } from '../market/facts/bounds.ts'
import type { AliasFact, Fact } from '../market/facts/fact.ts'
import { timingFault } from '../market/facts/timing.ts'
import { compareText } from '../market/text-order.ts'
import { isWithoutIssue, type Source } from '../sources/source.ts'
import { type Append, type RoundOutcome, recordRound } from '../store/append/record-round.ts'
import { DONE } from '../store/append/round.ts'
import {
  candidatesOf,
  type RefusedRow,
  refusal,
  settleRefusal,
  similarRefusals,
} from '../store/collection/refusals.ts'
import type { Db } from '../store/engines/db.ts'
import { allSlugs, learnIssueKeys } from '../store/issues/issue-keys.ts'
import { type DeriveOptions, derive } from './derive.ts'
import { type FigureRow, factFrom } from './derive-figures.ts'
import { deriveTerms, isTerms } from './derive-terms.ts'
import { type KnownMarket, presentMarket } from './known-market.ts'
import { type KnownIssue, nameKeys } from './match/issue-finder.ts'
import { isOtherTime, ownKeys, SAME_NAME_DAYS } from './match/match.ts'
import { BatchFindings, type Observed, slugOf } from './observation.ts'
import { observedBefore, refusedBefore } from './refused-rows.ts'
import { UNMATCHED } from './screen.ts'

/** The refusal cannot be settled this way; the message says what to do instead. */
export class CannotSettle extends Error {
  override readonly name = 'CannotSettle'
}

interface SettleOptions {
  readonly now: () => Instant
  readonly sources: readonly Source[]
}

/** Accepts a refused row as it is, although a rule refuses it. */
export function acceptRefusal(db: Db, id: number, options: SettleOptions): Promise<RoundOutcome> {
  return settleRound(db, id, options, async (tx, refusal, { append, clock }) => {
    const row = readableRow(refusal, options.sources)
    const fact = await acceptedFact(tx, row, refusal, await presentMarket(db, tx), clock)
    await settleRefusal(tx, id, { settled: 'accepted', as: fact && slugOf(fact), at: clock })
    if (fact) await append([{ fact, recordedAt: null, fetch: row.from.fetch, onlyNews: true }])
  })
}

/** The fact that a refused row states; `null` for terms that state nothing. */
async function acceptedFact(
  tx: Db,
  row: Observed,
  refusal: RefusedRow,
  market: KnownMarket,
  clock: Instant,
): Promise<Fact | null> {
  if (UNMATCHED.some((rule) => rule === refusal.rule))
    throw new CannotSettle(
      `its issue is unknown: assign one with "greymark refusals same-as ${refusal.id} SLUG"`,
    )
  if (isTerms(row)) {
    const findings = new BatchFindings()
    const takenSlugs = await allSlugs(tx)
    deriveTerms({ market, present: market, clock, takenSlugs, isAccepted: true }, [row], findings)
    const [fault] = findings.refused
    if (fault) throw new CannotSettle(fault.reason)
    return findings.drafts[0]?.fact ?? null
  }
  const [slug = ''] = candidatesOf(refusal)
  const issue = market.index.find(slug) ?? null
  if (issue === null && !isWithoutIssue(row.said))
    throw new CannotSettle(`its issue "${slug}" is no longer known`)
  const fact = factFrom(row as FigureRow, issue)
  const impossible = boundsFaultOf(fact)
  if (impossible !== undefined) throw new CannotSettle(`the value is impossible: ${impossible}`)
  const early = timingFault(fact, clock)
  if (early !== undefined) throw new CannotSettle(`${early}: accept it once that time has come`)
  return fact
}

/** Assigns a row to an issue, records the name as an alias, and judges the rows that waited for it again. */
export function settleSameAs(
  db: Db,
  id: number,
  slug: string,
  options: SettleOptions,
): Promise<RoundOutcome> {
  const { sources } = options
  return settleRound(db, id, options, async (tx, refusal, place) => {
    const target = readableRow(refusal, sources)
    const { said, from } = target
    if (isWithoutIssue(said)) throw new CannotSettle(`a ${said.kind} is about no issue`)
    const issue = (await presentMarket(db, tx)).index.find(slug)
    if (!issue) throw new CannotSettle(`no issue has the slug "${slug}"`)
    const keys = ownKeys(said.subject)
    const isOfIssue = (row: Observed) =>
      !isWithoutIssue(row.said) &&
      row.from.source === from.source &&
      ownKeys(row.said.subject).some((key) => keys.includes(key)) &&
      !isOtherTime(row.said.subject, issue, SAME_NAME_DAYS)
    const held = await refusedBefore(tx, { sources, clock: place.clock })
    const rows = held.some((row) => row.from.refused?.id === id) ? held : [...held, target]
    const decided = rows.map((row) =>
      isOfIssue(row) ? { ...row, from: { ...row.from, decided: slug } } : row,
    )
    const terms = decided.filter((row) => isTerms(row) && row.from.decided !== undefined)
    const figures = decided.filter((row) => !isTerms(row))
    const settling = { alias: aliasFor(issue, said.subject.name) }
    const batch = [...terms.toSorted(byLastSeen), ...figures]
    await derive(tx, [batch], { ...place, store: db, at: null, sources, settling })
    const own = keys.map((key) => ({ source: from.source, key, slug }))
    await learnIssueKeys(tx, own, place.clock)
  })
}

/** Discards a refusal and all similar ones. They stay on record. */
export async function discardRefusals(db: Db, id: number, options: SettleOptions): Promise<number> {
  let count = 0
  await settleRound(db, id, options, async (tx, row, { clock }) => {
    const alike = await similarRefusals(tx, row)
    for (const one of alike) await settleRefusal(tx, one.id, { settled: 'discarded', as: null, at: clock })
    count = alike.length
  })
  return count
}

type Place = Pick<DeriveOptions, 'round' | 'append' | 'clock'>

function settleRound(
  db: Db,
  id: number,
  { now }: SettleOptions,
  settle: (tx: Db, row: RefusedRow, place: Place) => Promise<void>,
): Promise<RoundOutcome> {
  const clock = now()
  return recordRound(db, {
    source: 'refusals',
    work: 'settle',
    started: clock,
    now,
    prepare: async (tx, round, append) => {
      let rowsRead = 0
      const counted: Append = (facts) => {
        rowsRead += facts.length
        return append(facts)
      }
      await settle(tx, await openRow(tx, id), { round, append: counted, clock })
      return { rowsRead, rowsRefused: 0, result: DONE }
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

function readableRow(row: RefusedRow, sources: readonly Source[]): Observed {
  const observed = observedBefore(row, sources)
  if (observed) return observed
  throw new CannotSettle(
    row.said === null
      ? 'the row could not be read, so there is nothing to accept: import the fact from a facts file, or discard it'
      : `its source ${row.source} is not known here: name its file in SOURCE_FILES`,
  )
}

/** Sorts so that the row that was seen last counts. */
const byLastSeen = (a: Observed, b: Observed): number =>
  compareText(a.from.refused?.lastSeen ?? '', b.from.refused?.lastSeen ?? '')

function aliasFor({ slug, names }: KnownIssue, name: string | null): AliasFact | null {
  if (name === null) return null
  const known = new Set(names.flatMap(nameKeys).map(({ joined }) => joined))
  const isKnown = nameKeys(name).some(({ joined }) => known.has(joined))
  return isKnown ? null : { fact: 'alias', slug, name, source: 'operator' }
}
