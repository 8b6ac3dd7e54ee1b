import { outgoingMessage } from '../../alerts/outbox/outgoing-message.ts'
import { istClock } from '../../market/calendar.ts'
import type { SimulatedMessage } from './simulated-outbox.ts'

export interface ReplayedMarket {
  readonly publicUrl: string
  readonly isDemo: boolean
}

/** A message as people would have got it. */
export function messageText(message: SimulatedMessage, market: ReplayedMarket): string {
  const { title, text } = outgoing(message, market)
  const rules = [...new Set(message.alerts.map(({ rule }) => rule))].join(', ')
  const lines = [title, ...text.split('\n')].map((line) => (line === '' ? '' : `  ${line}`))
  return `${istClock(message.createdAt)}  ${message.channel}: ${rules}\n${lines.join('\n')}\n\n`
}

/** A message as programs would have got it, on one line. */
export function messageJson(message: SimulatedMessage, market: ReplayedMarket): string {
  const { id, createdAt: at, content } = outgoing(message, market)
  return `${JSON.stringify({ id, channel: message.channel, at, ...content })}\n`
}

const outgoing = (message: SimulatedMessage, market: ReplayedMarket) =>
  outgoingMessage(message.channel, message, message.alerts, { ...market, away: null })
