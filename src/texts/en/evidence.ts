import { isRealDay } from '../../market/calendar.ts'
import type { Board } from '../../market/facts/fact.ts'
import type { OutvotedBy } from '../../market/facts/outvoted.ts'
import type { ApplicantCategory } from '../../market/issues/application.ts'
import type { AllotmentChance } from '../../market/issues/chances.ts'
import {
  capitalized,
  count,
  counted,
  gain,
  joined,
  longDay,
  rupees,
  rupeesInWords,
  share,
  times,
} from '../format.ts'
import { phrase } from '../phrase.ts'
import { chances } from './chances.ts'
import { fieldLabel, fieldText, isField, NOT_KNOWN } from './fields.ts'
import { ipo } from './ipo.ts'

interface Application {
  readonly category: ApplicantCategory
  readonly minLots: number
  readonly minAmount: number
  readonly maxAmount: number | null
}

const applicationText = ({ category, minLots, minAmount, maxAmount }: Application, board: Board): string => {
  const who = ipo.applicant(category, board, minLots)
  const least = rupeesInWords(minAmount)
  if (maxAmount === null) return `${who} ${least} and more`
  return maxAmount === minAmount ? `${who} ${least}` : `${who} ${least} to ${rupeesInWords(maxAmount)}`
}

/**
 * The figures that are no fields of a list, and how those are shown that are no days, counts or texts. By path; those of
 * lists by the last part of it, which is the key in a fact.
 */
const FIGURES: Readonly<
  Record<string, readonly [label: string, format?: (value: never, board: Board) => string]>
> = {
  withdrawn: ['Withdrawn or postponed'],
  gmp: ['GMP', rupees],
  gmpSources: ['Sources that quoted today'],
  gmpDisputed: ['Sources disagree'],
  timesSub: ['Subscription', times],
  'dispute.day': ['Last day with a quote'],
  'dispute.owners': ['Independent sources behind the GMP'],
  'listing.listingPrice': ['Listed at', rupees],
  'listing.listedOn': ['Listed on'],
  'listing.exchange': ['Exchange of the listing price'],
  'listing.high': ['High of the listing day', rupees],
  'listing.low': ['Low of the listing day', rupees],
  'listing.close': ['Close of the listing day', rupees],
  'listing.volume': ['Shares traded on the listing day'],
  'listing.deliveredPct': ['Delivered, of the shares traded', share],
  'listing.atLimit': ['Opened at a price limit'],
  expected: [
    fieldLabel('expected'),
    (of: Readonly<Record<'allotmentDate' | 'creditDate' | 'listingDate', string>>) =>
      `allotment ${dayText(of.allotmentDate)}, credit ${dayText(of.creditDate)}, listing ${dayText(of.listingDate)}`,
  ],
  application: [
    'What you can apply for',
    (all: readonly Application[], board) => all.map((one) => applicationText(one, board)).join(', '),
  ],
  chances: [
    chances.label,
    (all: readonly AllotmentChance[], board) => chances.brief(all, board).join(', ') || NOT_KNOWN,
  ],
  gmpAtCloseDisputed: ['Sources disagreed at the close'],
  range80: [
    'Range around the GMP',
    ({ lowPct, highPct }: { readonly lowPct: number; readonly highPct: number }) =>
      `${gain(lowPct)} to ${gain(highPct)}`,
  ],
}

const dayText = (day: string): string => longDay(day.slice(0, 10))

/** Texts with a format of their own; all others stay as they are, or are days. */
const FORMATTED_TEXTS: ReadonlySet<string> = new Set(['board', 'status', 'upiCutoffAt'])

/** The figure at a path, or the value of a fact about it, as pages show it. */
function valueText(path: string, value: unknown, board: Board): string {
  if (value === null || value === undefined) return NOT_KNOWN
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') {
    if (FORMATTED_TEXTS.has(path)) return fieldText(path, value)
    return isRealDay(value.slice(0, 10)) ? dayText(value) : value
  }
  const [, format] = FIGURES[path] ?? FIGURES[path.slice(path.lastIndexOf('.') + 1)] ?? []
  if (format) return format(value as never, board)
  if (Array.isArray(value) && value.length === 0) return 'none'
  if (isField(path)) return fieldText(path, value)
  return typeof value === 'number' ? count(value) : joined([value].flat().map(String), 'and')
}

/** How a figure is derived, in one sentence, in the order of `docs/method.md`. */
const RULES = {
  address: 'Made from the name.',
  'strongest-word': 'Latest figure from the most trusted source.',
  'called-off': 'Whether it was withdrawn, or postponed without new dates.',
  status: 'From the dates and the time in India.',
  'working-days': 'Counted in working days, without weekends and the holidays below.',
  'lock-in': 'Counted in days from the day of allotment.',
  application: 'From the lot size, the price and the rules for each investor category.',
  listing: 'The first trade on NSE, else on BSE.',
  limit: 'Whether an SME share opened exactly at a price limit of the exchange.',
  'last-word': 'Latest quote of this source for that day.',
  'last-day': 'Latest day with a quote.',
  'one-voice': 'Sources with the same owner count once.',
  median: 'Middle value of the quotes that still count.',
  spread: 'Highest quote minus lowest quote.',
  dispute: 'They disagree when this gap is more than half of the GMP.',
  distance: 'Quote minus the middle value.',
  today: 'Sources with the same owner count once.',
  percentage: 'GMP divided by the price.',
  range: 'How far past listings opened from their GMP, applied to the GMP of this IPO.',
  'newest-reading': 'Latest figure from the order book.',
  chance:
    'Smallest allotments on offer divided by applications, or by the smallest bids that the shares bid for may consist of.',
} as const

