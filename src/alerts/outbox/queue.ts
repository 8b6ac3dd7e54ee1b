import { addDays, type Day, type Instant, istClock, istDay, istInstant, msOf } from '../../market/calendar.ts'
import type { HeldAlert, PlannedMessage } from '../alert.ts'
import { type ChannelPolicy, isQuietAt, type QuietHours } from '../rules/alert-rules.ts'

/**
 * The queue of a channel: it decides which alerts come in which message, and when. The service keeps its state in the
 * store, a replay in memory, and both get their messages here.
 */
export interface Queue<A> {
  /** The alerts that no message carries yet, in the order of their moments. */
  readonly held: readonly A[]
  /** How many messages the channel got on each day in India. */
  readonly sentOn: ReadonlyMap<Day, number>
}

export interface QueueContext {
  readonly policy: ChannelPolicy
  /** All alerts up to this moment are in the queue. */
  readonly now: Instant
  /** What should have been sent longer ago than this is missed: an hour, and for a replay no time at all. */
  readonly lateAfterMs?: number
}

export interface DueMessages<A> {
  /** In the order in which they are sent. */
  readonly messages: readonly PlannedMessage<A>[]
  /** When the next message is due by the clock; `null` when none is known. */
  readonly nextAt: Instant | null
}

type Queued = Pick<HeldAlert, 'at' | 'event'>

const LATE_AFTER_MS = 3_600_000
/** More alerts of one moment come in one message. */
const MOST_AT_ONCE = 5
/** When alerts beyond the maximum of the day before are sent, unless there is another message earlier. */
const MORNING = '09:00'

/**
 * Puts the alerts of a queue into messages. Each is due by the alerts' own moments, so that the messages do not depend
 * on when this is called, as long as nothing is late. What is late comes in one message, except the digest of this day.
 */
export function dueMessages<A extends Queued>(
  { held, sentOn }: Queue<A>,
  { policy, now, lateAfterMs = LATE_AFTER_MS }: QueueContext,
): DueMessages<A> {
  const counts = new DayCounts(sentOn, policy.maxPerDay)
  const missed = missedAmong(held, { policy, counts, now, lateAfterMs })
  const messages: PlannedMessage<A>[] = []
  const due: (Instant | undefined)[] = []
  if (missed.size > 0) {
    const at = missedAt(now, policy, counts)
    const late = held.filter((alert) => missed.has(alert))
    if (at === now) messages.push(messageOf(now, late, { why: 'missed' }, counts))
    else due.push(at)
  }
  const rest = held.filter((alert) => !missed.has(alert))
  const planned = planMessages(rest, policy, counts)
  messages.push(...planned.filter(({ createdAt }) => createdAt <= now))
  due.push(planned.find(({ createdAt }) => createdAt > now)?.createdAt)
  return { messages, nextAt: due.filter((at) => at !== undefined).sort()[0] ?? null }
}

/** When the quiet hours around a moment end; `null` for a moment outside of them. Their end itself is not quiet. */
export function quietUntil(hours: QuietHours | null, at: Instant): Instant | null {
  if (hours === null) return null
  const time = istClock(at).slice(-5)
  if (!isQuietAt(hours, time)) return null
  const day = istDay(at)
  return istInstant(time < hours.to ? day : addDays(day, 1), hours.to)
}

/** How many messages a channel got on each day, and how many more it may get. */
class DayCounts {
  readonly #counts: Map<Day, number>
  readonly #max: number | null

  constructor(counts: ReadonlyMap<Day, number>, max: number | null) {
    this.#counts = new Map(counts)
    this.#max = max
  }

