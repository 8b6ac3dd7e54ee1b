import { once } from 'node:events'
import type { FiredAlert, PlannedMessage, StatedAlert } from '../../alerts/alert.ts'
import { alertMessage, type MessageContext } from '../../alerts/messages/message.ts'
import { dueMessages } from '../../alerts/outbox/queue.ts'
import { STATED_FOR_MS } from '../../alerts/outbox/record-fired.ts'
import type { AlertRules } from '../../alerts/rules/alert-rules.ts'
import { alertPages } from '../../alerts/triggers/alerts-between.ts'
import { loadConfig } from '../../config.ts'
import { type Day, type Instant, istClock, istDay, msOf } from '../../market/calendar.ts'
import { compareText } from '../../market/text-order.ts'
import { counted } from '../../texts/format.ts'
import { defineCommand, EXIT, UsageError } from '../command.ts'
import { textTable } from '../text-table.ts'
import { JSON_LINES, pastBeginning, pastMoment, text } from '../values.ts'
import { alertsFile, chosenRules, heldText, loadRules, namesText, ruleNames } from './rules-file.ts'
import { withStoreOrDemo } from './store-or-demo.ts'

export const replay = defineCommand({
  about: 'Prints what would have been sent in the past, by what was known at each moment.',
  options: {
    from: {
      kind: pastBeginning,
      help: 'the beginning, such as 2026-01-14T12:00:00Z; a day means its first moment in India',
      isRequired: true,
    },
    to: {
      kind: pastMoment,
      help: 'the end; a day means its last moment in India; now if not given',
    },
    rule: { kind: text('NAME'), help: 'as if there were only this rule; "digest" for the digest' },
    channel: { kind: text('NAME'), help: 'only messages to this channel' },
    json: JSON_LINES,
  },
  examples: ['--from 2026-01-01', '--from 2026-01-01 --to 2026-01-31 --rule closing'],
  run: async ({ from, to: end, json, ...chosen }, terminal) => {
    const { stdout } = terminal
    const to = end ?? terminal.now()
    if (from > to) throw new UsageError('--from is after --to')
    const config = loadConfig(terminal.env)
    const loaded = await loadRules(alertsFile(config), terminal)
    const rules = chosenRules(loaded.rules, chosen)
    const publicUrl = config.PUBLIC_URL
    const write = json ? messageJson : messageText
    return withStoreOrDemo(terminal, config, async (market) => {
      const { isDemo, version } = market
      const outbox = new MemoryOutbox(rules)
      const totals = new Totals()
      const context = { ...market, rules, publicUrl, statedOn: outbox.statedOn }
      // Facts count from their own time of recording, so that imported history is replayed, too.
      const pages = alertPages(context, { version, moment: from }, { version, moment: to })
      for await (const { alerts, reached } of pages) {
        for (const message of outbox.messagesUntil(reached.moment, alerts)) {
          totals.add(message)
          if (!stdout.write(write(message, { publicUrl, isDemo, away: null }))) await once(stdout, 'drain')
        }
      }
      if (json) return EXIT.done
      stdout.write(`From ${istClock(from)} to ${istClock(to)} in India: ${totals.text(ruleNames(rules))}`)
      for (const [channel, { held }] of outbox.queues)
        if (held.length > 0) stdout.write(`at the end, ${heldText(held.length, channel)}`)
      return EXIT.done
    })
  },
})

interface DueMessage extends PlannedMessage<FiredAlert> {
  readonly channel: string
}

interface MemoryQueue {
  held: FiredAlert[]
  readonly sentOn: Map<Day, number>
}

/** What the store keeps for the service: the queue of each channel, the occasions that it got, and what it was told. */
class MemoryOutbox {
  readonly queues = new Map<string, MemoryQueue>()
  readonly #channels: AlertRules['channels']
  readonly #occasions = new Set<string>()
  #stated: (StatedAlert & { readonly slug: string })[] = []

  constructor({ channels }: AlertRules) {
    this.#channels = channels
  }

  readonly statedOn = async (slug: string): Promise<readonly StatedAlert[]> =>
    this.#stated.filter((stated) => stated.slug === slug)

