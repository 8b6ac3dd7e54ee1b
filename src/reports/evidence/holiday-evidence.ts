import type { HolidayFact } from '../../market/facts/fact.ts'
import { holidaySelector, holidaysInForce, isWeekend } from '../../market/holidays.ts'
import type { FigureEvidence } from '../schemas/evidence.ts'
import { type FigureInputs, outvoted } from './figure-evidence.ts'

/** The facts behind the holidays of some days, without weekends, and those about these days that do not count. */
export function holidayEvidence(
  { issue, calendar: { unretracted, retractedFacts, inForce } }: Pick<FigureInputs, 'issue' | 'calendar'>,
  isAbout: (holiday: HolidayFact) => boolean,
): Pick<FigureEvidence, 'facts' | 'outvoted'> {
  const isOfIssue = holidaySelector(inForce, issue.terms.exchanges)
  const matches = (fact: HolidayFact) => isAbout(fact) && !isWeekend(fact.day) && isOfIssue(fact)
  const statements = unretracted.filter(matches)
  return {
    facts: holidaysInForce(statements).map(({ id }) => id),
    outvoted: outvoted(retractedFacts.filter(matches), (onOutvoted) =>
      holidaysInForce(statements, onOutvoted),
    ),
  }
}
