import type { Db } from '../engines/db.ts'
import { lastIdIn } from '../engines/last-id.ts'
import { LISTED_REFUSALS } from './refusal-log.ts'

interface Waiting {
  readonly id: number
  /** The first lines about the slug. */
  lines: number[]
  /** How many of all such lines only repeat another one of them. */
  repeated: number
}

// Lines are not processed in order: those without `recordedAt` come last.
const firstOf = (lines: readonly number[]) => lines.toSorted((a, b) => a - b).slice(0, LISTED_REFUSALS)

/**
 * Issue numbers of slugs. A file may name a slug before the line with its `ipo` fact; until then the slug is waiting.
 */
export class IssueIds {
  readonly #tx: Db
  readonly #known = new Map<string, number>()
  readonly #waiting = new Map<string, Waiting>()
  #last: number | undefined

  constructor(tx: Db) {
    this.#tx = tx
  }

  /** Gives every slug a number. Must be called before `idOf`. */
  async prepare(slugs: Iterable<string>): Promise<void> {
    const missing = [...new Set(slugs)].filter((slug) => !this.#known.has(slug))
    if (missing.length === 0) return
    const stored = await this.#tx.selectFrom('issues').selectAll().where('slug', 'in', missing).execute()
    for (const { slug, id } of stored) this.#known.set(slug, id)
    const created = missing.filter((slug) => !this.#known.has(slug))
    if (created.length === 0) return
    const rows: { id: number; slug: string }[] = []
    for (const slug of created) {
      const id: number = (this.#last ?? (await lastIdIn(this.#tx, 'issues'))) + 1
      this.#last = id
      rows.push({ id, slug })
      this.#known.set(slug, id)
      this.#waiting.set(slug, { id, lines: [], repeated: 0 })
    }
    await this.#tx.insertInto('issues').values(rows).execute()
  }

  readonly idOf = (slug: string): number => {
    const id = this.#known.get(slug)
    if (id === undefined) throw new Error(`slug "${slug}" was not prepared`)
    return id
  }

  /** Records that a line names a slug for which there is no `ipo` fact yet. */
  mention(slug: string, line: number): void {
    const waiting = this.#waiting.get(slug)
    if (!waiting) return
    waiting.lines.push(line)
    if (waiting.lines.length > 2 * LISTED_REFUSALS) waiting.lines = firstOf(waiting.lines)
  }

  /** Records that such a line repeats an earlier one and has no row of its own. */
  repeat(slugs: readonly string[]): void {
    const waiting = slugs.map((slug) => this.#waiting.get(slug)).find((found) => found !== undefined)
    if (waiting) waiting.repeated++
  }

  /** Records that the slug has an `ipo` fact. */
  exists(slug: string): void {
    this.#waiting.delete(slug)
  }

  /** Slugs that were named but have no `ipo` fact. */
  unknown(): (Waiting & { slug: string })[] {
    return [...this.#waiting].map(([slug, waiting]) => ({ slug, ...waiting, lines: firstOf(waiting.lines) }))
  }
}
