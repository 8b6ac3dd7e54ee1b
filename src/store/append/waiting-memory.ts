import { claimsOf, slugsNamedIn } from '../../market/facts/claim.ts'
import type { Statement } from '../../market/facts/statement.ts'
import { chunksOf } from '../engines/chunks.ts'
import { ROWS_PER_INSERT } from './insert-rows.ts'
import { LISTED_REFUSALS } from './refusal-log.ts'

/** Statements that contradict another one: how many, and the first of them, each with the first one it contradicts. */
export interface Contradictions {
  readonly first: readonly { readonly line: number; readonly other: number }[]
  readonly count: number
}

/** A place for statements that wait. */
export interface WaitingStatements {
  add(statements: readonly Statement[]): Promise<void>
  /** Removes the statements that contradict each other. Called once, after the last `add`. */
  removeContradictions(): Promise<Contradictions>
  /** The statements of one kind about a slug, or about none. */
  about(slug: string, kind: string): Promise<Statement[]>
  remove(line: number): Promise<void>
  /** In the order of their lines. */
  pages(of: 'facts' | 'retractions'): AsyncIterable<readonly Statement[]>
  drop(): Promise<void>
}

/** The first line that makes each statement on a subject. */
type FirstLines = Map<string, number>

/** The waiting statements of a small round, in memory. */
export class WaitingMemory implements WaitingStatements {
  readonly #byLine = new Map<number, Statement>()

  get size(): number {
    return this.#byLine.size
  }

  /** In the order of their lines. */
  get all(): Statement[] {
    return [...this.#byLine.values()].sort((a, b) => a.line - b.line)
  }

  async add(statements: readonly Statement[]): Promise<void> {
    for (const statement of statements) this.#byLine.set(statement.line, statement)
  }

  async removeContradictions(): Promise<Contradictions> {
    const claims = this.all.flatMap(({ fact, line }) => claimsOf(fact).map((claim) => ({ ...claim, line })))
    const bySubject = new Map<string, FirstLines>()
    for (const { subject, statement, line } of claims) {
      const lines = bySubject.get(subject)
      if (!lines) bySubject.set(subject, new Map([[statement, line]]))
      else if (!lines.has(statement)) lines.set(statement, line)
    }
    const others = new Map<number, number>()
    for (const { subject, statement, line } of claims)
      for (const [other, first] of bySubject.get(subject) ?? [])
        if (other !== statement) others.set(line, Math.min(first, others.get(line) ?? first))
    for (const line of others.keys()) this.#byLine.delete(line)
    const first = [...others].slice(0, LISTED_REFUSALS).map(([line, other]) => ({ line, other }))
    return { first, count: others.size }
  }

  async about(slug: string, kind: string): Promise<Statement[]> {
    return [...this.#byLine.values()].filter(
      ({ fact }) => fact.fact === kind && (slugsNamedIn(fact)[0] ?? '') === slug,
    )
  }

  async remove(line: number): Promise<void> {
    this.#byLine.delete(line)
  }

  async *pages(of: 'facts' | 'retractions'): AsyncGenerator<readonly Statement[]> {
    const isRetraction = of === 'retractions'
    const statements = this.all.filter(({ fact }) => (fact.fact === 'retraction') === isRetraction)
    yield* chunksOf(statements, ROWS_PER_INSERT)
  }

  async drop(): Promise<void> {
    this.#byLine.clear()
  }
}
