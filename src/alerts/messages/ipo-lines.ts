import { type Day, istDay } from '../../market/calendar.ts'
import { isOldGmp } from '../../market/gmp/gmp.ts'
import { roundedToHundredths } from '../../market/money.ts'
import { en } from '../../texts/en.ts'
import {
  band,
  boardName,
  clockTime,
  count,
  counted,
  digitGroups,
  expectedGainText,
  gain,
  plainDay,
  pointsInWords,
  rupees,
  times,
  weekday,
} from '../../texts/format.ts'
import type { AlertIpo } from '../alert.ts'
import { type AlertLine, line, lineWithGmp } from './alert-line.ts'
import { plainName } from './plain-line.ts'

/** The lines of an alert on what is known of an IPO. Each is left out where it is not known. */

/** A day of lists, which is published as a date-time. */
export const listDay = (date: string): Day => date.slice(0, 10)

/** With at most two decimals: `1`, `1.5`. */
export const shortNumber = digitGroups({ least: 0, most: 2 })

export const ipoPath = ({ slug }: AlertIpo): string => `/ipos/${slug}`

/** `Mainboard, price ₹95–100` */
export function priceLine({ board, priceMin, priceMax, issuePrice }: AlertIpo): AlertLine {
  const price = band(priceMin, priceMax)
  if (price !== null) return line(`${boardName(board)}, price ${price}`, ['priceMin', 'priceMax'])
  if (issuePrice === null) return line(`${boardName(board)}, price not announced`)
  return line(`${boardName(board)}, price ${rupees(issuePrice)}`, ['issuePrice'])
}

/** `Mainboard, price ₹95–100, minimum ₹15,000 (1 lot, 150 shares)` */
export function offerLine(ipo: AlertIpo): AlertLine {
  const price = priceLine(ipo)
  const { minAmount, application } = ipo
  if (minAmount === null) return price
  const [smallest] = application
  const size = smallest
    ? ` (${counted(smallest.minLots, 'lot')}, ${counted(smallest.minShares, 'share')})`
    : ''
  return line(`${price.text}, minimum ${rupees(minAmount)}${size}`, [...price.states, 'minAmount'])
}

/** `, 5:00 pm`; nothing while it is not known when bidding ends on that day. */
export const endText = ({ biddingEnds }: AlertIpo, day: Day): string =>
  biddingEnds !== null && istDay(biddingEnds) === day ? `, ${clockTime(biddingEnds)}` : ''

/** `Thu 19 Nov, 5:00 pm` */
export function closingText(ipo: AlertIpo, today: Day): string | null {
  if (ipo.closeDate === null) return null
  const day = listDay(ipo.closeDate)
  return `${weekday(day, today)}${endText(ipo, day)}`
}

export function closingLines(ipo: AlertIpo, today: Day): AlertLine[] {
  const closing = closingText(ipo, today)
  if (closing === null) return [line('Closing day not announced')]
  const isOver = listDay(ipo.closeDate ?? '') < today || !['UPCOMING', 'OPEN'].includes(ipo.status)
  return [line(`${isOver ? 'Closed' : 'Closes'} ${closing}`, ['closeDate'])]
}

/** The announced listing day, or the one that is due by the timetable. */
export function listingDayLines({ listingDate, expected }: AlertIpo, today: Day): AlertLine[] {
  if (listingDate !== null) return [line(`Lists ${weekday(listingDate, today)}`, ['listingDate'])]
  if (expected === null) return []
  return [line(`Listing due ${weekday(expected.listingDate, today)} (by the timetable)`, ['expected'])]
}

export const sourceCount = (owners: number): string => counted(owners, 'source')

/** How many sources, and whether they disagree: `3 sources`, `median of 3 sources, which disagree by ₹30`. */
function sourcesText({ lastGmpOwners, gmpDisputed, gmpSpread }: AlertIpo): string {
  const sources = sourceCount(lastGmpOwners)
  if (!gmpDisputed) return sources
  return `median of ${sources}, which disagree${gmpSpread === null ? '' : ` by ${rupees(gmpSpread)}`}`
}

/**
 * `₹45 (+45.0%) on 17 Nov, 3 sources`; `null` without a quote. Nothing is computed from the median of sources that
 * disagree, unless the percentage is the news.
 */
export function quoteText(
  ipo: AlertIpo,
  today: Day,
  percent: (pct: number) => string = ipo.gmpDisputed ? () => '' : (pct) => ` (${gain(pct)})`,
): string | null {
  const { lastGmp, lastGmpPct, lastGmpDay } = ipo
  if (lastGmp === null || lastGmpDay === null) return null
  const implied = lastGmpPct === null ? '' : percent(lastGmpPct)
  const age = isOldGmp(lastGmpDay, today) ? ' (an old quote)' : ''
  return `${rupees(lastGmp)}${implied} on ${plainDay(lastGmpDay, today)}${age}, ${sourcesText(ipo)}`
}

