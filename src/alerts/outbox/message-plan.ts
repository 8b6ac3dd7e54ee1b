import { addDays, type Day, type Instant, istDay, istInstant } from '../../market/calendar.ts'
import type { CombinedFor, CombinedOptions } from '../messages/message-content.ts'
import type { ChannelPolicy } from '../rules/alert-rules.ts'
import type { DayCounts } from './day-counts.ts'
import { quietUntil } from './quiet-until.ts'

/** What decides in which message an alert comes. */
export interface HeldAlert {
  readonly at: Instant
  readonly isDigest: boolean
}

export interface Composed<A extends HeldAlert> {
  readonly createdAt: Instant
  /** In their order. */
  readonly alerts: readonly A[]
  /** `null` for one alert that is not missed. */
  readonly why: CombinedFor | null
  /** What held them back; `null` where that differs, or nothing did. */
  readonly heldBy: NonNullable<CombinedOptions['heldBy']> | null
  /** True when no other message may be sent on this day. */
  readonly isLastOfDay: boolean
}

/** More alerts of one moment come in one message. */
const MOST_AT_ONCE = 5
/** When alerts beyond the maximum of the day before are sent, unless there is another message earlier. */
const MORNING = '09:00'

/** Alerts that are released together. */
interface Release<A extends HeldAlert> {
  readonly at: Instant
  readonly kind: 'moment' | 'quiet-hours' | 'digest'
  readonly alerts: A[]
}

/** Alerts of one moment, or of the same quiet hours, in order. A digest, a summary itself, is not put among others. */
function releasesOf<A extends HeldAlert>(alerts: readonly A[], policy: ChannelPolicy): Release<A>[] {
  const releases = new Map<string, Release<A>>()
  alerts.forEach((alert, i) => {
    const quietEnd = quietUntil(policy.quietHours, alert.at)
    const kind = alert.isDigest ? 'digest' : quietEnd === null ? 'moment' : 'quiet-hours'
    const at = quietEnd ?? alert.at
    const name = `${at} ${kind} ${alert.isDigest ? i : ''}`
    const release = releases.get(name) ?? { at, kind, alerts: [] }
    release.alerts.push(alert)
    releases.set(name, release)
  })
  return [...releases.values()].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
}

/** When what was beyond the maximum of a day is sent at the latest. */
export function morningAfter(day: Day, policy: ChannelPolicy): Instant {
  const morning = istInstant(addDays(day, 1), MORNING)
  return quietUntil(policy.quietHours, morning) ?? morning
}

/** One message of all these alerts, counted. */
export function messageOf<A extends HeldAlert>(
  createdAt: Instant,
  alerts: readonly A[],
  { why, heldBy = null }: { readonly why: CombinedFor; readonly heldBy?: Composed<A>['heldBy'] },
  counts: DayCounts,
): Composed<A> {
  const day = istDay(createdAt)
  counts.add(day)
  const isOne = alerts.length === 1
  return {
    createdAt,
    alerts,
    why: isOne && why !== 'missed' ? null : why,
    heldBy,
    isLastOfDay: counts.isFull(day),
  }
}

/** All messages of these alerts, in order, as if nothing were late. */
export function planMessages<A extends HeldAlert>(
  alerts: readonly A[],
  policy: ChannelPolicy,
  countsBefore: DayCounts,
): Composed<A>[] {
  const plan = new MessagePlan<A>(policy, countsBefore.copy())
  for (const release of releasesOf(alerts, policy)) plan.add(release)
  // Alerts that were released apart, such as a digest, may come in one message in the end.
  const order = new Map(alerts.map((alert, i) => [alert, i]))
  const inOrder = (a: A, b: A) => (order.get(a) ?? 0) - (order.get(b) ?? 0)
  return plan.end().map((message) => ({ ...message, alerts: message.alerts.toSorted(inOrder) }))
}

class MessagePlan<A extends HeldAlert> {
  readonly #policy: ChannelPolicy
  readonly #counts: DayCounts
  readonly #messages: Composed<A>[] = []
  /** Alerts beyond the maximum of a day, and when they are sent at the latest. */
  #beyond: A[] = []
  #beyondAt: Instant = ''

  constructor(policy: ChannelPolicy, counts: DayCounts) {
    this.#policy = policy
    this.#counts = counts
  }

  add({ at, kind, alerts }: Release<A>): void {
    this.#sendBeyond(at)
    const day = istDay(at)
    const left = this.#counts.left(day)
    if (left === 0) {
      this.#beyond.push(...alerts)
      this.#beyondAt = morningAfter(day, this.#policy)
      return
    }
    // A digest leaves them to the next message, but must not take their place on every day.
    if (this.#beyond.length > 0 && (kind !== 'digest' || left === 1)) {
      this.#send(at, [...this.#beyond, ...alerts], { why: 'held' })
      this.#beyond = []
      return
    }
    const isApart = kind === 'moment' && alerts.length <= Math.min(MOST_AT_ONCE, left)
    if (isApart) for (const alert of alerts) this.#send(at, [alert], { why: 'several' })
    else if (kind === 'quiet-hours') this.#send(at, alerts, { why: 'held', heldBy: 'quiet hours' })
    else this.#send(at, alerts, { why: 'several' })
  }

  end(): Composed<A>[] {
    this.#sendBeyond(null)
    return this.#messages
  }

  /** Sends what is beyond the maximum of a day, if it is due before a moment; `null` for no other message. */
  #sendBeyond(before: Instant | null): void {
    while (this.#beyond.length > 0 && (before === null || this.#beyondAt < before)) {
      const day = istDay(this.#beyondAt)
      if (this.#counts.isFull(day)) this.#beyondAt = morningAfter(day, this.#policy)
      else {
        this.#send(this.#beyondAt, this.#beyond, { why: 'held', heldBy: 'daily maximum' })
        this.#beyond = []
      }
    }
  }

  #send(at: Instant, alerts: readonly A[], cause: Parameters<typeof messageOf>[2]): void {
    this.#messages.push(messageOf(at, alerts, cause, this.#counts))
  }
}
