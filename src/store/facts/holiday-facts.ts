import type { HolidayFact, Recorded } from '../../market/facts/fact.ts'
import { unretracted } from '../../market/facts/retraction.ts'
import type { Db } from '../engines/db.ts'
import { isKnownTo, type View } from '../view.ts'
import { readFacts } from './read-facts.ts'
import { holidayRetractions } from './unretracted-facts.ts'

/** The holidays that a view knows and that are not retracted, oldest statement first. */
export async function holidayFacts(db: Db, view: View): Promise<Recorded<HolidayFact>[]> {
  const facts = await readFacts(db, 'holidays', isKnownTo(view))
  return facts.length === 0 ? facts : unretracted(facts, await holidayRetractions(db, isKnownTo(view)))
}
