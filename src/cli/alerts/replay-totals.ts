import type { AlertRules } from '../../alerts/rules/alert-rules.ts'
import { countText } from '../amount-text.ts'
import { textTable } from '../text-table.ts'
import { namesText, ruleNames } from './rules-file.ts'
import type { SimulatedMessage } from './simulated-outbox.ts'

/** Counts what a replay would have sent, so that an operator can tune the rules. */
export class ReplayTotals {
  readonly #names: readonly string[]
  readonly #ofRules = new Map<string, { alerts: number; messages: number }>()
  readonly #ofChannels = new Map<string, number>()
  #messages = 0

  constructor(rules: AlertRules) {
    this.#names = ruleNames(rules)
  }

  add({ channel, alerts }: SimulatedMessage): void {
    this.#messages++
    this.#ofChannels.set(channel, (this.#ofChannels.get(channel) ?? 0) + 1)
    for (const [rule, some] of Map.groupBy(alerts, (alert) => alert.rule)) {
      const total = this.#ofRules.get(rule) ?? { alerts: 0, messages: 0 }
      this.#ofRules.set(rule, { alerts: total.alerts + some.length, messages: total.messages + 1 })
    }
  }

  /** The totals by channel and by rule, in the order of the file. */
  text(): string {
    const fired = [...new Set([...this.#names, ...this.#ofRules.keys()])].flatMap((name) => {
      const total = this.#ofRules.get(name)
      return total ? [[name, String(total.alerts), String(total.messages)]] : []
    })
    const idle = this.#names.filter((name) => !this.#ofRules.has(name))
    const channels = [...this.#ofChannels].map(([name, count]) => `${name} ${count}`).join(', ')
    return [
      this.#messages === 0 ? 'no messages\n' : `${countText(this.#messages, 'message')} (${channels})\n`,
      fired.length > 0 ? textTable(['RULE', 'ALERTS', 'MESSAGES'], fired) : '',
      idle.length > 0 ? `did not fire: ${namesText(idle)}\n` : '',
    ].join('')
  }

  waitingText(channel: string, alerts: number): string {
    return `at the end, ${countText(alerts, 'alert waits', 'alerts wait')} for the next message to ${channel}\n`
  }
}
