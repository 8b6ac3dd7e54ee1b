import type { AlertIpo } from '../../alerts/alert.ts'
import type { AlertRule, Trigger } from '../../alerts/rules/alert-rules.ts'
import { alertIpo } from '../../alerts/triggers/alert-ipo.ts'
import { meetsConditions } from '../../alerts/triggers/conditions.ts'
import { dayOfDateTime, dueTime } from '../../alerts/triggers/due.ts'
import { multiplesAt } from '../../alerts/triggers/multiples.ts'
import { addDays, type Day, dayNumber, istDay } from '../../market/calendar.ts'
import { STATUSES, type Status } from '../../market/issues/status.ts'
import type { MultipleReport } from '../../market/issues/subscription.ts'
import { type ChangingIpo, changingIpos, viewOfPosition } from '../../reports/changes/listed-states.ts'
import type { Position } from '../../reports/changes/position.ts'
import { ipoListPage } from '../../reports/ipos/ipo-list.ts'
import { type NumberedHead, visitTracked } from '../../reports/ipos/issues-in-view.ts'
import type { MarketData } from '../../reports/market-data.ts'

export interface FittingIpo {
  readonly ipo: AlertIpo
  /** Of the category of a rule about subscription; `null` for other rules. */
  readonly reading: MultipleReport | null
  /** Whether the rule could fire about it as it is now. */
  readonly meetsConditions: boolean
}

type JudgedIpo = ChangingIpo & Pick<FittingIpo, 'reading'>

/** The IPO that a trial of a rule is best about; `undefined` when none has what the trigger needs, such as a closing day. */
export async function fittingIpo(
  market: MarketData,
  position: Position,
  { trigger, where }: Pick<AlertRule, 'trigger' | 'where'>,
): Promise<FittingIpo | undefined> {
  const ipos = await trialIpos(market, position, new Set(where.ipos ?? []))
  const readings = await readingsFor(market, position, trigger, ipos)
  const ranked = ipos.flatMap(({ number, item }) => {
    const reading = readings.get(number) ?? null
    const fit = fitOf(trigger, { ...item, reading }, istDay(position.moment))
    if (!fit) return []
    return [{ ...fit, number, reading, meetsConditions: fit.isOnSide && meetsConditions(where, item) }]
  })
  const [best] = ranked.toSorted(
    (a, b) =>
      a.tier - b.tier || Number(b.meetsConditions) - Number(a.meetsConditions) || a.distance - b.distance,
  )
  const ipo = best && (await alertIpo(market, position, best.number))
  return ipo && { ipo, reading: best.reading, meetsConditions: best.meetsConditions }
}

/** The newest readings of the category of a rule about subscription, by number. */
async function readingsFor(
  market: MarketData,
  position: Position,
  trigger: Trigger,
  ipos: readonly TrialIpo[],
): Promise<ReadonlyMap<number, MultipleReport>> {
  if (trigger.on !== 'subscription') return new Map()
  const ofIpos = await multiplesAt(
    market,
    position,
    ipos.map(({ number }) => number),
  )
  return new Map(
    [...ofIpos].flatMap(([number, multiples]) => {
      const reading = multiples.get(trigger.category)
      return reading ? [[number, reading]] : []
    }),
  )
}

/** The most IPOs of each status that are looked at, newest opening day first. */
const IPOS_PER_STATUS = 50

export interface TrialIpo {
  readonly number: number
  readonly item: ChangingIpo
}

/** The newest IPOs of each status, and those that are named. */
export async function trialIpos(
  market: MarketData,
  position: Position,
  named: ReadonlySet<string> = new Set(),
): Promise<TrialIpo[]> {
  const moment = { ...viewOfPosition(position), clock: position.moment }
  const found = new Map<number, NumberedHead>()
  for (const status of STATUSES) {
    const { page } = await ipoListPage(market.db, moment, { status: [status] }, null, IPOS_PER_STATUS)
    for (const head of page) found.set(head.number, head)
  }
  if (named.size > 0)
    await visitTracked(market.db, moment, (head) => {
      if (named.has(head.slug)) found.set(head.number, head)
    })
  const heads = [...found.values()]
  const items = await changingIpos(market, position, heads)
  return items.flatMap((item, i) => (heads[i] ? [{ number: heads[i].number, item }] : []))
}

