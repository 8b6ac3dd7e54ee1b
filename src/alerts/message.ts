import type { Instant } from '../market/calendar.ts'

/** A message to one channel, as it is recorded in the outbox. */
export interface AlertMessage {
  /** Stable: a repeated delivery has the same id. Letters, digits and _ only, such as msg_3f…; at most 60 characters. */
  readonly id: string
  readonly createdAt: Instant
  /** One line of plain text, for subjects and notifications. */
  readonly title: string
  /** Plain text, lines separated by \n, without the title; may hold https links. At most about 3,500 characters. */
  readonly text: string
  /** The same content for programs: the body of a webhook. */
  readonly content: Readonly<Record<string, unknown>>
}
