import type { ChannelSettings } from '../../src/alerts/channels/channel.ts'
import type { Behaviour, ReceivedMessage, Receiver } from '../support/receivers/behaviour.ts'
import type { HttpReceiver } from '../support/receivers/http-receiver.ts'
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
  /** The number of processes that had been killed by then. */
  readonly kills: number
  /** The process that sent it; `null` for e-mail, which does not name it. */
  readonly sender: string | null
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
  readonly mark: () => Pick<MarkedReceipt, 'step' | 'kills'>
  /** Asked at each message: at what its sender is killed, if it is. */
  readonly killAt: () => KillAtReceipt | null
}

const senderOf = ({ requests }: HttpReceiver, index: number): string =>
  String(requests[index]?.headers['user-agent'])

/** Starts a receiver for each channel. They are asked in the order in which messages come. */
export async function startMonthReceivers(options: ReceiptOptions): Promise<MonthReceivers> {
  const { nowMs, mark, killAt } = options
  const receivers = new Map<ChannelName, Receiver>()
  const marks = new Map<ChannelName, ReturnType<typeof mark>[]>()
  for (const channel of CHANNELS) {
    const { receiver } = await startReceiverFor(TYPES[channel], { nowMs })
    const own: ReturnType<typeof mark>[] = []
    const planned = receiver.plan.take.bind(receiver.plan)
    receiver.plan.take = () => {
      own.push(mark())
      const how = killAt()
      if (how === null) return planned()
      return how === 'cut' ? 'acceptAndCut' : 'confirm'
    }
    receivers.set(channel, receiver)
    marks.set(channel, own)
  }
  const of = (channel: ChannelName) => receivers.get(channel) as Receiver
  return {
    addressOf: (channel) => of(channel).address,
    receiptsOf: (channel) => {
      const receiver = of(channel)
      return receiver.received.map((receipt, i) => ({
        ...receipt,
        ...(marks.get(channel)?.[i] ?? mark()),
        sender: 'requests' in receiver ? senderOf(receiver as HttpReceiver, i) : null,
      }))
    },
    plan: (channel, ...behaviours) => of(channel).plan.next(...behaviours),
    close: async () => void (await Promise.all([...receivers.values()].map((receiver) => receiver.close()))),
  }
}