/** How well an IPO fits a trigger. Smaller is better. */
interface Fit {
  readonly tier: number
  /** Whether its figures lie where they do after the trigger. */
  readonly isOnSide: boolean
  /** Days between the day that it is about and today. */
  readonly distance: number
}

/** The statuses in which an alert of a trigger is expected, the most fitting first. */
const FITTING_STATUSES = {
  opens: ['UPCOMING', 'OPEN'],
  closes: ['OPEN', 'UPCOMING'],
  allotment: ['CLOSED', 'OPEN', 'UPCOMING'],
  listsTomorrow: ['CLOSED', 'OPEN', 'UPCOMING'],
  listed: ['LISTED'],
  new: ['UPCOMING', 'OPEN'],
  datesMoved: ['UPCOMING', 'OPEN', 'CLOSED'],
  withdrawn: ['UPCOMING', 'OPEN', 'CLOSED'],
  gmp: ['OPEN', 'UPCOMING', 'CLOSED'],
  dispute: ['OPEN', 'UPCOMING', 'CLOSED'],
  subscription: ['OPEN', 'CLOSED'],
} as const satisfies Partial<Record<Trigger['on'], readonly Status[]>>

/** `undefined` when the IPO lacks what a message of the trigger states. */
function fitOf(trigger: Trigger, ipo: JudgedIpo, today: Day): Fit | undefined {
  if (trigger.on === 'deal' || !hasNeeded(trigger, ipo)) return undefined
  const statuses: readonly Status[] = FITTING_STATUSES[trigger.on]
  const place = statuses.indexOf(ipo.status)
  const isOnSide = liesOnSide(trigger, ipo)
  const day = dayOf(trigger, ipo)
  const fittingDay = trigger.on === 'listsTomorrow' ? addDays(today, 1) : today
  return {
    tier: (place < 0 ? statuses.length : place) + (isOnSide ? 0 : STATUSES.length),
    isOnSide,
    distance: day === null ? Number.POSITIVE_INFINITY : Math.abs(dayNumber(day) - dayNumber(fittingDay)),
  }
}

function hasNeeded(trigger: Trigger, ipo: JudgedIpo): boolean {
  switch (trigger.on) {
    case 'gmp':
      return gmpIn(trigger.unit, ipo) !== null
    case 'dispute':
      return ipo.lastGmp !== null
    case 'subscription':
      return ipo.reading !== null
    case 'listed':
      return ipo.listing !== null
    case 'new':
    case 'datesMoved':
    case 'withdrawn':
      return true
    default:
      return dayOf(trigger, ipo) !== null
  }
}

function liesOnSide(trigger: Trigger, ipo: JudgedIpo): boolean {
  if (trigger.on === 'dispute') return ipo.gmpDisputed === (trigger.direction !== 'ends')
  if (trigger.on === 'subscription') return (ipo.reading?.timesSub ?? 0) >= trigger.times
  if (trigger.on !== 'gmp' || trigger.direction === 'either') return true
  return (trigger.direction === 'up') === (gmpIn(trigger.unit, ipo) ?? 0) >= trigger.level
}

export const gmpIn = (unit: 'percent' | 'rupees', ipo: ChangingIpo): number | null =>
  unit === 'percent' ? ipo.lastGmpPct : ipo.lastGmp

/** The day that a message of the trigger is about. */
function dayOf(trigger: Trigger, ipo: ChangingIpo): Day | null {
  switch (trigger.on) {
    case 'opens':
    case 'closes':
    case 'allotment':
    case 'listsTomorrow':
      return dueTime(trigger, ipo)?.day ?? null
    case 'listed':
      return ipo.listing?.listedOn ?? null
    case 'gmp':
    case 'dispute':
      return ipo.lastGmpDay
    default:
      return dayOfDateTime(ipo.openDate)
  }
}
