import type { Instant } from '../market/calendar.ts'
import type { Statement } from '../market/statement.ts'
import type { Observation, Source } from '../sources/source.ts'
import type { Prepared } from '../store/append/record-round.ts'
import type { Db } from '../store/db.ts'
import { learnIssueKeys } from '../store/issue-keys.ts'
import { allSlugs } from '../store/issue-names.ts'
import { keepRefusals, openRefusals, refuseAnew, settleRefusal } from '../store/refusals.ts'
import type { FactSighting } from './interpret/hear-figures.ts'
import { type Interpretation, interpret } from './interpret/interpret.ts'
import { readKnowledge } from './knowledge.ts'
import { WAITING } from './screen/rules.ts'
import type { Refused, SeenEntry, Sighting } from './sighting.ts'

export interface PrepareOptions {
  readonly round: number
  /** The moment of the reading. */
  readonly clock: Instant
  /** The past moment to record at; `null` for now. */
  readonly at: Instant | null
  /** All sources that are known, so that rows that wait can be told whose they are. */
  readonly sources: readonly Source[]
}

type PreparedFacts = Pick<Prepared, 'statements' | 'rowsRefused' | 'afterwards'> & {
  readonly known: number
  readonly refusedBy: ReadonlyMap<string, number>
}

/** Later than every moment. */
const ALWAYS: Instant = '9999-12-31T23:59:59.999Z'

/** Turns the rows of a round into statements, and keeps those that cannot be taken. */
export async function prepareFacts(
  tx: Db,
  seen: readonly SeenEntry[],
  { round, clock, at, sources }: PrepareOptions,
): Promise<PreparedFacts> {
  const then = await readKnowledge(tx, at, clock)
  const now = at === null ? then : await readKnowledge(tx, null, ALWAYS)
  const takenSlugs = await allSlugs(tx)
  const mayBringIssues = seen.some(({ entry }) => 'said' in entry && entry.said.kind === 'terms')
  let waited: readonly Sighting[] = []
  const waiting = async () => {
    if (mayBringIssues) waited = await waitingSightings(tx, sources)
    return waited
  }
  const heard = await interpret(tx, { then, now, clock, takenSlugs, asOf: at }, { seen, waiting })
  const fresh = heard.refused.filter(({ sighting }) => sighting.refusal === undefined)
  await keepRefusals(tx, fresh.map(newRefusal), { round, seen: clock })
  await settleWaited(tx, waited, heard, clock)
  return {
    statements: heard.facts.map((fact, i) => statementOf(fact, at, i + 1)),
    rowsRefused: fresh.length,
    known: heard.known,
    refusedBy: countBy(fresh.map(({ rule }) => rule)),
    afterwards: (after) => learnIssueKeys(after, heard.keys, clock),
  }
}

const statementOf = ({ fact, sighting }: FactSighting, at: Instant | null, line: number): Statement => ({
  fact,
  recordedAt: at,
  line,
  fetch: sighting.fetch,
  onlyNews: true,
})

function newRefusal({ sighting, rule, reason, candidates }: Refused) {
  const { speaker, document, row, raw, fetch, said, fetchedAt } = sighting
  // A figure without a stamp is of the moment of its reading, also when it is taken later.
  const stamped = said?.kind === 'subscription' ? { ...said, observedAt: said.observedAt ?? fetchedAt } : said
  return {
    fetch,
    source: speaker.source,
    document,
    line: row,
    raw,
    rule,
    reason,
    said: stamped && JSON.stringify(stamped),
    candidates,
  }
}

/** Rows that wait for their issue, as they were seen. */
async function waitingSightings(tx: Db, sources: readonly Source[]): Promise<Sighting[]> {
  const rows = await openRefusals(tx, { rules: WAITING })
  return rows.flatMap((row) => {
    const source = sources.find(({ id }) => id === row.source)
    if (!source || row.said === null || row.fetch === null) return []
    const speaker = { source: source.id, publisher: source.publisher }
    const said: Observation = JSON.parse(row.said)
    const { id: refusal, document, line, raw, fetch, first_seen: fetchedAt } = row
    return [{ speaker, home: source.home, document, fetch, fetchedAt, row: line, raw, said, refusal }]
  })
}

async function settleWaited(
  tx: Db,
  waited: readonly Sighting[],
  { refused, facts }: Interpretation,
  clock: Instant,
): Promise<void> {
  const still = new Map(refused.map((one) => [one.sighting.refusal, one]))
  const slugs = new Map(
    facts.map(({ fact, sighting }) => [sighting.refusal, 'slug' in fact ? fact.slug : null]),
  )
  for (const { refusal, said } of waited) {
    if (refusal === undefined || said.kind === 'terms') continue
    const again = still.get(refusal)
    if (again) await refuseAnew(tx, refusal, again)
    else await settleRefusal(tx, refusal, { settled: 'matched', as: slugs.get(refusal) ?? null, at: clock })
  }
}

function countBy(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}
