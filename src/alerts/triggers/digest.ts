import { addDays, istDay } from '../../market/calendar.ts'
import type { ChangingIpo } from '../../reports/changes/listed-states.ts'
import type { Position } from '../../reports/changes/position.ts'
import type { AlertIpo, EventOn } from '../alert.ts'
import { dayOfDateTime } from './moment-occurrences.ts'
import type { NumberedIpo } from './occurrence.ts'

type Digest = EventOn<'digest'>

/** A listing that becomes known later is no result of a digest. */
const RESULTS_WITHIN_DAYS = 5

/** What happens on the day of a moment, and the results since the day before; `null` when there is nothing. */
export async function digestAt(
  { moment }: Position,
  ipos: readonly NumberedIpo[],
  detailsOf: (ipo: NumberedIpo) => Promise<AlertIpo>,
  /** Whether the opening price was known a day earlier, when the digest before was made. */
  wasListed: (ipo: NumberedIpo) => boolean,
): Promise<Digest | null> {
  const day = istDay(moment)
  const firstDay = addDays(day, -RESULTS_WITHIN_DAYS)
  const pick = async (matches: (ipo: ChangingIpo, numbered: NumberedIpo) => boolean) => {
    const chosen: AlertIpo[] = []
    for (const numbered of ipos) {
      if (matches(numbered.item, numbered)) chosen.push(await detailsOf(numbered))
    }
    return chosen
  }
  const digest: Digest = {
    on: 'digest',
    day,
    opens: await pick(({ openDate }) => dayOfDateTime(openDate) === day),
    closes: await pick(({ closeDate }) => dayOfDateTime(closeDate) === day),
    allotment: await pick(
      (ipo) => !ipo.listing && (ipo.allotmentDate ?? ipo.expected?.allotmentDate) === day,
    ),
    lists: await pick((ipo) => !ipo.listing && (ipo.listingDate ?? ipo.expected?.listingDate) === day),
    results: await pick(
      ({ listing }, numbered) => listing !== null && listing.listedOn >= firstDay && !wasListed(numbered),
    ),
  }
  const { opens, closes, allotment, lists, results } = digest
  return [opens, closes, allotment, lists, results].some((part) => part.length > 0) ? digest : null
}
