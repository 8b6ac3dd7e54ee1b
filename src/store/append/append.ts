import { sql } from 'kysely'
import type { Instant } from '../../market/calendar.ts'
import { boundsFaultOf } from '../../market/facts/bounds.ts'
import { claimsOf, repeatsTerms, slugsNamedIn } from '../../market/facts/claim.ts'
import {
  compareRecorded,
  type Fact,
  type Recorded,
  type RetractableFact,
  type RetractionFact,
  type SameFact,
} from '../../market/facts/fact.ts'
import { mergeCircle } from '../../market/facts/merged-slugs.ts'
import { isNamedBy, unretracted } from '../../market/facts/retraction.ts'
import type { Refusal, Statement } from '../../market/facts/statement.ts'
import { timingFault } from '../../market/facts/timing.ts'
import { TABLE_OF } from '../facts/fact-rows.ts'
import { holidayRetractions, issueRetractions, readFacts } from '../facts/read-facts.ts'
import { DealAppender, type DealStatement } from './append-deals.ts'
import { insertFacts, type Round, recordedOf } from './round.ts'
import { StoredStatements, type SubjectFact } from './stored-statements.ts'

/** Batches in the order of their lines; a `Refusal` represents a line that could not be parsed. */
export type Batches =
  | AsyncIterable<readonly (Statement | Refusal)[]>
  | Iterable<readonly (Statement | Refusal)[]>

type SubjectStatement = Statement & { readonly fact: SubjectFact }
type RetractionStatement = Statement & { readonly fact: RetractionFact }

/**
 * Appends the facts of all batches in the round's transaction; what cannot be appended goes to the round's refusals.
 * Deals, and facts with their own time about known issues, are judged by themselves, so that a large file needs little
 * memory. All others wait until the end and are judged as a set, before any of them is inserted.
 */
export async function appendAll(
  round: Round,
  { now, batches }: { readonly now: () => Instant; readonly batches: Batches },
): Promise<void> {
  const deals = new DealAppender(round)
  const dependent: Statement[] = []
  for await (const batch of batches) {
    round.counts.read += batch.length
    const clock = now()
    const sound = batch.filter((entry) => isSound(round, entry, clock))
    await deals.append(sound.filter((one): one is DealStatement => one.fact.fact === 'deal'))
    const others = sound.filter(({ fact }) => fact.fact !== 'deal')
    await round.issues.read(others.flatMap(({ fact }) => slugsNamedIn(fact)))
    await round.issues.create(
      others.flatMap(({ fact, recordedAt }) => (fact.fact === 'ipo' && recordedAt !== null ? fact.slug : [])),
    )
    const { ready = [], rest = [] } = Object.groupBy(others, (one) =>
      isReady(round, one) ? 'ready' : 'rest',
    )
    await appendInOrder(round, ready)
    dependent.push(...rest)
  }
  await deals.finish()
  await appendSet(round, dependent)
}

function isSound(round: Round, entry: Statement | Refusal, now: Instant): entry is Statement {
  const reason =
    'reason' in entry
      ? entry.reason
      : entry.recordedAt !== null && entry.recordedAt > now
        ? `recordedAt ${entry.recordedAt} lies in the future (now ${now})`
        : (boundsFaultOf(entry.fact) ?? timingFault(entry.fact, recordedOf(round, entry)))
  if (reason !== undefined) round.refusals.add(entry.line, reason)
  return reason === undefined
}

/** A fact without its own time is compared with its source's latest statement, which may be in a later line. */
const isReady = ({ issues }: Round, one: Statement): boolean =>
  one.recordedAt !== null && !isOfMerge(one) && slugsNamedIn(one.fact).every((slug) => issues.has(slug))

const isOfMerge = ({ fact }: Statement): boolean =>
  fact.fact === 'same' || (fact.fact === 'retraction' && fact.of.fact === 'same')

/** Judges facts as a set, then appends those that nothing speaks against. */
async function appendSet(round: Round, dependent: readonly Statement[]): Promise<void> {
  const refused = contradictions(dependent.filter(({ recordedAt }) => recordedAt === null))
  const sound = dependent.filter(({ line }) => !refused.has(line))
  await round.issues.create(sound.flatMap(({ fact }) => (fact.fact === 'ipo' ? fact.slug : [])))
  const known = sound.filter((one) => {
    const unknown = slugsNamedIn(one.fact).find((slug) => !round.issues.has(slug))
    if (unknown !== undefined)
      refused.set(one.line, `no "ipo" fact, stored or in this file, has the slug "${unknown}"`)
    return unknown === undefined
  })
  for (const [line, reason] of await mergeCircles(round, known)) refused.set(line, reason)
  for (const [line, reason] of refused) round.refusals.add(line, reason)
  const left = known.filter(({ line }) => !refused.has(line))
  for (const isDated of [true, false])
    await appendInOrder(
      round,
      left.filter(({ recordedAt }) => (recordedAt !== null) === isDated),
    )
}