  /** The messages that are due by a moment, with these alerts, the last ones up to it. */
  messagesUntil(now: Instant, alerts: readonly FiredAlert[]): DueMessage[] {
    for (const alert of alerts) for (const channel of alert.channels) this.#add(channel, alert)
    this.#stated = this.#stated.filter(({ at }) => msOf(now) - msOf(at) <= STATED_FOR_MS)
    const due: DueMessage[] = []
    for (const [channel, queue] of this.queues) {
      const policy = this.#channels.get(channel)
      if (!policy || queue.held.length === 0) continue
      // A replay is never late.
      const { messages } = dueMessages(queue, { policy, now, lateAfterMs: Number.POSITIVE_INFINITY })
      const sent = new Set(messages.flatMap((message) => message.alerts))
      queue.held = queue.held.filter((alert) => !sent.has(alert))
      for (const message of messages) {
        const day = istDay(message.createdAt)
        queue.sentOn.set(day, (queue.sentOn.get(day) ?? 0) + 1)
        due.push({ ...message, channel })
      }
    }
    return due.toSorted((a, b) => compareText(a.createdAt, b.createdAt))
  }

  #add(channel: string, alert: FiredAlert): void {
    const occasion = JSON.stringify([channel, alert.key])
    if (this.#occasions.has(occasion)) return
    this.#occasions.add(occasion)
    const queue: MemoryQueue = this.queues.get(channel) ?? { held: [], sentOn: new Map() }
    queue.held.push(alert)
    this.queues.set(channel, queue)
    for (const [slug, stated] of Object.entries(alert.content.stated))
      this.#stated.push({ channel, at: alert.at, slug, stated })
  }
}

/** A message as people would have got it. */
function messageText(due: DueMessage, context: MessageContext): string {
  const { channel, createdAt, alerts } = due
  const { title, text } = alertMessage(channel, due, context)
  const rules = [...new Set(alerts.map(({ rule }) => rule))].join(', ')
  const lines = [title, ...text.split('\n')].map((line) => (line === '' ? '' : `  ${line}`))
  return `${istClock(createdAt)}  ${channel}: ${rules}\n${lines.join('\n')}\n\n`
}

/** A message as programs would have got it, on one line. */
function messageJson(due: DueMessage, context: MessageContext): string {
  const { id, createdAt: at, body } = alertMessage(due.channel, due, context)
  return `${JSON.stringify({ id, channel: due.channel, at, ...body })}\n`
}

/** Counts what was sent, so that an operator can tune the rules. */
class Totals {
  readonly #ofRules = new Map<string, { alerts: number; messages: number }>()
  readonly #ofChannels = new Map<string, number>()
  #messages = 0

  add({ channel, alerts }: DueMessage): void {
    this.#messages++
    this.#ofChannels.set(channel, (this.#ofChannels.get(channel) ?? 0) + 1)
    for (const [rule, some] of Map.groupBy(alerts, (alert) => alert.rule)) {
      const total = this.#ofRules.get(rule) ?? { alerts: 0, messages: 0 }
      this.#ofRules.set(rule, { alerts: total.alerts + some.length, messages: total.messages + 1 })
    }
  }

  /** By channel and by rule, in the order of the file. */
  text(names: readonly string[]): string {
    const fired = [...new Set([...names, ...this.#ofRules.keys()])].flatMap((name) => {
      const total = this.#ofRules.get(name)
      return total ? [[name, String(total.alerts), String(total.messages)]] : []
    })
    const idle = names.filter((name) => !this.#ofRules.has(name))
    const channels = [...this.#ofChannels].map(([name, messages]) => `${name} ${messages}`).join(', ')
    return [
      this.#messages === 0 ? 'no messages\n' : `${counted(this.#messages, 'message')} (${channels})\n`,
      fired.length > 0 ? textTable(['RULE', 'ALERTS', 'MESSAGES'], fired) : '',
      idle.length > 0 ? `did not fire: ${namesText(idle)}\n` : '',
    ].join('')
  }
}
