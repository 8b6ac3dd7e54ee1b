import type { ChannelSettings } from '../../../src/alerts/channels/channel.ts'
import type { Receiver } from './behaviour.ts'
import { startDiscordReceiver } from './discord-receiver.ts'
import type { HttpReceiver } from './http-receiver.ts'
import { startNtfyReceiver } from './ntfy-receiver.ts'
import { startSlackReceiver } from './slack-receiver.ts'
import { startSmtpReceiver } from './smtp-receiver.ts'
import { startTelegramReceiver } from './telegram-receiver.ts'
import { startWebhookReceiver } from './webhook-receiver.ts'

/** A receiver, and the settings of a channel to it. */
export interface Reached<R extends Receiver = Receiver> {
  readonly receiver: R
  readonly settings: ChannelSettings
}

/** Secrets of the settings below; no message for the operator may contain one. */
export const SECRETS = {
  webhook: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  webhookPath: '/hooks/4b1f0c9de2',
  telegramToken: '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw',
  password: 'correct horse battery',
  ntfyTopic: 'family-alerts-9f3k',
  ntfyToken: 'tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2',
  slackPath: '/services/T00000000/B00000000/invented-secret',
  discordPath: '/api/webhooks/881273/dW5ndWVzc2FibGU',
} as const

/** The kinds of channels that send HTTP requests. */
export type HttpChannelType = Exclude<ChannelSettings['type'], 'email'>

export interface WebhookClock {
  /** As for `startWebhookReceiver`. */
  readonly nowMs?: () => number
}

const HTTP_RECEIVERS: Readonly<
  Record<HttpChannelType, (clock: WebhookClock) => Promise<Reached<HttpReceiver>>>
> = {
  webhook: async (clock) => {
    const receiver = await startWebhookReceiver({ secret: SECRETS.webhook, ...clock })
    const url = `${receiver.address}${SECRETS.webhookPath}`
    return { receiver, settings: { type: 'webhook', url, secret: SECRETS.webhook } }
  },
  telegram: async () => {
    const token = SECRETS.telegramToken
    const receiver = await startTelegramReceiver(token)
    return { receiver, settings: { type: 'telegram', token, chat: '-100777', server: receiver.address } }
  },
  ntfy: async () => {
    const [topic, token] = [SECRETS.ntfyTopic, SECRETS.ntfyToken]
    const receiver = await startNtfyReceiver({ topic, token })
    return { receiver, settings: { type: 'ntfy', server: receiver.address, topic, token } }
  },
  slack: async () => {
    const receiver = await startSlackReceiver(SECRETS.slackPath)
    return { receiver, settings: { type: 'slack', url: `${receiver.address}${SECRETS.slackPath}` } }
  },
  discord: async () => {
    const receiver = await startDiscordReceiver(SECRETS.discordPath)
    return { receiver, settings: { type: 'discord', url: `${receiver.address}${SECRETS.discordPath}` } }
  },
}

export const HTTP_CHANNEL_TYPES = Object.keys(HTTP_RECEIVERS) as readonly HttpChannelType[]

/** Starts a receiver of HTTP requests for a kind of channel. */
export const startHttpReceiverFor = (type: HttpChannelType, clock: WebhookClock = {}) =>
  HTTP_RECEIVERS[type](clock)

/** Starts a receiver for a kind of channel. */
export async function startReceiverFor(
  type: ChannelSettings['type'],
  clock: WebhookClock = {},
): Promise<Reached> {
  if (type !== 'email') return HTTP_RECEIVERS[type](clock)
  const account = { user: 'alerts', password: SECRETS.password }
  const receiver = await startSmtpReceiver({ account })
  const addresses = { from: 'alerts@greymark.example', to: ['asha@family.example'] }
  return { receiver, settings: { type: 'email', server: receiver.address, ...account, ...addresses } }
}