/** Appends facts, then retractions. */
async function appendInOrder(round: Round, statements: readonly Statement[]): Promise<void> {
  const isRetraction = (one: Statement): one is RetractionStatement => one.fact.fact === 'retraction'
  await appendFacts(round, statements.filter((one) => !isRetraction(one)) as SubjectStatement[])
  for (const one of statements.filter(isRetraction)) await appendRetraction(round, one)
}

const contradiction = (otherLine: number): string =>
  `contradicts line ${otherLine}, which also has no recordedAt: give both a recordedAt, or drop one`

/**
 * The lines without their own time that contradict each other, with the reasons: different statements on one subject, and
 * a fact beside its retraction, whichever recording of it that names.
 */
function contradictions(statements: readonly Statement[]): Map<number, string> {
  const others = new Map<number, number>()
  const claims = statements.flatMap(({ fact, line }) => claimsOf(fact).map((claim) => ({ ...claim, line })))
  for (const group of Map.groupBy(claims, ({ subject }) => subject).values()) {
    const firstLines = new Map<string, number>()
    for (const { statement, line } of group) if (!firstLines.has(statement)) firstLines.set(statement, line)
    if (firstLines.size < 2) continue
    for (const { statement, line } of group)
      for (const [other, first] of firstLines)
        if (other !== statement) others.set(line, Math.min(first, others.get(line) ?? first))
  }
  const retractions = statements.filter(({ line, fact }) => fact.fact === 'retraction' && !others.has(line))
  if (retractions.length > 0) {
    const aboutOf = (kind: string, slug: string | undefined) => `${kind} ${slug ?? ''}`
    const byAbout = Map.groupBy(
      statements.filter(({ line, fact }) => fact.fact !== 'retraction' && !others.has(line)),
      ({ fact }) => aboutOf(fact.fact, slugsNamedIn(fact)[0]),
    )
    for (const { fact, line } of retractions as RetractionStatement[]) {
      const { recordedAt: _, ...of } = fact.of
      for (const other of byAbout.get(aboutOf(of.fact, slugsNamedIn(fact)[0])) ?? [])
        if (isNamedBy(of, { ...(other.fact as RetractableFact), recorded: '', id: 0 }))
          others.set(other.line, line).set(line, other.line)
    }
  }
  return new Map([...others].map(([line, other]) => [line, contradiction(other)]))
}

/** The lines that would close a circle of merged slugs: a `same` fact, or a retraction that revives one. */
async function mergeCircles(round: Round, statements: readonly Statement[]): Promise<Map<number, string>> {
  const refused = new Map<number, string>()
  const steps = statements.filter(isOfMerge).map((one) => ({
    ...(one.fact as SameFact | RetractionFact),
    recorded: recordedOf(round, one),
    id: round.idBase + one.line,
  }))
  if (steps.length === 0) return refused
  const taken: (Recorded<SameFact> | Recorded<RetractionFact>)[] = [
    ...(await readFacts(round.tx, 'sames', sql`1 = 1`)),
    ...(await readFacts(round.tx, 'retractions', sql`fact = 'same'`)),
  ]
  for (const step of steps.sort(compareRecorded)) {
    const all = [...taken, step]
    const circle = mergeCircle(
      all.filter((one) => one.fact === 'same'),
      all.filter((one) => one.fact === 'retraction'),
    )
    if (circle)
      refused.set(step.id - round.idBase, `the merged slugs would form a circle: ${circle.join(' -> ')}`)
    else taken.push(step)
  }
  return refused
}

/**
 * Appends facts about issues and holidays. A fact that is identical to a stored one, or repeats its source's latest
 * statement, is already known.
 */
async function appendFacts(round: Round, statements: readonly SubjectStatement[]): Promise<void> {
  if (statements.length === 0) return
  const retractionsOf = await readRetractions(round, statements)
  for (const [kind, group] of Map.groupBy(statements, ({ fact }) => fact.fact)) {
    const stored = new StoredStatements(round.tx, kind, round.issues.numberOf)
    await stored.read(
      group.map((one) => ({ fact: one.fact, onlyAt: countsOnlyNews(one) ? null : one.recordedAt })),
    )
    const added: SubjectStatement[] = []
    for (const one of group) {
      if (isKnown(round, one, stored.of(one.fact), retractionsOf(one.fact))) {
        round.counts.known++
        continue
      }
      stored.add({ ...one.fact, id: round.idBase + one.line, recorded: recordedOf(round, one) })
      added.push(one)
    }
    await insertFacts(round, kind, added)
  }
}

