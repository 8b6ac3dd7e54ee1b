import { headingKey } from '../formats/csv.ts'
import { Unreadable } from '../source.ts'

/** The headings of each field, the best first. */
export type Aliases<F extends string> = Readonly<Partial<Record<F, readonly string[]>>>

export interface Columns<F extends string> {
  /** The key of each field's cells; a field that the table does not have is left out. */
  readonly keys: ReadonlyMap<F, string>
  /** Headings that are neither read nor known. */
  readonly unknown: readonly string[]
  /** Headings that would be read if they were present. */
  readonly missing: readonly string[]
}

const SHOWN_HEADINGS = 200

/** Finds the columns of a table by their headings. Throws when a required one is missing, or one occurs twice. */
export function findColumns<F extends string>(
  headings: readonly string[],
  { aliases, required, ignored }: { aliases: Aliases<F>; required: readonly F[]; ignored: readonly string[] },
): Columns<F> {
  const found = headings.map(headingKey)
  const shown = headings.filter((heading) => heading !== '').join(', ') || 'none'
  const keys = new Map<F, string>()
  const missing: string[] = []
  for (const field of Object.keys(aliases) as F[]) {
    const names = aliases[field] ?? []
    const key = names.map(headingKey).find((name) => found.includes(name))
    if (key !== undefined) keys.set(field, key)
    else if (required.includes(field))
      throw new Unreadable(
        `the table has no column ${names.join(' or ')}; found ${shown.slice(0, SHOWN_HEADINGS)}`,
      )
    else missing.push(names.join(' or '))
  }
  const twice = headings.find((heading, column) => {
    const key = headingKey(heading)
    return [...keys.values()].includes(key) && found.indexOf(key) !== column
  })
  if (twice !== undefined) throw new Unreadable(`the table has the column ${twice} twice; found ${shown}`)
  const known = new Set([...keys.values(), ...ignored.map(headingKey)])
  const unknown = headings.filter((heading) => heading !== '' && !known.has(headingKey(heading)))
  return { keys, unknown, missing }
}
