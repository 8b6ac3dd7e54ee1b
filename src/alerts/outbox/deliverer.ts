import { type Instant, instantFromMs, msOf } from '../../market/calendar.ts'
import {
  type Attempt,
  giveUpMessages,
  type MessageRow,
  recordAttempt,
  rulesInMessage,
  unsentMessages,
} from '../../store/alerts/outbox.ts'
import { type Db, whileBusy } from '../../store/engines/db.ts'
import type { ChannelSettings } from '../channels/channel.ts'
import { type Channel, DELIVERED, type Delivery, unreachable } from '../channels/delivery.ts'
import type { AlertRules, QuietHours } from '../rules/alert-rules.ts'
import { quietUntil } from './queue.ts'

/** What becomes of a message, for the log and the metrics. It holds no secret. */
export interface MessageOutcome {
  readonly outcome: 'delivered' | 'failed' | 'given-up'
  readonly id: string
  readonly channel: string
  /** The names of the rules behind it. */
  readonly rules: readonly string[]
  readonly title: string
  /** Attempts so far. */
  readonly tries: number
  /** Why it failed; for a message that was delivered, what the operator should know, or `null`. */
  readonly reason: string | null
  /** When it is tried again; `null` when it is not. */
  readonly nextTry: Instant | null
}

export interface DelivererOptions {
  readonly db: Db
  readonly now: () => Instant
  readonly openChannel: (settings: ChannelSettings) => Channel
  /** Aborted when this process no longer has the lease, or ends. */
  readonly signal: AbortSignal
  readonly onOutcome: (outcome: MessageOutcome) => void
  /** Called when a result could not be recorded; that is tried again. */
  readonly onError: (error: unknown) => void
}

/** An attempt that fails later than this after the message was created is the last one. */
const GIVEN_UP_AFTER_MS = 86_400_000
/** What was created just before quiet hours is still sent in them. */
const JUST_CREATED_MS = 60_000
const MINUTE_MS = 60_000
/** The pause after the first failed attempt, after the second, and so on; then an hour. */
const PAUSES_MS: readonly number[] = [
  ...[10_000, 30_000, MINUTE_MS, 2 * MINUTE_MS],
  ...[5 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS],
]
const LATER_PAUSE_MS = 60 * MINUTE_MS
/** A receiver that asks for a longer pause is tried after this one. */
const LONGEST_PAUSE_MS = 6 * 60 * MINUTE_MS
const CHANNEL_REMOVED = 'its channel is no longer in the file of alerts'

/** Earlier than every moment. */
const NOW: Instant = ''

/** Sends the messages of each channel one by one, in order. Channels do not wait for each other. */
export class Deliverer {
  readonly #options: DelivererOptions
  readonly #running = new Map<string, Promise<void>>()
  /** The ids of messages that were confirmed, but could not be recorded. They are not sent again by this process. */
  readonly #confirmed = new Set<string>()
  /** Channels whose last result could not be recorded, as on a full disk: how often in a row, and until when they pause. */
  readonly #unrecorded = new Map<string, { readonly times: number; readonly until: Instant }>()
  /** When waiting messages are looked at next: receivers may be away for hours, with many messages. `null` for never. */
  #lookAt: Instant | null = NOW

  constructor(options: DelivererOptions) {
    this.#options = options
  }

