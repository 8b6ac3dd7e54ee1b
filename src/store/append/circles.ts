import { sql } from 'kysely'
import { compareRecorded } from '../../market/fact.ts'
import { circleIn } from '../../market/sameness.ts'
import { readFacts } from '../read-facts.ts'
import { lineOf, type Round } from './round.ts'

/** Refuses every line of this round that closes a circle of slugs said to be the same. */
export async function refuseCircles(round: Round): Promise<void> {
  const { tx, id, idBase, refusals, counts } = round
  const changed = await sql`
    select 1 from sames where round = ${id} union all
    select 1 from retractions where round = ${id} and fact = 'same' limit 1`.execute(tx)
  if (changed.rows.length === 0) return

  const retractions = await readFacts(tx, 'retractions', sql`fact = 'same'`)
  for (;;) {
    const sames = await readFacts(tx, 'sames', sql`1 = 1`)
    const circle = circleIn(sames, retractions)
    if (!circle) return
    const inCircle = sames.filter(
      (same) => same.id > idBase && circle.includes(same.slug) && circle.includes(same.as),
    )
    const culprit = inCircle.sort(compareRecorded).at(-1)
    // A retraction can revive an older word; then no `same` of this file is to blame, and nothing more can be refused.
    if (!culprit)
      throw new Error(`the slugs ${circle.join(' -> ')} lead in a circle; retract one of these "same" facts`)
    await tx.deleteFrom('sames').where('id', '=', culprit.id).execute()
    counts.taken--
    refusals.add(
      lineOf(round, culprit.id),
      `"${culprit.slug}" cannot be the same as "${culprit.as}": it leads in a circle, ${circle.join(' -> ')}`,
    )
  }
}
