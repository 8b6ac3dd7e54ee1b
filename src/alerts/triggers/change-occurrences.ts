import { addDays, type Instant, istDay, msOf } from '../../market/calendar.ts'
import type { ChangeKind } from '../../market/issues/changes.ts'
import { paiseFromRupees, percentOf } from '../../market/money.ts'
import type { MarketChange } from '../../reports/changes/change.ts'
import type { ChangingIpo } from '../../reports/changes/listed-states.ts'
import type { Position } from '../../reports/changes/position.ts'
import type { AlertEvent } from '../alert.ts'
import type { AlertRule, Trigger, TriggerOn } from '../rules/alert-rules.ts'
import { biddingEnds } from './due.ts'
import type { Multiples, SettledGmp } from './figures-at.ts'
import { meetsConditions, type Occurrence, occasionKey } from './occurrence.ts'

/** An IPO before and after a step; `null` where it was not in the list. */
export interface ChangedIpo {
  readonly number: number
  readonly before: ChangingIpo | null
  readonly after: ChangingIpo | null
  readonly changes: readonly MarketChange[]
  /** Read only where a rule needs them. */
  readonly multiplesBefore: Multiples
  readonly multiplesAfter: Multiples
  /** The GMP of the last day with enough sources; read only where a rule needs it, and `null` without one. */
  readonly settledBefore: SettledGmp | null
  readonly settledAfter: SettledGmp | null
  /** The IPOs that the step merged into this one, as they were before. */
  readonly mergedIn: readonly Pick<ChangedIpo, 'before' | 'multiplesBefore' | 'settledBefore'>[]
}

export interface StepPositions {
  readonly before: Position
  readonly after: Position
}

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
  const described = ipo.after ?? ipo.before
  if (!described) return []
  const position = ipo.after ? step.after : step.before
  const firedBy = firingOf(ipo, step.after.moment)
  return rules.flatMap((rule) => {
    const fired = firedBy(rule.trigger)
    if (!fired || !meetsConditions(rule.where, described)) return []
    const key = occasionKey(fired.on, described.slug, ...fired.occasion)
    return [{ key, on: fired.on, rule, number: ipo.number, position, item: described, event: fired.event }]
  })
}

interface Fired {
  readonly on: AlertEvent['on']
  /** What tells this occasion from others about the same IPO. */
  readonly occasion: readonly (string | number)[]
  readonly event: Occurrence['event']
}

type Firing<T = Trigger> = (trigger: T) => Fired | undefined

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

const changeOf = ({ changes }: ChangedIpo, kinds: readonly ChangeKind[]): MarketChange | undefined =>
  changes.find(({ kind }) => kinds.includes(kind))

/** Only one that can still be applied for: an import may bring IPOs of past years. */
function newIpo(ipo: ChangedIpo): Fired | undefined {
  const cause = changeOf(ipo, ['new'])
  if (!cause || ipo.before || !ipo.after || !['UPCOMING', 'OPEN'].includes(ipo.after.status)) return undefined
  return { on: 'new', occasion: [], event: (described) => ({ on: 'new', ipo: described, cause }) }
}

function withdrawn({ before, after, ...ipo }: ChangedIpo, moment: Instant): Fired | undefined {
  const cause = changeOf({ before, after, ...ipo }, ['withdrawal', 'return'])
  const described = after ?? before
  if (!cause || !described || described.status === 'LISTED') return undefined
  const { openDate } = described
  if (openDate !== null && openDate < addDays(istDay(moment), -WITHDRAWN_WITHIN_DAYS)) return undefined
  const on = cause.kind === 'withdrawal' ? 'withdrawn' : 'returned'
  return { on, occasion: [moment], event: (details) => ({ on, ipo: details, cause }) }
}

const MOVABLE_DAYS = ['openDate', 'closeDate', 'allotmentDate', 'listingDate'] as const

/** The days of a change that were known and moved; a day that becomes known has not moved. */
export const movedDaysOf = ({ old, new: now }: Pick<MarketChange, 'old' | 'new'>): string[] =>
  MOVABLE_DAYS.filter((field) => field in (now ?? {}) && (old?.[field] ?? null) !== null)

