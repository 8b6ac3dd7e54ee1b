import type { Db } from '../engines/db.ts'
import { LISTED_REFUSALS } from './refusal-log.ts'

interface Waiting {
  readonly id: number
  /** The first lines that speak of it. */
  lines: number[]
  /** How many of all such lines only repeat another one of them. */
  repeated: number
}

// Lines do not come in order: those without a time of their own are judged last.
const firstOf = (lines: readonly number[]) => lines.toSorted((a, b) => a - b).slice(0, LISTED_REFUSALS)

/** Numbers for slugs. A slug may be spoken of before the line that makes its issue exist; until then it waits. */
export class IssueIds {
  readonly #tx: Db
  readonly #known = new Map<string, number>()
  readonly #waiting = new Map<string, Waiting>()
  #last: number | undefined

  constructor(tx: Db) {
    this.#tx = tx
  }

  /** Makes sure that every slug has a number, so that `idOf` can answer. */
  async prepare(slugs: Iterable<string>): Promise<void> {
    const missing = [...new Set(slugs)].filter((slug) => !this.#known.has(slug))
    if (missing.length === 0) return
    const stored = await this.#tx.selectFrom('issues').selectAll().where('slug', 'in', missing).execute()
    for (const { slug, id } of stored) this.#known.set(slug, id)
    const created = missing.filter((slug) => !this.#known.has(slug))
    if (created.length === 0) return
    const rows: { id: number; slug: string }[] = []
    for (const slug of created) {
      const id: number = (this.#last ?? (await this.#highest())) + 1
      this.#last = id
      rows.push({ id, slug })
      this.#known.set(slug, id)
      this.#waiting.set(slug, { id, lines: [], repeated: 0 })
    }
    await this.#tx.insertInto('issues').values(rows).execute()
  }

  async #highest(): Promise<number> {
    const row = await this.#tx
      .selectFrom('issues')
      .select((eb) => eb.fn.max('id').as('id'))
      .executeTakeFirst()
    return row?.id ?? 0
  }

  readonly idOf = (slug: string): number => {
    const id = this.#known.get(slug)
    if (id === undefined) throw new Error(`slug "${slug}" was not prepared`)
    return id
  }

  /** Remembers that a line speaks of a slug that no `ipo` fact has made exist yet. */
  mention(slug: string, line: number): void {
    const waiting = this.#waiting.get(slug)
    if (!waiting) return
    waiting.lines.push(line)
    if (waiting.lines.length > 2 * LISTED_REFUSALS) waiting.lines = firstOf(waiting.lines)
  }

  /** Remembers that such a line repeats one before it, so that it left no row of its own. */
  repeat(slugs: readonly string[]): void {
    const waiting = slugs.map((slug) => this.#waiting.get(slug)).find((found) => found !== undefined)
    if (waiting) waiting.repeated++
  }

  /** An `ipo` fact was taken: the issue exists. */
  exists(slug: string): void {
    this.#waiting.delete(slug)
  }

  /** Slugs that were spoken of although no line made their issue exist. */
  unknown(): (Waiting & { slug: string })[] {
    return [...this.#waiting].map(([slug, waiting]) => ({ slug, ...waiting, lines: firstOf(waiting.lines) }))
  }
}
