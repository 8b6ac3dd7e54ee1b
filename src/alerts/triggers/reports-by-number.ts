import { viewOfPosition } from '../../reports/changes/listed-states.ts'
import type { Position } from '../../reports/changes/position.ts'
import { slugsOfHeads } from '../../reports/ipos/issues-in-view.ts'
import type { Db } from '../../store/engines/db.ts'
import { headAt, issueBook } from '../../store/issues/issue-book.ts'
import type { View } from '../../store/view.ts'

type ReportReader<R> = (db: Db, view: View, slugs: readonly string[]) => Promise<readonly R[]>

/** The reports about each of these issues at a position, by number. Reports about a merged issue are among them. */
export async function reportsByNumber<R extends { readonly slug: string }>(
  db: Db,
  position: Position,
  numbers: readonly number[],
  read: ReportReader<R>,
): Promise<ReadonlyMap<number, readonly R[]>> {
  const view = viewOfPosition(position)
  const book = await issueBook(db, position.version)
  const heads = numbers.flatMap((number) => headAt(book, number, view) ?? [])
  const slugs = await slugsOfHeads(db, view, heads)
  const bySlug = Map.groupBy(await read(db, view, slugs.flat()), ({ slug }) => slug)
  return new Map(
    heads.map(({ number }, i) => [number, (slugs[i] ?? []).flatMap((slug) => bySlug.get(slug) ?? [])]),
  )
}
