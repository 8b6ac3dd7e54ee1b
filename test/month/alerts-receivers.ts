import type { ChannelSettings } from '../../src/alerts/channels/channel.ts'
import type { Behaviour, ReceivedMessage, Receiver } from '../support/receivers/behaviour.ts'
import type { HttpReceiver } from '../support/receivers/http-receiver.ts'
import type { SmtpReceiver } from '../support/receivers/smtp-receiver.ts'
import { startReceiverFor } from '../support/receivers/start-receiver.ts'
import { CHANNELS, type ChannelName } from './alerts-rules.ts'

const TYPES: Readonly<Record<ChannelName, ChannelSettings['type']>> = {
  program: 'webhook',
  family: 'telegram',
  me: 'email',
  phone: 'ntfy',
  team: 'slack',
  club: 'discord',
}

/** A request as a receiver recorded it, and what else was known when it came. */
export interface MarkedReceipt extends ReceivedMessage {
  /** Of the month: the day and time, such as `10 09:00`. */
  readonly step: string
  /** The process that sent it. */
  readonly sender: string
}

/** A sender is killed when the receiver has its message: before an answer, or after the whole confirmation. */
export type KillAtReceipt = 'cut' | 'confirmed'

export interface MonthReceivers {
  readonly addressOf: (channel: ChannelName) => string
  readonly receiptsOf: (channel: ChannelName) => readonly MarkedReceipt[]
  readonly plan: (channel: ChannelName, ...behaviours: Behaviour[]) => void
  readonly close: () => Promise<void>
}

export interface ReceiptOptions {
  readonly nowMs: () => number
  readonly step: () => string
  /** Asked at each message: at what its sender is killed, if it is. */
  readonly killAt: () => KillAtReceipt | null
  /** Called with the id of a message that is left without an answer. */
  readonly onUnanswered: (id: string) => void
}

const senderOf = (receiver: Receiver, index: number): string =>
  'requests' in receiver
    ? String((receiver as HttpReceiver).requests[index]?.headers['user-agent'])
    : ((receiver as SmtpReceiver).received[index]?.from ?? '')

/** Starts a receiver for each channel. They are asked in the order in which messages come. */
export async function startMonthReceivers(options: ReceiptOptions): Promise<MonthReceivers> {
  const { nowMs, step, killAt, onUnanswered } = options
  const receivers = new Map<ChannelName, Receiver>()
  const steps = new Map<ChannelName, string[]>()
  for (const channel of CHANNELS) {
    const { receiver } = await startReceiverFor(TYPES[channel], { nowMs })
    const own: string[] = []
    const planned = receiver.plan.take.bind(receiver.plan)
    receiver.plan.take = () => {
      own.push(step())
      const how = killAt()
      if (how !== null) return how === 'cut' ? 'acceptAndCut' : 'confirm'
      const behaviour = planned()
      // The message is recorded in this turn.
      if (behaviour === 'slow') setImmediate(() => onUnanswered(receiver.received.at(-1)?.id ?? ''))
      return behaviour
    }
    receivers.set(channel, receiver)
    steps.set(channel, own)
  }
  const of = (channel: ChannelName) => receivers.get(channel) as Receiver
  return {
    addressOf: (channel) => of(channel).address,
    receiptsOf: (channel) => {
      const receiver = of(channel)
      return receiver.received.map((receipt, i) => ({
        ...receipt,
        step: steps.get(channel)?.[i] ?? '',
        sender: senderOf(receiver, i),
      }))
    },
    plan: (channel, ...behaviours) => of(channel).plan.next(...behaviours),
    close: async () => void (await Promise.all([...receivers.values()].map((receiver) => receiver.close()))),
  }
}
