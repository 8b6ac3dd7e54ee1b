import { slugsNamedIn } from '../../market/facts/claim.ts'
import type { RetractableFact } from '../../market/facts/fact.ts'
import { isNamedBy } from '../../market/facts/retraction.ts'
import type { Statement } from '../../market/facts/statement.ts'
import type { Db } from '../engines/db.ts'
import { contradiction, type RetractionStatement } from './append-retractions.ts'
import { PENDING_TIMESTAMP } from './pending-timestamp.ts'
import type { Round } from './round.ts'
import { WaitingMemory, type WaitingStatements } from './waiting-memory.ts'
import { WaitingTables } from './waiting-tables.ts'

/** So many statements take about 10 MB; the rounds of the collector have far fewer. */
const MOST_IN_MEMORY = 4096

/**
 * Facts without `recordedAt` are compared with their source's latest statement. So they wait, in memory or, if there are
 * many, in temporary tables, until all facts of the file that have a time are stored.
 */
export class WaitingFacts {
  readonly #tx: Db
  readonly #mostInMemory: number
  #memory = new WaitingMemory()
  #tables: WaitingTables | undefined

  constructor(tx: Db, mostInMemory = MOST_IN_MEMORY) {
    this.#tx = tx
    this.#mostInMemory = mostInMemory
  }

  async add(statements: readonly Statement[]): Promise<void> {
    if (!this.#tables && this.#memory.size + statements.length > this.#mostInMemory) {
      this.#tables = await WaitingTables.create(this.#tx)
      await this.#tables.add(this.#memory.all)
      this.#memory = new WaitingMemory()
    }
    await (this.#tables ?? this.#memory).add(statements)
  }

  /**
   * Refuses waiting facts that contradict each other, then calls `take` for the rest: facts first, then retractions.
   */
  async settle(round: Round, take: (statements: readonly Statement[]) => Promise<void>): Promise<void> {
    const waiting: WaitingStatements = this.#tables ?? this.#memory
    await refuseContradictions(round, waiting)
    await refuseRetractedAtOnce(round, waiting)
    for await (const page of waiting.pages('facts')) await take(page)
    for await (const page of waiting.pages('retractions')) await take(page)
    await waiting.drop()
  }
}

async function refuseContradictions({ refusals }: Round, waiting: WaitingStatements): Promise<void> {
  const { first, count } = await waiting.removeContradictions()
  for (const { line, other } of first) refusals.add(line, contradiction(other))
  refusals.addMany([], count - first.length, '')
}

/**
 * Refuses a fact and its retraction when both would get the time of this commit, whichever recording the retraction
 * names.
 */
async function refuseRetractedAtOnce({ refusals }: Round, waiting: WaitingStatements): Promise<void> {
  const refused = new Map<number, string>()
  for await (const page of waiting.pages('retractions')) {
    for (const { fact, line } of page as RetractionStatement[]) {
      const { recordedAt, ...of } = fact.of
      for (const other of await waiting.about(slugsNamedIn(fact)[0] ?? '', of.fact)) {
        const stamp = { recorded: PENDING_TIMESTAMP, id: other.line }
        if (isNamedBy(of, { ...(other.fact as RetractableFact), ...stamp }))
          refused.set(other.line, contradiction(line)).set(line, contradiction(other.line))
      }
    }
  }
  for (const [line, reason] of refused) {
    refusals.add(line, reason)
    await waiting.remove(line)
  }
}
