import type { Day } from '../../market/calendar.ts'
import { isOldGmp } from '../../market/gmp/gmp.ts'
import type { GmpHistoryDay } from '../../reports/ipos/gmp-history.ts'
import type { IpoReport } from '../../reports/ipos/ipo.ts'
import {
  band,
  biddingDayText,
  boardName,
  harmless,
  longDay,
  rupees,
  times,
  uncapitalized,
} from '../../texts/format.ts'
import { gmpOriginText, gmpText } from '../gmp/gmp-texts.ts'

/** The GMP that may stand in a title or a preview: not an old one. */
function currentGmp({ gmpHistory }: IpoReport, today: Day): GmpHistoryDay | undefined {
  const quoted = gmpHistory.days.at(-1)
  return quoted && !isOldGmp(quoted.day, today) ? quoted : undefined
}

const gmpInBrief = (quoted: GmpHistoryDay): string =>
  `GMP ${gmpText(quoted)}${quoted.disputed ? ' (sources disagree)' : ''}`

/** The title of the page, for tabs and search results. */
export function ipoPageTitle(report: IpoReport, today: Day): string {
  const { ipo, calledOff } = report
  const name = `${harmless(ipo.name)} IPO`
  if (calledOff !== null) return `${name}: ${calledOff}`
  if (ipo.listing) return `${name}: listed at ${rupees(ipo.listing.listingPrice)}, GMP against listing gain`
  const quoted = currentGmp(report, today)
  return quoted
    ? `${name}: ${gmpInBrief(quoted)}, dates, subscription`
    : `${name}: dates, price band, subscription`
}

/** The page in a few facts. Previews travel, so nothing computed from the GMP is in it. */
export function ipoDescription(report: IpoReport, today: Day): string {
  const { ipo, calledOff } = report
  const price = band(ipo.priceMin, ipo.priceMax)
  const name = `${harmless(ipo.name)} (${boardName(ipo.board)} IPO)`
  // Its dates and quotes are no longer valid.
  if (calledOff !== null) return `${name} was ${calledOff}.`
  const quoted = ipo.listing === null ? currentGmp(report, today) : undefined
  const parts = [
    name,
    ...(price === null ? [] : [`${price} a share`]),
    ...biddingInBrief(ipo),
    ...listingInBrief(report, today),
    ...(quoted ? [`${gmpInBrief(quoted)}, unofficial, ${gmpOriginText(quoted, '')}`] : []),
    ...(ipo.lastSubX === null ? [] : [`subscribed ${times(ipo.lastSubX)}${dayOfSubscription(report)}`]),
  ]
  return `${parts.join(', ')}.`
}

/** `opened 13 Jan 2026, closes 15 Jan 2026` */
function biddingInBrief({ status, openDate, closeDate }: IpoReport['ipo']): string[] {
  const isOver = status === 'CLOSED' || status === 'LISTED'
  const dated = (word: string, date: string | null) =>
    date === null ? [] : [`${word} ${longDay(date.slice(0, 10))}`]
  return [
    ...dated(status === 'UPCOMING' ? 'opens' : 'opened', openDate),
    ...dated(isOver ? 'closed' : 'closes', closeDate),
  ]
}

/** The announced or actual listing day. Only a price confirms that the issue has listed. */
function listingInBrief({ ipo, listingDay }: IpoReport, today: Day): string[] {
  if (listingDay === null) return []
  if (ipo.listing !== null) return [`listed ${longDay(listingDay)}`]
  return [
    listingDay < today
      ? `should have listed by ${longDay(listingDay)} (not confirmed)`
      : `lists ${longDay(listingDay)}`,
  ]
}

/** ` (day 1 of 3)`; nothing once it is final. */
function dayOfSubscription({ ipo }: IpoReport): string {
  const last = ipo.subsByDay.findLast(({ category, timesSub }) => category === 'TOTAL' && timesSub !== null)
  return !last || last.isFinal ? '' : ` (${uncapitalized(biddingDayText(last))})`
}
