import { addDays, type Instant, istDay, msOf } from '../../market/calendar.ts'
import type { ChangeKind } from '../../market/issues/changes.ts'
import { paiseFromRupees, percentOf } from '../../market/money.ts'
import type { MarketChange } from '../../reports/changes/change.ts'
import type { ChangingIpo } from '../../reports/changes/listed-states.ts'
import type { AlertRule, Trigger, TriggerOn } from '../rules/alert-rules.ts'
import { type ChangedIpo, describedAt, type StepPositions } from './changed-ipos.ts'
import type { SettledGmp } from './figures-at.ts'
import { biddingEnds } from './moment-occurrences.ts'
import { type Fired, type Occurrence, occurrencesOf } from './occurrence.ts'

/** A listing price that becomes known later than this is no news. */
const LISTING_IS_NEWS_DAYS = 3
/** A quote of an earlier day than this is no news. */
const QUOTED_WITHIN_DAYS = 1
/** Final figures of the subscription come after the close. */
const SUBSCRIPTION_WITHIN_MS = 2 * 86_400_000
/** What was withdrawn longer after its opening day than this is a correction of old records. */
const WITHDRAWN_WITHIN_DAYS = 60

/** The rules that fire because an IPO changed, in their order. */
export function changeOccurrences(
  rules: readonly AlertRule[],
  ipo: ChangedIpo,
  step: StepPositions,
): Occurrence[] {
  const about = describedAt(ipo, step)
  return about ? occurrencesOf(rules, about, firingOf(ipo, step.after.moment)) : []
}

type Firing<T = Trigger> = (trigger: T) => Fired | null | undefined

/** Decides for a thousand rules: what does not depend on the rule is found out once for the IPO. */
function firingOf(ipo: ChangedIpo, moment: Instant): Firing {
  const ofName = {
    new: newIpo(ipo),
    withdrawn: withdrawn(ipo, moment),
    datesMoved: datesMoved(ipo),
    listed: listed(ipo, moment),
  }
  const [gmp, ofDispute] = [gmpCrossing(ipo, moment), dispute(ipo, moment)]
  const subscription = subscriptionCrossing(ipo, moment)
  return (trigger) => {
    switch (trigger.on) {
      case 'new':
      case 'withdrawn':
      case 'datesMoved':
      case 'listed':
        return ofName[trigger.on]
      case 'gmp':
        return gmp?.(trigger)
      case 'dispute':
        return ofDispute?.(trigger)
      case 'subscription':
        return subscription?.(trigger)
      default:
        return undefined
    }
  }
}

const changeOf = (changes: readonly MarketChange[], kinds: readonly ChangeKind[]): MarketChange | undefined =>
  changes.find(({ kind }) => kinds.includes(kind))

/** Only one that can still be applied for: an import may bring IPOs of past years. */
function newIpo({ before, after, changes }: ChangedIpo): Fired | null {
  const cause = changeOf(changes, ['new'])
  const isOffered = !before.item && after.item && ['UPCOMING', 'OPEN'].includes(after.item.status)
  return cause && isOffered ? { occasion: [], event: { on: 'new', cause } } : null
}

function withdrawn({ before, after, changes }: ChangedIpo, moment: Instant): Fired | null {
  const cause = changeOf(changes, ['withdrawal', 'return'])
  const item = after.item ?? before.item
  if (!cause || !item || item.status === 'LISTED') return null
  const firstDay = addDays(istDay(moment), -WITHDRAWN_WITHIN_DAYS)
  if (item.openDate !== null && item.openDate < firstDay) return null
  return { occasion: [moment], event: { on: cause.kind === 'withdrawal' ? 'withdrawn' : 'returned', cause } }
}

const MOVABLE_DAYS = ['openDate', 'closeDate', 'allotmentDate', 'listingDate'] as const

/** The days of a change that were known and moved; a day that becomes known has not moved. */
export const movedDaysOf = ({ old, new: now }: Pick<MarketChange, 'old' | 'new'>): string[] =>
  MOVABLE_DAYS.filter((field) => field in (now ?? {}) && (old?.[field] ?? null) !== null)

function datesMoved({ after, changes }: ChangedIpo): Fired | null {
  const cause = changeOf(changes, ['dates'])
  if (!cause || !after.item || after.item.status === 'LISTED') return null
  const moved = movedDaysOf(cause).map((field) => `${field}=${cause.new?.[field]}`)
  return moved.length === 0 ? null : { occasion: [cause.at, ...moved], event: { on: 'datesMoved', cause } }
}

