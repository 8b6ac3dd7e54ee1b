import type { Instant } from '../../market/calendar.ts'
import type { AlertContent, AlertEvent } from '../alert.ts'

export interface ContentOptions {
  /** When the alert fired. */
  readonly at: Instant
  /** The address of the service for links; empty when it has none. */
  readonly publicUrl: string
  /** True for the demo market, in which everything is invented. */
  readonly isDemo: boolean
}

/** The words and data of an event. */
export function alertContent(event: AlertEvent, _options: ContentOptions): AlertContent {
  return { title: event.on, lines: [], link: null, data: {}, stated: {} }
}
