import type { Channel, ChannelOptions } from './delivery.ts'
import { type DiscordSettings, discordChannel } from './discord/discord.ts'
import { type EmailSettings, emailChannel } from './email/email.ts'
import { type NtfySettings, ntfyChannel } from './ntfy/ntfy.ts'
import { type SlackSettings, slackChannel } from './slack/slack.ts'
import { type TelegramSettings, telegramChannel } from './telegram/telegram.ts'
import { type WebhookSettings, webhookChannel } from './webhook/webhook.ts'

export type { Channel, ChannelOptions, Delivery } from './delivery.ts'

/** Settings of a channel as the file of rules has them, checked, with the secrets filled in. */
export type ChannelSettings =
  | WebhookSettings
  | TelegramSettings
  | EmailSettings
  | NtfySettings
  | SlackSettings
  | DiscordSettings

export function openChannel(settings: ChannelSettings, options: ChannelOptions): Channel {
  switch (settings.type) {
    case 'webhook':
      return webhookChannel(settings, options)
    case 'telegram':
      return telegramChannel(settings, options)
    case 'email':
      return emailChannel(settings, options)
    case 'ntfy':
      return ntfyChannel(settings, options)
    case 'slack':
      return slackChannel(settings, options)
    case 'discord':
      return discordChannel(settings, options)
  }
}
