import { addDays, type Day, type Instant, isRealDay, istInstant } from '../market/calendar.ts'
import type { Terms } from '../market/facts/fact.ts'
import { compareText } from '../market/text-order.ts'
import {
  type DayRange,
  type DownloadRequest,
  type Entry,
  type ParsedDocument,
  type PlanContext,
  type ReadRow,
  type ReportedTerms,
  Unreadable,
} from './source.ts'

const PAST = 'past/'

export const isPastList = (document: string): boolean => document.startsWith(PAST)

/** The name of a list of a range, which it repeats, so that an answer that is parsed again gives the same rows. */
export const pastList = (list: string, { from, to }: DayRange): string => `${PAST}${list}${from}/${to}`

/** The range in the name of a list; `null` for any other document. */
export function rangeIn(document: string): DayRange | null {
  const [to = '', from = ''] = document.split('/').toReversed()
  return isPastList(document) && isRealDay(from) && isRealDay(to) ? { from, to } : null
}

/** The range in the name of a list of a range. */
export function rangeOf(document: string): DayRange {
  const range = rangeIn(document)
  if (range === null) throw new Unreadable(`${document} should name its first and its last day`)
  return range
}

/** By then the exchanges have printed the final table of bids, and the trackers their last quote. */
const FINAL_FROM = '10:00'

/** The moment from which what is printed about a last day is final. */
export const finalFrom = (last: Day): Instant => istInstant(addDays(last, 1), FINAL_FROM)

/** True when a document that is final from the morning after a day has not been read since, and is final now. */
export function isFinalUnread(document: string, last: Day, { now, lastRead }: PlanContext): boolean {
  return finalFrom(last) <= now && (lastRead(document) ?? '') < finalFrom(last)
}

/**
 * The requests about the issues of a list that closed in the range which its document names, the newest first, since the
 * upstream may have dropped those of the oldest. What was read in its final state is left out.
 */
export function finalRequests<I extends { readonly closeDate: Day | null }>(
  document: string,
  issuesOf: () => readonly I[],
  requestsOf: (issue: I) => readonly DownloadRequest[],
  context: PlanContext,
): DownloadRequest[] {
  const range = rangeIn(document)
  if (range === null) return []
  return issuesOf()
    .flatMap((issue) => (issue.closeDate === null ? [] : [{ issue, closeDate: issue.closeDate }]))
    .filter(({ closeDate }) => closeDate >= range.from && closeDate <= range.to)
    .sort((a, b) => compareText(b.closeDate, a.closeDate))
    .flatMap(({ issue, closeDate }) =>
      requestsOf(issue).filter((request) => isFinalUnread(request.document, closeDate, context)),
    )
}

/** The rows of a list that are about issues whose bidding or listing was in a range, and faults of rows without a day. */
export function withinRange(parsed: ParsedDocument, range: DayRange): ParsedDocument {
  const dated = new Map<number, boolean>()
  for (const entry of parsed.entries) {
    const isWithin = 'said' in entry && entry.said.kind === 'terms' ? isIn(range, entry.said.terms) : null
    if (isWithin !== null) dated.set(entry.row, isWithin)
  }
  const isKept = (entry: Entry) => dated.get(entry.row) ?? 'rule' in entry
  return { ...parsed, entries: parsed.entries.filter(isKept) }
}

/** Whether an issue had a day in the range; `null` where no day is printed. */
function isIn({ from, to }: DayRange, { openDate, closeDate, listingDate }: Partial<Terms>): boolean | null {
  const days = [openDate, closeDate, listingDate].filter((day) => day != null).sort()
  const [first, last] = [days[0], days.at(-1)]
  return first === undefined || last === undefined ? null : first <= to && last >= from
}

/** The rows of a list of listings, each only for an issue that is known and listed on that day. */
export const onlyAboutKnown = (parsed: ParsedDocument): ParsedDocument => ({
  ...parsed,
  entries: parsed.entries.map((entry) =>
    isOfTerms(entry) ? { ...entry, said: ofKnown(entry.said) } : entry,
  ),
})

const isOfTerms = (entry: Entry): entry is ReadRow<ReportedTerms> =>
  'said' in entry && entry.said.kind === 'terms'

const ofKnown = (said: ReportedTerms): ReportedTerms => ({
  ...said,
  onlyKnown: { listedOn: said.terms.listingDate ?? null, name: said.subject.name },
})
