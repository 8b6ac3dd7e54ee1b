import type { Channel, ChannelOptions, ChannelSettings } from './delivery.ts'
import { discordChannel } from './discord.ts'
import { emailChannel } from './email.ts'
import { ntfyChannel } from './ntfy.ts'
import { slackChannel } from './slack.ts'
import { telegramChannel } from './telegram.ts'
import { webhookChannel } from './webhook.ts'

export type { Channel, ChannelOptions, ChannelSettings, Delivery } from './delivery.ts'

/** Opens a channel. Throws for settings that no receiver can have, without naming secrets. */
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
