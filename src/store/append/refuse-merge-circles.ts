import { sql } from 'kysely'
import {
  compareRecorded,
  type Recorded,
  type RetractionFact,
  type SameFact,
} from '../../market/facts/fact.ts'
import { mergeCircle } from '../../market/facts/merged-slugs.ts'
import { readFacts } from '../facts/read-facts.ts'
import { lineOf, type Round } from './round.ts'

type Step = Recorded<SameFact> | Recorded<RetractionFact>

/**
 * Refuses every line of this round that closes a circle of merged slugs: a `same` fact, or a retraction that revives
 * one.
 */
export async function refuseMergeCircles(round: Round): Promise<void> {
  const { tx, idBase, writtenTables, refusals, counts } = round
  if (!writtenTables.has('sames') && !writtenTables.has('retractions')) return
  const changed = await sql`
    select 1 from sames where id > ${idBase} union all
    select 1 from retractions where id > ${idBase} and fact = 'same' limit 1`.execute(tx)
  if (changed.rows.length === 0) return

  const steps: Step[] = [
    ...(await readFacts(tx, 'sames', sql`1 = 1`)),
    ...(await readFacts(tx, 'retractions', sql`fact = 'same'`)),
  ]
  const taken = steps.filter((step) => step.id <= idBase)
  for (const step of steps.filter((candidate) => candidate.id > idBase).sort(compareRecorded)) {
    const circle = circleAmong([...taken, step])
    if (!circle) {
      taken.push(step)
      continue
    }
    await tx
      .deleteFrom(step.fact === 'same' ? 'sames' : 'retractions')
      .where('id', '=', step.id)
      .execute()
    counts.taken--
    refusals.add(lineOf(round, step.id), `the merged slugs would form a circle: ${circle.join(' -> ')}`)
  }
}

const circleAmong = (steps: readonly Step[]) =>
  mergeCircle(
    steps.filter((step) => step.fact === 'same'),
    steps.filter((step) => step.fact === 'retraction'),
  )
