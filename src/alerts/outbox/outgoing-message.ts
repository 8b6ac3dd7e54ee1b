import { createHash } from 'node:crypto'
import { msOf } from '../../market/calendar.ts'
import type { AwayTime } from '../../store/alerts/alert-progress.ts'
import type { AlertMessage } from '../message.ts'
import {
  awayNote,
  combinedContent,
  MAXIMUM_NOTE,
  type MessageContent,
  type MessagePart,
  messageContent,
} from '../messages/message-content.ts'
import type { Composed, HeldAlert } from './message-plan.ts'

/** An alert as a message carries it. */
export interface OutgoingAlert extends MessagePart {
  readonly key: string
}

export interface OutgoingContext {
  readonly publicUrl: string
  readonly isDemo: boolean
  /** The last long time without a running process; `null` when there was none. */
  readonly away: AwayTime | null
}

/** The message to a channel that carries these alerts, those of a composition. */
export const outgoingMessage = (
  channel: string,
  composed: Composed<HeldAlert>,
  alerts: readonly OutgoingAlert[],
  context: OutgoingContext,
): AlertMessage => ({
  id: messageId(
    channel,
    alerts.map(({ key }) => key),
  ),
  createdAt: composed.createdAt,
  ...contentOf(composed, alerts, context),
})

function contentOf(
  { createdAt: at, why, heldBy, isLastOfDay }: Composed<HeldAlert>,
  parts: readonly OutgoingAlert[],
  { away, publicUrl, isDemo }: OutgoingContext,
): MessageContent {
  const note = isLastOfDay ? MAXIMUM_NOTE : null
  const [first, ...others] = parts
  // A maximum that was raised makes alerts late, too.
  const isAway = why === 'missed' && away !== null && isWithin(away, parts)
  if (first && others.length === 0) {
    const notes = [...(isAway ? [awayNote(away, at)] : []), ...(note === null ? [] : [note])]
    return messageContent(first, notes.length === 0 ? null : notes.join(' '), at)
  }
  return combinedContent(parts, why === 'missed' && !isAway ? 'held' : (why ?? 'several'), {
    at,
    publicUrl,
    isDemo,
    ...(isAway && { span: away }),
    ...(heldBy !== null && { heldBy }),
    ...(note !== null && { note }),
  })
}

const isWithin = ({ from, to }: AwayTime, alerts: readonly MessagePart[]): boolean =>
  alerts.some(({ at }) => msOf(at) > msOf(from) && msOf(at) <= msOf(to))

/** A message with the same alerts has the same id, whoever composes it. */
const messageId = (channel: string, keys: readonly string[]): string =>
  `msg_${createHash('sha256')
    .update(JSON.stringify([channel, ...keys]))
    .digest('hex')
    .slice(0, 32)}`