  /** Begins to send what is due, and returns without waiting for receivers. */
  async begin(rules: Pick<AlertRules, 'channels'>): Promise<void> {
    const { db, now } = this.#options
    const at = now()
    if (this.#isOver || this.#lookAt === null || this.#lookAt > at) return
    this.#lookAt = null
    // A channel that is done by the time the messages are read has sent some of them in the meantime.
    const running = new Set(this.#running.keys())
    const waiting = await unsentMessages(db).catch((error) => {
      this.wake()
      throw error
    })
    const byChannel = Map.groupBy(waiting, ({ channel }) => channel)
    for (const [name, messages] of byChannel) {
      if (running.has(name)) continue
      const { until = NOW } = this.#unrecorded.get(name) ?? {}
      if (until > at) {
        this.#lookAt = earlier(this.#lookAt, until)
        continue
      }
      const { settings, quietHours = null } = rules.channels.get(name) ?? {}
      const { due, nextAt } = dueAmong(messages, at, quietHours)
      if (settings && due.length === 0) {
        this.#lookAt = earlier(this.#lookAt, nextAt)
        continue
      }
      const work = settings ? this.#send(name, settings, due) : this.#giveUp(name)
      this.#running.set(name, this.#finish(name, work))
    }
  }

  async #finish(name: string, work: Promise<void>): Promise<void> {
    const { now, onError } = this.#options
    try {
      await work
      this.#unrecorded.delete(name)
    } catch (error) {
      const times = (this.#unrecorded.get(name)?.times ?? 0) + 1
      this.#unrecorded.set(name, { times, until: instantFromMs(msOf(now()) + retryPauseMs(times, null)) })
      onError(error)
    } finally {
      this.#running.delete(name)
      this.wake()
    }
  }

  /** Lets the next call look at the waiting messages, because there are new ones or the channels have changed. */
  wake(): void {
    this.#lookAt = NOW
  }

  /** Resolves when nothing is being sent. */
  async settled(): Promise<void> {
    await Promise.all(this.#running.values())
  }

  get #isOver(): boolean {
    return this.#options.signal.aborted
  }

  /** Sends until the receiver cannot be reached. A message that it objects to does not hold up the others. */
  async #send(name: string, settings: ChannelSettings, due: readonly MessageRow[]): Promise<void> {
    const channel = this.#options.openChannel(settings)
    try {
      for (const message of due) {
        if (this.#isOver) return
        const result = await this.#attempt(channel, message)
        // Nobody knows whether an interrupted attempt has arrived, so that it counts as none.
        if (this.#isOver && !result.isDelivered) return
        await this.#record(message, result)
        if (result.isDelivered || result.isRejected) continue
        // Later messages that are as old would fail in the same way.
        const createdBefore = instantFromMs(msOf(this.#options.now()) - GIVEN_UP_AFTER_MS)
        return await this.#giveUp(name, { reason: result.reason, createdBefore })
      }
    } finally {
      await channel.close()
    }
  }

  async #attempt(channel: Channel, row: MessageRow): Promise<Delivery> {
    const { id, created, title, text, content } = row
    if (this.#confirmed.has(id)) return DELIVERED
    // An earlier build recorded no link.
    const { firstLink = null, ...body } = JSON.parse(content)
    const message = { id, createdAt: created, title, text, firstLink, body }
    return channel
      .deliver(message, this.#options.signal)
      .catch((error) => unreachable(error instanceof Error ? error.message : String(error)))
  }

  async #record(message: MessageRow, result: Delivery): Promise<void> {
    const { db, now } = this.#options
    const at = now()
    const attempt = attemptOf(message, result, at)
    if (result.isDelivered) this.#confirmed.add(message.id)
    const recorded = await whileBusy(now, () => recordAttempt(db, message, attempt, at))
    this.#confirmed.delete(message.id)
    await this.#report(recorded, result.isDelivered ? (result.note ?? null) : result.reason)
  }

  async #giveUp(
    name: string,
    which: { reason: string; createdBefore?: Instant } = { reason: CHANNEL_REMOVED },
  ): Promise<void> {
    const { db, now } = this.#options
    const rows = await whileBusy(now, () => giveUpMessages(db, name, { ...which, at: now() }))
    for (const row of rows) await this.#report(row, which.reason)
  }

  async #report(message: MessageRow, reason: string | null): Promise<void> {
    const { id, channel, title, state, tries, next_try: nextTry } = message
    const rules = await rulesInMessage(this.#options.db, id)
    const outcome = state === 'waiting' ? 'failed' : state
    this.#options.onOutcome({ outcome, id, channel, rules, title, tries, reason, nextTry })
  }
}

/**
 * The messages of a channel that may be sent now, in order, or when the next may be. One that the receiver objected to is
 * left out until it is due; any other holds up those behind it. In quiet hours nothing is tried again.
 */
function dueAmong(messages: readonly MessageRow[], now: Instant, quietHours: QuietHours | null) {
  const quietEnd = quietUntil(quietHours, now)
  const isLate = messages.some(({ created }) => msOf(now) - msOf(created) > JUST_CREATED_MS)
  if (quietEnd !== null && isLate) return { due: [], nextAt: quietEnd }
  const due: MessageRow[] = []
  let nextAt: Instant | null = null
  for (const message of messages) {
    if (message.next_try === null || message.next_try <= now) due.push(message)
    else {
      nextAt = earlier(nextAt, message.next_try)
      if (!message.rejected) break
    }
  }
  return { due, nextAt }
}

const earlier = (a: Instant | null, b: Instant | null): Instant | null =>
  a === null || (b !== null && b < a) ? b : a

function attemptOf({ tries, created }: MessageRow, result: Delivery, at: Instant): Attempt {
  if (result.isDelivered) return { state: 'delivered' }
  const { reason, retryAfterMs, isRejected } = result
  if (msOf(at) - msOf(created) > GIVEN_UP_AFTER_MS) return { state: 'given-up', reason }
  const nextTry = instantFromMs(msOf(at) + retryPauseMs(tries + 1, retryAfterMs))
  return { state: 'waiting', reason, isRejected, nextTry }
}

/** How long to wait after so many failed attempts, or longer if the receiver asked for it. */
export const retryPauseMs = (failures: number, askedMs: number | null): number =>
  Math.max(PAUSES_MS[failures - 1] ?? LATER_PAUSE_MS, Math.min(askedMs ?? 0, LONGEST_PAUSE_MS))
