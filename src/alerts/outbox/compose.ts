import { addDays, type Day, type Instant, instantFromMs, istDay, msOf } from '../../market/calendar.ts'
import type { ChannelPolicy } from '../rules/alert-rules.ts'
import { DayCounts } from './day-counts.ts'
import { type Composed, type HeldAlert, messageOf, morningAfter, planMessages } from './message-plan.ts'
import { quietUntil } from './quiet-until.ts'

export interface Composition<A extends HeldAlert> {
  /** In the order in which they are sent. */
  readonly messages: readonly Composed<A>[]
  /** When the next message is due by the clock; `null` when none is known. */
  readonly nextAt: Instant | null
}

export interface CompositionContext {
  readonly policy: ChannelPolicy
  /** The number of messages that the channel got on each day in India. */
  readonly sentOn: ReadonlyMap<Day, number>
  readonly now: Instant
}

/** What should have been sent longer ago than this is missed. */
const LATE_MS = 3_600_000

/**
 * Puts the alerts of one channel, in the order of their moments, into messages. Each is due by the alerts' own moments,
 * so that the messages do not depend on when this is called, as long as nothing is late. What is late comes in one
 * message, except the digest of this day.
 */
export function compose<A extends HeldAlert>(
  alerts: readonly A[],
  { policy, sentOn, now }: CompositionContext,
): Composition<A> {
  const counts = new DayCounts(sentOn, policy.maxPerDay)
  const missed = missedAmong(alerts, { policy, counts, now })
  const rest = alerts.filter((alert) => !missed.has(alert))
  const messages: Composed<A>[] = []
  const due: (Instant | undefined)[] = []
  if (missed.size > 0) {
    const at = missedAt(now, policy, counts)
    if (at === now)
      messages.push(
        messageOf(
          now,
          alerts.filter((alert) => missed.has(alert)),
          { why: 'missed' },
          counts,
        ),
      )
    else due.push(at)
  }
  const planned = planMessages(rest, policy, counts)
  messages.push(...planned.filter(({ createdAt }) => createdAt <= now))
  due.push(planned.find(({ createdAt }) => createdAt > now)?.createdAt)
  return { messages, nextAt: due.filter((at) => at !== undefined).sort()[0] ?? null }
}

interface LateContext extends Omit<CompositionContext, 'sentOn'> {
  readonly counts: DayCounts
}

/** The alerts that are late. Without them others may have been due earlier, which makes these late, too. */
function missedAmong<A extends HeldAlert>(
  alerts: readonly A[],
  { policy, counts, now }: LateContext,
): ReadonlySet<A> {
  const lateBefore = instantFromMs(msOf(now) - LATE_MS)
  const isQuiet = quietUntil(policy.quietHours, now) !== null
  const isDigest = ({ alerts: [first, ...others] }: Composed<A>) => first?.isDigest && others.length === 0
  const isLate = (message: Composed<A>) =>
    message.createdAt < lateBefore &&
    (isQuiet || !isDigest(message) || istDay(message.createdAt) !== istDay(now))
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
