import { Counter, Gauge, type Registry } from 'prom-client'

/** The parts of a message's outcome that are counted. */
export interface CountedMessage {
  readonly channel: string
  readonly outcome: 'delivered' | 'failed' | 'given-up'
}

export class AlertMetrics {
  /** Whether this process currently sends alerts. */
  isSending = false
  readonly #messages: Counter

  constructor(registry: Registry) {
    const registers = [registry]
    const isSending = () => this.isSending
    new Gauge({
      name: 'greymark_alerts_sending',
      help: '1 while this process sends alerts; 0 while it stands by, cannot send, or ALERTS is not set',
      registers,
      collect() {
        this.set(isSending() ? 1 : 0)
      },
    })
    this.#messages = new Counter({
      name: 'greymark_alert_messages_total',
      help: 'Attempts of this process to deliver messages of alerts, by channel and outcome',
      labelNames: ['channel', 'outcome'],
      registers,
    })
  }

  count({ channel, outcome }: CountedMessage): void {
    this.#messages.inc({ channel, outcome })
  }
}