function listed({ before, after, changes }: ChangedIpo, moment: Instant): Fired | null {
  const cause = changeOf(changes, ['listing'])
  const firstDay = addDays(istDay(moment), -LISTING_IS_NEWS_DAYS)
  const isNews =
    before.item?.listing === null && after.item?.listing && after.item.listing.listedOn >= firstDay
  // A price that was retracted may be followed by another one.
  return cause && isNews ? { occasion: [moment], event: { on: 'listed', cause } } : null
}

/** A quote is news while the IPO has not listed, on its day and the day after. */
const isQuoteNews = (ipo: ChangingIpo, moment: Instant): boolean =>
  ipo.status !== 'LISTED' &&
  ipo.lastGmpDay !== null &&
  ipo.lastGmpDay >= addDays(istDay(moment), -QUOTED_WITHIN_DAYS)

function percentOfPrice({ gmp }: SettledGmp, { issuePrice, priceMax }: ChangingIpo): number | null {
  const price = issuePrice ?? priceMax
  const [part, whole] = [paiseFromRupees(gmp), price === null ? undefined : paiseFromRupees(price)]
  return part === undefined || whole === undefined ? null : percentOf(part, whole)
}

/**
 * From below a level to it or above, or back, by the GMP of the last day with enough sources; the latest quotes, which a
 * message states, must lie on the same side. A first quote at or above the level crosses it from below.
 */
function gmpCrossing(
  { before, after: { item, settled }, changes }: ChangedIpo,
  moment: Instant,
): Firing<TriggerOn<'gmp'>> | undefined {
  const cause = changeOf(changes, ['gmp', 'new', 'return'])
  if (!cause || !item || !settled || !isQuoteNews(item, moment)) return undefined
  const day = istDay(moment)
  const wasQuoted = before.settled
  const inRupees = [wasQuoted?.gmp ?? null, settled.gmp, item.lastGmp] as const
  const inPercent = [
    wasQuoted && percentOfPrice(wasQuoted, before.item ?? item),
    percentOfPrice(settled, item),
    item.lastGmpPct,
  ] as const
  return ({ unit, level, direction: wanted }) => {
    const [was, is, latest] = unit === 'percent' ? inPercent : inRupees
    if (is === null || latest === null) return null
    const isAbove = is >= level
    if (isAbove === (was !== null && was >= level) || (was === null && !isAbove)) return null
    const direction = isAbove ? 'up' : 'down'
    if (latest >= level !== isAbove || ![direction, 'either'].includes(wanted)) return null
    return {
      occasion: [unit, level, direction, day],
      event: { on: 'gmp', unit, level, direction, was, wasQuoted, cause },
    }
  }
}

/** Only several sources can disagree or agree: one alone neither begins nor ends a dispute. */
function dispute(
  { before, after: { item, settled }, changes }: ChangedIpo,
  moment: Instant,
): Firing<TriggerOn<'dispute'>> | undefined {
  const cause = changeOf(changes, ['dispute', 'new', 'return']) ?? changeOf(changes, ['gmp'])
  if (!cause || !item || !isQuoteNews(item, moment)) return undefined
  if (item.lastGmpDay !== settled?.compared?.day) return undefined
  if (item.gmpDisputed === (before.settled?.compared?.disputed ?? false)) return undefined
  const direction = item.gmpDisputed ? 'begins' : 'ends'
  const fired: Fired = {
    occasion: [direction, istDay(moment)],
    event: { on: 'dispute', direction, cause },
  }
  return (trigger) => ([direction, 'either'].includes(trigger.direction) ? fired : null)
}

function subscriptionCrossing(
  { before, after: { item, multiples }, changes }: ChangedIpo,
  moment: Instant,
): Firing<TriggerOn<'subscription'>> | undefined {
  if (!item || !isSubscriptionNews(item, moment)) return undefined
  const cause = changeOf(changes, ['subscription', 'new', 'return']) ?? null
  return ({ category, times }) => {
    const was = before.multiples.get(category)?.timesSub ?? null
    const reading = multiples.get(category)
    if (!reading || reading.timesSub < times || (was !== null && was >= times)) return null
    const { timesSub: is, observedAt: readAt } = reading
    return {
      occasion: [category, times],
      event: { on: 'subscription', category, times, was, is, readAt, cause },
    }
  }
}

function isSubscriptionNews(ipo: ChangingIpo, moment: Instant): boolean {
  const ends = biddingEnds(ipo)
  return ipo.status === 'OPEN' || (ends !== null && msOf(moment) < ends + SUBSCRIPTION_WITHIN_MS)
}
