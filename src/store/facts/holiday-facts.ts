import type { Instant } from '../../market/calendar.ts'
import type { HolidayFact, Recorded, RetractionFact } from '../../market/facts/fact.ts'
import type { Retracted } from '../../market/facts/issue-facts.ts'
import { retractionOf } from '../../market/facts/retraction.ts'
import { cachedPerStore, type Db } from '../engines/db.ts'
import { isKnownTo, type View } from '../view.ts'
import { holidayRetractions, readFacts } from './read-facts.ts'

/** Holidays, oldest statement first, and the retractions of those that are retracted. */
interface HolidayFacts {
  readonly facts: readonly Recorded<HolidayFact>[]
  readonly retracted: Retracted
}

/**
 * The holidays that the view of a committed version knows. All of a version are kept, since they are few and a list of
 * changes needs them at many moments.
 */
export async function allHolidayFacts(db: Db, { version, asOf }: View): Promise<HolidayFacts> {
  const all = await cached(db, String(version), () => readHolidays(db, { version, asOf: null }))
  return knownAt(asOf, all)
}

/** The same without the retracted ones; of any version, also of one that is being written. */
export async function holidayFacts(db: Db, view: View): Promise<Recorded<HolidayFact>[]> {
  const { facts, retracted } = knownAt(view.asOf, await readHolidays(db, view))
  return facts.filter(({ id }) => !retracted.has(id))
}

interface ReadHolidays {
  readonly facts: readonly Recorded<HolidayFact>[]
  readonly retractions: readonly Recorded<RetractionFact>[]
}

/** The present, and a few versions that cursors and changes name. */
const cached = cachedPerStore<ReadHolidays>(10)

async function readHolidays(db: Db, view: View): Promise<ReadHolidays> {
  const facts = await readFacts(db, 'holidays', isKnownTo(view))
  return { facts, retractions: facts.length === 0 ? [] : await holidayRetractions(db, isKnownTo(view)) }
}

function knownAt(asOf: Instant | null, all: ReadHolidays): HolidayFacts {
  const isKnown = ({ recorded }: { readonly recorded: Instant }) => asOf === null || recorded <= asOf
  const facts = all.facts.filter(isKnown)
  const retractions = all.retractions.filter(isKnown)
  const retracted = facts.flatMap((fact) => {
    const retraction = retractionOf(fact, retractions)
    return retraction ? [[fact.id, retraction] as const] : []
  })
  return { facts, retracted: new Map(retracted) }
}
