import { sql } from 'kysely'
import type { Db } from '../engines/db.ts'

/** An issue's number in the store, and its slug. */
interface NumberedSlug {
  readonly number: number
  readonly slug: string
}

/** The issues that were ever reported to be the same, retracted or not: their facts are read together. */
export class MergedSlugs {
  readonly #byNumber = new Map<number, NumberedSlug[]>()
  readonly #bySlug = new Map<string, NumberedSlug[]>()

  constructor(pairs: Iterable<readonly [NumberedSlug, NumberedSlug]>) {
    for (const [a, b] of pairs) {
      const merged = [...new Map([...this.of(a), ...this.of(b)].map((one) => [one.number, one])).values()]
      for (const one of merged) {
        this.#byNumber.set(one.number, merged)
        this.#bySlug.set(one.slug, merged)
      }
    }
  }

  /** The numbers of all issues merged with this one, itself included. */
  ofNumber(number: number): number[] {
    return this.#byNumber.get(number)?.map((merged) => merged.number) ?? [number]
  }

  ofSlug(slug: string): string[] {
    return this.#bySlug.get(slug)?.map((merged) => merged.slug) ?? [slug]
  }

  /** All issues merged with this one, itself included. */
  of(issue: NumberedSlug): readonly NumberedSlug[] {
    return this.#byNumber.get(issue.number) ?? [issue]
  }
}

export async function readMergedSlugs(db: Db, version: number): Promise<MergedSlugs> {
  const { rows } = await sql<{ issue: number; slug: string; same_as: number; same_slug: string }>`
    select distinct s.issue, i.slug, s.same_as, o.slug as same_slug
    from sames s join issues i on i.id = s.issue join issues o on o.id = s.same_as
    where s.round <= ${version}`.execute(db)
  return new MergedSlugs(
    rows.map(({ issue, slug, same_as, same_slug }) => [
      { number: issue, slug },
      { number: same_as, slug: same_slug },
    ]),
  )
}