/** The fields that `quoteText` states. */
export const quoteFields = ({
  lastGmpPct,
  gmpDisputed,
}: AlertIpo): ('lastGmp' | 'lastGmpPct' | 'gmpSpread')[] => [
  'lastGmp',
  ...(lastGmpPct === null || gmpDisputed ? [] : (['lastGmpPct'] as const)),
  ...(gmpDisputed ? (['gmpSpread'] as const) : []),
]

/** The GMP, and how IPOs with a similar one listed. */
export function gmpLines(ipo: AlertIpo, today: Day): AlertLine[] {
  const quote = quoteText(ipo, today)
  if (quote === null) return [line('GMP: no quote')]
  return [lineWithGmp(`GMP ${quote}`, quoteFields(ipo)), ...similarLines(ipo, today)]
}

/** Past IPOs with a similar GMP; `null` where the pages do not compare either: disputed or old quotes, too few listings. */
export function comparableIpos(
  { similar, gmpDisputed, lastGmpDay }: AlertIpo,
  today: Day,
): AlertIpo['similar'] {
  const isUsable = !gmpDisputed && lastGmpDay !== null && !isOldGmp(lastGmpDay, today)
  return isUsable && similar !== null && similar.middleHalf !== null ? similar : null
}

export function similarLines(ipo: AlertIpo, today: Day): AlertLine[] {
  const similar = comparableIpos(ipo, today)
  if (similar === null || similar.medianActualPct === null) return []
  const { n, aboveIssuePrice, medianActualPct, horizon } = similar
  return [
    line(
      `How similar IPOs listed: of ${count(n)} with an implied gain of ${expectedGainText(similar)} ` +
        `${en.scores.horizonPhrase(horizon)}, ${count(aboveIssuePrice)} opened above the issue price; median ${gain(medianActualPct)}`,
    ),
  ]
}

/** `Subscribed 3.20× in total by Wed 18 Nov, 5:00 pm`: a reading may be of an earlier day. */
export function subscriptionLines({ lastSubX, lastSubAt }: AlertIpo, today: Day): AlertLine[] {
  if (lastSubX === null) return []
  const read = lastSubAt === null ? '' : ` by ${weekday(istDay(lastSubAt), today)}, ${clockTime(lastSubAt)}`
  return [line(`Subscribed ${times(lastSubX)} in total${read}`, ['lastSubX'])]
}

/** Until when a UPI mandate must be confirmed. */
export const mandateLines = ({ upiCutoffAt }: AlertIpo, today: Day): AlertLine[] =>
  upiCutoffAt === null
    ? []
    : [
        line(`UPI mandates until ${weekday(istDay(upiCutoffAt), today)}, ${clockTime(upiCutoffAt)}`, [
          'upiCutoffAt',
        ]),
      ]

/** Where the allotment can be checked. */
export function registrarLines({ registrar }: AlertIpo): AlertLine[] {
  if (registrar === null) return []
  const { allotmentUrl: link } = registrar
  const name = plainName(registrar.name)
  if (link === null) return [line(`Registrar: ${name}`, ['registrar'])]
  return [{ ...line(`Check it at ${name}: ${link}`, ['registrar']), link }]
}

/** `₹45 (+45.0%) on 19 Nov, 3 sources`: the GMP when bidding closed. */
export function closingQuoteText({ gmpAtClose }: AlertIpo, today: Day): string | null {
  if (gmpAtClose === null) return null
  const { gmp, gmpPct, day, owners, disputed } = gmpAtClose
  const sources = sourceCount(owners)
  return `${rupees(gmp)} (${gain(gmpPct)}) on ${plainDay(day, today)}, ${disputed ? `median of ${sources}, which disagreed` : sources}`
}

/** The GMP when bidding closed, and how far it was off. */
export function outcomeLines(ipo: AlertIpo, today: Day): AlertLine[] {
  const quote = closingQuoteText(ipo, today)
  if (quote === null || ipo.gmpAtClose === null) return []
  const closing = lineWithGmp(`GMP when bidding closed: ${quote}`, [])
  if (ipo.listingGainPct === null) return [closing]
  const error = roundedToHundredths(ipo.gmpAtClose.gmpPct - ipo.listingGainPct)
  const miss = `${pointsInWords(Math.abs(error))} percentage points too ${error > 0 ? 'high' : 'low'}`
  return [closing, line(`GMP was ${error === 0 ? 'exactly right' : miss}`)]
}