function datesMoved(ipo: ChangedIpo): Fired | undefined {
  const cause = changeOf(ipo, ['dates'])
  if (!cause || !ipo.after || ipo.after.status === 'LISTED') return undefined
  const moved = movedDaysOf(cause)
  if (moved.length === 0) return undefined
  const occasion = [cause.at, ...moved.map((field) => `${field}=${cause.new?.[field]}`)]
  return { on: 'datesMoved', occasion, event: (described) => ({ on: 'datesMoved', ipo: described, cause }) }
}

function listed(ipo: ChangedIpo, moment: Instant): Fired | undefined {
  const cause = changeOf(ipo, ['listing'])
  const { before, after } = ipo
  if (!cause || !after?.listing || !before || before.listing !== null) return undefined
  if (after.listing.listedOn < addDays(istDay(moment), -LISTING_IS_NEWS_DAYS)) return undefined
  // A price that was retracted may be followed by another one.
  return { on: 'listed', occasion: [moment], event: (described) => ({ on: 'listed', ipo: described, cause }) }
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
function gmpCrossing(ipo: ChangedIpo, moment: Instant): Firing<TriggerOn<'gmp'>> | undefined {
  const cause = changeOf(ipo, ['gmp', 'new', 'return'])
  const { after, settledBefore, settledAfter } = ipo
  if (!cause || !after || !settledAfter || !isQuoteNews(after, moment)) return undefined
  const day = istDay(moment)
  const inRupees = [settledBefore?.gmp ?? null, settledAfter.gmp, after.lastGmp] as const
  const inPercent = [
    settledBefore && percentOfPrice(settledBefore, ipo.before ?? after),
    percentOfPrice(settledAfter, after),
    after.lastGmpPct,
  ] as const
  return ({ unit, level, direction }) => {
    const [was, is, latest] = unit === 'percent' ? inPercent : inRupees
    if (is === null || latest === null) return undefined
    const isAbove = is >= level
    if (isAbove === (was !== null && was >= level) || (was === null && !isAbove)) return undefined
    const crossed = isAbove ? 'up' : 'down'
    if (latest >= level !== isAbove || (direction !== 'either' && direction !== crossed)) return undefined
    return {
      on: 'gmp',
      occasion: [unit, level, crossed, day],
      event: (described) => ({
        on: 'gmp',
        ipo: described,
        unit,
        level,
        direction: crossed,
        was,
        wasQuoted: settledBefore,
        cause,
      }),
    }
  }
}

/** Only several sources can disagree or agree: one alone neither begins nor ends a dispute. */
function dispute(ipo: ChangedIpo, moment: Instant): Firing<TriggerOn<'dispute'>> | undefined {
  const cause = changeOf(ipo, ['dispute', 'new', 'return']) ?? changeOf(ipo, ['gmp'])
  const { after, settledBefore, settledAfter } = ipo
  if (!cause || !after || !isQuoteNews(after, moment)) return undefined
  if (after.lastGmpDay !== settledAfter?.compared?.day) return undefined
  if (after.gmpDisputed === (settledBefore?.compared?.disputed ?? false)) return undefined
  const now = after.gmpDisputed ? 'begins' : 'ends'
  const fired: Fired = {
    on: 'dispute',
    occasion: [now, istDay(moment)],
    event: (described) => ({ on: 'dispute', ipo: described, direction: now, cause }),
  }
  return ({ direction }) => (direction === 'either' || direction === now ? fired : undefined)
}

function subscriptionCrossing(
  ipo: ChangedIpo,
  moment: Instant,
): Firing<TriggerOn<'subscription'>> | undefined {
  const { after, multiplesBefore, multiplesAfter } = ipo
  if (!after || !isSubscriptionNews(after, moment)) return undefined
  const cause = changeOf(ipo, ['subscription', 'new', 'return']) ?? null
  return ({ category, times }) => {
    const was = multiplesBefore.get(category)?.timesSub ?? null
    const reading = multiplesAfter.get(category)
    if (!reading || reading.timesSub < times || (was !== null && was >= times)) return undefined
    const { timesSub: is, observedAt: readAt } = reading
    return {
      on: 'subscription',
      occasion: [category, times],
      event: (described) => ({ on: 'subscription', ipo: described, category, times, was, is, readAt, cause }),
    }
  }
}

function isSubscriptionNews(ipo: ChangingIpo, moment: Instant): boolean {
  const ends = biddingEnds(ipo)
  return ipo.status === 'OPEN' || (ends !== null && msOf(moment) < ends + SUBSCRIPTION_WITHIN_MS)
}