/** True for a fact that is already known when it repeats its source's latest statement. */
const countsOnlyNews = ({ recordedAt, onlyNews = false }: Statement): boolean =>
  recordedAt === null || onlyNews

/** Key of a statement's content, without the time of recording. */
const contentOf = (fact: Fact): string => JSON.stringify(claimsOf(fact))

function isKnown(
  round: Round,
  statement: SubjectStatement,
  stored: readonly Recorded<SubjectFact>[],
  retractions: readonly Recorded<RetractionFact>[],
): boolean {
  const { fact, recordedAt } = statement
  if (stored.length === 0) return false
  const isSame = (earlier: Fact) => contentOf(earlier) === contentOf(fact)
  const moment = recordedOf(round, statement)
  if (stored.some((earlier) => earlier.recorded === moment && isSame(earlier))) return true
  if (!countsOnlyNews(statement)) return false
  const before = recordedAt === null ? stored : stored.filter(({ recorded }) => recorded <= recordedAt)
  // Retracted statements are ignored: a fact that is reported again after its retraction is new.
  const current = unretracted(before, retractions)
  if (fact.fact === 'ipo')
    return repeatsTerms(
      fact,
      current.filter((earlier) => earlier.fact === 'ipo'),
    )
  const last = current.toSorted(compareRecorded).at(-1)
  return last !== undefined && isSame(last)
}

/** The retractions that may name one of these facts. */
async function readRetractions(
  { tx, issues }: Round,
  statements: readonly SubjectStatement[],
): Promise<(fact: SubjectFact) => readonly Recorded<RetractionFact>[]> {
  const facts = statements.map(({ fact }) => fact)
  const numbers = [...new Set(facts.flatMap((fact) => ('slug' in fact ? issues.numberOf(fact.slug) : [])))]
  const ofIssues =
    numbers.length === 0 ? () => [] : await issueRetractions(tx, sql`issue in (${sql.join(numbers)})`)
  const ofHolidays = facts.some(({ fact }) => fact === 'holiday') ? await holidayRetractions(tx) : []
  return (fact) => ('slug' in fact ? ofIssues(fact.slug) : ofHolidays)
}

/**
 * Appends a retraction. One without `recordedAt` is already known while it holds: it was recorded before, and no fact
 * that it names was recorded since.
 */
async function appendRetraction(round: Round, statement: RetractionStatement): Promise<void> {
  const { fact, recordedAt, line } = statement
  const named = recordedAt === null ? await factsNamedBy(round, fact) : []
  // A deal without its own time is stored by now, and a retraction of the same time takes nothing back.
  const beside = named.find(({ id, recorded }) => id > round.idBase && recorded === round.recorded)
  if (fact.of.fact === 'deal' && beside)
    return round.refusals.add(line, contradiction(beside.id - round.idBase))
  const retractions = await readFacts(round.tx, 'retractions', isOnSubjectOf(round, fact))
  const isSame = (earlier: RetractionFact) => contentOf(earlier) === contentOf(fact)
  const isRecorded =
    recordedAt === null
      ? retractions.some(isSame) && unretracted(named, retractions).length === 0
      : retractions.some((earlier) => earlier.recorded === recordedAt && isSame(earlier))
  if (isRecorded) round.counts.known++
  else await insertFacts(round, 'retraction', [statement])
}

async function factsNamedBy(round: Round, { of }: RetractionFact): Promise<Recorded<RetractableFact>[]> {
  const condition =
    of.fact === 'deal'
      ? sql`trade_date = ${of.tradeDate} and symbol = ${of.symbol}`
      : of.fact === 'holiday'
        ? sql`day = ${of.day}`
        : sql`issue = ${round.issues.numberOf(String(of.slug))}`
  const facts: Recorded<RetractableFact>[] = await readFacts(round.tx, TABLE_OF[of.fact], condition)
  return facts.filter((fact) => isNamedBy(of, fact))
}

const isOnSubjectOf = ({ issues }: Round, { of }: RetractionFact) =>
  typeof of.slug === 'string' ? sql`issue = ${issues.numberOf(of.slug)}` : sql`fact = ${of.fact}`
