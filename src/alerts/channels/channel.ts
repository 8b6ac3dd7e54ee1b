import type { ChannelSettings } from './channel-settings.ts'
import type { Channel, ChannelOptions } from './delivery.ts'
import { discordChannel } from './discord/discord.ts'
import { emailChannel } from './email/email.ts'
import { ntfyChannel } from './ntfy/ntfy.ts'
import { slackChannel } from './slack/slack.ts'
import { telegramChannel } from './telegram/telegram.ts'
import { webhookChannel } from './webhook/webhook.ts'

export type { ChannelSettings } from './channel-settings.ts'
export type { Channel, ChannelOptions, Delivery } from './delivery.ts'

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