  copy(): DayCounts {
    return new DayCounts(this.#counts, this.#max)
  }

  add(day: Day): void {
    this.#counts.set(day, (this.#counts.get(day) ?? 0) + 1)
  }

  /** Infinity without a maximum; 0 where there are more than the maximum, which may have been lowered. */
  left(day: Day): number {
    if (this.#max === null) return Number.POSITIVE_INFINITY
    return Math.max(0, this.#max - (this.#counts.get(day) ?? 0))
  }

  isFull(day: Day): boolean {
    return this.left(day) === 0
  }
}

/** The alerts that are late. Without them others may have been due earlier, which makes these late, too. */
function missedAmong<A extends Queued>(
  alerts: readonly A[],
  { policy, counts, now, lateAfterMs }: Required<QueueContext> & { readonly counts: DayCounts },
): ReadonlySet<A> {
  const isQuiet = quietUntil(policy.quietHours, now) !== null
  const isDigestOfToday = ({ createdAt, alerts: [first, ...others] }: PlannedMessage<A>) =>
    first?.event === 'digest' && others.length === 0 && istDay(createdAt) === istDay(now)
  const isLate = (message: PlannedMessage<A>) =>
    msOf(now) - msOf(message.createdAt) > lateAfterMs && (isQuiet || !isDigestOfToday(message))
  const missed = new Set<A>()
  for (;;) {
    const rest = alerts.filter((alert) => !missed.has(alert))
    const late = planMessages(rest, policy, counts).filter(isLate)
    if (late.length === 0) return missed
    for (const message of late) for (const alert of message.alerts) missed.add(alert)
  }
}

/** When a message about what was missed may be sent: not in quiet hours, and by the maximum of the day. */
function missedAt(now: Instant, policy: ChannelPolicy, counts: DayCounts): Instant {
  const at = quietUntil(policy.quietHours, now) ?? now
  const day = istDay(at)
  if (counts.isFull(day)) return morningAfter(day, policy)
  // What was beyond the maximum of yesterday must not come at midnight.
  const yesterday = addDays(day, -1)
  const morning = morningAfter(yesterday, policy)
  return counts.isFull(yesterday) && at < morning ? morning : at
}

/** When what was beyond the maximum of a day is sent at the latest. */
function morningAfter(day: Day, policy: ChannelPolicy): Instant {
  const morning = istInstant(addDays(day, 1), MORNING)
  return quietUntil(policy.quietHours, morning) ?? morning
}

type Cause = Pick<PlannedMessage<unknown>, 'why'> & Partial<Pick<PlannedMessage<unknown>, 'heldBy'>>

/** One message of all these alerts, counted. */
function messageOf<A>(
  createdAt: Instant,
  alerts: readonly A[],
  { why, heldBy = null }: Cause,
  counts: DayCounts,
): PlannedMessage<A> {
  const day = istDay(createdAt)
  counts.add(day)
  const isUsual = alerts.length === 1 && why !== 'missed'
  return { createdAt, alerts, why: isUsual ? null : why, heldBy, isLastOfDay: counts.isFull(day) }
}

/** Alerts that are released together. */
interface Release<A> {
  readonly at: Instant
  readonly kind: 'moment' | 'quiet-hours' | 'digest'
  readonly alerts: A[]
}

/** Alerts of one moment, or of the same quiet hours, in order. A digest, a summary itself, is not put among others. */
function releasesOf<A extends Queued>(alerts: readonly A[], policy: ChannelPolicy): Release<A>[] {
  const releases = new Map<string, Release<A>>()
  alerts.forEach((alert, i) => {
    const quietEnd = quietUntil(policy.quietHours, alert.at)
    const isDigest = alert.event === 'digest'
    const kind = isDigest ? 'digest' : quietEnd === null ? 'moment' : 'quiet-hours'
    const at = quietEnd ?? alert.at
    const name = `${at} ${kind} ${isDigest ? i : ''}`
    const release = releases.get(name) ?? { at, kind, alerts: [] }
    release.alerts.push(alert)
    releases.set(name, release)
  })
  return [...releases.values()].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
}

/** All messages of these alerts, in order, as if nothing were late. */
function planMessages<A extends Queued>(
  alerts: readonly A[],
  policy: ChannelPolicy,
  countsBefore: DayCounts,
): PlannedMessage<A>[] {
  const plan = new MessagePlan<A>(policy, countsBefore.copy())
  for (const release of releasesOf(alerts, policy)) plan.add(release)
  // Alerts that were released apart, such as a digest, may come in one message in the end.
  const order = new Map(alerts.map((alert, i) => [alert, i]))
  const inOrder = (a: A, b: A) => (order.get(a) ?? 0) - (order.get(b) ?? 0)
  return plan.end().map((message) => ({ ...message, alerts: message.alerts.toSorted(inOrder) }))
}

class MessagePlan<A> {
  readonly #policy: ChannelPolicy
  readonly #counts: DayCounts
  readonly #messages: PlannedMessage<A>[] = []
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

  end(): PlannedMessage<A>[] {
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

  #send(at: Instant, alerts: readonly A[], cause: Cause): void {
    this.#messages.push(messageOf(at, alerts, cause, this.#counts))
  }
}
