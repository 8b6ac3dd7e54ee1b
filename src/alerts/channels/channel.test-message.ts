import { expect, onTestFinished } from 'vitest'
import { type HttpChannelType, startHttpReceiverFor } from '../../../test/support/receivers/start-receiver.ts'
import type { AlertMessage } from '../alert.ts'
import { type Channel, type ChannelOptions, type ChannelSettings, openChannel } from './channel.ts'

/** A message about an invented IPO. */
export const MESSAGE: AlertMessage = {
  id: 'msg_3f9a',
  createdAt: '2026-01-14T04:00:00.000Z',
  title: 'Vindhya Foods closes today',
  text: 'GMP ₹42 (+21%) on 13 Jan, 3 sources\nhttps://greymark.example/ipos/vindhya-foods\nGMP is unofficial.',
  firstLink: 'https://greymark.example/ipos/vindhya-foods',
  body: { title: 'Vindhya Foods closes today', gmp: 42, name: 'A "quoted" name ₹' },
}

/** Attempts in tests end after this time. */
export const TEST_TIMEOUT_MS = 300

/** Opens a channel until the end of the test. */
export function openForTest(settings: ChannelSettings, options: Partial<ChannelOptions> = {}): Channel {
  const now = () => new Date(Date.now()).toISOString()
  const channel = openChannel(settings, { now, agent: 'Greymark/test', ...options })
  onTestFinished(async () => channel.close())
  return channel
}

/** A signal that is never aborted. */
export const unaborted = (): AbortSignal => new AbortController().signal

/** A channel of a kind, its receiver, and what it got. */
export async function httpScene(type: HttpChannelType) {
  const { receiver, settings } = await startHttpReceiverFor(type)
  onTestFinished(() => receiver.close())
  const channel = openForTest(settings)
  /** The JSON that the receiver got. */
  const sent = async (message: AlertMessage) => {
    expect(await channel.deliver(message, unaborted())).toEqual({ isDelivered: true })
    return JSON.parse(receiver.requests.at(-1)?.body ?? '')
  }
  return { receiver, settings, channel, sent }
}

export const lines = (count: number, line: string): string =>
  Array.from({ length: count }, () => line).join('\n')
