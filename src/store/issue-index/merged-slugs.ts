import { sql } from 'kysely'
import type { Db } from '../engines/db.ts'

/** An issue's number in the store, and its slug. */
interface Known {
  readonly number: number
  readonly slug: string
}

/** Which issues were ever said to be the same as others, whether or not that stands: their facts are read together. */
export class MergedSlugs {
  readonly #byNumber = new Map<number, Known[]>()
  readonly #bySlug = new Map<string, Known[]>()

  constructor(pairs: Iterable<readonly [Known, Known]>) {
    for (const [a, b] of pairs) {
      const kin = [...new Map([...this.of(a), ...this.of(b)].map((one) => [one.number, one])).values()]
      for (const one of kin) {
        this.#byNumber.set(one.number, kin)
        this.#bySlug.set(one.slug, kin)
      }
    }
  }

  /** Numbers of all that are kin to this one, itself included. */
  ofNumber(number: number): number[] {
    return this.#byNumber.get(number)?.map((kin) => kin.number) ?? [number]
  }

  ofSlug(slug: string): string[] {
    return this.#bySlug.get(slug)?.map((kin) => kin.slug) ?? [slug]
  }

  /** All that are kin to an issue, itself included. */
  of(issue: Known): readonly Known[] {
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
