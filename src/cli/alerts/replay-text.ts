import {
  combinedContent,
  MAXIMUM_NOTE,
  type MessageContent,
  messageContent,
} from '../../alerts/messages/message-content.ts'
import { istClock } from '../../market/calendar.ts'
import type { SimulatedMessage } from './simulated-outbox.ts'

export interface ReplayedMarket {
  readonly publicUrl: string
  readonly isDemo: boolean
}

/** A message as people would have got it. */
export function messageText(message: SimulatedMessage, market: ReplayedMarket): string {
  const { title, text } = contentOf(message, market)
  const rules = [...new Set(message.alerts.map(({ rule }) => rule))].join(', ')
  const lines = [title, ...text.split('\n')].map((line) => (line === '' ? '' : `  ${line}`))
  return `${istClock(message.createdAt)}  ${message.channel}: ${rules}\n${lines.join('\n')}\n\n`
}

/** A message as programs would have got it, on one line. */
export function messageJson(message: SimulatedMessage, market: ReplayedMarket): string {
  const { channel, createdAt: at } = message
  return `${JSON.stringify({ channel, at, ...contentOf(message, market).content })}\n`
}

function contentOf(message: SimulatedMessage, { publicUrl, isDemo }: ReplayedMarket): MessageContent {
  const { alerts, why, heldBy, createdAt: at, isLastOfDay } = message
  const [first] = alerts
  const note = isLastOfDay ? MAXIMUM_NOTE : null
  if (why === null && first) return messageContent(first, note)
  return combinedContent(alerts, why ?? 'several', {
    at,
    publicUrl,
    isDemo,
    ...(heldBy && { heldBy }),
    ...(note && { note }),
  })
}