/** Why a report is not used. */
const OUTVOTED: Readonly<Record<OutvotedBy, string>> = {
  retracted: 'retracted',
  'lower-rank': 'another source is trusted more',
  'older-word': 'there is a newer figure',
  'later-word': 'updated later',
  'taken-back': 'withdrawn by the source',
  'same-owner': 'another source of the same owner quoted later',
  'earlier-day': 'older quote',
  'after-listing': 'quoted after listing',
  'other-exchange': 'the other exchange is used',
  'other-book': 'another order book is used',
  'older-reading': 'there is a newer figure',
  contradicted: 'the next two figures of the source are less than half of it',
}

/** How a fact was obtained. */
const WORKS = {
  collect: 'read from the source',
  import: 'imported from a file',
  replay: 'parsed again from a stored answer',
  settle: 'decided by the operator',
  backfill: 'read from what the source still has of the past',
} as const

/** What became of a refused row. */
const SETTLED = {
  matched: 'accepted later, once it could be parsed or matched',
  accepted: 'accepted by the operator',
  discarded: 'discarded by the operator',
  'same-as': 'assigned to another issue by the operator',
} as const

interface FactParts<T> {
  readonly source: T
  readonly isQuote: boolean
  readonly value: T | null
  readonly printed: T | null
  readonly time: T
}

interface OriginParts<T> {
  readonly fact: number
  readonly round: number
  readonly work: keyof typeof WORKS
  readonly recorded: T
  /** When a fact of the past was recorded in truth. */
  readonly committed: T | null
  readonly owner: T | null
  readonly answer: T | null
}

/** Where each figure comes from. */
export const evidence = {
  name: (path: string): string => FIGURES[path]?.[0] ?? fieldLabel(path),
  subscriptionOf: (category: string): string => `Subscription: ${category}`,
  quoteOf: (source: string, day: string): string => `${source}, ${longDay(day)}`,
  value: valueText,
  ruleTexts: RULES,
  /** `NSE reported ₹138, printed “138.00”, today 10:40 am` */
  fact: <T>({ source, isQuote, value, printed, time }: FactParts<T>) => [
    source,
    ...(value === null ? [] : phrase<T>`${isQuote ? ' quoted ' : ' reported '}${value}`),
    ...(printed === null ? [] : phrase<T>`, printed “${printed}”`),
    ...phrase<T>`, ${time}`,
  ],
  recordedAt: <T>(at: T) => phrase`recorded ${at}`,
  origin: <T>(of: OriginParts<T>) => [
    ...(of.committed === null
      ? phrase<T>`Recorded ${of.recorded}, ${WORKS[of.work]}`
      : phrase<T>`Recorded as of ${of.recorded}, ${WORKS[of.work]} later, ${of.committed}`),
    `; fact ${of.fact} of round ${of.round}`,
    ...(of.owner === null ? [] : phrase<T>`; owner ${of.owner}`),
    ...(of.answer === null ? [] : phrase<T>`; answer ${of.answer}`),
  ],
  notUsed: <T>(fact: T, by: OutvotedBy) => phrase`${fact}: ${OUTVOTED[by]}`,
  retracted: <T>(fact: T, at: T, reason: T) => phrase`${fact}: retracted ${at}: ${reason}`,
  earlier: <T>(value: T, from: T, until: T) => phrase`${value} from ${from} until ${until}`,
  computedFrom: <T>(figures: T) => phrase`Computed from ${figures}.`,
  /** What opens: `1 quote not used, 2 earlier values, technical details`. */
  more: (isQuote: boolean, outvoted: number, earlier: number): string =>
    capitalized(
      [
        ...(outvoted > 0 ? [`${counted(outvoted, isQuote ? 'quote' : 'report')} not used`] : []),
        ...(earlier > 0 ? [counted(earlier, 'earlier value')] : []),
        'technical details',
      ].join(', '),
    ),
  leftOut: (n: number): string => `${count(n)} older ones are not shown here.`,
  allQuotes: 'All quotes as a table',

  pageTitle: (name: string): string => `${name} IPO: where each figure comes from`,
  pageDescription: (name: string): string =>
    `The source of each figure of the ${name} IPO: who reported it and when, what was printed, which reports were not used, and earlier values.`,
  heading: <T>(name: T) => phrase`${name}: where each figure comes from`,
  lead: 'For each figure: who reported it and when, and what was printed. Below it open which reports were not used, its earlier values, and when it was recorded here.',
  rules: 'The rules',
  breadcrumbs: 'Breadcrumbs',
  groups: {
    gmp: 'Grey-market premium',
    terms: 'Terms, dates and listing',
    subscription: 'Subscription',
    quotes: 'Each quote',
  },
  lastOf: (shown: number, all: number): string => `the last ${count(shown)} of ${count(all)}`,
  figure: 'Figure',
  valueLabel: 'Value',
  from: 'Where it comes from',
  factsBehind: (facts: number, figures: number): string =>
    `${counted(facts, 'fact')} behind ${counted(figures, 'figure')}.`,
  refusedTitle: 'Refused rows',
  refusedLead: 'Rows about this IPO, or possibly about it, that are not used.',
  whenRefused: 'When a row is refused',
  source: 'Source',
  reason: 'Reason',
  seen: 'Seen',
  printed: <T>(text: T) => phrase`printed “${text}”: `,
  seenUntil: <T>(first: T, last: T) => phrase`${first} to ${last}`,
  settled: <T>(how: keyof typeof SETTLED, at: T) => phrase`${SETTLED[how]} ${at}`,

  /** The popover of a figure. */
  whereFrom: 'Where does this come from?',
  comesFrom: (figure: string): string => `Where it comes from: ${figure}`,
  notUsedTitle: 'Not used:',
  others: (n: number): string => `and ${counted(n, 'other')}`,
  close: 'Close',
} as const
